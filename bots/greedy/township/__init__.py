"""Greedy for Township: a plan of buildings, a list of useful activities, and wars that pay.

`bot` answers, `worker` finds buildings and activities, `front` weighs attacks by the odds of
`battle`, `styles` holds the knobs.
"""

from pentarch.bots.greedy.township.bot import Greedy
from pentarch.bots.greedy.township.styles import STYLES, TRIED

__all__ = ["STYLES", "TRIED", "Greedy"]
