"""Deliveries: leased, tried, tried again, given up.

waiting -> trying -> delivered | waiting | given_up; and dropped with the subscription. Of a
subscription only the oldest delivery that is not over is tried, so that things arrive in order and
an address that does not answer costs one try at a time. A try that nobody hands in counts as failed
when its lease runs out.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import exists, select, update
from sqlalchemy.orm import Session, aliased, joinedload

from pentarch.arbiter.notices.messages import Parcel
from pentarch.arbiter.notices.post import Receipt
from pentarch.arbiter.store.models import Delivery, Subscription
from pentarch.arbiter.store.notices import Saying, message, say
from pentarch.arbiter.store.pages import Ask, Page
from pentarch.arbiter.store.reports import Report
from pentarch.arbiter.store.words import DeliveryState, NoticeKind, SubscriptionState

_OPEN: Final = [state for state in DeliveryState if not state.is_over]
_LEASE: Final = timedelta(seconds=60)
"""A try takes a few seconds; after so long whoever made it is gone."""


@dataclass(frozen=True)
class Schedule:
    """The pauses between tries. After the last one a delivery is given up."""

    pauses: tuple[timedelta, ...]

    @property
    def most(self) -> int:
        """How often a delivery is tried."""
        return len(self.pauses) + 1


SCHEDULE: Final = Schedule(
    (
        timedelta(seconds=10),
        timedelta(minutes=1),
        timedelta(minutes=5),
        timedelta(minutes=15),
        *(timedelta(hours=1) for _ in range(24)),
    )
)
"""The documented one: quickly at first, then every hour of a day."""


@dataclass(frozen=True)
class Try:
    """The right to try a delivery; the epoch goes with what came of it."""

    delivery_id: int
    epoch: int
    parcel: Parcel


def is_due(session: Session, now: datetime) -> bool:
    """Whether there is anything to try. Cheap, for those who ask often."""
    query = select(Delivery.id).where(Delivery.state.in_(_OPEN), Delivery.due_time <= now).limit(1)
    return session.scalar(query) is not None


def begin(session: Session, now: datetime, schedule: Schedule = SCHEDULE) -> Try | None:
    """Lease the delivery that has been due longest, if any."""
    earlier = aliased(Delivery)
    is_behind = exists().where(
        earlier.subscription_id == Delivery.subscription_id,
        earlier.state.in_(_OPEN),
        earlier.id < Delivery.id,
    )
    query = (
        select(Delivery)
        .where(Delivery.state.in_(_OPEN), Delivery.due_time <= now, ~is_behind)
        .options(
            joinedload(Delivery.notice, innerjoin=True),
            joinedload(Delivery.subscription, innerjoin=True),
        )
        .order_by(Delivery.due_time, Delivery.id)
        .limit(1)
        .with_for_update(of=Delivery, skip_locked=True)
    )
    found = session.scalar(query)
    if found is None:
        return None
    if found.state is DeliveryState.TRYING:
        _note(found, now, "whoever tried it is gone", 0.0)
        if found.tries >= schedule.most:
            _give_up(session, found, now)
            return None
    found.state = DeliveryState.TRYING
    found.tries += 1
    found.epoch += 1
    found.due_time = now + _LEASE
    session.flush()
    to = found.subscription
    parcel = Parcel(found.id, found.tries, to.way, to.address, to.secret, message(found.notice))
    return Try(found.id, found.epoch, parcel)


def end(
    session: Session,
    tried: Try,
    answer: Receipt,
    seconds: float,
    now: datetime,
    schedule: Schedule = SCHEDULE,
) -> Report:
    """Keep what came of a try, and say when the next one is."""
    found = session.scalar(
        select(Delivery)
        .where(Delivery.id == tried.delivery_id)
        .options(joinedload(Delivery.subscription, innerjoin=True))
        .with_for_update(of=Delivery)
    )
    if found is None:
        return Report.UNKNOWN
    if found.state is not DeliveryState.TRYING or found.epoch != tried.epoch:
        return Report.LATE
    _note(found, now, answer.text, seconds)
    if answer.is_delivered:
        found.state = DeliveryState.DELIVERED
        found.end_time = now
    elif answer.is_final or found.tries >= schedule.most:
        _give_up(session, found, now)
    else:
        found.state = DeliveryState.WAITING
        found.due_time = now + schedule.pauses[found.tries - 1]
    return Report.DONE


def drop(session: Session, subscription_id: int, now: datetime) -> None:
    """Let go of everything that waits for a subscription."""
    session.execute(
        update(Delivery)
        .where(Delivery.subscription_id == subscription_id, Delivery.state.in_(_OPEN))
        .values(state=DeliveryState.DROPPED, end_time=now)
        .execution_options(synchronize_session=False)
    )


def hurry(session: Session, subscription_id: int, now: datetime) -> None:
    """Try what waits for a subscription at once."""
    session.execute(
        update(Delivery)
        .where(
            Delivery.subscription_id == subscription_id,
            Delivery.state == DeliveryState.WAITING,
            Delivery.due_time > now,
        )
        .values(due_time=now)
        .execution_options(synchronize_session=False)
    )


def page(
    session: Session, ask: Ask, owner_id: int, *, subscription_id: int | None = None
) -> Page[Delivery]:
    """The deliveries of an owner with their notices, newest first."""
    query = (
        select(Delivery)
        .join(Subscription, Subscription.id == Delivery.subscription_id)
        .where(Subscription.owner_id == owner_id)
        .options(joinedload(Delivery.notice), joinedload(Delivery.subscription))
        .order_by(Delivery.id.desc())
        .limit(ask.limit + 1)
    )
    if subscription_id is not None:
        query = query.where(Delivery.subscription_id == subscription_id)
    after = ask.after_id("deliveries", owner_id, subscription_id)
    if after is not None:
        query = query.where(Delivery.id < after)
    rows = session.scalars(query).all()
    return ask.page(rows, lambda row: [row.id], "deliveries", owner_id, subscription_id)


def _note(found: Delivery, now: datetime, answer: str, seconds: float) -> None:
    entry = {"time": now.isoformat(), "answer": answer[:200], "seconds": round(seconds, 3)}
    # A new list: SQLAlchemy does not notice one that grows.
    found.log = [*found.log, entry]


def _give_up(session: Session, found: Delivery, now: datetime) -> None:
    """The delivery is over, and so is its subscription, which says so by the owner's other ways."""
    found.state = DeliveryState.GIVEN_UP
    found.end_time = now
    to = found.subscription
    to.state = SubscriptionState.OFF
    last = found.log[-1]["answer"]
    to.off_reason = f"delivery {found.id} failed {found.tries} times; the last answer: {last}"
    session.flush()
    drop(session, to.id, now)
    text = f"Subscription {to.id} ({to.way}) was switched off: {to.off_reason}"
    facts = {"subscription": to.id, "way": to.way.value, "reason": to.off_reason}
    saying = Saying(
        kind=NoticeKind.SWITCHED_OFF,
        subject=f"subscription/{to.id}",
        text=text,
        key=f"switched off {to.id} by {found.id}",
        owners=[to.owner_id],
        facts=facts,
    )
    say(session, saying, now)
