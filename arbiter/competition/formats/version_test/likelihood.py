"""The numbers of a version test: a sequential probability ratio test on block scores.

A block gives one number, A's mean score x in it (a win 1, a tie 1/2): between two seats one of 0,
1/4, 1/2, 3/4, 1. The two hypotheses are about the expected score, written in points of Elo:
s = 1 / (1 + 10 ** (-points / 400)). The distribution of x is not assumed: under either hypothesis
it is the likeliest one with that mean, given what was seen (the generalised test, "pentanomial" for
two seats). After n blocks

    llr = sum over blocks of log(p1(x) / p0(x)),   p(x) = share(x) / (1 + t * (x - s))

with t such that the mean under p is s. H1 is accepted at log((1 - beta) / alpha), rejected at
log(beta / (1 - alpha)), but not before a sixth of the blocks that a test of fixed length between
coins would take: a few blocks say too little of how much x varies, and a run of even ones would
pass for certainty. Because x is a whole block, what the key and the seats contribute is
inside x and cancels: that is where matches are saved. A block whose matches have keys of their own,
because somebody in it could remember, is one number too: its seats still cancel, and all that the
test needs is that blocks are independent of each other.
"""

import math
from typing import Final

import numpy as np
from scipy.special import ndtri

from pentarch.arbiter.competition.formats.version_test.settings import VersionTestSettings
from pentarch.arbiter.competition.ratings.comparisons import Floats
from pentarch.arbiter.competition.ratings.elo import expected_score

_SUPPORT: Final = (0.0, 0.25, 0.5, 0.75, 1.0)
_PSEUDO_BLOCKS: Final = 0.2
"""Weight of every score that was not seen yet, so that no outcome is held impossible."""
_MOST_STEPS: Final = 60
_TOLERANCE: Final = 1e-10
_COIN_VARIANCE: Final = 0.125
_LEAST_SHARE: Final = 6


def bounds(settings: VersionTestSettings) -> tuple[float, float]:
    """Reject at or below the first ratio, accept at or above the second."""
    lower = math.log(settings.beta / (1 - settings.alpha))
    upper = math.log((1 - settings.beta) / settings.alpha)
    return lower, upper


def least_blocks(settings: VersionTestSettings) -> int:
    """No verdict is given on fewer blocks."""
    return math.ceil(fixed_length(_COIN_VARIANCE, settings) / _LEAST_SHARE)


def stopping_time(scores: Floats, settings: VersionTestSettings) -> int | None:
    """After how many of the block scores the test stops, or None."""
    if not len(scores):
        return None
    lower, upper = bounds(settings)
    ratios = likelihood_ratios(scores, settings)
    first = least_blocks(settings) - 1
    crossed = np.flatnonzero((ratios[first:] <= lower) | (ratios[first:] >= upper))
    return first + int(crossed[0]) + 1 if len(crossed) else None


def likelihood_ratios(scores: Floats, settings: VersionTestSettings) -> Floats:
    """The log-likelihood ratio after 1, 2, ... blocks."""
    support = np.unique(np.concatenate([scores, _SUPPORT]))
    seen = np.cumsum(scores[:, None] == support, axis=0).astype(np.float64)
    weights = np.maximum(seen, _PSEUDO_BLOCKS)
    total = weights.sum(axis=1, keepdims=True)
    shares = weights / total
    fits = []
    for points in (settings.elo_low, settings.elo_high):
        offsets = support - expected_score(points)
        fits.append(np.log1p(_tilts(shares, offsets)[:, None] * offsets))
    ratios: Floats = (weights * (fits[0] - fits[1])).sum(axis=1)
    return ratios


def points_of(score: float) -> float:
    """An expected score in points of Elo; infinite at 0 and 1."""
    if score <= 0:
        return -math.inf
    if score >= 1:
        return math.inf
    return 400 * math.log10(score / (1 - score))


def fixed_length(variance: float, settings: VersionTestSettings) -> int:
    """Blocks a test of fixed length needs for the same error rates, if x has that variance."""
    reach = float(ndtri(1 - settings.alpha)) + float(ndtri(1 - settings.beta))
    apart = expected_score(settings.elo_high) - expected_score(settings.elo_low)
    return math.ceil(variance * (reach / apart) ** 2)


def _tilts(shares: Floats, offsets: Floats) -> Floats:
    """For every row the t with sum of share * offset / (1 + t * offset) = 0.

    The sum falls with t and runs from plus to minus infinity on the interval where all
    1 + t * offset are positive: Newton steps, and a bisection where one would leave the bracket.
    """
    low = np.full(len(shares), -1 / offsets.max())
    high = np.full(len(shares), -1 / offsets.min())
    tilt = np.zeros(len(shares))
    for _ in range(_MOST_STEPS):
        parts = offsets / (1 + tilt[:, None] * offsets)
        value = (shares * parts).sum(axis=1)
        low = np.where(value > 0, tilt, low)
        high = np.where(value > 0, high, tilt)
        step = value / (shares * parts**2).sum(axis=1)
        inside = ((low < tilt + step) & (tilt + step < high)) | (np.abs(step) < _TOLERANCE)
        following = np.where(inside, tilt + step, (low + high) / 2)
        moved = float(np.abs(following - tilt).max())
        tilt = following
        if moved < _TOLERANCE:
            break
    return tilt


def standard_error(scores: Floats) -> float:
    """Of the mean of block scores, with one even pair of coin flips added for caution."""
    if not len(scores):
        return 0.5
    squares = float(((scores - scores.mean()) ** 2).sum()) + _COIN_VARIANCE
    return math.sqrt(squares / len(scores) / len(scores))
