"""Subscriptions: what an owner wants to be told, and where."""

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from pentarch.arbiter.store import deliveries
from pentarch.arbiter.store.errors import NotFound, WrongState
from pentarch.arbiter.store.models import Delivery, Owner, Subscription
from pentarch.arbiter.store.notices import Saying, say_to
from pentarch.arbiter.store.pages import Ask, Page
from pentarch.arbiter.store.words import NoticeKind, SubscriptionState, Way

MOST: Final = 10
"""How many subscriptions an owner may have."""
MOST_WRONG_CODES: Final = 5
_CODE_LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
_CODE_LENGTH: Final = 8


@dataclass(frozen=True)
class Made:
    """A new subscription, and what is shown once: the secret of a webhook, a feed's address."""

    row: Subscription
    secret: str


def create(
    session: Session,
    owner_id: int,
    way: Way,
    address: str,
    kinds: Sequence[NoticeKind],
    now: datetime,
) -> Made:
    """A subscription to an address that the caller has checked. An e-mail address is told nothing
    but a code until its owner has given that back. Raises WrongState for one too many."""
    # Locked, so that nobody gets one too many by asking twice at the same time.
    session.scalars(select(Owner.id).where(Owner.id == owner_id).with_for_update()).one()
    count = session.scalar(select(func.count()).where(Subscription.owner_id == owner_id))
    if (count or 0) >= MOST:
        raise WrongState(f"you have {MOST} subscriptions already; remove one first")
    secret = _secret(way)
    row = Subscription(
        owner_id=owner_id,
        way=way,
        address="" if way is Way.FEED else address,
        address_sha256=_sha256(secret) if way is Way.FEED else None,
        kinds=[kind.value for kind in kinds],
        state=SubscriptionState.UNCONFIRMED if way is Way.EMAIL else SubscriptionState.ON,
        secret="" if way is Way.FEED else secret,
        wrong_codes=0,
        dropped=0,
        create_time=now,
    )
    session.add(row)
    session.flush()
    if way is Way.EMAIL:
        _send_code(session, row, now)
        return Made(row, "")
    return Made(row, secret)


def page(session: Session, ask: Ask, owner_id: int) -> Page[Subscription]:
    """The subscriptions of an owner, oldest first."""
    query = (
        select(Subscription)
        .where(Subscription.owner_id == owner_id)
        .order_by(Subscription.id)
        .limit(ask.limit + 1)
    )
    after = ask.after_id("subscriptions", owner_id)
    if after is not None:
        query = query.where(Subscription.id > after)
    rows = session.scalars(query).all()
    return ask.page(rows, lambda row: [row.id], "subscriptions", owner_id)


def own(session: Session, owner_id: int, subscription_id: int) -> Subscription:
    """A subscription of an owner, locked. Raises NotFound, for somebody else's too."""
    query = select(Subscription).where(
        Subscription.id == subscription_id, Subscription.owner_id == owner_id
    )
    found = session.scalar(query.with_for_update())
    if found is None:
        raise NotFound(f"you have no subscription {subscription_id}")
    return found


def by_feed(session: Session, secret: str) -> Subscription | None:
    """The subscription whose feed has that address, if there is one that is on."""
    query = select(Subscription).where(
        Subscription.address_sha256 == _sha256(secret),
        Subscription.state == SubscriptionState.ON,
    )
    return session.scalar(query)


def confirm(session: Session, row: Subscription, code: str) -> bool:
    """Switch on a subscription by e-mail whose code is given back; whether it was the right one.

    Raises WrongState when there is nothing to confirm, or after too many wrong codes.
    """
    if row.state is not SubscriptionState.UNCONFIRMED:
        raise WrongState(f"subscription {row.id} needs no confirmation")
    if row.wrong_codes >= MOST_WRONG_CODES:
        raise WrongState("too many wrong codes; remove the subscription and make another")
    if not hmac.compare_digest(row.secret.encode(), code.strip().upper().encode()):
        row.wrong_codes += 1
        return False
    row.state = SubscriptionState.ON
    return True


def switch_on(session: Session, row: Subscription, now: datetime) -> None:
    """Begin again with a subscription that was switched off; one that is on is tried at once.

    Raises WrongState for one that was never confirmed.
    """
    if row.state is SubscriptionState.UNCONFIRMED:
        raise WrongState(f"subscription {row.id} waits for its code")
    row.state = SubscriptionState.ON
    row.off_reason = None
    deliveries.hurry(session, row.id, now)


def try_out(session: Session, row: Subscription, now: datetime) -> None:
    """Send a trial. Raises WrongState unless the subscription is on."""
    if row.state is not SubscriptionState.ON:
        raise WrongState(f"subscription {row.id} is {row.state}")
    saying = Saying(
        kind=NoticeKind.TRIAL,
        subject=f"subscription/{row.id}",
        text=f"A trial of subscription {row.id}: it works.",
        key=f"trial {row.id} {secrets.token_hex(8)}",
        owners=[row.owner_id],
        facts={"subscription": row.id},
    )
    say_to(session, saying, [row], now)


def remove(session: Session, row: Subscription) -> None:
    """Forget a subscription and its log."""
    session.execute(delete(Delivery).where(Delivery.subscription_id == row.id))
    session.delete(row)


def _secret(way: Way) -> str:
    match way:
        case Way.EMAIL:
            return "".join(secrets.choice(_CODE_LETTERS) for _ in range(_CODE_LENGTH))
        case Way.SLACK | Way.DISCORD:
            return ""
        case _:
            return secrets.token_urlsafe(32)


def _send_code(session: Session, row: Subscription, now: datetime) -> None:
    text = (
        f"Somebody wants to be told by Pentarch at this address. If that is you, confirm it with "
        f"the code {row.secret} (pentarch notices confirm {row.id} {row.secret}). "
        "Otherwise do nothing: you will hear no more."
    )
    saying = Saying(
        kind=NoticeKind.CONFIRMATION,
        subject=f"subscription/{row.id}",
        text=text,
        key=f"confirmation {row.id}",
        owners=[row.owner_id],
    )
    say_to(session, saying, [row], now)


def _sha256(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
