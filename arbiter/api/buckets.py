"""Token buckets: so much a second for each caller, with a burst."""

import time
from typing import Final

from google.rpc import code_pb2

from pentarch.arbiter.api.errors import Refused

_MOST_KEPT: Final = 10_000


class Buckets:
    """A bucket by key, full at first. What is taken comes back with time."""

    def __init__(self, rate: float, burst: int) -> None:
        self._rate: Final = rate
        self._burst: Final = burst
        self._levels: dict[str, tuple[float, float]] = {}

    def take(self, key: str, amount: float = 1.0) -> None:
        """Take from a caller's bucket. Raises RESOURCE_EXHAUSTED when it is empty."""
        now = time.monotonic()
        level = self._level(key, now)
        if level < amount:
            raise Refused(code_pb2.RESOURCE_EXHAUSTED, "too many calls; slow down")
        if len(self._levels) > _MOST_KEPT:
            self._levels.clear()
        self._levels[key] = (level - amount, now)

    def is_empty(self, key: str, amount: float = 1.0) -> bool:
        """Whether there is not that much left."""
        return self._level(key, time.monotonic()) < amount

    def _level(self, key: str, now: float) -> float:
        level, last = self._levels.get(key, (float(self._burst), now))
        return min(self._burst, level + (now - last) * self._rate)
