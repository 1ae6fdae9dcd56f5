"""TeamService: owners that are made up of several people."""

from datetime import datetime
from typing import Any, Final

import grpc
from sqlalchemy.orm import Session

from pentarch.arbiter.api import account_messages as messages
from pentarch.arbiter.api import convert
from pentarch.arbiter.api.callers import Caller, caller
from pentarch.arbiter.api.desk import Desk, ask
from pentarch.arbiter.api.errors import forbidden
from pentarch.arbiter.store import audit, invitations, owners, requests, teams
from pentarch.arbiter.store.invitations import Welcome
from pentarch.arbiter.store.models import Owner
from pentarch.arbiter.store.requests import Ticket
from pentarch.arbiter.store.words import MemberRole, Role
from pentarch.arbiter.v1 import teams_pb2, teams_pb2_grpc
from pentarch.engine.plain import Json

Context = grpc.aio.ServicerContext[Any, Any]


class Teams(teams_pb2_grpc.TeamServiceServicer):
    """Captains look after their teams, administrators after all."""

    def __init__(self, desk: Desk) -> None:
        self._desk: Final = desk

    async def CreateTeam(
        self, request: teams_pb2.CreateTeamRequest, context: Context
    ) -> teams_pb2.CreateTeamResponse:
        """A team with the caller as its captain; the same request id gives the same team."""
        who = caller()
        content = request.SerializeToString(deterministic=True)
        ticket = Ticket(who.owner_id, request.request_id, "CreateTeam", content)

        def create(session: Session) -> teams_pb2.Team:
            now = self._desk.now()
            before = requests.repeated(session, ticket, now)
            if before is not None:
                return _told(session, session.get_one(Owner, int(before)))
            team = teams.create(session, request.team, who.owner_id, now)
            requests.settle(session, ticket, str(team.id))
            _note(session, who, "create_team", team, {}, now)
            return _told(session, team)

        return teams_pb2.CreateTeamResponse(team=await self._desk.write(create))

    async def ListTeams(
        self, request: teams_pb2.ListTeamsRequest, context: Context
    ) -> teams_pb2.ListTeamsResponse:
        """Teams by name."""

        def find(session: Session) -> teams_pb2.ListTeamsResponse:
            page = teams.page(session, ask(request))
            members = teams.members(session, [row.id for row in page.items])
            return teams_pb2.ListTeamsResponse(
                teams=[messages.team(row, members[row.id]) for row in page.items],
                next_page_token=page.next_token,
            )

        return await self._desk.read(find)

    async def AddMember(
        self, request: teams_pb2.AddMemberRequest, context: Context
    ) -> teams_pb2.AddMemberResponse:
        """A person joins, or gets another role."""
        who = caller()
        role = messages.member_role_of("role", request.role)

        def add(session: Session) -> teams_pb2.Team:
            now = self._desk.now()
            team = _led(session, who, request.team)
            person = owners.by_name(session, request.person)
            teams.join(session, team.id, person.id, role, now)
            detail: dict[str, Json] = {"person": person.name, "role": role.value}
            _note(session, who, "add_member", team, detail, now)
            return _told(session, team)

        return teams_pb2.AddMemberResponse(team=await self._desk.write(add))

    async def RemoveMember(
        self, request: teams_pb2.RemoveMemberRequest, context: Context
    ) -> teams_pb2.RemoveMemberResponse:
        """A person leaves. Who holds a stream for the team is told so within a second."""
        who = caller()

        def remove(session: Session) -> teams_pb2.Team:
            now = self._desk.now()
            person = owners.by_name(session, request.person)
            is_leaving = person.id == who.owner_id
            team = (
                teams.by_name(session, request.team)
                if is_leaving
                else _led(session, who, request.team)
            )
            teams.leave(session, team.id, person.id, now)
            _note(session, who, "remove_member", team, {"person": person.name}, now)
            return _told(session, team)

        return teams_pb2.RemoveMemberResponse(team=await self._desk.write(remove))

    async def InviteMember(
        self, request: teams_pb2.InviteMemberRequest, context: Context
    ) -> teams_pb2.InviteMemberResponse:
        """A code for a new person in the team: captains may not sign others in."""
        who = caller()
        given = request.expire_time if request.HasField("expire_time") else None
        end = messages.invitation_end(given, self._desk.now())
        role = messages.member_role_of("role", request.role)

        def invite(session: Session) -> str:
            now = self._desk.now()
            team = _led(session, who, request.team)
            welcome = Welcome(request.name, Role.AUTHOR, who.person_id, end, team.id, role)
            _note(session, who, "invite_member", team, {"person": request.name}, now)
            return invitations.invite(session, welcome, now)

        code = await self._desk.write(invite)
        return teams_pb2.InviteMemberResponse(
            code=code, link=messages.link(code), expire_time=convert.timestamp(end)
        )


def _led(session: Session, who: Caller, name: str) -> Owner:
    """A team that the caller may change. Raises NotFound and PERMISSION_DENIED."""
    team = teams.by_name(session, name)
    if who.role is Role.ADMIN or who.owner_id == team.id:
        return team
    place = teams.membership(session, name, who.owner_id)
    if place is None or place.role is not MemberRole.CAPTAIN:
        raise forbidden(f"only captains of {name} and administrators may do this")
    return team


def _told(session: Session, team: Owner) -> teams_pb2.Team:
    return messages.team(team, teams.members(session, [team.id])[team.id])


def _note(
    session: Session, who: Caller, verb: str, team: Owner, detail: dict[str, Json], now: datetime
) -> None:
    audit.note(
        session,
        verb,
        f"owner {team.id}",
        owner_id=who.owner_id,
        person_id=who.person_id,
        detail=detail,
        now=now,
    )
