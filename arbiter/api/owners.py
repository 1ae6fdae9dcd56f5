"""OwnerService: who may come in, for administrators."""

from typing import Any, Final

import grpc
from google.rpc import code_pb2
from sqlalchemy.orm import Session

from pentarch.arbiter.api import convert
from pentarch.arbiter.api.callers import Caller, caller
from pentarch.arbiter.api.desk import Desk, ask
from pentarch.arbiter.api.errors import Refused
from pentarch.arbiter.store import audit, owners
from pentarch.arbiter.store.models import Owner
from pentarch.arbiter.v1 import owners_pb2, owners_pb2_grpc

Context = grpc.aio.ServicerContext[Any, Any]
_YOURSELF: Final = Refused(
    code_pb2.FAILED_PRECONDITION,
    "you cannot disable yourself: ask another administrator",
    field="owner",
)


class Owners(owners_pb2_grpc.OwnerServiceServicer):
    """Shuts owners out and lets them in."""

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

    def _note(self, session: Session, who: Caller, verb: str, owner: str) -> None:
        subject = f"owner {owners.by_name(session, owner).id}"
        now = self._desk.now()
        audit.note(session, verb, subject, owner_id=who.owner_id, detail={}, now=now)
