"""Blocks as schedulers and statistics want them: who sat where, and how it went."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from operator import itemgetter
from typing import Final, TypeAlias

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session

from pentarch.arbiter.store.models import (
    Block,
    Bot,
    Entry,
    Match,
    Record,
    Seat,
    Tournament,
    Version,
)
from pentarch.arbiter.store.records import content_of
from pentarch.arbiter.store.words import (
    MatchState,
    RecordKind,
    TournamentState,
    VersionKind,
    VersionState,
)
from pentarch.engine.plain import Json

_AT_ONCE: Final = 500
_SPREAD: Final = 8
"""Ids that are at most so many times as far apart as they are many are read as one range."""
_Seat: TypeAlias = tuple[int, int, int | None, bool, int]
"""A row of a seat: match, version, rank, whether it forfeited, and its number."""


@dataclass(frozen=True, slots=True)
class BlockMatch:
    """A match of a block: the versions by seat and, once it is rated, how it went."""

    match_id: int
    state: MatchState
    versions: tuple[int, ...]
    ranks: tuple[int, ...] = ()
    forfeits: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Planned:
    """A block with its matches in their order."""

    id: int
    label: str
    number: int
    is_paired: bool
    tables: tuple[BlockMatch, ...]

    @property
    def is_rated(self) -> bool:
        """Whether all of its matches count."""
        return all(table.state is MatchState.RATED for table in self.tables)

    @property
    def is_void(self) -> bool:
        """Whether one of its matches is void, and with it the block."""
        return any(table.state is MatchState.VOID for table in self.tables)


@dataclass(frozen=True)
class Revision:
    """What planning depends on beside results. Two equal ones: nothing else happened between."""

    state: TournamentState
    settings: Mapping[str, Json]
    last_block: int
    voids: int
    entries: tuple[tuple[int, int | None, VersionState], ...]
    """Per entry the version, the number it leaves at, and where the version stands."""


def revision(session: Session, tournament: Tournament) -> Revision:
    """The revision of a tournament now."""
    last = select(func.max(Block.id)).where(Block.tournament_id == tournament.id)
    voids = select(func.count()).where(
        Match.tournament_id == tournament.id, Match.state == MatchState.VOID
    )
    entries = (
        select(Entry.version_id, Entry.leaves, Version.state)
        .join(Version, Version.id == Entry.version_id)
        .where(Entry.tournament_id == tournament.id)
        .order_by(Entry.seeding)
    )
    return Revision(
        state=tournament.state,
        settings=tournament.settings,
        last_block=session.scalar(last) or 0,
        voids=session.scalar(voids) or 0,
        entries=tuple((id, leaves, state) for id, leaves, state in session.execute(entries)),
    )


def planned_after(session: Session, tournament_id: int, block_id: int) -> list[Planned]:
    """The blocks of a tournament with ids above one, by id. Blocks are planned in that order."""
    query = select(Block.id, Block.label, Block.number, Block.is_paired).where(
        Block.tournament_id == tournament_id, Block.id > block_id
    )
    rows = session.execute(query.order_by(Block.id)).all()
    if not rows:
        return []
    tables = _tables(session, [Match.tournament_id == tournament_id, Match.block_id > block_id])
    return [Planned(*row, tables=tables.get(row[0], ())) for row in rows]


def planned(session: Session, block_ids: Sequence[int]) -> list[Planned]:
    """These blocks, by id."""
    found = []
    ids = sorted(block_ids)
    for start in range(0, len(ids), _AT_ONCE):
        part = ids[start : start + _AT_ONCE]
        query = select(Block.id, Block.label, Block.number, Block.is_paired).where(
            Block.id.in_(part)
        )
        tables = _tables(session, [Match.block_id.in_(part)])
        rows = session.execute(query.order_by(Block.id)).all()
        found += [Planned(*row, tables=tables.get(row[0], ())) for row in rows]
    return found


def void(session: Session, tournament_id: int) -> set[int]:
    """The ids of the blocks of a tournament with a void match."""
    query = select(Match.block_id).where(
        Match.tournament_id == tournament_id, Match.state == MatchState.VOID
    )
    return {id for id in session.scalars(query) if id is not None}


def endings(session: Session, tournament_id: int) -> dict[int, tuple[str | None, str | None]]:
    """For every match of a tournament the SHA-256 of its record, and why it is void."""
    query = select(Match.id, Match.record_sha256, Match.void_reason).where(
        Match.tournament_id == tournament_id
    )
    return {id: (sha256, reason) for id, sha256, reason in session.execute(query)}


def records(session: Session, tournament_id: int) -> Iterator[tuple[int, bytes]]:
    """The records of all matches of a tournament that count, by match."""
    query = (
        select(Match.id, Record.sha256, Record.content)
        .join(Record, (Record.match_id == Match.id) & (Record.epoch == Match.epoch))
        .where(
            Match.tournament_id == tournament_id,
            Match.state == MatchState.RATED,
            Record.kind == RecordKind.PLAYED,
        )
        .order_by(Match.id)
        .execution_options(yield_per=200)
    )
    for match_id, sha256, content in session.execute(query):
        yield match_id, content_of(session, sha256, content)


def rated_ids(
    session: Session, ruleset: str, *, among: Sequence[int] | None = None
) -> dict[int, int | None]:
    """The matches that count for the ratings of a ruleset, each with the block it is paired in;
    only those among some matches, if they are given.

    None stands for a match that shares its key with no other.
    """
    query = (
        select(Match.id, Block.id)
        .outerjoin(Block, (Block.id == Match.block_id) & Block.is_paired)
        .where(Match.ruleset == ruleset, Match.state == MatchState.RATED, Match.is_rated)
    )
    if among is None:
        return {id: block_id for id, block_id in session.execute(query)}
    found: dict[int, int | None] = {}
    for start in range(0, len(among), _AT_ONCE):
        part = query.where(Match.id.in_(among[start : start + _AT_ONCE]))
        found |= {id: block_id for id, block_id in session.execute(part)}
    return found


def tables(session: Session, match_ids: Sequence[int]) -> list[BlockMatch]:
    """These matches, by id."""
    found: list[BlockMatch] = []
    ids = sorted(match_ids)
    for start in range(0, len(ids), _AT_ONCE):
        part = _tables(session, [Match.id.in_(ids[start : start + _AT_ONCE])])
        found += [table for own in part.values() for table in own]
    return sorted(found, key=lambda table: table.match_id)


def holders(session: Session, version_ids: Collection[int]) -> dict[int, tuple[str, str]]:
    """Whose versions these are, and under which name they play. Reference bots are nobody's: who
    holds them has nothing to gain by them."""
    query = (
        select(Version.id, Version.kind, Bot.owner_id, Bot.name)
        .join(Bot, Bot.id == Version.bot_id)
        .where(Version.id.in_(version_ids))
    )
    return {
        id: (f"version/{id}" if kind is VersionKind.BUILTIN else f"owner/{owner_id}", name)
        for id, kind, owner_id, name in session.execute(query)
    }


def seconds_per_match(session: Session, ruleset: str, *, most: int = 200) -> float | None:
    """How long a worker took for a match of a ruleset lately; None when it is not known.

    The matches of a block are played one after another by whoever leased them together.
    """
    query = (
        select(Match.block_id, Match.id, Match.start_time, Match.play_time)
        .where(Match.ruleset == ruleset, Match.state == MatchState.RATED)
        .order_by(Match.id.desc())
        .limit(most)
    )
    spans: dict[tuple[int, int], tuple[datetime, datetime, int]] = {}
    for block_id, match_id, start, end in session.execute(query):
        if start is not None and end is not None:
            key = (block_id or 0, 0 if block_id else match_id)
            first, last, count = spans.get(key, (start, end, 0))
            spans[key] = (min(first, start), max(last, end), count + 1)
    if not spans:
        return None
    seconds = sum((last - first).total_seconds() for first, last, _ in spans.values())
    return seconds / sum(count for _, _, count in spans.values())


def matches_per_second(session: Session, tournament_id: int, *, most: int = 100) -> float | None:
    """The pace at which matches of a tournament were settled lately; None when it is not known."""
    query = (
        select(Match.end_time)
        .where(Match.tournament_id == tournament_id, Match.state == MatchState.RATED)
        .order_by(Match.id.desc())
        .limit(most)
    )
    times = sorted(time for time in session.scalars(query) if time is not None)
    if len(times) < 2 or times[0] == times[-1]:
        return None
    return (len(times) - 1) / (times[-1] - times[0]).total_seconds()


def tournaments_of(session: Session, match_ids: Sequence[int]) -> list[int]:
    """The ids of the tournaments that these matches belong to."""
    query = select(Match.tournament_id).where(Match.id.in_(match_ids)).distinct()
    return sorted(id for id in session.scalars(query) if id is not None)


def _tables(
    session: Session, conditions: "list[ColumnElement[bool]]"
) -> dict[int | None, tuple[BlockMatch, ...]]:
    """Matches by block. States are read before ranks, which come no later."""
    query = select(Match.block_id, Match.id, Match.state).where(*conditions)
    matches = session.execute(query.order_by(Match.block_id, Match.position)).all()
    seats = _seats(session, sorted(row[1] for row in matches))
    tables: dict[int | None, list[BlockMatch]] = {}
    for block_id, match_id, state in matches:
        own = seats.get(match_id, [])
        versions = tuple(row[1] for row in own)
        if state is MatchState.RATED:
            ranks = tuple(row[2] or 0 for row in own)
            forfeits = tuple(row[4] for row in own if row[3])
            table = BlockMatch(match_id, state, versions, ranks, forfeits)
        else:
            table = BlockMatch(match_id, state, versions)
        tables.setdefault(block_id, []).append(table)
    return {id: tuple(own) for id, own in tables.items()}


def _seats(session: Session, match_ids: Sequence[int]) -> dict[int, list[_Seat]]:
    """Who sits in matches, given by rising ids.

    Which part of the index is read is said here: joined with the matches, a long history would be
    read as a whole, or four pages of it for every match. Where the ids lie close together one range
    has them all, and little else.
    """
    found: dict[int, list[_Seat]] = {}
    for start in range(0, len(match_ids), _AT_ONCE):
        part = match_ids[start : start + _AT_ONCE]
        first, last = part[0], part[-1]
        is_close = last - first < _SPREAD * len(part)
        query = (
            select(Seat.match_id, Seat.version_id, Seat.rank, Seat.verdict.is_not(None), Seat.seat)
            .where(Seat.match_id.between(first, last) if is_close else Seat.match_id.in_(part))
            .order_by(Seat.match_id, Seat.seat)
        )
        wanted = set(part)
        for id, group in groupby(session.execute(query), key=itemgetter(0)):
            if id in wanted:
                found[id] = list(group)
    return found
