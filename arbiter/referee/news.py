"""What seats are told between their decisions: commands that they may know, and what followed.

Nothing is made before a seat looks at it. A seat that has not been asked for a long time is
told a bounded number of words: what would be too much is left out from the front.
"""

from typing import Any, Final

from pentarch.bots.sdk.text import LEFT_OUT
from pentarch.engine.core import Event, Seat
from pentarch.engine.match import Match

MOST_WORDS: Final = 5_000
"""How many names and values the events of one decision have together."""
_MANY_STEPS: Final = 16
_MOST_STEPS: Final = 1_000
_NOTHING: Final[list[Event]] = []


class News:
    """Keeps what happens in a match until every seat has been told of it."""

    def __init__(self, match: "Match[Any]") -> None:
        self._match: Final = match
        # Events by step, from step `_first` on.
        self._events: Final[list[list[Event]]] = []
        self._first = len(match.steps)
        # For each seat what it will be told next: what is kept of old steps, and the first step
        # after them. For its present decision the same, and the step before which that ends.
        self._older: Final = [_NOTHING] * match.seats
        self._next: Final = [self._first] * match.seats
        self._now: Final = [(_NOTHING, 0, 0)] * match.seats
        self.step: Final = self._events.append
        """The match has made a step, and this happened."""

    def since(self, seat: Seat) -> None:
        """The seat is asked: `told` is about all that happened since it was asked before."""
        end = self._first + len(self._events)
        self._now[seat] = (self._older[seat], self._next[seat], end)
        self._older[seat], self._next[seat] = _NOTHING, end

    def told(self, seat: Seat) -> list[Event]:
        """What the seat may know, while it decides."""
        return self._told(seat, *self._now[seat])

    def tidy(self) -> None:
        """Forget what nobody needs any more. No seat may be deciding."""
        if len(self._events) < _MANY_STEPS:
            return
        end = self._first + len(self._events)
        needed = min(self._next)
        if end - needed > _MOST_STEPS:
            # A seat has not been asked for a long time, or never will be.
            for seat, begin in enumerate(self._next):
                self._older[seat] = self._told(seat, self._older[seat], begin, end)
                self._next[seat] = end
            needed = end
        del self._events[: needed - self._first]
        self._first = needed

    def _told(self, seat: Seat, older: list[Event], begin: int, end: int) -> list[Event]:
        match = self._match
        told = list(older)
        for number in range(begin, end):
            step, events = match.steps[number], self._events[number - self._first]
            told += match.ruleset.told(match.state, step.seat, step.command, events, seat)
        return _bounded(told)


def _bounded(told: list[Event]) -> list[Event]:
    """The end of a list, as much of it as may be sent."""
    room = MOST_WORDS - sum([1 + len(event.values) for event in told])
    if room >= 0:
        return told
    missing = 0
    kept = 0
    # The marker itself has two words.
    while room < 2:
        event = told[kept]
        room += 1 + len(event.values)
        missing += int(event.values[0]) if event.name == LEFT_OUT else 1
        kept += 1
    return [Event(LEFT_OUT, -1, (missing,)), *told[kept:]]
