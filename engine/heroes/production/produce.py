"""Turn 5: all seats build, recruit, trade and buy Heroes at once."""

from typing import Final, final

from pentarch.engine.commands import Command, Verb
from pentarch.engine.core import WRONG_DECISION, Refusal, Seat
from pentarch.engine.heroes import refusals
from pentarch.engine.heroes.commands import BUY_HERO, DONE
from pentarch.engine.heroes.hero import AVAILABLE, DEAD, Hero
from pentarch.engine.heroes.play import Play
from pentarch.engine.heroes.production.income import cut_stocks
from pentarch.engine.heroes.production.purchase import Build, Purchase, Recruit, TradeIn, arrive
from pentarch.engine.heroes.state import T_PRODUCE, State, Task
from pentarch.engine.heroes.tables import GOLD, HERO_PRICE
from pentarch.engine.heroes.turn.vote import Simultaneous, close_vote

# What is done in a City, in the order in which it is listed.
PURCHASES: Final[list[Purchase]] = [Build(), Recruit(), TradeIn()]
_BY_VERB: Final[dict[Verb, Purchase]] = {purchase.verb: purchase for purchase in PURCHASES}


def hero_price(state: State, hero: Hero) -> int:
    """HW-4.1.l, p: 6 for Hero 2 the first time, else 6 + 6 per death."""
    if hero.status == AVAILABLE:
        return HERO_PRICE
    return HERO_PRICE + HERO_PRICE * state.players[hero.seat].deaths


def hero_refusal(state: State, hero: Hero) -> "Refusal | None":
    """Why a Hero cannot be bought (HW-4.1.l, p)."""
    if hero.status not in (AVAILABLE, DEAD) or not state.holds_capital(hero.seat):
        return refusals.HERO_NOT_FOR_SALE
    if state.capital(hero.seat).gold() < hero_price(state, hero):
        return refusals.TOO_EXPENSIVE
    return None


@final
class Produce(Simultaneous):
    """HW-D.prod: one purchase after the other until `done`; others see it when all are done."""

    def __init__(self) -> None:
        super().__init__(T_PRODUCE)

    def close(self, play: Play, task: Task) -> None:
        state = play.state
        state.agenda.pop()
        close_vote(state)
        state.shown_cities = []
        state.shown_heroes = []
        cut_stocks(state)

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        commands: list[Command] = []
        for city in state.cities:
            if city.holder == seat:
                for purchase in PURCHASES:
                    purchase.add_legal(state, seat, city, commands)
        for hero in state.pair(seat):
            if hero_refusal(state, hero) is None:
                commands.append(BUY_HERO.of(hero.number % 2))
        commands.append(DONE.of())
        return commands

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        if command.verb is DONE:
            return None
        if command.verb is BUY_HERO:
            return hero_refusal(state, state.hero(seat, command.args[0]))
        purchase = _BY_VERB.get(command.verb)
        if purchase is None:
            return WRONG_DECISION
        city = state.cities[command.args[0]]
        if city.holder != seat:
            return refusals.NOT_HELD
        return purchase.refusal(state, seat, city, command)

    def answer(self, play: Play, seat: Seat, command: Command) -> None:
        state = play.state
        if command.verb is DONE:
            state.players[seat].pending = False
        elif command.verb is BUY_HERO:
            hero = state.hero(seat, command.args[0])
            state.capital(seat).store(GOLD, -hero_price(state, hero))
            arrive(play, hero)
        else:
            city = state.cities[command.args[0]]
            _BY_VERB[command.verb].carry_out(play, seat, city, command)
