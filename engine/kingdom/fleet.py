"""Conveying (KC-6): units that board ships, ships that sail, passengers that land."""

from typing import Final, final

from pentarch.engine.commands import Command
from pentarch.engine.core import Refusal
from pentarch.engine.kingdom import refusals as no
from pentarch.engine.kingdom.commands import (
    LOAD_MAGE,
    LOAD_ONE,
    SAIL,
    UNLOAD_MAGE,
    UNLOAD_ONE,
)
from pentarch.engine.kingdom.forces import Camp, March, Ship
from pentarch.engine.kingdom.march import follow, mage_refusal, named_unit
from pentarch.engine.kingdom.order import Order, Section, place_of, step_refusal
from pentarch.engine.kingdom.state import Plan
from pentarch.engine.kingdom.tables import KINDS, MAGE, MOST_LANDS, TRIREME, Kind
from pentarch.engine.kingdom.unit import Unit

# --- boarding ------------------------------------------------------------------------------------


@final
class LoadOne(Order):
    """Take a soldier aboard."""

    def refusal(self, plan: Plan, command: Command) -> "Refusal | None":
        kind, area = KINDS[command.args[0]], command.args[1]
        if not is_counted(kind):
            return no.NOT_CARRIED
        if not plan.without_order(kind, area):
            return no.NO_UNIT
        return load_refusal(plan, area, plan.ship(command.args[2] + 1))

    def carry_out(self, plan: Plan, command: Command) -> None:
        kind, area, number = command.args
        load(plan, plan.without_order(KINDS[kind], area)[0], named_ship(plan, number + 1))


@final
class LoadMage(Order):
    """Take a mage aboard, who has a name."""

    def refusal(self, plan: Plan, command: Command) -> "Refusal | None":
        refusal = mage_refusal(plan, command.args[0] + 1)
        if refusal is not None:
            return refusal
        return load_refusal(plan, self.area(plan, command), plan.ship(command.args[1] + 1))

    def carry_out(self, plan: Plan, command: Command) -> None:
        mage, ship = command.args
        load(plan, named_unit(plan, mage + 1), named_ship(plan, ship + 1))

    def area(self, plan: Plan, command: Command) -> int:
        return named_unit(plan, command.args[0] + 1).area


@final
class Loadings(Section):
    """Who can board which ship, by area, type, unit and ship."""

    def listed(self, plan: Plan) -> list[Command]:
        found: list[Command] = []
        self.add_to(found, plan)
        return found

    def add_to(self, found: list[Command], plan: Plan) -> None:
        """List them behind others, put together camp by camp."""
        if plan.ships:
            for area, camp in plan.camps.items():
                if camp.units and camp.area.sea_steps:
                    made = plan.loadings.get(area)
                    if made is None:
                        made = self._loadings(plan, camp)
                        plan.loadings[area] = made
                    found += made

    def _loadings(self, plan: Plan, camp: Camp) -> list[Command]:
        area = camp.area
        ships = [s for s in plan.ships if s.room > 0 and s.unit.area in area.sea_steps]
        found: list[Command] = []
        if not ships:
            return found
        if len(ships) > 1:
            ships.sort(key=_ship_order)
        for kind in camp.kinds():
            if kind is MAGE:
                for mage in camp.of(MAGE):
                    found += [LOAD_MAGE.of(mage.id - 1, ship.unit.id - 1) for ship in ships]
            elif kind.is_carried:
                found += [LOAD_ONE.of(kind.number, area.number, s.unit.id - 1) for s in ships]
        return found


def load_refusal(plan: Plan, area: int, ship: "Ship | None") -> "Refusal | None":
    """KC-6.1 to 6.3: an own ship, beside the area, with room."""
    if ship is None:
        return no.NOT_YOUR_SHIP
    if ship.unit.area not in place_of(plan, area).sea_steps:
        return no.SHIP_NOT_BESIDE
    return None if ship.room > 0 else no.NO_ROOM


def load(plan: Plan, unit: Unit, ship: Ship) -> None:
    """A unit gets its order to board."""
    plan.leave_camp([unit])
    ship.room -= 1
    ship.boarding.append(unit)
    ship.aboard.append(unit)
    ship.aboard.sort(key=_unit_order)
    if not ship.room:
        plan.loadings = {}
    plan.unloadings = None


# --- sailing -------------------------------------------------------------------------------------


@final
class Sail(Order):
    """Send a ship to a sea region."""

    def refusal(self, plan: Plan, command: Command) -> "Refusal | None":
        ship = plan.ship(command.args[0] + 1)
        if ship is None:
            return no.NOT_YOUR_SHIP
        refusal = sail_refusal(ship)
        if refusal is not None:
            return refusal
        return step_refusal(plan, TRIREME, ship.unit.area, command.args[1] + MOST_LANDS)

    def carry_out(self, plan: Plan, command: Command) -> None:
        ship = named_ship(plan, command.args[0] + 1)
        plan.sailings = None
        follow(plan, March([ship.unit], (command.args[1] + MOST_LANDS,)))

    def area(self, plan: Plan, command: Command) -> int:
        return named_unit(plan, command.args[0] + 1).area


@final
class Sailings(Section):
    """Which ships can sail where, by sea region, type, ship and target."""

    def listed(self, plan: Plan) -> list[Command]:
        found = plan.sailings
        if found is None:
            found = []
            for ship in plan.ships:
                if sail_refusal(ship) is None:
                    found += self._sailings(plan, ship)
            plan.sailings = found
        return found

    def _sailings(self, plan: Plan, ship: Ship) -> list[Command]:
        made = ship.sailings
        if made is None:
            seas = place_of(plan, ship.unit.area).sea_steps
            made = [SAIL.of(ship.unit.id - 1, sea - MOST_LANDS) for sea in seas]
            ship.sailings = made
        return made


def sail_refusal(ship: Ship) -> "Refusal | None":
    """KC-6.6, KC-6.10."""
    if ship.course:
        return no.SAILS_ALREADY
    return no.UNLOADS_ALREADY if ship.landings else None


# --- landing -------------------------------------------------------------------------------------


@final
class UnloadOne(Order):
    """Put a soldier ashore."""

    def refusal(self, plan: Plan, command: Command) -> "Refusal | None":
        kind, ship = KINDS[command.args[0]], plan.ship(command.args[1] + 1)
        if not is_counted(kind):
            return no.NOT_CARRIED
        if ship is None:
            return no.NOT_YOUR_SHIP
        if not passengers_of(ship, kind):
            return no.NO_PASSENGER
        return shore_refusal(plan, ship, command.args[2])

    def carry_out(self, plan: Plan, command: Command) -> None:
        ship = named_ship(plan, command.args[1] + 1)
        unload(plan, passengers_of(ship, KINDS[command.args[0]])[0], ship, command.args[2])

    def area(self, plan: Plan, command: Command) -> int:
        return named_unit(plan, command.args[1] + 1).area


@final
class UnloadMage(Order):
    """Put a mage ashore, who has a name."""

    def refusal(self, plan: Plan, command: Command) -> "Refusal | None":
        mage = plan.own_unit(command.args[0] + 1)
        if mage is None or mage.kind is not MAGE:
            return no.NOT_YOUR_MAGE
        ship = plan.ship_with(mage)
        return no.NO_PASSENGER if ship is None else shore_refusal(plan, ship, command.args[1])

    def carry_out(self, plan: Plan, command: Command) -> None:
        mage = named_unit(plan, command.args[0] + 1)
        ship = plan.ship_with(mage)
        assert ship is not None
        unload(plan, mage, ship, command.args[1])

    def area(self, plan: Plan, command: Command) -> int:
        """Where the ship stands, also for a mage that boards in this round."""
        mage = named_unit(plan, command.args[0] + 1)
        for ship in plan.ships:
            if mage in ship.boarding:
                return ship.unit.area
        return mage.area


@final
class Unloadings(Section):
    """Who can land where, by sea region, type, mage, ship and region."""

    def listed(self, plan: Plan) -> list[Command]:
        found = plan.unloadings
        if found is None:
            groups: list[tuple[int, int, int, int]] = []
            for ship in plan.ships:
                groups += [_landing_order(ship, unit) for unit in ship.aboard]
            found = self._unloadings(plan, groups) if groups else []
            plan.unloadings = found
        return found

    def _unloadings(self, plan: Plan, groups: "list[tuple[int, int, int, int]]") -> list[Command]:
        found: list[Command] = []
        for _, kind, mage, number in sorted(set(groups)):
            ship = named_ship(plan, number)
            for to in place_of(plan, ship.last_sea()).land_steps:
                if mage:
                    found.append(UNLOAD_MAGE.of(mage - 1, to))
                else:
                    found.append(UNLOAD_ONE.of(kind, number - 1, to))
        return found


def _landing_order(ship: Ship, unit: Unit) -> "tuple[int, int, int, int]":
    """Soldiers of a kind land as one; a mage has its id there, and a soldier 0."""
    return (
        ship.unit.area,
        unit.kind.number,
        unit.id if unit.kind is MAGE else 0,
        ship.unit.id,
    )


def passengers_of(ship: Ship, kind: Kind) -> list[Unit]:
    """The passengers of a kind without order."""
    return [unit for unit in ship.aboard if unit.kind is kind]


def shore_refusal(plan: Plan, ship: Ship, to: int) -> "Refusal | None":
    """KC-6.7."""
    return None if to in place_of(plan, ship.last_sea()).land_steps else no.SHORE_NOT_BESIDE


def unload(plan: Plan, unit: Unit, ship: Ship, to: int) -> None:
    """A passenger gets its order to land."""
    ship.landings[unit] = to
    ship.aboard.remove(unit)
    plan.sailings = None
    plan.unloadings = None


# --- what they share -----------------------------------------------------------------------------


def is_counted(kind: Kind) -> bool:
    """Whether units of a kind board and land by number: mages do so by name."""
    return kind.is_carried and kind is not MAGE


def named_ship(plan: Plan, id: int) -> Ship:
    """A ship that is known to be there."""
    ship = plan.ship(id)
    assert ship is not None
    return ship


def _unit_order(unit: Unit) -> int:
    return unit.id


def _ship_order(ship: Ship) -> int:
    return ship.unit.id


LOADINGS: Final = Loadings([LoadOne(LOAD_ONE), LoadMage(LOAD_MAGE)])
SAILINGS: Final = Sailings([Sail(SAIL)])
UNLOADINGS: Final = Unloadings([UnloadOne(UNLOAD_ONE), UnloadMage(UNLOAD_MAGE)])
