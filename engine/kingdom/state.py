"""The state: a public realm, and each seat's private plan on top of it.

The realm does not change while orders are given; executing a round makes a new one. So copies of a
state share it, and what one seat enters cannot touch what another seat is offered.
"""

from typing import Final, final

from pentarch.engine.commands import Command
from pentarch.engine.core import Seat
from pentarch.engine.kingdom.forces import NOWHERE, Camp, Cast, March, Ship
from pentarch.engine.kingdom.realm import Kingdom, Realm
from pentarch.engine.kingdom.tables import DRAGON, GOING_ON, NEUTRAL, Kind, Scroll, Tech
from pentarch.engine.kingdom.unit import Recruit, Unit
from pentarch.engine.packing import packed

# What all seats do together.
ORDERS: Final = "orders"
OVER: Final = "over"

# What a single seat is asked while it gives orders.
DEBT: Final = "debt"
MENU: Final = "menu"
PATH: Final = "path"
TARGET: Final = "target"
AREA: Final = "area"
DONE: Final = "done"


# What plans begin with and seldom change: such lists are replaced, never changed, and so shared.
_NO_AREAS: Final[list[int]] = []
_NO_UNITS: Final[list[Unit]] = []
_NO_SCROLLS: Final[list[Scroll]] = []
_NO_RECRUITS: Final[list[Recruit]] = []
_NO_MARCHES: Final[list[March]] = []
_NO_CASTS: Final[list[Cast]] = []
_NO_IMPROVEMENTS: Final[dict[int, Scroll]] = {}


@final
class Plan:
    """What one seat has entered in this round.

    Everything follows from the realm and from `given`, the commands in their order: a fingerprint
    or a dump needs no more. `units` are all own units, `gone` those that were disbanded. `slots`
    counts free slots by castle, `builders` are the areas with an own builder, `ships` stand by sea
    region and type. The last of `marches` is open while a path is asked for. Lists of what was
    ordered are replaced, not changed.

    Lists of orders are kept until something they depend on changes, and are None then; `loadings`
    has them by area.
    """

    def __init__(self, realm: Realm, seat: Seat, units: list[Unit]) -> None:
        self.realm: Final = realm
        self.seat: Final = seat
        self.kingdom: Final[Kingdom] = realm.kingdoms[seat]
        self.units: Final = units
        self.is_shared = False
        self.decision = DONE
        self.given: list[Command] = []
        self.gold = self.kingdom.gold
        self.stock = self.kingdom.stock
        self.has_market = self.kingdom.has_market
        self.bought: list[Scroll] = _NO_SCROLLS
        self.research: Tech | None = None
        self.queued: list[Recruit] = _NO_RECRUITS
        self.slots: dict[int, int] = {}
        self.improved: dict[int, Scroll] = _NO_IMPROVEMENTS
        self.own_sawmills = 0
        self.sawmills: list[int] = _NO_AREAS
        self.towers: list[int] = _NO_AREAS
        self.gone: list[Unit] = _NO_UNITS
        self.camps: dict[int, Camp] = {}
        self.builders: set[int] = set()
        self.standing_towers: list[int] = _NO_AREAS
        self.mages: list[Unit] = _NO_UNITS
        self.ships: list[Ship] = []
        self.marches: list[March] = _NO_MARCHES
        self.casts: list[Cast] = _NO_CASTS
        self.casting: Cast | None = None
        self.selected = NOWHERE
        self.trainings: list[Command] | None = None
        self.uses: list[Command] | None = None
        self.purchases: list[Command] | None = None
        self.researches: list[Command] | None = None
        self.loadings: dict[int, list[Command]] = {}
        self.sailings: list[Command] | None = None
        self.unloadings: list[Command] | None = None
        self.castings: list[Command] | None = None

    def copy(self) -> "Plan":
        """An independent plan over the same realm."""
        twin = Plan(self.realm, self.seat, self.units)
        twin.decision = self.decision
        twin.given = self.given.copy()
        twin.gold = self.gold
        twin.stock = self.stock
        twin.has_market = self.has_market
        twin.bought = self.bought
        twin.research = self.research
        twin.queued = self.queued
        twin.slots = self.slots.copy()
        twin.improved = self.improved
        twin.own_sawmills = self.own_sawmills
        twin.sawmills = self.sawmills
        twin.towers = self.towers
        twin.gone = self.gone
        twin.camps = self.camps.copy()
        twin.builders = self.builders
        twin.standing_towers = self.standing_towers
        twin.mages = self.mages
        twin.ships = [ship.copy() for ship in self.ships]
        twin.marches = self.marches
        twin.casts = self.casts
        twin.casting = self.casting
        twin.selected = self.selected
        twin.trainings = self.trainings
        twin.uses = self.uses
        twin.purchases = self.purchases
        twin.researches = self.researches
        twin.loadings = self.loadings.copy()
        twin.sailings = self.sailings
        twin.unloadings = self.unloadings
        twin.castings = self.castings
        return twin

    def pack(self, numbers: list[int]) -> None:
        """Append the plan to a fingerprint."""
        numbers.append(len(self.given))
        for command in self.given:
            numbers.append(command.number)

    def open(self) -> None:
        """Let a living seat begin its orders."""
        self.muster()
        self.decision = DEBT if self.gold < 0 else MENU

    def muster(self) -> None:
        """Sort the own units; after a disband again."""
        self.camps = {}
        self.builders = set()
        self.standing_towers = []
        self.mages = []
        self.ships = []
        gone = self.gone
        for unit in self.units:
            kind = unit.kind
            if unit.ship or (gone and unit in gone):
                continue
            if kind.is_ship:
                self.ships.append(Ship(unit))
            elif not kind.movement:
                self.standing_towers.append(unit.area)
            else:
                self._encamp(unit)
        if len(self.camps) > 1:
            self.camps = {area: self.camps[area] for area in sorted(self.camps)}
        if self.ships:
            if len(self.ships) > 1:
                self.ships.sort(key=_sea_order)
            self._board_passengers()

    def _encamp(self, unit: Unit) -> None:
        camp = self.camps.get(unit.area)
        if camp is None:
            self.camps[unit.area] = Camp(self.realm.settings.board.places[unit.area], [unit])
        else:
            camp.units.append(unit)
        if unit.kind.is_builder:
            self.builders.add(unit.area)
        elif unit.kind is not DRAGON:
            self.mages.append(unit)

    def _board_passengers(self) -> None:
        for unit in self.units:
            if unit.ship and unit not in self.gone:
                ship = self.ship(unit.ship)
                assert ship is not None
                ship.room -= 1
                ship.aboard.append(unit)

    def ship(self, id: int) -> "Ship | None":
        """The own ship with that id, if there is one."""
        for ship in self.ships:
            if ship.unit.id == id:
                return ship
        return None

    def ship_with(self, passenger: Unit) -> "Ship | None":
        """The ship that has the unit aboard, without order to unload."""
        for ship in self.ships:
            if passenger in ship.aboard:
                return ship
        return None

    def own_unit(self, id: int) -> "Unit | None":
        """The own unit with that id, unless it has been disbanded."""
        unit = self.realm.unit(id)
        if unit is None or unit.side != self.seat or unit in self.gone:
            return None
        return unit

    def without_order(self, kind: Kind, area: int) -> list[Unit]:
        """The own units of a kind in an area that have no order to move or load."""
        camp = self.camps.get(area)
        return [] if camp is None else camp.of(kind)

    def leave_camp(self, units: list[Unit]) -> None:
        """Units of one area have got their order."""
        area = units[0].area
        self.camps[area] = self.camps[area].without(units)
        if self.ships:
            self.loadings.pop(area, None)

    def has_cast(self, mage: Unit) -> bool:
        """Whether the mage has its order to cast."""
        return bool(self.casts) and any([cast.mage is mage for cast in self.casts])

    def stock_of(self, scroll: Scroll) -> int:
        """How many of a scroll are left."""
        return self.stock[scroll.number]

    def add_stock(self, scroll: Scroll, count: int) -> None:
        """Put scrolls to the stock, or take them out of it."""
        self.stock = self.stock.copy()
        self.stock[scroll.number] += count

    def movement(self, kind: Kind) -> int:
        """How many areas a unit of that kind may go in this round."""
        return self.kingdom.knowledge.movement_of(kind)

    def price(self, kind: Kind) -> int:
        """What a unit costs in gold."""
        return self.kingdom.knowledge.price_of(kind)


def _sea_order(ship: Ship) -> "tuple[int, int, int]":
    return (ship.unit.area, ship.unit.kind.number, ship.unit.id)


@final
class State:
    """A realm and a plan per seat."""

    def __init__(self, realm: Realm, plans: list[Plan]) -> None:
        self.realm = realm
        self.plans = plans

    @property
    def decision(self) -> str:
        """What is being decided: orders, until the match is over."""
        return ORDERS if self.realm.ending is GOING_ON else OVER

    def copy(self) -> "State":
        """An independent state; plans are copied when one of the two changes them."""
        for plan in self.plans:
            plan.is_shared = True
        return State(self.realm, self.plans.copy())

    def plan(self, seat: Seat) -> Plan:
        """A seat's plan, to be changed."""
        plan = self.plans[seat]
        if plan.is_shared:
            plan = plan.copy()
            self.plans[seat] = plan
        return plan

    def fingerprint(self) -> bytes:
        """The state as bytes."""
        numbers: list[int] = []
        for plan in self.plans:
            plan.pack(numbers)
        return self.realm.packed() + packed(numbers)


def open_plans(realm: Realm) -> list[Plan]:
    """A plan for every seat; those of the eliminated, and all at the end, are closed."""
    own: list[list[Unit]] = [[] for _ in realm.kingdoms]
    for unit in realm.units:
        if unit.side != NEUTRAL:
            own[unit.side].append(unit)
    plans = [Plan(realm, seat, units) for seat, units in enumerate(own)]
    for area, region in enumerate(realm.regions):
        if region.owner >= 0:
            plan = plans[region.owner]
            if region.castle is not None:
                plan.slots[area] = region.castle.free_slots()
            if region.has_sawmill:
                plan.own_sawmills += 1
    if realm.ending is GOING_ON:
        for plan in plans:
            if not plan.kingdom.fallen:
                plan.open()
    return plans
