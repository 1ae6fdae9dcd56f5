"""A cluster of real processes, and everything that can happen to it."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import redis
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from pentarch.arbiter.store import Store, matches, migrate
from pentarch.arbiter.store.matches import Filter
from pentarch.arbiter.store.pages import Ask
from pentarch.arbiter.store.words import MatchState
from pentarch.workers.broker import PrivateRedis
from pentarch.workers.process_tree import children
from tests import disks, needs
from tests.copies import upgraded
from tests.nodes import Node, start_arbiter
from tests.services import Postgres
from tests.waiting import until

# Matches of one are over at once, those of the other last long enough to be hit.
RULESETS = ("township", "heroes")
LONGER_THAN_A_LEASE = 11.0
CATCH_WAIT = 3.0


class Cluster:
    """Real services, an arbiter and worker nodes; each can be killed, paused and started again."""

    def __init__(self, folder: Path, postgres: Postgres) -> None:
        self.folder = folder
        self.postgres = postgres
        self.redis = PrivateRedis(folder / "redis")
        self.redis.start()
        self.url = postgres.url(postgres.create())
        self.store = Store(self.url)
        migrate.upgrade(self.store)
        with socket.create_server(("127.0.0.1", 0)) as listener:
            self.address = f"127.0.0.1:{listener.getsockname()[1]}"
        self.arbiter = self.start_arbiter()
        self.nodes = [self.start_node(role) for role in ("play", "play", "verify")]

    def start_arbiter(self) -> "subprocess.Popen[bytes]":
        return start_arbiter(self.folder, self.address, PENTARCH_DATABASE=self.url)

    def start_node(self, role: str, **environment: str) -> Node:
        given = {"PENTARCH_DATABASE": self.url, "PENTARCH_SWEEP_PATIENCE": "5"}
        return Node(self.folder, role, **given, **environment)

    def catch_playing(self, node: Node) -> None:
        """Wait until the node plays a match, if it does so soon: trouble should hit something."""
        with suppress(TimeoutError):
            until(lambda: self._plays(node), CATCH_WAIT)

    def _plays(self, node: Node) -> bool:
        with self.store.reading() as session:
            leased = matches.page(session, Ask(size=20), Filter(state=MatchState.LEASED)).items
        pids = children(node.process.pid)
        return any(f"-{pid}-" in (row.worker or "") for row in leased for pid in pids)

    def check_nodes(self) -> None:
        """Whatever happened, no node has ended by itself."""
        for node in self.nodes:
            assert node.process.poll() is None, node.log.read_text()[-5_000:]

    def kill_node(self, number: int) -> None:
        """The main process and all its children at once, as when a machine dies."""
        if number < 2:
            self.catch_playing(self.nodes[number])
        self.nodes[number].kill()
        self.nodes[number] = self.start_node("play" if number < 2 else "verify")

    def kill_child(self, number: int) -> None:
        """One playing process of a node."""
        self.catch_playing(self.nodes[number])
        for pid in children(self.nodes[number].process.pid)[:1]:
            send(pid, signal.SIGKILL)

    def kill_arbiter(self) -> None:
        self.arbiter.kill()
        self.arbiter.wait()
        self.arbiter = self.start_arbiter()

    def restart_redis(self, *, empty: bool) -> None:
        os.kill(self.redis.pid, signal.SIGKILL)
        self.redis.stop()
        if empty:
            shutil.rmtree(self.folder / "redis")
        self.redis.start()

    def restart_postgres(self) -> None:
        self.postgres.kill()
        self.postgres.start_again()

    def pause_node(self, number: int, seconds: float) -> None:
        self.catch_playing(self.nodes[number])
        with self.nodes[number].paused():
            time.sleep(seconds)

    def pause(self, pid: int, seconds: float) -> None:
        """A process and its children stand still for a while."""
        with paused([pid, *children(pid)]):
            time.sleep(seconds)

    def fill_disk(self, seconds: float) -> None:
        """PostgreSQL has no room for a while. It may end for it, and is started again then."""
        disk = self.postgres.disk
        assert disk is not None, "it has one of its own"
        disk.fill()
        time.sleep(seconds)
        disk.free()
        until(self._has_database, what="PostgreSQL answers")

    def make_redis_read_only(self, seconds: float) -> None:
        """As when another Redis has become the one to write to."""
        with redis.Redis.from_url(self.redis.address) as client:
            client.replicaof("127.0.0.1", 1)
            time.sleep(seconds)
            client.replicaof("NO", "ONE")

    def be_busy(self, seconds: float) -> None:
        """Every core has far too much to do."""
        spins = [sys.executable, "-c", "while True: pass"]
        busy = [subprocess.Popen(spins) for _ in range(4 * len(os.sched_getaffinity(0)))]
        time.sleep(seconds)
        for process in busy:
            process.kill()
            process.wait()

    def jump_clocks(self, seconds: float) -> None:
        """Nodes come whose clocks are wrong, every moment in another way, and go again."""
        clock = self.folder / "clock"
        clock.write_text("+0")
        jumping = [self.start_node(role, **clock_of(clock)) for role in ("play", "verify")]
        self.catch_playing(jumping[0])
        for by in ("+20s", "-1d", "+1d", "-120s"):
            clock.write_text(by)
            time.sleep(seconds / 4)
        for node in jumping:
            node.kill()

    def mix_versions(self, seconds: float) -> None:
        """Nodes with other rules come, stay for a while, and go: one in order, one not."""
        newer = self.folder / "newer"
        if not newer.exists():
            upgraded(newer, RULESETS[0])
        mixed = [self.start_node(role, PYTHONPATH=str(newer)) for role in ("play", "verify")]
        self.catch_playing(mixed[0])
        time.sleep(seconds)
        mixed[0].terminate()
        mixed[1].kill()

    def mishaps(self, stretch: float) -> dict[str, Callable[[], None]]:
        """Everything that happens to it, by name; what lasts is stretched."""
        found = self._losses() | self._troubles(stretch)
        if trouble := disks.trouble():
            needs.have("full disk", f"none, {trouble}")
            del found["the disk is full"]
        if not clock_of(self.folder):
            needs.have("clocks that jump", "none, faketime is not installed")
            del found["clocks jump"]
        return found

    def _troubles(self, stretch: float) -> dict[str, Callable[[], None]]:
        return {
            "the disk is full": lambda: self.fill_disk(1.5 * stretch),
            "Redis is read-only": lambda: self.make_redis_read_only(1.5 * stretch),
            "the machine is busy": lambda: self.be_busy(2.0 * stretch),
            "clocks jump": lambda: self.jump_clocks(2.0 * stretch),
            "versions are mixed": lambda: self.mix_versions(1.0 * stretch),
        }

    def _losses(self) -> dict[str, Callable[[], None]]:
        return {
            "a node is killed": lambda: self.kill_node(0),
            "a process of a node is killed": lambda: self.kill_child(1),
            "a node is paused": lambda: self.pause_node(1, 3.0),
            "a node is paused for longer than a lease": lambda: self.pause_node(
                0, LONGER_THAN_A_LEASE
            ),
            "another node is killed": lambda: self.kill_node(1),
            "the verifying node is killed": lambda: self.kill_node(2),
            "the arbiter is killed": self.kill_arbiter,
            "the arbiter is paused": lambda: self.pause(self.arbiter.pid, 2.0),
            "Redis is killed": lambda: self.restart_redis(empty=False),
            "Redis is killed and loses its data": lambda: self.restart_redis(empty=True),
            "Redis is paused": lambda: self.pause(self.redis.pid, 2.0),
            "PostgreSQL is killed": self.restart_postgres,
            "PostgreSQL is paused": lambda: self.pause(self.postgres.process.pid, 2.0),
        }

    def _has_database(self) -> bool:
        if self.postgres.process.poll() is not None:
            self.postgres.start_again()
        try:
            with self.store.writing() as session:
                session.execute(text("CREATE TABLE room (line text)"))
                session.execute(text("DROP TABLE room"))
        except OperationalError:
            return False
        return True

    def stop(self) -> None:
        for node in self.nodes:
            node.kill()
        self.arbiter.kill()
        self.arbiter.wait()
        self.redis.stop()
        self.store.close()


@contextmanager
def paused(pids: list[int]) -> Iterator[None]:
    """Processes stand still for the time of the block. Those that end meanwhile are no matter:
    PostgreSQL's come and go, and its first one must go on whatever became of them."""
    try:
        for pid in pids:
            send(pid, signal.SIGSTOP)
        yield
    finally:
        for pid in pids:
            send(pid, signal.SIGCONT)


def send(pid: int, number: signal.Signals) -> None:
    """Signal a process, if it is still there."""
    with suppress(ProcessLookupError):
        os.kill(pid, number)


def clock_of(file: Path) -> dict[str, str]:
    """The environment of a process whose clock is off by what a file says; empty without the
    library for it."""
    found = [*Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1")]
    if not found:
        return {}
    return {
        "LD_PRELOAD": str(found[0]),
        "FAKETIME_TIMESTAMP_FILE": str(file),
        "FAKETIME_CACHE_DURATION": "1",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
    }
