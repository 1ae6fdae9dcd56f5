"""Designs: which parameters every cell compares, and sums over cells by parameter.

Parameters are bots, then seats, then seat counts; the first two are the linear ones, which enter
the difference of a comparison. A `Design` holds sparse matrices, which is quick for many columns; a
`WideDesign` reads along the cells instead, which takes no room beside them.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from scipy.sparse import csr_array

from pentarch.arbiter.competition.ratings.comparisons import Floats, Ints

SIGNS: Final = np.array([1.0, -1.0, 1.0, -1.0])
"""What first bot, second bot, first seat and second seat add to a difference. A bot compared with
itself cancels."""


@dataclass(frozen=True)
class Design:
    """Which parameters every cell compares."""

    bots: int
    seats: int
    counts: int
    first: Ints
    second: Ints
    first_seat: Ints
    second_seat: Ints
    count: Ints

    @property
    def linear(self) -> int:
        """Parameters that enter d: bots and seats."""
        return self.bots + self.seats

    @property
    def size(self) -> int:
        """All parameters."""
        return self.linear + self.counts

    @cached_property
    def touched(self) -> Ints:
        """The four linear parameters of each cell, one row per role."""
        return np.stack(
            [self.first, self.second, self.bots + self.first_seat, self.bots + self.second_seat]
        )

    def differences(self, estimate: Floats) -> Floats:
        """The difference of every cell, from linear parameters by columns."""
        return np.asarray(self._contrast @ estimate)

    def gathered(self, values: Floats) -> Floats:
        """Linear parameters by columns: the values of their cells, with their signs."""
        return np.asarray(self._contrast_back @ values)

    def by_count(self, values: Floats) -> Floats:
        """Seat counts by columns: the values of their cells."""
        return np.asarray(self._of_count @ values)

    def squares(self, values: Floats) -> Floats:
        """For each column the pairs of linear parameters: values times both signs."""
        found = (self._products @ values).T
        return np.asarray(found.reshape(values.shape[1], self.linear, self.linear))

    def tie_products(self, values: Floats) -> Floats:
        """For each column linear parameters by seat counts: values times the signs."""
        found = (self._tie_products @ values).T
        return np.asarray(found.reshape(values.shape[1], self.linear, self.counts))

    @cached_property
    def _contrast(self) -> csr_array:
        cells = np.arange(len(self.first))
        rows = np.tile(cells, 4)
        signs = np.repeat(SIGNS, len(cells))
        return csr_array((signs, (rows, self.touched.ravel())), shape=(len(cells), self.linear))

    @cached_property
    def _contrast_back(self) -> csr_array:
        """The transposed contrast, stored by rows."""
        return csr_array(self._contrast.T)

    @cached_property
    def _of_count(self) -> csr_array:
        cells = np.arange(len(self.first))
        return csr_array(
            (np.ones(len(cells)), (self.count, cells)), shape=(self.counts, len(cells))
        )

    @cached_property
    def _products(self) -> csr_array:
        left, right = np.divmod(np.arange(16), 4)
        rows = (self.touched[left] * self.linear + self.touched[right]).ravel()
        values = np.repeat(SIGNS[left] * SIGNS[right], len(self.first))
        cells = np.tile(np.arange(len(self.first)), 16)
        return csr_array((values, (rows, cells)), shape=(self.linear**2, len(self.first)))

    @cached_property
    def _tie_products(self) -> csr_array:
        rows = (self.touched * self.counts + self.count).ravel()
        values = np.repeat(SIGNS, len(self.first))
        cells = np.tile(np.arange(len(self.first)), 4)
        shape = (self.linear * self.counts, len(self.first))
        return csr_array((values, (rows, cells)), shape=shape)


class WideDesign(Design):
    """The same for a single column over more cells than matrices have room for."""

    def differences(self, estimate: Floats) -> Floats:
        """The difference of every cell, from linear parameters in one column."""
        own = estimate[:, 0]
        found = sum(sign * own[row] for sign, row in zip(SIGNS, self.touched, strict=True))
        return np.asarray(found)[:, None]

    def gathered(self, values: Floats) -> Floats:
        """Linear parameters in one column: the values of their cells, with their signs."""
        found = sum(
            sign * np.bincount(row, values[:, 0], self.linear)
            for sign, row in zip(SIGNS, self.touched, strict=True)
        )
        return np.asarray(found)[:, None]

    def by_count(self, values: Floats) -> Floats:
        """Seat counts in one column: the values of their cells."""
        found = np.bincount(self.count, values[:, 0], self.counts)
        return np.asarray(found, dtype=np.float64)[:, None]

    def squares(self, values: Floats) -> Floats:
        """The pairs of linear parameters: values times both signs."""
        found = np.zeros(self.linear**2)
        for left in range(4):
            for right in range(4):
                pairs = self.touched[left] * self.linear + self.touched[right]
                sign = SIGNS[left] * SIGNS[right]
                found += sign * np.bincount(pairs, values[:, 0], len(found))
        return found.reshape(1, self.linear, self.linear)

    def tie_products(self, values: Floats) -> Floats:
        """Linear parameters by seat counts: values times the signs."""
        found = np.zeros(self.linear * self.counts)
        for sign, row in zip(SIGNS, self.touched, strict=True):
            pairs = row * self.counts + self.count
            found += sign * np.bincount(pairs, values[:, 0], len(found))
        return found.reshape(1, self.linear, self.counts)
