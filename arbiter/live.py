"""The live feed of a match under way: its steps through Redis, a few bytes each.

A worker appends the seats and command numbers of the latest steps a few times a second to a Redis
stream that expires by itself; whoever watches plays them along on an engine of its own. The feed is
for watching only: nothing that counts depends on it, and a match never waits for it.
"""

import contextlib
import threading
from collections.abc import AsyncIterator
from typing import Any, Final, Protocol

import redis
import redis.asyncio

from engine.core import Seat

_EXPIRES: Final = 600
_PAUSE: Final = 0.1
_WAIT_MS: Final = 1_000
_MOST_ENTRIES: Final = 20_000

Step = tuple[Seat, int]


class LiveSource(Protocol):
    """Where the steps of running matches can be read."""

    def follow(self, match_id: int, attempt: int) -> AsyncIterator[list[Step]]:
        """The steps of an attempt from its beginning, in batches; an empty batch every second in
        which nothing came, so that the caller can look whether the match is over."""


class LiveFeed:
    """A worker's end: takes steps without waiting, and writes them from a thread."""

    def __init__(self, client: "redis.Redis", match_id: int, attempt: int) -> None:
        self._client: Final = client
        self._key: Final = key_of(match_id, attempt)
        self._new: list[Step] = []
        self._lock: Final = threading.Lock()
        self._stop: Final = threading.Event()
        self._thread: Final = threading.Thread(target=self._run, name="live", daemon=True)

    def step(self, seat: Seat, number: int) -> None:
        """A step was played."""
        with self._lock:
            self._new.append((seat, number))

    def __enter__(self) -> "LiveFeed":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()

    def _run(self) -> None:
        is_last = False
        while not is_last:
            is_last = self._stop.wait(_PAUSE)
            with self._lock:
                batch, self._new = self._new, []
            if batch:
                # Nobody may be watching, and Redis may be away: the match does not care.
                with contextlib.suppress(redis.RedisError):
                    self._write(batch)

    def _write(self, batch: list[Step]) -> None:
        text = " ".join(f"{seat}:{number}" for seat, number in batch)
        with self._client.pipeline(transaction=False) as pipe:
            pipe.xadd(self._key, {"steps": text}, maxlen=_MOST_ENTRIES, approximate=True)
            pipe.expire(self._key, _EXPIRES)
            pipe.execute()


class RedisSource:
    """The arbiter's end."""

    def __init__(self, address: str) -> None:
        self._client: Final = redis.asyncio.Redis.from_url(address)

    async def follow(self, match_id: int, attempt: int) -> AsyncIterator[list[Step]]:
        """See LiveSource."""
        last: bytes = b"0"
        key = key_of(match_id, attempt)
        while True:
            answer: Any
            try:
                answer = await self._client.xread({key: last}, count=1_000, block=_WAIT_MS)
            except redis.RedisError:
                answer = []
            batch: list[Step] = []
            for _, entries in answer:
                for last, fields in entries:  # noqa: B007 - the last id is where to go on
                    batch += parse(fields[b"steps"])
            yield batch

    async def close(self) -> None:
        """Let go of the connection."""
        await self._client.aclose()


def key_of(match_id: int, attempt: int) -> str:
    """The stream of an attempt."""
    return f"pentarch:live:{match_id}:{attempt}"


def parse(text: bytes) -> list[Step]:
    """The steps of one entry."""
    steps = []
    for word in text.decode("ascii").split(" "):
        seat, _, number = word.partition(":")
        steps.append((int(seat), int(number)))
    return steps
