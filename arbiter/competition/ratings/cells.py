"""Cells: comparisons of two bots at the same seats of equal tables, and the sums over each."""

from collections.abc import Sequence
from typing import Final, final

import numpy as np
from scipy.sparse import csr_array

from pentarch.arbiter.competition.ratings.comparisons import Comparisons, Floats, Ints

_BOT_BITS: Final = 20
_SEAT_BITS: Final = 3
_BOT_MASK: Final = (1 << _BOT_BITS) - 1
_SEAT_MASK: Final = (1 << _SEAT_BITS) - 1
_FEWEST: Final = 64


@final
class Cells:
    """All cells that were ever seen, in order of first appearance, and sums by columns: how often
    compared, half wins minus half losses, and ties."""

    def __init__(self, columns: int) -> None:
        self.keys: Ints = np.zeros(0, dtype=np.int64)
        self._sorted = self.keys
        self._rows = self.keys
        self._sums = [np.zeros((_FEWEST, columns)) for _ in range(3)]

    @property
    def exposure(self) -> Floats:
        """How often each was compared."""
        return self._sums[0][: len(self.keys)]

    @property
    def score(self) -> Floats:
        """Half wins minus half losses of the first."""
        return self._sums[1][: len(self.keys)]

    @property
    def ties(self) -> Floats:
        """How often both were level."""
        return self._sums[2][: len(self.keys)]

    def rows(self, keys: Ints) -> Ints:
        """The rows of keys, which are distinct and rise. New ones come last, with sums of zero."""
        place = np.searchsorted(self._sorted, keys)
        is_new = np.append(self._sorted, -1)[place] != keys
        if is_new.any():
            new = keys[is_new]
            fresh = len(self.keys) + np.arange(len(new))
            self._sorted = np.insert(self._sorted, place[is_new], new)
            self._rows = np.insert(self._rows, place[is_new], fresh)
            self.keys = np.concatenate([self.keys, new])
            if len(self.keys) > len(self._sums[0]):
                self._sums = [_grown(sums, 2 * len(self.keys)) for sums in self._sums]
            place = np.searchsorted(self._sorted, keys)
        return self._rows[place]

    def add(self, rows: Ints, sums: Sequence[Floats]) -> None:
        """Add to distinct rows: exposure, score and ties."""
        for own, summed in zip(self._sums, sums, strict=True):
            own[rows] += summed

    def drop_replicates(self) -> None:
        """Keep the first column alone."""
        self._sums = [sums[:, :1].copy() for sums in self._sums]


def keys_of(made: Comparisons) -> Ints:
    """The key of the cell of each comparison."""
    seats = (seat_keys(made.seats, made.first_seat) << _SEAT_BITS) | made.second_seat
    return (((seats << _BOT_BITS) | made.first) << _BOT_BITS) | made.second


def seat_keys(counts: Ints, seats: Ints) -> Ints:
    """The key of a seat of a table."""
    return (counts << _SEAT_BITS) | seats


def seat_of(key: int) -> tuple[int, int]:
    """The seat count and the seat of a key."""
    return key >> _SEAT_BITS, key & _SEAT_MASK


def bots_in(keys: Ints) -> tuple[Ints, Ints]:
    """Which two bots cells are about."""
    return (keys >> _BOT_BITS) & _BOT_MASK, keys & _BOT_MASK


def seats_in(keys: Ints) -> tuple[Ints, Ints, Ints]:
    """The seat counts of cells, and the seats of both."""
    counts = keys >> (2 * _BOT_BITS + 2 * _SEAT_BITS)
    first = (keys >> (2 * _BOT_BITS + _SEAT_BITS)) & _SEAT_MASK
    return counts, first, (keys >> (2 * _BOT_BITS)) & _SEAT_MASK


def summed(made: Comparisons, row: Ints, rows: int, weights: Floats) -> list[Floats]:
    """The sums that comparisons add to cells, whose `row` each has; by weights of their blocks."""
    half = made.sign / 2
    values = [np.ones(len(half)), half, 1 - 2 * abs(half)]
    shape = (rows, len(weights))
    return [np.asarray(csr_array((v, (row, made.block)), shape=shape) @ weights) for v in values]


def _grown(sums: Floats, rows: int) -> Floats:
    grown = np.zeros((rows, sums.shape[1]))
    grown[: len(sums)] = sums
    return grown
