"""What the pages show, read from the store: small frozen rows, cached for a few seconds.

Every loader reads a page of a listing, an aggregated table or one match, never all matches.
"""

import time
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

import redis
import streamlit as st
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from arbiter.addresses import redis_address
from arbiter.settings import settings
from arbiter.store import Ask, Page, Store, bots, matches, migrate, ratings, tournaments, workers
from arbiter.store.errors import NotFound, WrongState
from arbiter.store.matches import Filter
from arbiter.store.models import Bot, Match, Tournament, Version
from arbiter.store.words import MatchState, TournamentState
from dashboard.viewer import frames, page
from engine import record as records
from engine.errors import EngineError
from engine.plain import Json

ROWS: Final = 25
LADDER_ROWS: Final = 50
RECENT: Final = 1000
_HISTORY: Final = 200
_SILENCE: Final = timedelta(seconds=30)
_VERIFIED: Final = (MatchState.VERIFIED, MatchState.RATED)


class NoDatabase(Exception):
    """There is nothing to show yet. The message says what to do, in one line."""


@dataclass(frozen=True)
class LadderLine:
    """A version on the ladder: its live Elo, and the fit with its intervals once there is one."""

    version_id: int
    rank: int
    ref: str
    bot: str
    owner: str
    elo: float
    fit: float | None
    low: float | None
    high: float | None
    rank_low: int | None
    rank_high: int | None
    matches: int
    wins: int
    draws: int
    losses: int


@dataclass(frozen=True)
class EloPoint:
    """The Elo of a version after a match."""

    ref: str
    moment: datetime
    elo: float
    match_id: int


@dataclass(frozen=True)
class Cell:
    """How a version (`row`) did against another (`column`), in comparisons."""

    row: str
    column: str
    matches: int
    score: float


@dataclass(frozen=True)
class SeatLine:
    """Who sat at a seat and how it went."""

    seat: int
    ref: str
    bot: str
    rank: int | None
    score: int | None
    verdict: str | None
    forfeit_step: int | None


@dataclass(frozen=True)
class AttemptLine:
    """One try to play a match."""

    number: int
    worker: str
    state: str
    verdict: str | None
    reason: str | None
    start: datetime
    end: datetime | None


@dataclass(frozen=True)
class MatchLine:
    """A match in a listing."""

    id: int
    ruleset: str
    state: MatchState
    seats: tuple[SeatLine, ...]
    steps: int | None
    reason: str | None
    verdict: str | None
    void_reason: str | None
    tournament_id: int | None
    worker: str | None
    epoch: int
    create: datetime
    start: datetime | None
    end: datetime | None

    @property
    def is_verified(self) -> bool:
        """Whether the record was played again and agreed."""
        return self.state in _VERIFIED

    @property
    def verdicts(self) -> tuple[str, ...]:
        """Everything that went wrong, of the match and of its seats."""
        own = (self.verdict,) if self.verdict else ()
        return own + tuple(seat.verdict for seat in self.seats if seat.verdict)

    @property
    def winners(self) -> tuple[str, ...]:
        """Who came first."""
        return tuple(seat.ref for seat in self.seats if seat.rank == 1)


@dataclass(frozen=True)
class BotLine:
    """A bot in the listing, with its newest active version if it has one."""

    id: int
    name: str
    owner: str
    active: str | None
    kind: str | None
    rulesets: tuple[str, ...]
    create: datetime


@dataclass(frozen=True)
class VersionLine:
    """A version of a bot."""

    id: int
    ref: str
    kind: str
    state: str
    rulesets: tuple[str, ...]
    size: int
    reject_reason: str | None
    create: datetime


@dataclass(frozen=True)
class RatingLine:
    """The rating of a version in a scope."""

    ref: str
    scope: str
    elo: float
    fit: float | None
    low: float | None
    high: float | None
    matches: int


@dataclass(frozen=True)
class BotDetail:
    """A bot with all that its page shows beside the matches."""

    line: BotLine
    versions: tuple[VersionLine, ...]
    ratings: tuple[RatingLine, ...]
    seats: int
    verdicts: dict[str, int]


@dataclass(frozen=True)
class TournamentLine:
    """A tournament and how far it has come."""

    id: int
    title: str
    ruleset: str
    format: str
    state: TournamentState
    owner: str
    seat_count: int
    is_rated: bool
    entries: tuple[tuple[int, str, str], ...]
    counts: dict[MatchState, int]
    end_reason: str | None
    create: datetime
    start: datetime | None
    end: datetime | None

    @property
    def total(self) -> int:
        """The matches planned so far."""
        return sum(self.counts.values())

    @property
    def over(self) -> int:
        """The matches that are rated or void."""
        return sum(count for state, count in self.counts.items() if state.is_over)


@dataclass(frozen=True)
class StandingLine:
    """A version in a tournament. What it is ordered by is the format's business."""

    rank: int
    ref: str
    played: int
    firsts: int
    mean_rank: float | None
    forfeits: int
    elo: float | None
    note: str


@dataclass(frozen=True)
class WorkerLine:
    """A worker that lives."""

    name: str
    start: datetime
    heartbeat: datetime


@dataclass(frozen=True)
class Health:
    """Whether everything runs. Times are milliseconds until the answer; None: no answer."""

    database: float | None
    revision: str | None
    newest: str
    redis: float | None
    counts: dict[MatchState, int]
    oldest_queued: datetime | None
    workers: tuple[WorkerLine, ...]


@dataclass(frozen=True)
class Replay:
    """A record ready for the viewer: the payload as JSON, or in words why it cannot be shown."""

    sha256: str
    content: bytes
    payload: str
    annotations: Json
    trouble: str


@st.cache_resource
def _open(url: str) -> Store:
    return Store(url)


def store() -> Store:
    """The store of this process. Raises NoDatabase."""
    opened = _open(settings().database_url)
    if opened.is_sqlite and not Path(opened.url.database or "").is_file():
        raise NoDatabase("There is no database yet. Start everything with `pentarch up`.")
    return opened


@st.cache_data(ttl=10, show_spinner=False)
def ladder(scope: str, token: str) -> Page[LadderLine]:
    """A page of the ladder, best first."""
    with store().reading() as session:
        return ratings.ladder(session, Ask(LADDER_ROWS, token), scope).map(_ladder_line)


@st.cache_data(ttl=30, show_spinner=False)
def elo_history(scope: str, versions: tuple[tuple[int, str], ...]) -> list[EloPoint]:
    """The latest changes of the Elo of some versions, oldest first."""
    with store().reading() as session:
        return [
            EloPoint(ref, change.create_time, change.after, change.match_id)
            for version_id, ref in versions
            for change in reversed(ratings.history(session, Ask(_HISTORY), version_id, scope).items)
        ]


@st.cache_data(ttl=30, show_spinner=False)
def matchups(scope: str, versions: tuple[tuple[int, str], ...]) -> list[Cell]:
    """The results of versions against each other, both ways."""
    refs = dict(versions)
    with store().reading() as session:
        pairs = ratings.pairs(session, scope, list(refs))
    cells = []
    for pair in pairs:
        compared = pair.wins + pair.draws + pair.losses
        if not compared:
            continue
        score = (pair.wins + pair.draws / 2) / compared
        first, second = refs[pair.first_id], refs[pair.second_id]
        cells.append(Cell(first, second, pair.matches, score))
        cells.append(Cell(second, first, pair.matches, 1 - score))
    return cells


@st.cache_data(ttl=5, show_spinner=False)
def match_page(
    token: str,
    *,
    ruleset: str | None = None,
    state: str | None = None,
    bot: str | None = None,
    tournament_id: int | None = None,
) -> Page[MatchLine]:
    """A page of matches, newest first. Raises NotFound for an unknown bot."""
    with store().reading() as session:
        where = Filter(
            ruleset=ruleset,
            state=None if state is None else MatchState(state),
            bot_id=None if bot is None else bots.by_name(session, bot).id,
            tournament_id=tournament_id,
        )
        return matches.page(session, Ask(ROWS, token), where).map(_match_line)


@st.cache_data(ttl=2, show_spinner=False)
def match(match_id: int) -> tuple[MatchLine, tuple[AttemptLine, ...]]:
    """One match with its attempts. Raises NotFound."""
    with store().reading() as session:
        row = matches.get(session, match_id)
        attempts = tuple(
            AttemptLine(
                one.epoch,
                one.worker,
                one.state.value,
                one.verdict,
                one.reason,
                one.start_time,
                one.end_time,
            )
            for one in row.attempts
        )
        return _match_line(row), attempts


def match_row(match_id: int) -> Match:
    """One match as the store has it, with its seed: never for the browser. Raises NotFound."""
    with store().reading() as session:
        return matches.get(session, match_id)


def replay(match_id: int) -> Replay | None:
    """The record of a match for the viewer; None when it has none."""
    with store().reading() as session:
        try:
            found = matches.record(session, match_id)
        except (NotFound, WrongState):
            return None
    return _replay(found.sha256, found.content)


@st.cache_data(ttl=600, max_entries=16, show_spinner=False)
def _replay(sha256: str, _content: bytes) -> Replay:
    annotations: Json = None
    try:
        decoded = records.decode(_content)
        annotations = decoded.annotations
        payload = page.embed(frames.payload(decoded))
    except EngineError as error:
        return Replay(sha256, _content, "", annotations, str(error))
    return Replay(sha256, _content, payload, annotations, "")


@st.cache_data(ttl=600, max_entries=8, show_spinner=False)
def replay_page(sha256: str, _content: bytes) -> str:
    """A record as one HTML file."""
    return page.page(records.decode(_content))


@st.cache_data(ttl=10, show_spinner=False)
def bot_page(token: str, ruleset: str | None = None) -> Page[BotLine]:
    """A page of bots by name."""
    with store().reading() as session:
        found = bots.page(session, Ask(ROWS, token), ruleset=ruleset)
        active = bots.newest_active(session, [bot.id for bot in found.items])
        return found.map(lambda bot: _bot_line(bot, active.get(bot.id)))


@st.cache_data(ttl=10, show_spinner=False)
def bot(name: str) -> BotDetail:
    """A bot with versions, ratings and what went wrong lately. Raises NotFound."""
    with store().reading() as session:
        row = bots.by_name(session, name)
        active = bots.newest_active(session, [row.id]).get(row.id)
        versions = bots.versions_page(session, Ask(20), row.id).items
        rated = ratings.of_bot(session, row.id)
        seats, verdicts = matches.verdicts_of(session, row.id, most=RECENT)
        return BotDetail(
            _bot_line(row, active),
            tuple(_version_line(version) for version in versions),
            tuple(
                RatingLine(
                    one.version.ref,
                    one.scope,
                    one.elo,
                    one.fit,
                    one.fit_low,
                    one.fit_high,
                    one.matches,
                )
                for one in rated
            ),
            seats,
            verdicts,
        )


@st.cache_data(ttl=5, show_spinner=False)
def tournament_page(
    token: str, ruleset: str | None = None, state: str | None = None
) -> Page[TournamentLine]:
    """A page of tournaments, newest first."""
    with store().reading() as session:
        found = tournaments.page(
            session,
            Ask(ROWS, token),
            ruleset=ruleset,
            state=None if state is None else TournamentState(state),
        )
        progress = tournaments.progress(session, [row.id for row in found.items])
        return found.map(lambda row: _tournament_line(row, progress[row.id]))


@st.cache_data(ttl=5, show_spinner=False)
def tournament(tournament_id: int) -> TournamentLine:
    """One tournament. Raises NotFound."""
    with store().reading() as session:
        row = tournaments.get(session, tournament_id)
        return _tournament_line(row, tournaments.progress(session, [row.id])[row.id])


@st.cache_data(ttl=30, show_spinner=False)
def standings(tournament_id: int) -> list[StandingLine]:
    """The entries of a tournament, best first: by mean rank, and in a ladder by Elo."""
    with store().reading() as session:
        row = tournaments.get(session, tournament_id)
        is_ladder = row.format == "ladder"
        # A ladder goes on for ever: its matches are not counted anew, the ratings have them.
        tallies = (
            {} if is_ladder else {t.version_id: t for t in tournaments.tallies(session, row.id)}
        )
        scope = ratings.ladder(session, Ask(1000), row.ruleset, with_retired=True)
        rated = {line.rating.version_id: line.rating for line in scope.items}
    lines = []
    for entry in row.entries:
        tally, rating = tallies.get(entry.version_id), rated.get(entry.version_id)
        played = tally.played if tally else rating.matches if rating and is_ladder else 0
        lines.append(
            StandingLine(
                0,
                entry.version.ref,
                played,
                tally.firsts if tally else 0,
                tally.mean_rank if tally else None,
                tally.forfeits if tally else 0,
                rating.elo if rating else None,
                "" if entry.state.value == "playing" else entry.state.value,
            )
        )
    return _ordered(lines, is_ladder=is_ladder)


@st.cache_data(ttl=3, show_spinner=False)
def health() -> Health:
    """Whether everything runs, and what waits."""
    now = datetime.now(UTC)
    answered, revision = _ask_database()
    counts: dict[MatchState, int] = {}
    oldest: datetime | None = None
    living: tuple[WorkerLine, ...] = ()
    if revision is not None:
        with store().reading() as session:
            counts = matches.count_by_state(session)
            oldest = matches.oldest_queued(session)
            living = tuple(
                WorkerLine(row.name, row.start_time, row.heartbeat_time)
                for row in workers.living(session, now - _SILENCE)
            )
    return Health(answered, revision, migrate.newest(), _ask_redis(), counts, oldest, living)


def _ask_database() -> tuple[float | None, str | None]:
    """Milliseconds until it answers, and its revision."""
    began = time.perf_counter()
    try:
        with store().reading() as session:
            session.execute(text("SELECT 1"))
        answered = (time.perf_counter() - began) * 1000
        return answered, migrate.current(store())
    except (SQLAlchemyError, NoDatabase):
        return None, None


def _ask_redis() -> float | None:
    began = time.perf_counter()
    try:
        with redis.Redis.from_url(redis_address(settings()), socket_timeout=1.0) as client:
            client.ping()
    except (redis.RedisError, ValueError):
        return None
    return (time.perf_counter() - began) * 1000


def _ladder_line(line: ratings.Line) -> LadderLine:
    rating = line.rating
    return LadderLine(
        rating.version_id,
        line.rank,
        rating.version.ref,
        rating.version.bot.name,
        rating.version.bot.owner.name,
        rating.elo,
        rating.fit,
        rating.fit_low,
        rating.fit_high,
        rating.rank_low,
        rating.rank_high,
        rating.matches,
        rating.wins,
        rating.draws,
        rating.losses,
    )


def _match_line(row: Match) -> MatchLine:
    return MatchLine(
        row.id,
        row.ruleset,
        row.state,
        tuple(
            SeatLine(
                seat.seat,
                seat.version.ref,
                seat.version.bot.name,
                seat.rank,
                seat.score,
                seat.verdict,
                seat.forfeit_step,
            )
            for seat in row.seats
        ),
        row.steps,
        row.reason,
        row.verdict,
        row.void_reason,
        row.tournament_id,
        row.worker,
        row.epoch,
        row.create_time,
        row.start_time,
        row.end_time,
    )


def _bot_line(row: Bot, active: Version | None) -> BotLine:
    return BotLine(
        row.id,
        row.name,
        row.owner.name,
        active.ref if active else None,
        active.kind.value if active else None,
        tuple(played.ruleset for played in active.rulesets) if active else (),
        row.create_time,
    )


def _version_line(row: Version) -> VersionLine:
    return VersionLine(
        row.id,
        row.ref,
        row.kind.value,
        row.state.value,
        tuple(played.ruleset for played in row.rulesets),
        row.package_size,
        row.reject_reason,
        row.create_time,
    )


def _tournament_line(row: Tournament, counts: dict[MatchState, int]) -> TournamentLine:
    return TournamentLine(
        row.id,
        row.title,
        row.ruleset,
        row.format,
        row.state,
        row.owner.name,
        row.seat_count,
        row.is_rated,
        tuple((entry.version_id, entry.version.ref, entry.state.value) for entry in row.entries),
        counts,
        row.end_reason,
        row.create_time,
        row.start_time,
        row.end_time,
    )


def _ordered(lines: list[StandingLine], *, is_ladder: bool) -> list[StandingLine]:
    """Best first, ranked from 1; equal ones share a rank."""

    def key(line: StandingLine) -> float:
        value = line.elo if is_ladder else line.mean_rank
        if value is None:
            return float("inf")
        return -value if is_ladder else value

    ordered = sorted(lines, key=key)
    ranks = [1 + sum(1 for other in ordered if key(other) < key(line)) for line in ordered]
    return [
        StandingLine(
            rank,
            line.ref,
            line.played,
            line.firsts,
            line.mean_rank,
            line.forfeits,
            line.elo,
            line.note,
        )
        for rank, line in zip(ranks, ordered, strict=True)
    ]
