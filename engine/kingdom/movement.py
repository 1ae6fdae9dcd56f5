"""Step 2: everything moves at the same time, half an area at a time (KC-10)."""

from abc import ABC, abstractmethod
from typing import Final, final

from pentarch.engine.kingdom.battle import Battle
from pentarch.engine.kingdom.field import Field, Fighter, sides_of
from pentarch.engine.kingdom.forces import NOWHERE, Ship
from pentarch.engine.kingdom.state import Plan
from pentarch.engine.kingdom.tables import AREA_NAMES, SIDE_NAMES


class Leg(ABC):
    """What a unit does in one slot: go to an area, board a ship, or leave one for an area."""

    def __init__(self, fighter: Fighter) -> None:
        self.fighter: Final = fighter
        self.start = NOWHERE
        self.goal = NOWHERE

    @abstractmethod
    def depart(self) -> bool:
        """Set out for the midpoint, if nothing holds the unit: fixes start and goal."""

    @abstractmethod
    def arrive(self, field: Field) -> None:
        """Complete the step."""


@final
class Going(Leg):
    """To an adjacent area."""

    def __init__(self, fighter: Fighter, area: int) -> None:
        super().__init__(fighter)
        self.goal = area

    def depart(self) -> bool:
        self.start = self.fighter.area
        return not self.fighter.is_halted

    def arrive(self, field: Field) -> None:
        enter_area(field, self.fighter, self.goal)


@final
class Boarding(Leg):
    """From land aboard a ship."""

    def __init__(self, fighter: Fighter, ship: Fighter) -> None:
        super().__init__(fighter)
        self.ship: Final = ship

    def depart(self) -> bool:
        self.start = self.fighter.area
        self.goal = self.ship.area
        return not self.fighter.is_halted

    def arrive(self, field: Field) -> None:
        """KC-10.9, KC-10.13: boarding is not arriving, and completed even if the ship is held."""
        self.fighter.ship = self.ship


@final
class Landing(Leg):
    """From a ship to land."""

    def __init__(self, fighter: Fighter, area: int) -> None:
        super().__init__(fighter)
        self.goal = area

    def depart(self) -> bool:
        ship = self.fighter.ship
        if ship is None or ship.is_halted:
            return False
        self.start = ship.area
        self.fighter.area = ship.area
        self.fighter.ship = None
        return True

    def arrive(self, field: Field) -> None:
        enter_area(field, self.fighter, self.goal)


def enter_area(field: Field, fighter: Fighter, area: int) -> None:
    """KC-10.8, KC-10.9."""
    fighter.area = area
    if area in field.fogged:
        fighter.is_halted = True


def schedule(field: Field, plans: list[Plan]) -> list[list[Leg]]:
    """The legs of each slot. They follow from the orders alone and never shift (KC-10.3)."""
    slots: list[list[Leg]] = []
    for plan in plans:
        # KC-6.5: a ship that loads waits for one slot.
        waiting = [ship.unit for ship in plan.ships if ship.boarding]
        for march in plan.marches:
            first = 1 if waiting and march.units[0] in waiting else 0
            for unit in march.units:
                fighter = field.by_unit[unit]
                for i, area in enumerate(march.path):
                    _enter(slots, first + i, Going(fighter, area))
        for ship in plan.ships:
            _convey(field, slots, ship)
    for legs in slots:
        if len(legs) > 1:
            legs.sort(key=_unit_order)
    return slots


def _convey(field: Field, slots: list[list[Leg]], ship: Ship) -> None:
    """KC-6.4, KC-6.8: the legs of those who board a ship or leave it."""
    for unit in ship.boarding:
        _enter(slots, 0, Boarding(field.by_unit[unit], field.by_unit[ship.unit]))
    last = (1 if ship.boarding else 0) + len(ship.course)
    for unit, area in ship.landings.items():
        _enter(slots, last, Landing(field.by_unit[unit], area))


def _enter(slots: list[list[Leg]], slot: int, leg: Leg) -> None:
    while len(slots) <= slot:
        slots.append([])
    slots[slot].append(leg)


def _unit_order(leg: Leg) -> int:
    return leg.fighter.unit.id


def move_everything(field: Field, slots: list[list[Leg]]) -> None:
    """Slot after slot: depart, meet halfway, meet in areas, arrive, meet again."""
    for number, legs in enumerate(slots):
        # Who is halted in the last slot has nothing more to do.
        is_last = number + 1 == len(slots)
        departed = _depart(field, legs, number + 1)
        if not is_last:
            _halt_meetings(field)
        _arrive(field, departed)
        if not is_last:
            _halt_meetings(field)


def _depart(field: Field, legs: list[Leg], slot: int) -> list[Leg]:
    """KC-10.5, KC-10.6: to the midpoints, and the skirmishes there."""
    departed: list[Leg] = []
    midpoints: dict[tuple[int, int], list[Fighter]] = {}
    for leg in legs:
        fighter = leg.fighter
        if not fighter.is_alive or not leg.depart():
            continue
        start, goal = leg.start, leg.goal
        fighter.is_between = True
        departed.append(leg)
        edge = (start, goal) if start < goal else (goal, start)
        there = midpoints.get(edge)
        if there is None:
            midpoints[edge] = [fighter]
        else:
            there.append(fighter)
        words = (fighter.unit.name, AREA_NAMES[start], AREA_NAMES[goal], slot)
        field.tell("moved", fighter.side, words)
    for edge in sorted([edge for edge, there in midpoints.items() if len(there) > 1]):
        _skirmish(field, edge, midpoints[edge])
    return departed


def _skirmish(field: Field, edge: "tuple[int, int]", fighters: list[Fighter]) -> None:
    sides = sides_of(fighters)
    if len(sides) > 1:
        place = f"{AREA_NAMES[edge[0]]}-{AREA_NAMES[edge[1]]}"
        field.tell("skirmish", -1, (place, *[SIDE_NAMES[side] for side in sides]))
        Battle(field, fighters, NOWHERE, place).fight()


def _arrive(field: Field, departed: list[Leg]) -> None:
    for leg in departed:
        if leg.fighter.is_alive:
            leg.fighter.is_between = False
            leg.arrive(field)


def _halt_meetings(field: Field) -> None:
    """KC-10.7, KC-10.10: units of different sides in one area stop each other."""
    first: dict[int, int] = {}
    shared: set[int] = set()
    for fighter in field.fighters:
        if not fighter.is_standing():
            continue
        if first.setdefault(fighter.area, fighter.side) != fighter.side:
            shared.add(fighter.area)
    if shared:
        for fighter in field.fighters:
            if fighter.is_standing() and fighter.area in shared:
                fighter.is_halted = True
