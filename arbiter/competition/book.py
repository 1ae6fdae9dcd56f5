"""A book: one tournament as its scheduler sees it, kept up to date.

A further block costs a further block, however long the tournament is. Who conducts a tournament and
who shows its table work from the same book; the store fills it (`store.books`).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from pentarch.arbiter.competition.formats.plan import Block, History, Withdrawal
from pentarch.arbiter.competition.formats.scheduler import Scheduler
from pentarch.arbiter.competition.formats.standings import Standing
from pentarch.arbiter.competition.formats.version_report import VersionReport
from pentarch.arbiter.competition.ratings import (
    BlockId,
    MatchResult,
    Ranking,
    Rating,
    Score,
    Tally,
    rate,
)


@dataclass(frozen=True)
class RatedStanding:
    """A line of the table: the format's own standing, and the rating with its counts."""

    standing: Standing
    owner: str
    rating: Rating


def tally_of(scheduler: Scheduler, history: History) -> Tally:
    """The sums of all blocks that count, from nothing."""
    tally = Tally(seed=scheduler.plan.seed)
    scheduler.introduce(tally)
    tally.add(history.units(scheduler.counting(history)))
    return tally


def table_of(scheduler: Scheduler, history: History, ratings: Ranking) -> list[RatedStanding]:
    """The table with everything that belongs on its lines, best first."""
    return [
        RatedStanding(
            standing,
            scheduler.plan.owners[standing.bot],
            ratings.rows[ratings.places[standing.bot]],
        )
        for standing in scheduler.table(history, ratings)
    ]


class Book:
    """One tournament, from the first `enter` on. Not for several threads at once."""

    scheduler: Scheduler

    def __init__(self) -> None:
        self.history = History()
        self._waiting: Final[dict[str, tuple[MatchResult, ...]]] = {}
        self._tally: Tally | None = None
        self._table: list[RatedStanding] | None = None

    def enter(self, scheduler: Scheduler) -> None:
        """Begin, or go on with a longer list of entries."""
        self.scheduler = scheduler
        self._table = None

    def withdraw(self, leaving: Iterable[Withdrawal]) -> None:
        """Note who no longer takes part; whoever has left already stays as they are."""
        known = {withdrawal.bot for withdrawal in self.history.withdrawals}
        fresh = [withdrawal for withdrawal in leaving if withdrawal.bot not in known]
        if fresh:
            self.history = self.history.after(withdrawals=fresh)
            self._table = None

    def add(
        self,
        issued: Iterable[Block],
        played: Mapping[Block, tuple[MatchResult, ...]],
        void: Iterable[Block],
    ) -> None:
        """Take in blocks: handed out, completely played, and turned out void, perhaps after they
        had counted."""
        issued, void = list(issued), list(void)
        for block, own in played.items():
            self._waiting.update(block.units(own))
        for block in void:
            self._take_out(block)
        if issued or played or void:
            results = [result for own in played.values() for result in own]
            voids: list[BlockId] = [block.id for block in void]
            self.history = self.history.after(issued=issued, results=results, voids=voids)
            self._table = None

    def standings(self) -> list[RatedStanding]:
        """The table as it stands, best first."""
        if self._table is None:
            self._table = table_of(self.scheduler, self.history, self.ratings())
        return self._table

    def ratings(self) -> Ranking:
        """The fit over the blocks of this tournament alone."""
        if self.scheduler.is_recounted:
            return rate(tally_of(self.scheduler, self.history))
        if self._tally is None:
            self._tally = Tally(seed=self.scheduler.plan.seed)
        self.scheduler.introduce(self._tally)
        self._tally.add(self._waiting)
        self._waiting.clear()
        return rate(self._tally)

    def forecast(self) -> Score:
        """How well the ratings of this tournament have predicted its own blocks."""
        return self.scheduler.forecast(self.history)

    def report(self) -> VersionReport | None:
        """What a format with a verdict says so far; None for others."""
        return self.scheduler.report(self.history)

    def _take_out(self, block: Block) -> None:
        units = [block.id] if block.is_paired else block.match_ids
        for unit in units:
            self._waiting.pop(unit, None)
        if self._tally is not None:
            self._tally.remove(unit for unit in units if unit in self._tally.blocks)
