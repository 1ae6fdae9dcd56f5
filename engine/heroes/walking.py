"""Walking through the world: where Heroes and the Camp may go, and what a step costs."""

from typing import Final

from pentarch.engine.core import Refusal
from pentarch.engine.heroes import refusals
from pentarch.engine.heroes.play import Play
from pentarch.engine.heroes.state import (
    C_HEX,
    C_HOLDER,
    CITY_SIZE,
    GROUND_ACTIVE,
    H_FINISHED,
    H_FROM,
    H_HEX,
    H_MOVED,
    H_MP,
    HERO_SIZE,
    O_TERRAIN,
    State,
    army_units,
    feature_at,
    hex_of,
    in_play,
    is_alive,
)
from pentarch.engine.heroes.tables import BARBARIANS
from pentarch.engine.heroes.tiles import (
    F_CAMP,
    F_NONE,
    F_RECRUIT,
    HEXES,
    ROAD,
    TERRAIN,
    TERRAIN_COST,
    WALLS,
)
from pentarch.engine.heroes.world import HEX_NAMES, TERRAIN_SLOTS

_NOBODY: Final = bytes(6)  # the guards of a hex, by level


def is_passable(state: State, origin: int, target: int) -> bool:
    """Whether a hexside can be crossed (HW-15.1.a, HW-15.5.a); always without terrain."""
    if not state.opt[O_TERRAIN]:
        return True
    slot = origin // HEXES
    if slot != target // HEXES:
        return True
    tile = state.tile[slot]
    one, other = origin % HEXES, target % HEXES
    if WALLS[tile * 49 + one * HEXES + other] == 0:
        return True
    return ROAD[tile * HEXES + one] == 1 and ROAD[tile * HEXES + other] == 1


def step_cost(state: State, origin: int, target: int) -> int:
    """MP for entering a face-up hex (HW-7.1.1.a, HW-15.6.a)."""
    if not state.opt[O_TERRAIN]:
        return 1
    here = state.tile[origin // HEXES] * HEXES + origin % HEXES
    there = state.tile[target // HEXES] * HEXES + target % HEXES
    if ROAD[here] and ROAD[there]:
        return 1
    return TERRAIN_COST[TERRAIN[there]]


def check_move(state: State, hero: int, way: int) -> "Refusal | None":
    """Whether a Hero may take a step in a direction."""
    row = hero * HERO_SIZE
    if not in_play(state, hero):
        return refusals.NOT_IN_PLAY
    if state.heroes[row + H_FINISHED]:
        return refusals.HERO_FINISHED
    if state.heroes[row + H_MP] < 1:
        return refusals.NO_MOVEMENT
    if army_units(state, hero) == 0:
        return refusals.NO_ARMY
    return check_step(state, hero, way, enemy_hexes(state, hero // 2))


def check_step(state: State, hero: int, way: int, enemies: list[int]) -> "Refusal | None":
    """The part of `check_move` that depends on the direction; `enemies` are the enemy hexes."""
    row = hero * HERO_SIZE
    origin = state.heroes[row + H_HEX]
    target = state.world.neighbours[origin * 6 + way]
    if target < 0:
        return refusals.NO_HEX
    if not is_passable(state, origin, target):
        return refusals.IMPASSABLE
    slot = target // HEXES
    if not state.face[slot]:
        return None
    seat = hero // 2
    if slot >= TERRAIN_SLOTS:
        race = slot - TERRAIN_SLOTS
        owner = state.seat_of[race]
        if (
            owner != seat
            and state.grounds[2 * race] == GROUND_ACTIVE
            and is_alive(state, owner)
            and feature_at(state, target) == F_RECRUIT
        ):
            return refusals.CLOSED_GROUND
    if not state.war and (state.owner[target] not in (0, seat + 1) or target in enemies):
        return refusals.PEACE
    partner = hero ^ 1
    if (
        in_play(state, partner)
        and hex_of(state, partner) == target
        and state.heroes[row + H_MP] - step_cost(state, origin, target) < 1
    ):
        return refusals.SHARED_HEX
    return None


def enemy_hexes(state: State, seat: int) -> list[int]:
    """Where other seats' Heroes, Cities and Camps are: closed in peace, like mines (HW-7.2.a)."""
    hexes: list[int] = []
    for hero in range(2 * state.seats):
        if hero // 2 != seat and in_play(state, hero):
            hexes.append(hex_of(state, hero))
    for row in range(0, 3 * CITY_SIZE, CITY_SIZE):
        if state.cities[row + C_HOLDER] not in (-1, seat):
            hexes.append(state.cities[row + C_HEX])
    return hexes


def can_move_on(state: State, hero: int) -> bool:
    """Whether a Hero has any step left."""
    if check_move(state, hero, 0) is None:
        return True
    return any(check_move(state, hero, way) is None for way in range(1, 6))


def check_end(state: State, seat: int) -> "Refusal | None":
    """`end` is refused while two Heroes share a hex and could still part (HW-4.1.r)."""
    first, second = 2 * seat, 2 * seat + 1
    if not shares_hex(state, seat):
        return None
    if can_move_on(state, first) or can_move_on(state, second):
        return refusals.STILL_TOGETHER
    return None


def shares_hex(state: State, seat: int) -> bool:
    """Whether the seat's Heroes are in one hex and one of them walked this turn."""
    first, second = 2 * seat, 2 * seat + 1
    if not (in_play(state, first) and in_play(state, second)):
        return False
    if hex_of(state, first) != hex_of(state, second):
        return False
    heroes = state.heroes
    return bool(heroes[first * HERO_SIZE + H_MOVED] or heroes[second * HERO_SIZE + H_MOVED])


def step_back(state: State, hero: int) -> None:
    """Put a Hero back on the hex he came from: forced, so no movement in the sense of HW-4.1.r."""
    row = hero * HERO_SIZE
    if state.heroes[row + H_FROM] >= 0:
        state.heroes[row + H_HEX] = state.heroes[row + H_FROM]
    state.heroes[row + H_MOVED] = 0


# The Camp.


def check_camp_hex(state: State, seat: int, target: int) -> "Refusal | None":
    """Whether the Camp of a holder may stand in a hex (HW-7.4.b, c, d)."""
    if target < 0:
        return refusals.NO_HEX
    origin = state.cities[BARBARIANS * CITY_SIZE + C_HEX]
    if not is_passable(state, origin, target):
        return refusals.IMPASSABLE
    if not state.face[target // HEXES] or feature_at(state, target) not in (F_NONE, F_CAMP):
        return refusals.BAD_CAMP_HEX
    home = TERRAIN_SLOTS + BARBARIANS
    for hex in [target, *state.world.near[target]]:
        for hero in range(2 * state.seats):
            if hero // 2 != seat and state.heroes[hero * HERO_SIZE + H_HEX] == hex:
                return refusals.BAD_CAMP_HEX
        # Only guards that could react into the hex keep the Camp away.
        if hex // HEXES != home and has_guards(state, hex) and is_passable(state, hex, target):
            return refusals.BAD_CAMP_HEX
    return None


def has_guards(state: State, hex: int) -> bool:
    """Whether active neutral guards stand in a hex."""
    if state.owner[hex]:
        return False
    return not state.units.startswith(_NOBODY, hex * 6)


def guard_level(state: State, hex: int) -> int:
    """The highest level in a guard group."""
    for level in range(6, 0, -1):
        if state.units[hex * 6 + level - 1]:
            return level
    return 0


def move_camp(p: Play, target: int, company: list[int]) -> None:
    """The Camp and its garrison move, and the named Heroes with it (HW-7.4.f)."""
    state = p.state
    state.cities[BARBARIANS * CITY_SIZE + C_HEX] = target
    for hero in company:
        state.heroes[hero * HERO_SIZE + H_HEX] = target
        state.heroes[hero * HERO_SIZE + H_FROM] = target
    seat = state.cities[BARBARIANS * CITY_SIZE + C_HOLDER]
    p.note("camp_moved", seat, HEX_NAMES[target])


def camp_company(state: State) -> list[int]:
    """The holder's Heroes in the Camp."""
    row = BARBARIANS * CITY_SIZE
    seat = state.cities[row + C_HOLDER]
    if seat < 0:
        return []
    return [
        hero
        for hero in (2 * seat, 2 * seat + 1)
        if in_play(state, hero) and hex_of(state, hero) == state.cities[row + C_HEX]
    ]


def flee_hexes(state: State, guards: int) -> list[int]:
    """Directions in which a Camp can get away from new guards next to it (HW-7.4.e)."""
    row = BARBARIANS * CITY_SIZE
    seat = state.cities[row + C_HOLDER]
    origin = state.cities[row + C_HEX]
    ways: list[int] = []
    for way in range(6):
        target = state.world.neighbours[origin * 6 + way]
        if check_camp_hex(state, seat, target) is None and guards not in state.world.near[target]:
            ways.append(way)
    return ways
