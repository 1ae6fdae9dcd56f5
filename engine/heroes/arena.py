"""The Arena: who may attack whom, the guards' policy, and breaching walls and towers."""

from pentarch.engine.heroes.play import Play
from pentarch.engine.heroes.state import ATTACKED, H_LEVEL, HERO_SIZE, Combat, State
from pentarch.engine.heroes.strikes import (
    advanced_hits,
    capacity,
    full_hits,
    kill_units,
    stack_name,
    start_strike,
    tower_of,
    works_level,
)
from pentarch.engine.heroes.tables import (
    BARBARIANS,
    CAMP_POINTS,
    CITY_POINTS,
    DEFENSE,
    KIND,
    LEVEL,
    RANGED,
)


def arena_pairs(state: State, c: Combat, side: int, kind: int) -> "list[tuple[int, int]]":
    """Attacks open to a side's stacks of one kind, stack by stack (HW-8.4.*, HW-8.7.a to d)."""
    movers = [
        stack
        for stack in c.order[side]
        if KIND[c.unit[stack]] == kind and c.count[stack] and not c.state[stack] & ATTACKED
    ]
    if not movers:
        return []
    targets = [stack for stack in c.order[1 - side] if c.count[stack]]
    if c.city >= 0 and c.wall < 2:
        if kind != RANGED:
            return []
        if side == 0:
            targets = [stack for stack in targets if tower_of(state, c, stack)]
        else:
            movers = [stack for stack in movers if tower_of(state, c, stack)]
    if kind != RANGED and _front(c, side) <= _front(c, 1 - side):
        targets = [stack for stack in targets if KIND[c.unit[stack]] != RANGED]
    return [(stack, target) for stack in movers for target in targets]


def _front(c: Combat, side: int) -> int:
    """Cavalry and Close stacks of a side."""
    return sum(1 for stack in c.order[side] if c.count[stack] and KIND[c.unit[stack]] != RANGED)


def damage_value(state: State, c: Combat, stack: int, target: int) -> int:
    """V of HW-8.0.d: what the stack would destroy."""
    hits = min(full_hits(state, c, stack), capacity(state, c, target))
    return hits if advanced_hits(state) else hits * LEVEL[c.unit[target]]


def best_target(state: State, c: Combat, stack: int, targets: list[int], *, ranged: bool) -> int:
    """The guards' choice of a target (HW-8.0.d); targets are in id order."""
    best = targets[0]
    best_rank = (-99, -1)
    for target in targets:
        weakness = 0 if ranged else -DEFENSE[c.unit[target]]
        rank = (weakness, damage_value(state, c, stack, target))
        if rank > best_rank:
            best, best_rank = target, rank
    return best


def guard_strike(p: Play, side: int, kind: int) -> bool:
    """The next attack of guards in an Arena step; False when the step is over."""
    state = p.state
    c = state.combat
    assert c is not None
    pairs = arena_pairs(state, c, side, kind)
    if not pairs:
        return False
    chosen = -1
    chosen_rank = (0, 0)
    for stack, _ in pairs:
        rank = (LEVEL[c.unit[stack]], c.count[stack])
        if rank > chosen_rank:
            chosen, chosen_rank = stack, rank
    targets = [target for stack, target in pairs if stack == chosen]
    target = best_target(state, c, chosen, targets, ranged=kind == RANGED)
    start_strike(p, chosen, target, 1 if kind == RANGED else 0)
    return True


# Sieges.


def structure_points(state: State, c: Combat) -> int:
    """SP of the besieged works (HW-4.3.1.1.*)."""
    level = works_level(state, c.city) - 1
    return CAMP_POINTS[level] if c.city == BARBARIANS else CITY_POINTS[level]


def manned_towers(state: State, c: Combat) -> list[int]:
    """Standing towers (1, 2) with units in them."""
    return [
        tower
        for tower in (1, 2)
        if any(c.count[stack] and tower_of(state, c, stack) == tower for stack in c.order[1])
    ]


def can_breach(state: State, c: Combat) -> bool:
    """Whether there is something left to breach in the Arena (HW-8.7.1.f)."""
    return c.city >= 0 and (c.wall < 2 or bool(manned_towers(state, c)))


def needs_tower_choice(state: State, c: Combat) -> bool:
    """Two whole manned towers: the attacker says which one shares the wall's fate (HW-8.7.h)."""
    return c.wall < 2 and len(manned_towers(state, c)) == 2 and c.tower_state == [0, 0]


def breach_result(p: Play, current: int) -> int:
    """Roll d20 + level against the SP: the new condition of what was hit (HW-8.7.1.a to d)."""
    state = p.state
    c = state.combat
    assert c is not None
    points = structure_points(state, c)
    roll = p.chance.die(20)
    total = roll + state.heroes[c.lead[0] * HERO_SIZE + H_LEVEL]
    c.busy = 1
    p.note("breach_roll", c.seat[0], roll, total, points)
    if total >= points:
        return 2
    return current + 1 if 2 * total >= points else current


def breach(p: Play, choice: int) -> None:
    """One attempt in the Arena. `choice` is the tower that shares the wall's fate, if asked."""
    state = p.state
    c = state.combat
    assert c is not None
    manned = manned_towers(state, c)
    if c.wall == 2:
        tower = manned[0]
        _hit_tower(p, c, tower, breach_result(p, c.tower_state[tower - 1]))
        return
    tower = choice
    if tower == 0 and manned:
        # A damaged tower takes the blow for the whole one, even when nobody is left in it.
        tower = c.tower_state.index(1) + 1 if 1 in c.tower_state else manned[0]
    result = breach_result(p, c.wall)
    if result == c.wall:
        return
    c.wall = result
    p.note("wall", c.seat[1], result)
    if tower:
        _hit_tower(p, c, tower, result)


def _hit_tower(p: Play, c: Combat, tower: int, result: int) -> None:
    """HW-8.7.1.e: a damaged tower kills half of its units, a destroyed one all."""
    if result == c.tower_state[tower - 1]:
        return
    stacks = [stack for stack in c.order[1] if c.place[stack] == tower and c.count[stack]]
    c.tower_state[tower - 1] = result
    for stack in stacks:
        bury_in_tower(p, c, stack, result)


def bury_in_tower(p: Play, c: Combat, stack: int, result: int) -> None:
    """Losses of a stack whose tower is damaged (1) or destroyed (2)."""
    lost = c.count[stack] if result == 2 else c.count[stack] // 2
    kill_units(c, stack, lost)
    p.note("tower_hit", c.seat[1], stack_name(c, stack), lost)
