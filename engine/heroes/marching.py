"""How far stacks get on the Battle Display. Sets of hexes are the bits of a number."""

from typing import Final

from pentarch.engine.heroes.combat import towers_built
from pentarch.engine.heroes.display import (
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
from pentarch.engine.heroes.state import Combat, State
from pentarch.engine.heroes.strikes import has_battle_terrain, is_city_hex, tower_of
from pentarch.engine.heroes.tables import KIND, PACE, RANGED


def bits_of(hexes: list[int]) -> int:
    """A set of hexes from a list."""
    bits = 0
    for hex in hexes:
        bits |= 1 << hex
    return bits


def hexes_of(bits: int) -> list[int]:
    """The hexes of a set, ascending."""
    hexes: list[int] = []
    while bits:
        lowest = bits & -bits
        hexes.append(lowest.bit_length() - 1)
        bits ^= lowest
    return hexes


def _hexes_with_a_step(step: int) -> int:
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


def _spread(bits: int) -> int:
    """All hexes next to a hex of the set."""
    found = 0
    for step, movers in _STEPS_UP:
        found |= (bits & movers) << step
    for step, movers in _STEPS_DOWN:
        found |= (bits & movers) >> step
    return found


def threatened(state: State, c: Combat, side: int) -> int:
    """Hexes next to an enemy of a side; enemies in standing towers do not count."""
    bits = 0
    for stack in c.order[1 - side]:
        if c.count[stack] and c.place[stack] >= 0 and not tower_of(state, c, stack):
            bits |= _BESIDE_BITS[c.place[stack]]
    return bits


def open_hexes(state: State, c: Combat, stack: int) -> int:
    """Hexes that a stack may enter as far as the ground goes (HW-19.4.1.*)."""
    bits = _GROUND
    if c.city < 0:
        return bits
    side = c.side[stack]
    towers = towers_built(state, c.city)
    for work, hex in enumerate(WORKS_HEXES):
        if c.works[work] < 2 and (work < FIRST_TOWER or work - FIRST_TOWER < towers):
            bits &= ~(1 << hex)
    if side == 1:
        bits |= 1 << DRAWBRIDGE
    elif KIND[c.unit[stack]] == RANGED:
        for hex in AREA:
            if is_city_hex(state, c, hex):
                bits &= ~(1 << hex)
    return bits


def rings(state: State, c: Combat, stack: int) -> list[int]:
    """Hexes a stack can end in, by the MP it takes to get there (HW-19.9.a to c)."""
    side = c.side[stack]
    start = c.place[stack]
    zone = threatened(state, c, side)
    friends = enemies = 0
    for other, place in enumerate(c.place):
        if c.count[other] and place >= 0:
            if c.side[other] == side:
                friends |= 1 << place
            else:
                enemies |= 1 << place
    if c.city >= 0 and c.works[WORK_AT[DRAWBRIDGE]] < 2:
        # HW-19.4.1.7.a: a standing drawbridge is passed, like a friend's hex.
        friends |= 1 << DRAWBRIDGE
    rough = _ROUGH[1 if c.city >= 0 else 0] if has_battle_terrain(state) else 0
    left = open_hexes(state, c, stack) & ~enemies & ~(1 << start)
    pace = PACE[c.unit[stack]]
    reached = [0] * (pace + 3)
    reached[0] = 1 << start
    for spent in range(pace):
        near = _spread(reached[spent] & ~zone if spent else reached[0]) & left
        if spent == 0 and (zone >> start) & 1 and not tower_of(state, c, stack):
            near &= ~zone
        if spent + 2 > pace:
            near &= ~rough
        reached[spent + 1] |= near & ~rough
        reached[spent + 2] |= near & rough
        left &= ~near
    return [0] + [bits & ~friends for bits in reached[1 : pace + 1]]


def reachable(state: State, c: Combat, stack: int) -> int:
    """All hexes a stack can end in."""
    found = 0
    for bits in rings(state, c, stack):
        found |= bits
    return found
