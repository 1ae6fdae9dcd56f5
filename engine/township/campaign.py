"""Phase 7 up to the fight: who attacks whom, one attack after the other (TS-14)."""

from typing import final

from pentarch.engine.chance import Chance
from pentarch.engine.commands import Command
from pentarch.engine.core import WRONG_DECISION, Event, Refusal, Seat
from pentarch.engine.township import outcome, turn
from pentarch.engine.township.actors import ActiveDecision
from pentarch.engine.township.commands import ASSIGN, ATTACK
from pentarch.engine.township.refusals import ALL_LEFT, NO_ATTACK, NOT_ASKED, TOO_MANY
from pentarch.engine.township.state import ARMING, ASSIGNING, CHOOSING, Attack, Campaign, State


def begin(state: State) -> None:
    """Ask about the first opponent (TS-14.2)."""
    state.campaign = Campaign([0] * len(state.towns), state.opponents()[0])
    state.decision = ASSIGNING


def unassigned(state: State) -> int:
    """Mustered units not yet sent against anybody."""
    return state.towns[state.active].mustered - sum(state.campaign.assigned)


def end_attack(state: State, events: list[Event]) -> None:
    """Seats without units leave; then the next attack, or phase 8 (TS-19.1).

    An attacker who has left has no further attack: its last units fell in this one.
    """
    defender = state.current().defender
    state.attack = None
    for seat in (defender, state.active):
        if not state.towns[seat].units:
            outcome.eliminate(state, seat, events)
    if outcome.is_over(state):
        return
    if any(state.campaign.assigned):
        state.decision = CHOOSING
    else:
        turn.end(state, events)


@final
class Assign(ActiveDecision):
    """How many units go against the opponent asked about; the last one takes the rest."""

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        left = unassigned(state)
        asked = state.campaign.asked
        return [ASSIGN.of(units, asked) for units in range(left + 1)]

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        """TS-14.1, TS-14.2."""
        if command.verb is not ASSIGN:
            return WRONG_DECISION
        units, target = command.args
        left = unassigned(state)
        if target != state.campaign.asked:
            return NOT_ASKED
        if units > left:
            return TOO_MANY
        if units < left and target == state.opponents()[-1]:
            return ALL_LEFT
        return None

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        """Go on to the next opponent, until no unit is left."""
        units, target = command.args
        state.campaign.assigned[target] = units
        if unassigned(state):
            order = state.opponents()
            state.campaign.asked = order[order.index(target) + 1]
        else:
            state.campaign.asked = -1
            state.decision = CHOOSING


@final
class Target(ActiveDecision):
    """Which attack is resolved next (TS-14.5)."""

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        return [ATTACK.of(target) for target in range(len(state.towns))]

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        """TS-14.3."""
        if command.verb is not ATTACK:
            return WRONG_DECISION
        assigned = state.campaign.assigned
        target = command.args[0]
        return None if target < len(assigned) and assigned[target] else NO_ATTACK

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        target = command.args[0]
        state.attack = Attack(target, state.campaign.assigned[target])
        state.campaign.assigned[target] = 0
        state.decision = ARMING
