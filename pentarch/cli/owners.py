"""`pentarch owner`: who may come in and how much they may take, for administrators."""

from enum import StrEnum
from typing import Annotated, TypeAlias

import typer
from rich.table import Table

from pentarch.arbiter.v1 import owners_pb2 as pb
from pentarch.arbiter.v1.owners_pb2_grpc import OwnerServiceStub
from pentarch.cli.account_words import (
    Expires,
    Role,
    member_role,
    moment,
    print_quotas,
    quota_plain,
    role_word,
)
from pentarch.cli.client import DEFAULT_ADDRESS, Address, Token, dial
from pentarch.cli.terminal import AsJson, console, print_json, print_plain
from pentarch.engine.plain import Json

app = typer.Typer(help="Owners of bots, for administrators.", no_args_is_help=True)


class Good(StrEnum):
    """What there are quotas of."""

    VERSIONS = "versions"
    MATCHES = "matches"
    CPU_SECONDS = "cpu-seconds"
    STORAGE = "storage"


Name: TypeAlias = Annotated[str, typer.Argument(help="The owner's name.")]


@app.command("list")
def list_owners(
    address: Address = DEFAULT_ADDRESS, token: Token = "", as_json: AsJson = False
) -> None:
    """List owners by name, and who of them is disabled."""
    with dial(address, token) as channel:
        found = _all(OwnerServiceStub(channel))
    if as_json:
        print_json([_plain(owner) for owner in found])
        return
    table = Table("owner", "kind", "role", "since", "state", box=None, pad_edge=False)
    for owner in found:
        since = f"{owner.create_time.ToDatetime():%Y-%m-%d}"
        table.add_row(owner.name, _kind(owner), role_word(owner.role), since, _state(owner))
    console().print(table)


@app.command("invite")
def invite(
    name: Name,
    role: Annotated[Role, typer.Option(help="The role of a new owner.")] = Role.AUTHOR,
    team: Annotated[str, typer.Option(help="A team that the person joins.")] = "",
    is_captain: Annotated[
        bool, typer.Option("--captain", help="As a captain of the team.")
    ] = False,
    expires: Expires = "7d",
    address: Address = DEFAULT_ADDRESS,
    token: Token = "",
    as_json: AsJson = False,
) -> None:
    """Make a link by which one person becomes an owner, or signs in as the owner they are.

    It is good once. Another one for the same name makes it useless.
    """
    request = pb.InviteOwnerRequest(
        name=name,
        role=pb.Role.Value(f"ROLE_{role.name}"),
        team=team,
        member_role=member_role(is_captain),
        expire_time=moment(expires),
    )
    with dial(address, token) as channel:
        made = OwnerServiceStub(channel).InviteOwner(request)
    if as_json:
        expire_time = made.expire_time.ToJsonString()
        print_json({"code": made.code, "link": made.link, "expire_time": expire_time})
        return
    print_plain(made.link)


@app.command("quota")
def quota(
    name: Name,
    good: Annotated[Good | None, typer.Argument(help="Of what; left out: show all.")] = None,
    most: Annotated[
        float | None, typer.Argument(min=0, help="How much; left out: as everybody.")
    ] = None,
    address: Address = DEFAULT_ADDRESS,
    token: Token = "",
    as_json: AsJson = False,
) -> None:
    """Show how much an owner may take and has taken, or change it: storage in bytes."""
    with dial(address, token) as channel:
        stub = OwnerServiceStub(channel)
        if good is None:
            quotas = stub.GetQuotas(pb.GetQuotasRequest(owner=name)).quotas
        else:
            number = pb.Good.Value(f"GOOD_{good.name}")
            quotas = stub.SetQuota(pb.SetQuotaRequest(owner=name, good=number, most=most)).quotas
    if as_json:
        print_json([quota_plain(one) for one in quotas])
    else:
        print_quotas(quotas)


@app.command("usage")
def usage(address: Address = DEFAULT_ADDRESS, token: Token = "", as_json: AsJson = False) -> None:
    """Show how much of their quotas all owners have taken, by name."""
    with dial(address, token) as channel:
        found = _all_usage(OwnerServiceStub(channel))
    if as_json:
        print_json(
            [{"owner": one.owner, "quotas": [quota_plain(q) for q in one.quotas]} for one in found]
        )
        return
    table = Table("owner", *(good.value for good in Good), box=None, pad_edge=False)
    for one in found:
        table.add_row(one.owner, *(_share(quota) for quota in one.quotas))
    console().print(table)


@app.command("disable")
def disable(
    name: Name, address: Address = DEFAULT_ADDRESS, token: Token = "", as_json: AsJson = False
) -> None:
    """Shut an owner out at once: no token of theirs opens anything, and their streams end."""
    with dial(address, token) as channel:
        answer = OwnerServiceStub(channel).DisableOwner(pb.DisableOwnerRequest(owner=name))
    if as_json:
        print_json(_plain(answer.owner))
    else:
        print_plain(f"{name} is disabled; their bots stay and play on")


@app.command("enable")
def enable(
    name: Name, address: Address = DEFAULT_ADDRESS, token: Token = "", as_json: AsJson = False
) -> None:
    """Let an owner in again, with the tokens they had."""
    with dial(address, token) as channel:
        answer = OwnerServiceStub(channel).EnableOwner(pb.EnableOwnerRequest(owner=name))
    if as_json:
        print_json(_plain(answer.owner))
    else:
        print_plain(f"{name} is enabled")


def _kind(owner: pb.Owner) -> str:
    return "team" if owner.team else "person"


def _all(stub: OwnerServiceStub) -> list[pb.Owner]:
    found: list[pb.Owner] = []
    page = stub.ListOwners(pb.ListOwnersRequest())
    while True:
        found += page.owners
        if not page.next_page_token:
            return found
        page = stub.ListOwners(pb.ListOwnersRequest(page_token=page.next_page_token))


def _all_usage(stub: OwnerServiceStub) -> list[pb.Usage]:
    found: list[pb.Usage] = []
    page = stub.ListUsage(pb.ListUsageRequest())
    while True:
        found += page.usage
        if not page.next_page_token:
            return found
        page = stub.ListUsage(pb.ListUsageRequest(page_token=page.next_page_token))


def _share(quota: pb.Quota) -> str:
    most = f" of {quota.most:.0f}" if quota.HasField("most") else ""
    return f"{quota.taken:.0f}{most}"


def _plain(owner: pb.Owner) -> Json:
    return {
        "name": owner.name,
        "kind": _kind(owner),
        "role": role_word(owner.role),
        "create_time": owner.create_time.ToJsonString(),
        "state": _state(owner),
    }


def _state(owner: pb.Owner) -> str:
    return "disabled" if owner.HasField("disable_time") else "enabled"
