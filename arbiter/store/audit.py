"""The audit: who did what, for administrators."""

from collections.abc import Mapping
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from pentarch.arbiter.store.models import AuditEntry
from pentarch.arbiter.store.pages import Ask, Page
from pentarch.engine.plain import Json


def note(
    session: Session,
    verb: str,
    subject: str,
    *,
    owner_id: int | None,
    detail: Mapping[str, Json],
    now: datetime,
) -> None:
    """Keep that somebody (None: the arbiter itself) did something to a subject (`match/17`)."""
    session.add(
        AuditEntry(
            create_time=now, owner_id=owner_id, verb=verb, subject=subject, detail=dict(detail)
        )
    )


def page(
    session: Session, ask: Ask, *, subject: str | None = None, owner_id: int | None = None
) -> Page[AuditEntry]:
    """Entries, newest first, of one subject or one owner where given."""
    query = select(AuditEntry).order_by(AuditEntry.id.desc()).limit(ask.limit + 1)
    if subject is not None:
        query = query.where(AuditEntry.subject == subject)
    if owner_id is not None:
        query = query.where(AuditEntry.owner_id == owner_id)
    after = ask.after_id("audit", subject, owner_id)
    if after is not None:
        query = query.where(AuditEntry.id < after)
    rows = session.scalars(query).all()
    return ask.page(rows, lambda entry: [entry.id], "audit", subject, owner_id)
