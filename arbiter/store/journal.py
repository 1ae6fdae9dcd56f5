"""The journal: the steps of a match while it is played, so that another worker can go on.

Only matches with a remote seat, or that last long, keep one. Entries are numbered from 1. A
journal ends with the record, which holds all of it and more.
"""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import delete as delete_from
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from pentarch.arbiter.referee.journal import Entry, Forfeited, Step
from pentarch.arbiter.store.errors import WrongState
from pentarch.arbiter.store.locks import lock_match
from pentarch.arbiter.store.models import JournalEntry
from pentarch.arbiter.store.reports import Report
from pentarch.arbiter.store.words import MatchState


def append(
    session: Session,
    match_id: int,
    epoch: int,
    first: int,
    entries: Sequence[Entry],
    now: datetime,
) -> Report:
    """Add entries, the first of which has number `first`.

    Entries that are there already are passed over; REPEATED if that were all. LATE when the lease
    is gone. Raises WrongState when entries before the first are missing.
    """
    match = lock_match(session, match_id)
    if match is None:
        return Report.UNKNOWN
    if match.state is not MatchState.LEASED or match.epoch != epoch:
        return Report.LATE
    kept = length(session, match_id)
    if first > kept + 1:
        raise WrongState(f"the journal of match {match_id} has {kept} entries, not {first - 1}")
    new = entries[kept + 1 - first :]
    for number, entry in enumerate(new, kept + 1):
        session.add(_row(match_id, epoch, number, entry, now))
    session.flush()
    return Report.DONE if new else Report.REPEATED


def length(session: Session, match_id: int) -> int:
    """How many entries the journal of a match has."""
    query = select(func.max(JournalEntry.number)).where(JournalEntry.match_id == match_id)
    return session.scalar(query) or 0


def everything(session: Session, match_id: int) -> list[Entry]:
    """The whole journal of a match, as a referee takes it."""
    query = select(JournalEntry).where(JournalEntry.match_id == match_id)
    return [_entry(row) for row in session.scalars(query.order_by(JournalEntry.number))]


def clear(session: Session, match_id: int, epoch: int) -> Report:
    """Start over: the holder of the lease cannot go on from what the journal says."""
    match = lock_match(session, match_id)
    if match is None:
        return Report.UNKNOWN
    if match.state is not MatchState.LEASED or match.epoch != epoch:
        return Report.LATE
    delete(session, [match_id])
    return Report.DONE


def delete(session: Session, match_ids: Sequence[int]) -> None:
    """Delete the journals of matches. For the functions of the store."""
    session.execute(delete_from(JournalEntry).where(JournalEntry.match_id.in_(match_ids)))


def _row(match_id: int, epoch: int, number: int, entry: Entry, now: datetime) -> JournalEntry:
    row = JournalEntry(
        match_id=match_id,
        number=number,
        epoch=epoch,
        seat=entry.seat,
        annotation=entry.annotation,
        create_time=now,
    )
    if isinstance(entry, Step):
        row.command = entry.command
        row.digest = entry.digest
    else:
        row.verdict = entry.verdict
    return row


def _entry(row: JournalEntry) -> Entry:
    if row.command is not None:
        return Step(row.seat, row.command, row.digest or b"", row.annotation)
    return Forfeited(row.seat, row.verdict or "", row.annotation)
