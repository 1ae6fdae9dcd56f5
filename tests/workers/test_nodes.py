"""Worker nodes as processes: they hand back what they have when stopped, and serve metrics."""

import os
import re
import socket
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
import redis

from pentarch.arbiter.settings import Settings
from pentarch.arbiter.store import bots, journal, leases, nodes, workers
from pentarch.arbiter.store.words import AttemptState, MatchState, VersionState
from pentarch.bots.random import Random
from pentarch.workers.app import make_app
from pentarch.workers.windows import play_matches
from tests.hosting import builtin, hosted, queue, source, submitted
from tests.nodes import Node
from tests.remote import Hall
from tests.waiting import until
from tests.workers.mishaps import paused


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    made = Hall(tmp_path)
    yield made
    made.close()


def send(folder: Path, match_ids: list[int]) -> None:
    """Hand matches to whichever node plays."""
    app = make_app(Settings(data=folder))
    app.send_task("pentarch.workers.tasks.play", [match_ids])
    app.close()


def toolchains(hall: Hall) -> set[str]:
    """What the nodes that play say they have."""
    with hall.store.reading() as session:
        return nodes.toolchains(session, nodes.PLAY, hall.store.now() - timedelta(minutes=1))


def test_a_node_that_is_stopped_hands_its_match_back_at_once(hall: Hall, tmp_path: Path) -> None:
    stuck = hosted(hall.store, source("import time; time.sleep(250 * (turn.sequence > 5))"))
    rival = builtin(hall.store, "random")
    match_id, waiting = (queue(hall.store, [stuck, rival], seed=seed) for seed in (1, 2))
    node = Node(tmp_path, "play")
    try:
        send(tmp_path, [match_id, waiting])

        def is_under_way() -> bool:
            with hall.store.reading() as session:
                return journal.length(session, match_id) > 0

        until(is_under_way)
        until(lambda: "python" in toolchains(hall))
        assert node.terminate() == 0
    finally:
        node.kill()
    assert toolchains(hall) == set()
    for id in (match_id, waiting):
        row = hall.row(id)
        assert (row.state, row.failures) == (MatchState.QUEUED, 0)
        assert [attempt.state for attempt in row.attempts] == [AttemptState.RETURNED]
    with hall.store.reading() as session:
        assert journal.length(session, match_id) > 0, "whoever is next goes on from there"


def test_a_node_without_work_counts_as_living_until_it_is_stopped(
    hall: Hall, tmp_path: Path
) -> None:
    def living() -> int:
        with hall.store.reading() as session:
            return len(workers.living(session, hall.store.now() - hall.host.policy.silence))

    node = Node(tmp_path, "play")
    try:
        until(living)
        assert node.terminate() == 0
    finally:
        node.kill()
    assert living() == 0


def test_a_process_that_stands_still_loses_its_match_and_the_others_keep_theirs(
    hall: Hall, tmp_path: Path
) -> None:
    stuck = hosted(hall.store, source("import time; time.sleep(250 * (turn.sequence > 5))"))
    rival = builtin(hall.store, "random")
    ids = [queue(hall.store, [stuck, rival], seed=seed) for seed in (1, 2)]
    node = Node(tmp_path, "play", "--concurrency=2", PENTARCH_LEASE_DURATION="3")
    try:
        for match_id in ids:
            send(tmp_path, [match_id])
        until(lambda: all(hall.row(id).state is MatchState.LEASED for id in ids))
        first, second = (hall.row(id) for id in ids)
        pid = int((first.worker or "").split("-")[-2])
        with paused([pid]):
            until(lambda: bool(hall.row(first.id).failures))
        assert hall.row(first.id).attempts[0].verdict == "WORKER_LOST"
        # When it goes on it is told so, and takes another match.
        with hall.store.writing() as session:
            leases.void(session, first.id, "no longer wanted", hall.store.now())
        more = queue(hall.store, [rival, rival], options={"round_cap": 5})
        send(tmp_path, [more])
        until(lambda: hall.row(more).state is MatchState.PLAYED)
        kept = hall.row(second.id)
        assert (kept.state, kept.epoch, kept.worker) == (MatchState.LEASED, 1, second.worker)
    finally:
        node.kill()


def test_a_node_outlives_a_redis_that_cannot_be_written_to(hall: Hall, tmp_path: Path) -> None:
    rival = builtin(hall.store, "random")
    match_id = queue(hall.store, [rival, rival], options={"round_cap": 5})
    node = Node(tmp_path, "play")

    def says(words: str) -> bool:
        assert node.process.poll() is None, node.log.read_text()
        return words in node.log.read_text()

    try:
        with redis.Redis.from_url(hall.redis.address) as client:
            until(lambda: is_waiting(client))
            client.replicaof("127.0.0.1", 1)
            until(lambda: says("read only") or says("UNBLOCKED") or says("broker lost"))
            client.replicaof("NO", "ONE")
        send(tmp_path, [match_id])
        until(lambda: says("") and hall.row(match_id).state is MatchState.PLAYED)
    finally:
        node.kill()


def is_waiting(client: "redis.Redis") -> bool:
    """Whether a node waits at the broker for something to do."""
    return any(one["cmd"] == "brpop" for one in client.client_list())


def test_validating_takes_no_process_from_playing_and_rating(hall: Hall, tmp_path: Path) -> None:
    """A submission may hang for minutes. Nodes that play and verify leave it to others."""
    waits = submitted(hall.store, "import time; time.sleep(600)")
    rival = builtin(hall.store, "random")
    match_id = queue(hall.store, [rival, rival], options={"round_cap": 5})
    app = make_app(Settings(data=tmp_path))
    app.send_task("pentarch.workers.tasks.validate", [[0]])
    app.close()
    started = [Node(tmp_path, role) for role in ("play", "verify")]
    try:
        send(tmp_path, [match_id])
        until(lambda: hall.row(match_id).state is MatchState.RATED)
    finally:
        for node in started:
            node.kill()
    with hall.store.reading() as session:
        assert bots.version(session, waits).state is VersionState.SUBMITTED


def test_a_match_that_nobody_can_play_comes_to_a_visible_end(hall: Hall) -> None:
    pair = [hall.bot(Random, name, "township") for name in ("red", "blue")]
    match_id = hall.queue("township", pair, seed=1)
    unable = replace(hall.host, mailbox=None)
    for attempt in range(unable.policy.most_failures):
        assert hall.row(match_id).failures == attempt
        assert play_matches(unable, [match_id]) == []
    row = hall.row(match_id)
    assert row.state is MatchState.VOID
    assert row.verdict == "ENGINE_ERROR"
    assert re.match(r"given up after 4 failed attempts; .* no Redis", row.void_reason or "")
    assert [seat.verdict for seat in row.seats] == [None, None]


def scraped(port: int) -> dict[str, float]:
    """The metrics that a node serves, empty while it does not."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10) as page:
            lines = page.read().decode().splitlines()
    except (urllib.error.URLError, ConnectionError, TimeoutError):
        return {}
    parts = [line.rpartition(" ") for line in lines if not line.startswith("#")]
    return {name: float(value) for name, _, value in parts}


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


def test_a_node_serves_what_its_processes_count(hall: Hall, tmp_path: Path) -> None:
    bad = hosted(hall.store, source("raise ValueError"))
    rival = builtin(hall.store, "random")
    options = {"round_cap": 5}
    ids = [queue(hall.store, [bad, rival], seed=seed, options={**options}) for seed in range(2)]
    ids.append(queue(hall.store, [rival, rival], options={**options}))
    ports = {"play": free_port(), "verify": free_port()}
    started = [Node(tmp_path, role, f"--metrics=127.0.0.1:{ports[role]}") for role in ports]
    try:
        send(tmp_path, ids)
        until(lambda: scraped(ports["verify"]).get("pentarch_matches_rated_total") == 3)
        played = scraped(ports["play"])
        assert played['pentarch_matches_played_total{ruleset="township"}'] == 3
        assert played['pentarch_verdicts_total{verdict="BOT_CRASH"}'] == 2
        assert played["pentarch_sandbox_starts_total"] == 2
        wanted = ('pentarch_queue_length{queue="pentarch.play"}', "pentarch_queue_wait_seconds")
        until(lambda: all(scraped(ports["play"]).get(name) == 0 for name in wanted))
    finally:
        for node in started:
            node.kill()
    assert all(hall.row(id).state is MatchState.RATED for id in ids)


def test_records_that_wait_are_verified_together(hall: Hall, tmp_path: Path) -> None:
    rival = builtin(hall.store, "random")
    ids = [
        queue(hall.store, [rival, rival], seed=seed, options={"round_cap": 5}) for seed in range(8)
    ]
    assert play_matches(hall.host, ids) == ids
    app = make_app(Settings(data=tmp_path))
    for match_id in ids:
        app.send_task("pentarch.workers.tasks.verify", [[match_id]])
    app.close()
    node = Node(tmp_path, "verify")
    try:
        until(lambda: all(hall.row(id).state is MatchState.RATED for id in ids))
    finally:
        node.kill()
    # Celery holds one or two messages by itself.
    assert len({hall.row(id).verify_time for id in ids}) <= 3


def test_analyses_come_after_all_else_on_the_machine(hall: Hall, tmp_path: Path) -> None:
    """Its session, too, where the kernel shares the cores between sessions."""
    node = Node(tmp_path, "analyse")
    session = Path(f"/proc/{node.process.pid}/autogroup")
    try:
        until(lambda: os.getpriority(os.PRIO_PROCESS, node.process.pid) == 19)
        if session.exists():
            until(lambda: session.read_text().endswith("nice 19\n"))
    finally:
        node.kill()
