"""The three categories, the ranking and the outcome."""

from typing import Final

from pentarch.engine.core import Outcome, ranks_of
from pentarch.engine.heroes.state import OVER_AGREED, OVER_ALL, OVER_LAST, OVER_ROUNDS, State
from pentarch.engine.heroes.world.site import NOBODY

_RULES: Final = {
    OVER_LAST: "HW-12.1.e",
    OVER_ALL: "HW-12.1.e",
    OVER_AGREED: "HW-E.3",
    OVER_ROUNDS: "HW-12.1.c",
}


def mines_of(state: State, seat: int) -> int:
    """Category I: Resource hexes controlled."""
    mines = 0
    for site in state.sites:
        if site.owner == seat:
            mines += 1
    return mines


def levels_of(state: State, seat: int) -> int:
    """Category II: levels of the Heroes in play."""
    return sum([hero.level for hero in state.pair(seat) if hero.in_play()])


def strength_of(state: State, seat: int) -> int:
    """Category III: levels of all units on displays and in garrisons."""
    total = sum([hero.strength() for hero in state.pair(seat)])
    total += sum([city.strength() for city in state.cities if city.holder == seat])
    for site in state.sites:
        if site.owner == seat and site.units != NOBODY:
            for word, count in enumerate(site.units):
                total += (word + 1) * count
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
    return _won(state, category_values(state))


def _won(state: State, categories: "list[list[int]]") -> list[int]:
    won = [0] * state.seats
    alive = state.living()
    for values in categories:
        best = max([values[seat] for seat in alive], default=0)
        for seat in alive:
            if values[seat] == best:
                won[seat] += 1
    return won


def measures(state: State) -> "dict[str, list[int]]":
    """Numbers worth a chart."""
    values = category_values(state)
    gold = [0] * state.seats
    for city in state.cities:
        if city.holder >= 0:
            gold[city.holder] += city.gold()
    return {
        "mines": values[0],
        "levels": values[1],
        "army": values[2],
        "gold": gold,
        "categories": _won(state, values),
    }


def standing(state: State, rule: str, reason: str, *, natural: bool) -> Outcome:
    """Ranks: living seats by categories, then the defeated, later defeats first (HW-E.3, E.4)."""
    won = categories_won(state)
    keys: list[tuple[int, ...]] = [
        (1, won[seat]) if player.is_alive() else (0, player.fallen)
        for seat, player in enumerate(state.players)
    ]
    return Outcome(ranks=ranks_of(keys), scores=won, rule=rule, reason=reason, natural=natural)


def final_outcome(state: State) -> "Outcome | None":
    """The result of a match that is over."""
    if not state.over:
        return None
    return standing(state, _RULES[state.over], state.over, natural=True)
