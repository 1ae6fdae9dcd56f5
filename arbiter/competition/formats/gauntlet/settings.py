"""What an organiser may choose of a gauntlet."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pentarch.arbiter.competition.formats.settings import MOST_BLOCKS, FormatSettings, bots, whole

if TYPE_CHECKING:
    from pentarch.arbiter.competition.formats.plan import Plan
    from pentarch.arbiter.competition.formats.scheduler import Scheduler


@dataclass(frozen=True)
class GauntletSettings(FormatSettings):
    """Some bots meet all others, and the others do not meet for their own sake."""

    name = "gauntlet"
    title = "Gauntlet"
    summary = "the challengers meet everybody else"

    challengers: tuple[str, ...] = bots(help="The bots that meet all others.")
    blocks: int = whole(
        1,
        least=1,
        most=MOST_BLOCKS,
        help="How many blocks a challenger shares with each rival.",
    )

    def scheduler(self, plan: "Plan") -> "Scheduler":
        from pentarch.arbiter.competition.formats.gauntlet.scheduler import Gauntlet

        return Gauntlet(plan, self)
