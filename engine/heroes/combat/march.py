"""How far stacks get on the Battle Display."""

from typing import Final

from pentarch.engine.heroes.combat.board import (
    AREA,
    BATTLE_HEXES,
    BESIDE,
    DISTANCE,
    DRAWBRIDGE,
    FIRST_TOWER,
    FORDS,
    GRAVEYARD,
    STONES,
    WORK_AT,
    WORKS_HEXES,
)
from pentarch.engine.heroes.combat.combat import Combat
from pentarch.engine.heroes.combat.hexset import NO_HEXES, HexSet, union
from pentarch.engine.heroes.combat.line import (
    close_targets,
    fire_targets,
    has_terrain,
    is_adjacent,
    is_free,
    nearest_enemy,
)
from pentarch.engine.heroes.combat.policy import best_target
from pentarch.engine.heroes.combat.stack import Stack
from pentarch.engine.heroes.siege.wall import DESTROYED
from pentarch.engine.heroes.siege.works import is_city_hex, tower_of
from pentarch.engine.heroes.state import State

_NEXT_TO: Final = [HexSet.of(near) for near in BESIDE]
# By hex and distance: everything that is at most so far away.
_WITHIN: Final = [
    [HexSet.of([h for h in range(BATTLE_HEXES) if row[h] <= reach]) for reach in range(20)]
    for row in DISTANCE
]

_GROUND: Final = HexSet.of([hex for hex in range(BATTLE_HEXES) if not GRAVEYARD[hex]])
_AT_DRAWBRIDGE: Final = HexSet.of([DRAWBRIDGE])
# By side of the display: hexes that cost two MP when battle terrain counts.
_ROUGH: Final = [
    HexSet.of([hex for hex in range(BATTLE_HEXES) if STONES[side][hex] or FORDS[side][hex]])
    for side in range(2)
]


def threatened(state: State, combat: Combat, side: int) -> HexSet:
    """Hexes next to an enemy of a side; enemies in standing towers do not count."""
    enemies = [stack for stack in combat.sides[1 - side] if stack.stands()]
    return union([_NEXT_TO[stack.hex] for stack in enemies if not tower_of(state, combat, stack)])


def open_hexes(state: State, combat: Combat, stack: Stack) -> HexSet:
    """Hexes that a stack may enter as far as the ground goes (HW-19.4.1.*)."""
    if not combat.is_siege():
        return _GROUND
    towers = state.cities[combat.city].towers()
    ground = _GROUND.minus(
        HexSet.of(
            [
                hex
                for work, hex in enumerate(WORKS_HEXES)
                if combat.works[work] < DESTROYED and work - FIRST_TOWER < towers
            ]
        )
    )
    if stack.side == 1:
        return ground.plus(_AT_DRAWBRIDGE)
    if stack.unit.is_ranged:
        return ground.minus(HexSet.of([hex for hex in AREA if is_city_hex(state, combat, hex)]))
    return ground


def _places(combat: Combat, side: int) -> HexSet:
    """Where the stacks of a side stand."""
    return HexSet.of([stack.hex for stack in combat.sides[side] if stack.stands()])


def rings(state: State, combat: Combat, stack: Stack) -> list[HexSet]:
    """Hexes a stack can end in, by the MP it takes to get there (HW-19.9.a to c)."""
    zone = threatened(state, combat, stack.side)
    friends = _places(combat, stack.side)
    if combat.is_siege() and combat.works[WORK_AT[DRAWBRIDGE]] < DESTROYED:
        # HW-19.4.1.7.a: a standing drawbridge is passed, like a friend's hex.
        friends = friends.plus(_AT_DRAWBRIDGE)
    rough = _ROUGH[combat.is_siege()] if has_terrain(state, combat) else NO_HEXES
    start = HexSet.of([stack.hex])
    left = open_hexes(state, combat, stack).minus(_places(combat, 1 - stack.side)).minus(start)
    pace = stack.unit.pace
    reached = [NO_HEXES] * (pace + 3)
    reached[0] = start
    for spent in range(pace):
        leaving = reached[spent].minus(zone) if spent else start
        near = leaving.spread().within(left)
        if spent == 0 and zone.has(stack.hex) and not tower_of(state, combat, stack):
            near = near.minus(zone)
        if spent + 2 > pace:
            near = near.minus(rough)
        reached[spent + 1] = reached[spent + 1].plus(near.minus(rough))
        reached[spent + 2] = reached[spent + 2].plus(near.within(rough))
        left = left.minus(near)
    return [NO_HEXES] + [hexes.minus(friends) for hexes in reached[1 : pace + 1]]


def destinations(state: State, combat: Combat, stack: Stack) -> list[int]:
    """Where a stack may go, with the duty to approach (HW-19.7.a), in hex order."""
    ends = union(rings(state, combat, stack))
    if is_free(combat, stack):
        return ends.hexes()
    # HW-19.7.a: some enemy is at most as far away as the nearest one was.
    limit = nearest_enemy(combat, stack.side, stack.hex)
    enemies = [enemy for enemy in combat.sides[1 - stack.side] if enemy.stands()]
    return ends.within(union([_WITHIN[enemy.hex][limit] for enemy in enemies])).hexes()


def may_hold(state: State, combat: Combat, stack: Stack, ends: list[int]) -> bool:
    """Whether a stack may stay where it is (HW-19.9.d)."""
    if not ends or is_free(combat, stack) or close_targets(combat, stack):
        return True
    return stack.unit.is_ranged and bool(fire_targets(state, combat, stack))


def guard_destination(state: State, combat: Combat, stack: Stack) -> int:
    """Where a guard stack goes, or -1 to stay (HW-19.18.c)."""
    if stack.unit.is_ranged or is_adjacent(state, combat, stack):
        return -1
    by_cost = rings(state, combat, stack)
    ends = union(by_cost)
    enemies = [
        enemy
        for enemy in combat.sides[1 - stack.side]
        if enemy.stands() and ends.meets(_WITHIN[enemy.hex][1])
    ]
    if not enemies:
        return -1
    near = _WITHIN[best_target(combat, stack, enemies, ranged=False).hex][1]
    # The cheapest of the hexes next to the target, of those the first.
    for hexes in by_cost:
        if hexes.meets(near):
            return hexes.within(near).hexes()[0]
    return -1
