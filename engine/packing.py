"""Lists of whole numbers as bytes, for fingerprints: made at every step, so it has to be quick."""

from struct import Struct
from typing import Final

_SHAPES: Final[dict[int, Struct]] = {}


def packed(numbers: list[int]) -> bytes:
    """Four bytes for each number, which must fit. Takes half the time of an `array`."""
    size = len(numbers)
    shape = _SHAPES.get(size)
    if shape is None:
        shape = Struct(f"<{size}i")
        _SHAPES[size] = shape
    return shape.pack(*numbers)
