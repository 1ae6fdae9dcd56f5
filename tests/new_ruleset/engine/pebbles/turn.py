"""PB-2: a turn."""

from typing import Final

from pentarch.engine.chance import Chance
from pentarch.engine.commands import Command
from pentarch.engine.core import Event, Refusal, Seat
from pentarch.engine.decision import Decision
from pentarch.engine.pebbles.commands import TAKE
from pentarch.engine.pebbles.refusals import TOO_FEW
from pentarch.engine.pebbles.state import State
from pentarch.engine.pebbles.tables import DIE, MOST_TAKEN, WIND


class Take(Decision[State]):
    """How many pebbles to take."""

    def actors(self, state: State) -> list[Seat]:
        return [state.active]

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        return [TAKE.of(word) for word in range(MOST_TAKEN)]

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        return TOO_FEW if count_of(command) > state.heap else None

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        state.heap -= count_of(command)
        state.taken[seat] += count_of(command)
        state.active = (seat + 1) % len(state.taken)
        blow(state, chance, events)


TAKING: Final = Take("take")


def count_of(command: Command) -> int:
    """How many pebbles a command takes."""
    return command.args[0] + 1


def blow(state: State, chance: Chance, events: list[Event]) -> None:
    """PB-2.3: the wind may take a pebble."""
    if chance.die(DIE) == WIND and state.heap:
        state.heap -= 1
        events.append(Event("blown", -1, (state.heap,)))
