"""Request ids: a creating call that is repeated gets the answer of the first one.

    subject = requests.repeated(session, ticket, now)
    if subject is not None:
        return matches.get(session, int(subject))
    match = matches.create(session, ...)
    requests.settle(session, ticket, str(match.id))

All in one writing session: if the call fails, its request id is free again.
"""

import hashlib
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import delete, select, tuple_
from sqlalchemy.orm import Session

from pentarch.arbiter.store.errors import InvalidName, RequestReused
from pentarch.arbiter.store.models import Request
from pentarch.arbiter.store.rows import insert_new

LONGEST: Final = 64


@dataclass(frozen=True)
class Ticket:
    """Who calls what with which request id; `content` is the request itself, as bytes."""

    owner_id: int
    request_id: str
    method: str
    content: bytes

    @property
    def fingerprint(self) -> str:
        """What tells another request under the same id apart."""
        return hashlib.sha256(self.content).hexdigest()


def repeated(session: Session, ticket: Ticket, now: datetime) -> str | None:
    """What an earlier call under this id made, or None: then this call must `settle` it.

    Of two calls at the same time the second waits for the first. Raises RequestReused when the id
    was used for something else, InvalidName for an id that is none.
    """
    if not 0 < len(ticket.request_id) <= LONGEST:
        raise InvalidName(f"a request id has 1 to {LONGEST} characters")
    row = {
        "owner_id": ticket.owner_id,
        "request_id": ticket.request_id,
        "method": ticket.method,
        "fingerprint": ticket.fingerprint,
        "create_time": now,
    }
    if insert_new(session, Request, row):
        return None
    request = _find(session, ticket)
    if request.method != ticket.method or request.fingerprint != ticket.fingerprint:
        raise RequestReused(f"request id {ticket.request_id!r} was used for another request")
    return request.subject


def settle(session: Session, ticket: Ticket, subject: str) -> None:
    """Keep what the call made, for its repetitions."""
    _find(session, ticket).subject = subject


def forget(session: Session, before: datetime, *, most: int = 1000) -> None:
    """Delete the ids of calls before a moment, oldest first, at most that many.

    Whoever repeats such a call makes something new.
    """
    key = tuple_(Request.owner_id, Request.request_id)
    old = select(Request.owner_id, Request.request_id).where(Request.create_time < before)
    oldest = old.order_by(Request.create_time).limit(most)
    session.execute(delete(Request).where(key.in_(oldest)))


def _find(session: Session, ticket: Ticket) -> Request:
    query = (
        select(Request)
        .where(Request.owner_id == ticket.owner_id, Request.request_id == ticket.request_id)
        .execution_options(populate_existing=True)
    )
    return session.scalars(query).one()
