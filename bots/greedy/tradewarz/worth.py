"""What things are worth to the greedy TradeWarz bot, in tenths of a Xadla."""

from typing import Final

from pentarch.engine.commands import Command
from pentarch.engine.tradewarz import commands
from pentarch.engine.tradewarz.building import (
    building_cost,
    castle_refusal,
    recruit_cost,
    tech_cost,
    university_cost,
)
from pentarch.engine.tradewarz.economy import xadlas
from pentarch.engine.tradewarz.places import buildings, capacity, distances
from pentarch.engine.tradewarz.refusals import CANNOT_PAY
from pentarch.engine.tradewarz.state import State
from pentarch.engine.tradewarz.tables import (
    BANK_GIFT,
    CASTLE_COST,
    CROP_GIFT,
    DIAL_FALL,
    DIAL_TOP,
    EC01,
    EC02,
    EC03,
    EC04,
    EC05,
    EC06,
    EC07,
    EC09,
    EC11,
    EC12,
    EC13,
    EC14,
    EC15,
    EC16,
    ECONOMY,
    EN07,
    EN09,
    FESTIVAL_GIFT,
    GATE_LIMIT,
    GATES,
    MI04,
    MI07,
    MI10,
    MOUNTAIN,
    NONE,
    SETTLEMENT,
    SETTLEMENT_COST,
    SPACES,
    SPONSORSHIP,
    SPRING,
    TECH_BATTLE,
    TOP_LEVEL,
    TOUCHING,
    UNIT_OF_TECH,
    UPGRADE_COST,
    VILLAGE,
    VILLAGE_COST,
    WEALTH_ABOVE,
    WEALTH_ABOVE_BARTER,
    category_of,
    level_of,
)
from pentarch.engine.tradewarz.year import income, wealth_line

XADLA: Final = 10.0
GOOD: Final = 0.55
"""What one resource on the counter is worth."""
YIELD: Final = 0.7
"""What one resource a year is worth for each year left."""


class Chart:
    """What follows from the land and the structures on it; looked up by many decisions."""

    def __init__(self) -> None:
        self.rows: list[list[int] | None] = [None] * SPACES
        self.sites: list[float] = []
        """What the fields around each square promise a building there."""


def _site(space: int, terrain: list[int]) -> float:
    if space < GATES:
        return 0.0
    kinds = {terrain[tile] for tile in TOUCHING[space] if terrain[tile] < MOUNTAIN}
    return 2.0 + 0.3 * len(kinds) if kinds else 0.0


_CHARTS: Final[dict[bytes, Chart]] = {}
"""Shared by all bots of the process: playouts come back to the same lands again and again."""
_MOST_CHARTS: Final = 256


def _chart(state: State) -> Chart:
    key = bytes(state.land.terrain) + bytes(state.structures) + bytes(state.gate_owner)
    chart = _CHARTS.get(key)
    if chart is None:
        if len(_CHARTS) >= _MOST_CHARTS:
            _CHARTS.clear()
        chart = _CHARTS[key] = Chart()
        chart.sites = [_site(space, state.land.terrain) for space in range(SPACES)]
    return chart


class Outlook:
    """What the bot makes of a state: distances, who leads, how long the match may last.

    What is worked out for one decision is kept until the next look.
    """

    def __init__(self) -> None:
        self.state: State | None = None
        self.chart = Chart()
        self.horizon = 2.0
        self.xadla = XADLA
        self.danger: list[int] = [0] * SPACES
        self.siege = 0
        self.rivals = 1
        self.income: list[int] = [0, 0, 0, 0]
        self.seasons = 0
        self.wealth = WEALTH_ABOVE
        self.stock = 0.0
        """What the counters are worth as they stand."""
        self.prices: dict[tuple[int, int, int, int], float] = {}
        self.techs: dict[int, float] = {}
        self.levels: dict[tuple[int, int], float] = {}
        self.wish: Wish | None = None

    def look(self, state: State, seat: int) -> None:
        """Bring everything up to date."""
        self.state = state
        self.chart = _chart(state)
        self.rivals = state.seats - 1
        settings = state.settings
        left = float(settings.cap - state.year)
        if settings.length == "years":
            left = float(settings.years - state.year)
        elif settings.length == "seasons":
            left = (settings.budget - state.seasons_done) / 5
        else:
            lead = max(xadlas(state, other) for other in range(state.seats))
            left = min(left, (settings.target - lead) / 2.0)
        self.horizon = max(0.4, left + 0.5 - state.season / 5)
        wins = settings.length == "xadlas" and xadlas(state, seat) + 1 >= settings.target
        self.xadla = 5 * XADLA if wins else XADLA
        self._look_around(state, seat)
        self.income = [a + b for a, b in zip(income(state, seat), SPONSORSHIP, strict=True)]
        self.seasons = SPRING - state.season
        self.wealth = wealth_line(state, seat)
        self.stock = stock_worth(state.resources[seat * 4 : seat * 4 + 4], self)
        self.prices = {}
        self.techs = {}
        self.levels = {}
        self.wish = None

    def far(self, space: int) -> list[int]:
        """March distances from a space to all others."""
        row = self.chart.rows[space]
        if row is None:
            assert self.state is not None
            row = self.chart.rows[space] = distances(self.state, space)
        return row

    def _look_around(self, state: State, seat: int) -> None:
        """The strongest enemy group that could strike each space within two steps."""
        danger = [0] * SPACES
        gate = state.gate_of[seat]
        self.siege = 0
        for space in range(SPACES):
            here = state.here[space]
            if not here & ~state.friends[seat]:
                continue
            size = min(3, state.crowd[space])
            far = self.far(space)
            if gate != NONE and far[gate] <= 4:
                self.siege = max(self.siege, size)
            for goal in range(SPACES):
                if far[goal] <= 2 and danger[goal] < size:
                    danger[goal] = size
        self.danger = danger


def stock_worth(stock: list[int], outlook: Outlook) -> float:
    """Resources on the counters: more near the dial's top, and when all are high."""
    worth = 0.0
    missing = 0
    line = outlook.wealth + 1
    for count, gift in zip(stock, outlook.income, strict=True):
        worth += GOOD * count
        if count > 10:
            worth += 0.3 * (count - 10)
        count += gift
        if count >= DIAL_TOP:
            count -= DIAL_FALL
        if count < line:
            missing += line - count
    # How near all four counters are to the wealth Xadla of the coming year end.
    reach = 2 + 3 * outlook.seasons
    if missing >= reach:
        return worth
    return worth + outlook.xadla * 0.8 * (1 - missing / reach) ** 2


def price(state: State, seat: int, cost: "tuple[int, int, int, int]", outlook: Outlook) -> float:
    """What paying a cost takes from the counters' worth."""
    known = outlook.prices.get(cost)
    if known is None:
        stock = state.resources[seat * 4 : seat * 4 + 4]
        after = [max(0, have - part) for have, part in zip(stock, cost, strict=True)]
        known = outlook.prices[cost] = outlook.stock - stock_worth(after, outlook)
    return known


# Buildings.


def building_worth(state: State, seat: int, command: Command, outlook: Outlook) -> float:
    """A BUILD command, less its price."""
    verb, args = command.verb, command.args
    if verb is commands.RAISE:
        return university_worth(state, seat, args[0], args[1] + 1, outlook)
    space = args[0] + GATES
    if verb is commands.FORTIFY:
        return castle_worth(state, seat, space, outlook)
    if verb is commands.SETTLE:
        worth = site_worth(state, seat, space, 1, outlook)
        cost = building_cost(state, seat, SETTLEMENT_COST)
    elif verb is commands.FOUND:
        worth = site_worth(state, seat, space, 2, outlook) + _mix(state, seat, args[1:])
        cost = building_cost(state, seat, VILLAGE_COST)
    else:
        worth = 3 * YIELD * outlook.horizon + 2.0
        cost = building_cost(state, seat, UPGRADE_COST)
    scarce = min(state.resources[seat * 4 + state.land.terrain[tile]] for tile in args[1:])
    return worth - price(state, seat, cost, outlook) - 0.02 * scarce


def site_worth(state: State, seat: int, space: int, silos: int, outlook: Outlook) -> float:
    """A new building with so many silos on a square."""
    gold = 1 if silos == 2 else 0
    worth = (silos + gold) * YIELD * outlook.horizon + 1.2 * silos
    if silos == 2 and outlook.horizon > 1:
        worth += 1.5
    if space in state.post_square:
        worth += 2.0
    if outlook.danger[space] > state.army[seat * SPACES + space]:
        worth -= 2.0
    return worth


def _mix(state: State, seat: int, tiles: "tuple[int, ...]") -> float:
    """Two kinds of silos rather than one."""
    kinds = {state.land.terrain[tile] for tile in tiles}
    return 0.1 * len(kinds)


def castle_worth(state: State, seat: int, space: int, outlook: Outlook) -> float:
    """A silver Xadla, gold and support, as long as nobody can walk in."""
    worth = outlook.xadla + 2 * YIELD * outlook.horizon + 1.5
    if outlook.danger[space] > state.army[seat * SPACES + space] + 1:
        worth -= 3.0
    return worth - price(state, seat, building_cost(state, seat, CASTLE_COST), outlook)


def university_worth(state: State, seat: int, category: int, level: int, outlook: Outlook) -> float:
    """The Xadla of level 4, or the techs and post gold a lower level opens."""
    known = outlook.levels.get((category, level))
    if known is None:
        known = _university_worth(state, seat, category, level, outlook)
        outlook.levels[category, level] = known
    return known


def _university_worth(
    state: State, seat: int, category: int, level: int, outlook: Outlook
) -> float:
    have = state.schools[seat * 3 + category]
    worth = (
        outlook.xadla if level == TOP_LEVEL else 1.6 * (level - have) * min(1.5, outlook.horizon)
    )
    posts = state.post_owner.count(seat)
    if category == ECONOMY and have < 3 <= level:
        worth += posts * YIELD * outlook.horizon
    first = category * 16 + 4 * have
    if level > have and level != TOP_LEVEL:
        open_techs = [t for t in range(first, first + 4) if state.tech_owner[t] == NONE]
        if have == 0 or any(state.tech_owner[t] == seat for t in range(first - 4, first)):
            best = sorted((tech_worth(state, seat, t, outlook) for t in open_techs), reverse=True)
            worth += 0.7 * sum(max(0.0, w) for w in best[:2])
    return worth - price(state, seat, university_cost(state, seat, category, level), outlook)


# Soldiers.


def recruit_worth(state: State, seat: int, outlook: Outlook) -> float:
    """The next soldier, less his price."""
    home = state.army[seat * SPACES + state.gate_of[seat]]
    free = capacity(state, seat) - state.field[seat] - home
    worth = 4.0 if free >= 2 else 3.0 if free == 1 else 1.2
    if home < outlook.siege:
        worth += 3.0
    if home >= GATE_LIMIT - 1:
        worth = 0.0
    return worth - price(state, seat, recruit_cost(state, seat, 1), outlook)


# Techs.


def techs_worth(state: State, seat: int, techs: list[int], outlook: Outlook) -> float:
    """The best few techs that one token and the counters buy together."""
    worths = sorted(
        ((tech_worth(state, seat, tech, outlook), tech) for tech in techs), reverse=True
    )
    gold = state.resources[seat * 4]
    total = 0.0
    for worth, tech in worths[:4]:
        gold -= tech_cost(state, seat, category_of(tech), level_of(tech))[0]
        if worth < 0.5 or gold < 0:
            break
        total += worth
    return total


def tech_worth(state: State, seat: int, tech: int, outlook: Outlook) -> float:
    """A tech for the years left, less its price."""
    known = outlook.techs.get(tech)
    if known is None:
        strength, kills, blocks = TECH_BATTLE[tech]
        fights = 1.2 + 0.5 * min(3.0, outlook.horizon)
        known = _tech_gain(state, seat, tech, outlook)
        known += fights * (1.5 * strength + 0.7 * kills + 0.7 * blocks)
        if UNIT_OF_TECH[tech] != NONE:
            known += 0.5
        cost = tech_cost(state, seat, category_of(tech), level_of(tech))
        known -= price(state, seat, cost, outlook)
        outlook.techs[tech] = known
    return known


_STEADY_GAINS: Final = {
    EC09: 1.0,
    EC12: 1.0,
    EN07: 2.5,
    EN09: 4.0,
    MI04: 1.5,
    MI07: 3.5,
    MI10: 1.5,
}


def _tech_gain(state: State, seat: int, tech: int, outlook: Outlook) -> float:
    """What a tech brings apart from battles."""
    horizon = outlook.horizon
    if tech in (EC01, EC02, EC03):
        return CROP_GIFT * YIELD * horizon
    if tech == EC04:
        return 1.1 * CROP_GIFT * YIELD * horizon
    if tech == EC05:
        return 1.5 * YIELD * horizon
    if tech == EC06:
        return _barter_worth(state, seat, outlook)
    if tech == EC07:
        return YIELD * horizon * state.settlements[seat]
    if tech == EC11:
        return YIELD * horizon * state.post_owner.count(seat)
    if tech in (EC13, EC16):
        return 2.0 * horizon
    if tech == EC14:
        return 3 * FESTIVAL_GIFT * YIELD * horizon
    if tech == EC15:
        return BANK_GIFT * YIELD * horizon
    return _STEADY_GAINS.get(tech, 0.6)


def _barter_worth(state: State, seat: int, outlook: Outlook) -> float:
    """Yearly wealth Xadlas, as far as the counters and a year's income get there."""
    missing = 0
    for resource in range(4):
        count = state.resources[seat * 4 + resource] + outlook.income[resource]
        missing += max(0, WEALTH_ABOVE_BARTER + 1 - count)
    near = max(0.0, 1 - missing / 16)
    return 1.0 + 0.6 * XADLA * near * min(2.0, outlook.horizon)


# What to save for.


class Wish:
    """The best purchase that is a few resources away: its cost, worth, and what is missing."""

    def __init__(self) -> None:
        self.cost: tuple[int, int, int, int] | None = None
        self.worth = 0.5
        self.missing = 0


def purchase_wish(state: State, seat: int, outlook: Outlook) -> Wish:
    """What to save for."""
    if outlook.wish is None:
        outlook.wish = _find_wish(state, seat, outlook)
    return outlook.wish


def _find_wish(state: State, seat: int, outlook: Outlook) -> Wish:
    stock = state.resources[seat * 4 : seat * 4 + 4]
    wish = Wish()
    for cost, worth in _wishes(state, seat, outlook):
        missing = lack(cost, stock)
        if 0 < missing <= 4 and worth - 0.4 * missing > wish.worth:
            wish.worth = worth - 0.4 * missing
            wish.cost = cost
            wish.missing = missing
    return wish


def lack(cost: "tuple[int, int, int, int]", stock: list[int]) -> int:
    """How many resources are missing for a cost."""
    missing = 0
    for part, have in zip(cost, stock, strict=True):
        if part > have:
            missing += part - have
    return missing


def _wishes(
    state: State, seat: int, outlook: Outlook
) -> "list[tuple[tuple[int, int, int, int], float]]":
    found: list[tuple[tuple[int, int, int, int], float]] = []
    sites = buildings(state, seat)
    for space in sites:
        if state.kind[space] == VILLAGE and castle_refusal(state, seat, space) is CANNOT_PAY:
            cost = building_cost(state, seat, CASTLE_COST)
            found.append((cost, castle_worth(state, seat, space, outlook)))
        if state.kind[space] == SETTLEMENT:
            cost = building_cost(state, seat, UPGRADE_COST)
            worth = 2 * YIELD * outlook.horizon + 2.0 - price(state, seat, cost, outlook)
            found.append((cost, worth))
    for category in range(3):
        if state.schools[seat * 3 + category] < TOP_LEVEL:
            cost = university_cost(state, seat, category, TOP_LEVEL)
            found.append((cost, university_worth(state, seat, category, TOP_LEVEL, outlook)))
    if len(sites) < 5:
        for space in range(GATES, SPACES):
            if not state.here[space] >> seat & 1 or state.kind[space]:
                continue
            if any(state.land.terrain[tile] < MOUNTAIN for tile in TOUCHING[space]):
                cost = building_cost(state, seat, VILLAGE_COST)
                worth = site_worth(state, seat, space, 2, outlook)
                found.append((cost, worth - price(state, seat, cost, outlook)))
    return found
