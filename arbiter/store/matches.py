"""Matches: made, found and listed. How they change is in `leases` and `ratings`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, TypeAlias

from sqlalchemy import ColumnElement, Select, exists, func, literal, select, text, tuple_
from sqlalchemy.orm import InstrumentedAttribute, Session, joinedload, selectinload

from pentarch.arbiter.referee.keys import Keys
from pentarch.arbiter.store import archives, fair_queue
from pentarch.arbiter.store.errors import NotFound, WrongState
from pentarch.arbiter.store.models import Attempt, Block, Match, Record, Seat, Version
from pentarch.arbiter.store.pages import Ask, Page
from pentarch.arbiter.store.records import Kept, content_of, read
from pentarch.arbiter.store.words import MatchState, RecordKind, VersionState
from pentarch.engine import registry
from pentarch.engine.plain import Json

ORDINARY: Final = 100
"""The priority of matches that nobody waits for; smaller numbers are played first."""
URGENT: Final = 10
"""The priority of matches that somebody asked for by hand."""
LOST: Final = 0
"""The priority of matches that were lost with their worker: they have waited once already."""
FINALS: Final = 50
"""The priority of finals: people wait for them, and no ladder does."""
IDLE: Final = 200
"""The priority of matches that are played when nothing else waits."""

Column: TypeAlias = InstrumentedAttribute[Any]
Pinned: TypeAlias = list[tuple[Column, object]]
"""Columns and the values they must have, in the order of an index. Any: columns of any type."""

# Written out, because a partial index only serves a query that names its condition.
IS_QUEUED: Final = text("matches.state = 'queued'")
_NO_ID: Final = (1 << 63) - 1
SEATED: Final = (
    selectinload(Match.seats)
    .joinedload(Seat.version, innerjoin=True)
    .joinedload(Version.bot, innerjoin=True)
)
"""Loads the seats of matches with their versions."""


@dataclass(frozen=True)
class NewMatch:
    """A match to be queued: the versions by seat, and how they play."""

    ruleset: str
    versions: Sequence[int]
    keys: Keys
    is_rated: bool
    options: Mapping[str, Json] = field(default_factory=dict)
    clock: Mapping[str, Json] = field(default_factory=dict)
    is_journaled: bool = False
    priority: int = ORDINARY
    owner_id: int | None = None


@dataclass(frozen=True)
class Filter:
    """Which matches to list; None lets everything pass. A version makes its bot superfluous."""

    ruleset: str | None = None
    state: MatchState | None = None
    bot_id: int | None = None
    version_id: int | None = None
    tournament_id: int | None = None
    block_id: int | None = None


@dataclass(frozen=True)
class Unrated:
    """A match on its way from the record to the ratings: who played it, and its record."""

    match_id: int
    state: MatchState
    ruleset: str
    rules_version: int | None
    worker: str
    record_sha256: str
    record: bytes


def create(session: Session, new: NewMatch, now: datetime) -> Match:
    """Queue a match outside of any tournament.

    Raises NotFound for an unknown version, WrongState for one that is not active.
    """
    return add(session, [new], now, block=None)[0]


def add(
    session: Session,
    new: Sequence[NewMatch],
    now: datetime,
    *,
    block: Block | None,
    weight: float = 1.0,
) -> list[Match]:
    """Queue matches, in their order as the positions of a block where one is given.

    They stay together: all of them have one start tag.
    """
    bots = _bots_of(session, {id for match in new for id in match.versions})
    start = 0.0
    if new:
        first = new[0]
        start = start_tag(session, first.owner_id, first.priority, cost=len(new), weight=weight)
    rows = []
    for position, match in enumerate(new):
        row = Match(
            tournament_id=block.tournament_id if block else None,
            block_id=block.id if block else None,
            position=position if block else None,
            owner_id=match.owner_id,
            ruleset=match.ruleset,
            options=dict(match.options),
            clock=dict(match.clock),
            seat_count=len(match.versions),
            key=match.keys.match,
            bot_key=match.keys.bots,
            seed=match.keys.seed,
            is_rated=match.is_rated,
            is_journaled=match.is_journaled,
            priority=match.priority,
            start_tag=start,
            create_time=now,
            enqueue_time=now,
            state=MatchState.QUEUED,
            rules_version=registry.get(match.ruleset).info.version,
        )
        row.seats = [
            Seat(seat=seat, version_id=id, bot_id=bots[id], ruleset=match.ruleset)
            for seat, id in enumerate(match.versions)
        ]
        rows.append(row)
    archives.number(session, rows)
    session.add_all(rows)
    session.flush()
    return rows


def get(session: Session, match_id: int) -> Match:
    """The match with seats, versions and attempts. Raises NotFound and Archived."""
    query = select(Match).where(Match.id == match_id)
    match = session.scalar(query.options(SEATED, selectinload(Match.attempts)))
    if match is None:
        archives.require_match(session, match_id)
        raise NotFound(f"there is no match {match_id}")
    return match


def several(session: Session, match_ids: Sequence[int]) -> dict[int, Match]:
    """Those of the matches that there are, with seats and versions."""
    query = select(Match).where(Match.id.in_(match_ids)).options(SEATED)
    return {match.id: match for match in session.scalars(query)}


def unrated(session: Session, match_ids: Sequence[int]) -> list[Unrated]:
    """Those of the matches that are played or verified and not yet rated, by id."""
    query = (
        select(
            Match.id,
            Match.state,
            Match.ruleset,
            Match.rules_version,
            Attempt.worker,
            Record.sha256,
            Record.content,
        )
        .join(Attempt, (Attempt.match_id == Match.id) & (Attempt.epoch == Match.epoch))
        .join(Record, (Record.match_id == Match.id) & (Record.epoch == Match.epoch))
        .where(Match.id.in_(match_ids), Record.kind == RecordKind.PLAYED)
        .where(Match.state.in_((MatchState.PLAYED, MatchState.VERIFIED)))
        .order_by(Match.id)
    )
    rows = session.execute(query)
    return [Unrated(*row[:-1], content_of(session, *row[-2:])) for row in rows]


def page(session: Session, ask: Ask, where: Filter) -> Page[Match]:
    """Matches with seats and versions, newest first. Raises Archived for a tournament that is."""
    filters: list[Json] = [
        where.ruleset,
        where.state,
        where.bot_id,
        where.version_id,
        where.tournament_id,
        where.block_id,
    ]
    after = ask.after_id("matches", *filters)
    found = session.scalars(_ids(session, where, after).limit(ask.limit + 1)).all()
    if not found and where.tournament_id is not None:
        archives.require_tournament(session, where.tournament_id)
    kept = ask.page(found, lambda id: [id], "matches", *filters)
    return Page(with_ids(session, kept.items), kept.next_token)


def with_ids(session: Session, ids: Sequence[int]) -> list[Match]:
    """Matches that exist, with seats and versions, in the order of their ids given here."""
    query = select(Match).where(Match.id.in_(ids)).options(SEATED)
    rows = {match.id: match for match in session.scalars(query)}
    return [rows[id] for id in ids]


def of_block(session: Session, block_id: int) -> list[Match]:
    """The matches of a block with seats and versions, in their order."""
    query = select(Match).where(Match.block_id == block_id).order_by(Match.position)
    return list(session.scalars(query.options(SEATED)))


def attempts(session: Session, match_id: int) -> list[Attempt]:
    """All attempts to play a match, oldest first."""
    query = select(Attempt).where(Attempt.match_id == match_id).order_by(Attempt.epoch)
    return list(session.scalars(query))


def record(session: Session, match_id: int) -> Kept:
    """The record of a match that was played. Raises NotFound, Archived, and WrongState without a
    record."""
    query = (
        select(Record)
        .join(Match, (Match.id == Record.match_id) & (Match.epoch == Record.epoch))
        .where(Match.id == match_id, Record.kind == RecordKind.PLAYED)
    )
    found = session.scalar(query)
    if found is not None:
        return read(session, found)
    state = session.scalar(select(Match.state).where(Match.id == match_id))
    if state is None:
        archives.require_match(session, match_id)
        raise NotFound(f"there is no match {match_id}")
    raise WrongState(f"match {match_id} is {state} and has no record")


def records(session: Session, match_id: int) -> list[Kept]:
    """Every record kept of a match: with a failed verification also what the replay gave."""
    query = select(Record).where(Record.match_id == match_id).order_by(Record.epoch, Record.kind)
    return [read(session, row) for row in session.scalars(query)]


def count_by_state(session: Session) -> dict[MatchState, int]:
    """How many matches stand where, of all there are."""
    query = select(Match.state, func.count()).group_by(Match.state)
    counts = dict.fromkeys(MatchState, 0)
    counts.update({state: count for state, count in session.execute(query)})
    return counts


def count_open(session: Session) -> dict[MatchState, int]:
    """How many matches that are not over stand where; it costs what these are, not what was."""
    open_states = [state for state in MatchState if not state.is_over]
    query = select(Match.state, func.count()).where(Match.state.in_(open_states))
    counts = dict.fromkeys(open_states, 0)
    counts.update({state: count for state, count in session.execute(query.group_by(Match.state))})
    return counts


def oldest_queued(session: Session) -> datetime | None:
    """Since when the match has waited that was created first of all that wait."""
    # By id, which is in the order of creation: the first entry of an index, however many wait.
    query = select(Match.create_time).where(Match.state == MatchState.QUEUED)
    return session.scalar(query.order_by(Match.state, Match.id).limit(1))


def verdicts_of(session: Session, bot_id: int, *, most: int) -> tuple[int, dict[str, int]]:
    """Of a bot's newest seats, at most that many: how many there are, and its verdicts there."""
    newest = (
        select(Seat.verdict)
        .where(Seat.bot_id == bot_id)
        .order_by(Seat.match_id.desc())
        .limit(most)
        .subquery()
    )
    query = select(newest.c.verdict, func.count()).group_by(newest.c.verdict)
    counts: dict[str | None, int] = {verdict: count for verdict, count in session.execute(query)}
    named = {verdict: count for verdict, count in counts.items() if verdict is not None}
    return sum(counts.values()), named


def _ids(session: Session, where: Filter, after: int | None) -> Select[int]:
    if where.bot_id is None and where.version_id is None:
        return _of_matches(where, after)
    if where.state is not None and not where.state.is_over:
        # Few matches are not over, and a bot has many that are.
        own = Seat.bot_id == where.bot_id
        if where.version_id is not None:
            own = Seat.version_id == where.version_id
        return _of_matches(where, after).where(exists().where(Seat.match_id == Match.id, own))
    return _of_seats(session, where, after)


def _of_matches(where: Filter, after: int | None) -> Select[int]:
    pinned: Pinned = []
    if where.tournament_id is not None:
        pinned.append((Match.tournament_id, where.tournament_id))
    elif where.ruleset is not None:
        pinned.append((Match.ruleset, where.ruleset))
    if where.state is not None:
        pinned.append((Match.state, where.state))
    query = _backwards(select(Match.id), pinned, Match.id, after)
    if where.tournament_id is not None and where.ruleset is not None:
        query = query.where(Match.ruleset == where.ruleset)
    if where.block_id is not None:
        query = query.where(Match.block_id == where.block_id)
    return query


def _of_seats(session: Session, where: Filter, after: int | None) -> Select[int]:
    """Driven by the seats, whose indices are in the order of the listing."""
    pinned: Pinned = []
    query = select(Seat.match_id)
    if where.version_id is not None:
        pinned.append((Seat.version_id, where.version_id))
        if where.ruleset is not None:
            query = query.where(Seat.ruleset == where.ruleset)
    else:
        pinned.append((Seat.bot_id, where.bot_id))
        if where.ruleset is not None:
            pinned.append((Seat.ruleset, where.ruleset))
    if (where.state, where.tournament_id, where.block_id) != (None, None, None):
        query = query.join(Match, Match.id == Seat.match_id)
    if where.state is not None:
        query = query.where(Match.state == where.state)
    first = None
    if where.tournament_id is not None:
        query = query.where(Match.tournament_id == where.tournament_id)
        # Of the seats of a bot only those between the first and the last match are looked at.
        first, last = _span(session, where.tournament_id)
        after = last + 1 if after is None else min(after, last + 1)
    if where.block_id is not None:
        query = query.where(Match.block_id == where.block_id)
    # A bot may have several seats in a match.
    query = query.group_by(*[column for column, _ in pinned], Seat.match_id)
    return _backwards(query, pinned, Seat.match_id, after, first)


def _span(session: Session, tournament_id: int) -> tuple[int, int]:
    """The first and the last match of a tournament."""
    query = select(func.min(Match.id), func.max(Match.id))
    first, last = session.execute(query.where(Match.tournament_id == tournament_id)).one()
    return first or 0, last or 0


def _backwards(
    query: Select[int],
    pinned: Pinned,
    key: InstrumentedAttribute[int],
    after: int | None,
    first: int | None = None,
) -> Select[int]:
    """Rows whose pinned columns have those values, by falling key, below the last one seen and not
    below the first one wanted.

    The values are pinned from above and below instead of by equality, and sorted by. This leaves
    PostgreSQL no other way than the index that begins with these columns; given equalities it
    would rather walk down the primary key, through any number of rows that do not fit.
    """
    columns = [column for column, _ in pinned]
    values = [value for _, value in pinned]
    last = _NO_ID if after is None else after
    query = query.where(tuple_(*columns, key) < tuple_(*_typed(columns, values), last))
    if first is not None:
        query = query.where(tuple_(*columns, key) >= tuple_(*_typed(columns, values), first))
    elif pinned:
        query = query.where(tuple_(*columns) >= tuple_(*_typed(columns, values)))
    return query.order_by(*[column.desc() for column in columns], key.desc())


def _typed(columns: Sequence[Column], values: Sequence[object]) -> list[ColumnElement[object]]:
    pairs = zip(columns, values, strict=True)
    return [literal(value, column.type) for column, value in pairs]


def start_tag(
    session: Session, owner_id: int | None, priority: int, *, cost: int, weight: float
) -> float:
    """Queue that many matches of one owner among those of a priority: the start tag they get."""
    return fair_queue.join(
        session,
        f"matches {priority}",
        owner_id,
        first=select(func.min(Match.start_tag)).where(IS_QUEUED, Match.priority == priority),
        cost=cost,
        weight=weight,
    )


def _bots_of(session: Session, version_ids: set[int]) -> dict[int, int]:
    query = select(Version).where(Version.id.in_(version_ids)).options(joinedload(Version.bot))
    found = {version.id: version for version in session.scalars(query)}
    for id in sorted(version_ids):
        if id not in found:
            raise NotFound(f"there is no version {id}")
        if found[id].state is not VersionState.ACTIVE:
            raise WrongState(f"{found[id].ref} is {found[id].state}, not active")
    return {id: version.bot_id for id, version in found.items()}
