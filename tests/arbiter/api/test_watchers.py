"""How long others wait for their answers while one reader watches as much as they can."""

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from multiprocessing import get_context
from multiprocessing.queues import Queue
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import grpc
import pytest

from pentarch.arbiter.api.guard import MOST_STREAMS_OF_ONE
from pentarch.arbiter.v1 import (
    matches_pb2,
    matches_pb2_grpc,
    ratings_pb2,
    ratings_pb2_grpc,
)
from pentarch.bots.random import Random
from pentarch.workers.verification import verify_matches
from tests.arbiter_process import ArbiterProcess
from tests.needs import needs_redis
from tests.remote import Hall
from tests.threads import Background
from tests.waiting import PATIENCE, until

pytestmark = [needs_redis, pytest.mark.long, pytest.mark.timeout(1800)]

STREAMS = 3000
CHANNELS = 10
WATCHES = 10
CALLS = 300


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    made = Hall(tmp_path)
    yield made
    made.close()


@pytest.fixture
def arbiter(hall: Hall) -> Iterator[ArbiterProcess]:
    """In a process of its own, so that the test's own work does not count."""
    made = ArbiterProcess(str(hall.store.engine.url), hall.redis.address)
    yield made
    made.stop()


class Reader:
    """Somebody with a token and a connection of their own."""

    def __init__(self, port: int, token: str) -> None:
        self.channel = grpc.insecure_channel(
            f"127.0.0.1:{port}", options=[("grpc.use_local_subchannel_pool", 1)]
        )
        self._metadata = (("authorization", f"Bearer {token}"),)

    def watch(self, match_id: int) -> Any:
        stub = matches_pb2_grpc.MatchServiceStub(self.channel)
        request = matches_pb2.WatchMatchRequest(match_id=match_id)
        return stub.WatchMatch(request, metadata=self._metadata, timeout=PATIENCE)

    def took(self, calls: int) -> list[float]:
        """How long calls take this reader, in seconds each."""
        stub = ratings_pb2_grpc.RatingServiceStub(self.channel)
        request = ratings_pb2.ListLadderRequest(ruleset="township")
        spent = []
        for _ in range(calls):
            began = time.perf_counter()
            stub.ListLadder(request, metadata=self._metadata, timeout=PATIENCE)
            spent.append(time.perf_counter() - began)
        return spent

    def __enter__(self) -> "Reader":
        return self

    def __exit__(self, *_: object) -> None:
        self.channel.close()


def told(name: str, spent: list[float], quiet: list[float]) -> None:
    """Print the figures, and how many times those of a quiet arbiter they are."""
    figures = [
        (median(values) * 1000, quantiles(values, n=20)[-1] * 1000, max(values) * 1000)
        for values in (spent, quiet)
    ]
    (mid, high, most), (calm, *_) = figures
    print(f"{name}: median {mid:.1f} ms, p95 {high:.1f} ms, most {most:.1f} ms", end="; ")
    print(f"{mid / calm:.2f} times a quiet median")


def test_thousands_of_streams_of_one_reader_do_not_keep_others_waiting(
    hall: Hall, arbiter: ArbiterProcess
) -> None:
    pair = [hall.bot(Random, name, "township") for name in ("red", "blue")]
    match_id = hall.queue("township", pair, seed=1)
    with ExitStack() as stack:
        other = stack.enter_context(Reader(arbiter.port, hall.tokens["rival"]))
        other.took(CALLS // 10)
        quiet = other.took(CALLS)
        readers = [
            stack.enter_context(Reader(arbiter.port, hall.tokens["reader"]))
            for _ in range(CHANNELS)
        ]
        streams: list[Any] = []
        opening = Background(
            lambda: streams.extend(readers[n % CHANNELS].watch(match_id) for n in range(STREAMS))
        )
        told("while they are opened", other.took(CALLS), quiet)
        opening.result()
        until(lambda: sum(one.is_active() for one in streams) <= MOST_STREAMS_OF_ONE)
        told(f"with {STREAMS} asked for", other.took(CALLS), quiet)
        codes = Counter(one.code() for one in streams if not one.is_active())
        print(f"open {sum(one.is_active() for one in streams)}, refused {dict(codes)}")
        # Under so much at once gRPC itself lets go of some.
        assert set(codes) <= {grpc.StatusCode.RESOURCE_EXHAUSTED, grpc.StatusCode.CANCELLED}
        for one in streams:
            one.cancel()


def test_parallel_watches_of_a_finished_match_do_not_keep_others_waiting(
    hall: Hall, arbiter: ArbiterProcess
) -> None:
    pair = [hall.bot(Random, name, "heroes") for name in ("red", "blue")]
    match_id = hall.queue("heroes", pair, seed=1)
    steps = len(hall.play(match_id).steps)
    verify_matches(hall.verifier, [match_id])
    with ExitStack() as stack:
        other = stack.enter_context(Reader(arbiter.port, hall.tokens["rival"]))
        other.took(CALLS // 10)
        quiet = other.took(CALLS)
        watched: Queue[int] = get_context("spawn").Queue()
        watcher = get_context("spawn").Process(
            target=watch_for_ever,
            args=(arbiter.port, hall.tokens["reader"], match_id, watched),
            daemon=True,
        )
        watcher.start()
        stack.callback(watcher.kill)
        assert watched.get(timeout=PATIENCE) > steps
        told(f"beside {WATCHES} watches of {steps} steps", other.took(CALLS), quiet)


def watch_for_ever(port: int, token: str, match_id: int, watched: "Queue[int]") -> None:
    """Watch a match again and again in parallel, in a process of its own: others wait for the
    arbiter and not for this. Says how many messages each watch had."""
    reader = Reader(port, token)

    def watch() -> None:
        while True:
            watched.put(sum(1 for _ in reader.watch(match_id)))

    for one in [Background(watch) for _ in range(WATCHES)]:
        one.result()
