"""The messenger's threads against real receivers that are down, slow or broken."""

import hashlib
import hmac
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from sqlalchemy import select

from pentarch.arbiter.notices.courier import Courier
from pentarch.arbiter.notices.post import Poster
from pentarch.arbiter.store import notices, owners, subscriptions
from pentarch.arbiter.store.deliveries import Schedule
from pentarch.arbiter.store.models import Delivery
from pentarch.arbiter.store.notices import Saying
from pentarch.arbiter.store.subscriptions import Made
from pentarch.arbiter.store.words import DeliveryState, NoticeKind, Way
from pentarch.workers.host import Host
from pentarch.workers.messenger import Messenger
from tests.receivers import (
    BROKEN,
    LOOPBACK,
    OK,
    Receiver,
    connections,
    is_loopback,
    receiving,
    saying,
    silent,
)
from tests.waiting import until

QUICK = Schedule((timedelta(0),) * 10_000)


@contextmanager
def telling(host: Host, patience: float = 10.0) -> Iterator[None]:
    stop = threading.Event()
    courier = Courier(Poster(LOOPBACK, patience=patience))
    messenger = Messenger(host, courier, stop, schedule=QUICK, pause=0.01)
    messenger.start()
    try:
        yield
    finally:
        stop.set()
        messenger.join()


def subscribe(host: Host, owner: str, url: str) -> Made:
    with host.store.writing() as session:
        row = owners.create(session, owner, host.now())
        return subscriptions.create(
            session, row.id, Way.WEBHOOK, url, [NoticeKind.PHASE_CHANGE], host.now()
        )


def say(host: Host, made: Made, *keys: str) -> None:
    for key in keys:
        told = Saying(NoticeKind.PHASE_CHANGE, "season/1", key, key, [made.row.owner_id])
        with host.store.writing() as session:
            notices.say(session, told, host.now())


def log_of(host: Host, made: Made) -> list[Delivery]:
    query = select(Delivery).where(Delivery.subscription_id == made.row.id).order_by(Delivery.id)
    with host.store.reading() as session:
        return list(session.scalars(query))


def are_over(host: Host, made: Made, count: int) -> bool:
    rows = log_of(host, made)
    return len(rows) == count and all(row.state.is_over for row in rows)


def check_signatures(receiver: Receiver, made: Made) -> None:
    for request in receiver.requests:
        signed = request.headers["pentarch-timestamp"].encode() + b"." + request.body
        expected = hmac.new(made.secret.encode(), signed, hashlib.sha256).hexdigest()
        assert request.headers["pentarch-signature"] == f"v1={expected}"


def test_a_receiver_that_was_down_and_broken_gets_everything_once_and_in_order(host: Host) -> None:
    receiver = Receiver(saying(BROKEN))
    with receiving(receiver):
        made = subscribe(host, "author", receiver.url())
    say(host, made, "a", "b", "c")
    with telling(host), connections() as seen:
        until(lambda: log_of(host, made)[0].log, what="it was tried while nobody was there")
        with receiving(receiver):
            until(lambda: len(receiver.requests) >= 3, what="it was tried while it was broken")
            receiver.behaviour = saying(OK)
            until(lambda: are_over(host, made, 3))
    rows = log_of(host, made)
    assert [row.state for row in rows] == [DeliveryState.DELIVERED] * 3
    answers = [entry["answer"] for entry in rows[0].log]
    assert answers[0] == "no connection: ConnectionRefusedError"
    assert "500" in answers
    assert answers[-1] == "200"
    assert [len(row.log) for row in rows[1:]] == [1, 1]
    good = [json.loads(r.body)["text"] for r in receiver.requests[-3:]]
    assert good == ["a", "b", "c"]
    assert {json.loads(r.body)["text"] for r in receiver.requests[:-3]} <= {"a"}
    check_signatures(receiver, made)
    assert all(is_loopback(address) for address in seen)


def test_a_receiver_that_never_answers_keeps_nobody_else_waiting(host: Host) -> None:
    with receiving(Receiver(silent)) as slow, receiving(Receiver()) as quick:
        waiting = subscribe(host, "patient", slow.url())
        made = subscribe(host, "author", quick.url())
        say(host, waiting, *(f"slow {number}" for number in range(20)))
        with telling(host, patience=120.0):
            until(lambda: slow.requests, what="the slow one holds a thread")
            say(host, made, *(f"quick {number}" for number in range(20)))
            until(lambda: are_over(host, made, 20))
            assert len(slow.requests) == 1, "one try at a time"
            assert log_of(host, waiting)[0].state is DeliveryState.TRYING
            slow.ended.set()
    assert len(quick.requests) == 20
    check_signatures(quick, made)


def test_two_messengers_deliver_everything_once(host: Host) -> None:
    with receiving(Receiver()) as receiver:
        made = subscribe(host, "author", receiver.url())
        say(host, made, *(f"n{number}" for number in range(30)))
        with telling(host), telling(host):
            until(lambda: are_over(host, made, 30))
    texts = [json.loads(request.body)["text"] for request in receiver.requests]
    assert texts == [f"n{number}" for number in range(30)]
    check_signatures(receiver, made)
