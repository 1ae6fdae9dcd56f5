"""Positions of a recorded match, with what each seat had been told when it decided."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pentarch.engine.core import Event, Seat
from pentarch.engine.errors import InvalidValue
from pentarch.engine.match import Match
from pentarch.engine.record import Record, replay


@dataclass(frozen=True)
class Position:
    """A match as it stood before a step, with what each seat had been told since it decided."""

    match: Match[Any]
    told: list[list[Event]]
    decisions: list[int]
    """How often each seat had decided."""

    @property
    def acting(self) -> list[Seat]:
        """The seats that decide now."""
        return self.match.to_act()


def positions(record: Record) -> Iterator[Position]:
    """The position before each step and at the end: one object, which changes from each to the
    next. Raises an EngineError where the record does not fit the rules."""
    told: list[list[Event]] = [[] for _ in range(record.seats)]
    decisions = [0] * record.seats
    for frame in replay(record, is_checked=False):
        match = frame.match
        if frame.step:
            made = match.steps[-1]
            told[made.seat].clear()
            decisions[made.seat] += 1
            for seat, heard in enumerate(told):
                heard += match.ruleset.told(
                    match.state, made.seat, made.command, frame.events, seat
                )
        yield Position(match, told, decisions)


def before(record: Record, step: int) -> Position:
    """The position in which step number `step` was played, or would have been: one after the last
    is the decision at which a bot lost the match. Raises InvalidValue, or Diverged."""
    last = len(record.steps)
    if 1 <= step <= last + 1:
        for number, position in enumerate(positions(record), 1):
            if number == step and position.acting:
                return position
    raise InvalidValue(f"the record has steps 1 to {last}, not {step}")
