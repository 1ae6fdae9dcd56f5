"""The SDK's remote side: resuming, thinking in threads, and what ends it."""

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from pentarch.arbiter.api import streams
from pentarch.arbiter.v1 import play_pb2
from pentarch.bots.random import Random
from pentarch.bots.sdk import Answer, Turn, remote
from pentarch.bots.sdk.remote import ConnectionRefused, Outbox, Remote
from tests.remote import Hall, Proxy
from tests.threads import Background
from tests.waiting import PATIENCE, until

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    made = Hall(tmp_path)
    yield made
    made.close()


def test_pings_are_answered_while_the_bot_thinks(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "_PING_EVERY", 1)
    pings: list[int] = []
    heard: list[int] = []

    class Thinker(Random):
        def decide(self, turn: Turn) -> Answer:
            if turn.sequence == 3:
                before = len(pings)
                # The arbiter sends a ping when the one before it was answered.
                until(lambda: len(pings) >= before + 2)
                heard.append(len(pings) - before)
            return super().decide(turn)

    red = hall.bot(Thinker, "red", "township")
    take = red._take

    def count(response: play_pb2.PlayResponse, outbox: Outbox) -> None:
        take(response, outbox)
        if response.WhichOneof("message") == "ping":
            pings.append(response.ping.number)

    monkeypatch.setattr(red, "_take", count)
    blue = hall.bot(Random, "blue", "township")
    record = hall.play(hall.queue("township", [red, blue], seed=1, options={"round_cap": 6}))
    assert record.forfeits == []
    assert heard


def test_a_bot_that_raises_loses_its_match_at_once_and_plays_the_next(hall: Hall) -> None:
    failures: list[int] = []

    class Broken(Random):
        def decide(self, turn: Turn) -> Answer:
            if turn.sequence == 3 and not failures:
                failures.append(turn.sequence)
                raise ZeroDivisionError("by accident")
            return super().decide(turn)

    red = hall.bot(Broken, "red", "township")
    blue = hall.bot(Random, "blue", "township")
    record = hall.play(hall.queue("township", [red, blue], seed=1))
    assert [(forfeit.seat, forfeit.verdict) for forfeit in record.forfeits] == [(0, "BOT_PROTOCOL")]
    assert hall.play(hall.queue("township", [red, blue], seed=2)).forfeits == []


def test_a_drained_bot_ends_after_its_match(hall: Hall) -> None:
    class Tired(Random):
        def decide(self, turn: Turn) -> Answer:
            if turn.sequence == 3:
                red.drain()
            return super().decide(turn)

    red = Remote(Tired, f"127.0.0.1:{hall.port}", hall.tokens["author"], "red", ["township"])
    with Background(red.run):
        until(lambda: bool(red.version))
        blue = hall.bot(Random, "blue", "township")
        assert hall.play(hall.queue("township", [red, blue], seed=1)).forfeits == []


def test_a_drained_bot_without_a_match_does_not_wait_for_an_arbiter(hall: Hall) -> None:
    proxy = Proxy(1)
    red = Remote(Random, f"127.0.0.1:{proxy.port}", hall.tokens["author"], "red", ["township"])
    with Background(red.run):
        until(lambda: proxy.refused >= 2)
        red.drain()
    proxy.close()


def test_a_drained_bot_gives_its_match_up_when_the_arbiter_stays_away(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(remote, "_LONGEST_PAUSE", 0.01)
    asked, over = threading.Event(), threading.Event()

    class Slow(Random):
        def decide(self, turn: Turn) -> Answer:
            asked.set()
            over.wait(PATIENCE)
            return super().decide(turn)

    proxy = Proxy(hall.port)
    red = Remote(Slow, f"127.0.0.1:{proxy.port}", hall.tokens["author"], "red", ["township"])
    blue = hall.bot(Random, "blue", "township")
    with Background(red.run):
        until(lambda: bool(red.version))
        match_id = hall.queue("township", [red, blue], seed=1, options={"round_cap": 5})
        playing = Background(lambda: hall.play(match_id))
        until(asked.is_set)
        proxy.target = 1
        proxy.cut()
        until(lambda: proxy.refused >= 2)
        red.drain()
    over.set()
    assert proxy.refused >= 20, "a match under way is worth some tries"
    hall.bot(Random, "red", "township")
    assert playing.result().forfeits == []
    proxy.close()


def test_a_refusal_for_good_is_raised_and_not_tried_again(hall: Hall) -> None:
    with pytest.raises(ConnectionRefused, match="UNAUTHENTICATED"):
        Remote(Random, f"127.0.0.1:{hall.port}", "pent_wrong", "red", ["township"]).run()
    with pytest.raises(ConnectionRefused, match="NOT_FOUND"):
        Remote(Random, f"127.0.0.1:{hall.port}", hall.tokens["author"], "red", ["chess"]).run()


def test_a_bot_waits_for_an_arbiter_that_is_not_there_yet(hall: Hall) -> None:
    proxy = Proxy(1)
    red = Remote(Random, f"127.0.0.1:{proxy.port}", hall.tokens["author"], "red", ["township"])
    with Background(red.run):
        until(lambda: proxy.refused >= 2)
        assert not red.version
        proxy.target = hall.port
        until(lambda: red.version == "red@1")
        red.close()
    proxy.close()


def test_run_plays_by_the_environment(hall: Hall, tmp_path: Path) -> None:
    program = tmp_path / "mybot.py"
    program.write_text(
        "from pentarch.bots.random import Random\n"
        "from pentarch.bots.sdk import run\n"
        "class MyBot(Random):\n"
        "    pass\n"
        "run(MyBot, rulesets=['township'])\n"
    )
    environment = {
        **{name: text for name, text in os.environ.items() if not name.startswith("PENTARCH_")},
        "PYTHONPATH": str(ROOT),
        "PENTARCH_ARBITER": f"127.0.0.1:{hall.port}",
        "PENTARCH_TOKEN": hall.tokens["author"],
    }
    with subprocess.Popen([sys.executable, str(program)], env=environment) as process:
        try:
            blue = hall.bot(Random, "blue", "township")
            red = hall.bot(Random, "mybot", "township")
            red.close()
            match_id = hall.queue("township", [red, blue], seed=1)
            version = hall.row(match_id).seats[0].version_id
            until(lambda: hall.room(version) == (1, 1))
            assert hall.play(match_id).forfeits == []
        finally:
            process.terminate()
    missing = {**environment, "PENTARCH_TOKEN": ""}
    done = subprocess.run(
        [sys.executable, str(program)], env=missing, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr == "set PENTARCH_TOKEN to a token of the bot's owner\n"
