"""What people do with their accounts: calls to the arbiter, in rows for the pages."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from pentarch.arbiter.v1 import accounts_pb2, owners_pb2
from pentarch.arbiter.v1.accounts_pb2_grpc import AccountServiceStub
from pentarch.dashboard.service import PATIENCE, calling, known

ROLES: Final = ("reader", "author", "admin")
"""Each may do what those before it may."""


@dataclass(frozen=True)
class Quota:
    """How much of something may be taken; None: no limit."""

    good: str
    most: float | None
    taken: float
    renew: datetime | None


@dataclass(frozen=True)
class Account:
    """Whom a token speaks for, and what it is good for."""

    owner: str
    person: str
    role: str
    scopes: tuple[str, ...]
    teams: dict[str, str]
    """What the person is in each team."""
    quotas: tuple[Quota, ...]

    def may(self, role: str, scope: str = "all") -> bool:
        """Whether a page should offer what needs so much. The arbiter decides when it is asked."""
        return ROLES.index(self.role) >= ROLES.index(role) and scope in self.scopes


@dataclass(frozen=True)
class OwnToken:
    """A token without its secret."""

    key: str
    name: str
    role: str
    scopes: tuple[str, ...]
    create: datetime
    expire: datetime | None
    used: datetime | None
    is_revoked: bool


def account(token: str) -> Account:
    """Whom a token speaks for. Raises Refused."""
    with calling() as channel:
        found = AccountServiceStub(channel).GetAccount(
            accounts_pb2.GetAccountRequest(), timeout=PATIENCE, metadata=known(token)
        )
    return Account(
        found.owner.name,
        found.person,
        word(owners_pb2.Role.Name(found.role)),
        _scopes(list(found.scopes)),
        {
            place.team: word(owners_pb2.MemberRole.Name(place.role).removeprefix("MEMBER_"))
            for place in found.memberships
        },
        tuple(quota(one) for one in found.quotas),
    )


def sign_in(id_token: str, name: str = "") -> str:
    """A token of the arbiter for one of the provider. Raises Refused."""
    with calling() as channel:
        request = accounts_pb2.SignInRequest(id_token=id_token, name=name)
        return AccountServiceStub(channel).SignIn(request, timeout=PATIENCE).token


def sign_out(token: str) -> None:
    """Make a token useless. Raises Refused."""
    with calling() as channel:
        AccountServiceStub(channel).SignOut(
            accounts_pb2.SignOutRequest(), timeout=PATIENCE, metadata=known(token)
        )


def tokens(token: str) -> list[OwnToken]:
    """The newest tokens. Raises Refused."""
    with calling() as channel:
        found = AccountServiceStub(channel).ListTokens(
            accounts_pb2.ListTokensRequest(page_size=100),
            timeout=PATIENCE,
            metadata=known(token),
        )
    return [
        OwnToken(
            one.key,
            one.name,
            word(owners_pb2.Role.Name(one.role)),
            _scopes(list(one.scopes)),
            one.create_time.ToDatetime(UTC),
            one.expire_time.ToDatetime(UTC) if one.HasField("expire_time") else None,
            one.use_time.ToDatetime(UTC) if one.HasField("use_time") else None,
            one.HasField("revoke_time"),
        )
        for one in found.tokens
    ]


def issue(token: str, name: str, role: str, scopes: list[str], days: int) -> str:
    """A new token's text; 0 days: for ever. Raises Refused."""
    request = accounts_pb2.IssueTokenRequest(
        name=name,
        role=owners_pb2.Role.Value(f"ROLE_{role.upper()}"),
        scopes=[accounts_pb2.Scope.Value(f"SCOPE_{scope.upper()}") for scope in scopes],
    )
    if days:
        request.expire_time.FromDatetime(datetime.now(UTC) + timedelta(days=days))
    with calling() as channel:
        stub = AccountServiceStub(channel)
        return stub.IssueToken(request, timeout=PATIENCE, metadata=known(token)).text


def revoke(token: str, key: str) -> None:
    """Make a token useless. Raises Refused."""
    request = accounts_pb2.RevokeTokenRequest(key=key)
    with calling() as channel:
        stub = AccountServiceStub(channel)
        stub.RevokeToken(request, timeout=PATIENCE, metadata=known(token))


def quota(told: owners_pb2.Quota) -> Quota:
    """A quota of the protocol."""
    return Quota(
        word(owners_pb2.Good.Name(told.good)).replace("_", " "),
        told.most if told.HasField("most") else None,
        told.taken,
        told.renew_time.ToDatetime(UTC) if told.HasField("renew_time") else None,
    )


def _scopes(numbers: "list[accounts_pb2.Scope.ValueType]") -> tuple[str, ...]:
    return tuple(word(accounts_pb2.Scope.Name(number)) for number in numbers)


def word(name: str) -> str:
    """A value of the protocol without the name of its enum, in small letters."""
    return name.partition("_")[2].lower()
