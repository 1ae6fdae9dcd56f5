"""The bot's stream on a real server: the protocol's rules, and clients that break them."""

import os
import signal
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import grpc
import pytest

from pentarch.arbiter.api import play as play_service
from pentarch.arbiter.api import streams
from pentarch.arbiter.store import bots
from pentarch.arbiter.store.words import VersionKind
from pentarch.arbiter.v1 import play_pb2
from pentarch.bots.random import Random
from pentarch.bots.sdk import Answer, Turn
from pentarch.engine.record import Record
from tests.remote import NOW, Client, Hall
from tests.threads import Background
from tests.waiting import PATIENCE, until

Code = grpc.StatusCode


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    made = Hall(tmp_path)
    yield made
    made.close()


def client(hall: Hall, who: str = "author", port: int = 0) -> Client:
    return Client(port or hall.port, hall.tokens.get(who, who))


class Game:
    """A match of two honest bots that is played in the background."""

    def __init__(self, hall: Hall) -> None:
        self.bots = [hall.bot(Slow, name, "township") for name in ("red", "blue")]
        self.match_id = hall.queue("township", self.bots, seed=1)
        self._playing = Background(lambda: hall.play(self.match_id))
        until(lambda: Slow.decided > 3)

    def finish(self) -> Record:
        Slow.is_slow = False
        record = self._playing.result()
        assert record.forfeits == []
        assert [bot.streams for bot in self.bots] == [1, 1]
        return record


class Slow(Random):
    """Takes its time until it is told not to."""

    is_slow = True
    decided = 0

    def decide(self, turn: Turn) -> Answer:
        Slow.decided += 1
        if Slow.is_slow:
            threading.Event().wait(0.02)
        return super().decide(turn)


@pytest.fixture(autouse=True)
def _slow() -> None:
    Slow.is_slow, Slow.decided = True, 0


def seated(hall: Hall, bot: Client, welcome: play_pb2.Welcome, attempt: int = 1) -> str:
    """Seat a client at match 77 by hand, as a worker would; its session."""
    with hall.store.reading() as session:
        version = bots.find_version(session, welcome.version).id
    sid, live = hall.mailbox.seat(version, 77, attempt, 0, first=1)
    assert live == 1
    return sid


def post(hall: Hall, sid: str, kind: str, sequence: int, **message: Any) -> int:
    body = play_pb2.PlayResponse(**message).SerializeToString()
    return hall.mailbox.post(sid, 77, 1, kind, sequence, body).number


def test_hello_registers_a_remote_bot_and_the_same_build_goes_on(hall: Hall) -> None:
    with client(hall) as bot:
        welcome = bot.hello("mybot", build="a", client="by hand")
        assert welcome.version == "mybot@1"
        assert not welcome.resumed
        assert welcome.session_token
        assert welcome.max_unacknowledged == streams.MOST_UNACKNOWLEDGED
    with client(hall) as bot:
        assert bot.hello("mybot", build="a").version == "mybot@1"
    with client(hall) as bot:
        assert bot.hello("mybot", build="b").version == "mybot@2"
    with hall.store.reading() as session:
        assert bots.find_version(session, "mybot@2").kind is VersionKind.REMOTE


@pytest.mark.parametrize(
    ("who", "code"),
    [
        ("pent_0123456789abcdef_" + "x" * 43, Code.UNAUTHENTICATED),
        ("nonsense", Code.UNAUTHENTICATED),
        ("reader", Code.PERMISSION_DENIED),
    ],
)
def test_wrong_tokens_are_refused(hall: Hall, who: str, code: Code) -> None:
    with client(hall, who) as bot:
        bot.say(hello=play_pb2.Hello(bot="mybot", rulesets=["township"], max_matches=1))
        assert bot.code() is code


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"max_matches": 0}, Code.INVALID_ARGUMENT),
        ({"rulesets": []}, Code.INVALID_ARGUMENT),
        ({"rulesets": ["chess"]}, Code.NOT_FOUND),
        ({"bot": "No Name!"}, Code.INVALID_ARGUMENT),
        ({"build": "x" * 1000}, Code.INVALID_ARGUMENT),
    ],
)
def test_a_wrong_hello_is_refused(hall: Hall, fields: dict[str, Any], code: Code) -> None:
    values = {"bot": "mybot", "rulesets": ["township"], "max_matches": 1, **fields}
    with client(hall) as bot:
        bot.say(hello=play_pb2.Hello(**values))
        assert bot.code() is code


def test_another_owners_bot_and_a_retired_one_are_refused(hall: Hall) -> None:
    with client(hall) as bot:
        bot.hello("mybot")
    with client(hall, "rival") as thief:
        thief.say(hello=play_pb2.Hello(bot="mybot", rulesets=["township"], max_matches=1))
        assert thief.code() is Code.PERMISSION_DENIED
    with hall.store.writing() as session:
        bots.retire(session, bots.find_version(session, "mybot@1").id, NOW)
    with client(hall) as bot:
        bot.say(hello=play_pb2.Hello(bot="mybot", rulesets=["township"], max_matches=1))
        assert bot.code() is Code.FAILED_PRECONDITION


def test_the_first_message_must_be_a_hello_and_only_that(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    with client(hall) as bot:
        bot.say(ready=play_pb2.Ready(match_id=1))
        assert bot.code() is Code.FAILED_PRECONDITION
    with monkeypatch.context() as hurried, client(hall) as silent:
        hurried.setattr(play_service, "_HELLO_WAIT", 0.3)
        assert silent.code() is Code.FAILED_PRECONDITION
    monkeypatch.setattr(play_service, "_HELLO_WAIT", PATIENCE)
    with client(hall) as bot:
        bot.half_close()
        assert bot.code() is Code.FAILED_PRECONDITION
    with client(hall) as bot:
        bot.hello()
        bot.say(hello=play_pb2.Hello(bot="client"))
        assert bot.code() is Code.INVALID_ARGUMENT
    with client(hall) as bot:
        bot.hello()
        bot.say()
        assert bot.code() is Code.INVALID_ARGUMENT


@pytest.mark.parametrize("is_first", [True, False])
def test_garbage_is_an_invalid_argument(hall: Hall, is_first: bool) -> None:
    hello = play_pb2.PlayRequest(
        hello=play_pb2.Hello(bot="mybot", rulesets=["township"], max_matches=1)
    ).SerializeToString()
    bodies = [b"\xff\xff\xff garbage"] if is_first else [hello, b"\xff\xff\xff garbage"]
    with grpc.insecure_channel(f"127.0.0.1:{hall.port}") as channel:
        method: Any = channel.stream_stream("/pentarch.arbiter.v1.PlayService/Play")
        metadata = [("authorization", f"Bearer {hall.tokens['author']}")]
        call = method(iter(bodies), metadata=metadata, timeout=PATIENCE)
        with pytest.raises(grpc.RpcError):
            for _ in call:
                pass
        assert call.code() is Code.INVALID_ARGUMENT


def test_a_resumed_session_gets_what_it_missed_in_order(hall: Hall) -> None:
    second = hall.replica()
    with client(hall) as bot:
        welcome = bot.hello()
        sid = seated(hall, bot, welcome)
        assert post(hall, sid, "start", 0, match_start=play_pb2.MatchStart(match_id=77)) == 1
        assert bot.hear().delivery == 1
        bot.say(ready=play_pb2.Ready(match_id=77))
        letter = hall.mailbox.take(77, 1, 0, PATIENCE)
        assert letter is not None
        assert post(hall, sid, "turn", 1, turn=play_pb2.Turn(match_id=77, sequence=1)) == 2
        assert post(hall, sid, "say", 1, refused=play_pb2.Refused(match_id=77)) == 3
        token = welcome.session_token
        with client(hall, port=second.port) as newer:
            again = newer.hello(session_token=token, last_delivery=1)
            assert again.resumed
            assert (again.session_token, again.version) == (token, welcome.version)
            heard = [newer.hear(), newer.hear()]
            assert [one.delivery for one in heard] == [2, 3]
            assert heard[0].turn.sequence == 1
            # The older stream, at the other replica, is told.
            assert bot.code() is Code.ABORTED
            newer.say(decide=play_pb2.Decide(match_id=77, sequence=1, index=0))
            newer.say(decide=play_pb2.Decide(match_id=77, sequence=1, index=1))
            first = hall.mailbox.take(77, 1, 0, PATIENCE)
            assert first is not None
            assert play_pb2.PlayRequest.FromString(first.body).decide.index == 0
            assert hall.mailbox.take(77, 1, 0, 0.3) is None, "a repeated answer is ignored"


def test_an_older_build_resumes_though_a_newer_one_has_come(hall: Hall) -> None:
    with client(hall) as old:
        token = old.hello("mybot", build="a").session_token
    with client(hall) as new:
        assert new.hello("mybot", build="b").version == "mybot@2"
        with client(hall) as old:
            welcome = old.hello("mybot", build="a", session_token=token)
            assert (welcome.resumed, welcome.version) == (True, "mybot@1")
        with client(hall) as other:
            welcome = other.hello("mybot", build="b", session_token=token)
            assert (welcome.resumed, welcome.version) == (False, "mybot@2")


def test_an_unknown_or_stolen_session_gives_a_new_one(hall: Hall) -> None:
    with client(hall) as bot:
        token = bot.hello().session_token
        with client(hall, "rival") as thief:
            welcome = thief.hello("other", session_token=token)
            assert not welcome.resumed
            assert welcome.session_token != token
        with client(hall) as other:
            assert not other.hello(session_token="unknown", last_delivery=9).resumed
        with client(hall) as wrong:
            wrong.say(
                hello=play_pb2.Hello(
                    bot="client",
                    rulesets=["township"],
                    max_matches=1,
                    session_token=token,
                    last_delivery=5,
                )
            )
            assert wrong.code() is Code.INVALID_ARGUMENT


@pytest.mark.parametrize("acknowledges", [True, False])
def test_unacknowledged_deliveries_stop_the_stream_until_they_are(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, acknowledges: bool
) -> None:
    monkeypatch.setattr(streams, "MOST_UNACKNOWLEDGED", 3)
    monkeypatch.setattr(streams, "_STUCK", PATIENCE if acknowledges else 0.5)
    with client(hall) as bot:
        sid = seated(hall, bot, bot.hello())
        for number in range(1, 8):
            assert post(hall, sid, "say", 0, refused=play_pb2.Refused()) == number
        assert [bot.hear().delivery for _ in range(3)] == [1, 2, 3]
        if not acknowledges:
            with pytest.raises(grpc.RpcError):
                bot.hear()
            assert bot.code() is Code.RESOURCE_EXHAUSTED
            return
        bot.say(acknowledge=play_pb2.Acknowledge(delivery=2))
        assert [bot.hear().delivery for _ in range(2)] == [4, 5]
        bot.say(acknowledge=play_pb2.Acknowledge(delivery=5))
        assert [bot.hear().delivery for _ in range(2)] == [6, 7]


def test_an_acknowledgement_of_what_was_never_sent_is_an_error(hall: Hall) -> None:
    with client(hall) as bot:
        bot.hello()
        bot.say(acknowledge=play_pb2.Acknowledge(delivery=5))
        assert bot.code() is Code.INVALID_ARGUMENT


def test_a_draining_bot_gets_no_more_matches_and_an_end(hall: Hall) -> None:
    with client(hall) as bot:
        welcome = bot.hello()
        bot.say(drain=play_pb2.Drain())
        assert bot.code() is Code.OK
    with hall.store.reading() as session:
        version = bots.find_version(session, welcome.version).id
    # The bot hears of the end a moment before the replica has tidied up.
    until(lambda: hall.room(version) == (0, 0))


def test_a_silent_bot_is_let_go(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "_SILENCE", 1.5)
    with client(hall) as bot:
        bot.hello()
        assert bot.code() is Code.UNAVAILABLE


def test_an_answer_for_anothers_match_is_refused_and_harms_nobody(hall: Hall) -> None:
    game = Game(hall)
    with client(hall, "rival") as thief:
        thief.hello("thief")
        for sequence in range(1, 60):
            decide = play_pb2.Decide(match_id=game.match_id, sequence=sequence, index=0)
            thief.say(decide=decide)
        for sequence in range(1, 60):
            refused = thief.hear().refused
            assert (refused.match_id, refused.sequence) == (game.match_id, sequence)
            assert refused.cause == play_pb2.Refused.CAUSE_NO_SUCH_MATCH
        thief.say(ready=play_pb2.Ready(match_id=game.match_id))
        game.finish()


def test_a_session_that_is_back_when_another_is_looked_for_keeps_its_answer(hall: Hall) -> None:
    with client(hall) as bot:
        welcome = bot.hello()
        sid = seated(hall, bot, welcome)
        post(hall, sid, "start", 0, match_start=play_pb2.MatchStart(match_id=77))
        bot.say(ready=play_pb2.Ready(match_id=77))
        assert hall.mailbox.take(77, 1, 0, PATIENCE) is not None
        post(hall, sid, "turn", 5, turn=play_pb2.Turn(match_id=77, sequence=5))
    until(lambda: not hall.mailbox.look(sid, 77).is_live)
    with client(hall) as bot:
        again = bot.hello(session_token=welcome.session_token, last_delivery=2)
        assert again.resumed
        # The worker has looked while it was away, and looks for another session now.
        with hall.store.reading() as session:
            version = bots.find_version(session, welcome.version).id
        assert hall.mailbox.seat(version, 77, 1, 0, first=5, leave=sid) == (sid, 1)
        bot.say(decide=play_pb2.Decide(match_id=77, sequence=5, index=3))
        letter = hall.mailbox.take(77, 1, 0, PATIENCE)
        assert letter is not None
        assert play_pb2.PlayRequest.FromString(letter.body).decide.index == 3


def test_an_answer_nobody_asked_for_is_refused(hall: Hall) -> None:
    with client(hall) as bot:
        sid = seated(hall, bot, bot.hello())
        for sequence in (1, 0, -1, 2**31 - 1):
            bot.say(decide=play_pb2.Decide(match_id=77, sequence=sequence, text="x" * 5000))
            refused = bot.hear().refused
            assert refused.cause == play_pb2.Refused.CAUSE_NOT_ASKED
            assert len(refused.command) < 1000
        assert hall.mailbox.take(77, 1, 0, 0.05) is None
        assert sid


def test_ten_thousand_tiny_messages_end_only_their_own_stream(hall: Hall) -> None:
    game = Game(hall)
    with client(hall, "rival") as flood:
        flood.hello("flood")
        for number in range(10_000):
            flood.say(pong=play_pb2.Pong(number=number))
        assert flood.code() is Code.RESOURCE_EXHAUSTED
    with client(hall, "rival") as flood:
        flood.hello("flood")
        for _ in range(10_000):
            flood.say(decide=play_pb2.Decide(match_id=game.match_id, sequence=1))
        assert flood.code() is Code.RESOURCE_EXHAUSTED
    game.finish()


def test_too_large_a_message_is_refused(hall: Hall) -> None:
    with client(hall) as bot:
        bot.hello()
        bot.say(decide=play_pb2.Decide(match_id=1, sequence=1, notes=bytes(2 << 20)))
        assert bot.code() is Code.RESOURCE_EXHAUSTED
    with client(hall) as bot:
        bot.hello()
        bot.say(decide=play_pb2.Decide(match_id=1, sequence=1, notes=bytes(5 << 20)))
        assert bot.code() is Code.RESOURCE_EXHAUSTED


def test_streams_that_say_nothing_do_not_disturb_the_others(hall: Hall) -> None:
    game = Game(hall)
    silent = [client(hall, "rival") for _ in range(20)]
    for number, one in enumerate(silent[:10]):
        one.hello(f"quiet-{number}")
    game.finish()
    for one in silent:
        one.close()


def test_a_stopping_arbiter_says_drain_and_ends_unavailable(hall: Hall) -> None:
    with client(hall) as bot:
        bot.hello()
        with Background(hall.replicas[0].stop):
            assert bot.hear().WhichOneof("message") == "drain"
            assert bot.code() is Code.UNAVAILABLE


def test_a_stopping_arbiter_lets_go_of_its_sessions_though_redis_is_slow(hall: Hall) -> None:
    with client(hall) as bot:
        welcome = bot.hello()
        with hall.store.reading() as session:
            version = bots.find_version(session, welcome.version).id
        assert hall.room(version) == (1, 1)
        os.kill(hall.redis.pid, signal.SIGSTOP)
        threading.Timer(3.0, os.kill, (hall.redis.pid, signal.SIGCONT)).start()
        hall.replicas[0].stop()
        assert hall.room(version) == (0, 0)


def test_without_redis_remote_play_is_unavailable(hall: Hall) -> None:
    hall.redis.stop()
    with client(hall) as bot:
        bot.say(hello=play_pb2.Hello(bot="mybot", rulesets=["township"], max_matches=1))
        assert bot.code() is Code.UNAVAILABLE


def test_a_bot_has_a_bounded_number_of_streams(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play_service, "MOST_STREAMS", 2)
    held = [client(hall) for _ in range(2)]
    for one in held:
        one.hello()
    with client(hall) as third:
        third.say(hello=play_pb2.Hello(bot="client", rulesets=["township"], max_matches=1))
        assert third.code() is Code.RESOURCE_EXHAUSTED
    for one in held:
        one.close()
