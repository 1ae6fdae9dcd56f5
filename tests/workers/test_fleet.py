"""A fleet in a box: everything real but the playing. Nothing is lost, nothing counts twice."""

import sys
from dataclasses import asdict
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from deploy.model.costs import costs_of
from pentarch.arbiter.settings import Settings
from pentarch.bench.fleet.fleet import Size, begin, doomed, heard, measure
from pentarch.workers.broker import PrivateRedis
from tests.needs import needs_redis
from tests.services import Postgres


@needs_redis
def test_a_fleet_hands_in_matches_and_loses_none_with_its_nodes(tmp_path: Path) -> None:
    server = Postgres()
    try:
        server.execute("CREATE DATABASE fleet")
        with PrivateRedis(tmp_path / "redis") as redis:
            settings = Settings(
                database=server.url("fleet"),  # type: ignore[arg-type]
                redis=redis.address,  # type: ignore[arg-type]
                data=tmp_path,
            )
            size = Size(40, match_seconds=0.5, seconds=3.0, killed=0.4, verifiers=2, rated=40)
            outcome = measure(settings, size, redis_pid=redis.pid)
    finally:
        server.stop()
    assert outcome.finished > 0
    assert outcome.rated == outcome.finished
    assert outcome.void == 0
    # What was under way on dead nodes is still theirs, or was found by the others.
    assert outcome.held <= outcome.killed
    named = {call.name: call for call in outcome.calls}
    assert 0 < named["hand in"].count <= outcome.finished + outcome.late
    assert {"lease", "heartbeat", "sweep", "take a task", "verify and rate"} <= named.keys()
    assert outcome.renewed > 0
    # Two processes verify beside each other, and what one leaves to the other is rated, too.
    assert named["verify and rate"].database > 0
    assert outcome.rating.matches == size.rated
    assert outcome.rating.database > 0
    costs = costs_of(asdict(outcome))
    assert min(costs.verify.caller, costs.verify_each.caller) > 0


def test_a_share_of_all_nodes_is_killed_however_few_each_driver_has() -> None:
    assert doomed([6, 6, 5, 5], 16, 0.1) == [0, 0, 0, 0]
    assert doomed([6] * 16, 16, 0.1) == [1, 1, *[0] * 14]
    assert doomed([500, 500], 16, 0.1) == [6, 0]
    assert doomed([17, 17], 16, 0.75) == [2, 1]


def test_a_process_of_a_fleet_that_ends_is_not_waited_for() -> None:
    process, report = begin(get_context("spawn"), _end, 3)
    with pytest.raises(RuntimeError, match="without a report, with exit code 3"):
        heard(process, report)


def _end(code: int, report: Connection) -> None:
    sys.exit(code)
