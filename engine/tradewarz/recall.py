"""Recall: a seat with more soldiers in the field than it supports brings some home."""

from pentarch.engine.chance import Chance
from pentarch.engine.commands import Command
from pentarch.engine.core import Event, Refusal, Seat
from pentarch.engine.decision import Branch
from pentarch.engine.tradewarz import commands, refusals
from pentarch.engine.tradewarz.decisions import Reaction
from pentarch.engine.tradewarz.lattice import SPACE_NAMES
from pentarch.engine.tradewarz.places import put, release_unit, room, take
from pentarch.engine.tradewarz.state import RECALLING, STEPS, State
from pentarch.engine.tradewarz.year import end_turn


class Recall(Branch[State]):
    """TW-SUP.3: a field soldier of the seat's choice."""

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        return [commands.RECALL.of(space) for space in state.houses[seat].squad_spaces()]

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        house, space = state.houses[seat], command.args[0]
        if space == house.gate or not house.army[space]:
            return refusals.NO_FIELD_SOLDIER
        return None

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        """TW-SUP.4, TW-SUP.5: one soldier returns to the gate, or to the reserve."""
        house, space = state.houses[seat], command.args[0]
        take(state, house, space, 1)
        release_unit(state, space)
        if room(state, house, house.gate) > 0:
            put(state, house, house.gate, 1)
        else:
            house.reserve += 1
        events.append(Event("recalled", seat, (SPACE_NAMES[space],)))
        if not house.is_overstretched():
            _resume(state, events)


def _resume(state: State, events: list[Event]) -> None:
    """What the recall has interrupted goes on."""
    mid_march = state.recall.mid_march
    state.recall.clear()
    if mid_march:
        state.decision = STEPS
    else:
        end_turn(state, events)


class RecallSoldiers(Reaction):
    """Asked of the seat that cannot support its soldiers."""

    def __init__(self) -> None:
        super().__init__(RECALLING, [Recall(commands.RECALL)])

    def actor(self, state: State) -> Seat:
        return state.recall.seat
