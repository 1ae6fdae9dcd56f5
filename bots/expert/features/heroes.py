"""What seats have: mines, Heroes and their armies, Cities with buildings, stocks and garrisons."""

from math import log1p
from typing import Final

from pentarch.engine.core import Words
from pentarch.engine.heroes.hero import Hero
from pentarch.engine.heroes.score import category_values
from pentarch.engine.heroes.state import State
from pentarch.engine.heroes.tables import ABILITIES, BUILDINGS, RACES, RESOURCES

VERSION: Final = 1
_TURNS: Final = 3
"""Turns of a seat in a Round."""
_FAR: Final = 6.0
"""With so many turns left a match is halfway."""
_CATEGORIES: Final[Words] = ("mines", "levels", "army")
NAMES: Final[Words] = (
    *("alive", "turn", "ahead", "capital", "cities", "income", "works", "towers", "army_sites"),
    *("sites", "garrison", "guards", "heroes", "strongest", "displays", "stacks", "units"),
    *("experience", "honor", "gear", "quests", "moves", "skills", "slain"),
    *_CATEGORIES,
    *[f"{category}_log" for category in _CATEGORIES],
    *[f"leads_{category}" for category in _CATEGORIES],
    *[f"stock_{resource}" for resource in RESOURCES],
    *[f"mines_{resource}" for resource in RESOURCES],
    *ABILITIES,
    *[f"race_{race.letter}" for race in RACES],
)


def progress(state: State) -> float:
    """By the turns that are left: what an investment is worth depends on nothing else."""
    done = _TURNS * (state.round - 1) + state.sequence
    left = max(0, _TURNS * state.settings.rounds - done)
    return _FAR / (_FAR + left)


def rows(state: State) -> "list[list[float]]":
    """The features of each seat."""
    categories = category_values(state)
    return [_row(state, seat, categories) for seat in range(state.seats)]


def _row(state: State, seat: int, categories: "list[list[int]]") -> list[float]:
    player = state.players[seat]
    own = [values[seat] for values in categories]
    best = [
        max([value for other, value in enumerate(values) if other != seat]) for values in categories
    ]
    leads = [
        (mine - other) / (abs(mine) + abs(other) + 1) for mine, other in zip(own, best, strict=True)
    ]
    return [
        *(1.0 if player.is_alive() else 0.0, 1.0 if state.active == seat else 0.0),
        float(sum([mine >= other for mine, other in zip(own, best, strict=True)])),
        *_cities(state, seat),
        *_heroes(state.pair(seat)),
        float(player.deaths),
        *[float(value) for value in own],
        *[log1p(value) for value in own],
        *leads,
        *_stocks(state, seat),
        *_mines(state, seat),
        *[
            float(sum([hero.ability(which) for hero in state.pair(seat) if hero.in_play()]))
            for which in range(len(ABILITIES))
        ],
        *[1.0 if player.race == race else 0.0 for race in range(len(RACES))],
    ]


def _cities(state: State, seat: int) -> list[float]:
    income = works = towers = army_sites = sites = 0
    garrison = 0
    held = state.held(seat)
    for city in held:
        income += city.income()
        works += city.works_level()
        towers += city.towers()
        garrison += city.strength()
        for building in BUILDINGS:
            if city.has(building.number):
                sites += 1
                if building.is_army:
                    army_sites += 1
    guards = 0
    for site in state.sites:
        if site.owner == seat:
            for word, count in enumerate(site.units):
                guards += (word + 1) * count
    return [
        *(1.0 if state.holds_capital(seat) else 0.0, float(len(held)), float(income)),
        *(float(works), float(towers), float(army_sites), float(sites), float(garrison)),
        float(guards),
    ]


def _heroes(pair: list[Hero]) -> list[float]:
    there = [hero for hero in pair if hero.in_play()]
    strengths = [hero.strength() for hero in there]
    return [
        *(float(len(there)), float(max(strengths, default=0)), float(sum(strengths))),
        float(sum([hero.stacks() for hero in there])),
        float(sum([hero.units() for hero in there])),
        float(sum([hero.experience for hero in there])),
        float(sum([hero.honor for hero in there])),
        float(sum([len(hero.gear) for hero in there])),
        float(sum([hero.quest >= 0 for hero in there])),
        float(sum([hero.mp for hero in there])),
        float(sum([sum(hero.skills) for hero in there])),
    ]


def _stocks(state: State, seat: int) -> list[float]:
    stock = [0.0] * len(RESOURCES)
    for city in state.held(seat):
        for kind, amount in enumerate(city.stock):
            stock[kind] += amount
    return stock


def _mines(state: State, seat: int) -> list[float]:
    mines = [0.0] * len(RESOURCES)
    for hex, site in enumerate(state.sites):
        if site.owner == seat:
            resource = state.feature(hex).resource
            if resource >= 0:
                mines[resource] += 1.0
    return mines
