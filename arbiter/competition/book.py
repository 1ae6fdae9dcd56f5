"""A book: one tournament as its scheduler sees it, read from the store and kept up to date.

Everything in a book follows from the database; it is only kept so that a further block costs a
further block, however long the tournament is. Who conducts a tournament and who shows its table
work from the same book.
"""

import threading
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from sqlalchemy.orm import Session

from pentarch.arbiter.competition.formats import (
    Block,
    Entry,
    History,
    Ladder,
    Plan,
    Report,
    Scheduler,
    SequentialTest,
    Standing,
    Withdrawal,
)
from pentarch.arbiter.competition.formats.registry import make
from pentarch.arbiter.competition.ratings import BotId, Rating, Ratings, Result, Tally, rate
from pentarch.arbiter.referee.keys import schedule_seed
from pentarch.arbiter.store import blocks, tournaments
from pentarch.arbiter.store.blocks import Planned, Revision
from pentarch.arbiter.store.models import Tournament


@dataclass(frozen=True)
class Line:
    """A line of the table: the format's own standing, and the rating with its counts."""

    standing: Standing
    owner: str
    rating: Rating


def plan_of(row: Tournament) -> Plan:
    """The plan of a tournament, whose entries are loaded. Raises InvalidPlan."""
    return Plan(
        id=f"t{row.id}",
        seed=schedule_seed(row.secret),
        entries=tuple(
            Entry(
                entry.version.ref,
                entry.version.bot.owner.name,
                entry.joins,
                remembers=entry.version.kind.remembers,
            )
            for entry in row.entries
        ),
        seats=tuple(row.settings.get("seats") or [row.seat_count]),
    )


def scheduler_of(row: Tournament) -> Scheduler:
    """The scheduler of a tournament, whose entries are loaded. Raises InvalidPlan."""
    return make(row.format, row.settings, plan_of(row))


def tally_of(scheduler: Scheduler, history: History) -> Tally:
    """The sums of all blocks that count, from nothing."""
    tally = Tally(seed=scheduler.plan.seed)
    tally.enter(scheduler.plan.bots)
    tally.add(history.units(scheduler.counting(history)))
    return tally


def lines_of(scheduler: Scheduler, history: History, ratings: Ratings) -> list[Line]:
    """The table with everything that belongs on its lines, best first."""
    if isinstance(scheduler, Ladder):
        table = scheduler.table(history, ratings)
    else:
        table = scheduler.standings(history)
    return [
        Line(
            standing,
            scheduler.plan.owners[standing.bot],
            ratings.rows[ratings.places[standing.bot]],
        )
        for standing in table
    ]


class Book:
    """One tournament. Not for several threads at once."""

    row: Tournament
    revision: Revision
    scheduler: Scheduler

    def __init__(self, tournament_id: int) -> None:
        self.tournament_id: Final = tournament_id
        self.history = History()
        self.open: Final[dict[int, Block]] = {}
        """The blocks that have matches to come, by their ids in the store."""
        self.read = 0
        """How many blocks have been read so far: a measure of the work done."""
        self._blocks: Final[dict[int, Block]] = {}
        self._last = 0
        self._void: Final[set[int]] = set()
        self._waiting: Final[dict[str, tuple[Result, ...]]] = {}
        self._tally: Tally | None = None
        self._lines: list[Line] | None = None

    def refresh(self, session: Session) -> None:
        """Read what has happened since the last time. Raises NotFound.

        After any error the book is good for nothing.
        """
        row = tournaments.get(session, self.tournament_id)
        # First of all: what changes while the rest is read makes the revision an old one.
        revision = blocks.revision(session, row)
        fresh = blocks.planned_after(session, row.id, self._last)
        going_on = blocks.planned(session, list(self.open))
        void = blocks.void(session, row.id) if revision.voids else set()
        self.read += len(fresh) + len(going_on)
        self._take_entries(row)
        self._take_blocks([*going_on, *fresh], void - self._void)
        self.row, self.revision = row, revision

    @property
    def versions(self) -> dict[BotId, int]:
        """The ids of the versions that take part or did, by what the scheduler calls them."""
        return {entry.version.ref: entry.version_id for entry in self.row.entries}

    def standings(self) -> list[Line]:
        """The table as it stands, best first."""
        if self._lines is None:
            self._lines = lines_of(self.scheduler, self.history, self.ratings())
        return self._lines

    def ratings(self) -> Ratings:
        """The fit over the blocks of this tournament alone."""
        plan = self.scheduler.plan
        if isinstance(self.scheduler, SequentialTest):
            # Which of its blocks count may change with every one; there are few of them.
            return rate(tally_of(self.scheduler, self.history))
        if self._tally is None:
            self._tally = Tally(seed=plan.seed)
        self._tally.enter(plan.bots)
        self._tally.add(self._waiting)
        self._waiting.clear()
        return rate(self._tally)

    def report(self) -> Report | None:
        """What a version test says; None for other formats."""
        if not isinstance(self.scheduler, SequentialTest):
            return None
        return self.scheduler.report(self.history)

    def _take_entries(self, row: Tournament) -> None:
        plan = plan_of(row)
        if not hasattr(self, "scheduler") or plan != self.scheduler.plan:
            self.scheduler = scheduler_of(row)
            self._lines = None
        known = {leaving.bot for leaving in self.history.withdrawals}
        gone = [
            Withdrawal(entry.version.ref, entry.leaves)
            for entry in row.entries
            if entry.leaves is not None and entry.version.ref not in known
        ]
        if gone:
            self.history = self.history.after(withdrawals=gone)
            self._lines = None
        self.row = row

    def _take_blocks(self, found: Sequence[Planned], void: set[int]) -> None:
        refs = {entry.version_id: entry.version.ref for entry in self.row.entries}
        issued: list[Block] = []
        results: list[Result] = []
        for planned in found:
            block = self._blocks.get(planned.id)
            if block is None:
                block = _block(self.scheduler.plan, planned, refs)
                self._blocks[planned.id] = block
                self._last = max(self._last, planned.id)
                issued.append(block)
            if planned.is_rated and planned.id not in void:
                own = _results(block, planned)
                results += own
                self._waiting.update(block.units(own))
            is_open = not (planned.is_rated or planned.is_void)
            if is_open:
                self.open[planned.id] = block
            else:
                self.open.pop(planned.id, None)
        new = sorted(id for id in void if id in self._blocks)
        for id in new:
            self.open.pop(id, None)
            self._take_out(self._blocks[id])
        self._void.update(new)
        voids = [self._blocks[id].id for id in new]
        if issued or results or voids:
            self.history = self.history.after(issued=issued, results=results, voids=voids)
            self._lines = None

    def _take_out(self, block: Block) -> None:
        """A block turned out void, perhaps after it had counted."""
        units = [block.id] if block.is_paired else block.match_ids
        for unit in units:
            self._waiting.pop(unit, None)
        if self._tally is not None:
            self._tally.remove(unit for unit in units if unit in self._tally.blocks)


class Library:
    """The books of a process; those not asked for longest are given up. Safe between threads."""

    def __init__(self, most: int = 16) -> None:
        self._most: Final = most
        self._lock: Final = threading.Lock()
        self._books: Final[OrderedDict[int, tuple[threading.Lock, Book]]] = OrderedDict()

    @contextmanager
    def borrow(self, tournament_id: int) -> Iterator[Book]:
        """A book for this thread alone. An error inside throws the book away."""
        with self._lock:
            new = (threading.Lock(), Book(tournament_id))
            lock, book = self._books.setdefault(tournament_id, new)
            self._books.move_to_end(tournament_id)
            while len(self._books) > self._most:
                self._books.popitem(last=False)
        with lock:
            try:
                yield book
            except BaseException:
                with self._lock:
                    if self._books.get(tournament_id) == (lock, book):
                        del self._books[tournament_id]
                raise


def _block(plan: Plan, planned: Planned, refs: dict[int, str]) -> Block:
    seatings = tuple(tuple(refs[id] for id in table.versions) for table in planned.tables)
    return Block(f"{plan.id}/{planned.label}", planned.number, seatings, planned.is_paired)


def _results(block: Block, planned: Planned) -> tuple[Result, ...]:
    return tuple(
        Result(match_id, block.id, seating, table.ranks, table.forfeits)
        for match_id, seating, table in zip(
            block.match_ids, block.seatings, planned.tables, strict=True
        )
    )
