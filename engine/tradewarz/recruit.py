"""RECRUIT: soldiers from the reserve to the gate, or for double the cost to a building."""

from pentarch.engine.chance import Chance
from pentarch.engine.commands import Command
from pentarch.engine.core import Event, Refusal, Seat
from pentarch.engine.decision import Branch
from pentarch.engine.tradewarz import commands, refusals
from pentarch.engine.tradewarz.decisions import MainAction, OwnChoice
from pentarch.engine.tradewarz.lattice import GATES, SPACE_NAMES
from pentarch.engine.tradewarz.places import is_occupied, put, room
from pentarch.engine.tradewarz.state import RECRUITING, House, State
from pentarch.engine.tradewarz.tables import RECRUIT, RECRUIT_COST, Cost
from pentarch.engine.tradewarz.year import end_main_action


def recruit_cost(house: House, times: int) -> Cost:
    """TW-REC.1: the cost of a soldier, single at the gate, double at a building."""
    gold, _, _, wheat = RECRUIT_COST
    return (gold * times, 0, 0, (wheat - house.powers.recruit_wheat) * times)


def _gate_refusal(state: State, house: House) -> "Refusal | None":
    """TW-CAP.8: a recruit at the own gate."""
    if is_occupied(state, house):
        return refusals.CAPITAL_LOST
    if not house.reserve:
        return refusals.NO_RESERVE
    if not house.can_pay(recruit_cost(house, 1)):
        return refusals.CANNOT_PAY
    return refusals.NO_ROOM_FOR_RECRUIT if room(state, house, house.gate) < 1 else None


def _building_refusal(state: State, house: House, space: int) -> "Refusal | None":
    """TW-CAP.8, TW-REC.2: a recruit at an own building, for the double cost."""
    if is_occupied(state, house):
        return refusals.CAPITAL_LOST
    if state.building(space).owner != house.seat:
        return refusals.NO_BUILDING
    if not house.reserve:
        return refusals.NO_RESERVE
    if not house.can_pay(recruit_cost(house, 2)):
        return refusals.CANNOT_PAY
    if room(state, house, space) < 1:
        return refusals.NO_ROOM_FOR_RECRUIT
    return refusals.NO_SUPPORT_FOR_RECRUIT if house.field >= house.capacity() else None


class StartRecruiting(MainAction):
    """As many soldiers as the house can pay for and place."""

    def __init__(self) -> None:
        super().__init__(commands.RECRUIT, RECRUIT)

    def obstacle(self, state: State, house: House) -> "Refusal | None":
        if not house.reserve or not house.can_pay(recruit_cost(house, 1)):
            return refusals.NOBODY_TO_RECRUIT
        if _gate_refusal(state, house) is None:
            return None
        if house.can_pay(recruit_cost(house, 2)):
            for space in state.buildings_of(house.seat):
                if _building_refusal(state, house, space) is None:
                    return None
        return refusals.NOBODY_TO_RECRUIT

    def begin(self, state: State, house: House, chance: Chance, events: list[Event]) -> None:
        state.decision = RECRUITING


def _recruit(state: State, house: House, space: int, cost: Cost, events: list[Event]) -> None:
    """Pay for a soldier and bring him from the reserve."""
    house.pay(cost)
    house.reserve -= 1
    put(state, house, space, 1)
    state.free.gained += 1
    events.append(Event("recruited", house.seat, (SPACE_NAMES[space],)))


class RecruitAtGate(Branch[State]):
    """A soldier for the own gate."""

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        return [commands.MUSTER_GATE.of()]

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        return _gate_refusal(state, state.houses[seat])

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        house = state.houses[seat]
        _recruit(state, house, house.gate, recruit_cost(house, 1), events)


class RecruitAtBuilding(Branch[State]):
    """A soldier for an own building."""

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        return [commands.MUSTER_AT.of(space - GATES) for space in state.buildings_of(seat)]

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        return _building_refusal(state, state.houses[seat], command.args[0] + GATES)

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        house = state.houses[seat]
        _recruit(state, house, command.args[0] + GATES, recruit_cost(house, 2), events)


class Done(Branch[State]):
    """TW-REC.1, TW-TEC.4: a token is spent on at least one."""

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        return [commands.DONE.of()]

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        return None if state.free.gained else refusals.ONE_AT_LEAST

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        end_main_action(state, events)


class ChooseRecruit(OwnChoice):
    """Where a recruit is placed, and being done."""

    def __init__(self) -> None:
        gate, building = RecruitAtGate(commands.MUSTER_GATE), RecruitAtBuilding(commands.MUSTER_AT)
        super().__init__(RECRUITING, [gate, building, Done(commands.DONE)])
