"""RETREAT: a squad goes to the nearest own building or to the gate, at once."""

from pentarch.engine.chance import Chance
from pentarch.engine.commands import Command
from pentarch.engine.core import Event, Refusal, Seat
from pentarch.engine.decision import Branch
from pentarch.engine.tradewarz import commands, refusals
from pentarch.engine.tradewarz.battle import start_battle
from pentarch.engine.tradewarz.decisions import MainAction, OwnChoice
from pentarch.engine.tradewarz.lattice import SPACE_NAMES
from pentarch.engine.tradewarz.places import (
    distances,
    is_occupied,
    place_unit,
    put,
    take,
    unit_with,
)
from pentarch.engine.tradewarz.state import RETREATING, House, State
from pentarch.engine.tradewarz.tables import GATE_LIMIT, NONE, RETREAT
from pentarch.engine.tradewarz.ways import Group
from pentarch.engine.tradewarz.year import end_main_action


class StartRetreat(MainAction):
    """One squad retreats."""

    def __init__(self) -> None:
        super().__init__(commands.RETREAT, RETREAT)

    def obstacle(self, state: State, house: House) -> "Refusal | None":
        if house.squads:
            sites = [house.gate, *state.buildings_of(house.seat)]
            for start in house.squad_spaces():
                for goal in sites:
                    if _fits(state, house, start, goal):
                        return None
        return refusals.NO_RETREAT

    def begin(self, state: State, house: House, chance: Chance, events: list[Event]) -> None:
        state.decision = RETREATING


def _fits(state: State, house: House, start: int, goal: int) -> bool:
    """Whether the whole squad on `start`, with its super unit, has room on `goal`."""
    size = house.army[start]
    if goal == house.gate:
        # TW-RET.4: an occupied gate is fought for, so room does not matter.
        return is_occupied(state, house) or house.army[goal] + size <= GATE_LIMIT
    square = state.squares[goal]
    if goal == start or not square.here.within(house.friends):
        return False
    if square.crowd + size > house.squad_limit():
        return False
    return unit_with(state, house.seat, start) == NONE or square.unit == NONE


def _refuges(state: State, house: House, start: int) -> list[int]:
    """TW-RET.1, TW-RET.3: the own gate, and the nearest own buildings that take the whole squad."""
    found = [house.gate] if _fits(state, house, start, house.gate) else []
    sites = [site for site in state.buildings_of(house.seat) if _fits(state, house, start, site)]
    if not sites:
        return found
    far = distances(state, start)
    least = min([far[site] for site in sites])
    return found + [site for site in sites if far[site] == least]


class RetreatTo(Branch[State]):
    """TW-RET.2, TW-RET.4: the squad moves at once, or fights for its own gate."""

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        house = state.houses[seat]
        return [
            commands.RETREAT_TO.of(start, goal)
            for start in house.squad_spaces()
            for goal in _refuges(state, house, start)
        ]

    def legal(self, state: State, seat: Seat) -> list[Command]:
        # The refuges are what is legal; to ask why not would look for all of them again.
        return self.candidates(state, seat)

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        house = state.houses[seat]
        start, goal = command.args
        if start == house.gate or not house.army[start]:
            return refusals.NO_SQUAD
        if goal in _refuges(state, house, start):
            return None
        if goal == house.gate or (
            state.building(goal).owner == seat and not _fits(state, house, start, goal)
        ):
            return refusals.NO_ROOM_TO_RETREAT
        return refusals.NOT_NEAREST

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        house = state.houses[seat]
        start, goal = command.args
        squad = Group(house, start, house.army[start], unit_with(state, seat, start))
        events.append(Event("retreated", seat, (SPACE_NAMES[start], SPACE_NAMES[goal])))
        if goal == house.gate and is_occupied(state, house):
            start_battle(state, squad, goal, events)
            return
        take(state, house, start, squad.size)
        put(state, house, goal, squad.size)
        if squad.unit != NONE:
            place_unit(state, squad.unit, house, goal)
        end_main_action(state, events)


class ChooseRetreat(OwnChoice):
    """Which squad, and where to."""

    def __init__(self) -> None:
        super().__init__(RETREATING, [RetreatTo(commands.RETREAT_TO)])
