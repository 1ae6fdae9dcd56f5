"""Entries: which versions take part in a tournament, and in which of its blocks."""

from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from pentarch.arbiter.store.errors import NotFound, WrongState
from pentarch.arbiter.store.locks import steered
from pentarch.arbiter.store.models import Block, Entry, Match, Seat, Version
from pentarch.arbiter.store.words import EntryState


def enter(session: Session, tournament_id: int, version_id: int, now: datetime) -> Entry:
    """Let a version take part from the next block on, seeded last.

    One that does already, or has left, stays as it is. Raises NotFound, and WrongState when the
    tournament is over.
    """
    tournament = steered(session, tournament_id)
    if tournament.state.is_over:
        raise WrongState(f"tournament {tournament_id} is {tournament.state}")
    entry = _entry(session, tournament_id, version_id)
    if entry is not None:
        return entry
    if session.get(Version, version_id) is None:
        raise NotFound(f"there is no version {version_id}")
    query = select(func.max(Entry.seeding)).where(Entry.tournament_id == tournament_id)
    entry = Entry(
        tournament_id=tournament_id,
        version_id=version_id,
        seeding=(session.scalar(query) or 0) + 1,
        state=EntryState.PLAYING,
        joins=next_number(session, tournament_id, None),
        create_time=now,
    )
    session.add(entry)
    session.flush()
    return entry


def withdraw(session: Session, tournament_id: int, version_id: int, now: datetime) -> Entry:
    """Let a version take part no longer than in the blocks it is seated in already.

    One that has left stays as it is. Raises NotFound, and WrongState when the tournament is over.
    """
    tournament = steered(session, tournament_id)
    entry = _entry(session, tournament_id, version_id)
    if entry is None:
        raise NotFound(f"version {version_id} does not take part in tournament {tournament_id}")
    if entry.state is EntryState.WITHDRAWN:
        return entry
    if tournament.state.is_over:
        raise WrongState(f"tournament {tournament_id} is {tournament.state}")
    entry.state = EntryState.WITHDRAWN
    entry.withdraw_time = now
    entry.leaves = next_number(session, tournament_id, version_id)
    session.flush()
    return entry


def next_number(session: Session, tournament_id: int, version_id: int | None) -> int:
    """The number after those of all blocks, or of all blocks in which a version sits."""
    query = select(func.max(Block.number)).where(Block.tournament_id == tournament_id)
    if version_id is not None:
        query = (
            query.join(Match, Match.block_id == Block.id)
            .join(Seat, Seat.match_id == Match.id)
            .where(Seat.version_id == version_id)
        )
    last = session.scalar(query)
    return 0 if last is None else last + 1


def _entry(session: Session, tournament_id: int, version_id: int) -> Entry | None:
    query = select(Entry).where(
        Entry.tournament_id == tournament_id, Entry.version_id == version_id
    )
    return session.scalar(query)
