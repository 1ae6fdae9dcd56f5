"""A small policy for Township: one linear score for each command, in numpy."""

from pathlib import Path

import numpy as np

from pentarch import rulesets
from pentarch.research.course import layout_of

WEIGHTS = Path(__file__).with_name("weights.npz")
COMMANDS = rulesets()["township"].commands.size
_NAMES = {name: column for column, name in enumerate(layout_of("township").names)}
_SEATS = ("p1", "p2")
_OF_TOWN = (
    *("renown", "laurels", "units", "housing", "idle", "mustered", "grain_room", "goods_room"),
    *(f"stock.{good}" for good in ("grain", "lumber", "ore", "stone", "tools", "swords")),
    *("stock.shields", "stock.ale", "stock.finery", "buildings.length"),
)
_TOWNS = [[_NAMES[f"towns[{town}].{field}"] for field in _OF_TOWN] for town in range(2)]
_ACTIVE = [_NAMES[f"active={seat}"] for seat in _SEATS]
_ASKED = [_NAMES[f"asked={seat}"] for seat in _SEATS]
FEATURES = 2 + 2 * len(_OF_TOWN)


def features(observation):
    """What the policy looks at: the round, its own town, the other's."""
    asked = observation[_ASKED] if observation[_NAMES["asked?"]] else observation[_ACTIVE]
    own = int(asked[1])
    town, other = observation[_TOWNS[own]], observation[_TOWNS[1 - own]]
    whole = np.concatenate([[1.0, observation[_NAMES["round"]] / 40], town / 10, other / 10])
    return whole.astype(np.float32)


class Policy:
    """Scores are weights times features; the best legal command is taken."""

    def __init__(self, weights):
        self.weights = weights

    @classmethod
    def load(cls, file=WEIGHTS):
        """The policy that was trained before."""
        with np.load(file) as stored:
            return cls(stored["weights"].astype(np.float32))

    def save(self, file=WEIGHTS):
        """Keep it, in half the precision and a tenth of the size."""
        np.savez_compressed(file, weights=self.weights.astype(np.float16))

    def act(self, observation, mask):
        """The best legal command, by its number."""
        legal = np.flatnonzero(mask)
        return int(legal[np.argmax(features(observation) @ self.weights[:, legal])])
