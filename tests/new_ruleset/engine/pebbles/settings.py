"""The options, and what a match reads of them once."""

from typing import Final

from pentarch.engine.options import Option, Options, number
from pentarch.engine.pebbles.tables import HEAP, LARGEST_HEAP, SMALLEST_HEAP

OPTIONS: Final[tuple[Option, ...]] = (
    number("heap", HEAP, SMALLEST_HEAP, LARGEST_HEAP, "pebbles at the beginning (PB-1.1)"),
)


class Settings:
    """The options of one match."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.heap = options.number("heap")
