"""How the greedy TradeWarz bot sees a state: distances, dangers, time left, the worth of goods."""

from typing import Final

from pentarch.bots.greedy.tradewarz.styles import USUAL, Style
from pentarch.engine.tradewarz.board import Land
from pentarch.engine.tradewarz.economy import income, wealth_line
from pentarch.engine.tradewarz.lattice import SPACES
from pentarch.engine.tradewarz.places import distances
from pentarch.engine.tradewarz.settings import FOR_SEASONS, FOR_YEARS, UNTIL_TARGET
from pentarch.engine.tradewarz.state import House, State
from pentarch.engine.tradewarz.tables import (
    DIAL_FALL,
    DIAL_TOP,
    NONE,
    SPONSORSHIP,
    SPRING,
    WEALTH_ABOVE,
    Cost,
)

XADLA: Final = 10.0
GOOD: Final = 0.55
"""What one resource on the counter is worth."""
YIELD: Final = 0.7
"""What one resource a year is worth for each year left."""


class Wish:
    """The best purchase that is a few resources away: its cost, worth, and what is missing."""

    def __init__(self) -> None:
        self.cost: Cost | None = None
        self.worth = 0.5
        self.missing = 0


class Chart:
    """What follows from the land and the structures on it; looked up by many decisions."""

    def __init__(self) -> None:
        self.rows: list[list[int] | None] = [None] * SPACES
        self.sites: list[float] = []
        """What the fields around each square promise a building there."""


def _site(space: int, land: Land) -> float:
    kinds = {land.terrain[tile] for tile in land.fields[space]}
    return 2.0 + 0.3 * len(kinds) if kinds else 0.0


_CHARTS: Final[dict[bytes, Chart]] = {}
"""Shared by all bots of the process: playouts come back to the same lands again and again."""
_MOST_CHARTS: Final = 256


def _chart(state: State) -> Chart:
    owners = bytes(gate.owner for gate in state.gates)
    key = bytes(state.land.terrain) + bytes(state.structures) + owners
    chart = _CHARTS.get(key)
    if chart is None:
        if len(_CHARTS) >= _MOST_CHARTS:
            _CHARTS.clear()
        chart = _CHARTS[key] = Chart()
        chart.sites = [_site(space, state.land) for space in range(SPACES)]
    return chart


class Outlook:
    """What the bot makes of a state: distances, who leads, how long the match may last.

    What is worked out for one decision is kept until the next look.
    """

    def __init__(self, style: Style = USUAL) -> None:
        self.style = style
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
        self.prices: dict[Cost, float] = {}
        self.techs: dict[int, float] = {}
        self.levels: dict[tuple[int, int], float] = {}
        self.sites: dict[int, float] = {}
        self.wish: Wish | None = None

    def look(self, state: State, seat: int) -> None:
        """Bring everything up to date."""
        self.state = state
        self.chart = _chart(state)
        self.rivals = state.seats - 1
        settings = state.settings
        left = float(settings.cap - state.year)
        if settings.length == FOR_YEARS:
            left = float(settings.years - state.year)
        elif settings.length == FOR_SEASONS:
            left = (settings.budget - state.seasons_done) / 5
        else:
            lead = max(state.xadlas(other) for other in range(state.seats))
            left = min(left, (settings.target - lead) / 2.0)
        self.horizon = max(0.4, left + 0.5 - state.season / 5)
        wins = settings.length == UNTIL_TARGET and state.xadlas(seat) + 1 >= settings.target
        self.xadla = 5 * XADLA if wins else XADLA
        house = state.houses[seat]
        self._look_around(state, house)
        self.income = [a + b for a, b in zip(income(state, seat), SPONSORSHIP, strict=True)]
        self.seasons = SPRING - state.season
        self.wealth = wealth_line(house)
        self.stock = stock_worth(house.goods, self)
        self.prices = {}
        self.techs = {}
        self.levels = {}
        self.sites = {}
        self.wish = None

    def far(self, space: int) -> list[int]:
        """March distances from a space to all others."""
        row = self.chart.rows[space]
        if row is None:
            assert self.state is not None
            row = self.chart.rows[space] = distances(self.state, space)
        return row

    def _look_around(self, state: State, house: House) -> None:
        """The strongest enemy group that could strike each space within two steps."""
        danger = [0] * SPACES
        self.siege = 0
        for space, square in enumerate(state.squares):
            if square.here.within(house.friends):
                continue
            size = min(3, square.crowd)
            far = self.far(space)
            if house.gate != NONE and far[house.gate] <= 4:
                self.siege = max(self.siege, size)
            for goal in range(SPACES):
                if far[goal] <= 2 and danger[goal] < size:
                    danger[goal] = size
        self.danger = danger


def stock_worth(stock: list[int], outlook: Outlook) -> float:
    """Resources on the counters: more near the dial's top, and when all are high."""
    worth = 0.0
    missing = 0
    good = GOOD * outlook.style.goods
    line = outlook.wealth + 1
    for count, gift in zip(stock, outlook.income, strict=True):
        worth += good * count
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


def price(state: State, seat: int, cost: Cost, outlook: Outlook) -> float:
    """What paying a cost takes from the counters' worth."""
    known = outlook.prices.get(cost)
    if known is None:
        stock = state.houses[seat].goods
        after = [max(0, have - part) for have, part in zip(stock, cost, strict=True)]
        known = outlook.prices[cost] = outlook.stock - stock_worth(after, outlook)
    return known
