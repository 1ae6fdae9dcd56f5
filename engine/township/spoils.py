"""Phase 7, after a success: loot, or damage where the defender wants it (TS-16.4 to TS-16.10)."""

from typing import final

from pentarch.engine.chance import Chance
from pentarch.engine.commands import Command
from pentarch.engine.core import WRONG_DECISION, Event, Refusal, Seat
from pentarch.engine.decision import Branch
from pentarch.engine.township import campaign
from pentarch.engine.township.actors import DefenderDecision
from pentarch.engine.township.commands import DAMAGE, LOOTING, RAZING
from pentarch.engine.township.refusals import (
    NO_ROOM_FOR_DAMAGE,
    NOT_BUILT,
    NOTHING_TO_LOOT,
    NOTHING_TO_RAZE,
)
from pentarch.engine.township.state import SUFFERING, Building, State, Town
from pentarch.engine.township.tables import GOODS, SITES


def are_there(state: State) -> bool:
    """Whether there is something to loot or raze."""
    return can_loot(state) or can_raze(state)


def can_loot(state: State) -> bool:
    """TS-16.10."""
    return _defender(state).pieces() > 0


def can_raze(state: State) -> bool:
    """TS-16.10."""
    town = _defender(state)
    return town.units > 0 and any([takes_damage(state, item) for item in town.buildings])


def takes_damage(state: State, building: Building) -> bool:
    """TS-16.9."""
    return state.settings.destroy_rule.leaves_room(building.damage, building.depletion)


@final
class Loot(Branch[State]):
    """Random pieces of the defender's stock (TS-16.5 to TS-16.7)."""

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        return [LOOTING]

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        return None if can_loot(state) else NOTHING_TO_LOOT

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        attack = state.current()
        defender = _defender(state)
        taken: list[int | str] = []
        for _ in range(state.settings.loot_rule.pieces(attack.left_over)):
            if defender.pieces():
                good = _piece(defender.stock, chance.below(defender.pieces()))
                defender.stock[good] -= 1
                state.towns[seat].stock[good] += 1
                taken.append(GOODS[good])
        attack.left_over = 0
        events.append(Event("looted", seat, tuple(taken)))
        campaign.end_attack(state, events)


@final
class Raze(Branch[State]):
    """The defender chooses where the damage goes (TS-16.8)."""

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        return [RAZING]

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        return None if can_raze(state) else NOTHING_TO_RAZE

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        state.decision = SUFFERING


@final
class Damage(DefenderDecision):
    """Where the next damage token goes, while there are points and room (TS-16.8, TS-16.9)."""

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        return [DAMAGE.of(item.site.number) for item in state.towns[seat].buildings]

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        if command.verb is not DAMAGE:
            return WRONG_DECISION
        building = state.towns[seat].find(SITES[command.args[0]])
        if building is None:
            return NOT_BUILT
        return None if takes_damage(state, building) else NO_ROOM_FOR_DAMAGE

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        town = state.towns[seat]
        building = town.at(SITES[command.args[0]])
        town.put(building.damaged())
        events.append(Event("razed", seat, (building.site.name,)))
        attack = state.current()
        attack.left_over -= 1
        if not (attack.left_over and can_raze(state)):
            campaign.end_attack(state, events)


def _defender(state: State) -> Town:
    return state.towns[state.current().defender]


def _piece(stock: list[int], draw: int) -> int:
    """The good of piece number `draw`, counted in canonical order."""
    for good, pieces in enumerate(stock):
        if draw < pieces:
            return good
        draw -= pieces
    raise AssertionError("a draw beyond the stock")
