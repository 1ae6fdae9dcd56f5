"""Who stands where: placing soldiers, super units and buildings, room, support and distance."""

from typing import Final

from pentarch.engine.tradewarz.state import State
from pentarch.engine.tradewarz.tables import (
    BASE_SUPPORT,
    BIG_SQUAD_LIMIT,
    CAPITAL,
    CASTLE,
    CROSSINGS,
    DEPOT_SUPPORT,
    EN07,
    EN09,
    GATE_LIMIT,
    GATES,
    MI07,
    MOST_SQUADS,
    NONE,
    SETTLEMENT,
    SPACES,
    SQUAD_LIMIT,
    SUPPORT,
    UNITS,
    VILLAGE,
)

FAR: Final = 99
"""A distance that no way covers."""


def squad_limit(state: State, seat: int) -> int:
    """TW-REC.4, TW-TEC.7: soldiers a squad of the seat may have."""
    owner = state.tech_owner
    return BIG_SQUAD_LIMIT if owner[MI07] == seat or owner[EN09] == seat else SQUAD_LIMIT


def capacity(state: State, seat: int) -> int:
    """TW-SUP.1: how many field soldiers the seat can support."""
    castles = state.castles[seat]
    supported = (
        BASE_SUPPORT
        + SUPPORT[SETTLEMENT] * state.settlements[seat]
        + SUPPORT[VILLAGE] * (state.villages[seat] - castles)
        + SUPPORT[CASTLE] * castles
    )
    return supported + DEPOT_SUPPORT if state.tech_owner[EN07] == seat else supported


def put(state: State, seat: int, space: int, count: int) -> None:
    """Place soldiers."""
    index = seat * SPACES + space
    before = state.army[index]
    state.army[index] = before + count
    state.crowd[space] += count
    if not before:
        state.here[space] |= 1 << seat
    if space != state.gate_of[seat]:
        state.field[seat] += count
        if not before:
            state.squads[seat] += 1


def take(state: State, seat: int, space: int, count: int) -> None:
    """Lift soldiers off a space. What becomes of a super unit there is the caller's business."""
    index = seat * SPACES + space
    left = state.army[index] - count
    state.army[index] = left
    state.crowd[space] -= count
    if not left:
        state.here[space] &= ~(1 << seat)
    if space != state.gate_of[seat]:
        state.field[seat] -= count
        if not left:
            state.squads[seat] -= 1


def is_occupied(state: State, seat: int) -> bool:
    """Whether an enemy stands on the seat's own gate."""
    gate = state.gate_of[seat]
    return gate != NONE and state.here[gate] & ~(1 << seat) != 0


def room(state: State, seat: int, space: int) -> int:
    """TW-BAT.21: how many more soldiers of the seat may be put there."""
    if space == state.gate_of[seat]:
        if state.here[space] & ~(1 << seat):
            return 0
        return GATE_LIMIT - state.army[seat * SPACES + space]
    if state.here[space] & ~state.friends[seat]:
        return 0
    if not state.army[seat * SPACES + space] and state.squads[seat] >= MOST_SQUADS:
        return 0
    left = squad_limit(state, seat) - state.crowd[space]
    return left if left > 0 else 0


def lift_unit(state: State, unit: int) -> None:
    """Take a super unit off the board; it is kept in its owner's capital until placed again."""
    space = state.unit_space[unit]
    if space < SPACES and state.unit_at[space] == unit:
        state.unit_at[space] = NONE
    state.unit_space[unit] = CAPITAL
    state.unit_holder[unit] = NONE


def place_unit(state: State, unit: int, seat: int, space: int) -> None:
    """TW-SUN.2: a super unit goes with the seat's squad; on the seat's own gate it goes indoors."""
    lift_unit(state, unit)
    if space != state.gate_of[seat]:
        state.unit_space[unit] = space
        state.unit_holder[unit] = seat
        state.unit_at[space] = unit


def release_unit(state: State, space: int) -> None:
    """TW-SUN.3, TW-SUN.4: a super unit whose squad is gone goes back to its owner's capital."""
    unit = state.unit_at[space]
    if unit != NONE and not state.army[state.unit_holder[unit] * SPACES + space]:
        lift_unit(state, unit)


def unit_with(state: State, seat: int, space: int) -> int:
    """The super unit that accompanies the seat's squad on a space, or NONE."""
    unit = state.unit_at[space]
    return unit if unit != NONE and state.unit_holder[unit] == seat else NONE


def units_kept(state: State, seat: int) -> list[int]:
    """TW-CAP.14: the seat's super units in its capital, lowest id first, also while it is lost."""
    return [
        unit
        for unit, tech in enumerate(UNITS)
        if state.tech_owner[tech] == seat and state.unit_space[unit] == CAPITAL
    ]


def put_up(state: State, seat: int, space: int, kind: int) -> None:
    """Set a building of the seat on a square, in place of what it stands on."""
    take_down(state, space)
    state.kind[space] = kind
    state.owner[space] = seat
    if kind == SETTLEMENT:
        state.settlements[seat] += 1
    else:
        state.villages[seat] += 1
        if kind == CASTLE:
            state.castles[seat] += 1


def take_down(state: State, space: int) -> None:
    """Take a building off the counts and the square; its silos stay listed (TW-BLD.9)."""
    kind = state.kind[space]
    if not kind:
        return
    owner = state.owner[space]
    if kind == SETTLEMENT:
        state.settlements[owner] -= 1
    else:
        state.villages[owner] -= 1
        if kind == CASTLE:
            state.castles[owner] -= 1
    state.kind[space] = 0
    state.owner[space] = NONE


def destroy(state: State, space: int) -> None:
    """TW-BLD.14: remove a settlement or village with its silos."""
    take_down(state, space)
    state.silos[2 * space] = NONE
    state.silos[2 * space + 1] = NONE
    state.built[space] = 0


def buildings(state: State, seat: int) -> list[int]:
    """The squares with a building of the seat, in order."""
    owner = state.owner
    return [space for space in range(GATES, SPACES) if owner[space] == seat]


def distances(state: State, start: int) -> list[int]:
    """March distance from a space to all others, FAR where no way leads; gates are never passed."""
    far = [FAR] * SPACES
    far[start] = 0
    queue = [start]
    near = state.land.near
    structures = state.structures
    gates = state.gate_owner
    for space in queue:
        step = far[space] + 1
        if space < GATES and space != start:
            continue
        for other in near[space]:
            if far[other] == FAR and (other >= GATES or gates[other] != NONE):
                far[other] = step
                queue.append(other)
        for diagonal, other in CROSSINGS[space]:
            if structures[diagonal] and far[other] == FAR:
                far[other] = step
                queue.append(other)
    return far


def drive_off(state: State, seat: int, space: int, unit: int) -> None:
    """TW-BAT.18: the seat's soldiers leave a space; `unit` (lifted, or NONE) was with them."""
    count = state.army[seat * SPACES + space]
    if count:
        take(state, seat, space, count)
        find_refuge(state, seat, space, count, unit)


def find_refuge(state: State, seat: int, space: int, count: int, unit: int) -> None:
    """TW-BAT.18: soldiers lifted off a space go one by one to the nearest own building."""
    far = distances(state, space)
    sites = sorted(buildings(state, seat), key=far.__getitem__)
    placed: list[int] = []
    for _ in range(count):
        goal = NONE
        for site in sites:
            if site != space and room(state, seat, site) > 0:
                goal = site
                break
        if goal == NONE and room(state, seat, state.gate_of[seat]) > 0:
            goal = state.gate_of[seat]
        if goal == NONE:
            state.reserve[seat] += 1
        else:
            put(state, seat, goal, 1)
            placed.append(goal)
    follow(state, seat, unit, placed)


def follow(state: State, seat: int, unit: int, placed: list[int]) -> None:
    """TW-BAT.20: a super unit goes with the last soldier placed whose squad has none."""
    if unit == NONE:
        return
    for space in reversed(placed):
        if space == state.gate_of[seat] or state.unit_at[space] == NONE:
            place_unit(state, unit, seat, space)
            return
