"""What houses have: Xadlas, counters, tokens, universities, buildings, soldiers and cards."""

from typing import Final

from pentarch.engine.core import Words
from pentarch.engine.tradewarz.cards import BATTLE_CARDS
from pentarch.engine.tradewarz.economy import income, wealth_line
from pentarch.engine.tradewarz.house import House
from pentarch.engine.tradewarz.state import State
from pentarch.engine.tradewarz.tables import (
    CATEGORY_NAMES,
    DIAL_TOP,
    NONE,
    RESOURCE_NAMES,
    TOKEN_NAMES,
    UPGRADE_COST,
)
from pentarch.engine.tradewarz.techs import TECHS

VERSION: Final = 1
NAMES: Final[Words] = (
    *("turn", "first", "xadlas", "golden", "missing", "goal", "posts", "castles", "villages"),
    *("settlements", "castles_built", "upgradable", "field", "squads", "reserve", "at_home"),
    *("spare", "overstretched", "morale", "deck", "drawn", "techs", "tech_levels", "might"),
    *("wealth", "poorest", "posts_manned", "barred"),
    *[f"goods_{name}" for name in RESOURCE_NAMES],
    *[f"full_{name}" for name in RESOURCE_NAMES],
    *[f"income_{name}" for name in RESOURCE_NAMES],
    *[f"token_{name}" for name in TOKEN_NAMES],
    *[f"school_{name}" for name in CATEGORY_NAMES],
)


def progress(state: State) -> float:
    """By the years or the Xadlas, whichever comes closer to its end."""
    settings = state.settings
    most = max([state.xadlas(house.seat) for house in state.houses])
    years = (state.year - 1 + state.season / 5) / settings.cap
    return min(1.0, max(years, most / settings.target))


def rows(state: State) -> "list[list[float]]":
    """The features of each seat."""
    return [_row(state, house) for house in state.houses]


def _row(state: State, house: House) -> list[float]:
    seat = house.seat
    return [
        *(1.0 if state.seat == seat else 0.0, 1.0 if state.order[0] == seat else 0.0),
        *_standing(state, house),
        *_army(state, house),
        *_knowledge(state, seat),
        *_counters(state, house),
        *[float(number) for number in income(state, seat)],
        *[float(number) for number in house.tokens],
        *[float(level) for level in house.schools],
    ]


def _standing(state: State, house: House) -> list[float]:
    xadlas, target = state.xadlas(house.seat), state.settings.target
    return [
        *(float(xadlas), float(house.golden), 1.0 / (1 + max(0, target - xadlas))),
        *(1.0 if xadlas >= target else 0.0, float(state.posts_of(house.seat))),
        *(float(house.castles), float(house.villages), float(house.settlements)),
        float(house.castles_built),
        1.0 if house.villages and house.can_pay(UPGRADE_COST) else 0.0,
    ]


def _army(state: State, house: House) -> list[float]:
    at_home = 0 if house.gate == NONE else house.army[house.gate]
    deck = 0
    for card in house.deck.stack():
        if card != NONE:
            deck += BATTLE_CARDS[card].might.total()
    return [
        *(float(house.field), float(house.squads), float(house.reserve), float(at_home)),
        *(float(house.capacity() - house.field), 1.0 if house.is_overstretched() else 0.0),
        *(float(sum(house.hand)), float(deck), float(house.deck.drawn)),
    ]


def _knowledge(state: State, seat: int) -> list[float]:
    count = levels = might = 0
    for number, owner in enumerate(state.tech_owner):
        if owner == seat:
            tech = TECHS[number]
            count += 1
            levels += tech.level
            might += tech.might.total()
    return [float(count), float(levels), float(might)]


def _counters(state: State, house: House) -> list[float]:
    goods, line = house.goods, wealth_line(house)
    manned = 0
    for post in state.posts:
        if post.square != NONE and house.army[post.square]:
            manned += 1
    return [
        *(float(sum([min(count, line + 1) for count in goods])), float(min(goods))),
        *(float(manned), 1.0 if house.barred else 0.0),
        *[float(count) for count in goods],
        *[max(0.0, count - 0.6 * DIAL_TOP) for count in goods],
    ]
