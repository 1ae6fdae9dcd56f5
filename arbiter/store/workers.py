"""Workers: which of them live."""

from collections.abc import Collection, Mapping
from datetime import datetime

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from pentarch.arbiter.store.models import Worker
from pentarch.arbiter.store.rows import insert_missing


def beat(
    session: Session,
    names: Collection[str],
    now: datetime,
    *,
    rules: Mapping[str, int] | None = None,
) -> None:
    """Workers live; the first time makes them known, with the rules they have. Waits for nobody: a
    worker that another transaction is changing gives its sign the next time."""
    if not names:
        return
    there = select(Worker.name).where(Worker.name.in_(sorted(names)))
    told = session.scalars(
        update(Worker)
        .where(Worker.name.in_(there.with_for_update(skip_locked=True)))
        .values(heartbeat_time=now, stop_time=None)
        .returning(Worker.name)
        .execution_options(synchronize_session=False)
    ).all()
    if len(told) == len(set(names)):
        return
    new = sorted(set(names).difference(session.scalars(there)))
    row = {"start_time": now, "heartbeat_time": now, "rules": dict(rules or {})}
    insert_missing(session, Worker, [{"name": name, **row} for name in new])


def report(session: Session, name: str, trouble: str | None) -> bool:
    """A worker says why it cannot do all of its work, or that it can again; whether it is known."""
    query = update(Worker).where(Worker.name == name).values(trouble=trouble)
    return session.execute(query.returning(Worker.name)).first() is not None


def can_play(session: Session, ruleset: str, version: int, since: datetime) -> bool:
    """Whether a living worker has that version of a ruleset."""
    return any(row.rules.get(ruleset) == version for row in living(session, since))


def stop(session: Session, names: Collection[str], now: datetime) -> None:
    """Workers have ended: they no longer count as living."""
    if names:
        session.execute(
            update(Worker)
            .where(Worker.name.in_(sorted(names)))
            .values(stop_time=now)
            .execution_options(synchronize_session=False)
        )


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
