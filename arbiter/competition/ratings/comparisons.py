"""Matches taken apart into comparisons: for every pair of seats, who finished ahead.

A match of n seats makes n * (n - 1) / 2 comparisons. Everything here is a column of numbers with
one entry per comparison, so that a hundred thousand matches are a handful of array operations.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pentarch.arbiter.competition.ratings.results import BotId, MatchResult

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Comparisons:
    """Columns, one entry per comparison; `first` is never the larger bot number of the two."""

    block: Ints
    seats: Ints
    first: Ints
    second: Ints
    first_seat: Ints
    second_seat: Ints
    sign: Ints
    """1: first finished ahead, -1: behind, 0: level."""


def compare(blocks: Sequence[Sequence[MatchResult]], numbers: Mapping[BotId, int]) -> Comparisons:
    """All comparisons of the blocks; `numbers` gives each bot its number."""
    rows: dict[int, tuple[list[int], list[list[int]], list[tuple[int, ...]]]] = {}
    for number, results in enumerate(blocks):
        for result in results:
            which, bots, ranks = rows.setdefault(len(result.bots), ([], [], []))
            which.append(number)
            bots.append([numbers[bot] for bot in result.bots])
            ranks.append(result.ranks)
    parts = [_of_table(seats, *rows[seats]) for seats in sorted(rows)]
    columns = [np.concatenate(column) for column in zip(*parts, strict=True)] if parts else []
    if not columns:
        columns = [np.zeros(0, dtype=np.int64)] * 7
    return Comparisons(*columns)


def _of_table(
    seats: int, which: list[int], bots: list[list[int]], ranks: list[tuple[int, ...]]
) -> tuple[Ints, ...]:
    """The columns for all matches of one seat count."""
    left, right = np.triu_indices(seats, 1)
    block = np.repeat(np.array(which, dtype=np.int64), len(left))
    bot = np.array(bots, dtype=np.int64)
    rank = np.array(ranks, dtype=np.int64)
    first, second = bot[:, left].ravel(), bot[:, right].ravel()
    sign = np.sign(rank[:, right] - rank[:, left]).ravel()
    first_seat = np.tile(left.astype(np.int64), len(which))
    second_seat = np.tile(right.astype(np.int64), len(which))
    swapped = first > second
    return (
        block,
        np.full(len(block), seats, dtype=np.int64),
        np.where(swapped, second, first),
        np.where(swapped, first, second),
        np.where(swapped, second_seat, first_seat),
        np.where(swapped, first_seat, second_seat),
        np.where(swapped, -sign, sign),
    )
