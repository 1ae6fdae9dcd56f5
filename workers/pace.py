"""Pace: how long matches take this process, by who plays what, and how many make a window."""

from collections.abc import Sequence
from typing import Final, TypeAlias

from pentarch.arbiter.store.models import Match

WINDOW: Final = 2.0
"""Matches are leased, played and handed in by about this many seconds of work.
What waits behind a long match is held by nobody, and can be played elsewhere."""
_UNKNOWN: Final = WINDOW / 5
_MOST: Final = 50
_MOST_KNOWN: Final = 1_000
_FRESH: Final = 0.5

Kind: TypeAlias = tuple[str, tuple[int, ...]]
"""A ruleset, and the versions that play it in any order."""


class Pace:
    """The pace of one process. Nothing of it is kept when the process ends."""

    def __init__(self) -> None:
        self._seconds: Final[dict[Kind, float]] = {}

    def learn(self, match: Match, seconds: float) -> None:
        """A match has taken so long."""
        kind = _kind(match)
        # The kind that was learnt first is forgotten first.
        before = self._seconds.pop(kind, seconds)
        self._seconds[kind] = before + _FRESH * (seconds - before)
        if len(self._seconds) > _MOST_KNOWN:
            del self._seconds[next(iter(self._seconds))]

    def window(self, waiting: Sequence[Match]) -> int:
        """How many of the first of these matches to lease together: at least one, if any waits."""
        left = WINDOW
        for count, match in enumerate(waiting[:_MOST]):
            left -= self._seconds.get(_kind(match), _UNKNOWN)
            if left < 0:
                return max(1, count)
        return min(_MOST, len(waiting))


def _kind(match: Match) -> Kind:
    return match.ruleset, tuple(sorted(seat.version_id for seat in match.seats))
