"""Deeds of Heroes where they stand: training, prayer, quests drawn and dropped, honour stored."""

from abc import ABC, abstractmethod
from typing import Final, final

from pentarch.engine.commands import Command, Verb
from pentarch.engine.core import Refusal
from pentarch.engine.heroes import refusals
from pentarch.engine.heroes.city import City
from pentarch.engine.heroes.commands import PRAY, QUEST_DRAW, QUEST_DROP, STORE, TRAIN
from pentarch.engine.heroes.hero import DONE_NOW, Hero
from pentarch.engine.heroes.play import Play
from pentarch.engine.heroes.state import State
from pentarch.engine.heroes.tables import (
    ABILITY_CAPS,
    GOLD,
    HONOR_CAP,
    Q_PILGRIM,
    QUESTS,
    RACES,
    TAVERN,
    TRAINING,
    amounts,
)
from pentarch.engine.heroes.turn.growth import (
    add_honor,
    add_stock,
    gain_experience,
    progress_quest,
)
from pentarch.engine.heroes.world.tile import HOLY_PLACE


class Deed(ABC):
    """Something a Hero can do in his owner's turn: the commands of one verb, and their rule.

    It is asked only for Heroes who can act at all.
    """

    def __init__(self, verb: Verb) -> None:
        self.verb: Final = verb

    @abstractmethod
    def add_legal(
        self, state: State, hero: Hero, city: "City | None", commands: list[Command]
    ) -> None:
        """Append what the Hero may do; `city` is the City of his own in which he stands."""

    @abstractmethod
    def refusal(self, state: State, hero: Hero, command: Command) -> "Refusal | None":
        """Why he may not do something, or None."""

    @abstractmethod
    def carry_out(self, play: Play, hero: Hero, command: Command) -> None:
        """Do it."""


def own_city(state: State, hero: Hero) -> "City | None":
    """The City or Camp of the Hero's owner in which he stands."""
    for city in state.cities:
        if city.hex == hero.hex:
            return city if city.holder == hero.seat else None
    return None


def is_home(hero: Hero, city: "City | None") -> bool:
    """Whether his own City is his owner's capital."""
    return city is not None and city.race == hero.race


@final
class Train(Deed):
    """HW-4.3.3.a: one ability point in the Training Area, once per match."""

    def __init__(self) -> None:
        super().__init__(TRAIN)

    def _is_open(self, hero: Hero, city: "City | None") -> bool:
        return city is not None and city.has(TRAINING) and not hero.trained

    def add_legal(
        self, state: State, hero: Hero, city: "City | None", commands: list[Command]
    ) -> None:
        if self._is_open(hero, city):
            for which, cap in enumerate(ABILITY_CAPS):
                if hero.abilities[which] < cap:
                    commands.append(TRAIN.of(hero.number % 2, which))

    def refusal(self, state: State, hero: Hero, command: Command) -> "Refusal | None":
        if not self._is_open(hero, own_city(state, hero)):
            return refusals.NO_TRAINING
        which = command.args[1]
        return None if hero.abilities[which] < ABILITY_CAPS[which] else refusals.AT_CAP

    def carry_out(self, play: Play, hero: Hero, command: Command) -> None:
        hero.raise_ability(command.args[1])
        hero.trained = True


@final
class Pray(Deed):
    """HW-15.4.a, c: at a holy place the Hero stops for good and rolls on T15."""

    def __init__(self) -> None:
        super().__init__(PRAY)

    def add_legal(
        self, state: State, hero: Hero, city: "City | None", commands: list[Command]
    ) -> None:
        if state.settings.holy_places and self._is_open(state, hero):
            commands.append(PRAY.of(hero.number % 2))

    def _is_open(self, state: State, hero: Hero) -> bool:
        return state.feature(hero.hex) is HOLY_PLACE and not state.sites[hero.hex].visited

    def refusal(self, state: State, hero: Hero, command: Command) -> "Refusal | None":
        is_open = state.settings.holy_places and self._is_open(state, hero)
        return None if is_open else refusals.NO_HOLY_PLACE

    def carry_out(self, play: Play, hero: Hero, command: Command) -> None:
        play.state.alter(hero.hex).visited = True
        hero.mp = 0
        hero.finished = DONE_NOW
        roll = play.chance.die(20)
        play.note("holy_roll", hero.seat, roll)
        _answer_prayer(play, hero, roll)
        progress_quest(play, hero, Q_PILGRIM, 1)


def _answer_prayer(play: Play, hero: Hero, roll: int) -> None:
    """T15."""
    state = play.state
    if roll <= 5 or (roll <= 10 and not state.settings.honor):
        add_stock(play, hero.seat, GOLD, 1)
    elif roll <= 10:
        add_honor(play, hero, hero.stacks())
    elif roll <= 15:
        hero.mp = 4
        hero.finished = 0
    elif roll <= 19:
        for hex in state.world.hexes:
            if state.sites[hex].owner == hero.seat:
                add_stock(play, hero.seat, state.feature(hex).resource, 1)
    else:
        gain_experience(play, hero, play.chance.die(20))


def _at_tavern(state: State, hero: Hero, city: "City | None") -> bool:
    """Whether quests are drawn and dropped here."""
    if not state.settings.quests or city is None:
        return False
    return is_home(hero, city) and city.has(TAVERN)


@final
class DrawQuest(Deed):
    """HW-17.2.a: the top card; an empty deck is made anew from the discards (HW-17.2.c)."""

    def __init__(self) -> None:
        super().__init__(QUEST_DRAW)

    def add_legal(
        self, state: State, hero: Hero, city: "City | None", commands: list[Command]
    ) -> None:
        if _at_tavern(state, hero, city) and self._card_refusal(state, hero) is None:
            commands.append(QUEST_DRAW.of(hero.number % 2))

    def refusal(self, state: State, hero: Hero, command: Command) -> "Refusal | None":
        if not _at_tavern(state, hero, own_city(state, hero)):
            return refusals.NO_QUESTS
        return self._card_refusal(state, hero)

    def _card_refusal(self, state: State, hero: Hero) -> "Refusal | None":
        if hero.quest >= 0:
            return refusals.QUEST_OPEN
        return None if state.deck or state.discards else refusals.NO_QUESTS

    def carry_out(self, play: Play, hero: Hero, command: Command) -> None:
        state = play.state
        if not state.deck:
            state.deck = state.discards.copy()
            state.discards = []
            play.chance.shuffle(state.deck)
        hero.quest = state.deck[-1]
        state.deck = state.deck[:-1]
        hero.progress = 0
        state.left = [entry for entry in state.left if entry[0] != hero.number]
        play.note("quest", hero.seat, hero.number % 2 + 1, QUESTS[hero.quest].name)


@final
class DropQuest(Deed):
    """HW-17.2.c: the card goes to the discards, once per turn."""

    def __init__(self) -> None:
        super().__init__(QUEST_DROP)

    def add_legal(
        self, state: State, hero: Hero, city: "City | None", commands: list[Command]
    ) -> None:
        if _at_tavern(state, hero, city) and self._card_refusal(state, hero) is None:
            commands.append(QUEST_DROP.of(hero.number % 2))

    def refusal(self, state: State, hero: Hero, command: Command) -> "Refusal | None":
        if not _at_tavern(state, hero, own_city(state, hero)):
            return refusals.NO_QUESTS
        return self._card_refusal(state, hero)

    def _card_refusal(self, state: State, hero: Hero) -> "Refusal | None":
        if hero.quest < 0 or hero.quest_dropped:
            return refusals.NO_OPEN_QUEST
        return None

    def carry_out(self, play: Play, hero: Hero, command: Command) -> None:
        play.state.discard(hero.quest)
        hero.quest = -1
        hero.progress = 0
        hero.quest_dropped = True


def store_limit(state: State, hero: Hero, city: "City | None") -> int:
    """HP the Hero can store here (HW-17.3.b); 0: none."""
    if not state.settings.special_buildings or city is None or not is_home(hero, city):
        return 0
    if not city.has(RACES[city.race].special):
        return 0
    return min(HONOR_CAP - city.stored, hero.honor)


@final
class StoreHonor(Deed):
    """HW-17.3.b: HP go into the special building for good."""

    def __init__(self) -> None:
        super().__init__(STORE)

    def add_legal(
        self, state: State, hero: Hero, city: "City | None", commands: list[Command]
    ) -> None:
        for number in amounts(store_limit(state, hero, city)):
            commands.append(STORE.of(hero.number % 2, number - 1))

    def refusal(self, state: State, hero: Hero, command: Command) -> "Refusal | None":
        is_open = command.args[1] + 1 in amounts(store_limit(state, hero, own_city(state, hero)))
        return None if is_open else refusals.NO_STORE

    def carry_out(self, play: Play, hero: Hero, command: Command) -> None:
        number = command.args[1] + 1
        hero.honor -= number
        play.state.capital(hero.seat).stored += number
