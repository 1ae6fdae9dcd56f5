"""Accounts as messages: roles, scopes, tokens, teams and quotas."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Final

from google.protobuf.timestamp_pb2 import Timestamp

from pentarch.arbiter.api.convert import timestamp
from pentarch.arbiter.api.errors import invalid
from pentarch.arbiter.settings import settings
from pentarch.arbiter.store import owners
from pentarch.arbiter.store.models import Member, Owner
from pentarch.arbiter.store.models import Token as TokenRow
from pentarch.arbiter.store.quotas import QuotaStanding
from pentarch.arbiter.store.words import Good, MemberRole, Role, Scope
from pentarch.arbiter.v1 import accounts_pb2, owners_pb2, teams_pb2

_INVITATION: Final = timedelta(days=7)
_LONGEST_INVITATION: Final = timedelta(days=30)
_ROLES: Final = {role: owners_pb2.Role.Value(f"ROLE_{role.name}") for role in Role}
_MEMBER_ROLES: Final = {
    role: owners_pb2.MemberRole.Value(f"MEMBER_ROLE_{role.name}") for role in MemberRole
}
_SCOPES: Final = {scope: accounts_pb2.Scope.Value(f"SCOPE_{scope.name}") for scope in Scope}
_GOODS: Final = {good: owners_pb2.Good.Value(f"GOOD_{good.name}") for good in Good}


def role_message(role: Role) -> "owners_pb2.Role.ValueType":
    """A role."""
    return _ROLES[role]


def role_of(field: str, value: int, default: Role) -> Role:
    """The role that a message names, or the default. Raises Refused."""
    if not value:
        return default
    for role, number in _ROLES.items():
        if number == value:
            return role
    raise invalid(field, "there is no such role")


def member_role_of(field: str, value: int) -> MemberRole:
    """The member's role that a message names; unspecified, a plain member's. Raises Refused."""
    if not value:
        return MemberRole.MEMBER
    for role, number in _MEMBER_ROLES.items():
        if number == value:
            return role
    raise invalid(field, "a person is a member or a captain of a team")


def member_role_message(role: MemberRole | None) -> "owners_pb2.MemberRole.ValueType":
    """What somebody may do for a team; unspecified without one."""
    return owners_pb2.MEMBER_ROLE_UNSPECIFIED if role is None else _MEMBER_ROLES[role]


def scope_messages(scopes: frozenset[Scope]) -> "list[accounts_pb2.Scope.ValueType]":
    """Scopes in the order of the protocol."""
    return sorted(_SCOPES[scope] for scope in scopes)


def scopes_of(values: Sequence[int]) -> set[Scope]:
    """The scopes that a message names, at least one. Raises Refused."""
    found = {scope for scope, number in _SCOPES.items() if number in values}
    if not found or len(found) != len({*values}):
        raise invalid("scopes", f"name scopes: {', '.join(Scope)}")
    return found


def good_of(value: int) -> Good:
    """The good that a message names. Raises Refused."""
    for good, number in _GOODS.items():
        if number == value:
            return good
    raise invalid("good", f"quotas are of {', '.join(Good)}")


def token(row: TokenRow) -> accounts_pb2.Token:
    """A token without its secret."""
    return accounts_pb2.Token(
        key=row.key,
        name=row.label,
        role=_ROLES[row.role],
        scopes=scope_messages(owners.scopes_of(row)),
        create_time=timestamp(row.create_time),
        expire_time=timestamp(row.expire_time),
        revoke_time=timestamp(row.revoke_time),
        use_time=timestamp(row.use_time),
        session=row.is_session,
    )


def quota(standing: QuotaStanding) -> owners_pb2.Quota:
    """A quota and what is taken of it."""
    return owners_pb2.Quota(
        good=_GOODS[standing.good],
        most=standing.most,
        taken=standing.taken,
        own=standing.is_own,
        renew_time=timestamp(standing.renew_time),
    )


def membership(row: Member) -> accounts_pb2.Membership:
    """A team of a person."""
    return accounts_pb2.Membership(team=row.team.name, role=_MEMBER_ROLES[row.role])


def team(row: Owner, members: Sequence[Member]) -> teams_pb2.Team:
    """A team with its members."""
    return teams_pb2.Team(
        name=row.name,
        create_time=timestamp(row.create_time),
        members=[
            teams_pb2.TeamMember(person=member.person.name, role=_MEMBER_ROLES[member.role])
            for member in members
        ],
    )


def moment(field: str, given: Timestamp) -> datetime:
    """A time of a message. Raises Refused."""
    try:
        return given.ToDatetime(tzinfo=UTC)
    except (ValueError, OverflowError) as error:
        raise invalid(field, "this is no time between the years 1 and 9999") from error


def invitation_end(given: Timestamp | None, now: datetime) -> datetime:
    """When an invitation expires. Raises Refused."""
    if given is None:
        return now + _INVITATION
    end = moment("expire_time", given)
    if not now < end <= now + _LONGEST_INVITATION:
        days = _LONGEST_INVITATION.days
        raise invalid("expire_time", f"an invitation expires in the future, within {days} days")
    return end


def link(code: str) -> str:
    """The page of the dashboard that takes a code."""
    return f"{settings().dashboard_address}/join?code={code}"
