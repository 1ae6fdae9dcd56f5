"""Positions of a recorded match, with what each seat knew when it decided."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from pentarch.engine.chance import Seeded
from pentarch.engine.commands import Command
from pentarch.engine.core import Event, Seat
from pentarch.engine.decision import Decision
from pentarch.engine.errors import InvalidValue
from pentarch.engine.match import Match
from pentarch.engine.plain import Json
from pentarch.engine.record import Record, replay
from pentarch.engine.ruleset import Ruleset


@dataclass(frozen=True)
class JointDecision:
    """A decision that several seats take at the same time: as it was put to them, and what has been
    entered since.

    A record has one seat after another, but those who come later were asked at the same moment:
    none of them saw who was ready.
    """

    ruleset: Ruleset[Any]
    state: Any
    decision: Decision[Any] | None
    acting: frozenset[Seat]
    """Who has not finished yet."""
    entered: tuple[tuple[Seat, Command], ...] = ()

    def view(self, seat: Seat) -> Json:
        """What a seat could know: nothing of what the others have entered."""
        state = self.ruleset.copy(self.state)
        # Nothing is drawn before all have finished.
        luck = Seeded(0)
        for entering, command in self.entered:
            if entering == seat:
                self.ruleset.apply(state, seat, command, luck)
        return self.ruleset.view(state, seat)


@dataclass(frozen=True)
class Position:
    """A match as it stood before a step, with what each seat had been told since it decided."""

    match: Match[Any]
    told: list[list[Event]]
    decisions: list[int]
    """How often each seat had decided."""
    joint: JointDecision | None = None
    """The decision that several seats take together, if it is one."""

    @property
    def acting(self) -> list[Seat]:
        """The seats that decide now."""
        return self.match.to_act()

    def view(self, seat: Seat) -> Json:
        """What a seat could know when it was asked."""
        if self.joint is not None:
            return self.joint.view(seat)
        return self.match.ruleset.view(self.match.state, seat)


def positions(record: Record) -> Iterator[Position]:
    """The position before each step and at the end: one match, which changes from each to the
    next. Raises an EngineError where the record does not fit the rules."""
    told: list[list[Event]] = [[] for _ in range(record.seats)]
    decisions = [0] * record.seats
    joint: JointDecision | None = None
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
        joint = _joint(match, joint)
        yield Position(match, told, decisions, joint)


def _joint(match: Match[Any], before: JointDecision | None) -> JointDecision | None:
    """The decision that goes on, with the last step entered, or a new one; None for one seat."""
    ruleset, acting = match.ruleset, frozenset(match.to_act())
    decision = ruleset.decision(match.state)
    if before is not None and decision is before.decision and acting <= before.acting:
        made = match.steps[-1]
        entered = (*before.entered, (made.seat, made.command))
        return replace(before, acting=acting, entered=entered)
    if len(acting) < 2:
        return None
    return JointDecision(ruleset, ruleset.copy(match.state), decision, acting)


def before(record: Record, step: int) -> Position:
    """The position in which step number `step` was played, or would have been: one after the last
    is the decision at which a bot lost the match. Raises InvalidValue, or Diverged."""
    last = len(record.steps)
    if 1 <= step <= last + 1:
        for number, position in enumerate(positions(record), 1):
            if number == step and position.acting:
                return position
    raise InvalidValue(f"the record has steps 1 to {last}, not {step}")
