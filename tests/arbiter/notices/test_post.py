"""Posting to receivers that are well, down, slow, wrong and hostile."""

import hashlib
import hmac
import json
import ssl
from datetime import UTC, datetime

import pytest
import trustme

from pentarch.arbiter.notices.courier import Courier
from pentarch.arbiter.notices.kinds import NoticeKind, Way
from pentarch.arbiter.notices.messages import Notice, Parcel
from pentarch.arbiter.notices.post import Poster
from tests.receivers import (
    BROKEN,
    GONE,
    LOOPBACK,
    Behaviour,
    Receiver,
    connections,
    dribbling,
    endless,
    is_loopback,
    receiving,
    saying,
    silent,
)

POSTER = Poster(LOOPBACK)
HASTY = Poster(LOOPBACK, patience=0.5)
NOTICE = Notice(
    7,
    NoticeKind.MATCH_FINISHED,
    "match/17",
    "Match 17 is over: 1. <a>@1, 2. b@2 & @everyone",
    {"match": 17},
    datetime(2026, 3, 1, tzinfo=UTC),
)


def parcel(receiver: Receiver, way: Way = Way.WEBHOOK, tries: int = 1) -> Parcel:
    return Parcel(5, tries, way, receiver.url(), "the secret", NOTICE)


def test_a_webhook_is_signed_over_time_and_body_and_the_receiver_can_tell() -> None:
    with receiving(Receiver()) as receiver, connections() as seen:
        assert Courier(POSTER).deliver(parcel(receiver, tries=2)).is_delivered
    (request,) = receiver.requests
    timestamp = request.headers["pentarch-timestamp"]
    signed = timestamp.encode() + b"." + request.body
    expected = hmac.new(b"the secret", signed, hashlib.sha256).hexdigest()
    assert request.headers["pentarch-signature"] == f"v1={expected}"
    assert abs(int(timestamp) - datetime.now(UTC).timestamp()) < 300
    assert request.headers["pentarch-delivery"] == "5"
    assert request.headers["pentarch-try"] == "2"
    assert request.line == "POST /hook HTTP/1.1"
    assert json.loads(request.body) == {
        "delivery": 5,
        "notice": 7,
        "kind": "match_finished",
        "subject": "match/17",
        "text": NOTICE.text,
        "facts": {"match": 17},
        "time": "2026-03-01T00:00:00+00:00",
    }
    assert seen == ["127.0.0.1"]
    assert all(is_loopback(address) for address in seen)


def test_slack_and_discord_get_their_own_forms_without_mentions() -> None:
    with receiving(Receiver()) as receiver:
        for way in (Way.SLACK, Way.DISCORD):
            assert Courier(POSTER).deliver(parcel(receiver, way)).is_delivered
    slack, discord = (json.loads(request.body) for request in receiver.requests)
    assert slack == {"text": "Match 17 is over: 1. &lt;a&gt;@1, 2. b@2 &amp; @everyone"}
    assert discord == {"content": NOTICE.text, "allowed_mentions": {"parse": []}}
    assert "pentarch-signature" not in receiver.requests[0].headers


@pytest.mark.parametrize(
    ("behaviour", "told"),
    [
        (saying(BROKEN), "500"),
        (saying(b"HTTP/1.1 404 Not Found\r\n\r\n"), "404"),
        (saying(b"HTTP/1.1 100 Continue\r\n\r\n"), "100"),
        (saying(b"SSH-2.0-OpenSSH\r\n"), "the answer is not HTTP"),
        (saying(b"HTTP/1.1 2000 OK\r\n"), "the answer is not HTTP"),
        (saying(b""), "the answer is not HTTP"),
        (saying(b"x" * 5000), "the answer is not HTTP"),
    ],
)
def test_any_other_answer_is_no_delivery(behaviour: Behaviour, told: str) -> None:
    with receiving(Receiver(behaviour)) as receiver:
        answer = POSTER.post(receiver.url(), {}, b"{}")
    assert (answer.is_delivered, answer.is_final, answer.text) == (False, False, told)


def test_gone_is_the_last_word() -> None:
    with receiving(Receiver(saying(GONE))) as receiver:
        assert POSTER.post(receiver.url(), {}, b"{}").is_final


def test_redirects_are_not_followed() -> None:
    with receiving(Receiver()) as other:
        moved = f"HTTP/1.1 307 Moved\r\nLocation: {other.url()}\r\n\r\n".encode()
        with receiving(Receiver(saying(moved))) as receiver:
            answer = POSTER.post(receiver.url(), {}, b"{}")
    assert answer.text == "307: redirects are not followed"
    assert not answer.is_delivered
    assert not other.requests


def test_an_answer_without_end_is_not_listened_to() -> None:
    with receiving(Receiver(endless)) as receiver:
        assert POSTER.post(receiver.url(), {}, b"{}").is_delivered


@pytest.mark.parametrize("behaviour", [silent, dribbling])
def test_all_waiting_together_has_a_limit(behaviour: Behaviour) -> None:
    with receiving(Receiver(behaviour)) as receiver:
        answer = HASTY.post(receiver.url(), {}, b"{}")
    assert answer.text == "no answer within 0.5 seconds"


def test_nobody_there_is_an_answer_too() -> None:
    with receiving(Receiver()) as receiver:
        url = receiver.url()
    answer = POSTER.post(url, {}, b"{}")
    assert answer.text == "no connection: ConnectionRefusedError"


def test_https_needs_a_certificate_of_the_name_that_was_asked_for() -> None:
    authority = trustme.CA()
    served = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("localhost").configure_cert(served)

    def trusting() -> ssl.SSLContext:
        made = ssl.create_default_context()
        authority.configure_trust(made)
        return made

    wrapped = Receiver(wrap=lambda plain: served.wrap_socket(plain, server_side=True))
    poster = Poster(LOOPBACK, trust=trusting)
    with receiving(wrapped) as receiver:
        assert poster.post(receiver.url(host="localhost", scheme="https"), {}, b"").is_delivered
        other = poster.post(receiver.url(scheme="https"), {}, b"")
        stranger = POSTER.post(receiver.url(host="localhost", scheme="https"), {}, b"")
    assert "its certificate is not good" in other.text
    assert "its certificate is not good" in stranger.text
    assert len(receiver.requests) == 1
