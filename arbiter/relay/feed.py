"""The live feed of a match under way: its steps through Redis, a few bytes each.

A worker appends the seats and command numbers of the latest steps a few times a second to a Redis
stream that expires by itself; whoever watches plays them along on an engine of its own. The feed is
for watching only: nothing that counts depends on it, and a match never waits for it.
"""

from collections.abc import AsyncIterator, Sequence
from typing import Any, Final, Protocol

import redis
import redis.asyncio

from pentarch.engine.core import Seat

_EXPIRES: Final = 600
_PATIENCE: Final = 2.0
_WAIT_MS: Final = 1_000
_MOST_ENTRIES: Final = 20_000

Step = tuple[Seat, int]


class LiveSource(Protocol):
    """Where the steps of running matches can be read."""

    def follow(self, match_id: int, attempt: int) -> AsyncIterator[list[Step]]:
        """The steps of an attempt from its beginning, in batches; an empty batch every second in
        which nothing came, so that the caller can look whether the match is over."""


class LiveFeed:
    """A worker's end."""

    def __init__(self, address: str) -> None:
        self._client: Final = redis.Redis.from_url(
            address, socket_timeout=_PATIENCE, socket_connect_timeout=_PATIENCE
        )

    def write(self, match_id: int, attempt: int, steps: Sequence[Step]) -> None:
        """Append steps to the feed of an attempt. Raises redis.RedisError."""
        key = key_of(match_id, attempt)
        text = " ".join(f"{seat}:{number}" for seat, number in steps)
        with self._client.pipeline(transaction=False) as pipe:
            pipe.xadd(key, {"steps": text}, maxlen=_MOST_ENTRIES, approximate=True)
            pipe.expire(key, _EXPIRES)
            pipe.execute()

    def close(self) -> None:
        """Let go of the connection."""
        self._client.close()


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
