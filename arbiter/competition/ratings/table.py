"""Ratings for people: points, 95 % intervals, ranks, and the chance that one bot is the better."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from scipy.special import ndtr

from pentarch.arbiter.competition.ratings.comparisons import Floats
from pentarch.arbiter.competition.ratings.results import BotId, MatchResult, by_block
from pentarch.arbiter.competition.ratings.tally import REPLICATES, Fit, Tally

CENTRE: Final = 1500.0
POINTS: Final = 400 / math.log(10)
"""Points of rating per natural unit of strength: 400 points are odds of ten to one."""
CONFIDENCE: Final = 0.95
_TWO_SIDED: Final = 1.959963984540054


@dataclass(frozen=True)
class Interval:
    """From `low` to `high`, with 95 % confidence."""

    low: float
    high: float


@dataclass(frozen=True)
class Rating:
    """One line of the table. Forfeits are matches lost by the bot's own fault; they count. Wins,
    draws and losses are seats of others that finished behind, level and ahead."""

    bot: BotId
    rank: int
    rank_interval: tuple[int, int]
    rating: float
    interval: Interval
    blocks: int
    matches: int
    forfeits: int
    wins: int
    draws: int
    losses: int


@dataclass(frozen=True)
class SeatEffect:
    """What sitting at a seat is worth in points against the average seat of that table."""

    seats: int
    seat: int
    effect: float
    interval: Interval


@dataclass(frozen=True)
class Ranking:
    """All bots of one ruleset, best first.

    `draws` has the bots of `rows` by columns: the ratings (column 0), then bootstrap replicates.
    """

    rows: tuple[Rating, ...]
    seat_effects: tuple[SeatEffect, ...]
    tie_chances: dict[int, float]
    """Per seat count: how often two equal bots at equal seats finish level."""
    draws: Floats

    @cached_property
    def places(self) -> dict[BotId, int]:
        """Where in `rows` a bot stands."""
        return {row.bot: place for place, row in enumerate(self.rows)}

    def better(self, first: BotId, second: BotId) -> float:
        """P(first is stronger than second), by the spread of their difference."""
        one, two = self.draws[self.places[first]], self.draws[self.places[second]]
        return chance_above(one - two)


def rate_results(
    results: Iterable[MatchResult],
    *,
    seed: int = 0,
    replicates: int = REPLICATES,
    anchor: BotId | None = None,
) -> Ranking:
    """Ratings from whole blocks, from scratch. The order of the results makes no difference."""
    tally = Tally(seed=seed, replicates=replicates)
    tally.add(by_block(results))
    return rate(tally, anchor=anchor)


def rate(tally: Tally, *, anchor: BotId | None = None) -> Ranking:
    """Ratings from a tally. The mean of all bots is 1500, or the anchor is when one is named."""
    if not tally.bots:
        return Ranking((), (), {}, np.zeros((0, 1 + tally.replicates)))
    fit = tally.fit()
    draws = POINTS * fit.strengths
    draws = draws - (draws[fit.bots.index(anchor)] if anchor is not None else 0.0) + CENTRE
    order = sorted(range(len(fit.bots)), key=lambda bot: (-draws[bot, 0], fit.bots[bot]))
    draws = draws[order]
    ranks = ranks_in_columns(draws)
    rows = []
    for place, bot in enumerate(fit.bots[index] for index in order):
        counts = tally.counts[bot]
        rows.append(
            Rating(
                bot=bot,
                rank=int(ranks[place, 0]),
                rank_interval=rank_interval_of(ranks[place]),
                rating=float(draws[place, 0]),
                interval=interval_of(draws[place]),
                blocks=counts.blocks,
                matches=counts.matches,
                forfeits=counts.forfeits,
                wins=counts.wins,
                draws=counts.draws,
                losses=counts.losses,
            )
        )
    weights = {count: float(weight[0]) for count, weight in sorted(fit.tie_weights.items())}
    return Ranking(
        rows=tuple(rows),
        seat_effects=_seat_effects(fit),
        tie_chances={count: weight / (2 + weight) for count, weight in weights.items()},
        draws=draws,
    )


def interval_of(draws: Floats) -> Interval:
    """The 95 % interval around column 0; without replicates it is everything."""
    if len(draws) == 1:
        return Interval(-math.inf, math.inf)
    reach = _TWO_SIDED * float(draws[1:].std())
    return Interval(float(draws[0]) - reach, float(draws[0]) + reach)


def chance_above(differences: Floats) -> float:
    """P(the true difference is above 0) from an estimate (column 0) and its replicates."""
    spread = float(differences[1:].std()) if len(differences) > 1 else math.inf
    if spread < 1e-12:
        return 0.5 + 0.5 * float(np.sign(np.round(differences[0], 9)))
    return float(ndtr(differences[0] / spread))


def ranks_in_columns(draws: Floats) -> Floats:
    """Ranks from 1 in every column, larger is better; values closer than 1e-9 share a rank."""
    rounded = np.round(draws, 9)
    ranks = np.empty_like(rounded)
    for own, column in zip(ranks.T, rounded.T, strict=True):
        own[:] = 1 + len(column) - np.searchsorted(np.sort(column), column, side="right")
    return ranks


def rank_interval_of(ranks: Floats) -> tuple[int, int]:
    """What holds 95 % of the ranks in the replicates, and the rank itself (column 0)."""
    drawn = ranks[1:] if len(ranks) > 1 else ranks
    tail = (1 - CONFIDENCE) / 2
    low = float(np.quantile(drawn, tail, method="lower"))
    high = float(np.quantile(drawn, 1 - tail, method="higher"))
    return int(min(low, ranks[0])), int(max(high, ranks[0]))


def _seat_effects(fit: Fit) -> tuple[SeatEffect, ...]:
    effects = []
    for seats in sorted({count for count, _ in fit.seats}):
        rows = [row for row, (count, _) in enumerate(fit.seats) if count == seats]
        part = POINTS * (fit.seat_effects[rows] - fit.seat_effects[rows].mean(axis=0))
        for row, draws in zip(rows, part, strict=True):
            effect, interval = float(draws[0]), interval_of(draws)
            effects.append(SeatEffect(seats, fit.seats[row][1], effect, interval))
    return tuple(sorted(effects, key=lambda effect: (effect.seats, effect.seat)))
