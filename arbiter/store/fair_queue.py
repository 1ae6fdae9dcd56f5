"""Fair queues in the store: what `competition.fair_queue` says, with the owners in a table.

A queue's time is read from the ends of two indices, and an owner's row is locked while a job of
theirs is queued. Nothing here looks at jobs that are over.
"""

from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session

from pentarch.arbiter.competition.fair_queue import finish_tag, queue_time, start_tag
from pentarch.arbiter.store.models import QueuedOwner
from pentarch.arbiter.store.rows import insert_missing


def join(
    session: Session,
    queue: str,
    owner_id: int | None,
    *,
    first: Select[float | None],
    cost: float,
    weight: float = 1.0,
) -> float:
    """The start tag of a job that joins a queue; `first` asks for that of the job waiting first.

    What the arbiter itself wants done stands where a newcomer would.
    """
    if owner_id is None:
        return _time(session, queue, first)
    insert_missing(
        session,
        QueuedOwner,
        [{"queue": queue, "owner_id": owner_id, "ends": 0.0, "came": 0.0}],
    )
    owner = session.scalars(
        select(QueuedOwner)
        .where(QueuedOwner.queue == queue, QueuedOwner.owner_id == owner_id)
        .with_for_update()
        .execution_options(populate_existing=True)
    ).one()
    now = _time(session, queue, first)
    start = start_tag(now, owner.ends)
    owner.came = now
    owner.ends = finish_tag(start, cost, weight)
    return start


def _time(session: Session, queue: str, first: Select[float | None]) -> float:
    here = QueuedOwner.queue == queue
    latest = session.scalar(select(func.max(QueuedOwner.ends)).where(here))
    passed = session.scalar(select(func.max(QueuedOwner.came)).where(here))
    return queue_time(session.scalar(first), latest or 0.0, passed or 0.0)
