"""Watching a match while it is played, from the worker through Redis and the arbiter."""

import os
import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import grpc
import pytest

from pentarch.arbiter.v1 import matches_pb2, matches_pb2_grpc
from pentarch.bots.random import Random
from pentarch.bots.sdk import Answer, Turn
from pentarch.workers.windows import play_matches
from tests.hosting import builtin, hosted, queue, source
from tests.remote import Hall
from tests.threads import Background
from tests.waiting import PATIENCE


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    made = Hall(tmp_path)
    yield made
    made.close()


class Waiting(Random):
    """Thinks about its fifth decision until it is told to go on."""

    told = threading.Event()

    def decide(self, turn: Turn) -> Answer:
        if turn.sequence == 5:
            assert self.told.wait(PATIENCE)
        return super().decide(turn)


def test_a_running_match_is_seen_step_by_step(hall: Hall) -> None:
    told = threading.Event()
    Waiting.told = told
    bots = [hall.bot(Waiting, "red", "township"), hall.bot(Random, "blue", "township")]
    match_id = hall.queue("township", bots, seed=3, options={"round_cap": 5})
    playing = Background(lambda: hall.play(match_id))
    with grpc.insecure_channel(f"127.0.0.1:{hall.port}") as channel:
        stream = matches_pb2_grpc.MatchServiceStub(channel).WatchMatch(
            matches_pb2.WatchMatchRequest(match_id=match_id, with_views=True),
            metadata=(("authorization", f"Bearer {hall.tokens['reader']}"),),
            timeout=PATIENCE,
        )
        seen = []
        for response in stream:
            kind = response.WhichOneof("message")
            if kind == "step":
                seen.append(response.step)
                # The match stands still here, so these steps came live.
                told.set()
            if kind == "end":
                assert response.end.match.steps == len(seen)
    record = playing.result()
    assert [step.number for step in seen] == list(range(1, len(record.steps) + 1))
    assert [step.seat for step in seen] == [seat for seat, _ in record.steps]
    assert all(step.view for step in seen)


def test_a_match_does_not_wait_for_a_redis_that_stands_still(hall: Hall) -> None:
    """Nobody can watch then, and the match is played all the same."""
    pause = "import time; time.sleep(0.05)"
    slow = hosted(hall.store, source(pause))
    match_id = queue(hall.store, [slow, builtin(hall.store, "random")], options={"round_cap": 5})
    os.kill(hall.redis.pid, signal.SIGSTOP)
    try:
        assert play_matches(hall.host, [match_id]) == [match_id]
    finally:
        os.kill(hall.redis.pid, signal.SIGCONT)
    assert hall.record(match_id).forfeits == []
