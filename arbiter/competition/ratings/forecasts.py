"""How well ratings predict: each result against the chance that the ratings before it gave."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import combinations
from typing import Final

from pentarch.arbiter.competition.ratings.results import BotId, MatchResult
from pentarch.arbiter.competition.ratings.table import POINTS

BINS: Final = 10
"""Favourites with a chance of 50 to 55 %, 55 to 60 %, and so on."""
EVEN: Final = math.log(2)
"""The loss of saying fifty-fifty each time."""
_LARGEST: Final = 8.0


@dataclass
class Bin:
    """Comparisons whose favourite had about one chance: how many, and what was said and seen."""

    comparisons: int = 0
    expected: float = 0.0
    won: int = 0


@dataclass
class Score:
    """Running sums. A comparison is two seats of a match that did not end level, with a rating
    each."""

    comparisons: int = 0
    loss: float = 0.0
    bins: list[Bin] = field(default_factory=lambda: [Bin() for _ in range(BINS)])

    @property
    def mean_loss(self) -> float:
        """The log loss of a comparison; 0.693 is what a coin would have."""
        return self.loss / self.comparisons if self.comparisons else EVEN

    def add(self, results: Iterable[MatchResult], elos: Mapping[BotId, float]) -> None:
        """Score results by the Elo that stood before them."""
        for result in results:
            for one, two in combinations(range(len(result.bots)), 2):
                self._compare(result, one, two, elos)

    def _compare(
        self, result: MatchResult, one: int, two: int, elos: Mapping[BotId, float]
    ) -> None:
        first, second = result.bots[one], result.bots[two]
        ranks = result.ranks[one], result.ranks[two]
        if first == second or ranks[0] == ranks[1] or first not in elos or second not in elos:
            return
        # Nothing is impossible: an upset must not cost for ever.
        lead = max(-_LARGEST, min(_LARGEST, (elos[first] - elos[second]) / POINTS))
        has_won = (ranks[0] < ranks[1]) == (lead >= 0)
        chance = 1 / (1 + math.exp(-abs(lead)))
        self.comparisons += 1
        self.loss -= math.log(chance if has_won else 1 - chance)
        found = self.bins[min(BINS - 1, int((chance - 0.5) * 2 * BINS))]
        found.comparisons += 1
        found.expected += chance
        found.won += has_won
