"""Notices: saying something, in the transaction that makes it true, and reading it in feeds.

`say` is all that the rest of the store needs. It writes the notice, the topics that feeds find it
under, and a delivery for every subscription that wants it. Where nobody wants it nothing is
written.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import delete, func, insert, select
from sqlalchemy.orm import Session

from pentarch.arbiter.notices import messages
from pentarch.arbiter.notices.kinds import CHOSEN
from pentarch.arbiter.store.models import Delivery, Notice, NoticeTopic, Subscription
from pentarch.arbiter.store.rows import insert_new
from pentarch.arbiter.store.words import DeliveryState, NoticeKind, SubscriptionState, Way
from pentarch.engine.plain import Json

MOST_WAITING: Final = 1000
"""Deliveries that may wait for one subscription; further ones are counted and not kept."""
MOST_IN_FEED: Final = 50


@dataclass(frozen=True)
class Saying:
    """What is to be said, once under its key.

    `owners` are whom it concerns; each is told it where they want its kind. `topics` are the public
    feeds it stands in (`ruleset/township`); without any, and with nobody who wants it, it is not
    kept.
    """

    kind: NoticeKind
    subject: str
    text: str
    key: str
    owners: Collection[int]
    topics: Collection[str] = ()
    facts: Mapping[str, Json] | None = None


def say(session: Session, saying: Saying, now: datetime) -> int | None:
    """Tell whom it concerns; the notice's id, None when it is known or nobody wants it."""
    wanting = _wanting(session, saying)
    if not wanting and not saying.topics:
        return None
    return say_to(session, saying, wanting, now)


def say_to(
    session: Session, saying: Saying, told: Sequence[Subscription], now: datetime
) -> int | None:
    """The same to certain subscriptions, whatever they want."""
    row = {
        "key": saying.key,
        "kind": saying.kind,
        "subject": saying.subject,
        "text": saying.text,
        "facts": dict(saying.facts or {}),
        "create_time": now,
    }
    if not insert_new(session, Notice, row):
        return None
    notice_id = session.scalars(select(Notice.id).where(Notice.key == saying.key)).one()
    topics = {*saying.topics, *(own_topic(one.owner_id) for one in told)}
    if topics:
        rows = [{"topic": topic, "notice_id": notice_id} for topic in sorted(topics)]
        session.execute(insert(NoticeTopic), rows)
    for one in told:
        if one.way is not Way.FEED:
            _deliver(session, notice_id, one, now)
    return notice_id


def own_topic(owner_id: int) -> str:
    """The topic of what concerns an owner. It is nobody else's to read."""
    return f"owner/{owner_id}"


def in_topic(session: Session, topic: str, kinds: Collection[str] | None = None) -> list[Notice]:
    """The newest notices of a topic, newest first."""
    query = (
        select(Notice)
        .join(NoticeTopic, NoticeTopic.notice_id == Notice.id)
        .where(NoticeTopic.topic == topic)
        .order_by(NoticeTopic.notice_id.desc())
        .limit(MOST_IN_FEED)
    )
    if kinds is not None:
        query = query.where(Notice.kind.in_([NoticeKind(kind) for kind in kinds]))
    return list(session.scalars(query))


def message(row: Notice) -> messages.Notice:
    """A notice as it is sent."""
    return messages.Notice(row.id, row.kind, row.subject, row.text, row.facts, row.create_time)


def forget(session: Session, before: datetime) -> int:
    """Delete the notices of long ago, but for those that are still on their way; how many."""
    open_ones = select(Delivery.notice_id).where(
        Delivery.state.in_([state for state in DeliveryState if not state.is_over])
    )
    old = session.scalars(
        select(Notice.id).where(Notice.create_time < before, Notice.id.not_in(open_ones)).limit(500)
    ).all()
    if old:
        session.execute(delete(Delivery).where(Delivery.notice_id.in_(old)))
        session.execute(delete(NoticeTopic).where(NoticeTopic.notice_id.in_(old)))
        session.execute(delete(Notice).where(Notice.id.in_(old)))
    return len(old)


def _wanting(session: Session, saying: Saying) -> list[Subscription]:
    if not saying.owners:
        return []
    query = (
        select(Subscription)
        .where(
            Subscription.owner_id.in_(set(saying.owners)),
            Subscription.state == SubscriptionState.ON,
        )
        .order_by(Subscription.id)
    )
    found = session.scalars(query)
    return [one for one in found if saying.kind not in CHOSEN or saying.kind in one.kinds]


def _deliver(session: Session, notice_id: int, to: Subscription, now: datetime) -> None:
    waiting = session.scalar(
        select(func.count()).where(
            Delivery.subscription_id == to.id, Delivery.state == DeliveryState.WAITING
        )
    )
    if (waiting or 0) >= MOST_WAITING:
        to.dropped += 1
        return
    session.add(
        Delivery(
            notice_id=notice_id,
            subscription_id=to.id,
            state=DeliveryState.WAITING,
            tries=0,
            due_time=now,
            epoch=0,
            log=[],
            create_time=now,
        )
    )
    session.flush()
