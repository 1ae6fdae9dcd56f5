"""Greedy's purse in Heroes vs Warlords: buildings, recruits, trade, and how safe the capital is."""

from pentarch.bots.greedy.heroes_combat import hero_power, pool_power
from pentarch.engine.commands import Command
from pentarch.engine.heroes.combat import towers_built
from pentarch.engine.heroes.commands import BUILD, BUY_HERO, DONE, RECRUIT, TRADE
from pentarch.engine.heroes.state import (
    C_HEX,
    C_HOLDER,
    C_STOCK,
    C_UNITS,
    CITY_SIZE,
    O_ROUNDS,
    State,
    capital,
    hex_of,
    in_play,
)
from pentarch.engine.heroes.strikes import works_level
from pentarch.engine.heroes.tables import KIND, MERC_WORD, RANGED, UNIT_COUNT, UNIT_GOLD

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


def choose_production(state: State, seat: int, legal: list[Command]) -> Command:
    """The next wanted building, then units; a second Hero when he is cheap."""
    home = capital(state, seat)
    last_rounds = state.round >= state.opt[O_ROUNDS] - 1
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
    best = DONE()
    best_worth = 0.0
    for command in legal:
        if command.verb is RECRUIT:
            worth = _recruit_worth(state, command)
            if worth > best_worth:
                best, best_worth = command, worth
    return best


def _needs_hero(state: State, seat: int) -> bool:
    """Only one Hero left, and he could be lost."""
    return not (in_play(state, 2 * seat) and in_play(state, 2 * seat + 1))


def _best_trade(state: State, legal: list[Command]) -> "Command | None":
    """Turn what overflows into Gold."""
    for command in legal:
        if command.verb is TRADE and command.args[2] == 0:
            city, given = command.args[0], command.args[1]
            if state.cities[city * CITY_SIZE + C_STOCK + given] >= 14:
                return command
    return None


def _recruit_worth(state: State, command: Command) -> float:
    city, word, number = command.args[0], command.args[1], command.args[2] + 1
    row = city * CITY_SIZE + C_UNITS
    archers = sum(state.cities[row + u] for u in range(UNIT_COUNT) if KIND[u] == RANGED)
    others = sum(state.cities[row + u] for u in range(UNIT_COUNT) if KIND[u] != RANGED)
    if word == MERC_WORD:
        return 2.2 * number
    level = word + 1
    if level == 3 and 2 * archers > others:
        return 0.1 * number
    # Advanced hits pay for level, basic hits for number.
    worth = level + 1.0 if state.method < 3 else 1.6 * level
    if level == 3:
        worth *= 1.3
    return worth / UNIT_GOLD[word] * 10 + number * UNIT_GOLD[word] * 0.01


def threat(state: State, seat: int) -> float:
    """The strongest enemy army."""
    return max(
        [
            hero_power(state, hero)
            for hero in range(2 * state.seats)
            if hero // 2 != seat and in_play(state, hero)
        ],
        default=0.0,
    )


def defence(state: State, seat: int) -> float:
    """What stands in the capital, Heroes included, with its works."""
    home = capital(state, seat)
    return city_defence(state, home)


def city_defence(state: State, city: int) -> float:
    """The power of a City's defenders."""
    row = city * CITY_SIZE
    power = pool_power([(unit, state.cities[row + C_UNITS + unit]) for unit in range(UNIT_COUNT)])
    holder = state.cities[row + C_HOLDER]
    for hero in range(2 * state.seats):
        is_there = in_play(state, hero) and hex_of(state, hero) == state.cities[row + C_HEX]
        if hero // 2 == holder and is_there:
            power += hero_power(state, hero)
    return power * (1 + 0.1 * works_level(state, city) + 0.2 * towers_built(state, city))
