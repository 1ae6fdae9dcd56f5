"""Small scenes that tests of the store begin with, and records that cost nothing to play."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from functools import cache

from sqlalchemy.orm import Session

from pentarch.arbiter.referee.keys import chosen, new_secret
from pentarch.arbiter.store import matches, owners, tournaments
from pentarch.arbiter.store.leases import Lease, LeasePolicy
from pentarch.arbiter.store.matches import NewMatch
from pentarch.arbiter.store.models import Match, Tournament, Version
from pentarch.arbiter.store.ratings import Rater
from pentarch.arbiter.store.results import Result, result_in
from pentarch.arbiter.store.tournaments import NewTournament
from pentarch.engine import registry
from pentarch.engine.match import Match as EngineMatch
from pentarch.engine.record import encode, record_of
from tests import one_match
from tests.builtin_bots import add_builtin

START = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
POLICY = LeasePolicy(duration=timedelta(seconds=10), silence=timedelta(seconds=30), most_failures=3)
RULESET = "township"


def after(seconds: float) -> datetime:
    return START + timedelta(seconds=seconds)


def zero_sum(elos: Sequence[float], ranks: Sequence[int]) -> list[float]:
    """A simple Elo: everybody plays everybody at the table, and what one wins another loses."""
    new = list(elos)
    for a, own in enumerate(ranks):
        for b, other in enumerate(ranks):
            expected = 1 / (1 + 10 ** ((elos[b] - elos[a]) / 400))
            if a != b:
                new[a] += 16 * ((own < other) + 0.5 * (own == other) - expected)
    return new


RATER = Rater(start=1500.0, update=zero_sum)


def add_version(session: Session, name: str, *, owner: str | None = None) -> Version:
    """A reference bot that is active at once; its owner is made with it unless one is named."""
    who = owners.by_name(session, owner) if owner else owners.create(session, f"o-{name}", START)
    return add_builtin(session, who.id, name, START, build="1", rulesets=[RULESET])


def add_match(
    session: Session, versions: Sequence[int], *, seed: int = 1, is_rated: bool = True
) -> Match:
    new = NewMatch(ruleset=RULESET, versions=versions, keys=chosen(seed), is_rated=is_rated)
    return matches.create(session, new, START)


def add_tournament(session: Session, versions: Sequence[int], owner: str) -> Tournament:
    new = NewTournament(
        owner_id=owners.by_name(session, owner).id,
        title="Spring cup",
        ruleset=RULESET,
        format="round_robin",
        settings={"blocks": 1},
        options={},
        clock={"bank": 10},
        seats=[2],
        secret=new_secret(7),
        seed=7,
        is_rated=True,
        versions=versions,
    )
    return tournaments.create(session, new, START)


def luck(match: Match) -> bytes | int:
    """What all chance of a match comes from."""
    return match.key if match.seed is None else match.seed


@cache
def result(key: bytes | int, bots: tuple[str, ...], loser: int = 1, cut: int = 0) -> Result:
    """A match in which `loser` forfeits after `cut` steps: real, valid and quick to make."""
    match = EngineMatch(registry.get(RULESET), len(bots), {}, key)
    for _ in range(cut):
        seat = match.to_act()[0]
        match.play(seat, match.legal(seat)[0])
    for seat in [loser, *range(len(bots))]:
        if match.outcome is None:
            match.forfeit(seat, "BOT_TIMEOUT")
    record = record_of(match, list(bots))
    return result_in(record, encode(record))


def take(session: Session, match_id: int, worker: str = "w1", at: float = 0) -> Lease:
    """A lease that must succeed."""
    lease = one_match.lease(session, match_id, worker, after(at), POLICY)
    assert isinstance(lease, Lease), lease
    return lease
