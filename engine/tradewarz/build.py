"""BUILD: settlements, villages, castles and universities, one of them a token (TW-BLD.1)."""

from pentarch.engine.chance import Chance
from pentarch.engine.commands import Command
from pentarch.engine.core import Event, Refusal, Seat
from pentarch.engine.decision import Branch
from pentarch.engine.tradewarz import commands, refusals
from pentarch.engine.tradewarz.board import Building
from pentarch.engine.tradewarz.decisions import MainAction, OwnChoice
from pentarch.engine.tradewarz.economy import award, less
from pentarch.engine.tradewarz.lattice import GATES, SPACE_NAMES, SPACES
from pentarch.engine.tradewarz.places import put_up
from pentarch.engine.tradewarz.state import BUILDING, House, State
from pentarch.engine.tradewarz.tables import (
    BUILD,
    BUILDING_NAMES,
    BUILDINGS,
    CASTLE,
    CATEGORIES,
    CATEGORY_NAMES,
    MASONS_DISCOUNT,
    MOST_CASTLES,
    MOST_SITES,
    MOST_VILLAGES,
    NONE,
    NOTHING,
    SCHOLARS_DISCOUNT,
    SETTLEMENT,
    TOP_LEVEL,
    UPGRADE_COST,
    VILLAGE,
    Cost,
)
from pentarch.engine.tradewarz.year import end_main_action


def building_cost(state: State, house: House, cost: Cost) -> Cost:
    """A building's cost now: Master Builders and Free Masons make it cheaper."""
    cheaper = less(cost, house.powers.building_discount, 1)
    return less(cheaper, MASONS_DISCOUNT, state.free.masons)


def university_cost(state: State, house: House, category: int, level: int) -> Cost:
    """TW-UNI.2: all levels from the present one up to `level`, less what scholars take off."""
    gold = lumber = mining = wheat = 0
    for step in range(house.schools[category], level):
        cost = CATEGORIES[category].levels[step].raising
        gold += cost[0]
        lumber += cost[1]
        mining += cost[2]
        wheat += cost[3]
    return (max(0, gold - SCHOLARS_DISCOUNT * state.free.scholars), lumber, mining, wheat)


# Where something may stand.


def _payment_refusal(state: State, house: House, cost: Cost) -> "Refusal | None":
    return None if house.can_pay(building_cost(state, house, cost)) else refusals.CANNOT_PAY


def _site_refusal(state: State, house: House, space: int) -> "Refusal | None":
    """TW-BLD.2, TW-BLD.3, TW-BLD.4, TW-TP.11: where a building may be started, posts included."""
    if not house.army[space]:
        return refusals.NO_BUILDER
    if state.building(space).kind != NOTHING:
        return refusals.SITE_TAKEN
    return refusals.NO_SITES_LEFT if house.sites() >= MOST_SITES else None


def _silo_refusal(state: State, space: int, place: int) -> "Refusal | None":
    """TW-BLD.5, TW-BLD.7, TW-BLD.8: a silo stands on a field that touches the square."""
    return None if place in state.land.fields[space] else refusals.NO_FIELD


def _village_refusal(house: House) -> "Refusal | None":
    """TW-BLD.11: a castle counts as the village it stands on."""
    full = house.villages + house.castles >= MOST_VILLAGES
    return refusals.NO_VILLAGES_LEFT if full else None


def castle_refusal(state: State, house: House, space: int) -> "Refusal | None":
    """TW-CAS.1, TW-CAS.2: a castle on an own village of an earlier year."""
    building = state.building(space)
    if building.owner != house.seat or building.kind != VILLAGE:
        return refusals.NO_VILLAGE
    if building.year == state.year:
        return refusals.VILLAGE_TOO_NEW
    if house.castles_built >= MOST_CASTLES:
        return refusals.NO_CASTLES_LEFT
    return _payment_refusal(state, house, BUILDINGS[CASTLE].cost)


def university_refusal(state: State, house: House, category: int, level: int) -> "Refusal | None":
    """TW-UNI.1, TW-UNI.2, TW-UNI.5: raising a university, whoever stands on the gate."""
    if level <= house.schools[category]:
        return refusals.LEVEL_REACHED
    if not house.can_pay(university_cost(state, house, category, level)):
        return refusals.CANNOT_PAY
    return None


def new_sites(state: State, house: House) -> list[int]:
    """The squares without a building where a soldier of the house stands."""
    army = house.army
    return [
        space
        for space in range(GATES, SPACES)
        if army[space] and state.building(space).kind == NOTHING
    ]


class StartBuilding(MainAction):
    """One thing is built."""

    def __init__(self) -> None:
        super().__init__(commands.BUILD, BUILD)

    def obstacle(self, state: State, house: House) -> "Refusal | None":
        can = (
            _can_raise(state, house)
            or _can_settle(state, house)
            or (house.sites() > 0 and _can_improve(state, house))
        )
        return None if can else refusals.NOTHING_TO_BUILD

    def begin(self, state: State, house: House, chance: Chance, events: list[Event]) -> None:
        state.decision = BUILDING


def _can_raise(state: State, house: House) -> bool:
    for category in range(len(CATEGORY_NAMES)):
        level = house.schools[category] + 1
        if level <= TOP_LEVEL and university_refusal(state, house, category, level) is None:
            return True
    return False


def _can_settle(state: State, house: House) -> bool:
    if house.sites() >= MOST_SITES:
        return False
    if _payment_refusal(state, house, BUILDINGS[SETTLEMENT].cost) is not None:
        return False
    return any(state.land.fields[space] for space in new_sites(state, house))


def _can_improve(state: State, house: House) -> bool:
    """Whether a settlement can be upgraded, or a village become a castle."""
    if (
        house.settlements
        and _village_refusal(house) is None
        and _payment_refusal(state, house, UPGRADE_COST) is None
    ):
        return True
    if house.castles_built >= MOST_CASTLES or not house.villages:
        return False
    return any(
        castle_refusal(state, house, space) is None for space in state.buildings_of(house.seat)
    )


# What is built.


def _set_up(state: State, space: int, building: Building, cost: Cost, events: list[Event]) -> None:
    """Pay for a building and set it up."""
    house = state.houses[building.owner]
    house.pay(building_cost(state, house, cost))
    put_up(state, space, building)
    state.free.masons = 0
    values = (BUILDING_NAMES[building.kind], SPACE_NAMES[space])
    events.append(Event("built", house.seat, values))
    end_main_action(state, events)


class Settle(Branch[State]):
    """A new settlement with its silo."""

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        listed: list[Command] = []
        for space in new_sites(state, state.houses[seat]):
            listed += self.at(state, space)
        return listed

    def at(self, state: State, space: int) -> list[Command]:
        """One for each field around a square."""
        return [commands.SETTLE.of(space - GATES, place) for place in state.land.fields[space]]

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        house, space = state.houses[seat], command.args[0] + GATES
        return (
            _site_refusal(state, house, space)
            or _silo_refusal(state, space, command.args[1])
            or _payment_refusal(state, house, BUILDINGS[SETTLEMENT].cost)
        )

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        building = Building(SETTLEMENT, seat, state.year, command.args[1], NONE)
        cost = BUILDINGS[SETTLEMENT].cost
        _set_up(state, command.args[0] + GATES, building, cost, events)


class Found(Branch[State]):
    """TW-BLD.6: a village built directly, with its two silos."""

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        listed: list[Command] = []
        for space in new_sites(state, state.houses[seat]):
            listed += self.at(state, space)
        return listed

    def at(self, state: State, space: int) -> list[Command]:
        """One for every two fields around a square, which may be the same."""
        fields = state.land.fields[space]
        return [
            commands.FOUND.of(space - GATES, first, second)
            for index, first in enumerate(fields)
            for second in fields[index:]
        ]

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        house, space = state.houses[seat], command.args[0] + GATES
        first, second = command.args[1], command.args[2]
        if first > second:
            return refusals.TILES_SWAPPED
        return (
            _site_refusal(state, house, space)
            or _silo_refusal(state, space, first)
            or _silo_refusal(state, space, second)
            or _village_refusal(house)
            or _payment_refusal(state, house, BUILDINGS[VILLAGE].cost)
        )

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        building = Building(VILLAGE, seat, state.year, command.args[1], command.args[2])
        _set_up(state, command.args[0] + GATES, building, BUILDINGS[VILLAGE].cost, events)


class Upgrade(Branch[State]):
    """TW-BLD.10: an own settlement becomes a village; the second silo joins the first."""

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        listed: list[Command] = []
        for space in state.buildings_of(seat):
            listed += self.at(state, space)
        return listed

    def at(self, state: State, space: int) -> list[Command]:
        """One for each field around a settlement."""
        if state.building(space).kind != SETTLEMENT:
            return []
        return [commands.UPGRADE.of(space - GATES, place) for place in state.land.fields[space]]

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        house, space = state.houses[seat], command.args[0] + GATES
        building = state.building(space)
        if building.owner != seat or building.kind != SETTLEMENT:
            return refusals.NO_SETTLEMENT
        return (
            _silo_refusal(state, space, command.args[1])
            or _village_refusal(house)
            or _payment_refusal(state, house, UPGRADE_COST)
        )

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        space = command.args[0] + GATES
        silo = state.building(space).silo
        building = Building(VILLAGE, seat, state.year, silo, command.args[1])
        _set_up(state, space, building, UPGRADE_COST, events)


class Fortify(Branch[State]):
    """TW-CAS.3: a castle on a village; its silver Xadla comes with it."""

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        return [commands.FORTIFY.of(space - GATES) for space in state.buildings_of(seat)]

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        return castle_refusal(state, state.houses[seat], command.args[0] + GATES)

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        space = command.args[0] + GATES
        state.houses[seat].castles_built += 1
        village = state.building(space)
        castle = Building(CASTLE, seat, state.year, village.silo, village.second_silo)
        _set_up(state, space, castle, BUILDINGS[CASTLE].cost, events)


class Raise(Branch[State]):
    """TW-UNI.3, TW-UNI.4: levels of a university stay; the fourth gives a golden Xadla."""

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        return [
            commands.RAISE.of(category, level)
            for category, reached in enumerate(state.houses[seat].schools)
            for level in range(reached, TOP_LEVEL)
        ]

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        category, level = command.args[0], command.args[1] + 1
        return university_refusal(state, state.houses[seat], category, level)

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        house, category, level = state.houses[seat], command.args[0], command.args[1] + 1
        house.pay(university_cost(state, house, category, level))
        house.schools[category] = level
        state.free.scholars = 0
        events.append(Event("university", seat, (CATEGORY_NAMES[category], level)))
        if level == TOP_LEVEL:
            award(state, house, 1, "university", events)
        end_main_action(state, events)


class ChooseBuilding(OwnChoice):
    """Everything that can be built: by square on new sites, by square on old ones, universities."""

    def __init__(self) -> None:
        self.settle = Settle(commands.SETTLE)
        self.found = Found(commands.FOUND)
        self.upgrade = Upgrade(commands.UPGRADE)
        self.raising = Raise(commands.RAISE)
        fortify = Fortify(commands.FORTIFY)
        branches: list[Branch[State]] = [self.settle, self.found, self.upgrade, fortify]
        super().__init__(BUILDING, [*branches, self.raising])

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        listed: list[Command] = []
        for space in new_sites(state, state.houses[seat]):
            listed += self.settle.at(state, space) + self.found.at(state, space)
        for space in state.buildings_of(seat):
            listed += self.upgrade.at(state, space)
            listed.append(commands.FORTIFY.of(space - GATES))
        return listed + self.raising.candidates(state, seat)

    def legal(self, state: State, seat: Seat) -> list[Command]:
        listed: list[Command] = []
        for space in new_sites(state, state.houses[seat]):
            listed += self._all_or_none(state, seat, self.settle.at(state, space))
            listed += self._all_or_none(state, seat, self.found.at(state, space))
        for space in state.buildings_of(seat):
            listed += self._all_or_none(state, seat, self.upgrade.at(state, space))
            listed += self._all_or_none(state, seat, [commands.FORTIFY.of(space - GATES)])
        return listed + self.raising.legal(state, seat)

    def _all_or_none(self, state: State, seat: Seat, listed: list[Command]) -> list[Command]:
        """Commands that differ only in the fields of their silos are legal together."""
        legal = listed and self.refusal(state, seat, listed[0]) is None
        return listed if legal else []
