"""Workers: which of them live."""

from collections.abc import Mapping
from datetime import datetime

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from pentarch.arbiter.store.models import Worker
from pentarch.arbiter.store.rows import insert_into


def beat(
    session: Session, name: str, now: datetime, *, rules: Mapping[str, int] | None = None
) -> None:
    """A worker says that it lives; the first time makes it known, with the rules it has."""
    insert = insert_into(session, Worker).values(
        name=name, start_time=now, heartbeat_time=now, rules=dict(rules or {})
    )
    session.execute(
        insert.on_conflict_do_update(
            index_elements=[Worker.name], set_={"heartbeat_time": now, "stop_time": None}
        )
    )


def report(session: Session, name: str, trouble: str | None) -> None:
    """A worker says why it cannot do all of its work, or that it can again."""
    session.execute(update(Worker).where(Worker.name == name).values(trouble=trouble))


def can_play(session: Session, ruleset: str, version: int, since: datetime) -> bool:
    """Whether a living worker has that version of a ruleset."""
    return any(row.rules.get(ruleset) == version for row in living(session, since))


def stop(session: Session, name: str, now: datetime) -> None:
    """A worker says goodbye: it no longer counts as living."""
    session.execute(update(Worker).where(Worker.name == name).values(stop_time=now))


def forget(session: Session, before: datetime) -> None:
    """Delete the workers whose last sign of life was before a moment."""
    session.execute(delete(Worker).where(Worker.heartbeat_time < before))


def living(session: Session, since: datetime) -> list[Worker]:
    """The workers that gave a sign of life at or after a moment, by name."""
    query = (
        select(Worker)
        .where(Worker.heartbeat_time >= since, Worker.stop_time.is_(None))
        .order_by(Worker.name)
    )
    return list(session.scalars(query))
