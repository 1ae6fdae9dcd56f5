"""A small store with something of everything that the pages show."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from sqlalchemy.orm import Session

from pentarch.arbiter.referee.keys import chosen
from pentarch.arbiter.store import (
    Ask,
    Store,
    analyses,
    ladder,
    leases,
    matches,
    workers,
)
from pentarch.arbiter.store.fits import FittedRating, store_fit
from pentarch.arbiter.store.leases import Lease, LeasePolicy
from pentarch.arbiter.store.matches import Filter, NewMatch
from pentarch.arbiter.store.models import Block, Record, Seat, Tournament, Version
from pentarch.arbiter.store.models import Match as Row
from pentarch.arbiter.store.results import sha256_of
from pentarch.arbiter.store.words import MatchState, RecordKind, VersionState
from pentarch.bots.analysis import VERSION, Analysis, Estimate, Point, TurningPoint
from pentarch.engine.match import Match
from pentarch.engine.plain import Json
from pentarch.engine.record import encode, record_of
from tests import one_match
from tests.arbiter.store.bulk import Amounts, seed
from tests.playing import play_random, ruleset_of
from tests.stores import new_store

MATCHES = 200
WAITING = 10
HOSTILE = "<img src=x onerror=alert(1)> **bold** ![x](http://example.invalid/x.png)"
AMOUNTS = Amounts(
    MATCHES,
    {"kingdom": 4, "township": 2},
    bots=8,
    owners=4,
    tournaments=5,
    waiting=WAITING,
    void=4,
)
POLICY = LeasePolicy(timedelta(minutes=5), timedelta(minutes=5), 3)


@dataclass(frozen=True)
class Scene:
    """A database and the matches in it that are worth looking at."""

    url: str
    replay: int
    unverified: int
    steps: int
    leased: int
    void: int
    hidden: int


def build(folder: Path) -> Scene:
    """Make the database in a folder."""
    now = datetime.now(UTC)
    store = new_store(folder / "pentarch.db")
    match = play_random(Match(ruleset_of("township"), 2, {}, 7), 7)
    evidence: Json = [{"verdict": "BOT_TIMEOUT", "error": HOSTILE, "seat": 1, "step": 3}]
    annotations: Json = {"how": "a" * len(match.steps), "evidence": evidence}
    content = encode(record_of(match, ["bot-001@1", HOSTILE], annotations))
    with store.writing() as session:
        seed(session, AMOUNTS, now - timedelta(hours=2), records=[content] * WAITING)
    with store.writing() as session:
        found = matches.page(session, Ask(1), Filter(state=MatchState.RATED)).items[0]
        found.steps = len(match.steps)
        # Others of its block wait: with a key of its own it need not wait for them.
        session.get_one(Block, found.block_id).is_paired = False
        seat = session.get_one(Seat, (found.id, 1))
        seat.verdict, seat.forfeit_step = "BOT_TIMEOUT", 3
        hidden = _keep_kingdom(session)
        _keep_analysis(session, found.id, match, now)
        session.get_one(Tournament, 5).title = HOSTILE
        cup = session.get_one(Tournament, 4)
        cup.format, cup.settings = "round_robin", {"blocks": 1}
        version = session.get_one(Version, 8)
        version.reject_reason = HOSTILE
        version.state = VersionState.REJECTED
    for scope in ("township", "overall"):
        _fit(store, scope, now)
    with store.writing() as session:
        # It lives as long as the tests last.
        workers.beat(session, ["worker-1"], now + timedelta(hours=1))
        leased = matches.create(session, NewMatch("township", [1, 2], chosen(11), False), now).id
        assert isinstance(one_match.lease(session, leased, "worker-1", now, POLICY), Lease)
        void = matches.create(session, NewMatch("township", [1, 2], chosen(12), False), now).id
        leases.void(session, void, HOSTILE, now)
    url = store.url.render_as_string()
    store.close()
    return Scene(url, found.id, MATCHES, len(match.steps), leased, void, hidden)


def keep(session: Session, match_id: int, match: Match[Any]) -> None:
    """Let a match of the store be one that was played here, with its record."""
    row = session.get_one(Row, match_id)
    content = encode(record_of(match, [seat.version.ref for seat in row.seats]))
    row.steps, row.record_sha256 = len(match.steps), sha256_of(content)
    session.add(
        Record(
            match_id=match_id,
            epoch=row.epoch,
            kind=RecordKind.PLAYED,
            sha256=row.record_sha256,
            content=content,
            size=len(content),
            create_time=row.create_time,
        )
    )


def _keep_analysis(session: Session, match_id: int, match: Match[Any], now: datetime) -> None:
    """An analysis that nobody had to make: two turning points, the second one a mistake."""
    middle, end = len(match.steps) // 2, len(match.steps)
    chances = {0: (0.5, 0.5), middle: (0.7, 0.3), middle + 1: (0.2, 0.8), end: (0.0, 1.0)}
    curve = [(step, Point(Estimate(two, 24), Estimate(two, 24))) for step, two in chances.items()]
    texts = [(step.seat, step.command.text) for step in match.steps]
    points = [
        TurningPoint(
            number,
            texts[number - 1][0],
            texts[number - 1][1],
            (0.7, 0.3),
            decided,
            (0.2, 0.8),
            [advice],
            0.75,
            texts[number - 1 : number + 3],
        )
        for number, decided, advice in (
            (middle, 0.6, texts[middle - 1][1]),
            (middle + 1, 0.3, texts[0][1]),
        )
    ]
    content = Analysis(end, curve, points, 4_000, True).plain()
    analyses.ask(session, match_id, 1, VERSION, now)
    lease = analyses.begin(session, VERSION, "worker-1", now, now)
    assert lease is not None
    analyses.keep(session, lease, content, now, None)


def _keep_kingdom(session: Session) -> int:
    """A match with a record in which seats see different things."""
    where = Filter(ruleset="kingdom", state=MatchState.RATED)
    row = matches.page(session, Ask(1), where).items[0]
    match = Match(ruleset_of("kingdom"), row.seat_count, {"max_rounds": 5}, 7)
    keep(session, row.id, play_random(match, 7))
    return row.id


def _fit(store: Store, scope: str, now: datetime) -> None:
    """Fits for all versions but the last."""
    with store.writing() as session:
        lines = ladder.page(session, Ask(100), scope).items
        fits = {
            line.rating.version_id: FittedRating(
                line.rating.elo,
                line.rating.elo - 60,
                line.rating.elo + 60,
                line.rank,
                line.rank + 2,
            )
            for line in lines[:-1]
        }
        store_fit(session, scope, fits, now)
