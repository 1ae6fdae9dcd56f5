"""What the greedy TradeWarz bot keeps of groups while it thinks about a march."""

from typing import Final, TypeAlias

from pentarch.engine.commands import Command
from pentarch.engine.tradewarz.lattice import SPACES
from pentarch.engine.tradewarz.tables import NONE

Way: TypeAlias = tuple[int, float, Command]
"""A goal, the price of the way there, and the command for it."""
UNKNOWN: Final = -1.0e9
"""Less than anything is worth."""


class Squad:
    """What is known of all groups of one size and unit; `UNKNOWN` until it is asked for."""

    def __init__(self) -> None:
        self.worths = [UNKNOWN] * SPACES
        self.promises = [UNKNOWN] * SPACES
        self.prospects: list[tuple[float, int]] | None = None


class Reach:
    """Where a group can go: spaces in the order found, and of each how it is got to."""

    def __init__(self, start: int) -> None:
        self.order = [start]
        self.steps = [NONE] * SPACES
        """How many it takes; NONE: it is out of reach."""
        self.prices = [0.0] * SPACES
        self.firsts: list[Command | None] = [None] * SPACES
        """The first command of the way."""
        self.steps[start] = 0
