"""What an organiser may choose of a round robin."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pentarch.arbiter.competition.formats.settings import MOST_BLOCKS, FormatSettings, whole

if TYPE_CHECKING:
    from pentarch.arbiter.competition.formats.plan import Plan
    from pentarch.arbiter.competition.formats.scheduler import Scheduler


@dataclass(frozen=True)
class RoundRobinSettings(FormatSettings):
    """Everybody meets everybody, equally often."""

    name = "round_robin"
    title = "Round robin"
    summary = "everybody meets everybody"

    blocks: int = whole(
        1, least=1, most=MOST_BLOCKS, help="How many blocks any two bots share at least."
    )

    def scheduler(self, plan: "Plan") -> "Scheduler":
        from pentarch.arbiter.competition.formats.round_robin.scheduler import RoundRobin

        return RoundRobin(plan, self)
