"""OrganiserService: announcements, the audit, and what goes wrong."""

from datetime import datetime, timedelta
from typing import Any, Final

import grpc
from sqlalchemy.orm import Session

from pentarch.arbiter.api.account_messages import moment
from pentarch.arbiter.api.callers import Caller, caller
from pentarch.arbiter.api.convert import timestamp
from pentarch.arbiter.api.desk import Desk, ask
from pentarch.arbiter.api.errors import invalid
from pentarch.arbiter.store import announcements, audit, faults, owners
from pentarch.arbiter.store.audit import Done
from pentarch.arbiter.store.models import Announcement
from pentarch.arbiter.store.pages import Page
from pentarch.arbiter.v1 import organisers_pb2 as pb
from pentarch.arbiter.v1 import organisers_pb2_grpc
from pentarch.engine.plain import Json

Context = grpc.aio.ServicerContext[Any, Any]
_LONGEST_TEXT: Final = 500
_LONGEST_SUBJECT: Final = 200
_USUAL: Final = timedelta(days=7)
_LONGEST: Final = timedelta(days=366)


class Organisers(organisers_pb2_grpc.OrganiserServiceServicer):
    """Tells everybody something, and administrators what was done and what went wrong."""

    def __init__(self, desk: Desk) -> None:
        self._desk: Final = desk

    async def Announce(self, request: pb.AnnounceRequest, context: Context) -> pb.AnnounceResponse:
        """Show a text on every page until it expires."""
        who = caller()
        text = " ".join(request.text.split())
        if not 0 < len(text) <= _LONGEST_TEXT or not text.isprintable():
            raise invalid("text", f"say something, in 1 to {_LONGEST_TEXT} printable characters")
        now = self._desk.now()
        end = _end(request, now)

        def announce(session: Session) -> Announcement:
            row = announcements.announce(session, who.owner_id, text, expire_time=end, now=now)
            _note(session, who, "announce", row, now)
            return row

        row = await self._desk.write(announce)
        return pb.AnnounceResponse(announcement=_announcement(row))

    async def ListAnnouncements(
        self, request: pb.ListAnnouncementsRequest, context: Context
    ) -> pb.ListAnnouncementsResponse:
        """What is announced now."""
        now = self._desk.now()
        page = await self._desk.read(lambda session: announcements.page(session, ask(request), now))
        return pb.ListAnnouncementsResponse(
            announcements=[_announcement(row) for row in page.items],
            next_page_token=page.next_token,
        )

    async def WithdrawAnnouncement(
        self, request: pb.WithdrawAnnouncementRequest, context: Context
    ) -> pb.WithdrawAnnouncementResponse:
        """Take an announcement back."""
        who = caller()

        def withdraw(session: Session) -> Announcement:
            now = self._desk.now()
            row = announcements.withdraw(session, request.announcement_id, now)
            _note(session, who, "withdraw_announcement", row, now)
            return row

        row = await self._desk.write(withdraw)
        return pb.WithdrawAnnouncementResponse(announcement=_announcement(row))

    async def ListAudit(
        self, request: pb.ListAuditRequest, context: Context
    ) -> pb.ListAuditResponse:
        """Who did what."""
        if len(request.subject) > _LONGEST_SUBJECT:
            raise invalid("subject", f"a subject has at most {_LONGEST_SUBJECT} characters")

        def find(session: Session) -> Page[Done]:
            by = owners.by_name(session, request.owner).id if request.owner else None
            return audit.page(session, ask(request), owner_id=by, subject=request.subject)

        page = await self._desk.read(find)
        return pb.ListAuditResponse(
            entries=[_entry(row) for row in page.items], next_page_token=page.next_token
        )

    async def GetFaults(
        self, request: pb.GetFaultsRequest, context: Context
    ) -> pb.GetFaultsResponse:
        """What went wrong in the newest matches."""
        found = await self._desk.read(faults.recent)
        return pb.GetFaultsResponse(
            matches=found.matches,
            bots=[
                pb.BotFault(bot=one.bot, owner=one.owner, verdict=one.verdict, seats=one.seats)
                for one in found.bots
            ],
            workers=[
                pb.WorkerFault(worker=one.worker, verdict=one.verdict, attempts=one.attempts)
                for one in found.workers
            ],
        )


def _end(request: pb.AnnounceRequest, now: datetime) -> datetime:
    """When an announcement expires. Raises Refused."""
    if not request.HasField("expire_time"):
        return now + _USUAL
    end = moment("expire_time", request.expire_time)
    if not now < end <= now + _LONGEST:
        raise invalid("expire_time", "an announcement expires in the future, within a year")
    return end


def _announcement(row: Announcement) -> pb.Announcement:
    return pb.Announcement(
        id=row.id,
        text=row.text,
        owner=row.owner.name,
        create_time=timestamp(row.create_time),
        expire_time=timestamp(row.expire_time),
    )


def _entry(row: Done) -> pb.AuditEntry:
    return pb.AuditEntry(
        id=row.id,
        create_time=timestamp(row.create_time),
        owner=row.owner or "",
        person=row.person or "",
        verb=row.verb,
        subject=row.subject,
        details={name: _word(value) for name, value in row.detail.items()},
    )


def _word(value: Json) -> str:
    """A detail of the audit as text."""
    if isinstance(value, list):
        return ", ".join(_word(one) for one in value)
    return "" if value is None else str(value)


def _note(session: Session, who: Caller, verb: str, row: Announcement, now: datetime) -> None:
    audit.note(
        session,
        verb,
        f"announcement {row.id}",
        owner_id=who.owner_id,
        person_id=who.person_id,
        detail={"text": row.text},
        now=now,
    )
