"""The moments of a match: its positions in which somebody had a choice."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pentarch.bots.position import JointDecision, positions
from pentarch.engine.commands import Command
from pentarch.engine.core import Event, Seat
from pentarch.engine.plain import Json
from pentarch.engine.record import Record
from pentarch.engine.ruleset import Ruleset


@dataclass(frozen=True)
class Moment:
    """A position with a choice, and what was chosen. `step` is the step that carried it out."""

    ruleset: Ruleset[Any]
    step: int
    seat: Seat
    command: Command
    state: Any
    legal: list[Command]
    told: list[Event]
    """What the seat could know of all that had happened since its decision before."""
    number: int
    """The number of the decision among those of the seat, from 1."""
    lost: frozenset[Seat]
    """Who had forfeited."""
    joint: JointDecision | None = None
    """The decision that several seats take together, if it is one."""

    def view(self, seat: Seat) -> Json:
        """What a seat could know when it was asked."""
        if self.joint is not None:
            return self.joint.view(seat)
        return self.ruleset.view(self.state, seat)


def moments(record: Record) -> Iterator[Moment]:
    """The moments of a record in order. Raises an EngineError where it does not fit the rules."""
    # The last position is the end: nothing was played there.
    for step, (position, (seat, number)) in enumerate(
        zip(positions(record), record.steps, strict=False), 1
    ):
        match = position.match
        lost = frozenset(forfeit.seat for forfeit in match.forfeits)
        legal = match.legal(seat)
        if len(legal) > 1 and seat not in lost:
            yield Moment(
                match.ruleset,
                step,
                seat,
                match.ruleset.commands.by_number(number),
                match.ruleset.copy(match.state),
                legal,
                list(position.told[seat]),
                position.decisions[seat] + 1,
                lost,
                position.joint,
            )
