"""One attack: the dice, the totals of T20, race skills, hits, kills and attrition."""

from pentarch.engine.commands import Command
from pentarch.engine.core import WRONG_DECISION, Refusal, Seat
from pentarch.engine.heroes.combat.combat import GUARDS, Combat
from pentarch.engine.heroes.combat.phase import CombatQuestion, the_combat
from pentarch.engine.heroes.combat.stack import (
    APPLY,
    CLEVERNESS,
    EXPERIENCE,
    FURY,
    RESULT,
    Stack,
    Strike,
)
from pentarch.engine.heroes.commands import NO, USE
from pentarch.engine.heroes.play import Play
from pentarch.engine.heroes.state import State
from pentarch.engine.heroes.tables import (
    AMAZONS,
    ATTACK,
    BARBARIANS,
    DEFENSE,
    KNIGHTS,
    RACE_SKILL,
    TOWER_BONUS,
)


def start_strike(play: Play, attacker: Stack, target: Stack, *, ranged: bool) -> None:
    """Roll the dice of an attack."""
    combat = play.combat
    strike = Strike(attacker.number, target.number, ranged)
    strike.attack_die = play.chance.die(20)
    strike.defense_die = play.chance.die(20)
    combat.strike = strike
    attacker.attacked = True
    attacker.fired = attacker.fired or ranged
    combat.busy = True
    seat = combat.seats[attacker.side]
    play.note("strike", seat, attacker.name, target.name, strike.attack_die, strike.defense_die)


# The totals of T20.


def lead_ability(state: State, combat: Combat, side: int, which: int) -> int:
    """An ability of a side's leading Hero; without one 0."""
    lead = combat.leads[side]
    return state.heroes[lead].ability(which) if lead >= 0 else 0


def attack_total(state: State, combat: Combat, strike: Strike) -> int:
    """The attacker's side of T20."""
    stack = combat.stacks[strike.attacker]
    total = strike.attack_die + strike.attack_extra
    if combat.city == KNIGHTS:
        total += stack.bonus
    if strike.ranged:
        target = combat.stacks[strike.target]
        return total + stack.unit.attack - combat.method.battlefield.woods(state, combat, target)
    return total + close_attack(state, combat, stack)


def close_attack(state: State, combat: Combat, stack: Stack) -> int:
    """A stack's AV in Close Combat without the die."""
    if combat.method.battlefield.is_led(stack.unit):
        return stack.unit.attack + lead_ability(state, combat, stack.side, ATTACK)
    return stack.unit.attack // 2


def defense_total(state: State, combat: Combat, strike: Strike) -> int:
    """The target's side of T20."""
    stack = combat.stacks[strike.target]
    total = strike.defense_die + strike.defense_extra
    if not strike.ranged:
        return total + close_defense(state, combat, stack)
    battlefield = combat.method.battlefield
    if battlefield.tower_of(state, combat, stack):
        total += battlefield.tower_defense(state.cities[combat.city])
    return total


def close_defense(state: State, combat: Combat, stack: Stack) -> int:
    """A stack's DV in Close Combat without the die (HW-2.0.d)."""
    battlefield = combat.method.battlefield
    total = stack.unit.defense
    if battlefield.is_led(stack.unit):
        total += lead_ability(state, combat, stack.side, DEFENSE)
    if stack.side == 1:
        total += site_bonus(state, combat, stack)
        if combat.city == AMAZONS:
            total += stack.bonus
    return total + battlefield.woods(state, combat, stack) - battlefield.pressure(stack)


def site_bonus(state: State, combat: Combat, stack: Stack) -> int:
    """What the place gives a defender: works, towers, or the towers' watch over mines."""
    if not combat.is_siege():
        return mine_bonus(state, combat)
    return combat.method.battlefield.siege_defense(state, combat, stack)


def mine_bonus(state: State, combat: Combat) -> int:
    """HW-4.3.1.2.c: towers of the held capital help defenders of an own mine."""
    seat = combat.seats[1]
    if seat == GUARDS or state.sites[combat.hex].owner != seat or not state.holds_capital(seat):
        return 0
    if not state.is_mine(combat.hex):
        return 0
    return TOWER_BONUS[state.capital(seat).towers()]


# The course of a strike.


def go_on_striking(play: Play, combat: Combat, strike: Strike) -> int:
    """Resolve the strike as far as possible. The side whose skill is asked for, or -1: done."""
    state = play.state
    own = combat.stacks[strike.attacker].side
    if strike.stage == CLEVERNESS:
        for side in (own, 1 - own):
            if _cleverness_matters(state, combat, strike, side):
                return side
        strike.stage = RESULT
    if strike.stage == RESULT:
        if not _find_hits(state, combat, strike):
            _finish(combat, strike)
            return -1
        strike.stage = FURY
    if strike.stage == FURY:
        if _fury_matters(state, combat, strike, own):
            return own
        strike.stage = EXPERIENCE
    if strike.stage == EXPERIENCE:
        victims = combat.stacks[strike.victim].side
        if strike.hits > 0 and skill_of(state, combat, victims, KNIGHTS):
            return victims
        strike.stage = APPLY
    _apply_hits(play, combat, strike)
    _finish(combat, strike)
    return -1


def skill_of(state: State, combat: Combat, side: int, race: int) -> int:
    """The unused race skill of a side's leading Hero, if he is of that race."""
    lead = combat.leads[side]
    if not state.settings.skills or lead < 0 or combat.used[side]:
        return 0
    hero = state.heroes[lead]
    return hero.skills[RACE_SKILL] if hero.race == race else 0


def _cleverness_matters(state: State, combat: Combat, strike: Strike, side: int) -> bool:
    skill = skill_of(state, combat, side, AMAZONS)
    if skill == 0:
        return False
    points = combat.method.hits.clever(state.settings, skill)
    margin = attack_total(state, combat, strike) - defense_total(state, combat, strike)
    if side == combat.stacks[strike.attacker].side:
        if strike.ranged:
            return margin <= 0 < margin + points
        return margin <= 0 and (margin == 0 or margin + points >= 0)
    if strike.ranged:
        return False
    return margin >= 0 and (margin == 0 or margin - points <= 0)


def _fury_matters(state: State, combat: Combat, strike: Strike, side: int) -> bool:
    if strike.victim != strike.target or not skill_of(state, combat, side, BARBARIANS):
        return False
    victim = combat.stacks[strike.victim]
    hits = _effective(state, combat, victim, strike.hits)
    return hits < combat.method.hits.capacity(victim)


def _find_hits(state: State, combat: Combat, strike: Strike) -> bool:
    margin = attack_total(state, combat, strike) - defense_total(state, combat, strike)
    if margin == 0 or (margin < 0 and strike.ranged):
        return False
    winner, victim = combat.stacks[strike.attacker], combat.stacks[strike.target]
    if margin < 0:
        winner, victim = victim, winner
    strike.victim = victim.number
    strike.hits = combat.method.hits.full(winner)
    if strike.ranged:
        fire = combat.method.battlefield.fire
        strike.hits = fire(state, combat, winner, victim, strike.hits)
    return True


def _effective(state: State, combat: Combat, victim: Stack, hits: int) -> int:
    """Hits after the halving in towers (HW-8.7.g, HW-19.17.1.a)."""
    battlefield = combat.method.battlefield
    return battlefield.halved(hits) if battlefield.tower_of(state, combat, victim) else hits


def _apply_hits(play: Play, combat: Combat, strike: Strike) -> None:
    system = combat.method.hits
    victim = combat.stacks[strike.victim]
    hits = _effective(play.state, combat, victim, strike.hits)
    taken = min(hits, system.capacity(victim))
    killed = system.take(combat, victim, hits)
    play.note("hits", combat.seats[victim.side], victim.name, taken, killed)
    if strike.ranged:
        return
    # HW-19.16.1.a. A side that has just won keeps its last unit.
    winner = combat.stacks[strike.attacker + strike.target - strike.victim]
    back = system.attrition(taken)
    is_won = combat.units(victim.side) == 0 and combat.units(winner.side) == winner.count
    if is_won and back >= system.capacity(winner):
        back = system.capacity(winner) - 1
    if back:
        lost = system.take(combat, winner, back)
        play.note("attrition", combat.seats[winner.side], winner.name, back, lost)


def _finish(combat: Combat, strike: Strike) -> None:
    if not strike.ranged:
        combat.stacks[strike.target].pressed += 1
    combat.strike = None


class UseSkill(CombatQuestion):
    """A leading Hero may use his race skill on a strike (HW-16.1.3 to 16.1.5)."""

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        return [USE.of(_skill_word(_strike(state))), NO.of()]

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        if command.verb is NO:
            return None
        is_asked = command.verb is USE and command.args[0] == _skill_word(_strike(state))
        return None if is_asked else WRONG_DECISION

    def answer(self, play: Play, seat: Seat, command: Command) -> None:
        strike = _strike(play.state)
        if command.verb is USE:
            _use_skill(play, play.combat, strike)
        else:
            strike.stage += 1


def _strike(state: State) -> Strike:
    strike = the_combat(state).strike
    assert strike is not None
    return strike


def _skill_word(strike: Strike) -> int:
    """Which of `experience`, `fury`, `cleverness` is asked for."""
    return {CLEVERNESS: 2, FURY: 1}.get(strike.stage, 0)


def _use_skill(play: Play, combat: Combat, strike: Strike) -> None:
    settings, system, side = play.state.settings, combat.method.hits, combat.actor
    points = play.state.heroes[combat.leads[side]].skills[RACE_SKILL]
    combat.used[side] = 1
    play.note("skill_used", combat.seats[side], points)
    victim = combat.stacks[strike.victim].unit
    if strike.stage == CLEVERNESS:
        if side == combat.stacks[strike.attacker].side:
            strike.attack_extra = system.clever(settings, points)
        else:
            strike.defense_extra = system.clever(settings, points)
        strike.stage = RESULT
    elif strike.stage == FURY:
        strike.hits += system.furious(settings, points, victim)
        strike.stage = EXPERIENCE
    else:
        strike.hits = max(0, strike.hits - system.spared(settings, points, victim))
        strike.stage = APPLY
