"""The three categories, the ranking and the outcome."""

from pentarch.engine.core import Outcome, ranks_of
from pentarch.engine.heroes.state import (
    C_HOLDER,
    C_UNITS,
    CITY_SIZE,
    H_LEVEL,
    H_SECTION,
    HERO_SIZE,
    OVER_AGREED,
    OVER_ALL,
    OVER_LAST,
    State,
    in_play,
    is_alive,
    living,
)
from pentarch.engine.heroes.tables import LEVEL, SECTIONS, UNIT_COUNT


def mines_of(state: State, seat: int) -> int:
    """Category I: Resource hexes controlled."""
    return state.owner.count(seat + 1)


def levels_of(state: State, seat: int) -> int:
    """Category II: levels of the Heroes in play."""
    return sum(
        state.heroes[hero * HERO_SIZE + H_LEVEL]
        for hero in (2 * seat, 2 * seat + 1)
        if in_play(state, hero)
    )


def army_strength(state: State, hero: int) -> int:
    """Levels of all units on a Hero's display."""
    start = hero * HERO_SIZE + H_SECTION
    total = 0
    for slot in range(start, start + 2 * SECTIONS, 2):
        if state.heroes[slot + 1]:
            total += LEVEL[state.heroes[slot]] * state.heroes[slot + 1]
    return total


def city_strength(state: State, city: int) -> int:
    """Levels of all units in a garrison."""
    row = city * CITY_SIZE + C_UNITS
    total = 0
    for unit, count in enumerate(state.cities[row : row + UNIT_COUNT]):
        if count:
            total += LEVEL[unit] * count
    return total


def strength_of(state: State, seat: int) -> int:
    """Category III: levels of all units on displays and in garrisons."""
    total = army_strength(state, 2 * seat) + army_strength(state, 2 * seat + 1)
    for city in range(3):
        if state.cities[city * CITY_SIZE + C_HOLDER] == seat:
            total += city_strength(state, city)
    hex = state.owner.find(seat + 1)
    while hex >= 0:
        units = state.units[hex * 6 : hex * 6 + 6]
        if any(units):
            for level in range(6):
                total += (level + 1) * units[level]
        hex = state.owner.find(seat + 1, hex + 1)
    return total


def category_values(state: State) -> "list[list[int]]":
    """The values of the three categories, one list per category."""
    seats = range(state.seats)
    return [
        [mines_of(state, seat) for seat in seats],
        [levels_of(state, seat) for seat in seats],
        [strength_of(state, seat) for seat in seats],
    ]


def categories_won(state: State) -> list[int]:
    """How many categories each living seat wins; ties win for all (HW-12.1.d)."""
    won = [0] * state.seats
    alive = living(state)
    for values in category_values(state):
        best = max([values[seat] for seat in alive], default=0)
        for seat in alive:
            if values[seat] == best:
                won[seat] += 1
    return won


def standing(state: State, rule: str, reason: str, *, natural: bool) -> Outcome:
    """Ranks: living seats by categories, then the defeated, later defeats first (HW-E.3, E.4)."""
    won = categories_won(state)
    keys: list[tuple[int, ...]] = [
        (1, won[seat]) if is_alive(state, seat) else (0, state.fallen[seat])
        for seat in range(state.seats)
    ]
    return Outcome(ranks=ranks_of(keys), scores=won, rule=rule, reason=reason, natural=natural)


def final_outcome(state: State) -> "Outcome | None":
    """The result of a match that is over."""
    if not state.over:
        return None
    if state.over == OVER_LAST:
        return standing(state, "HW-12.1.e", "last_standing", natural=True)
    if state.over == OVER_ALL:
        return standing(state, "HW-12.1.e", "all_defeated", natural=True)
    if state.over == OVER_AGREED:
        return standing(state, "HW-E.3", "agreed", natural=True)
    return standing(state, "HW-12.1.c", "rounds", natural=True)
