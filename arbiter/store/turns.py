"""Turns in the store: what `competition.turns` says, with the rows of owners in a table.

A queue's time is read from the ends of two indices, and an owner's row is locked while a job of
theirs is queued. Nothing here looks at jobs that are over.
"""

from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session

from pentarch.arbiter.competition.turns import end_of, queue_time, turn_of
from pentarch.arbiter.store.models import Turn
from pentarch.arbiter.store.rows import insert_missing


def take(
    session: Session,
    queue: str,
    owner_id: int | None,
    *,
    first: Select[float | None],
    cost: float,
    weight: float = 1.0,
) -> float:
    """The turn of a job in a queue; `first` asks for the turn of the job that waits first.

    What the arbiter itself wants done stands where somebody who comes new would.
    """
    if owner_id is None:
        return _time(session, queue, first)
    insert_missing(
        session, Turn, [{"queue": queue, "owner_id": owner_id, "ends": 0.0, "came": 0.0}]
    )
    row = session.scalars(
        select(Turn)
        .where(Turn.queue == queue, Turn.owner_id == owner_id)
        .with_for_update()
        .execution_options(populate_existing=True)
    ).one()
    now = _time(session, queue, first)
    turn = turn_of(now, row.ends)
    row.came = now
    row.ends = end_of(turn, cost, weight)
    return turn


def _time(session: Session, queue: str, first: Select[float | None]) -> float:
    ends = session.scalar(select(func.max(Turn.ends)).where(Turn.queue == queue))
    came = session.scalar(select(func.max(Turn.came)).where(Turn.queue == queue))
    return queue_time(session.scalar(first), ends or 0.0, came or 0.0)
