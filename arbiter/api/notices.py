"""NoticeService: what owners want to be told, and where."""

import asyncio
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, Final

import grpc
from google.rpc import code_pb2
from sqlalchemy.orm import Session

from pentarch.arbiter.api import convert
from pentarch.arbiter.api.callers import Caller, caller
from pentarch.arbiter.api.desk import Desk, ask
from pentarch.arbiter.api.errors import Refused, invalid
from pentarch.arbiter.notices.addresses import BadAddress, Reach, reach_of, resolve, target
from pentarch.arbiter.notices.kinds import CHOSEN
from pentarch.arbiter.notices.mail import is_address
from pentarch.arbiter.settings import Settings, settings
from pentarch.arbiter.store import audit, deliveries, subscriptions
from pentarch.arbiter.store.models import Delivery, Subscription
from pentarch.arbiter.store.words import NoticeKind, Role, Way
from pentarch.arbiter.v1 import notices_pb2, notices_pb2_grpc

Context = grpc.aio.ServicerContext[Any, Any]
_NO_MAIL: Final = Refused(code_pb2.FAILED_PRECONDITION, "this arbiter sends no e-mail", field="way")


class Notices(notices_pb2_grpc.NoticeServiceServicer):
    """Keeps subscriptions. `chosen` are the settings; None: those of this process."""

    def __init__(self, desk: Desk, chosen: Settings | None = None) -> None:
        self._desk: Final = desk
        self._settings: Final = chosen or settings()
        self._reach: Final = reach_of(self._settings)

    async def Subscribe(
        self, request: notices_pb2.SubscribeRequest, context: Context
    ) -> notices_pb2.SubscribeResponse:
        """A new subscription, with its secret."""
        who = _author()
        way, kinds = _way(request.way), _kinds(request.kinds)
        await self._check(way, request.address)

        def create(session: Session) -> subscriptions.Made:
            now = self._desk.now()
            made = subscriptions.create(session, who.owner_id, way, request.address, kinds, now)
            subject = f"subscription/{made.row.id}"
            detail = {"way": way.value}
            audit.note(session, "subscribe", subject, owner_id=who.owner_id, detail=detail, now=now)
            return made

        made = await self._desk.write(create)
        return notices_pb2.SubscribeResponse(
            subscription=_subscription(made.row), secret=made.secret
        )

    async def ListSubscriptions(
        self, request: notices_pb2.ListSubscriptionsRequest, context: Context
    ) -> notices_pb2.ListSubscriptionsResponse:
        """The caller's subscriptions."""
        who = _author()
        page = await self._desk.read(
            lambda session: subscriptions.page(session, ask(request), who.owner_id)
        )
        return notices_pb2.ListSubscriptionsResponse(
            subscriptions=[_subscription(row) for row in page.items],
            next_page_token=page.next_token,
        )

    async def ConfirmSubscription(
        self, request: notices_pb2.ConfirmSubscriptionRequest, context: Context
    ) -> notices_pb2.ConfirmSubscriptionResponse:
        """An e-mail address is the caller's, as its code shows."""

        def confirm(session: Session, row: Subscription, now: datetime) -> bool:
            return subscriptions.confirm(session, row, request.code)

        # Kept before it is refused: wrong codes are counted.
        row, is_right = await self._change(request.subscription_id, confirm)
        if not is_right:
            raise invalid("code", "this is not the code that was sent")
        return notices_pb2.ConfirmSubscriptionResponse(subscription=_subscription(row))

    async def EnableSubscription(
        self, request: notices_pb2.EnableSubscriptionRequest, context: Context
    ) -> notices_pb2.EnableSubscriptionResponse:
        """Begin again."""
        row, _ = await self._change(request.subscription_id, subscriptions.switch_on)
        return notices_pb2.EnableSubscriptionResponse(subscription=_subscription(row))

    async def TestSubscription(
        self, request: notices_pb2.TestSubscriptionRequest, context: Context
    ) -> notices_pb2.TestSubscriptionResponse:
        """Send a trial."""
        await self._change(request.subscription_id, subscriptions.try_out)
        return notices_pb2.TestSubscriptionResponse()

    async def DeleteSubscription(
        self, request: notices_pb2.DeleteSubscriptionRequest, context: Context
    ) -> notices_pb2.DeleteSubscriptionResponse:
        """Forget a subscription."""
        await self._change(
            request.subscription_id, lambda session, row, _: subscriptions.remove(session, row)
        )
        return notices_pb2.DeleteSubscriptionResponse()

    async def ListDeliveries(
        self, request: notices_pb2.ListDeliveriesRequest, context: Context
    ) -> notices_pb2.ListDeliveriesResponse:
        """The log."""
        who = _author()
        page = await self._desk.read(
            lambda session: deliveries.page(
                session,
                ask(request),
                who.owner_id,
                subscription_id=request.subscription_id or None,
            )
        )
        return notices_pb2.ListDeliveriesResponse(
            deliveries=[_delivery(row) for row in page.items], next_page_token=page.next_token
        )

    async def _change(
        self, subscription_id: int, change: Callable[[Session, Subscription, datetime], Any]
    ) -> tuple[Subscription, Any]:
        """Change one of the caller's subscriptions, in one transaction."""
        who = _author()

        def run(session: Session) -> tuple[Subscription, Any]:
            row = subscriptions.own(session, who.owner_id, subscription_id)
            return row, change(session, row, self._desk.now())

        return await self._desk.write(run)

    async def _check(self, way: Way, address: str) -> None:
        """Raise INVALID_ARGUMENT for an address that nothing will be sent to."""
        if way is Way.FEED:
            if address:
                raise invalid("address", "a feed is given its address")
            return
        if way is Way.EMAIL:
            if not self._settings.smtp:
                raise _NO_MAIL
            if not is_address(address):
                raise invalid("address", "this is no e-mail address")
            return
        try:
            await asyncio.to_thread(_look_up, address, self._reach)
        except BadAddress as error:
            raise invalid("address", str(error)) from error


def _look_up(url: str, reach: Reach) -> None:
    resolve(target(url, reach), reach)


def _author() -> Caller:
    who = caller()
    who.require(Role.AUTHOR)
    return who


def _way(text: str) -> Way:
    try:
        return Way(text)
    except ValueError as error:
        raise invalid("way", f"the way is one of {', '.join(Way)}") from error


def _kinds(texts: Sequence[str]) -> list[NoticeKind]:
    known = {kind.value: kind for kind in CHOSEN}
    for text in texts:
        if text not in known:
            raise invalid("kinds", f"kinds are {', '.join(known)}")
    return [kind for kind in CHOSEN if not texts or kind in texts]


def _subscription(row: Subscription) -> notices_pb2.Subscription:
    return notices_pb2.Subscription(
        id=row.id,
        way=row.way.value,
        address=row.address,
        kinds=row.kinds,
        state=notices_pb2.Subscription.State.Value(f"STATE_{row.state.upper()}"),
        off_reason=row.off_reason or "",
        dropped=row.dropped,
        create_time=convert.timestamp(row.create_time),
    )


def _delivery(row: Delivery) -> notices_pb2.Delivery:
    tries = [
        notices_pb2.DeliveryTry(
            time=convert.timestamp(datetime.fromisoformat(entry["time"])),
            answer=entry["answer"],
            seconds=entry["seconds"],
        )
        for entry in row.log
    ]
    return notices_pb2.Delivery(
        id=row.id,
        subscription_id=row.subscription_id,
        kind=row.notice.kind.value,
        text=row.notice.text,
        state=notices_pb2.Delivery.State.Value(f"STATE_{row.state.upper()}"),
        tries=tries,
        due_time=None if row.state.is_over else convert.timestamp(row.due_time),
        create_time=convert.timestamp(row.create_time),
    )
