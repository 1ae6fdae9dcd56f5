"""A ledger: every comparison of every block, so that replicates need no sums of their own.

Sums by replicates take two hundred numbers for every cell. With many bots that is more than a
machine has; then the weights of blocks are drawn again whenever they are needed, some thousand
blocks at a time.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, TypeAlias, final

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array

from pentarch.arbiter.competition.ratings.comparisons import Comparisons, Floats, Ints
from pentarch.arbiter.competition.ratings.draws import Keys, exponentials
from pentarch.arbiter.competition.ratings.results import BlockId

_AT_ONCE: Final = 8192
"""Blocks whose weights are drawn together."""

_Small: TypeAlias = npt.NDArray[np.int32]
_Column: TypeAlias = "tuple[Ints, Floats]"
Spread: TypeAlias = Callable[[Ints, Floats], Iterable[_Column]]
"""Of comparisons, by their cells and results (1, 0 or -1): rows, and what is added there."""


@final
class Ledger:
    """The comparisons of blocks, block by block."""

    def __init__(self) -> None:
        self._rows: Final[dict[BlockId, int]] = {}
        self._count = 0
        self._keys: list[Keys] = []
        self._gone: Final[set[int]] = set()
        self._parts: list[tuple[_Small, _Small, npt.NDArray[np.int8]]] = []

    def add(self, ids: Sequence[BlockId], keys: Keys, made: Comparisons, cells: Ints) -> None:
        """Write blocks down: what their weights come from, and the cell of each comparison."""
        order = np.argsort(made.block, kind="stable")
        block = (made.block[order] + self._count).astype(np.int32)
        cell = cells[order].astype(np.int32)
        self._parts.append((block, cell, made.sign[order].astype(np.int8)))
        self._keys.append(keys)
        self._rows.update((id, self._count + place) for place, id in enumerate(ids))
        self._count += len(ids)

    def remove(self, ids: Iterable[BlockId]) -> None:
        """Strike blocks out."""
        self._gone.update(self._rows.pop(id) for id in ids)

    def drawn(self, replicates: int, rows: int, spread: Spread) -> Floats:
        """Rows by replicates: how much more than observed is in each, where blocks have weights."""
        total = np.zeros((rows, replicates))
        for keys, block, cell, sign in self._pieces():
            columns = list(spread(cell, sign))
            values = np.concatenate([value for _, value in columns])
            places = np.concatenate([row for row, _ in columns])
            blocks = np.tile(block, len(columns))
            shape = (rows, len(keys))
            total += csr_array((values, (places, blocks)), shape=shape) @ (
                exponentials(keys, replicates) - 1
            )
        return total

    def _pieces(self) -> Iterator[tuple[Keys, Ints, Ints, Floats]]:
        """Some blocks at a time: their keys, and of each comparison block, cell and result."""
        if not self._parts:
            return
        if len(self._parts) > 1:
            self._parts = [tuple(np.concatenate(part) for part in zip(*self._parts, strict=True))]  # type: ignore[list-item]
            self._keys = [np.concatenate(self._keys)]
        [(block, cell, sign)], [keys] = self._parts, self._keys
        gone = np.zeros(self._count, dtype=np.bool_)
        gone[list(self._gone)] = True
        for start in range(0, self._count, _AT_ONCE):
            end = min(start + _AT_ONCE, self._count)
            begin, stop = np.searchsorted(block, [start, end])
            part = slice(int(begin), int(stop))
            own = block[part].astype(np.int64)
            kept = ~gone[own]
            yield (
                keys[start:end],
                own[kept] - start,
                cell[part][kept].astype(np.int64),
                sign[part][kept].astype(np.float64),
            )
