"""The lines on the Battle Display: who stands next to whom, who can fire at whom, who must act."""

from pentarch.engine.heroes.combat.board import DISTANCE, STONES, WOODS, screen
from pentarch.engine.heroes.combat.combat import GUARDS, Combat
from pentarch.engine.heroes.combat.stack import Stack
from pentarch.engine.heroes.settings import TERRAIN_AUTO, TERRAIN_ON
from pentarch.engine.heroes.siege.works import is_city_hex, tower_of
from pentarch.engine.heroes.state import State
from pentarch.engine.heroes.tables import CLOSE, RANGED


def occupant(combat: Combat, hex: int) -> "Stack | None":
    """The stack in a hex."""
    for stack in combat.stacks:
        if stack.hex == hex and stack.count:
            return stack
    return None


# The ground.


def has_terrain(state: State, combat: Combat) -> bool:
    """HW-19.4.1.a: stones, woods and fords count."""
    option = state.settings.battle_terrain
    return option == TERRAIN_ON or (option == TERRAIN_AUTO and combat.method.hits.is_advanced)


def in_woods(state: State, combat: Combat, stack: Stack) -> bool:
    """Whether a stack stands in woods."""
    if stack.hex < 0 or not has_terrain(state, combat):
        return False
    return WOODS[combat.is_siege()][stack.hex] == 1


def is_stone(state: State, combat: Combat, hex: int) -> bool:
    """Whether a hex of the display is a stone hex in force."""
    return has_terrain(state, combat) and STONES[combat.is_siege()][hex] == 1


# Neighbours.


def is_adjacent(state: State, combat: Combat, stack: Stack) -> bool:
    """Whether a stack stands next to an enemy in the open."""
    if stack.hex < 0 or tower_of(state, combat, stack):
        return False
    row = DISTANCE[stack.hex]
    for enemy in combat.sides[1 - stack.side]:
        if enemy.stands() and row[enemy.hex] == 1 and not tower_of(state, combat, enemy):
            return True
    return False


def nearest_enemy(combat: Combat, side: int, hex: int) -> int:
    """Distance from a hex to the nearest enemy stack of a side."""
    row = DISTANCE[hex]
    return min([row[s.hex] for s in combat.sides[1 - side] if s.stands()], default=0)


def close_targets(combat: Combat, stack: Stack) -> list[Stack]:
    """Enemies next to a stack (HW-19.11.a)."""
    if stack.hex < 0:
        return []
    row = DISTANCE[stack.hex]
    return [
        enemy
        for enemy in combat.sides[1 - stack.side]
        if enemy.count and enemy.hex >= 0 and row[enemy.hex] == 1
    ]


def note_adjacent(state: State, combat: Combat, side: int, kind: int) -> None:
    """Remember which stacks start their step next to an enemy; forget earlier attacks.

    One in a tower can be attacked again (HW-19.17.1.b), but only those in the open free a stack.
    """
    for stack in combat.stacks:
        stack.pressed = 0
    for stack in combat.sides[side]:
        if stack.unit.kind == kind and stack.count:
            stack.adjacent = stack.adjacent or bool(close_targets(combat, stack))
            stack.freed = stack.freed or is_adjacent(state, combat, stack)


# Fire and attacks.


def fire_targets(state: State, combat: Combat, stack: Stack) -> list[Stack]:
    """Enemies a Ranged stack can fire at (HW-19.10.*, HW-19.4.1.8.b)."""
    if stack.hex < 0 or stack.moved or stack.fired:
        return []
    tower = tower_of(state, combat, stack)
    if not tower and is_adjacent(state, combat, stack):
        return []
    reach = (stack.unit.attack + 1) // 2
    if is_stone(state, combat, stack.hex):
        reach += 1
    found: list[Stack] = []
    for enemy in combat.sides[1 - stack.side]:
        if not enemy.stands():
            continue
        if is_city_hex(state, combat, enemy.hex) and (tower or enemy.side == 1):
            continue
        if not tower and DISTANCE[stack.hex][enemy.hex] > reach:
            continue
        stone = screen(stack.hex, enemy.hex)
        if stone < 0 or not is_stone(state, combat, stone):
            found.append(enemy)
    return found


def acts_with(stack: Stack, kind: int) -> bool:
    """Whether a stack acts in a step: with Close stacks also Ranged ones."""
    own = stack.unit.kind
    return own == kind or (kind == CLOSE and own == RANGED)


def attackers(combat: Combat, side: int, kind: int) -> list[Stack]:
    """Stacks that may announce an attack in a step."""
    planned = [number for number, _ in combat.plan]
    return [
        stack
        for stack in combat.sides[side]
        if stack.count and acts_with(stack, kind) and _may_attack(combat, stack, planned)
    ]


def _may_attack(combat: Combat, stack: Stack, planned: list[int]) -> bool:
    if stack.attacked or stack.fired or stack.number in planned:
        return False
    return bool(close_targets(combat, stack))


def is_free(combat: Combat, stack: Stack) -> bool:
    """Whether a stack need not take offensive actions (HW-19.7.b, HW-19.7.1.a)."""
    side = stack.side
    if combat.seats[side] == GUARDS or (side == 1 and combat.is_siege()) or stack.freed:
        return True
    return side == 0 and combat.breached


def must_attack(combat: Combat, stack: Stack) -> bool:
    """HW-19.9.e: it started next to an enemy and stayed."""
    if combat.seats[stack.side] == GUARDS or (stack.side == 1 and combat.is_siege()):
        return False
    return stack.adjacent and not stack.moved


def is_bound(combat: Combat, side: int, kind: int) -> bool:
    """Whether a side has a stack that still must attack."""
    return any(must_attack(combat, stack) for stack in attackers(combat, side, kind))
