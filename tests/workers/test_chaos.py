"""Chaos: workers, Redis and PostgreSQL are killed or paused at random while 300 matches are played.

At the end every match is rated exactly once, no bot was charged for what the infrastructure did,
and the records are those of an undisturbed run.
"""

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

from arbiter.local import play_local
from arbiter.store import Store, bots, matches, migrate, owners, ratings
from arbiter.store.matches import NewMatch
from arbiter.store.pages import Ask
from arbiter.store.words import AttemptState, MatchState, VersionKind
from engine.chance import derive
from engine.record import decode
from tests.services import Postgres
from workers.broker import PrivateRedis

ROOT = Path(__file__).parent.parent.parent
SPECS = ("greedy", "random")
OPTIONS = {"round_cap": 12}
MATCHES = 300
DEADLINE = 240.0
SAMPLE = 60


class Cluster:
    """Real services and worker nodes, each of which can be killed, paused and started again."""

    def __init__(self, folder: Path, postgres: Postgres, nodes: list[list[str]]) -> None:
        self.folder = folder
        self.postgres = postgres
        self.redis = PrivateRedis(folder / "data" / "redis")
        self.redis.start()
        self.url = postgres.url(postgres.create())
        store = Store(self.url)
        migrate.upgrade(store)
        store.close()
        self.environment = os.environ | {
            "PENTARCH_DATA": str(folder / "data"),
            "PENTARCH_DATABASE": self.url,
            "PYTHONPATH": str(ROOT),
        }
        self.commands = nodes
        self.nodes = [self.start_node(number) for number in range(len(nodes))]

    def start_node(self, number: int) -> "subprocess.Popen[bytes]":
        with open(self.folder / f"node-{number}.log", "ab") as log:
            return subprocess.Popen(
                [sys.executable, "-m", "workers", *self.commands[number], "--patience=5"],
                env=self.environment,
                cwd=ROOT,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def kill_node(self, number: int) -> None:
        """The main process and all its children at once, as when a machine dies."""
        os.killpg(self.nodes[number].pid, signal.SIGKILL)
        self.nodes[number].wait()
        self.nodes[number] = self.start_node(number)

    def pause_node(self, number: int, seconds: float) -> None:
        os.killpg(self.nodes[number].pid, signal.SIGSTOP)
        time.sleep(seconds)
        os.killpg(self.nodes[number].pid, signal.SIGCONT)

    def kill_child(self, number: int) -> None:
        """One playing process of a node."""
        children = Path(f"/proc/{self.nodes[number].pid}/task/{self.nodes[number].pid}/children")
        pids = [int(pid) for pid in children.read_text().split()] if children.exists() else []
        if pids:
            os.kill(pids[0], signal.SIGKILL)

    def restart_redis(self, *, empty: bool) -> None:
        os.kill(self.redis.pid, signal.SIGKILL)
        self.redis.stop()
        if empty:
            shutil.rmtree(self.folder / "data" / "redis")
        self.redis.start()

    def restart_postgres(self) -> None:
        self.postgres.kill()
        self.postgres.start_again()

    def stop(self) -> None:
        for node in self.nodes:
            if node.poll() is None:
                os.killpg(node.pid, signal.SIGKILL)
            node.wait()
        self.redis.stop()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    postgres = Postgres()
    play = ["play", "--concurrency=1"]
    made = Cluster(tmp_path, postgres, [play, play, ["verify", "--concurrency=1"]])
    yield made
    made.stop()
    postgres.stop()


def queue_all(store: Store) -> dict[int, int]:
    """Queue the matches without telling the broker: the sweep must find them. Seeds by match."""
    now = datetime.now(UTC)
    with store.writing() as session:
        owner = owners.create(session, "pentarch", now)
        versions = [
            bots.ensure_running(
                session,
                owner.id,
                spec,
                kind=VersionKind.BUILTIN,
                build=spec,
                rulesets=["township"],
                now=now,
            ).id
            for spec in SPECS
        ]
        made = {}
        for number in range(MATCHES):
            seats = versions if number % 2 == 0 else versions[::-1]
            match = matches.create(
                session,
                NewMatch(
                    ruleset="township",
                    versions=seats,
                    seed=derive(1, number // 2),
                    is_rated=True,
                    options=OPTIONS,
                ),
                now,
            )
            made[match.id] = match.seed
        return made


def states(store: Store) -> Counter[MatchState]:
    try:
        with store.reading() as session:
            return Counter(matches.count_by_state(session))
    except OperationalError:
        return Counter()


def trouble(cluster: Cluster, pick: random.Random) -> str:
    """One random mishap."""
    kind = pick.choice(
        ["kill node", "kill child", "pause", "kill verifier", "redis", "empty redis", "postgres"]
    )
    node = pick.randrange(2)
    if kind == "kill node":
        cluster.kill_node(node)
    elif kind == "kill child":
        cluster.kill_child(node)
    elif kind == "pause":
        cluster.pause_node(node, 3.0)
    elif kind == "kill verifier":
        cluster.kill_node(2)
    elif kind == "postgres":
        cluster.restart_postgres()
    else:
        cluster.restart_redis(empty=kind == "empty redis")
    return kind


@pytest.mark.timeout(600)
def test_nothing_is_lost_and_nothing_counts_twice(cluster: Cluster) -> None:
    store = Store(cluster.url)
    seeds = queue_all(store)
    pick = random.Random(5)
    began = time.monotonic()
    mishaps: Counter[str] = Counter()
    while time.monotonic() - began < DEADLINE:
        time.sleep(pick.uniform(1.0, 3.0))
        if states(store)[MatchState.RATED] + states(store)[MatchState.VOID] == MATCHES:
            break
        if len(mishaps) < 7 or sum(mishaps.values()) < 16:
            mishaps[trouble(cluster, pick)] += 1
    print(f"mishaps {dict(mishaps)}, {time.monotonic() - began:.0f} s")
    assert +states(store) == {MatchState.RATED: MATCHES}
    check_counts(store)
    check_attempts(store, list(seeds))
    check_records(store, seeds)
    store.close()


def check_counts(store: Store) -> None:
    """Every match moved the ratings of both bots once."""
    with store.reading() as session:
        lines = ratings.ladder(session, Ask(size=10), "township").items
    for line in lines:
        assert line.rating.matches == MATCHES
        assert line.rating.wins + line.rating.draws + line.rating.losses == MATCHES
    assert sum(line.rating.elo for line in lines) == pytest.approx(2 * 1500.0)


def check_attempts(store: Store, match_ids: list[int]) -> None:
    """Lost attempts are the infrastructure's, and exactly one attempt of each match counts."""
    again: list[float] = []
    ends: Counter[AttemptState] = Counter()
    with store.reading() as session:
        for match_id in match_ids:
            row = matches.get(session, match_id)
            assert [seat.verdict for seat in row.seats] == [None, None]
            finished = [a for a in row.attempts if a.state is AttemptState.FINISHED]
            assert len(finished) == 1
            ends.update(attempt.state for attempt in row.attempts)
            for lost, following in zip(row.attempts, row.attempts[1:], strict=False):
                beat = lost.heartbeat_time or lost.start_time
                again.append((following.start_time - beat).total_seconds())
    print(f"attempts {dict(ends)}")
    if again:
        print(f"a lost match was playing again after {max(again):.1f} s at most")


def check_records(store: Store, seeds: dict[int, int]) -> None:
    """What came out of the trouble is what comes out without any."""
    for match_id in random.Random(1).sample(sorted(seeds), SAMPLE):
        with store.reading() as session:
            row = matches.get(session, match_id)
            kept = decode(matches.record(session, match_id).content)
        specs = [seat.version.build for seat in row.seats]
        alone = play_local("township", [*specs], seed=seeds[match_id], options=dict(OPTIONS))
        assert kept.final_digest == alone.match.final_digest
