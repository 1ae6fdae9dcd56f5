"""What a fit leaves over of each pair of bots that met."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from scipy.sparse import csr_array

from pentarch.arbiter.competition.ratings.cells import Cells
from pentarch.arbiter.competition.ratings.comparisons import Bools, Floats, Ints
from pentarch.arbiter.competition.ratings.designs import SIGNS, Design
from pentarch.arbiter.competition.ratings.ledger import Ledger
from pentarch.arbiter.competition.ratings.model import chances

_MOST_PAIRS: Final = 50_000


@dataclass(frozen=True)
class Residuals:
    """What a fit leaves over of each pair that met, pairs by columns; pairs of one owner are left
    out, as in the fit."""

    first: Ints
    second: Ints
    surplus: Floats
    """Half wins minus half losses of the first, less what the fit expects of it."""
    information: Floats
    """The variance that the fit expects of that."""
    share: float
    """Parameters of the fit for each block: what it has adapted to of the noise."""


def left_over(
    design: Design, sums: Cells, estimate: Floats, counted: Bools, share: float
) -> Residuals:
    """Of sums and an estimate that have the same columns; `counted` says of which cells."""
    tied = design.by_count(sums.ties[:, :1])[:, 0] > 0.5
    ahead, _, behind = chances(design, estimate, tied)
    lead = ahead - behind
    surplus = sums.score - sums.exposure * lead / 2
    information = sums.exposure * (ahead + behind - lead**2) / 4
    pair = design.first * design.bots + design.second
    pairs, row = np.unique(pair[counted], return_inverse=True)
    cells = np.flatnonzero(counted)
    shape = (len(pairs), len(pair))
    gather = csr_array((np.ones(len(cells)), (row, cells)), shape=shape)
    first, second = np.divmod(pairs, design.bots)
    return Residuals(first, second, gather @ surplus, gather @ information, share)


def left_over_drawn(
    design: Design, sums: Cells, estimate: Floats, counted: Bools, share: float, ledger: Ledger
) -> Residuals:
    """Of observed sums and replicates that are drawn, each pair as far from what was observed as
    the slope there says; of many pairs those that met most often."""
    observed = estimate[:, :1]
    counted = counted & _most_met(design, sums, counted)
    here = left_over(design, sums, observed, counted, share)
    pairs = here.first * design.bots + here.second
    # Cells that are not counted have a row of their own behind all others.
    row = np.full(len(counted), len(pairs))
    pair = design.first * design.bots + design.second
    row[counted] = np.searchsorted(pairs, pair[counted])
    tied = design.by_count(sums.ties[:, :1])[:, 0] > 0.5
    ahead, level, behind = (found[:, 0] for found in chances(design, observed, tied))
    half_lead = (ahead - behind) / 2

    variance = (ahead + behind) / 4 - half_lead**2
    rows = len(pairs) + 1

    def spread(cell: Ints, sign: Floats) -> Iterator[tuple[Ints, Floats]]:
        yield row[cell], sign / 2 - half_lead[cell]
        yield rows + row[cell], variance[cell]

    step = estimate[:, 1:] - observed
    noise = ledger.drawn(step.shape[1], 2 * rows, spread)
    exposure = sums.exposure[:, 0]
    columns = [design.linear + design.count, *design.touched]
    slopes = [-exposure * level * half_lead, *(sign * exposure * variance for sign in SIGNS)]
    matrix = csr_array(
        (np.concatenate(slopes), (np.tile(row, 5), np.concatenate(columns))),
        shape=(rows, design.size),
    )
    surplus = here.surplus + noise[: len(pairs)] - (matrix @ step)[:-1]
    information = here.information + noise[rows:-1]
    return Residuals(
        here.first,
        here.second,
        np.concatenate([here.surplus, surplus], axis=1),
        np.concatenate([here.information, information], axis=1),
        share,
    )


def _most_met(design: Design, sums: Cells, counted: Bools) -> Bools:
    """The cells of the pairs that met most often."""
    pair = design.first * design.bots + design.second
    pairs, row = np.unique(pair, return_inverse=True)
    met = np.bincount(row, np.where(counted, sums.exposure[:, 0], 0.0))
    if len(pairs) <= _MOST_PAIRS:
        return np.ones(len(counted), dtype=np.bool_)
    chosen = np.zeros(len(pairs), dtype=np.bool_)
    chosen[np.argsort(-met, kind="stable")[:_MOST_PAIRS]] = True
    return np.asarray(chosen[row])
