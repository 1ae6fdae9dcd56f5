"""The conductor plans the blocks that a running tournament is due, and ends it when it is over.

What to play follows from the database alone (`store.books`), and a block is planned at most
once. So any number of processes may conduct at the same time, and one that dies in between leaves
nothing half done: blocks are committed before their matches are handed out, and matches that were
never handed out are found by the sweep.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

import structlog
from sqlalchemy.orm import Session

from pentarch.arbiter.competition.formats.plan import Block
from pentarch.arbiter.competition.formats.settings import MOST_BOTS
from pentarch.arbiter.store import blocks, bots, entries, season_phases, seasons, tournaments
from pentarch.arbiter.store.books import StoredBook
from pentarch.arbiter.store.errors import WrongState
from pentarch.arbiter.store.locks import lock_tournament
from pentarch.arbiter.store.tournaments import NewBlock
from pentarch.arbiter.store.words import EntryState, TournamentState, VersionState
from pentarch.workers.host import Host

_log = structlog.get_logger()

AHEAD: Final = 64
"""How many blocks of a tournament may be under way at once."""
ENOUGH: Final = AHEAD // 2
"""With this many blocks under way there is no hurry to plan more."""
_TRIES: Final = 10


def conduct_all(host: Host) -> int:
    """Bring seasons on, and conduct every running tournament; how many blocks were planned."""
    conduct_seasons(host)
    with host.store.reading() as session:
        running = [row.id for row in tournaments.running(session)]
    return sum(_carefully(host, id) for id in running)


def conduct_seasons(host: Host) -> None:
    """Bring every season to the phase it should be in, and to the tournaments that this needs."""
    with host.store.reading() as session:
        ids = seasons.restless(session, host.now())
    for id in ids:
        try:
            with host.store.writing() as session:
                season_phases.advance(session, id, host.now())
        except Exception as error:
            _log.error("a season does not go on", season=id, exc_info=error)


def conduct_after(host: Host, match_ids: Sequence[int]) -> int:
    """Conduct the tournaments of matches that have just ended, if they run short of blocks."""
    with host.store.reading() as session:
        found = blocks.tournaments_of(session, match_ids)
        short = [id for id in found if len(tournaments.open_blocks(session, id)) < ENOUGH]
    return sum(_carefully(host, id) for id in short)


def conduct(host: Host, tournament_id: int) -> int:
    """Take the next steps of one tournament; how many blocks were planned."""
    for _ in range(_TRIES):
        with host.books.borrow(tournament_id) as book:
            with host.store.reading() as session:
                book.refresh(session)
            if book.row.state is not TournamentState.RUNNING:
                return 0
            planned = _step(host, book)
        if planned is not None:
            for match_ids in planned:
                host.dispatch.play(match_ids)
            return len(planned)
    _log.info("tournament changes too fast, conducted later", tournament=tournament_id)
    return 0


def _carefully(host: Host, tournament_id: int) -> int:
    """Conduct, and let no tournament stand in the way of the others."""
    try:
        return conduct(host, tournament_id)
    except Exception as error:
        _log.error("conducting failed", tournament=tournament_id, exc_info=error)
        return 0


def _step(host: Host, book: StoredBook) -> list[list[int]] | None:
    """The matches of the blocks planned; None when the book was outrun and must be read again."""
    if _change_entries(host, book):
        return None
    is_finished = book.scheduler.is_finished(book.history)
    fresh: list[Block] = []
    if not is_finished:
        fresh = book.scheduler.next_blocks(book.history, AHEAD - len(book.open))
        if not fresh:
            return []
    with host.store.writing() as session:
        now = host.now()
        row = lock_tournament(session, book.tournament_id)
        if row is None or blocks.revision(session, row) != book.revision:
            return None
        if is_finished:
            _finish(session, book, now)
            return []
        try:
            return [_plan(session, book, block, now) for block in fresh]
        except WrongState:
            # A version was retired this very moment: all or nothing, and the next look sees it.
            session.rollback()
            return None


def _plan(session: Session, book: StoredBook, block: Block, now: datetime) -> list[int]:
    versions = book.versions
    new = NewBlock(
        number=block.number,
        round=book.scheduler.round_of(block.number),
        is_paired=block.is_paired,
        tables=[[versions[bot] for bot in seating] for seating in block.seatings],
        label=block.id.partition("/")[2],
    )
    _, queued = tournaments.add_block(session, book.tournament_id, new, now)
    return [match.id for match in queued]


def _finish(session: Session, book: StoredBook, now: datetime) -> None:
    """End a tournament whose format has nothing left to play, once nothing is under way."""
    report = book.report()
    reason = "everything is played"
    if report is not None:
        reason = f"{report.verdict} after {report.blocks} blocks"
    tournaments.drop_waiting(session, book.tournament_id, f"not needed: {reason}", now)
    if tournaments.open_blocks(session, book.tournament_id):
        return
    tournaments.finish(session, book.tournament_id, reason, now)
    _log.info("tournament finished", tournament=book.tournament_id, reason=reason)


def _change_entries(host: Host, book: StoredBook) -> bool:
    """Withdraw retired versions, and let new ones into an open tournament. Whether any changed."""
    playing = [entry for entry in book.row.entries if entry.state is EntryState.PLAYING]
    leaving = {e.version_id for e in playing if e.version.state is VersionState.RETIRED}
    joining: list[int] = []
    if book.row.is_open:
        known = {entry.version_id for entry in book.row.entries}
        with host.store.reading() as session:
            active = bots.active_versions(session, book.row.ruleset)
            entrance = seasons.entrance_to(session, book.tournament_id)
        if entrance is not None:
            # Of a bot whose newest version comes too late, the one before goes on.
            active = [row for row in active if not entrance.refusal(seasons.candidate(row))]
        # Oldest first, so that the newest version of a bot is the one that stays.
        newest = {version.bot_id: version.id for version in active}
        joining = [id for id in newest.values() if id not in known]
        joining = joining[: max(0, MOST_BOTS - len(known))]
        for entry in playing:
            if newest.get(entry.version.bot_id, entry.version_id) > entry.version_id:
                leaving.add(entry.version_id)
    if not leaving and not joining:
        return False
    with host.store.writing() as session:
        now = host.now()
        for version_id in sorted(leaving):
            entries.withdraw(session, book.tournament_id, version_id, now)
        for version_id in joining:
            entries.enter(session, book.tournament_id, version_id, now)
    return True
