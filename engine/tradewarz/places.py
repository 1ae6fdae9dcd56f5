"""Who stands where: placing soldiers, super units and buildings; room, refuge and distance."""

from typing import Final

from pentarch.engine.core import Seat
from pentarch.engine.tradewarz.board import INDOORS, NO_BUILDING, Building, Station
from pentarch.engine.tradewarz.lattice import CROSSINGS, GATES, SPACES
from pentarch.engine.tradewarz.state import House, State
from pentarch.engine.tradewarz.tables import CAPITAL, GATE_LIMIT, MOST_SQUADS, NONE
from pentarch.engine.tradewarz.techs import UNITS

FAR: Final = 99
"""A distance that no way covers."""

# Soldiers.


def put(state: State, house: House, space: int, count: int) -> None:
    """Place soldiers."""
    before = house.army[space]
    house.army[space] = before + count
    square = state.squares[space]
    state.squares[space] = square.manned(square.here.plus(house.seat), square.crowd + count)
    if space != house.gate:
        house.field += count
        if not before:
            house.squads += 1


def take(state: State, house: House, space: int, count: int) -> None:
    """Lift soldiers off a space. What becomes of a super unit there is the caller's business."""
    left = house.army[space] - count
    house.army[space] = left
    square = state.squares[space]
    here = square.here if left else square.here.minus(house.seat)
    state.squares[space] = square.manned(here, square.crowd - count)
    if space != house.gate:
        house.field -= count
        if not left:
            house.squads -= 1


def is_occupied(state: State, house: House) -> bool:
    """Whether an enemy stands on the house's own gate."""
    return house.gate != NONE and state.squares[house.gate].here.has_other(house.seat)


def room(state: State, house: House, space: int) -> int:
    """TW-BAT.21: how many more soldiers of the house may be put there."""
    square = state.squares[space]
    if space == house.gate:
        return 0 if square.here.has_other(house.seat) else GATE_LIMIT - house.army[space]
    if not square.here.within(house.friends):
        return 0
    if not house.army[space] and house.squads >= MOST_SQUADS:
        return 0
    return max(0, house.squad_limit() - square.crowd)


def buildings_with_room(state: State, house: House) -> list[int]:
    """The house's buildings that can take at least one more soldier."""
    return [space for space in state.buildings_of(house.seat) if room(state, house, space) > 0]


# Super units.


def lift_unit(state: State, unit: int) -> None:
    """Take a super unit off the board; it is kept in its owner's capital until placed again."""
    space = state.stations[unit].space
    if space < SPACES and state.squares[space].unit == unit:
        state.squares[space] = state.squares[space].with_unit(NONE)
    state.stations[unit] = INDOORS


def place_unit(state: State, unit: int, house: House, space: int) -> None:
    """TW-SUN.2: a super unit goes with the house's squad; on its own gate it goes indoors."""
    lift_unit(state, unit)
    if space != house.gate:
        state.stations[unit] = Station(space, house.seat)
        state.squares[space] = state.squares[space].with_unit(unit)


def release_unit(state: State, space: int) -> None:
    """TW-SUN.3, TW-SUN.4: a super unit whose squad is gone goes back to its owner's capital."""
    unit = state.squares[space].unit
    if unit != NONE and not state.houses[state.stations[unit].holder].army[space]:
        lift_unit(state, unit)


def unit_with(state: State, seat: Seat, space: int) -> int:
    """The super unit that accompanies the seat's squad on a space, or NONE."""
    unit = state.squares[space].unit
    return unit if unit != NONE and state.stations[unit].holder == seat else NONE


def unit_owner(state: State, unit: int) -> int:
    """Who has bought a super unit, or NONE."""
    return state.tech_owner[UNITS[unit].tech]


def units_kept(state: State, seat: Seat) -> list[int]:
    """TW-CAP.14: the seat's super units in its capital, lowest id first, also while it is lost."""
    return [
        unit
        for unit, station in enumerate(state.stations)
        if station.space == CAPITAL and unit_owner(state, unit) == seat
    ]


# Buildings.


def put_up(state: State, space: int, building: Building) -> None:
    """Set a building on a square, in place of what stands there."""
    square = state.squares[space]
    before = square.building
    if before.owner != NONE:
        state.houses[before.owner].tally(before.kind, -1)
    if building.owner != NONE:
        state.houses[building.owner].tally(building.kind, 1)
    state.squares[space] = square.with_building(building)


def destroy(state: State, space: int) -> None:
    """TW-BLD.14: remove a settlement or village with its silos."""
    put_up(state, space, NO_BUILDING)


# Distance and refuge.


def distances(state: State, start: int) -> list[int]:
    """March distance from a space to all others, FAR where no way leads; gates are never passed."""
    far = [FAR] * SPACES
    far[start] = 0
    queue = [start]
    near = state.land.near
    structures = state.structures
    gates = state.gates
    for space in queue:
        step = far[space] + 1
        if space < GATES and space != start:
            continue
        for other in near[space]:
            if far[other] == FAR and (other >= GATES or gates[other].owner != NONE):
                far[other] = step
                queue.append(other)
        for crossing in CROSSINGS[space]:
            if structures[crossing.diagonal] and far[crossing.goal] == FAR:
                far[crossing.goal] = step
                queue.append(crossing.goal)
    return far


def find_refuge(state: State, house: House, space: int, count: int, unit: int) -> None:
    """TW-BAT.18: soldiers lifted off a space go one by one to the nearest own building."""
    far = distances(state, space)
    sites = sorted(state.buildings_of(house.seat), key=far.__getitem__)
    placed: list[int] = []
    for _ in range(count):
        goal = _refuge(state, house, sites, space)
        if goal == NONE:
            house.reserve += 1
        else:
            put(state, house, goal, 1)
            placed.append(goal)
    follow(state, house, unit, placed)


def _refuge(state: State, house: House, sites: list[int], lost: int) -> int:
    """The first site with room, else the gate; NONE if that is full too."""
    for site in sites:
        if site != lost and room(state, house, site) > 0:
            return site
    return house.gate if room(state, house, house.gate) > 0 else NONE


def follow(state: State, house: House, unit: int, placed: list[int]) -> None:
    """TW-BAT.20: a super unit goes with the last soldier placed whose squad has none."""
    if unit == NONE:
        return
    for space in reversed(placed):
        if space == house.gate or state.squares[space].unit == NONE:
            place_unit(state, unit, house, space)
            return


# Strays: soldiers who have lost their place.


def place_strays(state: State, space: int) -> None:
    """As many of the strays as fit go to a space."""
    strays = state.strays
    house = state.houses[strays.seat]
    count = min(strays.soldiers, room(state, house, space))
    put(state, house, space, count)
    strays.placed = [*strays.placed, space]
    strays.soldiers -= count


def disband_strays(state: State) -> None:
    """Strays left without a place go to the reserve; their super unit finds its squad."""
    strays = state.strays
    house = state.houses[strays.seat]
    house.reserve += strays.soldiers
    follow(state, house, strays.unit, strays.placed)
    strays.clear()
