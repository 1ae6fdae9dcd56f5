"""Armies for Gold: at the set-up, and for a Hero who takes the place of a dead one."""

from typing import Final, final

from pentarch.engine.commands import Command
from pentarch.engine.core import WRONG_DECISION, Refusal, Seat
from pentarch.engine.heroes import refusals
from pentarch.engine.heroes.agenda import Errand, Question
from pentarch.engine.heroes.commands import APPEAR, BUY, DONE
from pentarch.engine.heroes.hero import Hero
from pentarch.engine.heroes.play import Play
from pentarch.engine.heroes.state import T_APPEAR, T_ARMY, T_VOTE, State, Task
from pentarch.engine.heroes.tables import (
    APPEAR_DISTANCE,
    ARCHER_LIMIT,
    REPLACEMENT_BUDGET,
    unit_of,
)
from pentarch.engine.heroes.turn.fate import replace_hero
from pentarch.engine.heroes.turn.vote import open_vote
from pentarch.engine.heroes.world.tile import CAMP, NOTHING

ARCHER_LEVEL: Final = 3


def bought_archers(hero: Hero) -> int:
    """Level 3 units bought so far."""
    archer = unit_of(hero.race, ARCHER_LEVEL - 1)
    return sum([section.count for section in hero.sections if section.unit is archer])


@final
class BuyArmy(Question):
    """HW-D.army: units for a budget, each level in one section."""

    def __init__(self) -> None:
        super().__init__(T_ARMY)

    def actors(self, state: State) -> list[Seat]:
        return [seat for seat, player in enumerate(state.players) if player.pending]

    def waits(self, play: Play, task: Task) -> bool:
        return any(player.pending for player in play.state.players)

    def close(self, play: Play, task: Task) -> None:
        play.state.agenda.pop()
        if play.state.is_next(T_VOTE):
            open_vote(play.state)

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        hero, budget = _buyer(state, seat), state.players[seat].budget
        commands: list[Command] = []
        for level in range(1, ARCHER_LEVEL + 1):
            most = budget // level
            if level == ARCHER_LEVEL:
                most = min(most, ARCHER_LIMIT - bought_archers(hero))
            commands += [BUY.of(level - 1, number) for number in range(min(most, 20))]
        if hero.units():
            commands.append(DONE.of())
        return commands

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        hero = _buyer(state, seat)
        if command.verb is DONE:
            return None if hero.units() else refusals.EMPTY_ARMY
        if command.verb is not BUY:
            return WRONG_DECISION
        level, number = command.args[0] + 1, command.args[1] + 1
        if level * number > state.players[seat].budget:
            return refusals.OVER_BUDGET
        if level == ARCHER_LEVEL and bought_archers(hero) + number > ARCHER_LIMIT:
            return refusals.TOO_MANY_ARCHERS
        return None

    def answer(self, play: Play, seat: Seat, command: Command) -> None:
        """An empty budget ends the purchase (HW-5.1.c)."""
        player = play.state.players[seat]
        if command.verb is BUY:
            hero = _buyer(play.state, seat)
            unit, number = unit_of(hero.race, command.args[0]), command.args[1] + 1
            for place, section in enumerate(hero.sections):
                if section.count == 0 or section.unit is unit:
                    hero.put(place, unit, number)
                    break
            player.budget -= unit.level * number
        if command.verb is DONE or player.budget == 0:
            player.pending = False
            player.budget = 0


def _buyer(state: State, seat: Seat) -> Hero:
    """The Hero whose army is bought."""
    return state.hero(seat, state.agenda[-1].who)


def appear_hexes(state: State, seat: Seat) -> list[int]:
    """Where a replacement may be placed (HW-4.1.n): as near to the lost capital as can be."""
    centre = state.capital(seat).hex
    world = state.world
    taken = [hero.hex for hero in state.heroes] + [city.hex for city in state.cities]
    free = [
        hex
        for hex in world.hexes
        if state.is_up(hex) and hex not in taken and state.feature(hex) in (NOTHING, CAMP)
    ]
    close = [hex for hex in free if world.distance(hex, centre) <= APPEAR_DISTANCE]
    if close:
        return close
    nearest = min(world.distance(hex, centre) for hex in free)
    return [hex for hex in free if world.distance(hex, centre) == nearest]


@final
class Appear(Question):
    """HW-D.appear: where a replacement appears whose capital is lost; else he appears there."""

    def __init__(self) -> None:
        super().__init__(T_APPEAR)

    def actors(self, state: State) -> list[Seat]:
        return [state.agenda[-1].who]

    def waits(self, play: Play, task: Task) -> bool:
        return play.state.is_alive(task.who) and not play.state.holds_capital(task.who)

    def close(self, play: Play, task: Task) -> None:
        play.state.agenda.pop()
        if play.state.is_alive(task.who):
            replace_hero(play, task.who, play.state.capital(task.who).hex)

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        return [APPEAR.of(hex) for hex in appear_hexes(state, seat)]

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        if command.verb is not APPEAR:
            return WRONG_DECISION
        return None if command.args[0] in appear_hexes(state, seat) else refusals.BAD_APPEAR

    def answer(self, play: Play, seat: Seat, command: Command) -> None:
        play.state.agenda.pop()
        replace_hero(play, seat, command.args[0])


@final
class Replace(Errand):
    """HW-4.1.m: Hero 2 with an army for 10 Gold."""

    def run(self, play: Play, task: Task) -> bool:
        state, seat = play.state, task.who
        state.agenda.pop()
        if state.is_alive(seat):
            state.hero(seat, 1).reset()
            state.players[seat].budget = REPLACEMENT_BUDGET
            for other, player in enumerate(state.players):
                player.pending = other == seat
            state.push(T_APPEAR, seat)
            state.push(T_ARMY, 1, seat)
        return False
