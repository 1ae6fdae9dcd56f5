"""Battles (KC-11): damage without chance, until one side is left."""

from typing import Final, final

from pentarch.engine.kingdom.field import Field, Fighter, seat_of, sides_of
from pentarch.engine.kingdom.forces import NOWHERE
from pentarch.engine.kingdom.realm import Realm
from pentarch.engine.kingdom.region import Castle, Region
from pentarch.engine.kingdom.tables import (
    AREA_NAMES,
    BLESSING_ATTACK,
    NEUTRAL,
    NOBODY,
    SIDE_NAMES,
)


@final
class Battle:
    """Fighters of several sides in one place. `area` is NOWHERE at a midpoint.

    The castle of the area fires for `gunner`: its owner, or the garrison of an unowned one.
    """

    def __init__(self, field: Field, fighters: list[Fighter], area: int, place: str) -> None:
        self.field: Final = field
        self.living = fighters
        self.area: Final = area
        self.place: Final = place
        self.round = 1
        self.castle: Castle | None = None
        self.owner = NOBODY
        if area != NOWHERE:
            region = field.realm.region(area)
            self.castle = region.castle
            self.owner = region.owner
        self.gunner: Final = NEUTRAL if self.owner < 0 else self.owner

    def fight(self) -> list[Fighter]:
        """Fight until one side is left: the survivors."""
        while self.living:
            sides = sides_of(self.living)
            fires = self._castle_fires(sides)
            if len(sides) == 1 and (not fires or self.gunner in sides):
                break
            if fires and self.gunner not in sides:
                sides = sorted([*sides, self.gunner])
            self._strike(sides, fires)
            self.round += 1
        return self.living

    def _castle_fires(self, sides: list[int]) -> bool:
        """KC-11.4."""
        if self.castle is None:
            return False
        return self.gunner in sides or (self.round == 1 and self.owner >= 0)

    def _strike(self, attackers: list[int], fires: bool) -> None:
        """KC-11.2: one battle round."""
        for attacker in attackers:
            pool = self._pool(attacker)
            if fires and attacker == self.gunner:
                pool += self._castle_attack()
            targets = [fighter for fighter in self.living if fighter.side != attacker]
            spend(self.field.realm, pool, attacker, targets)
            self.field.tell("struck", seat_of(attacker), (self.place, self.round, pool))
        fallen = deal(self.living)
        if fallen:
            self.field.eliminate(fallen)
            self.living = [fighter for fighter in self.living if fighter.is_alive]

    def _pool(self, side: int) -> int:
        """KC-11.3, KC-9.12."""
        blessed = self.field.blessed
        is_blessed = bool(blessed) and self.round == 1 and (self.area, side) in blessed
        pool = 0
        for fighter in self.living:
            if fighter.side == side:
                pool += fighter.attack
                if is_blessed and not fighter.unit.build:
                    pool += BLESSING_ATTACK
        return pool

    def _castle_attack(self) -> int:
        assert self.castle is not None
        bonus = self.field.realm.knowledge(self.gunner).castle_attack
        return self.castle.attack + bonus


def spend(realm: Realm, pool: int, attacker: int, targets: list[Fighter]) -> None:
    """KC-11.6, KC-11.7: note the wounds that a side's pool gives to a list of fighters."""
    seats = realm.settings.seats
    start = first_prey(realm) if attacker == NEUTRAL else attacker
    order: list[tuple[int, int, int, int, int]] = []
    for position, fighter in enumerate(targets):
        turn = seats if fighter.side == NEUTRAL else (fighter.side - start) % seats
        is_fresh = 0 if fighter.hits else 1
        order.append((is_fresh, fighter.kind.rank, fighter.left(), turn, position))
    order.sort()
    for _, _, left, _, position in order:
        if pool <= 0:
            return
        dealt = min(pool, left)
        targets[position].wounds += dealt
        pool -= dealt


def first_prey(realm: Realm) -> int:
    """The seat that garrisons strike first among equals (KC-11.6).

    It goes around with the rounds, shifted by the prices of the day: with the rounds alone, one
    seat of two would be first whenever the middle castle is usually fought for.
    """
    prices = sum([offer.price for offer in realm.market.offers])
    return (realm.round - 1 + prices) % realm.settings.seats


def deal(fighters: list[Fighter]) -> list[Fighter]:
    """Make wounds into hits; the fighters that have too many (KC-11.9)."""
    fallen: list[Fighter] = []
    for fighter in fighters:
        if fighter.wounds:
            fighter.hits += fighter.wounds
            fighter.wounds = 0
            if fighter.hits >= fighter.hit_points:
                fallen.append(fighter)
    return fallen


def fight_everywhere(field: Field, standing: "dict[int, list[Fighter]]") -> None:
    """Step 3: the battles of KC-11.1. Leaves the survivors in `standing`."""
    for area in sorted(standing):
        fighters = standing[area]
        if has_battle(field.realm.region(area), fighters):
            words = (AREA_NAMES[area], *[SIDE_NAMES[side] for side in sides_of(fighters)])
            field.tell("battle", NOBODY, words)
            standing[area] = Battle(field, fighters, area, AREA_NAMES[area]).fight()


def has_battle(region: Region, fighters: list[Fighter]) -> bool:
    """KC-11.1: enemies of each other, or of the absent owner of a castle."""
    side = fighters[0].side
    for fighter in fighters:
        if fighter.side != side:
            return True
    return region.castle is not None and region.owner >= 0 and region.owner != side
