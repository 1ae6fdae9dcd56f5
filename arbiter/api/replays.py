"""Matches that are over, played again for those who watch: beside the arbiter, not inside it.

One process does the playing, a few steps at a time for each watcher in turn. The arbiter's own
thread only passes messages on, a limited number a second, however many watch: whoever asks for
something else is answered in between.
"""

import asyncio
import os
import signal
import threading
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from itertools import count
from multiprocessing import get_context, parent_process
from typing import Final, TypeVar

from pentarch.arbiter.api.along import Along, Showing
from pentarch.arbiter.v1 import matches_pb2
from pentarch.engine.core import Seat
from pentarch.engine.record import decode

T = TypeVar("T")

_TOGETHER: Final = 25
"""Steps that are played before it is somebody else's turn."""
_PAUSE: Final = 0.0004
"""Seconds for each message in which no others are made: 2,500 a second for all watchers."""
_MOST_KEPT: Final = 64
_PATIENT: Final = 5


class Replays:
    """Plays matches again in a process of its own, which is started when it is first needed."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._turn: Final = asyncio.Lock()
        self._numbers: Final = count()

    async def opening(self, game: Showing) -> bytes:
        """What a spectator sees before the first step; empty if nobody wants to."""
        if not game.with_views:
            return b""
        async with self._turn:
            return await self._run(lambda pool: pool.submit(_opening, game))

    async def play(
        self, game: Showing, content: bytes, done: int
    ) -> AsyncIterator[matches_pb2.WatchMatchResponse]:
        """The messages about the steps of a record that come after that many."""
        number = next(self._numbers)
        part = _Part([], done, is_last=False)
        while not part.is_last:
            part = await self._part(number, game, content, part.done)
            for message in part.messages:
                yield matches_pb2.WatchMatchResponse.FromString(message)

    def close(self) -> None:
        """Let the process end."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

    async def _part(self, number: int, game: Showing, content: bytes, done: int) -> "_Part":
        async with self._turn:
            part = await self._run(lambda pool: pool.submit(_play_on, number, game, content, done))
            await asyncio.sleep(_PAUSE * len(part.messages))
            return part

    async def _run(self, submit: Callable[[ProcessPoolExecutor], Future[T]]) -> T:
        try:
            return await asyncio.wrap_future(submit(self._process()))
        except BrokenProcessPool:
            # Somebody has ended it. What it kept it can make again.
            self._pool = None
            return await asyncio.wrap_future(submit(self._process()))

    def _process(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(1, get_context("spawn"), _begin)
        return self._pool


@dataclass(frozen=True)
class _Part:
    """Some steps of a match: messages about them in bytes, and how many are done in all."""

    messages: list[bytes]
    done: int
    is_last: bool


@dataclass(frozen=True)
class _Replay:
    """A match that is being played again."""

    along: Along
    steps: list[tuple[Seat, int]]


_kept: Final[OrderedDict[int, _Replay]] = OrderedDict()
"""In the process that plays: the matches of those who are watching, the latest last."""


def _begin() -> None:
    """In the process that plays: others come first, and it ends with the arbiter."""
    os.nice(_PATIENT)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_arbiter, daemon=True).start()


def _end_with_arbiter() -> None:
    arbiter = parent_process()
    assert arbiter is not None
    arbiter.join()
    os._exit(0)


def _opening(game: Showing) -> bytes:
    return Along(game).view()


def _play_on(number: int, game: Showing, content: bytes, done: int) -> _Part:
    """The next steps for a watcher, who has seen that many."""
    replay = _kept.pop(number, None)
    if replay is None or replay.along.steps != done:
        replay = _Replay(Along(game), decode(content).steps)
        replay.along.skip(replay.steps[:done])
    wanted = replay.along.play(replay.steps[done : done + _TOGETHER])
    now = replay.along.steps
    is_last = replay.along.is_over or now >= len(replay.steps)
    if not is_last:
        _kept[number] = replay
        if len(_kept) > _MOST_KEPT:
            _kept.popitem(last=False)
    messages = [message.SerializeToString() for message in wanted]
    return _Part(messages, now, is_last)
