"""What an organiser may choose of a Swiss tournament."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pentarch.arbiter.competition.formats.settings import (
    MOST_BLOCKS,
    MOST_ROUNDS,
    FormatSettings,
    whole,
)

if TYPE_CHECKING:
    from pentarch.arbiter.competition.formats.plan import Plan
    from pentarch.arbiter.competition.formats.scheduler import Scheduler


@dataclass(frozen=True)
class SwissSettings(FormatSettings):
    """Rounds in which bots of about equal points meet."""

    name = "swiss"
    title = "Swiss"
    summary = "bots of about equal points meet, round by round"

    rounds: int = whole(5, least=1, most=MOST_ROUNDS, help="How many rounds are played.")
    blocks: int = whole(
        1, least=1, most=MOST_BLOCKS, help="How many blocks each table plays in a round."
    )

    def scheduler(self, plan: "Plan") -> "Scheduler":
        from pentarch.arbiter.competition.formats.swiss.scheduler import Swiss

        return Swiss(plan, self)
