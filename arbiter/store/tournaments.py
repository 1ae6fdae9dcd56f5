"""Tournaments, their entries and blocks. What to play next is decided elsewhere, purely."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import func, select, update
from sqlalchemy.orm import Session, joinedload, selectinload

from pentarch.arbiter.referee.keys import planned
from pentarch.arbiter.store import archives, matches, occasions
from pentarch.arbiter.store.entries import enter, next_number
from pentarch.arbiter.store.errors import NotFound, WrongState
from pentarch.arbiter.store.locks import steered
from pentarch.arbiter.store.models import Block, Bot, Entry, Match, Tournament, Version
from pentarch.arbiter.store.pages import Ask, Page
from pentarch.arbiter.store.words import MatchState, TournamentState
from pentarch.engine.chance import commitment
from pentarch.engine.plain import Json

_WHOLE: Final = (
    joinedload(Tournament.owner),
    selectinload(Tournament.entries)
    .joinedload(Entry.version, innerjoin=True)
    .joinedload(Version.bot, innerjoin=True)
    .joinedload(Bot.owner, innerjoin=True),
)


@dataclass(frozen=True)
class NewTournament:
    """A tournament to be made. `settings` belong to the format; `versions` are in seeding order."""

    owner_id: int
    title: str
    ruleset: str
    format: str
    settings: Mapping[str, Json]
    options: Mapping[str, Json]
    clock: Mapping[str, Json]
    seats: Sequence[int]
    secret: bytes
    seed: int | None
    is_rated: bool
    versions: Sequence[int]
    is_open: bool = False
    priority: int = matches.ORDINARY
    weight: float = 1.0
    """Its share of the queue, beside those of others: see `fair_queue`."""


@dataclass(frozen=True)
class NewBlock:
    """A block to be played: the versions by seat of each of its matches.

    Without a label of its own it is called after its number. Paired, its matches share one key.
    """

    number: int
    round: int
    tables: Sequence[Sequence[int]]
    is_paired: bool = True
    is_journaled: bool = False
    label: str = ""

    @property
    def name(self) -> str:
        """The label under which it is kept."""
        return self.label or f"b{self.number}"


def create(session: Session, new: NewTournament, now: datetime) -> Tournament:
    """A tournament that waits to be started."""
    tournament = Tournament(
        owner_id=new.owner_id,
        title=new.title,
        ruleset=new.ruleset,
        format=new.format,
        settings=dict(new.settings),
        options=dict(new.options),
        clock=dict(new.clock),
        seats=[*new.seats],
        is_open=new.is_open,
        secret=new.secret,
        commitment=commitment(new.secret),
        seed=new.seed,
        is_rated=new.is_rated,
        priority=new.priority,
        weight=new.weight,
        state=TournamentState.CREATED,
        create_time=now,
    )
    session.add(tournament)
    session.flush()
    for version_id in new.versions:
        enter(session, tournament.id, version_id, now)
    return get(session, tournament.id)


def get(session: Session, tournament_id: int) -> Tournament:
    """The tournament with owner, entries and their versions. Raises NotFound."""
    query = select(Tournament).where(Tournament.id == tournament_id).options(*_WHOLE)
    tournament = session.scalar(query.execution_options(populate_existing=True))
    if tournament is None:
        raise NotFound(f"there is no tournament {tournament_id}")
    return tournament


def page(
    session: Session,
    ask: Ask,
    *,
    ruleset: str | None = None,
    state: TournamentState | None = None,
    owner_id: int | None = None,
) -> Page[Tournament]:
    """Tournaments with owner and entries, newest first."""
    query = select(Tournament).options(*_WHOLE).order_by(Tournament.id.desc()).limit(ask.limit + 1)
    if ruleset is not None:
        query = query.where(Tournament.ruleset == ruleset)
    if state is not None:
        query = query.where(Tournament.state == state)
    if owner_id is not None:
        query = query.where(Tournament.owner_id == owner_id)
    after = ask.after_id("tournaments", ruleset, state, owner_id)
    if after is not None:
        query = query.where(Tournament.id < after)
    rows = session.scalars(query).all()
    return ask.page(rows, lambda row: [row.id], "tournaments", ruleset, state, owner_id)


def with_ids(session: Session, ids: Sequence[int]) -> list[Tournament]:
    """Tournaments that exist, with owner and entries, in the order of their ids given here."""
    query = select(Tournament).where(Tournament.id.in_(ids)).options(*_WHOLE)
    rows = {row.id: row for row in session.scalars(query)}
    return [rows[id] for id in ids]


def progress(session: Session, tournament_ids: Sequence[int]) -> dict[int, dict[MatchState, int]]:
    """How many matches of each tournament stand where, or stood when they were archived."""
    counts = {id: dict.fromkeys(MatchState, 0) for id in tournament_ids}
    query = (
        select(Match.tournament_id, Match.state, func.count())
        .where(Match.tournament_id.in_(tournament_ids))
        .group_by(Match.tournament_id, Match.state)
    )
    for id, state, count in session.execute(query):
        assert id is not None
        counts[id][state] = count
    empty = [id for id, states in counts.items() if not any(states.values())]
    for id, states in archives.counts(session, empty).items() if empty else ():
        counts[id] |= states
    return counts


def is_told(tournament: Tournament, counts: Mapping[MatchState, int]) -> bool:
    """Whether everybody may have the secret: it is over, and all of its matches are."""
    is_open = any(count for state, count in counts.items() if not state.is_over)
    return tournament.state.is_over and not is_open


def start(session: Session, tournament_id: int, now: datetime) -> Tournament:
    """Start a tournament or go on with a paused one; a running one stays as it is.

    Raises NotFound, and WrongState when it is over.
    """
    tournament = steered(session, tournament_id)
    if tournament.state.is_over:
        raise WrongState(f"tournament {tournament_id} is {tournament.state}")
    if tournament.state is not TournamentState.RUNNING:
        tournament.state = TournamentState.RUNNING
        tournament.start_time = tournament.start_time or now
        # The broker has forgotten what waited: the sweeper must find it.
        session.execute(
            update(Match)
            .where(Match.tournament_id == tournament_id, Match.state == MatchState.QUEUED)
            .values(enqueue_time=tournament.create_time, is_held=False)
            .execution_options(synchronize_session=False)
        )
    return _seen(session, tournament)


def pause(session: Session, tournament_id: int) -> Tournament:
    """Let no further match begin; a paused one stays as it is.

    Raises NotFound, and WrongState when it has not begun or is over.
    """
    tournament = steered(session, tournament_id)
    if tournament.state not in (TournamentState.RUNNING, TournamentState.PAUSED):
        raise WrongState(f"tournament {tournament_id} is {tournament.state}")
    tournament.state = TournamentState.PAUSED
    session.execute(
        update(Match)
        .where(Match.tournament_id == tournament_id, Match.state == MatchState.QUEUED)
        .values(is_held=True)
        .execution_options(synchronize_session=False)
    )
    return _seen(session, tournament)


def cancel(session: Session, tournament_id: int, reason: str, now: datetime) -> Tournament:
    """End a tournament early: matches that wait are void, those under way are played on.

    A cancelled one stays as it is. Raises NotFound, and WrongState when it is finished.
    """
    tournament = steered(session, tournament_id)
    if tournament.state is TournamentState.FINISHED:
        raise WrongState(f"tournament {tournament_id} is finished")
    if tournament.state is TournamentState.CANCELLED:
        return _seen(session, tournament)
    tournament.state = TournamentState.CANCELLED
    tournament.end_reason = reason
    tournament.end_time = now
    session.flush()
    drop_waiting(session, tournament_id, f"the tournament was cancelled: {reason}", now)
    occasions.tournament_over(session, tournament, now)
    return _seen(session, tournament)


def finish(session: Session, tournament_id: int, reason: str, now: datetime) -> Tournament:
    """End a tournament whose matches are all rated or void; a finished one stays as it is.

    Raises NotFound, and WrongState when matches are under way or it is not running.
    """
    tournament = steered(session, tournament_id)
    if tournament.state is TournamentState.FINISHED:
        return _seen(session, tournament)
    if tournament.state is not TournamentState.RUNNING:
        raise WrongState(f"tournament {tournament_id} is {tournament.state}")
    open_matches = sum(
        count
        for state, count in progress(session, [tournament_id])[tournament_id].items()
        if not state.is_over
    )
    if open_matches:
        raise WrongState(f"{open_matches} matches of tournament {tournament_id} are not over")
    tournament.state = TournamentState.FINISHED
    tournament.end_reason = reason
    tournament.end_time = now
    session.flush()
    occasions.tournament_over(session, tournament, now)
    return _seen(session, tournament)


def end_ladder(session: Session, tournament_id: int, reason: str, now: datetime) -> None:
    """Let a ladder end with the blocks that are planned; one that has a limit ends there.

    Without any block it is cancelled. Raises NotFound.
    """
    tournament = steered(session, tournament_id)
    if tournament.state.is_over or tournament.settings.get("max_blocks"):
        return
    planned = next_number(session, tournament_id, None)
    if not planned:
        cancel(session, tournament_id, reason, now)
        return
    tournament.settings = {**tournament.settings, "max_blocks": planned}
    session.flush()


def add_block(
    session: Session, tournament_id: int, new: NewBlock, now: datetime
) -> tuple[Block, list[Match]]:
    """Queue the matches of a block. A block that is there already is left as it is.

    Raises NotFound, and WrongState when the tournament is not running or a version not active.
    """
    tournament = steered(session, tournament_id)
    query = select(Block).where(Block.tournament_id == tournament_id, Block.label == new.name)
    block = session.scalar(query)
    if block is not None:
        return block, matches.of_block(session, block.id)
    if tournament.state is not TournamentState.RUNNING:
        raise WrongState(f"tournament {tournament_id} is {tournament.state}")
    block = Block(
        tournament_id=tournament_id,
        label=new.name,
        number=new.number,
        round=new.round,
        is_paired=new.is_paired,
        create_time=now,
    )
    archives.number(session, [block])
    session.add(block)
    session.flush()
    rows = [
        matches.NewMatch(
            ruleset=tournament.ruleset,
            versions=versions,
            keys=planned(tournament.secret, new.name, None if new.is_paired else place),
            is_rated=tournament.is_rated,
            options=tournament.options,
            clock=tournament.clock,
            is_journaled=new.is_journaled,
            priority=tournament.priority,
            owner_id=tournament.owner_id,
        )
        for place, versions in enumerate(new.tables)
    ]
    return block, matches.add(session, rows, now, block=block, weight=tournament.weight)


def open_blocks(session: Session, tournament_id: int) -> list[int]:
    """The ids of blocks with a match that is not over."""
    query = (
        select(Match.block_id)
        .where(
            Match.tournament_id == tournament_id,
            Match.state.in_([state for state in MatchState if not state.is_over]),
        )
        .distinct()
        .order_by(Match.block_id)
    )
    return [id for id in session.scalars(query) if id is not None]


def running(session: Session) -> list[Tournament]:
    """The tournaments that are running, oldest first, for the scheduler."""
    query = select(Tournament).where(Tournament.state == TournamentState.RUNNING)
    return list(session.scalars(query.options(*_WHOLE).order_by(Tournament.id)))


def drop_waiting(session: Session, tournament_id: int, reason: str, now: datetime) -> int:
    """Void the matches of a tournament that nobody has begun; how many."""
    gone = session.execute(
        update(Match)
        .where(Match.tournament_id == tournament_id, Match.state == MatchState.QUEUED)
        .values(state=MatchState.VOID, void_reason=reason, end_time=now)
        .returning(Match.id)
        .execution_options(synchronize_session=False)
    )
    return len(gone.all())


def _seen(session: Session, tournament: Tournament) -> Tournament:
    session.flush()
    return get(session, tournament.id)
