"""One attack: the dice, the totals of T20, race skills, hits, kills and attrition."""

from typing import Final

from pentarch.engine.heroes.combat import towers_built
from pentarch.engine.heroes.display import DISTANCE, FIRST_TOWER, IN_AREA, STONES, WOODS, WORK_AT
from pentarch.engine.heroes.play import Play
from pentarch.engine.heroes.state import (
    ATTACKED,
    C_BUILT,
    CITY_SIZE,
    FIRED,
    GUARD_SEAT,
    H_SKILL,
    HERO_SIZE,
    O_BATTLE_TERRAIN,
    O_EVEN_SKILLS,
    O_SKILLS,
    TERRAIN_AUTO,
    TERRAIN_ON,
    Combat,
    State,
    ability,
    holds_capital,
    is_mine,
)
from pentarch.engine.heroes.tables import (
    AMAZONS,
    ATTACK,
    BARBARIANS,
    DEFENSE,
    KIND,
    KNIGHTS,
    LEVEL,
    MAX_PRESSURE,
    RANGED,
    TOWER_BONUS,
    WALL2,
    WALL3,
    WORKS_BONUS,
)

# Combat.strike: attacker, target, ranged?, dice, stage, hits, stack hit, cleverness for each total.
K_ATTACKER: Final = 0
K_TARGET: Final = 1
K_RANGED: Final = 2
K_ATTACK_DIE: Final = 3
K_DEFENSE_DIE: Final = 4
K_STAGE: Final = 5
K_HITS: Final = 6
K_VICTIM: Final = 7
K_ATTACK_EXTRA: Final = 8
K_DEFENSE_EXTRA: Final = 9

K_CLEVERNESS: Final = 0
K_RESULT: Final = 1
K_FURY: Final = 2
K_EXPERIENCE: Final = 3
K_APPLY: Final = 4


def on_display(state: State) -> bool:
    """Whether combats use the Battle Display (HW-19.0.a)."""
    return state.method in (2, 4)


def advanced_hits(state: State) -> bool:
    """Whether the advanced hit system is in force (HW-19.0.a)."""
    return state.method >= 3


def has_battle_terrain(state: State) -> bool:
    """HW-19.4.1.a: stones, woods and fords count."""
    option = state.opt[O_BATTLE_TERRAIN]
    return option == TERRAIN_ON or (option == TERRAIN_AUTO and state.method == 4)


def works_level(state: State, city: int) -> int:
    """Defensive works of a City or Camp: 1, 2 or 3."""
    built = state.cities[city * CITY_SIZE + C_BUILT]
    return 1 + ((built >> WALL2) & 1) + ((built >> WALL3) & 1)


def tower_of(state: State, c: Combat, stack: int) -> int:
    """The undestroyed tower (1 or 2) a stack stands in, or 0."""
    if c.city < 0 or c.side[stack] == 0:
        return 0
    place = c.place[stack]
    if on_display(state):
        if place < 0:
            return 0
        tower = WORK_AT[place] - FIRST_TOWER + 1
        if tower < 1 or tower > towers_built(state, c.city) or c.works[WORK_AT[place]] == 2:
            return 0
        return tower
    return place if place > 0 and c.tower_state[place - 1] < 2 else 0


def is_city_hex(state: State, c: Combat, hex: int) -> bool:
    """City hexes of the display (HW-19.4.1.9.a): the area without destroyed or standing towers."""
    if c.city < 0 or not IN_AREA[hex]:
        return False
    work = WORK_AT[hex]
    return work < 0 or work - FIRST_TOWER >= towers_built(state, c.city)


def capacity(state: State, c: Combat, stack: int) -> int:
    """Hits that a stack can take."""
    if advanced_hits(state):
        return c.count[stack] * LEVEL[c.unit[stack]] - c.damage[stack]
    return c.count[stack]


def full_hits(state: State, c: Combat, stack: int) -> int:
    """Hits that a winning stack scores (HW-8.6.1.a, HW-19.14.b)."""
    if advanced_hits(state):
        return c.count[stack] * LEVEL[c.unit[stack]]
    return c.count[stack]


def hits_on(state: State, c: Combat, winner: int, victim: int) -> int:
    """Hits of a winning stack, with the bands of tower fire (HW-19.17.1.2.a)."""
    hits = full_hits(state, c, winner)
    if state.method == 4 and c.strike[K_RANGED] and tower_of(state, c, winner):
        reach = DISTANCE[c.place[winner]][c.place[victim]]
        attack = ATTACK[c.unit[winner]]
        if reach > attack:
            return c.count[winner]
        if reach > (attack + 1) // 2:
            return hits // 2
    return hits


def attack_total(state: State, c: Combat) -> int:
    """The attacker's side of T20."""
    strike = c.strike
    stack = strike[K_ATTACKER]
    unit = c.unit[stack]
    side = c.side[stack]
    total = strike[K_ATTACK_DIE] + strike[K_ATTACK_EXTRA]
    if c.city == KNIGHTS:
        total += c.bonus[stack]
    if strike[K_RANGED]:
        total += ATTACK[unit]
        if on_display(state) and _in_woods(state, c, strike[K_TARGET]):
            total -= 1
        return total
    if on_display(state) and KIND[unit] == RANGED:
        total += ATTACK[unit] // 2
    else:
        total += ATTACK[unit]
        if c.lead[side] >= 0:
            total += ability(state, c.lead[side], 0)
    return total


def defense_total(state: State, c: Combat) -> int:
    """The target's side of T20."""
    strike = c.strike
    stack = strike[K_TARGET]
    total = strike[K_DEFENSE_DIE] + strike[K_DEFENSE_EXTRA]
    tower = tower_of(state, c, stack)
    if strike[K_RANGED]:
        if tower:
            total += (
                WORKS_BONUS[works_level(state, c.city) - 1]
                if on_display(state)
                else TOWER_BONUS[towers_built(state, c.city)]
            )
        return total
    return total + close_defense(state, c, stack)


def close_defense(state: State, c: Combat, stack: int) -> int:
    """A stack's DV in Close Combat without the die (HW-2.0.d)."""
    unit = c.unit[stack]
    side = c.side[stack]
    display = on_display(state)
    total = DEFENSE[unit]
    if c.lead[side] >= 0 and not (display and KIND[unit] == RANGED):
        total += ability(state, c.lead[side], 1)
    if side == 1:
        total += site_bonus(state, c, stack)
        if c.city == AMAZONS:
            total += c.bonus[stack]
    if display and _in_woods(state, c, stack):
        total += 1
    if state.method == 4:
        total -= min(MAX_PRESSURE, c.pressed[stack])
    return total


def site_bonus(state: State, c: Combat, stack: int) -> int:
    """What the place gives a defender: works, towers, or the towers' watch over mines."""
    if c.city < 0:
        return mine_bonus(state, c)
    bonus = WORKS_BONUS[works_level(state, c.city) - 1]
    tower = tower_of(state, c, stack)
    if not on_display(state):
        return TOWER_BONUS[towers_built(state, c.city)] if tower else bonus
    if tower or (c.place[stack] >= 0 and is_city_hex(state, c, c.place[stack])):
        return bonus
    return 0


def mine_bonus(state: State, c: Combat) -> int:
    """HW-4.3.1.2.c: towers of the held capital help defenders of an own mine."""
    seat = c.seat[1]
    if seat == GUARD_SEAT or state.owner[c.hex] != seat + 1 or not holds_capital(state, seat):
        return 0
    if not is_mine(state, c.hex):
        return 0
    return TOWER_BONUS[towers_built(state, state.race[seat])]


def _in_woods(state: State, c: Combat, stack: int) -> bool:
    place = c.place[stack]
    if place < 0 or not has_battle_terrain(state):
        return False
    return WOODS[1 if c.city >= 0 else 0][place] == 1


def stands_on_stone(state: State, c: Combat, hex: int) -> bool:
    """Whether a hex of the display is a stone hex in force."""
    return has_battle_terrain(state) and STONES[1 if c.city >= 0 else 0][hex] == 1


def start_strike(p: Play, attacker: int, target: int, ranged: int) -> None:
    """Roll the dice of an attack."""
    c = p.state.combat
    assert c is not None
    first = p.chance.die(20)
    second = p.chance.die(20)
    c.strike = [attacker, target, ranged, first, second, K_CLEVERNESS, 0, -1, 0, 0]
    c.state[attacker] |= FIRED | ATTACKED if ranged else ATTACKED
    c.busy = 1
    p.note(
        "strike",
        c.seat[c.side[attacker]],
        stack_name(c, attacker),
        stack_name(c, target),
        first,
        second,
    )


def stack_name(c: Combat, stack: int) -> str:
    """The id of a stack: att1, def2."""
    side = c.side[stack]
    return f"{'att' if side == 0 else 'def'}{c.order[side].index(stack) + 1}"


def skill_of(state: State, c: Combat, side: int, race: int) -> int:
    """The unused race skill of a side's leading Hero, if he is of that race."""
    hero = c.lead[side]
    if not state.opt[O_SKILLS] or hero < 0 or c.used[side] or state.race[hero // 2] != race:
        return 0
    return state.heroes[hero * HERO_SIZE + H_SKILL + 2]


def go_on_striking(p: Play) -> int:
    """Resolve the strike as far as possible. The side whose skill is asked for, or -1: done."""
    state = p.state
    c = state.combat
    assert c is not None
    strike = c.strike
    own = c.side[strike[K_ATTACKER]]
    if strike[K_STAGE] == K_CLEVERNESS:
        for side in (own, 1 - own):
            if _cleverness_matters(state, c, side):
                return side
        strike[K_STAGE] = K_RESULT
    if strike[K_STAGE] == K_RESULT:
        if not _find_hits(state, c):
            _finish_strike(c)
            return -1
        strike[K_STAGE] = K_FURY
    victim = strike[K_VICTIM]
    if strike[K_STAGE] == K_FURY:
        if (
            victim == strike[K_TARGET]
            and skill_of(state, c, own, BARBARIANS)
            and _effective(state, c, victim, strike[K_HITS]) < capacity(state, c, victim)
        ):
            return own
        strike[K_STAGE] = K_EXPERIENCE
    if strike[K_STAGE] == K_EXPERIENCE:
        if strike[K_HITS] > 0 and skill_of(state, c, c.side[victim], KNIGHTS):
            return c.side[victim]
        strike[K_STAGE] = K_APPLY
    _apply_hits(p, c)
    _finish_strike(c)
    return -1


def use_skill(p: Play, side: int) -> None:
    """The asked Hero uses his race skill on the strike (HW-16.1.3 to 16.1.5)."""
    state = p.state
    c = state.combat
    assert c is not None
    strike = c.strike
    points = state.heroes[c.lead[side] * HERO_SIZE + H_SKILL + 2]
    c.used[side] = 1
    p.note("skill_used", c.seat[side], points)
    if strike[K_STAGE] == K_CLEVERNESS:
        extra = K_ATTACK_EXTRA if side == c.side[strike[K_ATTACKER]] else K_DEFENSE_EXTRA
        strike[extra] = _cleverness(state, points)
        strike[K_STAGE] = K_RESULT
    elif strike[K_STAGE] == K_FURY:
        strike[K_HITS] += skill_hits(state, c, points)
        strike[K_STAGE] = K_EXPERIENCE
    else:
        spared = skill_hits(state, c, points)
        if state.opt[O_EVEN_SKILLS] and not advanced_hits(state):
            spared = _half(points)
        strike[K_HITS] = max(0, strike[K_HITS] - spared)
        strike[K_STAGE] = K_APPLY


def skill_hits(state: State, c: Combat, points: int) -> int:
    """Hits that points of fury or experience stand for; evened out: units of the stack hit."""
    if state.opt[O_EVEN_SKILLS] and advanced_hits(state):
        return points * LEVEL[c.unit[c.strike[K_VICTIM]]]
    return points


def _cleverness(state: State, points: int) -> int:
    """What cleverness adds to a total; evened out: a turned advanced result weighs more."""
    return _half(points) if state.opt[O_EVEN_SKILLS] and advanced_hits(state) else points


def _half(points: int) -> int:
    """Half of a skill, rounded up."""
    return (points + 1) // 2


def decline_skill(c: Combat) -> None:
    """The asked Hero keeps his skill for later."""
    c.strike[K_STAGE] += 1


def _cleverness_matters(state: State, c: Combat, side: int) -> bool:
    points = _cleverness(state, skill_of(state, c, side, AMAZONS))
    if points == 0:
        return False
    margin = attack_total(state, c) - defense_total(state, c)
    if side == c.side[c.strike[K_ATTACKER]]:
        if c.strike[K_RANGED]:
            return margin <= 0 < margin + points
        return margin <= 0 and (margin == 0 or margin + points >= 0)
    if c.strike[K_RANGED]:
        return False
    return margin >= 0 and (margin == 0 or margin - points <= 0)


def _find_hits(state: State, c: Combat) -> bool:
    strike = c.strike
    margin = attack_total(state, c) - defense_total(state, c)
    if margin == 0 or (margin < 0 and strike[K_RANGED]):
        return False
    winner, victim = strike[K_ATTACKER], strike[K_TARGET]
    if margin < 0:
        winner, victim = victim, winner
    strike[K_VICTIM] = victim
    strike[K_HITS] = hits_on(state, c, winner, victim)
    return True


def _effective(state: State, c: Combat, victim: int, hits: int) -> int:
    """Hits after the halving in towers (HW-8.7.g, HW-19.17.1.a)."""
    if tower_of(state, c, victim):
        return hits // 2 if on_display(state) else (hits + 1) // 2
    return hits


def _apply_hits(p: Play, c: Combat) -> None:
    state = p.state
    strike = c.strike
    victim = strike[K_VICTIM]
    hits = _effective(state, c, victim, strike[K_HITS])
    taken = min(hits, capacity(state, c, victim))
    killed = take_hits(state, c, victim, hits)
    p.note("hits", c.seat[c.side[victim]], stack_name(c, victim), taken, killed)
    if strike[K_RANGED] or not advanced_hits(state):
        return
    # HW-19.16.1.a. A side that has just won keeps its last unit.
    winner = strike[K_ATTACKER] + strike[K_TARGET] - victim
    back = taken // 4
    if c.units(c.side[victim]) == 0 and back >= capacity(state, c, winner):
        side = c.side[winner]
        if c.units(side) == c.count[winner]:
            back = capacity(state, c, winner) - 1
    if back:
        lost = take_hits(state, c, winner, back)
        p.note("attrition", c.seat[c.side[winner]], stack_name(c, winner), back, lost)


def take_hits(state: State, c: Combat, stack: int, hits: int) -> int:
    """Hits on a stack; what dies counts for the other side (HW-8.6.2.a, HW-19.15.1.a)."""
    if advanced_hits(state):
        level = LEVEL[c.unit[stack]]
        pool = c.damage[stack] + hits
        killed = min(c.count[stack], pool // level)
        c.damage[stack] = pool - killed * level
    else:
        killed = min(c.count[stack], hits)
    kill_units(c, stack, killed)
    return killed


def kill_units(c: Combat, stack: int, killed: int) -> None:
    """Remove units and count them for the enemy."""
    c.count[stack] -= killed
    enemy = 1 - c.side[stack]
    c.killed[enemy] += killed
    c.worth[enemy] += killed * LEVEL[c.unit[stack]]
    if c.count[stack] == 0:
        c.damage[stack] = 0


def _finish_strike(c: Combat) -> None:
    if not c.strike[K_RANGED]:
        c.pressed[c.strike[K_TARGET]] += 1
    c.strike = []
