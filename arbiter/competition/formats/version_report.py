"""What a format with a verdict says, and what that rests on."""

from dataclasses import dataclass
from enum import StrEnum

from pentarch.arbiter.competition.ratings import Interval


class VersionVerdict(StrEnum):
    """What the test says."""

    ACCEPT = "accept"
    REJECT = "reject"
    CONTINUE = "continue"
    UNDECIDED = "undecided"


@dataclass(frozen=True)
class VersionReport:
    """Where the test stands after `blocks` blocks.

    `score` is A's mean, `points` the same in Elo, the interval 95 % for a fixed number of blocks
    (after an early stop the estimate leans a little towards the verdict).
    """

    verdict: VersionVerdict
    blocks: int
    matches: int
    llr: float
    bounds: tuple[float, float]
    score: float
    points: float
    interval: Interval
    forfeits: tuple[int, int]
