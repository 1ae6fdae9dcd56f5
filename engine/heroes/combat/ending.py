"""How a combat ends: what becomes of winners, losers, and whoever gets away."""

from pentarch.engine.heroes.combat.combat import Combat
from pentarch.engine.heroes.combat.stack import GARRISON
from pentarch.engine.heroes.hero import DONE_NOW, NO_ARMY, Hero
from pentarch.engine.heroes.play import Play
from pentarch.engine.heroes.state import State
from pentarch.engine.heroes.tables import (
    GIANT_LEVEL,
    HERO_KILL_EP,
    HONOR_OF_HERO,
    Q_GIANT,
    Q_HORDE,
    Q_ROAD,
)
from pentarch.engine.heroes.turn.fate import conquer, kill_hero, mourn, put_replacements_last
from pentarch.engine.heroes.turn.growth import add_honor, gain_experience, progress_quest
from pentarch.engine.heroes.world.path import step_back
from pentarch.engine.heroes.world.site import NOBODY
from pentarch.engine.heroes.world.tile import RUIN, TOWER


def conclude(play: Play, winner: int) -> None:
    """The combat is over; -1: nobody won (HW-8.10.*). Its task is on top of the agenda."""
    state, combat = play.state, play.combat
    state.combat = None
    state.agenda.pop()
    base = len(state.agenda)
    for number in [combat.leads[0], *combat.heroes]:
        if number >= 0:
            _write_army(combat, state.heroes[number])
    _write_garrisons(state, combat)
    play.note("combat_over", combat.seats[winner] if winner >= 0 else -1)
    _count_quests(play, combat, winner)
    bereft = _reward(play, combat, winner) if winner >= 0 else []
    if winner == 0 and combat.is_siege():
        conquer(play, state.cities[combat.city], combat.seats[0])
    _clear_guard_hex(state, combat)
    for seat in bereft:
        mourn(play, seat)
    put_replacements_last(state, base)


def send_home(hero: Hero, *, is_mover: bool) -> None:
    """A Hero leaves a combat: his turn is over (HW-8.9.f, g)."""
    if is_mover:
        step_back(hero)
    hero.mp = 0
    hero.finished = max(DONE_NOW, hero.finished)


def leave_with_army(state: State, combat: Combat, hex: int) -> None:
    """The defending Heroes retreat with their stacks (HW-8.9.h, j)."""
    for number in combat.heroes:
        hero = state.heroes[number]
        _write_army(combat, hero)
        send_home(hero, is_mover=False)
        hero.hex = hex
    for stack in combat.sides[1]:
        if stack.hero != GARRISON and stack.count:
            stack.leave()
    combat.heroes = []
    combat.leads[1] = -1


def _write_army(combat: Combat, hero: Hero) -> None:
    hero.sections = NO_ARMY
    for stack in combat.stacks:
        if stack.hero == hero.number and stack.count and not stack.gone:
            hero.put(stack.section, stack.unit, stack.count)


def _write_garrisons(state: State, combat: Combat) -> None:
    """What is left of guards, of a City's garrison, or of a mine's."""
    for side in range(2):
        stacks = [s for s in combat.sides[side] if s.hero == GARRISON and s.count]
        if side == 1 and combat.is_siege():
            city = state.cities[combat.city]
            city.dismiss()
            for stack in stacks:
                city.station(stack.unit, stack.count)
            continue
        if combat.are_guards(side):
            hex = combat.home
        elif side == 1 and state.sites[combat.hex].owner == combat.seats[1]:
            hex = combat.hex
        else:
            continue
        site = state.alter(hex)
        site.units = NOBODY
        for stack in stacks:
            site.add(stack.unit.word, stack.count)


def _reward(play: Play, combat: Combat, winner: int) -> list[int]:
    """Deaths of the losers' Heroes; EP and HP for the winners' leading Hero. Seats bereft."""
    state = play.state
    loser = 1 - winner
    lead = combat.leads[winner]
    killer = state.heroes[lead] if lead >= 0 else None
    dead: list[int] = []
    if combat.units(loser) == 0:
        dead = combat.heroes if loser == 1 else [hero for hero in combat.leads[:1] if hero >= 0]
    for number in dead:
        kill_hero(play, state.heroes[number], killer)
    if killer is not None:
        points = combat.method.experience(combat.killed[winner], combat.worth[winner])
        gain_experience(play, killer, points + HERO_KILL_EP * len(dead))
        if state.settings.honor:
            add_honor(play, killer, HONOR_OF_HERO * len(dead) + _honor_of_stacks(combat, loser))
    return [combat.seats[loser]] if dead else []


def _honor_of_stacks(combat: Combat, loser: int) -> int:
    """HW-19.21.a: for each stack wiped out, by its level."""
    wiped = [stack for stack in combat.sides[loser] if stack.count == 0 and not stack.gone]
    return sum([stack.unit.honor for stack in wiped])


def _count_quests(play: Play, combat: Combat, winner: int) -> None:
    if combat.home < 0:
        return
    side = combat.hero_side()
    lead = combat.leads[side]
    if lead < 0:
        return
    hero = play.state.heroes[lead]
    progress_quest(play, hero, Q_HORDE, combat.killed[side])
    if winner == side:
        progress_quest(play, hero, Q_ROAD, 1)
        if combat.giants >= GIANT_LEVEL:
            progress_quest(play, hero, Q_GIANT, 1)


def _clear_guard_hex(state: State, combat: Combat) -> None:
    """HW-3.3.3.a: guards killed away from their ruin or tower leave it cleared."""
    home = combat.home
    if home < 0 or home == combat.hex or state.sites[home].units != NOBODY:
        return
    if state.feature(home) in (RUIN, TOWER):
        state.alter(home).cleared = True
