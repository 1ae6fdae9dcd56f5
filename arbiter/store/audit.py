"""The audit: who did what, for administrators."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session, aliased

from pentarch.arbiter.store.models import AuditEntry, Owner
from pentarch.arbiter.store.pages import Ask, Page
from pentarch.engine.plain import Json


@dataclass(frozen=True)
class Done:
    """Something that somebody did: the arbiter itself, where there is no owner."""

    id: int
    create_time: datetime
    owner: str | None
    person: str | None
    """Who did it in the name of a team."""
    verb: str
    subject: str
    detail: Mapping[str, Json]


def note(
    session: Session,
    verb: str,
    subject: str,
    *,
    owner_id: int | None,
    person_id: int | None = None,
    detail: Mapping[str, Json],
    now: datetime,
) -> None:
    """Keep that somebody (None: the arbiter itself) did something to a subject (`match 17`).

    Where the owner is a team, the person is who did it in its name.
    """
    session.add(
        AuditEntry(
            create_time=now,
            owner_id=owner_id,
            person_id=None if person_id == owner_id else person_id,
            verb=verb,
            subject=subject,
            detail=dict(detail),
        )
    )


def was_done(session: Session, verb: str, subject: str) -> bool:
    """Whether something was done to a subject before."""
    query = select(AuditEntry.id).where(AuditEntry.subject == subject, AuditEntry.verb == verb)
    return session.scalar(query.limit(1)) is not None


def details(session: Session, verb: str, subject: str) -> list[tuple[datetime, Mapping[str, Json]]]:
    """How often something was done to a subject: when, and what was noted of it, oldest first."""
    query = (
        select(AuditEntry)
        .where(AuditEntry.subject == subject, AuditEntry.verb == verb)
        .order_by(AuditEntry.id)
    )
    return [(row.create_time, row.detail) for row in session.scalars(query)]


def page(
    session: Session, ask: Ask, *, owner_id: int | None = None, subject: str = ""
) -> Page[Done]:
    """What was done, newest first: of one owner, and to one subject, where they are given."""
    owner, person = aliased(Owner), aliased(Owner)
    query = (
        select(AuditEntry, owner.name, person.name)
        .outerjoin(owner, owner.id == AuditEntry.owner_id)
        .outerjoin(person, person.id == AuditEntry.person_id)
        .order_by(AuditEntry.id.desc())
        .limit(ask.limit + 1)
    )
    if owner_id is not None:
        query = query.where(AuditEntry.owner_id == owner_id)
    if subject:
        query = query.where(AuditEntry.subject == subject)
    after = ask.after_id("audit", owner_id, subject)
    if after is not None:
        query = query.where(AuditEntry.id < after)
    rows = [
        Done(row.id, row.create_time, by, person, row.verb, row.subject, row.detail)
        for row, by, person in session.execute(query)
    ]
    return ask.page(rows, lambda row: [row.id], "audit", owner_id, subject)
