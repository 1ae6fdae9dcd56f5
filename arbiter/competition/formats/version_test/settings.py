"""What an organiser may choose of a version test."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pentarch.arbiter.competition.formats.settings import (
    MOST_BLOCKS,
    FormatSettings,
    InvalidPlan,
    real,
    whole,
)

if TYPE_CHECKING:
    from pentarch.arbiter.competition.formats.plan import Plan
    from pentarch.arbiter.competition.formats.scheduler import Scheduler


@dataclass(frozen=True)
class VersionTestSettings(FormatSettings):
    """H0: the first bot is at most `elo_low` points better; H1: at least `elo_high`."""

    name = "version_test"
    title = "Version test"
    summary = "is the first bot better than the second?"
    has_verdict = True

    elo_low: float = real(
        0.0,
        least=-10_000,
        most=10_000,
        help="A gain of this many points of Elo is no improvement.",
    )
    elo_high: float = real(
        20.0,
        least=-10_000,
        most=10_000,
        help="A gain of this many points of Elo is an improvement.",
    )
    alpha: float = real(
        0.05, least=0.0001, most=0.4999, help="The chance of accepting what is no improvement."
    )
    beta: float = real(
        0.05, least=0.0001, most=0.4999, help="The chance of rejecting what is an improvement."
    )
    max_blocks: int = whole(
        2000,
        least=0,
        most=MOST_BLOCKS,
        help="It ends undecided after this many blocks; 0 for no limit.",
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.elo_low < self.elo_high:
            raise InvalidPlan("elo_high must lie above elo_low")

    def scheduler(self, plan: "Plan") -> "Scheduler":
        from pentarch.arbiter.competition.formats.version_test.scheduler import VersionTest

        return VersionTest(plan, self)
