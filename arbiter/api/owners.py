"""OwnerService: who may come in, for administrators."""

from typing import Any, Final

import grpc
from google.rpc import code_pb2
from sqlalchemy.orm import Session

from pentarch.arbiter.api import account_messages as messages
from pentarch.arbiter.api import convert, limits
from pentarch.arbiter.api.callers import Caller, caller
from pentarch.arbiter.api.desk import Desk, ask
from pentarch.arbiter.api.errors import Refused, invalid
from pentarch.arbiter.store import audit, invitations, owners, teams
from pentarch.arbiter.store import quotas as store
from pentarch.arbiter.store.invitations import Welcome
from pentarch.arbiter.store.models import Owner
from pentarch.arbiter.store.pages import Page
from pentarch.arbiter.store.words import Role
from pentarch.arbiter.v1 import owners_pb2, owners_pb2_grpc
from pentarch.engine.plain import Json

Context = grpc.aio.ServicerContext[Any, Any]
_MOST: Final = 1e15
_YOURSELF: Final = Refused(
    code_pb2.FAILED_PRECONDITION,
    "you cannot disable yourself: ask another administrator",
    field="owner",
)


class Owners(owners_pb2_grpc.OwnerServiceServicer):
    """Invites owners, shuts them out and lets them in, and says how much they may take."""

    def __init__(self, desk: Desk) -> None:
        self._desk: Final = desk

    async def ListOwners(
        self, request: owners_pb2.ListOwnersRequest, context: Context
    ) -> owners_pb2.ListOwnersResponse:
        """Owners by name."""
        page = await self._desk.read(lambda session: owners.page(session, ask(request)))
        return owners_pb2.ListOwnersResponse(
            owners=[convert.owner(row) for row in page.items], next_page_token=page.next_token
        )

    async def DisableOwner(
        self, request: owners_pb2.DisableOwnerRequest, context: Context
    ) -> owners_pb2.DisableOwnerResponse:
        """Shut an owner out. Who holds a stream is told so within a second, by the guard."""
        who = caller()
        if request.owner == who.owner:
            raise _YOURSELF

        def disable(session: Session) -> Owner:
            self._note(session, who, "disable_owner", request.owner)
            return owners.disable(session, request.owner, self._desk.now())

        row = await self._desk.write(disable)
        return owners_pb2.DisableOwnerResponse(owner=convert.owner(row))

    async def EnableOwner(
        self, request: owners_pb2.EnableOwnerRequest, context: Context
    ) -> owners_pb2.EnableOwnerResponse:
        """Let an owner in again."""
        who = caller()

        def enable(session: Session) -> Owner:
            self._note(session, who, "enable_owner", request.owner)
            return owners.enable(session, request.owner)

        row = await self._desk.write(enable)
        return owners_pb2.EnableOwnerResponse(owner=convert.owner(row))

    async def InviteOwner(
        self, request: owners_pb2.InviteOwnerRequest, context: Context
    ) -> owners_pb2.InviteOwnerResponse:
        """A code for a new owner, or for a person who cannot sign in otherwise."""
        who = caller()
        given = request.expire_time if request.HasField("expire_time") else None
        end = messages.invitation_end(given, self._desk.now())
        role = messages.role_of("role", request.role, Role.AUTHOR)
        member = messages.member_role_of("member_role", request.member_role)

        def invite(session: Session) -> str:
            now = self._desk.now()
            team = teams.by_name(session, request.team) if request.team else None
            welcome = Welcome(
                request.name,
                role,
                who.person_id,
                end,
                None if team is None else team.id,
                None if team is None else member,
            )
            code = invitations.invite_again(session, welcome, now)
            audit.note(
                session,
                "invite_owner",
                f"invitation {request.name}",
                owner_id=who.owner_id,
                person_id=who.person_id,
                detail={"role": role.value, "team": request.team},
                now=now,
            )
            return code

        code = await self._desk.write(invite)
        return owners_pb2.InviteOwnerResponse(
            code=code, link=messages.link(code), expire_time=convert.timestamp(end)
        )

    async def GetQuotas(
        self, request: owners_pb2.GetQuotasRequest, context: Context
    ) -> owners_pb2.GetQuotasResponse:
        """How much an owner may take."""
        quotas = await self._desk.read(lambda session: self._quotas(session, request.owner))
        return owners_pb2.GetQuotasResponse(quotas=quotas)

    async def ListUsage(
        self, request: owners_pb2.ListUsageRequest, context: Context
    ) -> owners_pb2.ListUsageResponse:
        """How much all owners may take and have taken."""

        def find(session: Session) -> Page[owners_pb2.Usage]:
            page = owners.page(session, ask(request))
            ids = [row.id for row in page.items]
            found = limits.standings_of(session, ids, self._desk.now())
            return page.map(
                lambda row: owners_pb2.Usage(
                    owner=row.name, quotas=[messages.quota(one) for one in found[row.id]]
                )
            )

        page = await self._desk.read(find)
        return owners_pb2.ListUsageResponse(usage=page.items, next_page_token=page.next_token)

    async def SetQuota(
        self, request: owners_pb2.SetQuotaRequest, context: Context
    ) -> owners_pb2.SetQuotaResponse:
        """Give an owner a quota of its own, or take it back."""
        who = caller()
        good = messages.good_of(request.good)
        most = request.most if request.HasField("most") else None
        if most is not None and not 0 <= most <= _MOST:
            raise invalid("most", f"a quota is 0 to {_MOST:.0e}")

        def change(session: Session) -> list[owners_pb2.Quota]:
            self._note(session, who, "set_quota", request.owner, {"good": good.value, "most": most})
            owner = owners.by_name(session, request.owner)
            store.set_most(session, owner.id, good, most)
            return self._quotas(session, request.owner)

        return owners_pb2.SetQuotaResponse(quotas=await self._desk.write(change))

    def _quotas(self, session: Session, owner: str) -> list[owners_pb2.Quota]:
        id = owners.by_name(session, owner).id
        standings = limits.standings(session, id, self._desk.now())
        return [messages.quota(standing) for standing in standings]

    def _note(
        self,
        session: Session,
        who: Caller,
        verb: str,
        owner: str,
        detail: "dict[str, Json] | None" = None,
    ) -> None:
        subject = f"owner {owners.by_name(session, owner).id}"
        audit.note(
            session,
            verb,
            subject,
            owner_id=who.owner_id,
            person_id=who.person_id,
            detail=detail or {},
            now=self._desk.now(),
        )
