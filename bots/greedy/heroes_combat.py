"""Greedy's combats in Heroes vs Warlords: expected gain per attack, by Arena and display."""

from collections.abc import Iterable

from pentarch.bots.greedy.heroes_odds import odds, side_force, win_chance
from pentarch.engine.commands import Command
from pentarch.engine.heroes.arena import damage_value
from pentarch.engine.heroes.battle import fire_targets, nearest_enemy
from pentarch.engine.heroes.combat import towers_built
from pentarch.engine.heroes.commands import (
    AIM,
    AVOID,
    BREACH,
    DEPLOY,
    DONE,
    FIGHT,
    FIRE,
    GO,
    HOLD,
    HOLD_STACK,
    MAN,
    NO,
    PARLEY,
    PASS,
    RETREAT,
    SEIZE,
    SHIFT,
    SPEND,
    STAY,
    STRIKE,
    SUBVERT,
    USE,
    WITHDRAW,
)
from pentarch.engine.heroes.display import (
    BATTLE_HEXES,
    BESIDE,
    DISTANCE,
    DRAWBRIDGE,
    NUMBER,
    TOWER_HEXES,
)
from pentarch.engine.heroes.marching import open_hexes
from pentarch.engine.heroes.orders import stack_at
from pentarch.engine.heroes.rounds import step_kind
from pentarch.engine.heroes.state import (
    H_SECTION,
    H_SKILL,
    HERO_SIZE,
    P_SEIZE,
    P_STEP,
    Combat,
    State,
    ability,
)
from pentarch.engine.heroes.strikes import (
    K_CLEVERNESS,
    K_FURY,
    K_HITS,
    K_STAGE,
    K_VICTIM,
    advanced_hits,
    capacity,
    close_defense,
    on_display,
    skill_hits,
)
from pentarch.engine.heroes.tables import ATTACK, KIND, LEVEL, RANGED, SECTIONS

FAR = 100
# Below these chances a Hero would rather not begin, or go on with, a combat.
WORTH_FIGHTING = 0.65
FIELD_ODDS = 0.5
SIEGE_ODDS = 0.35


def pool_power(units: Iterable[tuple[int, int]]) -> float:
    """Levels and numbers of units together."""
    return float(sum((LEVEL[unit] + 1) * count for unit, count in units if count))


def hero_power(state: State, hero: int) -> float:
    """The power of a Hero's army with his Attack and Defense."""
    start = hero * HERO_SIZE + H_SECTION
    units = [
        (state.heroes[slot], state.heroes[slot + 1])
        for slot in range(start, start + 2 * SECTIONS, 2)
    ]
    return pool_power(units) * (1 + 0.06 * (ability(state, hero, 0) + ability(state, hero, 1)))


def side_odds(state: State, c: Combat, side: int) -> float:
    """The chance that a side wins the combat from here."""
    own, other = side_force(state, c, side), side_force(state, c, 1 - side)
    return odds(own, other, state.method) if other.army else 1.0


def gain(state: State, c: Combat, stack: int, target: int, *, ranged: bool) -> float:
    """What an attack is expected to destroy, less what it is expected to lose."""
    unit = c.unit[stack]
    killed = damage_value(state, c, stack, target)
    if ranged:
        return win_chance(ATTACK[unit]) * killed
    attack = ATTACK[unit]
    if on_display(state) and KIND[unit] == RANGED:
        attack //= 2
    elif c.lead[c.side[stack]] >= 0:
        attack += ability(state, c.lead[c.side[stack]], 0)
    difference = attack - close_defense(state, c, target)
    lost = damage_value(state, c, target, stack)
    back = killed / 4 if advanced_hits(state) else 0.0
    return win_chance(difference) * (killed - back) - win_chance(-difference) * lost


def decide_combat(state: State, legal: list[Command]) -> Command:
    """The next command of a combat."""
    c = state.combat
    assert c is not None
    verbs = {command.verb for command in legal}
    if P_STEP <= c.phase < P_SEIZE and not c.strike:
        return _decide_step(state, c, legal)
    if USE in verbs:
        return _choose_skill(state, c, legal)
    if FIGHT in verbs:
        return FIGHT() if side_odds(state, c, 0) >= WORTH_FIGHTING else AVOID()
    if PARLEY in verbs:
        talks = [x for x in legal if x.verb is PARLEY]
        return max(talks, key=lambda x: LEVEL[c.unit[stack_at(c, x.args[0])]])
    if MAN in verbs:
        return max(
            (x for x in legal if x.verb is MAN), key=lambda x: c.count[stack_at(c, x.args[0])]
        )
    if DEPLOY in verbs:
        return max(legal, key=lambda x: _deploy_worth(state, c, stack_at(c, x.args[0]), x.args[1]))
    if AIM in verbs:
        return _choose_aim(c, legal)
    if SHIFT in verbs:
        return max(legal, key=lambda x: DISTANCE[x.args[0]][c.aim])
    if BREACH in verbs:
        return BREACH()
    if SEIZE in verbs:
        return SEIZE()
    if SPEND in verbs:
        return max((x for x in legal if x.verb is SPEND), key=lambda x: x.args[1])
    if SUBVERT in verbs:
        return _choose_subversion(state, c, legal)
    if WITHDRAW in verbs:
        return _choose_withdrawal(state, c)
    if RETREAT in verbs or HOLD in verbs or NO in verbs:
        return legal[0]
    return legal[0]


def _choose_skill(state: State, c: Combat, legal: list[Command]) -> Command:
    """Cleverness whenever it helps; fury and experience when little of them is lost."""
    strike = c.strike
    if strike[K_STAGE] != K_CLEVERNESS:
        skill = state.heroes[c.lead[c.actor] * HERO_SIZE + H_SKILL + 2]
        points = skill_hits(state, c, skill)
        room = capacity(state, c, strike[K_VICTIM])
        useful = min(strike[K_HITS], room)
        if strike[K_STAGE] == K_FURY:
            useful = room - strike[K_HITS]
        if 2 * useful < points and c.round < 2:
            return NO()
    return next(command for command in legal if command.verb is USE)


def _choose_withdrawal(state: State, c: Combat) -> Command:
    limit = SIEGE_ODDS if c.city >= 0 else FIELD_ODDS
    return WITHDRAW() if side_odds(state, c, c.actor) < limit else STAY()


def _choose_subversion(state: State, c: Combat, legal: list[Command]) -> Command:
    own = ability(state, c.lead[c.actor], 2)
    enemy = c.lead[1 - c.actor]
    other = ability(state, enemy, 2) if enemy >= 0 else 0
    if own < other - 4:
        return PASS()
    return max(legal, key=lambda x: x.args[0] if x.verb is SUBVERT else -1)


def _choose_aim(c: Combat, legal: list[Command]) -> Command:
    """Open the drawbridge first, then what lies next to it."""
    aims = [command for command in legal if command.verb is AIM]
    opened = sum(1 for work in c.works[:9] if work == 2)
    if opened >= 3:
        return HOLD()
    return min(aims, key=lambda x: (DISTANCE[x.args[0]][DRAWBRIDGE], x.args[0]))


def _deploy_worth(state: State, c: Combat, stack: int, hex: int) -> float:
    """Archers behind and in towers, others in front."""
    archers = KIND[c.unit[stack]] == RANGED
    is_left = NUMBER[hex] < 9
    front = NUMBER[hex] if is_left else -NUMBER[hex]
    is_besieged = c.city >= 0 and c.side[stack] == 1
    if archers and is_besieged and hex in TOWER_HEXES[: towers_built(state, c.city)]:
        return 100.0
    return float(-front if archers else front)


def _decide_step(state: State, c: Combat, legal: list[Command]) -> Command:
    verb = legal[0].verb
    if verb in (GO, HOLD_STACK):
        return _choose_move(state, c, legal)
    ranged = step_kind(c) == RANGED
    best = next((x for x in legal if x.verb in (DONE,)), legal[-1])
    best_gain = 0.0 if best.verb is DONE else -1e9
    for command in legal:
        if command.verb in (STRIKE, FIRE):
            stack, target = stack_at(c, command.args[0]), stack_at(c, command.args[1])
            worth = gain(state, c, stack, target, ranged=ranged)
            if worth > best_gain:
                best, best_gain = command, worth
    return best


def _choose_move(state: State, c: Combat, legal: list[Command]) -> Command:
    stack = stack_at(c, legal[0].args[0])
    hold = next((x for x in legal if x.verb is HOLD_STACK), None)
    side = c.side[stack]
    archers = KIND[c.unit[stack]] == RANGED
    if hold is not None:
        if archers and fire_targets(state, c, stack):
            return hold
        if side == 1 and c.city >= 0:
            return hold
        if nearest_enemy(c, side, c.place[stack]) == 1 and not archers:
            return hold
    moves = [x for x in legal if x.verb is GO]
    if not moves:
        return legal[-1]
    if archers:
        reach = (ATTACK[c.unit[stack]] + 1) // 2
        return max(moves, key=lambda x: _archer_worth(c, side, x.args[1], reach))
    ways = _ways_to_enemies(state, c, stack)
    return max(moves, key=lambda x: _charge_worth(state, c, stack, x.args[1], ways))


def _ways_to_enemies(state: State, c: Combat, stack: int) -> list[int]:
    """Steps from each hex to the nearest enemy around walls; far away where no way leads."""
    ground = open_hexes(state, c, stack)
    ways = [FAR + DISTANCE[hex][DRAWBRIDGE] for hex in range(BATTLE_HEXES)]
    queue = [c.place[s] for s in c.order[1 - c.side[stack]] if c.count[s] and c.place[s] >= 0]
    for hex in queue:
        ways[hex] = 0
    for hex in queue:
        for near in BESIDE[hex]:
            if ways[near] >= FAR and (ground >> near) & 1:
                ways[near] = ways[hex] + 1
                queue.append(near)
    return ways


def _archer_worth(c: Combat, side: int, hex: int, reach: int) -> float:
    gap = nearest_enemy(c, side, hex)
    if gap <= 1:
        return -50.0
    return -abs(gap - reach) - 0.01 * hex


def _charge_worth(state: State, c: Combat, stack: int, hex: int, ways: list[int]) -> float:
    """Next to the best target; else as near as possible, around walls."""
    side = c.side[stack]
    beside = BESIDE[hex]
    best = -1e9
    for enemy in c.order[1 - side]:
        if c.count[enemy] and c.place[enemy] in beside:
            best = max(best, gain(state, c, stack, enemy, ranged=False))
    if best > -1e9:
        return 10.0 + best
    return -float(ways[hex])
