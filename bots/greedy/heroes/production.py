"""Greedy's purse in Heroes vs Warlords: buildings, recruits, trade, and how safe the capital is."""

from typing import Final

from pentarch.bots.greedy.heroes.combat import garrison_power, hero_power
from pentarch.engine.commands import Command
from pentarch.engine.heroes.city import City
from pentarch.engine.heroes.combat.method import METHODS
from pentarch.engine.heroes.commands import BUILD, BUY_HERO, DONE, RECRUIT, TRADE
from pentarch.engine.heroes.state import State
from pentarch.engine.heroes.tables import MERC_WORD, UNITS, unit_of

# What buildings are worth having, in order.
WANTED = (
    "townhall",
    "barracks",
    "tavern",
    "range",
    "cityhall",
    "wall2",
    "tower1",
    "training",
    "academy",
    "palace",
    "tradehall",
    "wall3",
    "tiltyard",
    "tower2",
    "blacksmith",
    "temple",
    "shamantent",
    "storehouse",
    "garde",
)

_ARCHERS: Final = [unit.number for unit in UNITS if unit.is_ranged]


def choose_production(state: State, seat: int, legal: list[Command]) -> Command:
    """The next wanted building, then units; a second Hero when he is cheap."""
    home = state.players[seat].race
    last_rounds = state.round >= state.settings.rounds - 1
    danger = threat(state, seat) > 1.3 * defence(state, seat)
    if not last_rounds and not danger:
        builds = {c.text.split()[2]: c for c in legal if c.verb is BUILD and c.args[0] == home}
        for name in WANTED:
            if name in builds:
                return builds[name]
    for command in legal:
        if command.verb is BUY_HERO and (_needs_hero(state, seat) or last_rounds):
            return command
    trade = _best_trade(state, legal)
    if trade is not None:
        return trade
    best = DONE.of()
    best_worth = 0.0
    enough = [_has_archers(city) for city in state.cities]
    for command in legal:
        if command.verb is RECRUIT:
            worth = _recruit_worth(state, command, has_archers=enough[command.args[0]])
            if worth > best_worth:
                best, best_worth = command, worth
    return best


def _needs_hero(state: State, seat: int) -> bool:
    """Only one Hero left, and he could be lost."""
    return not all(hero.in_play() for hero in state.pair(seat))


def _best_trade(state: State, legal: list[Command]) -> "Command | None":
    """Turn what overflows into Gold."""
    for command in legal:
        if command.verb is TRADE and command.args[2] == 0:
            city, given = command.args[0], command.args[1]
            if state.cities[city].stock[given] >= 14:
                return command
    return None


def _has_archers(city: City) -> bool:
    """Whether there is one archer for every two others."""
    archers = 0
    for number in _ARCHERS:
        archers += city.garrison[number]
    return 2 * archers > city.units() - archers


def _recruit_worth(state: State, command: Command, *, has_archers: bool) -> float:
    city, word, number = command.args[0], command.args[1], command.args[2] + 1
    if word == MERC_WORD:
        return 2.2 * number
    level = word + 1
    if level == 3 and has_archers:
        return 0.1 * number
    # Advanced hits pay for level, basic hits for number.
    is_advanced = METHODS[state.method].hits.is_advanced
    worth = 1.6 * level if is_advanced else level + 1.0
    if level == 3:
        worth *= 1.3
    gold = unit_of(city, word).gold
    return worth / gold * 10 + number * gold * 0.01


def threat(state: State, seat: int) -> float:
    """The strongest enemy army."""
    return max(
        [hero_power(hero) for hero in state.heroes if hero.seat != seat and hero.in_play()],
        default=0.0,
    )


def defence(state: State, seat: int) -> float:
    """What stands in the capital, Heroes included, with its works."""
    return city_defence(state, state.capital(seat))


def city_defence(state: State, city: City) -> float:
    """The power of a City's defenders."""
    power = garrison_power(city)
    for hero in state.heroes:
        if hero.in_play() and hero.hex == city.hex and hero.seat == city.holder:
            power += hero_power(hero)
    return power * (1 + 0.1 * city.works_level() + 0.2 * city.towers())
