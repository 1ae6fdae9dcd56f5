"""Schedules that are fixed from the start, and the table that goes with them."""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from pentarch.arbiter.competition.formats.plan import Block, History
from pentarch.arbiter.competition.formats.scheduler import Scheduler, pending_blocks
from pentarch.arbiter.competition.formats.settings import MOST_BLOCKS, InvalidPlan
from pentarch.arbiter.competition.formats.slots import Fate, Settled, Slot, settle
from pentarch.arbiter.competition.formats.standings import (
    Standing,
    accounts,
    direct,
    sonneborn_berger,
    table,
)
from pentarch.arbiter.competition.ratings import BotId

_MOST_WORK: Final = 20_000_000
"""Bots looked at while lineups of larger tables are chosen: more would take minutes."""


@dataclass(frozen=True)
class FixedSchedule(Scheduler):
    """All slots are known beforehand."""

    @abstractmethod
    def lineups(self) -> list[tuple[BotId, ...]]:
        """Who meets, in the order of play."""

    @cached_property
    def slots(self) -> tuple[Slot, ...]:
        """The whole schedule."""
        return tuple(
            Slot(f"b{number}", number, lineup) for number, lineup in enumerate(self.lineups())
        )

    def check_size(self, pairs: int) -> None:
        """Refuse schedules that nobody could play, before they are laid out. Raises InvalidPlan.

        `pairs` is how many times two bots meet, all meetings taken together.
        """
        for seats in self.plan.seats:
            lineups = pairs // (seats * (seats - 1) // 2)
            work = lineups * len(self.plan.entries) * seats if seats > 2 else 0
            if lineups > MOST_BLOCKS or work > _MOST_WORK:
                raise InvalidPlan(f"{lineups} blocks at tables of {seats} are too many")

    def due(self, history: History) -> list[Block]:
        return pending_blocks(settle(self.plan, history, self.slots))

    def places(self, history: History) -> Sequence[Slot]:
        return self.slots

    def is_finished(self, history: History) -> bool:
        return not self.due(history)

    def expected_blocks(self) -> tuple[int, int]:
        return len(self.slots), len(self.slots)

    def expected_matches(self) -> tuple[int, int]:
        matches = sum(len(slot.lineup) for slot in self.slots)
        return matches, matches

    def standings(self, history: History) -> list[Standing]:
        """Mean score per block; then direct encounters, Sonneborn-Berger, fewer forfeits.

        A bot that fell out before half of its blocks were played is annulled: it leaves the table
        and its blocks count for nobody in it (they stay rated).
        """
        settled = settle(self.plan, history, self.slots)
        fallen = {bot for done in settled for bot in done.away}
        annulled = {bot for bot in fallen if _is_annulled(bot, settled)}
        counting = [done for done in settled if not annulled & set(done.slot.lineup)]
        bots = [bot for bot in self.plan.bots if bot not in annulled]
        books = accounts(bots, counting)

        def tie_breaks(bot: BotId, group: Sequence[BotId]) -> tuple[float, ...]:
            return (
                direct(books, bot, group),
                sonneborn_berger(books, bot),
                -float(books[bot].forfeits),
            )

        rows = table(books, lambda book: book.mean, tie_breaks, fallen)
        last = len(rows) + 1
        gone = [Standing(last, bot, 0.0, note="annulled", is_out=True) for bot in sorted(annulled)]
        return [*rows, *gone]


def _is_annulled(bot: BotId, settled: Sequence[Settled]) -> bool:
    own = [done for done in settled if bot in done.slot.lineup]
    return 2 * sum(done.fate is Fate.PLAYED for done in own) < len(own)
