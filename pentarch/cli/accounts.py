"""`pentarch account`: whom your token speaks for, your quotas, and your tokens."""

from collections.abc import Iterable
from enum import StrEnum
from typing import Annotated

import typer
from google.protobuf.timestamp_pb2 import Timestamp
from rich.markup import escape
from rich.table import Table

from pentarch.arbiter.v1 import accounts_pb2 as pb
from pentarch.arbiter.v1 import owners_pb2
from pentarch.arbiter.v1.accounts_pb2_grpc import AccountServiceStub
from pentarch.cli.account_words import (
    Role,
    member_word,
    moment,
    print_quotas,
    quota_plain,
    role_word,
)
from pentarch.cli.client import DEFAULT_ADDRESS, Address, Token, dial
from pentarch.cli.terminal import AsJson, console, print_json, print_plain
from pentarch.engine.plain import Json

app = typer.Typer(help="Your account at an arbiter.", no_args_is_help=True)
tokens = typer.Typer(help="Your tokens.", no_args_is_help=True)
app.add_typer(tokens, name="token")


class Scope(StrEnum):
    """What a token is good for; every one may read."""

    READ = "read"
    PLAY = "play"
    SUBMIT = "submit"
    ALL = "all"


@app.command("show")
def show(address: Address = DEFAULT_ADDRESS, token: Token = "", as_json: AsJson = False) -> None:
    """Say whom the token speaks for, what it is good for, and what is left of the quotas."""
    with dial(address, token) as channel:
        found = AccountServiceStub(channel).GetAccount(pb.GetAccountRequest())
    teams: list[Json] = [
        {"team": place.team, "role": member_word(place.role)} for place in found.memberships
    ]
    if as_json:
        print_json(
            {
                "owner": found.owner.name,
                "person": found.person,
                "role": role_word(found.role),
                "scopes": [*_scopes(found.scopes)],
                "teams": teams,
                "quotas": [quota_plain(quota) for quota in found.quotas],
            }
        )
        return
    by = "" if found.person == found.owner.name else f", by {found.person}"
    print_plain(f"{found.owner.name}{by}: {role_word(found.role)}, {_listed(found.scopes)}")
    for place in found.memberships:
        print_plain(f"{member_word(place.role)} of {place.team}")
    print_quotas(found.quotas)


@tokens.command("create")
def create(
    name: Annotated[str, typer.Argument(help="What it is for.")],
    scope: Annotated[
        list[Scope] | None, typer.Option(help="What it is good for, several times if need be.")
    ] = None,
    role: Annotated[
        Role | None, typer.Option(help="Its role; left out: that of the token you call with.")
    ] = None,
    expires: Annotated[
        str, typer.Option(metavar="SPAN", help="How long it is good, as 12h or 30d; else for ever.")
    ] = "",
    address: Address = DEFAULT_ADDRESS,
    token: Token = "",
    as_json: AsJson = False,
) -> None:
    """Make a token of your own. Its text is shown once and kept nowhere."""
    request = pb.IssueTokenRequest(
        name=name,
        scopes=[pb.Scope.Value(f"SCOPE_{one.name}") for one in scope or [Scope.ALL]],
        expire_time=moment(expires) if expires else None,
    )
    if role is not None:
        request.role = owners_pb2.Role.Value(f"ROLE_{role.name}")
    with dial(address, token) as channel:
        made = AccountServiceStub(channel).IssueToken(request)
    if as_json:
        print_json({**_plain(made.token), "token": made.text})
    else:
        print_plain(made.text)


@tokens.command("list")
def list_tokens(
    address: Address = DEFAULT_ADDRESS, token: Token = "", as_json: AsJson = False
) -> None:
    """List your tokens by their keys, newest first."""
    with dial(address, token) as channel:
        found = _all(AccountServiceStub(channel))
    if as_json:
        print_json([_plain(one) for one in found])
        return
    table = Table("key", "name", "role", "good for", "last used", "state", box=None, pad_edge=False)
    for one in found:
        used = _time(one.use_time) if one.HasField("use_time") else "never"
        row = (one.key, one.name, role_word(one.role), _listed(one.scopes), used, _state(one))
        table.add_row(*[escape(cell) for cell in row])
    console().print(table)


@tokens.command("revoke")
def revoke(
    key: Annotated[str, typer.Argument(help="The token's key, its middle: pent_KEY_secret.")],
    address: Address = DEFAULT_ADDRESS,
    token: Token = "",
    as_json: AsJson = False,
) -> None:
    """Make a token of yours useless; administrators: anybody's."""
    with dial(address, token) as channel:
        answer = AccountServiceStub(channel).RevokeToken(pb.RevokeTokenRequest(key=key))
    if as_json:
        print_json(_plain(answer.token))
    else:
        print_plain(f"token {key} is revoked")


def _all(stub: AccountServiceStub) -> list[pb.Token]:
    found: list[pb.Token] = []
    page = stub.ListTokens(pb.ListTokensRequest())
    while True:
        found += page.tokens
        if not page.next_page_token:
            return found
        page = stub.ListTokens(pb.ListTokensRequest(page_token=page.next_page_token))


def _plain(token: pb.Token) -> "dict[str, Json]":
    return {
        "key": token.key,
        "name": token.name,
        "role": role_word(token.role),
        "scopes": [*_scopes(token.scopes)],
        "create_time": token.create_time.ToJsonString(),
        "expire_time": token.expire_time.ToJsonString() if token.HasField("expire_time") else None,
        "use_time": token.use_time.ToJsonString() if token.HasField("use_time") else None,
        "state": "revoked" if token.HasField("revoke_time") else "open",
    }


def _state(token: pb.Token) -> str:
    if token.HasField("revoke_time"):
        return "revoked"
    return f"until {_time(token.expire_time)}" if token.HasField("expire_time") else "open"


def _time(moment: Timestamp) -> str:
    return f"{moment.ToDatetime():%Y-%m-%d %H:%M}"


def _scopes(numbers: "Iterable[pb.Scope.ValueType]") -> list[str]:
    return [pb.Scope.Name(number).removeprefix("SCOPE_").lower() for number in numbers]


def _listed(numbers: "Iterable[pb.Scope.ValueType]") -> str:
    """Scopes in a word where that says it."""
    words = _scopes(numbers)
    return "everything" if Scope.ALL in words else " ".join(words)
