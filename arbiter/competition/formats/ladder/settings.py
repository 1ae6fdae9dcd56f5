"""What an organiser may choose of a ladder."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pentarch.arbiter.competition.formats.settings import (
    MOST_BLOCKS,
    MOST_BOTS,
    FormatSettings,
    real,
    whole,
)

if TYPE_CHECKING:
    from pentarch.arbiter.competition.formats.plan import Plan
    from pentarch.arbiter.competition.formats.scheduler import Scheduler


@dataclass(frozen=True)
class LadderSettings(FormatSettings):
    """Goes on until one of its ends is reached, and for ever if it has none."""

    name = "ladder"
    title = "Ladder"
    summary = "plays the blocks that settle the order soonest"
    is_joinable = True
    is_by_rating = True

    max_blocks: int = whole(
        0, least=0, most=MOST_BLOCKS, help="It ends after this many blocks; 0 for no limit."
    )
    max_wait: int = whole(
        0,
        least=0,
        most=MOST_BLOCKS,
        help="No bot waits longer for its next block, counted in blocks; at least twice the number "
        "of bots, 0 for eight times that number.",
    )
    settled_width: float = real(
        0.0,
        least=0,
        most=10_000,
        help="It ends when no 95 % interval of a rating is wider than this; 0 for never.",
    )

    division_size: int = whole(
        0,
        least=0,
        most=MOST_BOTS,
        help="Bots meet within divisions of this many, by rank; 0 for no divisions.",
    )
    division_blocks: int = whole(
        200,
        least=1,
        most=MOST_BLOCKS,
        help="How many blocks lie between promotions and demotions.",
    )
    equal_owners: int = whole(
        0,
        least=0,
        most=1,
        help="With 1 an owner's bots weigh together as much as one and do not meet, once there are "
        "two owners; with 0 every bot weighs the same.",
    )

    def scheduler(self, plan: "Plan") -> "Scheduler":
        from pentarch.arbiter.competition.formats.ladder.scheduler import Ladder

        return Ladder(plan, self)
