"""Greedy for Kingdom: hold the castles, take what a simulated battle wins, grow, march together.

All orders of a round are handed in as one plan. Ties are broken by the bot's own seeded order,
never by area id: the maps are symmetric, their numbering is not.
"""

from pentarch.bots.greedy.kingdom.bot import Greedy
from pentarch.bots.greedy.kingdom.styles import STYLES, TRIED

__all__ = ["STYLES", "TRIED", "Greedy"]
