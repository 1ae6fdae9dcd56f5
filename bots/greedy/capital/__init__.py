"""Greedy for Capital: buy what is worth most per Gold, strike where it pays, guard when needed.

`bot` answers, `worth` says what things are worth, `construction` spends the pools, `war` fights,
`hand` picks cards, `styles` holds the likings.
"""

from pentarch.bots.greedy.capital.bot import Greedy
from pentarch.bots.greedy.capital.styles import STYLES, TRIED

__all__ = ["STYLES", "TRIED", "Greedy"]
