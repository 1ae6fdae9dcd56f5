"""Step 2: everything moves at the same time, half an area at a time (KC-10)."""

from typing import Final, final

from pentarch.engine.core import Event
from pentarch.engine.kingdom.battle import Field, battle
from pentarch.engine.kingdom.state import Plan
from pentarch.engine.kingdom.tables import AREA_NAMES, AREAS, SIDE_NAMES

GOING: Final = 0
LOADING: Final = 1
UNLOADING: Final = 2


@final
class Leg:
    """What a unit does in one slot: go to an area, board a ship, or leave one for an area."""

    __slots__ = ("act", "goal", "unit")

    def __init__(self, unit: int, act: int, goal: int) -> None:
        self.unit = unit
        self.act = act
        self.goal = goal


def schedule(plans: list[Plan]) -> list[list[Leg]]:
    """The legs of each slot. They follow from the orders alone and never shift (KC-10.3)."""
    slots: list[list[Leg]] = []
    for plan in plans:
        loading = set(plan.loads.values())
        for unit, ship in plan.loads.items():
            _enter(slots, 0, Leg(unit, LOADING, ship))
        for unit, path in plan.paths.items():
            # KC-6.5: a ship that loads waits for one slot.
            wait = 1 if unit in loading else 0
            for i, area in enumerate(path):
                _enter(slots, wait + i, Leg(unit, GOING, area))
        for unit, area in plan.unloads.items():
            ship = plan.loads.get(unit, -1)
            if ship < 0:
                ship = plan.realm.unit(plan.realm.ship[unit])
            wait = 1 if ship in loading else 0
            _enter(slots, wait + len(plan.paths.get(ship, ())), Leg(unit, UNLOADING, area))
    for legs in slots:
        legs.sort(key=lambda leg: leg.unit)
    return slots


def move_everything(field: Field, slots: list[list[Leg]]) -> None:
    """Slot after slot: depart, meet halfway, meet in areas, arrive, meet again."""
    for number, legs in enumerate(slots):
        departed = _depart(field, legs, number + 1)
        _halt_meetings(field)
        _arrive(field, departed)
        _halt_meetings(field)


def _enter(slots: list[list[Leg]], slot: int, leg: Leg) -> None:
    while len(slots) <= slot:
        slots.append([])
    slots[slot].append(leg)


def _depart(field: Field, legs: list[Leg], slot: int) -> list[Leg]:
    """KC-10.5, KC-10.6: to the midpoints, and the skirmishes there."""
    departed: list[Leg] = []
    midpoints: dict[int, list[int]] = {}
    for leg in legs:
        unit, goal = leg.unit, leg.goal
        if not field.alive[unit]:
            continue
        if leg.act == UNLOADING:
            ship = field.ship[unit]
            if ship < 0 or field.halted[ship]:
                continue
            start = field.area[ship]
            field.area[unit] = start
            field.ship[unit] = -1
        elif field.halted[unit]:
            continue
        else:
            start = field.area[unit]
            if leg.act == LOADING:
                goal = field.area[goal]
        field.at_midpoint[unit] = True
        departed.append(leg)
        edge = min(start, goal) * AREAS + max(start, goal)
        if edge in midpoints:
            midpoints[edge].append(unit)
        else:
            midpoints[edge] = [unit]
        words = (field.name(unit), AREA_NAMES[start], AREA_NAMES[goal], slot)
        field.events.append(Event("moved", field.side[unit], words))
    for edge in sorted(midpoints):
        units = midpoints[edge]
        sides = field.sides_of(units)
        if len(sides) > 1:
            place = f"{AREA_NAMES[edge // AREAS]}-{AREA_NAMES[edge % AREAS]}"
            names = [SIDE_NAMES[side] for side in sides]
            field.events.append(Event("skirmish", -1, (place, *names)))
            battle(field, units, -1, place)
    return departed


def _arrive(field: Field, departed: list[Leg]) -> None:
    """KC-10.8, KC-10.9."""
    for leg in departed:
        unit = leg.unit
        if not field.alive[unit]:
            continue
        field.at_midpoint[unit] = False
        if leg.act == LOADING:
            field.ship[unit] = leg.goal
            continue
        field.area[unit] = leg.goal
        if leg.goal in field.fogged:
            field.halted[unit] = True


def _halt_meetings(field: Field) -> None:
    """KC-10.7, KC-10.10: units of different sides in one area stop each other."""
    side = field.side
    first: dict[int, int] = {}
    shared: set[int] = set()
    for unit, area in enumerate(field.area):
        if not field.alive[unit] or field.ship[unit] >= 0 or field.at_midpoint[unit]:
            continue
        if first.setdefault(area, side[unit]) != side[unit]:
            shared.add(area)
    if not shared:
        return
    for unit, area in enumerate(field.area):
        if area in shared and field.ship[unit] < 0 and not field.at_midpoint[unit]:
            field.halted[unit] = True
