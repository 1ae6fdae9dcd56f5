"""What a City or Camp can be told in production: build, recruit, trade."""

from abc import ABC, abstractmethod
from typing import Final, final

from pentarch.engine.commands import Command, Verb
from pentarch.engine.core import Numbers, Refusal, Seat
from pentarch.engine.heroes import refusals
from pentarch.engine.heroes.city import City
from pentarch.engine.heroes.commands import BUILD, RECRUIT, TRADE
from pentarch.engine.heroes.hero import AVAILABLE, Hero
from pentarch.engine.heroes.play import Play
from pentarch.engine.heroes.production.purse import covers, funds, pay
from pentarch.engine.heroes.state import State
from pentarch.engine.heroes.tables import (
    BUILDINGS,
    CITY_LIMIT,
    GOLD,
    LETTERS,
    MERC_WORD,
    RECRUIT_AMOUNTS,
    RESOURCES,
    STOREHOUSE,
    STOREHOUSE_RATE,
    TAVERN,
    TRADE_RATE,
    TRADEHALL,
    UNIT_WORDS,
    Building,
    Unit,
    unit_of,
)
from pentarch.engine.heroes.turn.fate import place_hero


class Purchase(ABC):
    """Something done in a City or Camp that its holder names: the commands of one verb."""

    def __init__(self, verb: Verb) -> None:
        self.verb: Final = verb

    @abstractmethod
    def add_legal(self, state: State, seat: Seat, city: City, commands: list[Command]) -> None:
        """Append what may be done in a City of the seat."""

    @abstractmethod
    def refusal(self, state: State, seat: Seat, city: City, command: Command) -> "Refusal | None":
        """Why it may not be done in a City of the seat, or None."""

    @abstractmethod
    def carry_out(self, play: Play, seat: Seat, city: City, command: Command) -> None:
        """Do it."""


def arrive(play: Play, hero: Hero) -> None:
    """A Hero enters in the capital."""
    hero.reset()
    place_hero(hero, play.state.capital(hero.seat).hex)
    play.whisper("arrived", hero.seat, hero.number % 2 + 1)


@final
class Build(Purchase):
    """HW-11.1: a building; a tavern in the capital brings Hero 2 (HW-4.1.l)."""

    def __init__(self) -> None:
        super().__init__(BUILD)

    def add_legal(self, state: State, seat: Seat, city: City, commands: list[Command]) -> None:
        stock = funds(state, seat, city)
        for building in BUILDINGS:
            # Most buildings are stopped by their price, the cheapest thing to look at.
            if not covers(stock, building.prices[city.race]):
                continue
            if build_refusal(state, seat, city, building) is None:
                commands.append(BUILD.of(city.race, building.number))

    def refusal(self, state: State, seat: Seat, city: City, command: Command) -> "Refusal | None":
        building = BUILDINGS[command.args[1]]
        refusal = build_refusal(state, seat, city, building)
        if refusal is None and not covers(funds(state, seat, city), building.prices[city.race]):
            return refusals.TOO_EXPENSIVE
        return refusal

    def carry_out(self, play: Play, seat: Seat, city: City, command: Command) -> None:
        building = BUILDINGS[command.args[1]]
        pay(play.state, seat, city, building.prices[city.race])
        city.build(building.number)
        play.whisper("built", seat, LETTERS[city.race], building.name)
        second = play.state.hero(seat, 1)
        is_home = city is play.state.capital(seat)
        if building.number == TAVERN and is_home and second.status == AVAILABLE:
            arrive(play, second)


def build_refusal(state: State, seat: Seat, city: City, building: Building) -> "Refusal | None":
    """What but the price speaks against a building (HW-11.1.b, HW-8.12.e, HW-17.3.a)."""
    if city.has(building.number):
        return refusals.ALREADY_BUILT
    is_captured = city is not state.capital(seat)
    if is_captured and building.is_army:
        return refusals.NOT_HERE
    if building.race >= 0 and (
        is_captured
        or not state.settings.special_buildings
        or building.race != city.race
        or city.razed
    ):
        return refusals.NOT_HERE
    if building.needs >= 0 and not city.has(building.needs):
        return refusals.NO_PREREQUISITE
    return None


def unit_price(unit: Unit, number: int) -> Numbers:
    """HW-11.2.1.a, HW-17.1.1.a."""
    return (unit.gold * number, unit.crystal * number, 0, 0)


def has_facility(state: State, city: City, word: int) -> bool:
    """Whether a City or Camp trains such units at all: each level has its building."""
    if word == MERC_WORD:
        return state.settings.mercenaries and city.has(TAVERN)
    return city.has(word)


@final
class Recruit(Purchase):
    """HW-4.3.2.b, HW-11.2: units of the City's own race, or mercenaries, for its garrison."""

    def __init__(self) -> None:
        super().__init__(RECRUIT)

    def add_legal(self, state: State, seat: Seat, city: City, commands: list[Command]) -> None:
        stock = funds(state, seat, city)
        for word in range(len(UNIT_WORDS)):
            if stock[GOLD] and has_facility(state, city, word):
                unit = unit_of(city.race, word)
                room = CITY_LIMIT - city.garrison[unit.number]
                for number in RECRUIT_AMOUNTS:
                    if number > room or not covers(stock, unit_price(unit, number)):
                        break
                    commands.append(RECRUIT.of(city.race, word, number - 1))

    def refusal(self, state: State, seat: Seat, city: City, command: Command) -> "Refusal | None":
        word, number = command.args[1], command.args[2] + 1
        unit = unit_of(city.race, word)
        if not has_facility(state, city, word):
            return refusals.NO_FACILITY
        if number not in RECRUIT_AMOUNTS:
            return refusals.BAD_AMOUNT
        if not covers(funds(state, seat, city), unit_price(unit, number)):
            return refusals.TOO_EXPENSIVE
        if city.garrison[unit.number] + number > CITY_LIMIT:
            return refusals.GARRISON_FULL
        return None

    def carry_out(self, play: Play, seat: Seat, city: City, command: Command) -> None:
        unit, number = unit_of(city.race, command.args[1]), command.args[2] + 1
        pay(play.state, seat, city, unit_price(unit, number))
        city.station(unit, number)


def trade_rate(city: City) -> int:
    """What one resource costs in another kind."""
    return STOREHOUSE_RATE if city.has(STOREHOUSE) else TRADE_RATE


@final
class TradeIn(Purchase):
    """HW-4.3.6.1.a, HW-4.3.6.2.a: some of one resource for one of another."""

    def __init__(self) -> None:
        super().__init__(TRADE)

    def add_legal(self, state: State, seat: Seat, city: City, commands: list[Command]) -> None:
        if not city.has(TRADEHALL):
            return
        for given in range(4):
            if city.stock[given] >= trade_rate(city):
                for wanted in range(4):
                    if wanted != given:
                        commands.append(TRADE.of(city.race, given, wanted))

    def refusal(self, state: State, seat: Seat, city: City, command: Command) -> "Refusal | None":
        given, wanted = command.args[1], command.args[2]
        is_open = given != wanted and city.has(TRADEHALL)
        return None if is_open and city.stock[given] >= trade_rate(city) else refusals.NO_TRADE

    def carry_out(self, play: Play, seat: Seat, city: City, command: Command) -> None:
        given, wanted = command.args[1], command.args[2]
        city.store(given, -trade_rate(city))
        city.store(wanted, 1)
        play.whisper("traded", seat, RESOURCES[given], RESOURCES[wanted])
