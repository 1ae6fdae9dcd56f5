"""Greedy's combats in Heroes vs Warlords: expected gain per attack, by Arena and display."""

from pentarch.bots.greedy.heroes.odds import odds, side_force, win_chance
from pentarch.engine.commands import Command
from pentarch.engine.heroes.city import City
from pentarch.engine.heroes.combat.board import (
    BATTLE_HEXES,
    BESIDE,
    DISTANCE,
    DRAWBRIDGE,
    NUMBER,
    TOWER_HEXES,
)
from pentarch.engine.heroes.combat.combat import P_STEP2, P_STEP3, Combat
from pentarch.engine.heroes.combat.line import fire_targets, nearest_enemy
from pentarch.engine.heroes.combat.march import open_hexes
from pentarch.engine.heroes.combat.stack import CLEVERNESS, FURY, Stack
from pentarch.engine.heroes.combat.strike import close_attack, close_defense, lead_ability
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
from pentarch.engine.heroes.hero import Hero
from pentarch.engine.heroes.state import State
from pentarch.engine.heroes.tables import ATTACK, DEFENSE, INITIATIVE, RACE_SKILL, UNITS

FAR = 100
# Below these chances a Hero would rather not begin, or go on with, a combat.
WORTH_FIGHTING = 0.65
FIELD_ODDS = 0.5
SIEGE_ODDS = 0.35


def garrison_power(city: City) -> float:
    """Levels and numbers of a City's units together."""
    power = 0
    for number, count in enumerate(city.garrison):
        if count:
            power += (UNITS[number].level + 1) * count
    return float(power)


def hero_power(hero: Hero) -> float:
    """The power of a Hero's army with his Attack and Defense."""
    power = 0
    for section in hero.sections:
        power += (section.unit.level + 1) * section.count
    return float(power) * (1 + 0.06 * (hero.ability(ATTACK) + hero.ability(DEFENSE)))


def side_odds(state: State, c: Combat, side: int) -> float:
    """The chance that a side wins the combat from here."""
    own, other = side_force(state, c, side), side_force(state, c, 1 - side)
    return odds(own, other, state.method) if other.army else 1.0


def gain(state: State, c: Combat, stack: Stack, target: Stack, *, ranged: bool) -> float:
    """What an attack is expected to destroy, less what it is expected to lose."""
    hits = c.method.hits
    killed = hits.value(stack, target)
    if ranged:
        return win_chance(stack.unit.attack) * killed
    difference = close_attack(state, c, stack) - close_defense(state, c, target)
    lost = hits.value(target, stack)
    back = killed / 4 if hits.is_advanced else 0.0
    return win_chance(difference) * (killed - back) - win_chance(-difference) * lost


def decide_combat(state: State, legal: list[Command]) -> Command:
    """The next command of a combat."""
    c = state.combat
    assert c is not None
    verbs = {command.verb for command in legal}
    if c.phase.startswith("step") and c.strike is None:
        return _decide_step(state, c, legal)
    if USE in verbs:
        return _choose_skill(state, c, legal)
    if FIGHT in verbs:
        return FIGHT() if side_odds(state, c, 0) >= WORTH_FIGHTING else AVOID()
    if PARLEY in verbs:
        talks = [x for x in legal if x.verb is PARLEY]
        return max(talks, key=lambda x: c.named(x.args[0]).unit.level)
    if MAN in verbs:
        return max((x for x in legal if x.verb is MAN), key=lambda x: c.named(x.args[0]).count)
    if DEPLOY in verbs:
        return max(legal, key=lambda x: _deploy_worth(state, c, c.named(x.args[0]), x.args[1]))
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
    if strike is not None and strike.stage != CLEVERNESS:
        skill = state.heroes[c.leads[c.actor]].skills[RACE_SKILL]
        victim = c.stacks[strike.victim]
        points = c.method.hits.furious(state.settings, skill, victim.unit)
        room = c.method.hits.capacity(victim)
        useful = min(strike.hits, room)
        if strike.stage == FURY:
            useful = room - strike.hits
        if 2 * useful < points and c.round < 2:
            return NO()
    return next(command for command in legal if command.verb is USE)


def _choose_withdrawal(state: State, c: Combat) -> Command:
    limit = SIEGE_ODDS if c.is_siege() else FIELD_ODDS
    return WITHDRAW() if side_odds(state, c, c.actor) < limit else STAY()


def _choose_subversion(state: State, c: Combat, legal: list[Command]) -> Command:
    own = lead_ability(state, c, c.actor, INITIATIVE)
    other = lead_ability(state, c, 1 - c.actor, INITIATIVE)
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


def _deploy_worth(state: State, c: Combat, stack: Stack, hex: int) -> float:
    """Archers behind and in towers, others in front."""
    archers = stack.unit.is_ranged
    is_left = NUMBER[hex] < 9
    front = NUMBER[hex] if is_left else -NUMBER[hex]
    is_besieged = c.is_siege() and stack.side == 1
    if archers and is_besieged and hex in TOWER_HEXES[: state.cities[c.city].towers()]:
        return 100.0
    return float(-front if archers else front)


def _decide_step(state: State, c: Combat, legal: list[Command]) -> Command:
    verb = legal[0].verb
    if verb in (GO, HOLD_STACK):
        return _choose_move(state, c, legal)
    ranged = c.phase in (P_STEP2, P_STEP3)
    best = next((x for x in legal if x.verb in (DONE,)), legal[-1])
    best_gain = 0.0 if best.verb is DONE else -1e9
    for command in legal:
        if command.verb in (STRIKE, FIRE):
            stack, target = c.named(command.args[0]), c.named(command.args[1])
            worth = gain(state, c, stack, target, ranged=ranged)
            if worth > best_gain:
                best, best_gain = command, worth
    return best


def _choose_move(state: State, c: Combat, legal: list[Command]) -> Command:
    stack = c.named(legal[0].args[0])
    hold = next((x for x in legal if x.verb is HOLD_STACK), None)
    side = stack.side
    archers = stack.unit.is_ranged
    if hold is not None:
        if archers and fire_targets(state, c, stack):
            return hold
        if side == 1 and c.is_siege():
            return hold
        if nearest_enemy(c, side, stack.hex) == 1 and not archers:
            return hold
    moves = [x for x in legal if x.verb is GO]
    if not moves:
        return legal[-1]
    if archers:
        reach = (stack.unit.attack + 1) // 2
        return max(moves, key=lambda x: _archer_worth(c, side, x.args[1], reach))
    ways = _ways_to_enemies(state, c, stack)
    return max(moves, key=lambda x: _charge_worth(state, c, stack, x.args[1], ways))


def _ways_to_enemies(state: State, c: Combat, stack: Stack) -> list[int]:
    """Steps from each hex to the nearest enemy around walls; far away where no way leads."""
    ground = open_hexes(state, c, stack)
    ways = [FAR + DISTANCE[hex][DRAWBRIDGE] for hex in range(BATTLE_HEXES)]
    queue = [enemy.hex for enemy in c.sides[1 - stack.side] if enemy.stands()]
    for hex in queue:
        ways[hex] = 0
    for hex in queue:
        for near in BESIDE[hex]:
            if ways[near] >= FAR and ground.has(near):
                ways[near] = ways[hex] + 1
                queue.append(near)
    return ways


def _archer_worth(c: Combat, side: int, hex: int, reach: int) -> float:
    gap = nearest_enemy(c, side, hex)
    if gap <= 1:
        return -50.0
    return -abs(gap - reach) - 0.01 * hex


def _charge_worth(state: State, c: Combat, stack: Stack, hex: int, ways: list[int]) -> float:
    """Next to the best target; else as near as possible, around walls."""
    beside = BESIDE[hex]
    best = -1e9
    for enemy in c.sides[1 - stack.side]:
        if enemy.count and enemy.hex in beside:
            best = max(best, gain(state, c, stack, enemy, ranged=False))
    if best > -1e9:
        return 10.0 + best
    return -float(ways[hex])
