"""Replicates of what is too large to be fitted two hundred times: one step from what was observed.

Where the weights of blocks are w instead of 1, the slope at the observed fit is the sum of
(w - 1) times the slope of each block, and what the drawn centre of the prior adds. One step of
Newton's method from there, with the observed curvature, is the replicate. With many matches the
second step would be much smaller than the interval; where a bot has few, the prior decides, and
that is a quadratic function.
"""

from collections.abc import Iterator

import numpy as np

from pentarch.arbiter.competition.ratings.comparisons import Floats, Ints
from pentarch.arbiter.competition.ratings.designs import SIGNS, Design
from pentarch.arbiter.competition.ratings.ledger import Ledger
from pentarch.arbiter.competition.ratings.model import Sums, chances, precisions


def replicated(
    design: Design,
    sums: Sums,
    observed: Floats,
    inverse: Floats,
    weight: Floats,
    centre: Floats,
    ledger: Ledger,
) -> Floats:
    """The observed fit (one column) with replicates beside it, one for each column of `centre`.

    `inverse` is that of the observed curvature, `weight` what each cell weighs, and `centre` where
    the prior of each linear parameter stands in a replicate.
    """
    ahead, level, behind = (found[:, 0] for found in chances(design, observed, sums.tied))
    half_lead = (ahead - behind) / 2

    def spread(cell: Ints, sign: Floats) -> Iterator[tuple[Ints, Floats]]:
        surplus = weight[cell] * (sign / 2 - half_lead[cell])
        for own, row in zip(SIGNS, design.touched, strict=True):
            yield row[cell], own * surplus
        ties = weight[cell] * ((sign == 0) - level[cell])
        yield design.linear + design.count[cell], ties

    slope = ledger.drawn(centre.shape[1], design.size, spread)
    slope[: design.linear] += centre * precisions(design, sums)[:, None]
    slope[design.linear :] *= sums.tied[:, None]
    return np.concatenate([observed, observed + inverse @ slope], axis=1)
