"""Lines that a search compares: commands of one seat, and what came of them under each luck."""

from dataclasses import dataclass, field
from math import inf, sqrt

from pentarch.bots.greedy import USUAL
from pentarch.engine.commands import Command


@dataclass
class Line:
    """Commands of the searching seat, and what the states were worth that they led to."""

    commands: list[Command]
    style: str = USUAL
    """How the guide plays on for the searching seat."""
    settled: int = 0
    """With how many commands every line begins that leaves this one."""
    values: list[float] = field(default_factory=list)
    """By the number of the luck."""


@dataclass(frozen=True)
class Lead:
    """By how much a line was ahead of another one under the same lucks."""

    pairs: int
    mean: float
    error: float
    """The standard error of the mean; it takes two pairs to know one."""


def lead(line: Line, base: Line, first: int = 0) -> Lead:
    """The lead of a line over a base in the lucks that both have met, from the `first` on."""
    own, other = line.values, base.values
    met = min(len(own), len(other))
    pairs = met - first
    if pairs < 1:
        return Lead(0, 0.0, inf)
    mean = 0.0
    for index in range(first, met):
        mean += own[index] - other[index]
    mean /= pairs
    if pairs < 2:
        return Lead(pairs, mean, inf)
    squares = 0.0
    for index in range(first, met):
        squares += (own[index] - other[index] - mean) ** 2
    return Lead(pairs, mean, sqrt(squares / (pairs - 1) / pairs))
