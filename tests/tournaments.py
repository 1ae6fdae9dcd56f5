"""Tournaments in a real store whose matches take no time: results are drawn, not played."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sqlalchemy import exists, select, update
from sqlalchemy.orm import Session

from pentarch.arbiter.competition.book import RatedStanding
from pentarch.arbiter.referee.keys import new_secret
from pentarch.arbiter.store import Store, bots, leases, owners, ratings, tournaments
from pentarch.arbiter.store.books import StoredBook
from pentarch.arbiter.store.models import Block, Match, RatingChange, Seat
from pentarch.arbiter.store.tournaments import NewTournament
from pentarch.arbiter.store.words import MatchState, VersionKind
from pentarch.engine.plain import Json
from pentarch.workers.conductor import conduct
from pentarch.workers.host import Host
from pentarch.workers.package_cache import PackageCache
from tests.arbiter.simulation import play_match

START = datetime(2030, 1, 1, tzinfo=UTC)
RULESET = "township"


FORMATS: dict[str, tuple[int, str, dict[str, Json], tuple[int, ...]]] = {
    "round robin": (5, "round_robin", {"blocks": 2}, (2,)),
    "round robin, tables of 2 and 3": (5, "round_robin", {"blocks": 1}, (2, 3)),
    "swiss": (7, "swiss", {"rounds": 4, "blocks": 2}, (2,)),
    "gauntlet": (5, "gauntlet", {"blocks": 1, "challengers": ["b00@1", "b03@1"]}, (2,)),
    "elimination": (6, "single_elimination", {"blocks": 3, "max_replays": 1}, (2,)),
    "ladder": (6, "ladder", {"max_blocks": 30}, (2,)),
    "test": (2, "version_test", {"elo_low": 0, "elo_high": 150, "max_blocks": 60}, (2,)),
}
"""Every format, with the number of bots, its settings and the sizes of its tables."""


@dataclass
class Handed:
    """A dispatch that keeps what it was handed."""

    played: list[int] = field(default_factory=list)

    def play(self, match_ids: list[int], *, urgent: bool = False) -> None:
        self.played += match_ids

    def verify(self, match_ids: list[int]) -> None: ...

    def validate(self) -> None: ...

    def analyse(self) -> None: ...


def host_of(store: Store, folder: Path) -> Host:
    """A worker process with nothing in mind."""
    return Host(store, Handed(), PackageCache(folder / "packages"), "conductor")


def add_bots(
    session: Session,
    count: int,
    *,
    per_owner: int = 1,
    kind: VersionKind = VersionKind.BUILTIN,
) -> list[int]:
    """Versions b00@1, b01@1, ...; neighbours share an owner when `per_owner` says so."""
    made = []
    for number in range(count):
        name = f"owner{number // per_owner}"
        if number % per_owner == 0:
            owners.create(session, name, START)
        owner = owners.by_name(session, name)
        made.append(
            bots.ensure_running(
                session,
                owner.id,
                f"b{number:02d}",
                kind=kind,
                build="random",
                rulesets=[RULESET],
                now=START,
            ).id
        )
    return made


def add_tournament(
    session: Session,
    versions: Sequence[int],
    format: str,
    settings: Mapping[str, Json],
    *,
    seats: Sequence[int] = (2,),
    options: Mapping[str, Json] | None = None,
    seed: int = 7,
    is_open: bool = False,
) -> int:
    """A tournament that was started."""
    new = NewTournament(
        owner_id=owners.by_name(session, "owner0").id,
        title=f"A {format}",
        ruleset=RULESET,
        format=format,
        settings=settings,
        options=options or {},
        clock={},
        seats=seats,
        secret=new_secret(seed),
        seed=seed,
        is_rated=True,
        versions=versions,
        is_open=is_open,
    )
    made = tournaments.create(session, new, START)
    return tournaments.start(session, made.id, START).id


def begin(store: Store, name: str) -> int:
    """A tournament of that format, started, in an empty store."""
    count, format, settings, seats = FORMATS[name]
    with store.writing() as session:
        versions = add_bots(session, count)
        return add_tournament(session, versions, format, settings, seats=seats)


def run(
    host: Host,
    tournament_id: int,
    *,
    crashing: int | None = None,
    voids: Collection[str] = (),
) -> None:
    """Conduct a tournament and give results until it is over.

    One version may crash in all its matches, and the matches of some blocks may be void.
    """
    for _ in range(500):
        conduct(host, tournament_id)
        with host.store.writing() as session:
            if tournaments.get(session, tournament_id).state.is_over:
                return
            ids = waiting(session, tournament_id)
            query = select(Match.id).join(Block).where(Match.id.in_(ids), Block.label.in_(voids))
            for match_id in session.scalars(query).all():
                leases.void(session, match_id, "a test", START)
            settle(session, waiting(session, tournament_id), crashing=crashing)
    raise AssertionError("the tournament does not end")


def settle(
    session: Session,
    match_ids: Sequence[int],
    *,
    gap: float = 0.5,
    crashing: int | None = None,
) -> None:
    """Give matches results as if they had been played, verified and rated.

    The first version to enter is the strongest. Equal blocks get equal results, whatever the ids.
    """
    for match_id in match_ids:
        match = session.get_one(Match, match_id)
        if match.state is not MatchState.QUEUED:
            continue
        label = session.scalar(select(Block.label).where(Block.id == match.block_id))
        seats = session.scalars(
            select(Seat).where(Seat.match_id == match_id).order_by(Seat.seat)
        ).all()
        names = [str(seat.version_id) for seat in seats]
        strengths = {name: -gap * int(name) for name in names}
        name = f"{label}.{match.position}"
        seed = int.from_bytes(match.key[:8], "little")
        drawn = play_match(name, "block", names, strengths, seed=seed, tie_width=0.05)
        for seat, rank in zip(seats, drawn.ranks, strict=True):
            seat.rank, seat.score = rank, 0
            if any(other.version_id == crashing for other in seats):
                seat.rank = len(seats) if seat.version_id == crashing else 1
                seat.verdict = "BOT_CRASH" if seat.version_id == crashing else None
        session.execute(
            update(Match)
            .where(Match.id == match_id)
            .values(
                state=MatchState.RATED,
                epoch=1,
                start_time=START,
                play_time=START + timedelta(seconds=1),
                end_time=START + timedelta(seconds=match_id),
                record_sha256="0" * 64,
                rules_version=1,
                steps=1,
            )
        )


def blocks_of(session: Session, tournament_id: int) -> list[Block]:
    """The blocks of a tournament by their numbers."""
    query = select(Block).where(Block.tournament_id == tournament_id).order_by(Block.number)
    return list(session.scalars(query))


def waiting(session: Session, tournament_id: int) -> list[int]:
    """The matches of a tournament that nobody has begun."""
    query = select(Match.id).where(
        Match.tournament_id == tournament_id, Match.state == MatchState.QUEUED
    )
    return list(session.scalars(query.order_by(Match.id)))


def table(store: Store, tournament_id: int) -> list[RatedStanding]:
    """The table, from nothing."""
    book = StoredBook(tournament_id)
    with store.reading() as session:
        book.refresh(session)
    return book.standings()


def rate_settled(store: Store) -> None:
    """Rate what was settled, as if it had only been verified."""
    with store.writing() as session:
        unrated = ~exists().where(RatingChange.match_id == Match.id)
        session.execute(
            update(Match)
            .where(Match.state == MatchState.RATED, unrated)
            .values(state=MatchState.VERIFIED, end_time=None)
            .execution_options(synchronize_session=False)
        )
    ratings.rate_waiting(store, ratings.RATER, lambda: START, together=500)
