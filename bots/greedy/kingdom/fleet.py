"""Ships and what they carry."""

from pentarch.bots.greedy.kingdom.steward import Steward
from pentarch.engine.kingdom.commands import (
    HALT,
    LOAD_MAGE,
    LOAD_ONE,
    SAIL,
    UNLOAD_MAGE,
    UNLOAD_ONE,
)
from pentarch.engine.kingdom.forces import Ship
from pentarch.engine.kingdom.state import PATH
from pentarch.engine.kingdom.tables import MAGE, MOST_LANDS
from pentarch.engine.kingdom.unit import Unit

Lift = tuple[Ship, tuple[int, ...], list[Unit]]
"""A ship, its course, and the units it could take."""


class Fleet(Steward):
    """Ships: what they can take where within one round."""

    def ships(self) -> list[Ship]:
        return sorted(self.plan.ships, key=lambda ship: ship.unit.id)

    def lifts_to(self, area: int, walkers: set[Unit]) -> list[Lift]:
        """Ships that can take units to a region this round: ship, course and cargo."""
        found: list[Lift] = []
        taken = set(walkers)
        for ship in self.ships():
            if ship.unit in self.reserved_ships:
                continue
            start = ship.unit.area
            course = self.course(start, area)
            if course is None or start in self.foes:
                continue
            cargo: list[Unit] = []
            for beside in self.mixed(self.place(start).land_steps):
                for unit in self.here.get(beside, []):
                    has_room = len(cargo) < ship.room
                    is_free = unit in self.free and unit not in taken
                    if has_room and unit.kind.is_carried and is_free:
                        cargo.append(unit)
                        taken.add(unit)
            if cargo:
                found.append((ship, course, cargo))
        return found

    def course(self, start: int, area: int) -> tuple[int, ...] | None:
        """The way of a ship that ends beside a region: at most one sea region further."""
        if area in self.place(start).land_steps:
            return ()
        for sea in self.mixed(self.place(start).sea_steps):
            if area in self.place(sea).land_steps and sea not in self.foes:
                return (sea,)
        return None

    def ferry(self, lift: Lift, cargo: list[Unit], area: int) -> None:
        ship = lift[0].unit
        for unit in cargo:
            if unit.kind is MAGE:
                self.say(LOAD_MAGE(unit.id - 1, ship.id - 1))
            else:
                self.say(LOAD_ONE(unit.kind.number, unit.area, ship.id - 1))
        self.sail(ship, lift[1])
        for unit in cargo:
            self.land(ship, unit, area)
            self.free.discard(unit)
            self.coming.setdefault(area, []).append(unit)
        self.reserved_ships.add(ship)

    def land(self, ship: Unit, unit: Unit, area: int) -> None:
        if unit.kind is MAGE:
            self.say(UNLOAD_MAGE(unit.id - 1, area))
        else:
            self.say(UNLOAD_ONE(unit.kind.number, ship.id - 1, area))

    def sail(self, ship: Unit, course: tuple[int, ...]) -> None:
        if course:
            self.say(SAIL(ship.id - 1, course[0] - MOST_LANDS))
            if self.plan.decision == PATH:
                self.say(HALT())

    def disembark(self) -> None:
        """Passengers left aboard go ashore at the first own or empty region."""
        for ship in self.ships():
            for unit in list(ship.aboard):
                for area in self.mixed(self.place(ship.unit.area).land_steps):
                    if area not in self.foes:
                        self.land(ship.unit, unit, area)
                        self.reserved_ships.add(ship.unit)
                        break

    def return_ships(self) -> None:
        """Idle ships go where own soldiers are, to be of use next round."""
        taste = self.taste
        for ship in self.ships():
            if ship.unit in self.reserved_ships or ship.landings:
                continue
            start = ship.unit.area
            choices = [start, *self.place(start).sea_steps]
            safe = [sea for sea in choices if sea not in self.foes] or [start]
            best = max(safe, key=lambda sea: (self.harbour_worth(sea), sea == start, taste[sea]))
            if best != start:
                self.sail(ship.unit, (best,))

    def harbour_worth(self, sea: int) -> int:
        """Soldiers beside a sea region, or on the way to one with soldiers."""
        here = self.soldiers_beside(sea)
        beyond = max(
            (self.soldiers_beside(other) for other in self.place(sea).sea_steps), default=0
        )
        return 4 * here + beyond

    def soldiers_beside(self, sea: int) -> int:
        beside = self.place(sea).land_steps
        soldiers = [
            unit
            for area in beside
            for unit in self.here.get(area, [])
            if unit.kind.is_capturer and self.owner(area) == self.seat
        ]
        return len(soldiers) + 2 * sum(1 for area in beside if area in self.castles)
