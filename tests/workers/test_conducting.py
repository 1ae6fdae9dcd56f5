"""Conducting tournaments on a real store: every format to its end, policies, many conductors."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from arbiter.store import Store, migrate, tournaments
from arbiter.store.words import MatchState, TournamentState
from engine.plain import Json
from tests.tournaments import (
    add_bots,
    add_tournament,
    host_of,
    settle,
    table,
    waiting,
)
from workers.conducting import conduct
from workers.host import Host

FORMATS: dict[str, tuple[int, str, dict[str, Json], tuple[int, ...]]] = {
    "round robin": (5, "round_robin", {"blocks": 2}, (2,)),
    "round robin, tables of 2 and 3": (5, "round_robin", {"blocks": 1}, (2, 3)),
    "swiss": (7, "swiss", {"rounds": 4, "blocks": 2}, (2,)),
    "gauntlet": (5, "gauntlet", {"blocks": 1, "challengers": ["b00@1", "b03@1"]}, (2,)),
    "elimination": (6, "single_elimination", {"blocks": 3, "max_replays": 1}, (2,)),
    "ladder": (6, "ladder", {"max_blocks": 30}, (2,)),
    "test": (2, "version_test", {"elo_low": 0, "elo_high": 150, "max_blocks": 60}, (2,)),
}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = Store(f"sqlite:///{tmp_path / 'pentarch.db'}")
    migrate.upgrade(made)
    yield made
    made.close()


@pytest.fixture
def host(store: Store, tmp_path: Path) -> Host:
    return host_of(store, tmp_path)


def begin(store: Store, name: str) -> int:
    count, format, settings, seats = FORMATS[name]
    with store.writing() as session:
        versions = add_bots(session, count)
        return add_tournament(session, versions, format, settings, seats=seats)


def run(host: Host, tournament_id: int, rounds: int = 500) -> None:
    """Conduct and settle until it is over."""
    for _ in range(rounds):
        conduct(host, tournament_id)
        with host.store.writing() as session:
            row = tournaments.get(session, tournament_id)
            if row.state.is_over:
                return
            settle(session, waiting(session, tournament_id))
    raise AssertionError("the tournament does not end")


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_is_played_to_its_end(host: Host, name: str) -> None:
    id = begin(host.store, name)
    run(host, id)
    with host.store.reading() as session:
        row = tournaments.get(session, id)
        counts = tournaments.progress(session, [id])[id]
    assert row.state is TournamentState.FINISHED
    assert row.end_reason
    assert counts[MatchState.QUEUED] == 0
    lines = table(host.store, id)
    assert {line.standing.bot for line in lines} == {e.version.ref for e in row.entries}
    assert lines[0].standing.rank == 1
    assert sum(line.score.matches for line in lines) > 0
    assert all(line.rating.interval.low < line.rating.rating for line in lines)
