"""The audit: who did what, for administrators."""

from collections.abc import Mapping
from datetime import datetime

from sqlalchemy.orm import Session

from pentarch.arbiter.store.models import AuditEntry
from pentarch.engine.plain import Json


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
    """Keep that somebody (None: the arbiter itself) did something to a subject (`match/17`).

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
