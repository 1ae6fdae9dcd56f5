"""Real nodes on Redis and SQLite play a tournament from its start to its table."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import select

from pentarch.arbiter.store import ladder, tournaments
from pentarch.arbiter.store.models import Match
from pentarch.arbiter.store.pages import Ask
from pentarch.arbiter.store.words import MatchState, TournamentState
from tests.nodes import Node
from tests.remote import Hall
from tests.tournaments import RULESET, add_bots, add_tournament, table
from tests.waiting import until


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    made = Hall(tmp_path)
    yield made
    made.close()


def test_nodes_play_a_tournament_to_its_end(hall: Hall, tmp_path: Path) -> None:
    with hall.store.writing() as session:
        versions = add_bots(session, 3)
        id = add_tournament(
            session, versions, "swiss", {"rounds": 2, "blocks": 1}, options={"round_cap": 5}
        )
    nodes = [Node(tmp_path, "play"), Node(tmp_path, "verify")]
    try:

        def is_over() -> bool:
            with hall.store.reading() as session:
                return tournaments.get(session, id).state is TournamentState.FINISHED

        until(is_over)

        def is_fitted() -> bool:
            with hall.store.reading() as session:
                lines = ladder.page(session, Ask(), RULESET).items
            return len(lines) == 3 and all(line.rating.fit_high is not None for line in lines)

        until(is_fitted)
    finally:
        for node in nodes:
            node.kill()
    with hall.store.reading() as session:
        states = session.scalars(select(Match.state)).all()
    assert list(states) == [MatchState.RATED] * 4
    lines = table(hall.store, id)
    assert sum(line.rating.matches for line in lines) == 8
    assert sum(line.standing.points for line in lines) == pytest.approx(4.0), "a bye is worth one"
