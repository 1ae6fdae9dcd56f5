"""Choices around the fighting: diplomacy, subversion, special buildings, retreats."""

from typing import Final

from pentarch.engine.heroes.battle import deploy_hexes
from pentarch.engine.heroes.combat import add_stack, leave_with_army
from pentarch.engine.heroes.growth import gain_experience, progress_quest
from pentarch.engine.heroes.play import Play
from pentarch.engine.heroes.state import (
    ACTIVATED,
    BLESSED,
    C_HOLDER,
    C_STORED,
    CITY_SIZE,
    CLEARED,
    EXPLORED,
    GONE,
    GROUND_ACTIVE,
    H_FROM,
    H_HEX,
    H_HONOR,
    H_SKILL,
    HERO_SIZE,
    IN_PLAY,
    O_HONOR,
    O_MERCS,
    O_SPECIAL,
    Combat,
    State,
    ability,
    city_at,
    feature_at,
    has_built,
    hex_of,
    is_alive,
    is_mine,
)
from pentarch.engine.heroes.strikes import kill_units, on_display, take_hits
from pentarch.engine.heroes.tables import (
    AMOUNTS,
    BARBARIANS,
    CITY_LIMIT,
    DIPLOMACY_PARITY,
    LEVEL,
    MERC,
    Q_HORDE,
    SECTIONS,
    SPECIAL_OF_RACE,
    STACK_LIMIT,
)
from pentarch.engine.heroes.tiles import F_RECRUIT, F_RUIN, F_TOWER, HEXES
from pentarch.engine.heroes.walking import has_guards, is_passable
from pentarch.engine.heroes.world import HEX_NAMES, TERRAIN_SLOTS


def _menu(most: int) -> "tuple[int, ...]":
    below = [amount for amount in AMOUNTS if amount < most]
    return (*below, most) if most > 0 else ()


_MENUS: Final = [_menu(most) for most in range(CITY_LIMIT + 1)]


def amounts(most: int) -> "tuple[int, ...]":
    """The amount menu of T19: 1, 2, 5, 10 below the maximum, and the maximum."""
    return _MENUS[most] if most > 0 else ()


# Diplomacy.


def is_open_to_diplomacy(state: State, hero: int, unit: int) -> bool:
    """HW-16.1.2.a: odd levels for Knights and Amazons, even ones for Barbarians."""
    return LEVEL[unit] % 2 == DIPLOMACY_PARITY[state.race[hero // 2]]


def parley(p: Play, stack: int, side: int) -> None:
    """Hits on a guard stack before the combat; their EP count at once (HW-16.1.2.a, b)."""
    state = p.state
    c = state.combat
    assert c is not None
    hero = c.lead[side]
    enemy = c.side[stack]
    before = c.killed[1 - enemy]
    killed = take_hits(state, c, stack, state.heroes[hero * HERO_SIZE + H_SKILL + 1])
    c.killed[1 - enemy] = before
    c.worth[1 - enemy] -= killed * LEVEL[c.unit[stack]]
    p.note("parley", hero // 2, killed)
    points = killed if state.method == 1 else killed * LEVEL[c.unit[stack]]
    gain_experience(p, hero, points)
    progress_quest(p, hero, Q_HORDE, killed)


# Subversion of mercenaries.


def merc_stack(c: Combat, side: int) -> int:
    """The first mercenary stack of a side, or -1."""
    for stack in c.order[side]:
        if c.unit[stack] == MERC and c.count[stack]:
            return stack
    return -1


def subvert_limit(state: State, c: Combat, side: int) -> int:
    """The most mercenaries a side can try to turn (HW-19.8.a); 0: none."""
    hero = c.lead[side]
    if not (state.opt[O_MERCS] and state.opt[O_HONOR]) or hero < 0:
        return 0
    stack = merc_stack(c, 1 - side)
    if stack < 0:
        return 0
    return min(state.heroes[hero * HERO_SIZE + H_HONOR], c.count[stack])


def run_window(state: State, c: Combat) -> bool:
    """The sides alternate until both passed in a row (HW-19.8.c); True: someone decides."""
    while c.passes < 2:
        if subvert_limit(state, c, c.cursor):
            c.actor = c.cursor
            return True
        pass_window(c)
    return False


def pass_window(c: Combat) -> None:
    """A side lets the window go."""
    c.passes += 1
    c.cursor = 1 - c.cursor


def subvert(p: Play, side: int, number: int) -> None:
    """Try to turn mercenaries (HW-19.8.b, d)."""
    state = p.state
    c = state.combat
    assert c is not None
    hero = c.lead[side]
    victim = merc_stack(c, 1 - side)
    state.heroes[hero * HERO_SIZE + H_HONOR] -= number
    own = p.chance.die(20) + ability(state, hero, 2)
    other = p.chance.die(20)
    if c.lead[1 - side] >= 0:
        other += ability(state, c.lead[1 - side], 2)
    p.note("subvert_roll", hero // 2, own, other)
    if own > other:
        # Whoever has gone is not dead: the Shaman Tent cannot bring them back.
        c.count[victim] -= number
        c.start[victim] -= number
        if c.count[victim] == 0:
            c.state[victim] |= GONE
            c.damage[victim] = 0
        _enlist(state, c, side, number)
    else:
        kill_units(c, victim, number)
    c.passes = 0
    c.cursor = 1 - side


def _enlist(state: State, c: Combat, side: int, number: int) -> None:
    """Turned mercenaries join a stack or form one; the surplus is lost (HW-19.8.d)."""
    stack = merc_stack(c, side)
    if stack >= 0:
        joined = min(number, STACK_LIMIT - c.count[stack])
        c.count[stack] += joined
        c.start[stack] = max(c.start[stack], c.count[stack])
        return
    hero = c.lead[side]
    taken = [c.source[s] for s in range(len(c.side)) if c.count[s]]
    free = [s for s in range(SECTIONS) if hero * SECTIONS + s not in taken]
    if not free:
        return
    stack = add_stack(c, side, unit=MERC, count=number, source=hero * SECTIONS + free[0])
    if on_display(state):
        # The stack's own place is still open here, so it does not stand in its own way.
        hexes = deploy_hexes(state, c, stack)
        if hexes:
            c.place[stack] = hexes[0]
        else:
            c.count[stack] = 0
            c.state[stack] |= GONE


# Special buildings.


def spends(state: State, c: Combat) -> "list[tuple[int, int, int]]":
    """Uses of the special building (HW-17.3.*): stack, number, source (0 stored, 1 the Hero's)."""
    if c.city < 0 or not state.opt[O_SPECIAL] or state.race[c.seat[1]] != c.city:
        return []
    if not has_built(state, c.city, SPECIAL_OF_RACE[c.city]):
        return []
    purses = [state.cities[c.city * CITY_SIZE + C_STORED], 0]
    if c.lead[1] >= 0:
        purses[1] = state.heroes[c.lead[1] * HERO_SIZE + H_HONOR]
    found: list[tuple[int, int, int]] = []
    for stack in c.order[1]:
        if not c.count[stack] or c.state[stack] & BLESSED:
            continue
        for source, honor in enumerate(purses):
            found += [(stack, number, source) for number in _spend_numbers(c, stack, honor)]
    return found


def _spend_numbers(c: Combat, stack: int, honor: int) -> list[int]:
    level = LEVEL[c.unit[stack]]
    if c.city != BARBARIANS:
        return list(amounts(min(level, honor)))
    if honor < c.damage[stack]:
        return []
    revived = min((honor - c.damage[stack]) // level, c.start[stack] - c.count[stack])
    healed = [0] if c.damage[stack] else []
    return [*healed, *amounts(revived)]


def spend(p: Play, stack: int, number: int, source: int) -> None:
    """Honour for a stack: Attack, Defense, or units back to life (HW-17.3.1 to 3)."""
    state = p.state
    c = state.combat
    assert c is not None
    price = number
    if c.city == BARBARIANS:
        level = LEVEL[c.unit[stack]]
        price = c.damage[stack] + number * level
        c.damage[stack] = 0
        c.count[stack] += number
        c.killed[0] -= number
        c.worth[0] -= number * level
    else:
        c.bonus[stack] = number
    c.state[stack] |= BLESSED
    if source == 0:
        state.cities[c.city * CITY_SIZE + C_STORED] -= price
    else:
        state.heroes[c.lead[1] * HERO_SIZE + H_HONOR] -= price
    p.note("honor_spent", c.seat[1], price)


# Retreats.


def retreats(state: State, c: Combat) -> list[int]:
    """Directions in which the defending Heroes may leave (HW-8.9.h, HW-15.1.d)."""
    return [
        way for way in range(6) if _is_refuge(state, c, state.world.neighbours[c.hex * 6 + way])
    ]


def _is_refuge(state: State, c: Combat, hex: int) -> bool:
    if hex < 0 or not state.face[hex // HEXES] or not is_passable(state, c.hex, hex):
        return False
    if hex == c.home or (c.lead[0] >= 0 and hex == _origin(state, c)):
        return False
    seat = c.seat[1]
    if state.owner[hex] not in (0, seat + 1) or has_guards(state, hex):
        return False
    for hero in range(2 * state.seats):
        if state.heroes[hero * HERO_SIZE] == IN_PLAY and hex_of(state, hero) == hex:
            return False
    city = city_at(state, hex)
    if city >= 0 and state.cities[city * CITY_SIZE + C_HOLDER] != seat:
        return False
    feature = feature_at(state, hex)
    mark = state.mark[hex]
    if feature == F_RECRUIT:
        race = hex // HEXES - TERRAIN_SLOTS
        owner = state.seat_of[race]
        closed = state.grounds[2 * race] == GROUND_ACTIVE and is_alive(state, owner)
        return owner == seat or not closed
    if is_mine(state, hex):
        return state.owner[hex] == seat + 1 or bool(mark & ACTIVATED)
    if feature == F_RUIN:
        return bool(mark & (EXPLORED | CLEARED))
    if feature == F_TOWER:
        unused = any(not (state.used[hex] >> hero) & 1 for hero in c.heroes)
        return bool(mark & CLEARED) or not unused
    return True


def _origin(state: State, c: Combat) -> int:
    """Where the attacking Hero came from: a mover's last hex, a reacting Hero's own."""
    row = c.lead[0] * HERO_SIZE
    return state.heroes[row + (H_HEX if c.reaction else H_FROM)]


def leave(p: Play, hex: int) -> None:
    """The defending Heroes retreat to a hex."""
    state = p.state
    c = state.combat
    assert c is not None
    p.note("retreated", c.seat[1], HEX_NAMES[hex])
    leave_with_army(state, c, hex)
