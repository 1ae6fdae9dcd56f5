"""How far stacks get on the Battle Display. A HexSet is the bits of a number, one for each hex."""

from typing import Final, TypeAlias

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

HexSet: TypeAlias = int


def bits_of(hexes: list[int]) -> HexSet:
    """A set of hexes from a list."""
    bits = 0
    for hex in hexes:
        bits |= 1 << hex
    return bits


def hexes_of(bits: HexSet) -> list[int]:
    """The hexes of a set, ascending."""
    hexes: list[int] = []
    while bits:
        lowest = bits & -bits
        hexes.append(lowest.bit_length() - 1)
        bits ^= lowest
    return hexes


def _hexes_with_a_step(step: int) -> HexSet:
    """The hexes whose number plus `step` is that of a hex next to them."""
    return bits_of([hex for hex in range(BATTLE_HEXES) if hex + step in BESIDE[hex]])


# A set moves to a neighbour by a shift: to hexes of higher numbers, and to those of lower ones.
_STEPS_UP: Final = [(step, _hexes_with_a_step(step)) for step in (1, 10, 11, 12)]
_STEPS_DOWN: Final = [(step, _hexes_with_a_step(-step)) for step in (1, 10, 11, 12)]
_BESIDE_BITS: Final = [bits_of(near) for near in BESIDE]
# By hex and distance: everything that is at most so far away.
WITHIN: Final = [
    [bits_of([h for h in range(BATTLE_HEXES) if row[h] <= reach]) for reach in range(20)]
    for row in DISTANCE
]

_GROUND: Final = bits_of([hex for hex in range(BATTLE_HEXES) if not GRAVEYARD[hex]])
# By side of the display: hexes that cost two MP when battle terrain counts.
_ROUGH: Final = [
    bits_of([hex for hex in range(BATTLE_HEXES) if STONES[side][hex] or FORDS[side][hex]])
    for side in range(2)
]


def _spread(bits: HexSet) -> HexSet:
    """All hexes next to a hex of the set."""
    found = 0
    for step, movers in _STEPS_UP:
        found |= (bits & movers) << step
    for step, movers in _STEPS_DOWN:
        found |= (bits & movers) >> step
    return found


def threatened(state: State, combat: Combat, side: int) -> HexSet:
    """Hexes next to an enemy of a side; enemies in standing towers do not count."""
    bits = 0
    for stack in combat.sides[1 - side]:
        if stack.stands() and not tower_of(state, combat, stack):
            bits |= _BESIDE_BITS[stack.hex]
    return bits


def open_hexes(state: State, combat: Combat, stack: Stack) -> HexSet:
    """Hexes that a stack may enter as far as the ground goes (HW-19.4.1.*)."""
    bits = _GROUND
    if not combat.is_siege():
        return bits
    towers = state.cities[combat.city].towers()
    for work, hex in enumerate(WORKS_HEXES):
        if combat.works[work] < DESTROYED and work - FIRST_TOWER < towers:
            bits &= ~(1 << hex)
    if stack.side == 1:
        bits |= 1 << DRAWBRIDGE
    elif stack.unit.is_ranged:
        for hex in AREA:
            if is_city_hex(state, combat, hex):
                bits &= ~(1 << hex)
    return bits


def _places(combat: Combat, side: int) -> HexSet:
    """Where the stacks of a side stand."""
    bits = 0
    for stack in combat.sides[side]:
        if stack.stands():
            bits |= 1 << stack.hex
    return bits


def rings(state: State, combat: Combat, stack: Stack) -> list[HexSet]:
    """Hexes a stack can end in, by the MP it takes to get there (HW-19.9.a to c)."""
    zone = threatened(state, combat, stack.side)
    friends = _places(combat, stack.side)
    if combat.is_siege() and combat.works[WORK_AT[DRAWBRIDGE]] < DESTROYED:
        # HW-19.4.1.7.a: a standing drawbridge is passed, like a friend's hex.
        friends |= 1 << DRAWBRIDGE
    rough = _ROUGH[combat.is_siege()] if has_terrain(state, combat) else 0
    start = 1 << stack.hex
    left = open_hexes(state, combat, stack) & ~_places(combat, 1 - stack.side) & ~start
    pace = stack.unit.pace
    reached = [0] * (pace + 3)
    reached[0] = start
    for spent in range(pace):
        near = _spread(reached[spent] & ~zone if spent else start) & left
        if spent == 0 and zone & start and not tower_of(state, combat, stack):
            near &= ~zone
        if spent + 2 > pace:
            near &= ~rough
        reached[spent + 1] |= near & ~rough
        reached[spent + 2] |= near & rough
        left &= ~near
    return [0] + [bits & ~friends for bits in reached[1 : pace + 1]]


def reachable(state: State, combat: Combat, stack: Stack) -> HexSet:
    """All hexes a stack can end in."""
    found = 0
    for bits in rings(state, combat, stack):
        found |= bits
    return found


def destinations(state: State, combat: Combat, stack: Stack) -> list[int]:
    """Where a stack may go, with the duty to approach (HW-19.7.a), in hex order."""
    ends = reachable(state, combat, stack)
    if not is_free(combat, stack):
        # HW-19.7.a: some enemy is at most as far away as the nearest one was.
        limit = nearest_enemy(combat, stack.side, stack.hex)
        close = 0
        for enemy in combat.sides[1 - stack.side]:
            if enemy.stands():
                close |= WITHIN[enemy.hex][limit]
        ends &= close
    return hexes_of(ends)


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
    ends = 0
    for bits in by_cost:
        ends |= bits
    enemies = [
        enemy
        for enemy in combat.sides[1 - stack.side]
        if enemy.stands() and ends & WITHIN[enemy.hex][1]
    ]
    if not enemies:
        return -1
    near = WITHIN[best_target(combat, stack, enemies, ranged=False).hex][1]
    # The cheapest of the hexes next to the target, of those the first.
    for bits in by_cost:
        if bits & near:
            return hexes_of(bits & near)[0]
    return -1
