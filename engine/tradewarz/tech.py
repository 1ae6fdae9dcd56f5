"""TECH: buying techs at a university, and the squad that a new super unit goes with."""

from pentarch.engine.chance import Chance
from pentarch.engine.commands import Command
from pentarch.engine.core import Event, Refusal, Seat
from pentarch.engine.decision import Branch
from pentarch.engine.tradewarz import commands, refusals
from pentarch.engine.tradewarz.decisions import MainAction, OwnChoice
from pentarch.engine.tradewarz.lattice import SPACE_NAMES
from pentarch.engine.tradewarz.places import lift_unit, place_unit
from pentarch.engine.tradewarz.recruit import Done
from pentarch.engine.tradewarz.state import APPOINTING, TECHING, House, State
from pentarch.engine.tradewarz.tables import (
    CATEGORIES,
    MOST_UNITS,
    NONE,
    SCHOLARS_DISCOUNT,
    TECH,
    Cost,
)
from pentarch.engine.tradewarz.techs import (
    SHELVES,
    TECH_NAMES,
    TECHS,
    UNIT_NAMES,
    UNIT_OF_TECH,
    UNITS,
)


def tech_cost(state: State, house: House, price: Cost) -> Cost:
    """A tech's price for the house now: Open Archives and scholars take gold off."""
    off = house.powers.tech_gold + SCHOLARS_DISCOUNT * state.free.scholars
    return (max(0, price[0] - off), price[1], price[2], price[3])


def _level_refusal(state: State, house: House, category: int, level: int) -> "Refusal | None":
    """TW-TEC.1, TW-TEC.2: whether techs of a level are open to the house, and affordable."""
    if house.schools[category] < level:
        return refusals.NO_UNIVERSITY
    for shelf in SHELVES[category][: level - 1]:
        if not _is_passed(state, house.seat, shelf):
            return refusals.LOWER_TECH_FIRST
    price = CATEGORIES[category].levels[level - 1].tech
    return None if house.can_pay(tech_cost(state, house, price)) else refusals.CANNOT_PAY


def _is_passed(state: State, seat: Seat, shelf: list[int]) -> bool:
    """TW-TEC.2: whether the seat has a tech of a level, or nobody can buy one there any more."""
    sold_out = True
    for tech in shelf:
        owner = state.tech_owner[tech]
        if owner == seat:
            return True
        if owner == NONE:
            sold_out = False
    return sold_out


def units_owned(state: State, seat: Seat) -> int:
    """How many super units the seat has bought."""
    return sum(1 for unit in UNITS if state.tech_owner[unit.tech] == seat)


def buyable(state: State, house: House) -> list[int]:
    """The techs the house can buy now."""
    found: list[int] = []
    full = units_owned(state, house.seat) >= MOST_UNITS
    for category, reached in enumerate(house.schools):
        for shelf in SHELVES[category][:reached]:
            if house.can_pay(tech_cost(state, house, TECHS[shelf[0]].price)):
                for tech in shelf:
                    if state.tech_owner[tech] == NONE and not (full and UNIT_OF_TECH[tech] != NONE):
                        found.append(tech)
            if not _is_passed(state, house.seat, shelf):
                break
    return found


class StartTechs(MainAction):
    """As many techs as the house can pay for."""

    def __init__(self) -> None:
        super().__init__(commands.TECH, TECH)

    def obstacle(self, state: State, house: House) -> "Refusal | None":
        schools = house.schools
        if not (schools[0] or schools[1] or schools[2]):
            return refusals.NO_TECH_TO_BUY
        return None if buyable(state, house) else refusals.NO_TECH_TO_BUY

    def begin(self, state: State, house: House, chance: Chance, events: list[Event]) -> None:
        state.decision = TECHING


class Buy(Branch[State]):
    """TW-TEC.1, TW-TEC.2, TW-TEC.3, TW-SUN.5: a tech nobody has, of an open level."""

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        return [
            commands.BUY.of(tech) for tech, owner in enumerate(state.tech_owner) if owner == NONE
        ]

    def legal(self, state: State, seat: Seat) -> list[Command]:
        return [commands.BUY.of(tech) for tech in buyable(state, state.houses[seat])]

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        number = command.args[0]
        tech = TECHS[number]
        if state.tech_owner[number] != NONE:
            return refusals.TECH_OWNED
        refusal = _level_refusal(state, state.houses[seat], tech.category, tech.level)
        if refusal is not None:
            return refusal
        if tech.unit is not None and units_owned(state, seat) >= MOST_UNITS:
            return refusals.UNITS_FULL
        return None

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        """TW-TEC.3, TW-TEC.6: it is the seat's from now on; a super unit is then appointed."""
        number, house = command.args[0], state.houses[seat]
        tech = TECHS[number]
        house.pay(tech_cost(state, house, tech.price))
        state.sell_tech(number, house)
        house.reserve += tech.effect.soldiers
        state.free.scholars = 0
        state.free.gained += 1
        events.append(Event("bought", seat, (TECH_NAMES[number],)))
        unit = UNIT_OF_TECH[number]
        if unit != NONE:
            lift_unit(state, unit)
            state.free.appointed = unit
            state.decision = APPOINTING


class ChooseTech(OwnChoice):
    """Which tech, and being done."""

    def __init__(self) -> None:
        super().__init__(TECHING, [Buy(commands.BUY), Done(commands.DONE)])


# Appointing a super unit.


def _squad_refusal(state: State, house: House, space: int) -> "Refusal | None":
    """TW-SUN.1: an own squad without super unit."""
    if space == house.gate or not house.army[space] or state.squares[space].unit != NONE:
        return refusals.NO_SQUAD_FOR_UNIT
    return None


class AppointToSquad(Branch[State]):
    """The super unit joins a squad; buying goes on."""

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        unit = state.free.appointed
        return [commands.APPOINT.of(unit, space) for space in state.houses[seat].squad_spaces()]

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        if command.args[0] != state.free.appointed:
            return refusals.OTHER_UNIT
        return _squad_refusal(state, state.houses[seat], command.args[1])

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        unit, space = command.args
        state.free.appointed = NONE
        state.decision = TECHING
        place_unit(state, unit, state.houses[seat], space)
        events.append(Event("appointed", seat, (UNIT_NAMES[unit], SPACE_NAMES[space])))


class AppointToCapital(Branch[State]):
    """TW-SUN.1: the soldiers at the own gate are an army too; without any army it waits there."""

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        return [commands.APPOINT_HOME.of(state.free.appointed)]

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        house = state.houses[seat]
        if command.args[0] != state.free.appointed:
            return refusals.OTHER_UNIT
        if house.army[house.gate]:
            return None
        for space in house.squad_spaces():
            if _squad_refusal(state, house, space) is None:
                return refusals.NOBODY_AT_HOME
        return None

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        state.free.appointed = NONE
        state.decision = TECHING


class AppointUnit(OwnChoice):
    """Which squad takes the super unit that was bought."""

    def __init__(self) -> None:
        squad, capital = (
            AppointToSquad(commands.APPOINT),
            AppointToCapital(commands.APPOINT_HOME),
        )
        super().__init__(APPOINTING, [squad, capital])
