"""The expert: the search, with short playouts whose ends a learned model appraises.

A playout to the end of a match says much about luck; a model that has seen thousands of ends knows
what the position after the next turns is worth on the whole. So there is time for many more
playouts, with less noise each.
"""

from dataclasses import replace
from typing import Final

from pentarch.bots.expert.weights import model_of
from pentarch.bots.mcts import Mcts, Settings, settings_for
from pentarch.bots.playout import Horizon
from pentarch.bots.sdk.bot import Start

# What a model sees of a difference is free of luck, and so always clear of the noise; that it is
# right about small ones is another matter.
_MARGIN: Final = 0.01
HORIZONS: Final = {
    "capital": Horizon(laps=3),
    "heroes": Horizon(laps=3),
    "kingdom": Horizon(laps=3),
    "township": Horizon(laps=10),
    "tradewarz": Horizon(laps=8, steps=30),
}
"""By ruleset: where its playouts end."""


class Expert(Mcts):
    """Searches as `Mcts` does, but appraises positions by a learned model."""

    def settings_of(self, start: Start) -> Settings:
        id = start.ruleset.info.id
        return replace(
            settings_for(start), horizon=HORIZONS[id], margin=_MARGIN, appraiser=model_of(id)
        )
