"""StudyService: annotated steps of matches, for everybody to read."""

from typing import Any, Final

import grpc
from sqlalchemy.orm import Session

from pentarch.arbiter.api import convert
from pentarch.arbiter.api.callers import Caller, caller
from pentarch.arbiter.api.desk import Desk, ask
from pentarch.arbiter.api.errors import forbidden
from pentarch.arbiter.store import audit, requests, studies
from pentarch.arbiter.store.models import Study
from pentarch.arbiter.store.requests import Ticket
from pentarch.arbiter.studies.messages import VALUES, draft_of, page_message
from pentarch.arbiter.v1 import studies_pb2, studies_pb2_grpc

Context = grpc.aio.ServicerContext[Any, Any]


class Studies(studies_pb2_grpc.StudyServiceServicer):
    """Keeps studies."""

    def __init__(self, desk: Desk) -> None:
        self._desk: Final = desk

    async def CreateStudy(
        self, request: studies_pb2.CreateStudyRequest, context: Context
    ) -> studies_pb2.CreateStudyResponse:
        """A new study; the same request id gives the same one."""
        who, draft = caller(), draft_of(request.study)
        content = request.SerializeToString(deterministic=True)
        ticket = Ticket(who.owner_id, request.request_id, "CreateStudy", content)

        def create(session: Session) -> studies_pb2.Study:
            now = self._desk.now()
            before = requests.repeated(session, ticket, now)
            if before is not None:
                return _study(studies.get(session, before), with_pages=True)
            made = studies.create(session, who.owner_id, draft, now)
            requests.settle(session, ticket, made.name)
            self._note(session, "create_study", made, who)
            return _study(made, with_pages=True)

        return studies_pb2.CreateStudyResponse(study=await self._desk.write(create))

    async def UpdateStudy(
        self, request: studies_pb2.UpdateStudyRequest, context: Context
    ) -> studies_pb2.UpdateStudyResponse:
        """A study written anew."""
        who, draft = caller(), draft_of(request.study)

        def change(session: Session) -> studies_pb2.Study:
            row = studies.locked(session, request.id)
            # Administrators delete; nobody puts words into another's mouth.
            if row.owner_id != who.owner_id:
                raise forbidden("this study belongs to somebody else")
            now = self._desk.now()
            changed = studies.change(session, row, draft, request.revision, now)
            return _study(changed, with_pages=True)

        return studies_pb2.UpdateStudyResponse(study=await self._desk.write(change))

    async def DeleteStudy(
        self, request: studies_pb2.DeleteStudyRequest, context: Context
    ) -> studies_pb2.DeleteStudyResponse:
        """Forget a study."""
        who = caller()

        def delete(session: Session) -> None:
            row = studies.locked(session, request.id)
            who.require_owner(row.owner_id)
            self._note(session, "delete_study", row, who)
            studies.remove(session, row)

        await self._desk.write(delete)
        return studies_pb2.DeleteStudyResponse()

    async def GetStudy(
        self, request: studies_pb2.GetStudyRequest, context: Context
    ) -> studies_pb2.GetStudyResponse:
        """A study with its pages."""
        found = await self._desk.read(
            lambda session: _study(studies.get(session, request.id), with_pages=True)
        )
        return studies_pb2.GetStudyResponse(study=found)

    async def ListStudies(
        self, request: studies_pb2.ListStudiesRequest, context: Context
    ) -> studies_pb2.ListStudiesResponse:
        """Studies, newest first."""
        who = caller()
        page = await self._desk.read(
            lambda session: studies.page(
                session,
                ask(request),
                owner_id=who.owner_id if request.own else None,
                match_id=request.match_id or None,
                is_own=request.own,
            )
        )
        return studies_pb2.ListStudiesResponse(
            studies=[_study(row, with_pages=False) for row in page.items],
            next_page_token=page.next_token,
        )

    def _note(self, session: Session, verb: str, row: Study, who: Caller) -> None:
        audit.note(
            session,
            verb,
            f"study {row.name}",
            owner_id=who.owner_id,
            person_id=who.person_id,
            detail={"title": row.title},
            now=self._desk.now(),
        )


def _study(row: Study, *, with_pages: bool) -> studies_pb2.Study:
    pages = studies.draft_of(row).pages if with_pages else ()
    return studies_pb2.Study(
        id=row.name,
        owner=row.owner.name,
        title=row.title,
        text=row.text,
        visibility=VALUES[row.visibility],
        pages=[page_message(page) for page in pages],
        page_count=row.page_count,
        revision=row.revision,
        create_time=convert.timestamp(row.create_time),
        update_time=convert.timestamp(row.update_time),
    )
