"""Greedy for Heroes vs Warlords: grow on mines and ruins, recruit, then storm the capitals.

`bot` answers, `turn` plans what Heroes do, `worth` says what hexes are worth, `odds` who would win,
`combat` fights, `production` builds and recruits, `styles` holds the likings.
"""

from pentarch.bots.greedy.heroes.bot import Greedy
from pentarch.bots.greedy.heroes.styles import STYLES, TRIED

__all__ = ["STYLES", "TRIED", "Greedy"]
