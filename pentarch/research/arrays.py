"""Arrays for the observations of many matches, used again when nobody has kept them.

Memory that was never touched costs more than writing to it: sixteen observations of Kingdom are
13 MB with every call.
"""

import sys
from typing import Final

import numpy as np

from pentarch.research.observations import Array

_SPARE: Final = 2
"""A caller who looks at the newest observation still holds the one before."""
_UNSHARED: Final = 3
"""References to an array that is only in the list here: the list, a name, and the question."""


class Rows:
    """Arrays of that many rows and columns."""

    def __init__(self, rows: int, columns: int) -> None:
        self._shape: Final = (rows, columns)
        self._kept: Final[list[Array]] = []

    def blank(self) -> Array:
        """An array full of 0 that nobody else has: neither itself nor a part of it."""
        for array in self._kept:
            if sys.getrefcount(array) == _UNSHARED:
                array.fill(0)
                return array
        made = np.zeros(self._shape, np.float32)
        if len(self._kept) == _SPARE:
            del self._kept[0]
        self._kept.append(made)
        return made
