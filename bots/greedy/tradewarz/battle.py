"""What the greedy TradeWarz bot expects of battles."""

from functools import lru_cache

from pentarch.engine.tradewarz.battle import main_defender
from pentarch.engine.tradewarz.cards import BATTLE_CARDS
from pentarch.engine.tradewarz.might import attack_might, defence_might
from pentarch.engine.tradewarz.state import House, State


class Odds:
    """What to expect of a battle, seen from the attacker."""

    def __init__(self, edge: int, win: float, lose: float) -> None:
        self.edge = edge
        self.win = win
        self.lose = lose


def battle_odds(state: State, seat: int, space: int, size: int, unit: int) -> Odds:
    """The strength edge without cards, and the chances with them."""
    edge = size + balance(state, seat, space, unit)
    return odds_of(edge, strengths(state.houses[seat]))


def balance(state: State, seat: int, space: int, unit: int) -> int:
    """The strength edge of an attacker without soldiers and cards."""
    house, defender = state.houses[seat], state.houses[main_defender(state, space)]
    edge = attack_might(state, house, space, unit).strength
    return edge - state.squares[space].crowd - defence_might(state, defender, space).strength


def strengths(house: House) -> bytes:
    """Those of the cards that the house may draw in its next battle."""
    stack = house.deck.stack() or house.deck.cards
    return bytes(sorted([BATTLE_CARDS[card].might.strength for card in stack]))


@lru_cache(maxsize=1024)
def odds_of(edge: int, strengths: bytes) -> Odds:
    """The chances of one card out of a stack against any strength."""
    win = lose = 0
    for strength in strengths:
        mine = strength + edge
        for theirs in (1, 2, 3, 4):
            win += mine > theirs
            lose += mine < theirs
    return Odds(edge, win / (4 * len(strengths)), lose / (4 * len(strengths)))
