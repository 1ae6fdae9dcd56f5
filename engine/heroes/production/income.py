"""Turn 4: what mines, Cities and Camps bring, and what can be kept of it."""

from pentarch.engine.heroes.play import Play
from pentarch.engine.heroes.state import State
from pentarch.engine.heroes.tables import GOLD, STOCK_LIMIT
from pentarch.engine.heroes.turn.growth import add_stock


def collect_income(play: Play) -> None:
    """Turn 4 (HW-9.2.*): mines, Cities and Camps, halls."""
    state = play.state
    income = [[0, 0, 0, 0] for _ in state.players]
    for hex in state.world.hexes:
        owner = state.sites[hex].owner
        if owner >= 0:
            income[owner][state.feature(hex).resource] += 1
    for city in state.cities:
        if city.holder >= 0:
            income[city.holder][GOLD] += city.income()
    for seat in state.living():
        for kind in range(4):
            add_stock(play, seat, kind, income[seat][kind])


def cut_stocks(state: State) -> None:
    """HW-4.3.7.a: at the end of production nothing above twenty is kept."""
    for city in state.cities:
        city.stock = tuple([min(STOCK_LIMIT, amount) for amount in city.stock])
