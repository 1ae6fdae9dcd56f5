"""What owners are told, and where: calls to the arbiter, in rows for the page Notices."""

from collections.abc import Sequence
from dataclasses import dataclass

from pentarch.arbiter.v1 import notices_pb2
from pentarch.arbiter.v1.notices_pb2_grpc import NoticeServiceStub
from pentarch.dashboard.service import PATIENCE, calling, known


@dataclass(frozen=True)
class SubscriptionLine:
    """A subscription of whoever holds the token."""

    id: int
    way: str
    address: str
    kinds: tuple[str, ...]
    state: str
    off_reason: str


@dataclass(frozen=True)
class DeliveryLine:
    """A line of the log: what was told, and what came of the last try."""

    subscription_id: int
    text: str
    state: str
    tries: int
    answer: str


def subscribe(token: str, way: str, address: str, kinds: Sequence[str]) -> tuple[int, str]:
    """A new subscription: its number, and the secret that is shown once. Raises Refused."""
    request = notices_pb2.SubscribeRequest(way=way, address=address, kinds=kinds)
    with calling() as channel:
        made = NoticeServiceStub(channel).Subscribe(
            request, timeout=PATIENCE, metadata=known(token)
        )
    return made.subscription.id, made.secret


def told(token: str) -> tuple[list[SubscriptionLine], list[DeliveryLine]]:
    """The subscriptions of a token's owner, and the newest deliveries. Raises Refused."""
    with calling() as channel:
        stub, ours = NoticeServiceStub(channel), known(token)
        found = stub.ListSubscriptions(
            notices_pb2.ListSubscriptionsRequest(), timeout=PATIENCE, metadata=ours
        )
        log = stub.ListDeliveries(
            notices_pb2.ListDeliveriesRequest(page_size=20), timeout=PATIENCE, metadata=ours
        )
    subscriptions = [
        SubscriptionLine(
            one.id,
            one.way,
            one.address,
            tuple(one.kinds),
            notices_pb2.Subscription.State.Name(one.state).removeprefix("STATE_").lower(),
            one.off_reason,
        )
        for one in found.subscriptions
    ]
    deliveries = [
        DeliveryLine(
            one.subscription_id,
            one.text,
            notices_pb2.Delivery.State.Name(one.state).removeprefix("STATE_").lower(),
            len(one.tries),
            one.tries[-1].answer if one.tries else "",
        )
        for one in log.deliveries
    ]
    return subscriptions, deliveries
