"""The expert: the search, with short playouts whose ends a learned model appraises.

A playout to the end of a match says much about luck; a model that has seen thousands of ends knows
what the position after the next turns is worth on the whole. So there is time for many more
playouts, with less noise each.
"""

from dataclasses import replace
from typing import Final

from pentarch.bots.expert.weights import model_of
from pentarch.bots.mcts import TUNED, Mcts, Settings
from pentarch.bots.playout import Horizon

# What a model sees of a difference is free of luck, and so always clear of the noise; that it is
# right about small ones is another matter.
_MARGIN: Final = 0.01

TUNED_EXPERT: Final = {
    "capital": Settings(Horizon(laps=3), usual=128, patience=8, caution=1.25, margin=_MARGIN),
    "heroes": replace(TUNED["heroes"], horizon=Horizon(laps=3), margin=_MARGIN),
    "kingdom": Settings(Horizon(laps=3), usual=96, patience=1, margin=_MARGIN),
    "township": Settings(Horizon(laps=10), usual=128, patience=1, margin=_MARGIN),
    "tradewarz": replace(TUNED["tradewarz"], horizon=Horizon(laps=8, steps=30), margin=_MARGIN),
}
"""By ruleset: the knobs of its search."""


class Expert(Mcts):
    """Searches as `Mcts` does, but appraises positions by a learned model."""

    def settings_of(self, ruleset: str) -> Settings:
        return replace(TUNED_EXPERT[ruleset], appraiser=model_of(ruleset))
