"""The Battle Display: deployment, movement, fire, attacks and breaching by hexes."""

from pentarch.engine.heroes.arena import best_target, breach_result, bury_in_tower
from pentarch.engine.heroes.combat import towers_built
from pentarch.engine.heroes.display import (
    AREA,
    CITY_TENTS,
    DISTANCE,
    FIRST_TOWER,
    GUARD_ARCHER_HEXES,
    GUARD_HEXES,
    OPEN_TENTS,
    TOWER_WALLS,
    WORK_AT,
    WORKS_HEXES,
    screen,
)
from pentarch.engine.heroes.marching import WITHIN, hexes_of, reachable, rings
from pentarch.engine.heroes.play import Play
from pentarch.engine.heroes.state import (
    ADJACENT,
    ATTACKED,
    FIRED,
    FREED,
    GUARD_SEAT,
    MOVED,
    ROUND_FLAGS,
    Combat,
    State,
    ability,
)
from pentarch.engine.heroes.strikes import (
    is_city_hex,
    on_display,
    stands_on_stone,
    tower_of,
    works_level,
)
from pentarch.engine.heroes.tables import ATTACK, CLOSE, KIND, LEVEL, RANGED


def right_side(c: Combat) -> int:
    """The side in the defender's area: guards also when they attack (HW-7.3.1.2.a)."""
    return 0 if c.seat[0] == GUARD_SEAT else 1


def occupant(c: Combat, hex: int) -> int:
    """The stack in a hex, or -1."""
    for stack, place in enumerate(c.place):
        if place == hex and c.count[stack]:
            return stack
    return -1


def deploy_hexes(state: State, c: Combat, stack: int) -> list[int]:
    """Free hexes where a stack may be put at the start (HW-19.5.a)."""
    side = c.side[stack]
    if side != right_side(c):
        area = CITY_TENTS if c.city >= 0 else OPEN_TENTS
    elif c.city < 0:
        area = AREA
    else:
        archers = KIND[c.unit[stack]] == RANGED
        area = [hex for hex in AREA if archers or is_city_hex(state, c, hex)]
    return [hex for hex in area if occupant(c, hex) < 0]


def next_undeployed(c: Combat, side: int) -> int:
    """The next stack of a side to be put on the display, or -1."""
    for stack in c.order[side]:
        if c.place[stack] < 0 and c.count[stack]:
            return stack
    return -1


def guard_deploy_hex(state: State, c: Combat, stack: int) -> int:
    """Where the guards' policy puts a stack (HW-19.18.c): by level, highest first."""
    archers = KIND[c.unit[stack]] == RANGED
    peers = [
        other
        for other in c.order[c.side[stack]]
        if (KIND[c.unit[other]] == RANGED) == archers and c.count[other]
    ]
    peers.sort(key=lambda other: -LEVEL[c.unit[other]])
    hexes = GUARD_ARCHER_HEXES if archers else GUARD_HEXES
    place = peers.index(stack)
    if place < len(hexes) and occupant(c, hexes[place]) < 0:
        return hexes[place]
    return deploy_hexes(state, c, stack)[0]


def let_waiting_in(state: State, c: Combat) -> None:
    """HW-19.5.b: stacks without a hex enter at the start of a round."""
    for side in range(2):
        for stack in c.order[side]:
            if c.count[stack] and c.place[stack] < 0:
                free = [h for h in deploy_hexes(state, c, stack) if not _is_tower(state, c, h)]
                if free:
                    c.place[stack] = free[0]


def _is_tower(state: State, c: Combat, hex: int) -> bool:
    tower = WORK_AT[hex] - FIRST_TOWER
    return c.city >= 0 and 0 <= tower < towers_built(state, c.city)


def start_round(state: State, c: Combat) -> None:
    """Forget what stacks did in the last round."""
    for stack in range(len(c.state)):
        c.state[stack] &= ~ROUND_FLAGS
    if on_display(state):
        let_waiting_in(state, c)


# Movement.


def is_adjacent(state: State, c: Combat, stack: int) -> bool:
    """Whether a stack stands next to an enemy in the open."""
    place = c.place[stack]
    if place < 0 or tower_of(state, c, stack):
        return False
    for enemy in c.order[1 - c.side[stack]]:
        if (
            c.count[enemy]
            and c.place[enemy] >= 0
            and DISTANCE[place][c.place[enemy]] == 1
            and not tower_of(state, c, enemy)
        ):
            return True
    return False


def nearest_enemy(c: Combat, side: int, hex: int) -> int:
    """Distance from a hex to the nearest enemy stack of a side."""
    row = DISTANCE[hex]
    return min(
        [row[c.place[s]] for s in c.order[1 - side] if c.count[s] and c.place[s] >= 0],
        default=0,
    )


def is_free(c: Combat, stack: int) -> bool:
    """Whether a stack need not take offensive actions (HW-19.7.b, HW-19.7.1.a)."""
    side = c.side[stack]
    if c.seat[side] == GUARD_SEAT or (side == 1 and c.city >= 0) or c.state[stack] & FREED:
        return True
    return side == 0 and c.breached == 1


def destinations(state: State, c: Combat, stack: int) -> list[int]:
    """Where a stack may go, with the duty to approach (HW-19.7.a), in hex order."""
    ends = reachable(state, c, stack)
    if not is_free(c, stack):
        # HW-19.7.a: some enemy is at most as far away as the nearest one was.
        limit = nearest_enemy(c, c.side[stack], c.place[stack])
        close = 0
        for enemy in c.order[1 - c.side[stack]]:
            if c.count[enemy] and c.place[enemy] >= 0:
                close |= WITHIN[c.place[enemy]][limit]
        ends &= close
    return hexes_of(ends)


def may_hold(state: State, c: Combat, stack: int, ends: list[int]) -> bool:
    """Whether a stack may stay where it is (HW-19.9.d)."""
    if not ends or is_free(c, stack) or close_targets(c, stack):
        return True
    return KIND[c.unit[stack]] == RANGED and bool(fire_targets(state, c, stack))


def note_adjacent(state: State, c: Combat, side: int, kind: int) -> None:
    """Remember which stacks start their step next to an enemy; forget earlier attacks.

    One in a tower can be attacked again (HW-19.17.1.b), but only those in the open free a stack.
    """
    for stack in range(len(c.pressed)):
        c.pressed[stack] = 0
    for stack in c.order[side]:
        if KIND[c.unit[stack]] != kind or not c.count[stack]:
            continue
        if close_targets(c, stack):
            c.state[stack] |= ADJACENT
        if is_adjacent(state, c, stack):
            c.state[stack] |= FREED


# Fire and attacks.


def fire_targets(state: State, c: Combat, stack: int) -> list[int]:
    """Enemies a Ranged stack can fire at (HW-19.10.*, HW-19.4.1.8.b)."""
    place = c.place[stack]
    if place < 0 or c.state[stack] & (MOVED | FIRED):
        return []
    tower = tower_of(state, c, stack)
    if not tower and is_adjacent(state, c, stack):
        return []
    reach = (ATTACK[c.unit[stack]] + 1) // 2
    if stands_on_stone(state, c, place):
        reach += 1
    targets: list[int] = []
    for enemy in c.order[1 - c.side[stack]]:
        spot = c.place[enemy]
        if not c.count[enemy] or spot < 0:
            continue
        if is_city_hex(state, c, spot) and (tower or c.side[enemy] == 1):
            continue
        if not tower and DISTANCE[place][spot] > reach:
            continue
        stone = screen(place, spot)
        if stone >= 0 and stands_on_stone(state, c, stone):
            continue
        targets.append(enemy)
    return targets


def close_targets(c: Combat, stack: int) -> list[int]:
    """Enemies next to a stack (HW-19.11.a)."""
    place = c.place[stack]
    if place < 0:
        return []
    row = DISTANCE[place]
    return [
        enemy
        for enemy in c.order[1 - c.side[stack]]
        if c.count[enemy] and c.place[enemy] >= 0 and row[c.place[enemy]] == 1
    ]


def attackers(c: Combat, side: int, kind: int) -> list[int]:
    """Stacks that may announce an attack in a step: with Close stacks also Ranged ones."""
    planned = [stack for stack, _ in c.plan]
    return [
        stack
        for stack in c.order[side]
        if c.count[stack]
        and stack not in planned
        and not c.state[stack] & (ATTACKED | FIRED)
        and (KIND[c.unit[stack]] == kind or (kind == CLOSE and KIND[c.unit[stack]] == RANGED))
        and close_targets(c, stack)
    ]


def must_attack(c: Combat, stack: int) -> bool:
    """HW-19.9.e: it started next to an enemy and stayed."""
    side = c.side[stack]
    if c.seat[side] == GUARD_SEAT or (side == 1 and c.city >= 0):
        return False
    return bool(c.state[stack] & ADJACENT) and not c.state[stack] & MOVED


# Guards' policy.


def guard_destination(state: State, c: Combat, stack: int) -> int:
    """Where a guard stack goes, or -1 to stay (HW-19.18.c)."""
    if KIND[c.unit[stack]] == RANGED or is_adjacent(state, c, stack):
        return -1
    by_cost = rings(state, c, stack)
    ends = 0
    for bits in by_cost:
        ends |= bits
    choices: dict[int, list[int]] = {}
    for enemy in c.order[1 - c.side[stack]]:
        if c.count[enemy] and c.place[enemy] >= 0:
            near = hexes_of(ends & WITHIN[c.place[enemy]][1])
            if near:
                choices[enemy] = near
    if not choices:
        return -1
    target = best_target(state, c, stack, list(choices), ranged=False)
    cost = {hex: spent for spent, bits in enumerate(by_cost) for hex in hexes_of(bits)}
    return min(choices[target], key=lambda hex: (cost[hex], hex))


# Breaching by hexes.


def aim_targets(state: State, c: Combat) -> list[int]:
    """Hexes that a breach may be aimed at (HW-19.17.2.a)."""
    hexes = [hex for work, hex in enumerate(WORKS_HEXES[:FIRST_TOWER]) if c.works[work] < 2]
    for tower in range(towers_built(state, c.city)):
        work = FIRST_TOWER + tower
        if c.works[work] < 2 and any(c.works[wall] == 2 for wall in TOWER_WALLS[tower]):
            hexes.append(WORKS_HEXES[work])
    return hexes


def shift_targets(state: State, c: Combat) -> list[int]:
    """Where the defender may move a missed aim (HW-19.17.2.b)."""
    reach = works_level(state, c.city) - 1
    return [hex for hex in aim_targets(state, c) if DISTANCE[c.aim][hex] <= reach]


def aim(p: Play, hex: int) -> bool:
    """Aim at a hex; whether it was hit, so that no shift is asked."""
    state = p.state
    c = state.combat
    assert c is not None
    c.aim = hex
    c.breached = 1
    c.busy = 1
    roll = p.chance.die(20)
    p.note("aim_roll", c.seat[0], roll)
    return roll <= ability(state, c.lead[0], 2)


def hit_works(p: Play, hex: int) -> None:
    """The effect on the hex hit (HW-19.17.2.c to e)."""
    state = p.state
    c = state.combat
    assert c is not None
    work = WORK_AT[hex]
    result = breach_result(p, c.works[work])
    c.aim = -1
    if result == c.works[work]:
        return
    stack = occupant(c, hex) if work >= FIRST_TOWER else -1
    c.works[work] = result
    if stack >= 0:
        bury_in_tower(p, c, stack, result)
