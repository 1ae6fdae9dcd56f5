"""Nodes whose clocks are wrong: on a shared database nobody loses a match for it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import select

from pentarch.arbiter.store import matches
from pentarch.arbiter.store.models import Attempt, Match
from pentarch.arbiter.store.words import AttemptState, MatchState
from tests.hosting import builtin, queue
from tests.needs import needs_clocks
from tests.nodes import Node
from tests.remote import Hall
from tests.services import Postgres
from tests.waiting import until
from tests.workers.test_nodes import send

# By less and by more than a lease, before and behind. Nodes need long to start.
FEW = {"play": ("-120s", "+1d"), "verify": ("+20s",)}
ALL = {"play": ("+20s", "-120s", "+1d"), "verify": ("-1d", "+20s")}


@pytest.fixture
def hall(tmp_path: Path, postgres: Postgres) -> Iterator[Hall]:
    made = Hall(tmp_path, postgres.url(postgres.create()))
    yield made
    made.close()


def shifted(by: str) -> dict[str, str]:
    """The environment of a process whose clock is off, though it measures durations well."""
    [library] = Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1")
    return {"LD_PRELOAD": str(library), "FAKETIME": by, "FAKETIME_DONT_FAKE_MONOTONIC": "1"}


@needs_clocks
@pytest.mark.parametrize(
    "off", [pytest.param(FEW, id="few"), pytest.param(ALL, id="all", marks=pytest.mark.long)]
)
def test_nodes_with_wrong_clocks_lose_no_match(
    hall: Hall, tmp_path: Path, off: dict[str, tuple[str, ...]]
) -> None:
    pair = [builtin(hall.store, "greedy"), builtin(hall.store, "random")]
    ids = [queue(hall.store, pair, seed=seed, options={"round_cap": 60}) for seed in range(30)]
    database = hall.store.url.render_as_string(hide_password=False)
    nodes = [
        Node(tmp_path, role, PENTARCH_DATABASE=database, **shifted(by))
        for role, clocks in off.items()
        for by in clocks
    ]
    try:
        for start in range(0, len(ids), 5):
            send(tmp_path, ids[start : start + 5])

        def is_over() -> bool:
            with hall.store.reading() as session:
                counts = matches.count_by_state(session)
            return counts.get(MatchState.RATED, 0) + counts.get(MatchState.VOID, 0) == len(ids)

        until(is_over)
    finally:
        for node in nodes:
            node.kill()
    with hall.store.reading() as session:
        rows = session.execute(select(Match.state, Match.failures)).all()
        attempts = session.scalars(select(Attempt.state)).all()
    assert [tuple(row) for row in rows] == [(MatchState.RATED, 0)] * len(ids)
    assert set(attempts) == {AttemptState.FINISHED}
