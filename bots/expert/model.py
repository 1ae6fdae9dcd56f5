"""What was learned: how much each feature says about the final result, at each stage of a match.

Of two seats the first is worth `1 / (1 + exp(strength of the second - strength of the first))`,
where a strength is the weighted sum of a seat's features; weights are interpolated between stages.
With several rivals a seat is worth the mean over them, as places are.
"""

from collections.abc import Callable
from importlib import import_module
from math import exp
from typing import Any, Final

from pentarch.bots.evaluation import Appraiser, worth
from pentarch.engine.core import Words
from pentarch.engine.ruleset import Ruleset

RANK_WEIGHT: Final = 0.7
"""How much of a final result is the rank; the rest is the score beside the best rival's."""


class Features:
    """The features of a ruleset, from its module in `features`."""

    def __init__(self, ruleset: str) -> None:
        module = import_module(f"pentarch.bots.expert.features.{ruleset}")
        self.names: Final[Words] = module.NAMES
        self.version: Final[int] = module.VERSION
        self.rows: Final[Callable[[Any], list[list[float]]]] = module.rows
        self.progress: Final[Callable[[Any], float]] = module.progress


class Model(Appraiser):
    """Weights of a ruleset's features: a list for each stage, evenly spread over the progress."""

    def __init__(self, features: Features, stages: list[list[float]]) -> None:
        self._features: Final = features
        self._stages: Final = stages

    def appraise(self, ruleset: Ruleset[Any], state: Any) -> list[float]:
        outcome = ruleset.outcome(state)
        if outcome is not None:
            return worth(outcome, rank_weight=RANK_WEIGHT)
        strengths = self.strengths(state)
        rivals = len(strengths) - 1
        return [
            sum([chance(own - other) for rival, other in enumerate(strengths) if rival != seat])
            / rivals
            for seat, own in enumerate(strengths)
        ]

    def strengths(self, state: Any) -> list[float]:
        """The strength of each seat."""
        stage, share = place(self._features.progress(state), len(self._stages))
        before, after = self._stages[stage], self._stages[stage + 1]
        found: list[float] = []
        for row in self._features.rows(state):
            strength = 0.0
            for feature, value in enumerate(row):
                if value:
                    strength += value * (before[feature] * (1.0 - share) + after[feature] * share)
            found.append(strength)
        return found


def place(progress: float, stages: int) -> "tuple[int, float]":
    """Between which stages a progress lies: the earlier one, and the share of the later one."""
    scaled = progress * (stages - 1)
    stage = min(int(scaled), stages - 2)
    return stage, scaled - stage


def chance(lead: float) -> float:
    """What a seat is worth that is so much stronger than its rival."""
    if lead < 0.0:
        return 1.0 - chance(-lead)
    return 1.0 / (1.0 + exp(-lead))
