"""A combat's beginning and end: who fights, and what becomes of winners and losers."""

from typing import Final

from pentarch.engine.heroes.fate import conquer, kill_hero, mourn, put_replacements_last
from pentarch.engine.heroes.growth import add_honor, gain_experience, progress_quest
from pentarch.engine.heroes.play import Play
from pentarch.engine.heroes.state import (
    C_BUILT,
    C_UNITS,
    CITY_SIZE,
    CLEARED,
    DONE_NOW,
    GONE,
    GUARD_SEAT,
    H_FINISHED,
    H_HEX,
    H_LEVEL,
    H_MP,
    H_SECTION,
    HERO_SIZE,
    O_HONOR,
    P_AVOID,
    POOL,
    T_COMBAT,
    Combat,
    State,
    feature_at,
    hex_of,
    in_play,
)
from pentarch.engine.heroes.tables import (
    GIANT_LEVEL,
    HERO_KILL_EP,
    HONOR_OF_HERO,
    HONOR_OF_LEVEL,
    LEVEL,
    NEUTRAL,
    Q_GIANT,
    Q_HORDE,
    Q_ROAD,
    SECTIONS,
    STACK_LIMIT,
    TOWER1,
    TOWER2,
    UNIT_COUNT,
)
from pentarch.engine.heroes.tiles import F_RUIN, F_TOWER
from pentarch.engine.heroes.walking import step_back
from pentarch.engine.heroes.world import HEX_NAMES

_BY_LEVEL: Final = sorted(range(UNIT_COUNT), key=lambda unit: (LEVEL[unit], unit))


def begin_combat(p: Play, hex: int, attacker: int, defender: int, city: int, home: int) -> None:
    """Set a combat up. `attacker` is a Hero, `defender` a seat; -1 stands for guards of `home`."""
    state = p.state
    c = Combat()
    c.hex = hex
    c.home = home
    c.city = city
    c.reaction = 1 if attacker < 0 or hex_of(state, attacker) != hex else 0
    c.seat = [attacker // 2 if attacker >= 0 else GUARD_SEAT, defender]
    c.heroes = [
        hero
        for hero in range(2 * state.seats)
        if hero // 2 == defender and in_play(state, hero) and hex_of(state, hero) == hex
    ]
    c.lead = [attacker, leading_hero(state, c.heroes)]
    # HW-2.0.c: the original defender has the initiative, guards when they react.
    c.initiative = 0 if attacker < 0 else 1
    c.phase = P_AVOID
    c.tower_state = [0, 0]
    c.works = [0] * 11
    c.seized = [0, 0]
    c.used = [0, 0]
    c.strike = []
    c.plan = []
    c.killed = [0, 0]
    c.worth = [0, 0]
    c.order = [[], []]
    c.side, c.unit, c.count, c.start, c.damage = [], [], [], [], []
    c.source, c.place, c.state, c.bonus, c.pressed = [], [], [], [], []
    if attacker >= 0:
        _add_army(state, c, 0, attacker)
    else:
        _add_guards(state, c, 0)
    for hero in c.heroes:
        _add_army(state, c, 1, hero)
    if defender < 0:
        _add_guards(state, c, 1)
    elif city >= 0:
        for unit in _BY_LEVEL:
            _add_pool(c, 1, unit, state.cities[city * CITY_SIZE + C_UNITS + unit])
    elif state.owner[hex] == defender + 1:
        for level in range(6):
            _add_pool(c, 1, state.race[defender] * 6 + level, state.units[hex * 6 + level])
    state.combat = c
    p.push(T_COMBAT, 0, 0)
    p.note("combat", c.seat[0], HEX_NAMES[hex], "siege" if city >= 0 else "field")


def leading_hero(state: State, heroes: list[int]) -> int:
    """The Hero whose values count for a side (HW-8.0.g), or -1."""
    best = -1
    for hero in heroes:
        level = state.heroes[hero * HERO_SIZE + H_LEVEL]
        if best < 0 or level > state.heroes[best * HERO_SIZE + H_LEVEL]:
            best = hero
    return best


def _add_army(state: State, c: Combat, side: int, hero: int) -> None:
    start = hero * HERO_SIZE + H_SECTION
    for section in range(SECTIONS):
        count = state.heroes[start + 2 * section + 1]
        if count:
            add_stack(
                c,
                side,
                unit=state.heroes[start + 2 * section],
                count=count,
                source=hero * SECTIONS + section,
            )


def _add_guards(state: State, c: Combat, side: int) -> None:
    for level in range(6):
        count = state.units[c.home * 6 + level]
        _add_pool(c, side, NEUTRAL * 6 + level, count)
        if count:
            c.giants = level + 1


def _add_pool(c: Combat, side: int, unit: int, count: int) -> None:
    """Stacks of at most twenty, as few as possible (HW-8.2.a)."""
    while count > 0:
        size = min(count, STACK_LIMIT)
        add_stack(c, side, unit=unit, count=size, source=POOL)
        count -= size


def add_stack(c: Combat, side: int, *, unit: int, count: int, source: int) -> int:
    """A new stack with the next free id of its side."""
    stack = len(c.side)
    c.order[side].append(stack)
    c.side.append(side)
    c.unit.append(unit)
    c.count.append(count)
    c.start.append(count)
    c.damage.append(0)
    c.source.append(source)
    c.place.append(-1)
    c.state.append(0)
    c.bonus.append(0)
    c.pressed.append(0)
    return stack


def has_pool(c: Combat, side: int) -> bool:
    """Whether garrison units of a side still stand."""
    return any(c.source[stack] == POOL and c.count[stack] for stack in c.order[side])


def towers_built(state: State, city: int) -> int:
    """Towers of a City or Camp."""
    built = state.cities[city * CITY_SIZE + C_BUILT]
    return ((built >> TOWER1) & 1) + ((built >> TOWER2) & 1)


def send_home(state: State, hero: int, *, is_mover: bool) -> None:
    """A Hero leaves a combat: his turn is over (HW-8.9.f, g)."""
    if is_mover:
        step_back(state, hero)
    row = hero * HERO_SIZE
    state.heroes[row + H_MP] = 0
    state.heroes[row + H_FINISHED] = max(DONE_NOW, state.heroes[row + H_FINISHED])


def leave_with_army(state: State, c: Combat, hex: int) -> None:
    """The defending Heroes retreat with their stacks (HW-8.9.h, j)."""
    for hero in c.heroes:
        _write_army(state, c, hero)
        send_home(state, hero, is_mover=False)
        state.heroes[hero * HERO_SIZE + H_HEX] = hex
    for stack in c.order[1]:
        if c.source[stack] != POOL and c.count[stack]:
            c.count[stack] = 0
            c.state[stack] |= GONE
    c.heroes = []
    c.lead[1] = -1


def _write_army(state: State, c: Combat, hero: int) -> None:
    start = hero * HERO_SIZE + H_SECTION
    for slot in range(2 * SECTIONS):
        state.heroes[start + slot] = 0
    for stack in range(len(c.side)):
        source = c.source[stack]
        if source // SECTIONS == hero and source < POOL and not c.state[stack] & GONE:
            count = c.count[stack]
            if count:
                state.heroes[start + 2 * (source % SECTIONS)] = c.unit[stack]
                state.heroes[start + 2 * (source % SECTIONS) + 1] += count


def _write_pools(state: State, c: Combat) -> None:
    for side in range(2):
        if c.seat[side] == GUARD_SEAT:
            state.units[c.home * 6 : c.home * 6 + 6] = bytes(6)
        elif side == 1 and c.city >= 0:
            for unit in range(UNIT_COUNT):
                state.cities[c.city * CITY_SIZE + C_UNITS + unit] = 0
        elif side == 1 and state.owner[c.hex] == c.seat[1] + 1:
            state.units[c.hex * 6 : c.hex * 6 + 6] = bytes(6)
        for stack in c.order[side]:
            if c.source[stack] != POOL or not c.count[stack]:
                continue
            unit = c.unit[stack]
            if c.seat[side] == GUARD_SEAT:
                state.units[c.home * 6 + unit % 6] += c.count[stack]
            elif c.city >= 0:
                state.cities[c.city * CITY_SIZE + C_UNITS + unit] += c.count[stack]
            else:
                state.units[c.hex * 6 + unit % 6] += c.count[stack]


def conclude(p: Play, winner: int) -> None:
    """The combat is over; -1: nobody won (HW-8.10.*). The combat's task is on top of the agenda."""
    state = p.state
    c = state.combat
    assert c is not None
    state.combat = None
    state.agenda.pop()
    base = len(state.agenda)
    heroes = [c.lead[0], *c.heroes] if c.lead[0] >= 0 else c.heroes
    for hero in heroes:
        _write_army(state, c, hero)
    _write_pools(state, c)
    p.note("combat_over", c.seat[winner] if winner >= 0 else -1)
    _count_quests(p, c, winner)
    bereft = _reward(p, c, winner) if winner >= 0 else []
    if winner == 0 and c.city >= 0:
        conquer(p, c.city, c.seat[0])
    _clear_guard_hex(state, c)
    for seat in bereft:
        mourn(p, seat)
    put_replacements_last(state, base)


def _reward(p: Play, c: Combat, winner: int) -> list[int]:
    """Deaths of the losers' Heroes; EP and HP for the winners' leading Hero. Seats bereft."""
    state = p.state
    loser = 1 - winner
    hero = c.lead[winner]
    beaten = c.units(loser) == 0
    dead: list[int] = []
    if beaten:
        dead = c.heroes if loser == 1 else [lead for lead in c.lead[:1] if lead >= 0]
    for other in dead:
        kill_hero(p, other, hero)
    if hero >= 0:
        points = c.killed[winner] if state.method == 1 else c.worth[winner]
        gain_experience(p, hero, points + HERO_KILL_EP * len(dead))
        if state.opt[O_HONOR]:
            honor = HONOR_OF_HERO * len(dead)
            for stack in c.order[loser]:
                if c.count[stack] == 0 and not c.state[stack] & GONE:
                    honor += HONOR_OF_LEVEL[LEVEL[c.unit[stack]]]
            add_honor(p, hero, honor)
    return [c.seat[loser]] if dead else []


def _count_quests(p: Play, c: Combat, winner: int) -> None:
    if c.home < 0:
        return
    side = 0 if c.seat[1] == GUARD_SEAT else 1
    hero = c.lead[side]
    if hero < 0:
        return
    progress_quest(p, hero, Q_HORDE, c.killed[side])
    if winner == side:
        progress_quest(p, hero, Q_ROAD, 1)
        if c.giants >= GIANT_LEVEL:
            progress_quest(p, hero, Q_GIANT, 1)


def _clear_guard_hex(state: State, c: Combat) -> None:
    """HW-3.3.3.a: guards killed away from their ruin or tower leave it cleared."""
    if c.home < 0 or c.home == c.hex or any(state.units[c.home * 6 : c.home * 6 + 6]):
        return
    if feature_at(state, c.home) in (F_RUIN, F_TOWER):
        state.mark[c.home] |= CLEARED
