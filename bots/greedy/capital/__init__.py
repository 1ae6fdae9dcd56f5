"""Greedy for Capital: buy what is worth most per Gold, strike where it pays, guard when needed.

`bot` answers, `worth` says what things are worth, `construction` spends the pools, `war` fights,
`hand` picks cards.
"""

from pentarch.bots.greedy.capital.bot import Greedy

__all__ = ["Greedy"]
