"""The field of a round being executed, and battles on it: damage without chance (KC-11)."""

from typing import Final, final

from pentarch.engine.core import Event
from pentarch.engine.kingdom.commands import UNIT_NAMES
from pentarch.engine.kingdom.state import Realm, attack_of, hit_points_of
from pentarch.engine.kingdom.tables import (
    AREA_NAMES,
    BLESSING_ATTACK,
    GUARD_TOWER,
    KINDS,
    MASONRY,
    MASONRY_ATTACK,
    NEUTRAL,
    SIDE_NAMES,
    TARGET_RANK,
)

NOWHERE: Final = -1


@final
class Field:
    """Units while a round is executed, in lists that keep their positions until the end.

    The lists of kind, side, area, mana and build are those of the realm that is being made. `ship`
    is the position of the carrying ship or -1. `at_midpoint` units are between two areas.
    """

    def __init__(self, realm: Realm) -> None:
        count = len(realm.id)
        self.realm: Final = realm
        self.kind: Final = realm.kind
        self.side: Final = realm.side
        self.area: Final = realm.area
        self.ship: list[int] = [realm.unit(ship) if ship else NOWHERE for ship in realm.ship]
        self.hits: list[int] = [0] * count
        self.alive: list[bool] = [True] * count
        self.halted: list[bool] = [False] * count
        self.at_midpoint: list[bool] = [False] * count
        self.fogged: set[int] = set()
        # Per area a bit for each side that is blessed there.
        self.blessed: dict[int, int] = {}
        self.events: list[Event] = []
        sides = [*range(realm.terms.seats), NEUTRAL]
        self._hit_points: list[int] = [
            hit_points_of(realm.knowledge(side), kind) for side in sides for kind in range(KINDS)
        ]
        self._attack: list[int] = [
            attack_of(realm.knowledge(side), kind) for side in sides for kind in range(KINDS)
        ]

    def hit_points(self, unit: int) -> int:
        """How many hits eliminate the unit."""
        return self._hit_points[self._row(self.side[unit]) + self.kind[unit]]

    def attack(self, unit: int) -> int:
        """The unit's attack; an incomplete tower has none (KC-7.12)."""
        if self.realm.build[unit]:
            return 0
        return self._attack[self._row(self.side[unit]) + self.kind[unit]]

    def _row(self, side: int) -> int:
        return (self.realm.terms.seats if side == NEUTRAL else side) * KINDS

    def name(self, unit: int) -> str:
        """The unit's id as a word."""
        return UNIT_NAMES[self.realm.id[unit] - 1]

    def standing(self) -> "dict[int, list[int]]":
        """The units in each area: not between areas, not aboard."""
        found: dict[int, list[int]] = {}
        for unit, area in enumerate(self.area):
            if self.alive[unit] and self.ship[unit] < 0 and not self.at_midpoint[unit]:
                if area in found:
                    found[area].append(unit)
                else:
                    found[area] = [unit]
        return found

    def sides_of(self, units: list[int]) -> list[int]:
        """The sides that have units among these, in order."""
        side = self.side
        return sorted({side[unit] for unit in units})

    def eliminate(self, units: list[int]) -> None:
        """Units are gone, ships with all aboard (KC-6.12)."""
        for unit in units:
            self.alive[unit] = False
            self.events.append(Event("eliminated", _seat(self.side[unit]), (self.name(unit),)))
        for unit, ship in enumerate(self.ship):
            if ship >= 0 and self.alive[unit] and not self.alive[ship]:
                self.alive[unit] = False
                self.events.append(Event("drowned", _seat(self.side[unit]), (self.name(unit),)))


def spend(
    field: Field, pool: int, attacker: int, targets: list[int], damage: "dict[int, int]"
) -> None:
    """KC-11.6, KC-11.7: note the damage that a side's pool does to a list of units."""
    seats = field.realm.terms.seats
    start = first_prey(field.realm) if attacker == NEUTRAL else attacker
    order: list[tuple[int, int, int, int, int]] = []
    for unit in targets:
        left = field.hit_points(unit) - field.hits[unit]
        side = field.side[unit]
        turn = seats if side == NEUTRAL else (side - start) % seats
        fresh = 0 if field.hits[unit] else 1
        order.append((fresh, TARGET_RANK[field.kind[unit]], left, turn, unit))
    order.sort()
    for entry in order:
        if pool <= 0:
            return
        dealt = min(pool, entry[2])
        damage[entry[4]] = damage.get(entry[4], 0) + dealt
        pool -= dealt


def first_prey(realm: Realm) -> int:
    """The seat that garrisons strike first among equals (KC-11.6).

    It goes around with the rounds, shifted by the prices of the day: with the rounds alone, one
    seat of two would be first whenever the middle castle is usually fought for.
    """
    return (realm.round - 1 + sum(realm.prices)) % realm.terms.seats


def deal(field: Field, damage: "dict[int, int]") -> list[int]:
    """Add noted damage to the hits; the units that have too many (KC-11.9)."""
    fallen: list[int] = []
    for unit, dealt in damage.items():
        field.hits[unit] += dealt
        if field.hits[unit] >= field.hit_points(unit):
            fallen.append(unit)
    fallen.sort()
    return fallen


def battle(field: Field, units: list[int], castle: int, place: str) -> None:
    """Fight until one side is left. `castle` is the region whose castle may fire, or -1."""
    living = units
    number = 1
    while living:
        sides = field.sides_of(living)
        gunner = _gunner(field, castle, number, sides)
        if len(sides) == 1 and (gunner < 0 or gunner in sides):
            return
        damage: dict[int, int] = {}
        attackers = sides if gunner < 0 or gunner in sides else sorted([*sides, gunner])
        for attacker in attackers:
            pool = _pool(field, living, attacker, castle if number == 1 else NOWHERE)
            if attacker == gunner:
                pool += castle_attack(field.realm, castle)
            targets = [unit for unit in living if field.side[unit] != attacker]
            spend(field, pool, attacker, targets, damage)
            field.events.append(Event("struck", _seat(attacker), (place, number, pool)))
        fallen = deal(field, damage)
        if fallen:
            field.eliminate(fallen)
            living = [unit for unit in living if field.alive[unit]]
        number += 1


def castle_attack(realm: Realm, castle: int) -> int:
    """What a castle deals when it fires."""
    owner = realm.owner[castle]
    bonus = MASONRY_ATTACK if owner >= 0 and realm.knows[owner][MASONRY] else 0
    return realm.attack[castle] + bonus


def fight_everywhere(field: Field) -> None:
    """Step 3: the battles of KC-11.1."""
    realm = field.realm
    has_castle = realm.terms.board.has_castle
    standing = field.standing()
    for area in sorted(standing):
        units = standing[area]
        sides = field.sides_of(units)
        owner = realm.owner[area] if has_castle[area] else -1
        if len(sides) > 1 or (owner >= 0 and owner not in sides):
            words = (AREA_NAMES[area], *[SIDE_NAMES[side] for side in sides])
            field.events.append(Event("battle", -1, words))
            battle(field, units, area, AREA_NAMES[area])


def _gunner(field: Field, castle: int, number: int, sides: list[int]) -> int:
    """KC-11.4: the side for which the castle fires in this battle round, or -1."""
    if castle < 0 or not field.realm.terms.board.has_castle[castle]:
        return -1
    owner = field.realm.owner[castle]
    side = NEUTRAL if owner < 0 else owner
    if side in sides or (number == 1 and owner >= 0):
        return side
    return -1


def _pool(field: Field, units: list[int], side: int, blessed_area: int) -> int:
    is_blessed = (field.blessed.get(blessed_area, 0) >> side) & 1
    pool = 0
    for unit in units:
        if field.side[unit] == side:
            pool += field.attack(unit)
            # KC-9.12: an incomplete tower cannot be blessed.
            if is_blessed and not (field.kind[unit] == GUARD_TOWER and field.realm.build[unit]):
                pool += BLESSING_ATTACK
    return pool


def _seat(side: int) -> int:
    return -1 if side == NEUTRAL else side
