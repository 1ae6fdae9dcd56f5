"""Breaching in the Arena: one wall, and the towers that share its fate."""

from typing import Final

from pentarch.engine.heroes.combat.combat import Combat
from pentarch.engine.heroes.combat.stack import Stack
from pentarch.engine.heroes.play import Play

DAMAGED: Final = 1
DESTROYED: Final = 2


def tower_of(combat: Combat, stack: Stack) -> int:
    """The undestroyed tower (1 or 2) a stack mans, or 0."""
    if not combat.is_siege() or stack.side == 0 or not stack.tower:
        return 0
    return stack.tower if combat.towers[stack.tower - 1] < DESTROYED else 0


def manned_towers(combat: Combat) -> list[int]:
    """Standing towers (1, 2) with units in them."""
    manned = [tower_of(combat, stack) for stack in combat.sides[1] if stack.count]
    return [tower for tower in (1, 2) if tower in manned]


def needs_tower_choice(combat: Combat) -> bool:
    """Two whole manned towers: the attacker says which one shares the wall's fate (HW-8.7.h)."""
    is_whole = combat.wall < DESTROYED and combat.towers == [0, 0]
    return is_whole and len(manned_towers(combat)) == 2


def breach_result(play: Play, combat: Combat, current: int) -> int:
    """Roll d20 + level against the SP: the new condition of what was hit (HW-8.7.1.a to d)."""
    state = play.state
    points = state.cities[combat.city].structure_points()
    roll = play.chance.die(20)
    total = roll + state.heroes[combat.leads[0]].level
    combat.busy = True
    play.note("breach_roll", combat.seats[0], roll, total, points)
    if total >= points:
        return DESTROYED
    return current + 1 if 2 * total >= points else current


def breach(play: Play, combat: Combat, choice: int) -> None:
    """One attempt in the Arena. `choice` is the tower that shares the wall's fate, if asked."""
    manned = manned_towers(combat)
    if combat.wall == DESTROYED:
        tower = manned[0]
        _hit_tower(play, combat, tower, breach_result(play, combat, combat.towers[tower - 1]))
        return
    tower = choice
    if tower == 0 and manned:
        # A damaged tower takes the blow for the whole one, even when nobody is left in it.
        damaged = DAMAGED in combat.towers
        tower = combat.towers.index(DAMAGED) + 1 if damaged else manned[0]
    result = breach_result(play, combat, combat.wall)
    if result == combat.wall:
        return
    combat.wall = result
    play.note("wall", combat.seats[1], result)
    if tower:
        _hit_tower(play, combat, tower, result)


def _hit_tower(play: Play, combat: Combat, tower: int, result: int) -> None:
    """HW-8.7.1.e: a damaged tower kills half of its units, a destroyed one all."""
    if result == combat.towers[tower - 1]:
        return
    combat.towers[tower - 1] = result
    for stack in combat.sides[1]:
        if stack.tower == tower and stack.count:
            bury_in_tower(play, combat, stack, result)


def bury_in_tower(play: Play, combat: Combat, stack: Stack, result: int) -> None:
    """Losses of a stack whose tower is damaged or destroyed."""
    lost = stack.count if result == DESTROYED else stack.count // 2
    combat.kill(stack, lost)
    play.note("tower_hit", combat.seats[1], stack.name, lost)
