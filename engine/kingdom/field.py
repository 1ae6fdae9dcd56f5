"""The field of a round being executed: units as fighters, with what lasts only as long as it."""

from typing import Final, final

from pentarch.engine.core import Event
from pentarch.engine.kingdom.realm import Realm
from pentarch.engine.kingdom.tables import NEUTRAL, NOBODY, Kind
from pentarch.engine.kingdom.unit import Unit


@final
class Fighter:
    """A unit while a round is executed.

    `ship` is the carrying ship. `hits` have been dealt, `wounds` are noted and come with the end of
    the battle round. Who is `between` is at the midpoint of an edge.
    """

    def __init__(self, unit: Unit, hit_points: int, attack: int) -> None:
        self.unit: Final = unit
        self.kind: Final[Kind] = unit.kind
        self.side: Final[int] = unit.side
        self.hit_points: Final = hit_points
        # KC-7.12: an incomplete tower has none.
        self.attack: Final = 0 if unit.build else attack
        self.area = unit.area
        self.ship: Fighter | None = None
        self.mana = unit.mana
        self.hits = 0
        self.wounds = 0
        self.is_alive = True
        self.is_halted = False
        self.is_between = False

    @property
    def seat(self) -> int:
        """Whom it concerns in an event: garrisons are nobody."""
        return seat_of(self.side)

    def left(self) -> int:
        """The hit points left."""
        return self.hit_points - self.hits

    def is_standing(self) -> bool:
        """Whether it is in an area: alive, not between two, not aboard."""
        return self.is_alive and self.ship is None and not self.is_between

    def survivor(self) -> Unit:
        """The unit as it comes out of the round; the same object if nothing happened to it."""
        unit = self.unit
        ship = self.ship
        carrier = 0 if ship is None else ship.unit.id
        area = self.area if ship is None else ship.area
        if area == unit.area and carrier == unit.ship and self.mana == unit.mana:
            return unit
        return Unit(unit.id, unit.kind, unit.side, area, carrier, self.mana, unit.build)


@final
class Field:
    """All fighters in the order of their ids, spells that last, and what has happened."""

    def __init__(self, realm: Realm, events: list[Event]) -> None:
        self.realm: Final = realm
        self.events: Final = events
        self.fighters: list[Fighter] = []
        self.by_unit: dict[Unit, Fighter] = {}
        self.fogged: set[int] = set()
        # Areas with the seats whose mages shake them.
        self.shaken: dict[int, list[int]] = {}
        # Areas with the sides that are blessed there.
        self.blessed: set[tuple[int, int]] = set()
        passengers: list[Fighter] = []
        for unit in realm.units:
            knowledge = realm.knowledge(unit.side)
            number = unit.kind.number
            fighter = Fighter(unit, knowledge.hit_points[number], knowledge.attack[number])
            self.fighters.append(fighter)
            self.by_unit[unit] = fighter
            if unit.ship:
                passengers.append(fighter)
        for fighter in passengers:
            ship = realm.unit(fighter.unit.ship)
            assert ship is not None
            fighter.ship = self.by_unit[ship]

    def tell(self, name: str, seat: int, values: "tuple[int | str, ...]") -> None:
        """Note an event."""
        self.events.append(Event(name, seat, values))

    def standing(self) -> "dict[int, list[Fighter]]":
        """The fighters in each area: not between areas, not aboard."""
        found: dict[int, list[Fighter]] = {}
        for fighter in self.fighters:
            if fighter.is_standing():
                there = found.get(fighter.area)
                if there is None:
                    found[fighter.area] = [fighter]
                else:
                    there.append(fighter)
        return found

    def eliminate(self, fallen: list[Fighter]) -> None:
        """Units are gone, ships with all aboard (KC-6.12)."""
        has_ships = False
        for fighter in fallen:
            fighter.is_alive = False
            has_ships = has_ships or fighter.kind.is_ship
            self.tell("eliminated", fighter.seat, (fighter.unit.name,))
        if not has_ships:
            return
        for fighter in self.fighters:
            ship = fighter.ship
            if ship is not None and fighter.is_alive and not ship.is_alive:
                fighter.is_alive = False
                self.tell("drowned", fighter.seat, (fighter.unit.name,))

    def clear(self) -> None:
        """Take the fallen off the realm and note where everybody is."""
        self.realm.units = [fighter.survivor() for fighter in self.fighters if fighter.is_alive]


def sides_of(fighters: list[Fighter]) -> list[int]:
    """The sides that have units among these, in order."""
    found: list[int] = []
    for fighter in fighters:
        if fighter.side not in found:
            found.append(fighter.side)
    found.sort()
    return found


def seat_of(side: int) -> int:
    """The seat of an event that concerns a side."""
    return NOBODY if side == NEUTRAL else side
