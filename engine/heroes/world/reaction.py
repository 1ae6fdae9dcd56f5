"""Reactions to a Hero's entry: of enemy Heroes next to him, and of guards."""

from pentarch.engine.commands import Command
from pentarch.engine.core import WRONG_DECISION, Refusal, Seat
from pentarch.engine.heroes.agenda import Question
from pentarch.engine.heroes.combat.beginning import attack_seat, guards_attack
from pentarch.engine.heroes.commands import DECLINE, REACT
from pentarch.engine.heroes.hero import Hero
from pentarch.engine.heroes.play import Play
from pentarch.engine.heroes.state import E_FRESH, T_ENTER, T_REACT, State, Task
from pentarch.engine.heroes.tables import INITIATIVE, REACTION_PER_LEVEL
from pentarch.engine.heroes.world.map import HEX_NAMES
from pentarch.engine.heroes.world.path import is_passable


def may_react(state: State, hero: Hero, mover: Hero) -> bool:
    """Whether a Hero could try to react against a mover's entry (HW-7.3.2.a, d; HW-15.1.d)."""
    if hero.seat == mover.seat or not hero.in_play() or hero.finished:
        return False
    if hero.hex not in state.world.near[mover.hex] or mover.number in hero.tried:
        return False
    return hero.units() > 0 and is_passable(state, hero.hex, mover.hex)


def ask_heroes(play: Play, mover: Hero) -> None:
    """Those who may react are asked, the highest Initiative first (HW-7.3.2.e)."""
    state = play.state
    if not state.war or state.city_at(mover.hex) is not None:
        return
    asked: list[Hero] = []
    left = [hero for hero in state.heroes if may_react(state, hero, mover)]
    while left:
        best = max([hero.ability(INITIATIVE) for hero in left])
        tied = [hero for hero in left if hero.ability(INITIATIVE) == best]
        hero = tied[play.one_of(len(tied))]
        asked.append(hero)
        left.remove(hero)
    for hero in reversed(asked):
        state.push(T_REACT, hero.number, mover.number)


class React(Question):
    """HW-7.3.2.a: a Hero may try to attack one who has come next to him."""

    def __init__(self) -> None:
        super().__init__(T_REACT)

    def actors(self, state: State) -> list[Seat]:
        return [state.agenda[-1].who // 2]

    def waits(self, play: Play, task: Task) -> bool:
        return play.state.heroes[task.who].in_play()

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        return [REACT.of(), DECLINE.of()]

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        return None if command.verb is REACT or command.verb is DECLINE else WRONG_DECISION

    def answer(self, play: Play, seat: Seat, command: Command) -> None:
        task = play.state.agenda.pop()
        if command.verb is REACT:
            _react(play, play.state.heroes[task.who], play.state.heroes[task.what])


def _react(play: Play, hero: Hero, mover: Hero) -> None:
    """A Hero tries to react; nobody else may on this entry (HW-7.3.2.c to h)."""
    state = play.state
    while state.is_next(T_REACT):
        state.agenda.pop()
    # HW-7.3.2.h: guards check only if no Hero tried.
    state.agenda[-1] = Task(T_ENTER, mover.number, E_FRESH)
    hero.tried = tuple(sorted({*hero.tried, mover.number}))
    roll = play.chance.die(20)
    play.note("react_roll", hero.seat, roll)
    if roll <= hero.ability(INITIATIVE):
        attack_seat(play, hero, mover.hex, mover.seat)


def check_guards(play: Play, mover: Hero) -> None:
    """Guard groups next to the mover check, the highest level first (HW-7.3.1.*)."""
    state = play.state
    if state.city_at(mover.hex) is not None:
        return
    groups = [
        hex
        for hex in state.world.near[mover.hex]
        if state.sites[hex].has_guards()
        and hex not in state.checked
        and is_passable(state, hex, mover.hex)
    ]
    while groups:
        best = max([state.sites[group].guard_level() for group in groups])
        tied = [group for group in groups if state.sites[group].guard_level() == best]
        group = tied[play.one_of(len(tied))]
        groups.remove(group)
        if _guards_react(play, group, mover):
            return


def _guards_react(play: Play, group: int, hero: Hero) -> bool:
    state = play.state
    state.checked = [*state.checked, group]
    roll = play.chance.die(20)
    play.note("guard_react", hero.seat, HEX_NAMES[group], roll)
    if roll > REACTION_PER_LEVEL * state.sites[group].guard_level():
        return False
    guards_attack(play, group, hero.hex, hero.seat)
    return True


def react_fresh(play: Play, mover: Hero) -> None:
    """HW-7.3.1.f: new guards that were not beaten turn on a Hero of another seat."""
    state = play.state
    group = state.fresh
    if group < 0 or not state.sites[group].has_guards() or group in state.checked:
        return
    victims = [
        hero
        for hero in state.heroes
        if hero.seat != mover.seat
        and hero.hex in state.world.near[group]
        and state.city_at(hero.hex) is None
        and is_passable(state, group, hero.hex)
    ]
    if victims:
        _guards_react(play, group, victims[play.one_of(len(victims))])
