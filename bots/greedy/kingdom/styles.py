"""How the greedy bot can be made to play: what it trains, when it grows, and how bold it is."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Style:
    """The likings of the greedy bot."""

    boldness: float = 1.0
    """What an attack may cost for each point of what it wins and kills."""
    spite: float = 1.0
    """Factor of what is worth taking from another seat."""
    soldiers_per_mage: int = 8
    knight_gold: int = 5
    """Gold for each free slot with which knights are trained instead of swordsmen."""
    fewest_rounds: int = 8
    """Rounds that must be left for a market; a sawmill asks for 2 more, a tech for 4."""
    market_castles: int = 2
    """Castles that a market asks for."""
    sawmill_price: int = 11
    """The most that is paid for a sawmill."""
    net: int = 4
    """Income beyond upkeep that a tech must leave, or that better production asks for."""
    purse: int = 0
    """Gold that is not spent on soldiers, but saved for growth."""


USUAL: Final = Style()
STYLES: Final = {
    "raider": Style(boldness=2.0, spite=3.0, soldiers_per_mage=16, fewest_rounds=999),
    "builder": Style(boldness=0.6, spite=0.5, market_castles=1, sawmill_price=16, net=1, purse=3),
    "sorcerer": Style(soldiers_per_mage=3, knight_gold=99),
}
"""Soldiers and attacks only; growth before attacks; many mages behind swordsmen."""
TRIED: Final = tuple(STYLES)
"""Those that search may find better for a match or a part of it."""
