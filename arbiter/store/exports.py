"""Matches in bulk: what everybody may know of them, in parts that bound what is held in memory."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from pentarch.arbiter.store import archives, disclosure, matches
from pentarch.arbiter.store.models import Block, Match, RatingChange, Record
from pentarch.arbiter.store.records import content_of
from pentarch.arbiter.store.words import MatchState, RecordKind

MOST_MATCHES: Final = 200
"""How many matches a part is made of at most."""
MOST_BYTES: Final = 8 << 20
"""How many bytes of records a part has at most, unless a single one is larger."""
_OVER: Final = [state for state in MatchState if state.is_over]


@dataclass(frozen=True)
class Wanted:
    """Which matches: of a ruleset or a tournament, and told to everybody in a range of time."""

    until: datetime
    since: datetime | None = None
    ruleset: str | None = None
    tournament_id: int | None = None
    has_records: bool = True

    def contains(self, moment: datetime) -> bool:
        """Whether the moment lies in the range: from `since` on, before `until`."""
        return (self.since is None or self.since <= moment) and moment < self.until


@dataclass(frozen=True)
class Exported:
    """A match with seats and versions, its record (empty: none), and what it did to ratings."""

    match: Match
    record: bytes
    changes: list[RatingChange]


@dataclass(frozen=True)
class Part:
    """Matches by rising id. Everything up to `last_id` has been looked at."""

    items: list[Exported]
    last_id: int
    is_last: bool


def part(session: Session, wanted: Wanted, after_id: int) -> Part:
    """The next matches after an id that everybody may know. Raises Archived for a tournament that
    is."""
    query = select(Match.id).where(Match.id > after_id, Match.state.in_(_OVER))
    if wanted.ruleset is not None:
        query = query.where(Match.ruleset == wanted.ruleset)
    if wanted.tournament_id is not None:
        query = query.where(Match.tournament_id == wanted.tournament_id)
    found = session.scalars(query.order_by(Match.id).limit(MOST_MATCHES)).all()
    if not found and wanted.tournament_id is not None:
        archives.require_tournament(session, wanted.tournament_id)
    ids = _fitting(session, found) if wanted.has_records else found
    rows = _wanted(session, wanted, ids)
    kept = [row.id for row in rows]
    records = _records(session, rows) if wanted.has_records else {}
    changes = _changes(session, kept)
    return Part(
        [Exported(row, records.get(row.id, b""), changes.get(row.id, [])) for row in rows],
        last_id=ids[-1] if ids else after_id,
        is_last=len(found) < MOST_MATCHES and len(ids) == len(found),
    )


def _fitting(session: Session, ids: Sequence[int]) -> Sequence[int]:
    """The first of these matches, as many as a part may have bytes of."""
    query = (
        select(Record.match_id, func.sum(Record.size))
        .where(Record.match_id.in_(ids), Record.kind == RecordKind.PLAYED)
        .group_by(Record.match_id)
    )
    sizes = {match_id: size for match_id, size in session.execute(query)}
    total = 0
    for count, id in enumerate(ids):
        total += sizes.get(id, 0)
        if total > MOST_BYTES and count:
            return ids[:count]
    return ids


def _wanted(session: Session, wanted: Wanted, ids: Sequence[int]) -> list[Match]:
    """Those of the matches that everybody may know, since a time in the range."""
    rows = matches.with_ids(session, ids)
    told = disclosure.told(session, rows)
    block_ends = _block_ends(session, {row.block_id for row in rows if row.block_id is not None})
    fitting = []
    for row in rows:
        ended = block_ends.get(row.block_id, row.end_time)
        if row.id in told and ended is not None and wanted.contains(ended):
            fitting.append(row)
    return fitting


def _block_ends(session: Session, block_ids: Collection[int]) -> dict[int | None, datetime]:
    """When the last match of each block ended whose matches share a key."""
    query = (
        select(Match.block_id, func.max(Match.end_time))
        .join(Block, Block.id == Match.block_id)
        .where(Match.block_id.in_(block_ids), Block.is_paired)
        .group_by(Match.block_id)
    )
    return {block_id: ended for block_id, ended in session.execute(query) if ended is not None}


def _records(session: Session, rows: Sequence[Match]) -> dict[int, bytes]:
    """The records of matches that are not void."""
    epochs = {row.id: row.epoch for row in rows if row.state is MatchState.RATED}
    query = select(Record.match_id, Record.epoch, Record.sha256, Record.content).where(
        Record.match_id.in_(epochs), Record.kind == RecordKind.PLAYED
    )
    return {
        id: content_of(session, sha256, content)
        for id, epoch, sha256, content in session.execute(query)
        if epochs[id] == epoch
    }


def _changes(session: Session, ids: Sequence[int]) -> dict[int, list[RatingChange]]:
    query = select(RatingChange).where(RatingChange.match_id.in_(ids)).order_by(RatingChange.id)
    by_match: dict[int, list[RatingChange]] = {}
    for change in session.scalars(query):
        by_match.setdefault(change.match_id, []).append(change)
    return by_match
