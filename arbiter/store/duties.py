"""Duties: work that a few nodes do for all of them. Whoever holds one renews it in time."""

from collections.abc import Collection
from datetime import datetime, timedelta

from sqlalchemy import delete, func, or_, select
from sqlalchemy.orm import Session

from pentarch.arbiter.store.models import Duty
from pentarch.arbiter.store.rows import insert_into


def hold(session: Session, name: str, holder: str, now: datetime, duration: timedelta) -> bool:
    """Take a duty that nobody holds, or go on holding it; whether it is the holder's from now on.

    It is until the deadline, unless it is renewed. One statement, which waits for nobody.
    """
    values = {"holder": holder, "deadline": now + duration}
    is_free = or_(Duty.holder == holder, Duty.deadline < now)
    query = (
        insert_into(session, Duty)
        .values(name=name, **values)
        .on_conflict_do_update(index_elements=[Duty.name], set_=values, where=is_free)
        .returning(Duty.name)
    )
    return session.execute(query).first() is not None


def are_held(session: Session, names: Collection[str], now: datetime) -> bool:
    """Whether all of these are held by anybody. Looking locks nothing, taking does."""
    query = select(func.count()).where(Duty.name.in_(names), Duty.deadline >= now)
    return session.scalar(query) == len(names)


def let_go(session: Session, holder: str) -> None:
    """Leave all duties of a holder to others."""
    session.execute(delete(Duty).where(Duty.holder == holder))
