"""The Camp of the Barbarians: where it may go, at the start of a turn and from new guards."""

from typing import Final

from pentarch.engine.commands import Command
from pentarch.engine.core import WRONG_DECISION, Refusal, Seat
from pentarch.engine.heroes import refusals
from pentarch.engine.heroes.agenda import Question
from pentarch.engine.heroes.city import City
from pentarch.engine.heroes.commands import CAMP, CAMP_STAY, CAMP_WITH, FLEE
from pentarch.engine.heroes.hero import Hero
from pentarch.engine.heroes.play import Play
from pentarch.engine.heroes.state import T_CAMP, T_FLEE, State
from pentarch.engine.heroes.tables import BARBARIANS
from pentarch.engine.heroes.world.map import HEX_NAMES, home_of
from pentarch.engine.heroes.world.path import is_passable
from pentarch.engine.heroes.world.tile import CAMP as CAMP_FEATURE
from pentarch.engine.heroes.world.tile import NOTHING

BOTH: Final = 2


def camp_of(state: State) -> City:
    """The Camp."""
    return state.cities[BARBARIANS]


def camp_refusal(state: State, seat: Seat, target: int) -> "Refusal | None":
    """Why the Camp of a holder may not stand in a hex (HW-7.4.b, c, d)."""
    if target < 0:
        return refusals.NO_HEX
    if not is_passable(state, camp_of(state).hex, target):
        return refusals.IMPASSABLE
    if not state.is_up(target) or state.feature(target) not in (NOTHING, CAMP_FEATURE):
        return refusals.BAD_CAMP_HEX
    for hex in [target, *state.world.near[target]]:
        if any(hero.seat != seat and hero.hex == hex for hero in state.heroes):
            return refusals.BAD_CAMP_HEX
        # Only guards that could react into the hex keep the Camp away.
        is_foreign = home_of(hex) != BARBARIANS
        if is_foreign and state.sites[hex].has_guards() and is_passable(state, hex, target):
            return refusals.BAD_CAMP_HEX
    return None


def company(state: State) -> list[Hero]:
    """The holder's Heroes in the Camp."""
    camp = camp_of(state)
    if camp.holder < 0:
        return []
    return [hero for hero in state.pair(camp.holder) if hero.in_play() and hero.hex == camp.hex]


def move_camp(play: Play, target: int, heroes: list[Hero]) -> None:
    """The Camp and its garrison move, and the named Heroes with it (HW-7.4.f)."""
    camp = camp_of(play.state)
    camp.hex = target
    for hero in heroes:
        hero.hex = target
        hero.origin = target
    play.note("camp_moved", camp.holder, HEX_NAMES[target])


def _target(state: State, way: int) -> int:
    return state.world.neighbours[camp_of(state).hex][way]


class MoveCamp(Question):
    """HW-D.camp: at the start of its holder's turn the Camp may move one hex."""

    def __init__(self) -> None:
        super().__init__(T_CAMP)

    def actors(self, state: State) -> list[Seat]:
        return [state.agenda[-1].who]

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        commands = [CAMP_STAY.of()]
        numbers = [hero.number % 2 for hero in company(state)]
        for way in range(6):
            if camp_refusal(state, seat, _target(state, way)) is None:
                commands.append(CAMP.of(way))
                commands += [CAMP_WITH.of(way, number) for number in numbers]
                if len(numbers) == 2:
                    commands.append(CAMP_WITH.of(way, BOTH))
        return commands

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        if command.verb is CAMP_STAY:
            return None
        if command.verb is not CAMP and command.verb is not CAMP_WITH:
            return WRONG_DECISION
        refusal = camp_refusal(state, seat, _target(state, command.args[0]))
        if refusal is not None or command.verb is CAMP:
            return refusal
        here = company(state)
        is_there = all(hero in here for hero in _wanted(state, seat, command))
        return None if is_there else refusals.NOT_IN_CAMP

    def answer(self, play: Play, seat: Seat, command: Command) -> None:
        state = play.state
        state.agenda.pop()
        if command.verb is not CAMP_STAY:
            heroes = _wanted(state, seat, command) if command.verb is CAMP_WITH else []
            move_camp(play, _target(state, command.args[0]), heroes)


def _wanted(state: State, seat: Seat, command: Command) -> list[Hero]:
    """The Heroes that a command names."""
    who = command.args[1]
    return state.pair(seat) if who == BOTH else [state.hero(seat, who)]


def flights(state: State, guards: int) -> list[int]:
    """Directions in which a Camp can get away from new guards next to it (HW-7.4.e)."""
    seat = camp_of(state).holder
    return [way for way in range(6) if _is_flight(state, seat, _target(state, way), guards)]


def _is_flight(state: State, seat: Seat, target: int, guards: int) -> bool:
    return camp_refusal(state, seat, target) is None and guards not in state.world.near[target]


class FleeGuards(Question):
    """HW-7.4.e: a Camp next to new guards of a mine must get away."""

    def __init__(self) -> None:
        super().__init__(T_FLEE)

    def actors(self, state: State) -> list[Seat]:
        return [camp_of(state).holder]

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        return [FLEE.of(way) for way in flights(state, state.agenda[-1].who)]

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        if command.verb is not FLEE:
            return WRONG_DECISION
        is_open = command.args[0] in flights(state, state.agenda[-1].who)
        return None if is_open else refusals.BAD_CAMP_HEX

    def answer(self, play: Play, seat: Seat, command: Command) -> None:
        play.state.agenda.pop()
        move_camp(play, _target(play.state, command.args[0]), company(play.state))
