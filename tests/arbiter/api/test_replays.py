"""Matches that are over are played again beside the arbiter: whole, in turns, whatever ends."""

import asyncio
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from pentarch.arbiter.api.along import Along, Showing
from pentarch.arbiter.api.replays import Replays
from pentarch.arbiter.v1 import matches_pb2
from pentarch.bots.random import Random
from pentarch.engine.chance import seed_key
from pentarch.engine.record import decode, encode
from pentarch.local import play_local
from pentarch.workers.process_tree import children, is_running
from pentarch.workers.verification import verify_matches
from tests.arbiter.api.test_watchers import Reader
from tests.arbiter_process import ArbiterProcess
from tests.needs import needs_redis
from tests.remote import Hall
from tests.threads import Background
from tests.waiting import until

Messages = list[matches_pb2.WatchMatchResponse]
SEED = 5


@pytest.fixture(scope="module")
def content() -> bytes:
    result = play_local("township", ["random", "random"], seed=SEED, options={"round_cap": 5})
    return encode(result.record(timed=False))


def game(*, first_step: int = 0, with_views: bool = True) -> Showing:
    options = {"round_cap": 5}
    return Showing("township", 2, {**options}, seed_key(SEED), first_step, with_views)


def played_here(content: bytes, wanted: Showing) -> Messages:
    return Along(wanted).play(decode(content).steps)


async def all_of(replays: Replays, wanted: Showing, content: bytes, done: int = 0) -> Messages:
    return [message async for message in replays.play(wanted, content, done)]


def test_every_watcher_gets_every_step_once_and_in_order(content: bytes) -> None:
    wanted = [game(), game(with_views=False), game(first_step=10), game()]

    async def watch() -> list[Messages]:
        replays = Replays()
        try:
            assert await replays.opening(wanted[0]) == Along(wanted[0]).view()
            assert await replays.opening(wanted[1]) == b""
            return await asyncio.gather(*[all_of(replays, one, content) for one in wanted])
        finally:
            replays.close()

    # In a thread of its own: a browser that another test left open has this one's loop.
    got = Background(lambda: asyncio.run(watch())).result()
    assert got == [played_here(content, one) for one in wanted]
    assert [message.step.number for message in got[2]] == [*range(10, len(got[0]) + 1)]


def test_who_has_seen_a_part_live_gets_the_rest(content: bytes) -> None:
    async def watch() -> Messages:
        replays = Replays()
        try:
            return await all_of(replays, game(), content, done=17)
        finally:
            replays.close()

    assert Background(lambda: asyncio.run(watch())).result() == played_here(content, game())[17:]


def test_a_watch_goes_on_when_the_process_that_plays_is_killed(content: bytes) -> None:
    async def watch() -> Messages:
        replays = Replays()
        before = {*children(os.getpid())}
        got: Messages = []
        try:
            async for message in replays.play(game(), content, 0):
                if not got:
                    for pid in {*children(os.getpid())} - before:
                        os.kill(pid, signal.SIGKILL)
                got.append(message)
            return got
        finally:
            replays.close()

    assert Background(lambda: asyncio.run(watch())).result() == played_here(content, game())


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    made = Hall(tmp_path)
    yield made
    made.close()


@needs_redis
def test_a_finished_match_is_played_beside_the_arbiter_and_ends_with_it(hall: Hall) -> None:
    pair = [hall.bot(Random, name, "township") for name in ("red", "blue")]
    match_id = hall.queue("township", pair, seed=1, options={"round_cap": 5})
    steps = len(hall.play(match_id).steps)
    verify_matches(hall.verifier, [match_id])
    arbiter = ArbiterProcess(str(hall.store.engine.url), hall.redis.address)
    try:
        assert children(arbiter.pid) == []
        with Reader(arbiter.port, hall.tokens["reader"]) as reader:
            assert len([*reader.watch(match_id)]) == steps + 2
        beside = children(arbiter.pid)
        assert beside
        os.kill(arbiter.pid, signal.SIGKILL)
        until(lambda: not any(map(is_running, beside)), what="they have ended with the arbiter")
    finally:
        arbiter.stop()
