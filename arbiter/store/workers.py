"""Workers: which of them live."""

from datetime import datetime

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from arbiter.store.models import Worker
from arbiter.store.rows import insert_into


def beat(session: Session, name: str, now: datetime) -> None:
    """A worker says that it lives; the first time makes it known."""
    insert = insert_into(session, Worker).values(name=name, start_time=now, heartbeat_time=now)
    session.execute(
        insert.on_conflict_do_update(
            index_elements=[Worker.name], set_={"heartbeat_time": now, "stop_time": None}
        )
    )


def stop(session: Session, name: str, now: datetime) -> None:
    """A worker says goodbye: it no longer counts as living."""
    session.execute(update(Worker).where(Worker.name == name).values(stop_time=now))


def living(session: Session, since: datetime) -> list[Worker]:
    """The workers that gave a sign of life at or after a moment, by name."""
    query = (
        select(Worker)
        .where(Worker.heartbeat_time >= since, Worker.stop_time.is_(None))
        .order_by(Worker.name)
    )
    return list(session.scalars(query))


def forget(session: Session, before: datetime) -> int:
    """Delete workers that have been silent since before a moment; how many."""
    gone = session.execute(
        delete(Worker).where(Worker.heartbeat_time < before).returning(Worker.name)
    )
    return len(gone.all())
