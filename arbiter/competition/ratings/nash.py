"""Nash averaging: a rating that copies of a bot cannot move, for tables where bots beat each other
in circles.

Every pair has a logit of its own: the fit's difference of strengths, and what the pair's results
say beyond it, drawn towards the fit as long as they are few. Two players choose bots by lot, each
to beat the other; how they would share their choice out is the *mix*, and a bot's rating is what it
achieves against it: 0 for those whom nobody beats, less for everybody else. Among equally good
mixes the one nearest to the masses of the bots is taken, by way of a small reward for staying near
them. Copies of a bot share its mass, so they share its part of the mix, and nobody else is rated
differently.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from pentarch.arbiter.competition.ratings.comparisons import Floats
from pentarch.arbiter.competition.ratings.model import NotConverged
from pentarch.arbiter.competition.ratings.residuals import Residuals
from pentarch.arbiter.competition.ratings.results import BotId
from pentarch.arbiter.competition.ratings.table import (
    POINTS,
    Interval,
    interval_of,
    rank_interval_of,
    ranks_in_columns,
)
from pentarch.arbiter.competition.ratings.tally import Tally

SIGNIFICANT: Final = 0.01
"""Cycles are shown when chance alone would make them look so strong less often than that."""
DEVIATION_SPREAD: Final = 1.0
"""How far a pair's logit may lie from the fit before it was seen to: standard deviation."""
REWARD: Final = 0.02
"""What staying near the masses is worth, in natural units: three and a half points."""
_TOLERANCE: Final = 1e-10
_MOST_STEPS: Final = 100
_FEWEST: Final = 3
_MOST_BOTS: Final = 250
"""Among more the mixes of all replicates would take minutes and gigabytes."""


@dataclass(frozen=True)
class NashRating:
    """One bot: its share of the mix, and its points against it with their 95 % interval."""

    bot: BotId
    rank: int
    rank_interval: tuple[int, int]
    rating: float
    interval: Interval
    share: float


@dataclass(frozen=True)
class Cycles:
    """How strongly the results of pairs disagree with one strength for each bot.

    `by_chance` is how often as much disagreement, or more, comes about where there is none.
    """

    pairs: int
    by_chance: float

    @property
    def are_significant(self) -> bool:
        """Whether one number for each bot does not tell the whole story."""
        return self.by_chance < SIGNIFICANT


def find_cycles(left: Residuals) -> Cycles:
    """Test the fit against free matchups, by resampling blocks.

    The statistic is the sum over pairs of the squared surplus by the variance that the fit and the
    spread of deviations expect; the variance that was seen would be nothing where a pair has always
    ended alike. Where there is only noise, the replicates scatter around what was observed as that
    does around nothing; a little less, as each is fitted once more, which `share` makes up for.
    """
    observed, drawn = left.surplus[:, :1], left.surplus[:, 1:]
    if len(observed) < _FEWEST:
        return Cycles(len(observed), 1.0)
    weight = 1 / (left.information[:, :1] + 1 / DEVIATION_SPREAD**2)
    statistic = float((weight * observed**2).sum())
    noise = (weight * (drawn - observed) ** 2).sum(axis=0) / (1 - left.share)
    larger = int((noise >= statistic).sum())
    return Cycles(len(observed), (1 + larger) / (1 + len(noise)))


def nash_ratings(tally: Tally, left: Residuals, strengths: Floats) -> tuple[NashRating, ...]:
    """The ratings of all bots, best first. Raises NotConverged, also where they are too many."""
    if len(tally.bots) > _MOST_BOTS:
        raise NotConverged(f"{len(tally.bots)} bots are too many for a mix")
    masses = tally.masses()
    logits = matchup_logits(left, strengths)
    shares = mixes(logits, masses)
    points = POINTS * (logits @ shares[:, :, None])[:, :, 0].T
    ranks = ranks_in_columns(np.round(points, 6))
    rows = [
        NashRating(
            bot=bot,
            rank=int(ranks[place, 0]),
            rank_interval=rank_interval_of(ranks[place]),
            rating=float(points[place, 0]),
            interval=interval_of(points[place]),
            share=float(shares[0, place]),
        )
        for place, bot in enumerate(tally.bots)
    ]
    return tuple(sorted(rows, key=lambda row: (row.rank, row.bot)))


def matchup_logits(left: Residuals, strengths: Floats) -> Floats:
    """The logit of every pair, as one antisymmetric matrix for each column."""
    matrix = (strengths[:, None, :] - strengths[None, :, :]).transpose(2, 0, 1).copy()
    deviation = (left.surplus / (left.information + 1 / DEVIATION_SPREAD**2)).T
    matrix[:, left.first, left.second] += deviation
    matrix[:, left.second, left.first] -= deviation
    return matrix


def mixes(logits: Floats, masses: Floats) -> Floats:
    """The mix of each antisymmetric matrix, one row each. Raises NotConverged.

    It solves mix = masses * exp(logits @ mix / reward), normed, which has one solution; Newton's
    method follows it from a large reward, where the mix is the masses, down to the small one.
    """
    base = np.log(masses / masses.sum())
    exponent = np.tile(base, (len(logits), 1))
    reward = max(1.0, float(np.abs(logits).max(initial=0.0)))
    while True:
        exponent = _follow(logits, base, exponent, reward)
        if reward <= REWARD:
            return _softmax(exponent)
        reward = max(REWARD, reward * 0.7)


def _follow(logits: Floats, base: Floats, exponent: Floats, reward: float) -> Floats:
    """Solve exponent = base + logits @ softmax(exponent) / reward by damped Newton steps."""
    bots = len(base)
    error, distance = _error(logits, base, exponent, reward)
    for _ in range(_MOST_STEPS):
        if float(distance.max(initial=0.0)) < _TOLERANCE:
            return exponent
        mix = _softmax(exponent)
        spread = mix[:, :, None] * np.eye(bots) - mix[:, :, None] * mix[:, None, :]
        slope = np.eye(bots) - logits @ spread / reward
        step = np.linalg.solve(slope, error[:, :, None])[:, :, 0]
        length = np.ones(len(exponent))
        for _ in range(30):
            tried = exponent - length[:, None] * step
            error, further = _error(logits, base, tried, reward)
            worse = further > np.maximum(distance, _TOLERANCE)
            if not worse.any():
                break
            length = np.where(worse, length / 2, length)
        exponent, distance = tried, further
    raise NotConverged("no mix was found")


def _error(logits: Floats, base: Floats, exponent: Floats, reward: float) -> tuple[Floats, Floats]:
    mix = _softmax(exponent)
    error = exponent - base - (logits @ mix[:, :, None])[:, :, 0] / reward
    return error, np.abs(error).max(axis=1)


def _softmax(exponent: Floats) -> Floats:
    grown = np.exp(exponent - exponent.max(axis=1, keepdims=True))
    return np.asarray(grown / grown.sum(axis=1, keepdims=True), dtype=np.float64)
