"""What every format offers: pure functions of the plan and the history."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from pentarch.arbiter.competition.formats.plan import Block, History, Plan
from pentarch.arbiter.competition.formats.slots import Fate, Settled, Slot
from pentarch.arbiter.competition.formats.standings import Standing
from pentarch.arbiter.competition.formats.version_report import VersionReport
from pentarch.arbiter.competition.ratings import Ranking, Score, Tally


@dataclass(frozen=True)
class Scheduler(ABC):
    """A format with its settings.

    Which blocks are due depends on results, voids and withdrawals alone, never on time, on the
    order of arrival or on what was handed out when: a tournament that was paused, or whose service
    died, goes on to the same final table.
    """

    is_drawn: ClassVar[bool] = False
    """Whether results say who meets next. A block that turns out void can then change the draw, and
    what was played for the old one stays played."""
    is_recounted: ClassVar[bool] = False
    """Whether a further result may change which of the earlier blocks count."""

    plan: Plan

    @abstractmethod
    def due(self, history: History) -> list[Block]:
        """All blocks that may be played now, in order, handed out already or not."""

    @abstractmethod
    def is_finished(self, history: History) -> bool:
        """Whether nothing is left to be played."""

    @abstractmethod
    def standings(self, history: History) -> list[Standing]:
        """The table as it stands, best first."""

    def table(self, history: History, ratings: Ranking) -> list[Standing]:
        """The same, given the ratings over all blocks that count, which a format may need."""
        return self.standings(history)

    def report(self, history: History) -> VersionReport | None:
        """What a format with a verdict says so far; None for others."""
        return None

    @abstractmethod
    def expected_blocks(self) -> tuple[int, int]:
        """The fewest and the most blocks this tournament can take, without voids."""

    def forecast(self, history: History) -> Score:
        """How well the ratings have predicted so far; empty for formats that do not go by them."""
        return Score()

    def introduce(self, tally: Tally) -> None:
        """Make the plan's bots known to a tally, with what they weigh in the ratings."""
        tally.enter(self.plan.bots)

    def counting(self, history: History) -> list[Block]:
        """The blocks handed out that count in the table, once they are complete."""
        return list(history.issued)

    def places(self, history: History) -> Sequence[Slot] | None:
        """Every slot that blocks can have been handed out for; None where the format chooses."""
        return None

    def expected_matches(self) -> tuple[int, int]:
        """The fewest and the most matches, in the same sense."""
        fewest, most = self.expected_blocks()
        return fewest * min(self.plan.seats), most * max(self.plan.seats)

    def round_of(self, number: int) -> int:
        """The round, from 1, that the block of a number belongs to; formats without rounds have
        one."""
        return 1

    def next_blocks(self, history: History, capacity: int) -> list[Block]:
        """At most `capacity` blocks to hand out now: what is due and not issued yet."""
        issued = {block.id for block in history.issued}
        fresh = [block for block in self.due(history) if block.id not in issued]
        return fresh[: max(0, capacity)]


def pending_blocks(settled: list[Settled]) -> list[Block]:
    """The blocks of pending slots."""
    return [done.block for done in settled if done.fate is Fate.PENDING and done.block is not None]
