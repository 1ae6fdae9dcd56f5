"""What a position is worth to each seat, 0 to 1.

A match that is over is worth its ranks above all. One that is cut off is worth what the ranking as
things stand says, or, where that foretells little, what the ruleset's measures say: `WEIGHTS` was
fitted on matches between greedy bots. The expert has an appraiser of its own (`bots.expert.model`).
"""

from abc import ABC, abstractmethod
from typing import Any, Final

from pentarch.engine.core import Outcome
from pentarch.engine.ruleset import Ruleset

WEIGHTS: Final[dict[str, dict[str, float]]] = {
    "heroes": {"levels": 0.249, "army": 0.375, "gold": 0.112, "categories": 0.178},
}
"""By ruleset: how much being ahead in a measure adds to the final result (60 matches)."""

_FINAL_RANK_WEIGHT: Final = 0.7
_RANK_WEIGHT: Final = 0.2
# Scores count as their fourth powers: 55 against 50 is a safer lead than a tenth looks.
_SHARPNESS: Final = 4


class Appraiser(ABC):
    """Tells a search what the states that it reaches are worth."""

    @abstractmethod
    def appraise(self, ruleset: Ruleset[Any], state: Any) -> list[float]:
        """What a state is worth to each seat, 0 to 1; the match may be over or cut off in it.

        The state stays as it is, and the same one is worth the same every time.
        """


class Standing(Appraiser):
    """By how things stand: results, rankings, measures."""

    def appraise(self, ruleset: Ruleset[Any], state: Any) -> list[float]:
        return appraise(ruleset, state)


def appraise(ruleset: Ruleset[Any], state: Any) -> list[float]:
    """What a state is worth to each seat by how things stand."""
    outcome = ruleset.outcome(state)
    weights = WEIGHTS.get(ruleset.info.id)
    if weights is None:
        if outcome is not None:
            return worth(outcome, rank_weight=_FINAL_RANK_WEIGHT)
        return worth(ruleset.adjudicate(state), rank_weight=_RANK_WEIGHT)
    promised = promise(ruleset.measures(state), weights)
    if outcome is None:
        return promised
    # Scores of few steps hide most of what differs; the measures stand in for them.
    places = worth(outcome, rank_weight=1.0)
    share = _FINAL_RANK_WEIGHT
    return [
        share * place + (1.0 - share) * hope for place, hope in zip(places, promised, strict=True)
    ]


def worth(outcome: Outcome, *, rank_weight: float) -> list[float]:
    """Each seat's reward: its rank, blended with its score beside its best rival's."""
    ranks, scores = outcome.ranks, outcome.scores
    seats = len(ranks)
    floor = min(0, *scores)
    rewards: list[float] = []
    for seat, rank in enumerate(ranks):
        behind = sum(other > rank for other in ranks)
        place = 0.5 * (seats - rank + behind) / (seats - 1)
        own = (scores[seat] - floor + 1) ** _SHARPNESS
        rival = (max(scores[:seat] + scores[seat + 1 :]) - floor + 1) ** _SHARPNESS
        rewards.append(rank_weight * place + (1.0 - rank_weight) * own / (own + rival))
    return rewards


def promise(measures: dict[str, list[int]], weights: dict[str, float]) -> list[float]:
    """What each seat can expect by its measures beside those of its most promising rival."""
    seats = range(len(next(iter(measures.values()))))
    return [
        min(
            0.5
            + sum(weight * ahead(measures[name], seat, rival) for name, weight in weights.items())
            for rival in seats
            if rival != seat
        )
        for seat in seats
    ]


def ahead(values: list[int], seat: int, rival: int) -> float:
    """By how much a seat leads a rival in a measure, -1 to 1."""
    own, other = values[seat], values[rival]
    return (own - other) / (abs(own) + abs(other) + 1)
