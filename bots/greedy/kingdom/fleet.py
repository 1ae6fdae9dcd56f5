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
from pentarch.engine.kingdom.state import PATH
from pentarch.engine.kingdom.tables import IS_CAPTURER, KNIGHT, MAGE, MOST_LANDS, SWORDSMAN


class Fleet(Steward):
    """Ships: what they can take where within one round."""

    def lifts_to(
        self, area: int, walkers: set[int]
    ) -> list[tuple[int, tuple[int, ...], list[int]]]:
        """Ships that can take units to a region this round: ship, course and cargo."""
        found = []
        taken = set(walkers)
        for ship in self.plan.ships:
            if ship in self.reserved_ships:
                continue
            start = self.realm.area[ship]
            course = self.course(start, area)
            if course is None or start in self.foes:
                continue
            cargo: list[int] = []
            for beside in self.mixed(self.board.land_steps[start]):
                for unit in self.here.get(beside, []):
                    room = len(cargo) < self.plan.room[ship]
                    is_carried = self.realm.kind[unit] in (SWORDSMAN, KNIGHT, MAGE)
                    if room and is_carried and unit in self.free and unit not in taken:
                        cargo.append(unit)
                        taken.add(unit)
            if cargo:
                found.append((ship, course, cargo))
        return found

    def course(self, start: int, area: int) -> tuple[int, ...] | None:
        """The way of a ship that ends beside a region: at most one sea region further."""
        if area in self.board.land_steps[start]:
            return ()
        for sea in self.mixed(self.board.sea_steps[start]):
            if area in self.board.land_steps[sea] and sea not in self.foes:
                return (sea,)
        return None

    def ferry(self, ship: int, course: tuple[int, ...], cargo: list[int], area: int) -> None:
        realm = self.realm
        number = realm.id[ship] - 1
        for unit in cargo:
            kind, place = realm.kind[unit], realm.area[unit]
            if kind == MAGE:
                self.say(LOAD_MAGE(realm.id[unit] - 1, number))
            else:
                self.say(LOAD_ONE(kind, place, number))
        self.sail(ship, course)
        for unit in cargo:
            kind = realm.kind[unit]
            if kind == MAGE:
                self.say(UNLOAD_MAGE(realm.id[unit] - 1, area))
            else:
                self.say(UNLOAD_ONE(kind, number, area))
            self.free.discard(unit)
            self.coming.setdefault(area, []).append(unit)
        self.reserved_ships.add(ship)

    def sail(self, ship: int, course: tuple[int, ...]) -> None:
        if course:
            self.say(SAIL(self.realm.id[ship] - 1, course[0] - MOST_LANDS))
            if self.plan.decision == PATH:
                self.say(HALT())

    def disembark(self) -> None:
        """Passengers left aboard go ashore at the first own or empty region."""
        for ship, passengers in list(self.plan.aboard.items()):
            for unit in passengers:
                for area in self.mixed(self.board.land_steps[self.realm.area[ship]]):
                    if area not in self.foes:
                        kind = self.realm.kind[unit]
                        if kind == MAGE:
                            self.say(UNLOAD_MAGE(self.realm.id[unit] - 1, area))
                        else:
                            self.say(UNLOAD_ONE(kind, self.realm.id[ship] - 1, area))
                        self.reserved_ships.add(ship)
                        break

    def return_ships(self) -> None:
        """Idle ships go where own soldiers are, to be of use next round."""
        taste = self.taste
        for ship in self.plan.ships:
            if ship in self.reserved_ships or ship in self.plan.unloading:
                continue
            start = self.realm.area[ship]
            choices = [start, *self.board.sea_steps[start]]
            safe = [sea for sea in choices if sea not in self.foes] or [start]
            best = max(safe, key=lambda sea: (self.harbour_worth(sea), sea == start, taste[sea]))
            if best != start:
                self.sail(ship, (best,))

    def harbour_worth(self, sea: int) -> int:
        """Soldiers beside a sea region, or on the way to one with soldiers."""
        here = self.soldiers_beside(sea)
        beyond = max(
            (self.soldiers_beside(other) for other in self.board.sea_steps[sea]), default=0
        )
        return 4 * here + beyond

    def soldiers_beside(self, sea: int) -> int:
        return sum(
            1
            for area in self.board.land_steps[sea]
            for unit in self.here.get(area, [])
            if IS_CAPTURER[self.realm.kind[unit]] and self.realm.owner[area] == self.seat
        ) + sum(2 for area in self.board.land_steps[sea] if area in self.castles)
