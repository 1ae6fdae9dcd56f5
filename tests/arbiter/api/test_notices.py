"""NoticeService and `pentarch notices`, on a real arbiter."""

import json
from collections.abc import Callable, Iterator

import grpc
import pytest

from pentarch.arbiter.settings import settings
from pentarch.arbiter.store import deliveries
from pentarch.arbiter.v1 import notices_pb2 as pb
from pentarch.arbiter.v1.notices_pb2_grpc import NoticeServiceStub
from pentarch.cli.app import run
from tests.arbiter.api.conftest import Arbiter


@pytest.fixture
def author(arbiter: Arbiter) -> Iterator[NoticeServiceStub]:
    with arbiter.channel("author") as channel:
        yield NoticeServiceStub(channel)


def create(stub: NoticeServiceStub, way: str, address: str = "") -> pb.SubscribeResponse:
    return stub.Subscribe(pb.SubscribeRequest(way=way, address=address))


@pytest.mark.parametrize(
    ("way", "address"),
    [
        ("webhook", "http://127.0.0.1/"),
        ("webhook", "http://localhost/"),
        ("slack", "http://169.254.169.254/"),
        ("discord", "http://[::ffff:10.0.0.1]/"),
        ("webhook", "http://2130706433/"),
        ("webhook", "ftp://example.org/"),
        ("pigeon", "http://example.org/"),
        ("feed", "http://example.org/"),
    ],
)
def test_addresses_inside_are_refused_at_registration(
    author: NoticeServiceStub, way: str, address: str
) -> None:
    with pytest.raises(grpc.RpcError) as caught:
        create(author, way, address)
    assert caught.value.code() is grpc.StatusCode.INVALID_ARGUMENT
    assert not author.ListSubscriptions(pb.ListSubscriptionsRequest()).subscriptions


def test_email_is_refused_where_there_is_none(author: NoticeServiceStub) -> None:
    assert not settings().smtp
    with pytest.raises(grpc.RpcError) as caught:
        create(author, "email", "a@example.org")
    assert caught.value.code() is grpc.StatusCode.FAILED_PRECONDITION


def test_subscriptions_are_made_listed_tried_and_removed_by_their_owner_alone(
    arbiter: Arbiter, author: NoticeServiceStub
) -> None:
    made = create(author, "webhook", "https://93.184.216.34/hook")
    assert made.subscription.state == pb.Subscription.STATE_ON
    assert len(made.secret) == 43
    assert len(made.subscription.kinds) == 6
    id = made.subscription.id
    author.TestSubscription(pb.TestSubscriptionRequest(subscription_id=id))
    (delivery,) = author.ListDeliveries(pb.ListDeliveriesRequest()).deliveries
    assert (delivery.kind, delivery.state) == ("trial", pb.Delivery.STATE_WAITING)
    with arbiter.channel("rival") as channel:
        rival = NoticeServiceStub(channel)
        assert not rival.ListSubscriptions(pb.ListSubscriptionsRequest()).subscriptions
        assert not rival.ListDeliveries(pb.ListDeliveriesRequest(subscription_id=id)).deliveries
        calls: list[Callable[[], object]] = [
            lambda: rival.TestSubscription(pb.TestSubscriptionRequest(subscription_id=id)),
            lambda: rival.DeleteSubscription(pb.DeleteSubscriptionRequest(subscription_id=id)),
            lambda: rival.EnableSubscription(pb.EnableSubscriptionRequest(subscription_id=id)),
        ]
        for call in calls:
            with pytest.raises(grpc.RpcError) as caught:
                call()
            assert caught.value.code() is grpc.StatusCode.NOT_FOUND
    with arbiter.channel("reader") as channel, pytest.raises(grpc.RpcError) as caught:
        create(NoticeServiceStub(channel), "feed")
    assert caught.value.code() is grpc.StatusCode.PERMISSION_DENIED
    author.DeleteSubscription(pb.DeleteSubscriptionRequest(subscription_id=id))
    assert not author.ListSubscriptions(pb.ListSubscriptionsRequest()).subscriptions
    with arbiter.store.reading() as session:
        assert not deliveries.is_due(session, arbiter.store.now())


def test_the_command_line_does_all_of_it(
    arbiter: Arbiter, capsys: pytest.CaptureFixture[str]
) -> None:
    where = ["--arbiter", f"127.0.0.1:{arbiter.port}", "--token", arbiter.tokens["author"]]

    def said(*arguments: str) -> str:
        assert run(["notices", *arguments, *where]) == 0
        return capsys.readouterr().out

    assert "/feeds/private/" in said("add", "feed", "--kind", "new_first")
    assert "its secret" in said("add", "webhook", "https://93.184.216.34/hook")
    listed = json.loads(said("list", "--json"))
    assert (listed[0]["way"], listed[0]["kinds"]) == ("feed", ["new_first"])
    id = str(listed[1]["id"])
    assert "93.184.216.34" in said("list")
    said("test", id)
    assert "A trial of subscription" in said("log", id)
    assert json.loads(said("log", "--json"))[0]["state"] == "waiting"
    assert "is on" in said("on", id)
    assert "is removed" in said("remove", id)
    assert run(["notices", "add", "webhook", "http://127.0.0.1/", *where]) == 2
    assert "not on the public network" in capsys.readouterr().err
