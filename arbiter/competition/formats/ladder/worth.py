"""How much a block would settle: the expected drop in the number of wrongly ordered pairs.

Strengths are taken as normal around the fit. For a pair with difference m and standard deviation
s, the chance of standing in the wrong order is Phi(-|m| / s). A few blocks shrink s to s1 and move
m by a normal amount with variance s**2 - s1**2; the worth of the pair is the chance now minus the
expected chance then.
"""

from typing import Final

import numpy as np
from scipy.special import expit, ndtr

from pentarch.arbiter.competition.ratings.comparisons import Floats

_BLOCKS_AHEAD: Final = 4
"""Looking one block ahead would call every far but unsettled pair hopeless."""
_NODES, _WEIGHTS = np.polynomial.hermite_e.hermegauss(15)
_SHARES: Final[Floats] = _WEIGHTS / _WEIGHTS.sum()


def block_information(difference: Floats) -> Floats:
    """What one block tells about the difference of two bots: two independent duels' worth.

    A table of n plays n matches per block, but its comparisons depend on each other: n seats carry
    about n - 1 independent ones instead of n * (n - 1) / 2, which again makes two per pair.
    """
    ahead = expit(difference)
    return np.asarray(2 * ahead * (1 - ahead), dtype=np.float64)


def pair_worths(means: Floats, covariance: Floats) -> Floats:
    """The worth of every pair, a symmetric matrix with -1 on the diagonal."""
    apart = np.abs(means[:, None] - means[None, :])
    own = np.diag(covariance)
    variance = np.maximum(own[:, None] + own[None, :] - 2 * covariance, 1e-12)
    later = 1 / (1 / variance + _BLOCKS_AHEAD * block_information(apart))
    moves = np.sqrt(np.maximum(variance - later, 0.0))[:, :, None] * np.asarray(_NODES)
    wrong_later = ndtr(-np.abs(apart[:, :, None] + moves) / np.sqrt(later)[:, :, None]) @ _SHARES
    worths = np.asarray(ndtr(-apart / np.sqrt(variance)) - wrong_later, dtype=np.float64)
    np.fill_diagonal(worths, -1.0)
    return worths


def after_pair(means: Floats, covariance: Floats, one: int, two: int) -> Floats:
    """The covariance once a block of two bots is played, whatever its result."""
    column = covariance[:, one] - covariance[:, two]
    information = float(block_information(np.array(means[one] - means[two])))
    spread = float(column[one] - column[two])
    shrink = information / (1 + information * spread)
    return np.asarray(covariance - shrink * np.outer(column, column), dtype=np.float64)
