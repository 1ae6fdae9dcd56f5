"""The strength model and its fit: Bradley-Terry on comparisons, with seats and ties.

For a comparison of bot i at seat a with bot j at seat b in a match of n seats,

    d = strength_i - strength_j + seat_(n,a) - seat_(n,b)
    P(ahead) : P(level) : P(behind)  =  exp(d / 2) : tie_n : exp(-d / 2)

(Davidson's form of ties). When rankings follow a Plackett-Luce model, the comparisons of a match
follow exactly this form, so one fit serves all seat counts. The log-likelihood is concave and
needs only sums: how often each cell (i, j, n, a, b) was compared, and per bot, seat and seat count
the sum of half wins minus half losses and the number of ties. A normal prior keeps every estimate
finite.

The fit runs on many columns of sums at once: column 0 is what happened, the others are bootstrap
replicates of it.
"""

from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np

from pentarch.arbiter.competition.ratings.comparisons import Bools, Floats
from pentarch.arbiter.competition.ratings.designs import Design

STRENGTH_SPREAD: Final = 3.0
"""Standard deviation of the prior of a strength in natural units: 521 points of Elo."""
SEAT_SPREAD: Final = 1.0
TIE_SPREAD: Final = 3.0

_TOLERANCE: Final = 1e-9
_MOST_STEPS: Final = 200
_LONGEST_STEP: Final = 2.0
_ENTRIES_AT_ONCE: Final = 400_000
"""Cells times columns worked on together: enough for speed, few enough for the caches."""
_FAST: Final = 0.3
"""A step at most this long against the one before: the curvature is still good enough."""

Chances: TypeAlias = tuple[Floats, Floats, Floats]
"""P(ahead), P(level), P(behind), cells by columns."""


class NotConverged(ArithmeticError):
    """The fit did not settle: the sums are not those of any results."""


@dataclass(frozen=True)
class Sums:
    """Sufficient statistics, one column per data set: column 0 observed, then replicates."""

    exposure: Floats
    """Cells by columns: how often each was compared."""
    score: Floats
    """Bots and seats by columns: half wins minus half losses."""
    ties: Floats
    """Seat counts by columns."""
    prior: Floats
    """Bots and seats by columns: the centre of each prior (0 in column 0)."""
    tied: Bools
    """Per seat count: whether any comparison was level. If not, ties are left out of the model."""
    masses: Floats
    """Bots and seats: what each one's prior weighs. A bot's results come weighted already."""

    def columns(self, start: int, stop: int) -> "Sums":
        """Some of the columns."""
        part = slice(start, stop)
        return Sums(
            np.ascontiguousarray(self.exposure[:, part]),
            self.score[:, part],
            self.ties[:, part],
            self.prior[:, part],
            self.tied,
            self.masses,
        )


def fit(design: Design, sums: Sums, start: Floats) -> Floats:
    """The posterior mode of every column, parameters by columns, from a starting point.

    Tie parameters are logarithms; where no tie was seen the parameter is meaningless (no ties).
    Raises NotConverged.
    """
    parts = []
    width = max(1, _ENTRIES_AT_ONCE // max(1, len(design.first)))
    for begin in range(0, sums.exposure.shape[1], width):
        end = begin + width
        parts.append(_newton(design, sums.columns(begin, end), start[:, begin:end]))
    return np.concatenate(parts, axis=1)


def information(design: Design, sums: Sums, estimate: Floats) -> Floats:
    """The negative second derivative of the log-posterior in the first column, square."""
    observed = sums.columns(0, 1)
    found = chances(design, estimate[:, :1], sums.tied)
    square: Floats = _curvature(design, observed, found)[0]
    return square


def _newton(design: Design, sums: Sums, start: Floats) -> Floats:
    """Newton's method with bounded steps; the objective is concave, so there is one mode.

    The curvature costs ten times as much as the slope, so it is kept while steps shrink fast. A
    column that went too far, so that the slope there points back, goes at most half as far next:
    where the objective is nearly straight, steps would jump to and fro over the mode for ever.
    """
    estimate = start.copy()
    inverse: Floats | None = None
    earlier = before = np.inf
    taken = np.zeros_like(estimate)
    bound = np.full(estimate.shape[1], _LONGEST_STEP)
    for _ in range(_MOST_STEPS):
        found = chances(design, estimate, sums.tied)
        slope = _slope(design, sums, estimate, found)
        went_too_far = (slope * taken).sum(axis=0) < 0
        half = np.abs(taken).max(axis=0, initial=0.0) / 2
        bound = np.where(went_too_far, half, np.minimum(2 * bound, _LONGEST_STEP))
        if inverse is None or before > _FAST * earlier:
            curvature = _curvature(design, sums, found)
            inverse = np.asarray(np.linalg.inv(curvature), dtype=np.float64)
        step = (inverse @ slope.T[:, :, None])[:, :, 0].T
        longest = np.abs(step).max(axis=0, initial=0.0)
        taken = step * np.minimum(1.0, bound / np.maximum(longest, 1e-300))
        estimate += taken
        earlier, before = before, float(longest.max(initial=0.0))
        if before < _TOLERANCE:
            return estimate
    raise NotConverged(f"no fit after {_MOST_STEPS} steps")


def _slope(design: Design, sums: Sums, estimate: Floats, found: Chances) -> Floats:
    """The first derivative of the log-posterior, parameters by columns."""
    linear = design.linear
    ahead, level, behind = found
    slope = np.empty_like(estimate)
    slope[:linear] = (
        sums.score
        - design.gathered(sums.exposure * (ahead - behind) / 2)
        - (estimate[:linear] - sums.prior) * precisions(design, sums)[:, None]
    )
    slope[linear:] = (
        sums.ties - design.by_count(sums.exposure * level) - estimate[linear:] / TIE_SPREAD**2
    )
    slope[linear:] *= sums.tied[:, None]
    return slope


def _curvature(design: Design, sums: Sums, found: Chances) -> Floats:
    """The negative second derivative: columns of square matrices."""
    linear, columns = design.linear, sums.exposure.shape[1]
    ahead, level, behind = found
    lead = ahead - behind
    curvature = np.zeros((columns, design.size, design.size))
    variance = sums.exposure * (ahead + behind - lead**2) / 4
    curvature[:, :linear, :linear] = design.squares(variance)
    cross = design.tie_products(sums.exposure * (-level * lead / 2)) * sums.tied
    curvature[:, :linear, linear:] = cross
    curvature[:, linear:, :linear] = cross.transpose(0, 2, 1)
    tie_variance = design.by_count(sums.exposure * level * (1 - level))
    tie_prior = np.full(design.counts, 1 / TIE_SPREAD**2)
    diagonal = np.concatenate([precisions(design, sums), tie_prior])
    every = np.arange(design.size)
    curvature[:, every, every] += diagonal
    curvature[:, every[linear:], every[linear:]] += tie_variance.T
    return curvature


def chances(design: Design, estimate: Floats, tied: Bools) -> Chances:
    """P(ahead), P(level), P(behind) of the first bot in every cell, cells by columns."""
    difference = design.differences(estimate[: design.linear])
    weight = np.exp(estimate[design.linear :]) * tied[:, None]
    grown = np.exp(difference / 2)
    tie = weight[design.count]
    total = grown + 1 / grown + tie
    return grown / total, tie / total, 1 / (grown * total)


def precisions(design: Design, sums: Sums) -> Floats:
    """What the priors of bots and seats weigh."""
    spreads = [np.full(design.bots, STRENGTH_SPREAD), np.full(design.seats, SEAT_SPREAD)]
    return np.asarray(sums.masses / np.concatenate(spreads) ** 2, dtype=np.float64)
