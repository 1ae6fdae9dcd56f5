"""Entering a hex: sieges, battles, guards, benefits and reactions, in that order (HW-7.1.3.b)."""

from typing import final

from pentarch.engine.heroes.agenda import Errand
from pentarch.engine.heroes.combat.beginning import (
    attack_city,
    attack_guards,
    attack_seat,
    guards_attack,
)
from pentarch.engine.heroes.combat.method import METHODS
from pentarch.engine.heroes.hero import Hero
from pentarch.engine.heroes.play import Play
from pentarch.engine.heroes.state import (
    E_BENEFIT,
    E_DONE,
    E_FIELD,
    E_FRESH,
    E_GUARDED,
    E_HEROES,
    E_PARTNER,
    E_REACTION,
    E_SIEGE,
    T_ENTER,
    T_FLEE,
    State,
    Task,
)
from pentarch.engine.heroes.tables import BARBARIANS, GUARDS_TABLE, Q_SURVEYOR, START_TILE_GUARDS
from pentarch.engine.heroes.turn.fate import conquer, storm
from pentarch.engine.heroes.turn.growth import progress_quest
from pentarch.engine.heroes.world.benefit import gain_benefit
from pentarch.engine.heroes.world.camp import camp_of, flights
from pentarch.engine.heroes.world.map import HEX_NAMES, SLOT_NAMES, home_of, slot_of
from pentarch.engine.heroes.world.path import step_cost
from pentarch.engine.heroes.world.reaction import ask_heroes, check_guards, react_fresh
from pentarch.engine.heroes.world.tile import RUIN, TOWER


def take_step(play: Play, hero: Hero, way: int) -> None:
    """A Hero takes one step: he pays, turns the tile over, and enters."""
    state = play.state
    target = state.world.neighbours[hero.hex][way]
    slot = slot_of(target)
    if not state.face[slot]:
        state.turn(slot)
        play.note("turned", hero.seat, SLOT_NAMES[slot], state.tiles[slot].name)
        progress_quest(play, hero, Q_SURVEYOR, 1)
    # HW-18.0.a: one MP is enough for any hex.
    hero.mp = max(0, hero.mp - step_cost(state, hero.hex, target))
    hero.spent = True
    hero.moved = True
    hero.origin = hero.hex
    hero.hex = target
    state.entries += 1
    hero.entered = state.entries
    play.note("entered", hero.seat, hero.name, HEX_NAMES[target])
    state.fresh = -1
    state.push(T_ENTER, hero.number, E_SIEGE)


@final
class Enter(Errand):
    """The stages of an entry until something interrupts it."""

    def run(self, play: Play, task: Task) -> bool:
        state, stage = play.state, task.what
        hero = state.heroes[task.who]
        depth = len(state.agenda)
        while stage < E_DONE:
            if stage < E_PARTNER and (not hero.in_play() or hero.finished):
                stage = E_PARTNER
            state.agenda[-1] = Task(T_ENTER, hero.number, stage + 1)
            _run_stage(play, hero, stage)
            if len(state.agenda) != depth:
                return False
            stage += 1
        state.agenda.pop()
        state.fresh = -1
        return False


def _run_stage(play: Play, hero: Hero, stage: int) -> None:
    if stage == E_SIEGE:
        _enter_city(play, hero)
    elif stage == E_FIELD:
        _enter_enemies(play, hero)
    elif stage == E_GUARDED:
        _enter_guards(play, hero)
    elif stage == E_BENEFIT:
        gain_benefit(play, hero)
    elif stage == E_HEROES:
        ask_heroes(play, hero)
    elif stage == E_REACTION:
        check_guards(play, hero)
    elif stage == E_PARTNER:
        _turn_on_partner(play, hero)
    elif stage == E_FRESH:
        react_fresh(play, hero)
    else:
        _flee_fresh(play.state)


def _enter_city(play: Play, hero: Hero) -> None:
    state = play.state
    city = state.city_at(hero.hex)
    if city is None or city.holder == hero.seat:
        return
    if city.holder < 0:
        conquer(play, city, hero.seat)
        return
    defenders = [other for other in state.heroes_at(hero.hex) if other.seat == city.holder]
    if city.units() or any(other.units() for other in defenders):
        attack_city(play, hero, city)
    else:
        storm(play, city, hero)


def _enter_enemies(play: Play, hero: Hero) -> None:
    state = play.state
    for other in state.heroes_at(hero.hex):
        if other.seat != hero.seat:
            attack_seat(play, hero, hero.hex, other.seat)
            return
    site = state.sites[hero.hex]
    if site.owner >= 0 and site.owner != hero.seat and any(site.units):
        attack_seat(play, hero, hero.hex, site.owner)


def needs_guard_roll(state: State, hero: int, hex: int) -> bool:
    """Whether entering would call for a roll on the Guards Table (HW-3.3.1.b, 3.a, 4.a)."""
    site = state.sites[hex]
    if site.has_guards():
        return False
    feature = state.feature(hex)
    if feature.is_mine:
        return site.owner < 0 and not site.activated
    if feature is RUIN:
        return not (site.explored or site.cleared)
    return feature is TOWER and not site.cleared and hero not in site.used


def _enter_guards(play: Play, hero: Hero) -> None:
    if needs_guard_roll(play.state, hero.number, hero.hex):
        _place_guards(play, hero)
    if play.state.sites[hero.hex].has_guards():
        attack_guards(play, hero, hero.hex)


def _place_guards(play: Play, hero: Hero) -> None:
    state, hex = play.state, hero.hex
    feature = state.feature(hex)
    site = state.alter(hex)
    if feature.is_mine:
        site.activated = True
        if home_of(hex) >= 0:
            site.add(0, START_TILE_GUARDS)
            state.fresh = hex
            return
    roll = play.chance.die(6)
    play.note("guard_roll", hero.seat, roll)
    method = METHODS[state.method]
    for level, number in GUARDS_TABLE[feature.guards][roll - 1]:
        site.add(level - 1, method.guard_number(level, number))
        state.fresh = hex


def _turn_on_partner(play: Play, mover: Hero) -> None:
    """HW-7.1.2.b: new guards in a tower fight the mover's other Hero, if he stands there."""
    state = play.state
    group = state.fresh
    if group >= 0 and state.sites[group].has_guards() and state.partner(mover).hex == group:
        guards_attack(play, group, group, mover.seat)


def _flee_fresh(state: State) -> None:
    """HW-7.4.e: a Camp next to new guards of a mine must get away."""
    group = state.fresh
    if group < 0 or home_of(group) == BARBARIANS:
        return
    if not state.sites[group].has_guards() or not state.is_mine(group):
        return
    camp = camp_of(state)
    if camp.holder >= 0 and camp.hex in state.world.near[group] and flights(state, group):
        state.push(T_FLEE, group)
