"""Quotas: how much an owner may take in a day, and what is taken.

What is taken is added up by owner and day as it is taken, so that no history is ever counted.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from pentarch.arbiter.store.errors import TooMuch
from pentarch.arbiter.store.models import Quota, QuotaTally
from pentarch.arbiter.store.rows import insert_into
from pentarch.arbiter.store.words import Good

_EVER: Final = date(1970, 1, 1)
"""The day of what is not counted by days."""
_UNITS: Final = {
    Good.VERSIONS: "versions",
    Good.MATCHES: "matches by hand",
    Good.CPU_SECONDS: "CPU seconds of matches by hand",
    Good.STORAGE: "bytes of packages",
}


@dataclass(frozen=True)
class QuotaStanding:
    """An owner's quota of something: the most (None: no limit), what is taken, when it renews."""

    good: Good
    most: float | None
    taken: float
    is_own: bool
    renew_time: datetime | None


def standings(
    session: Session, owner_id: int, usual: Mapping[Good, float], now: datetime
) -> list[QuotaStanding]:
    """Every quota of an owner; `usual` is what everybody has, 0 for no limit."""
    return standings_of(session, [owner_id], usual, now)[owner_id]


def standings_of(
    session: Session, owner_ids: Collection[int], usual: Mapping[Good, float], now: datetime
) -> dict[int, list[QuotaStanding]]:
    """The same for several owners."""
    quotas = select(Quota).where(Quota.owner_id.in_(owner_ids))
    own = {(row.owner_id, row.good): row.most for row in session.scalars(quotas)}
    today = now.astimezone(UTC).date()
    tallies = select(QuotaTally).where(
        QuotaTally.owner_id.in_(owner_ids), QuotaTally.day.in_([today, _EVER])
    )
    taken = {(row.owner_id, row.good, row.day): row.amount for row in session.scalars(tallies)}
    return {
        id: [
            QuotaStanding(
                good,
                own[id, good] if (id, good) in own else usual[good] or None,
                taken.get((id, good, _day(good, now)), 0.0),
                (id, good) in own,
                _tomorrow(now) if good.is_daily else None,
            )
            for good in Good
        ]
        for id in owner_ids
    }


def set_most(session: Session, owner_id: int, good: Good, most: float | None) -> None:
    """Give an owner a quota of its own; None takes it back."""
    row = session.get(Quota, (owner_id, good))
    if row is not None and most is None:
        session.delete(row)
    elif row is not None and most is not None:
        row.most = most
    elif most is not None:
        session.add(Quota(owner_id=owner_id, good=good, most=most))
    session.flush()


def take(
    session: Session,
    owner_id: int,
    wanted: Mapping[Good, float],
    usual: Mapping[Good, float],
    now: datetime,
) -> None:
    """Take so much of each good, or nothing at all of any. Raises TooMuch."""
    for good in Good:
        if wanted.get(good):
            # Of two calls at the same time, the second waits here and sees what the first took.
            add(session, owner_id, good, wanted[good], now)
    for standing in standings(session, owner_id, usual, now):
        if standing.good in wanted and _is_over(standing, wanted[standing.good]):
            raise TooMuch(_refusal(standing, wanted[standing.good]))


def add(session: Session, owner_id: int, good: Good, amount: float, now: datetime) -> None:
    """Count what an owner has taken, without asking."""
    adding = insert_into(session, QuotaTally).values(
        owner_id=owner_id, good=good, day=_day(good, now), amount=amount
    )
    session.execute(
        adding.on_conflict_do_update(
            index_elements=["owner_id", "good", "day"],
            set_={"amount": QuotaTally.amount + adding.excluded.amount},
        ),
        execution_options={"synchronize_session": False},
    )


def _is_over(standing: QuotaStanding, wanted: float) -> bool:
    """Whether it was too much. What is known only afterwards is wanted as 0: then there must be
    something left."""
    if standing.most is None:
        return False
    return standing.taken > standing.most or (not wanted and standing.taken >= standing.most)


def _refusal(standing: QuotaStanding, wanted: float) -> str:
    assert standing.most is not None
    left = max(0.0, standing.most - (standing.taken - wanted))
    of = _UNITS[standing.good]
    if standing.renew_time is None:
        return (
            f"your quota is {standing.most:.0f} {of}, and {left:.0f} are left: "
            "ask an administrator for more"
        )
    return (
        f"your quota is {standing.most:.0f} {of} a day, and {left:.0f} are left: "
        f"there are new ones at {standing.renew_time:%Y-%m-%d %H:%M} UTC"
    )


def _day(good: Good, now: datetime) -> date:
    return now.astimezone(UTC).date() if good.is_daily else _EVER


def _tomorrow(now: datetime) -> datetime:
    day = now.astimezone(UTC).date() + timedelta(days=1)
    return datetime.combine(day, time(), UTC)
