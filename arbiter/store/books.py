"""Books of tournaments, read from the database and kept by the processes that need them.

Everything in a book follows from the database; it is only kept to save reading it again.
"""

import threading
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final

from sqlalchemy.orm import Session

from pentarch.arbiter.competition.book import Book
from pentarch.arbiter.competition.formats.plan import Block, Entry, Plan, Withdrawal
from pentarch.arbiter.competition.formats.registry import make
from pentarch.arbiter.competition.formats.scheduler import Scheduler
from pentarch.arbiter.competition.ratings import BotId, MatchResult
from pentarch.arbiter.referee.keys import schedule_seed
from pentarch.arbiter.store import archives, blocks, tournaments
from pentarch.arbiter.store.blocks import Planned, Revision
from pentarch.arbiter.store.models import Tournament
from pentarch.engine.plain import Json


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
        seats=tuple(row.seats),
    )


def scheduler_of(row: Tournament) -> Scheduler:
    """The scheduler of a tournament, whose entries are loaded. Raises InvalidPlan."""
    return make(row.format, row.settings, plan_of(row))


class StoredBook(Book):
    """The book of a tournament in the database. After any error it is good for nothing."""

    row: Tournament
    revision: Revision

    def __init__(self, tournament_id: int) -> None:
        super().__init__()
        self.tournament_id: Final = tournament_id
        self.open: Final[dict[int, Block]] = {}
        """The blocks that have matches to come, by their ids in the store."""
        self.read = 0
        """How many blocks have been read so far: a measure of the work done."""
        self._plan: Plan | None = None
        self._settings: Mapping[str, Json] = {}
        self._blocks: Final[dict[int, Block]] = {}
        self._last = 0
        self._void: Final[set[int]] = set()

    def refresh(self, session: Session) -> None:
        """Read what has happened since the last time. Raises NotFound, Archived and InvalidPlan."""
        row = tournaments.get(session, self.tournament_id)
        if row.state.is_over:
            archives.require_tournament(session, row.id)
        # First of all: what changes while the rest is read makes the revision an old one.
        revision = blocks.revision(session, row)
        fresh = blocks.planned_after(session, row.id, self._last)
        going_on = blocks.planned(session, list(self.open))
        void = blocks.void(session, row.id) if revision.voids else set()
        self.read += len(fresh) + len(going_on)
        self._take_entries(row)
        self._take_blocks(row, [*going_on, *fresh], void - self._void)
        self.row, self.revision = row, revision

    @property
    def versions(self) -> dict[BotId, int]:
        """The ids of the versions that take part or did, by what the scheduler calls them."""
        return {entry.version.ref: entry.version_id for entry in self.row.entries}

    def _take_entries(self, row: Tournament) -> None:
        plan = plan_of(row)
        if (plan, row.settings) != (self._plan, self._settings):
            self._plan, self._settings = plan, row.settings
            self.enter(make(row.format, row.settings, plan))
        self.withdraw(
            Withdrawal(entry.version.ref, entry.leaves)
            for entry in row.entries
            if entry.leaves is not None
        )

    def _take_blocks(self, row: Tournament, found: Sequence[Planned], void: set[int]) -> None:
        refs = {entry.version_id: entry.version.ref for entry in row.entries}
        issued: list[Block] = []
        played: dict[Block, tuple[MatchResult, ...]] = {}
        for planned in found:
            block = self._blocks.get(planned.id)
            if block is None:
                block = _block(self.scheduler.plan, planned, refs)
                self._blocks[planned.id] = block
                self._last = max(self._last, planned.id)
                issued.append(block)
            if planned.is_rated and planned.id not in void:
                played[block] = _results(block, planned)
            if planned.is_rated or planned.is_void:
                self.open.pop(planned.id, None)
            else:
                self.open[planned.id] = block
        gone = sorted(id for id in void if id in self._blocks)
        for id in gone:
            self.open.pop(id, None)
        self._void.update(gone)
        self.add(issued, played, [self._blocks[id] for id in gone])


class Library:
    """The books of a process; those not asked for longest are given up. Safe between threads."""

    def __init__(self, most: int = 16) -> None:
        self._most: Final = most
        self._lock: Final = threading.Lock()
        self._books: Final[OrderedDict[int, tuple[threading.Lock, StoredBook]]] = OrderedDict()

    @contextmanager
    def borrow(self, tournament_id: int) -> Iterator[StoredBook]:
        """A book for this thread alone. An error inside throws the book away."""
        with self._lock:
            new = (threading.Lock(), StoredBook(tournament_id))
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


def _results(block: Block, planned: Planned) -> tuple[MatchResult, ...]:
    return tuple(
        MatchResult(match_id, block.id, seating, table.ranks, table.forfeits)
        for match_id, seating, table in zip(
            block.match_ids, block.seatings, planned.tables, strict=True
        )
    )
