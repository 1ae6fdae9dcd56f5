"""What an organiser may choose of a single elimination."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pentarch.arbiter.competition.formats.settings import MOST_ROUNDS, FormatSettings, whole

if TYPE_CHECKING:
    from pentarch.arbiter.competition.formats.plan import Plan
    from pentarch.arbiter.competition.formats.scheduler import Scheduler


@dataclass(frozen=True)
class SingleEliminationSettings(FormatSettings):
    """A bracket of duels, each a series of blocks."""

    name = "single_elimination"
    title = "Single elimination"
    summary = "whoever loses a duel is out"

    blocks: int = whole(
        3,
        least=1,
        most=MOST_ROUNDS,
        help="How many blocks a duel has; it ends as soon as one side has more than half.",
    )
    max_replays: int = whole(
        2,
        least=0,
        most=MOST_ROUNDS,
        help="How many further blocks a level duel may play before forfeits and seeding decide.",
    )

    def scheduler(self, plan: "Plan") -> "Scheduler":
        from pentarch.arbiter.competition.formats.single_elimination.scheduler import (
            SingleElimination,
        )

        return SingleElimination(plan, self)
