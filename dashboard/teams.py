"""What people do with teams: calls to the arbiter, in rows for the pages."""

import uuid
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from pentarch.arbiter.v1 import owners_pb2, teams_pb2
from pentarch.arbiter.v1.teams_pb2_grpc import TeamServiceStub
from pentarch.dashboard.accounts import word
from pentarch.dashboard.service import PATIENCE, calling, known

MEMBER_ROLES: Final = ("member", "captain")


@dataclass(frozen=True)
class TeamLine:
    """A team, with what each person is in it."""

    name: str
    members: tuple[tuple[str, str], ...]


def page(token: str, page_token: str) -> tuple[list[TeamLine], str]:
    """A page of teams by name, and the next page's token. Raises Refused."""
    request = teams_pb2.ListTeamsRequest(page_token=page_token)
    with calling() as channel:
        found = TeamServiceStub(channel).ListTeams(request, timeout=PATIENCE, metadata=known(token))
    return [_line(team) for team in found.teams], found.next_page_token


def create(token: str, name: str) -> None:
    """Make a team with oneself as its captain. Raises Refused."""
    request = teams_pb2.CreateTeamRequest(request_id=str(uuid.uuid4()), team=name)
    with calling() as channel:
        TeamServiceStub(channel).CreateTeam(request, timeout=PATIENCE, metadata=known(token))


def add(token: str, team: str, person: str, role: str) -> None:
    """Let somebody join a team, or give a member another role. Raises Refused."""
    request = teams_pb2.AddMemberRequest(team=team, person=person, role=_role(role))
    with calling() as channel:
        TeamServiceStub(channel).AddMember(request, timeout=PATIENCE, metadata=known(token))


def remove(token: str, team: str, person: str) -> None:
    """Take somebody out of a team. Raises Refused."""
    request = teams_pb2.RemoveMemberRequest(team=team, person=person)
    with calling() as channel:
        TeamServiceStub(channel).RemoveMember(request, timeout=PATIENCE, metadata=known(token))


def invite(token: str, team: str, name: str, role: str, days: int) -> str:
    """The link by which somebody becomes an owner and joins a team. Raises Refused."""
    request = teams_pb2.InviteMemberRequest(team=team, name=name, role=_role(role))
    request.expire_time.FromDatetime(datetime.now(UTC) + timedelta(days=days))
    with calling() as channel:
        made = TeamServiceStub(channel).InviteMember(
            request, timeout=PATIENCE, metadata=known(token)
        )
    return made.link


def _role(role: str) -> "owners_pb2.MemberRole.ValueType":
    return owners_pb2.MemberRole.Value(f"MEMBER_ROLE_{role.upper()}")


def _line(team: teams_pb2.Team) -> TeamLine:
    members = (
        (one.person, word(owners_pb2.MemberRole.Name(one.role).removeprefix("MEMBER_")))
        for one in team.members
    )
    return TeamLine(team.name, tuple(members))
