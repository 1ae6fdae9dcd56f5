"""Play processes that wait instead of playing: many of them in one process of this machine.

Each does what a play process of the service does, by the same functions: it takes a task from the
broker, leases its matches, renews the leases, hands in a record and has it verified. Nodes sweep.
A call that comes late because those before it took long is the sign that something is saturated;
how late calls were is kept with their times.
"""

import heapq
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Event
from typing import Any, Final

from celery import Celery

from pentarch.arbiter.settings import Settings
from pentarch.arbiter.store import Store, leases, matches
from pentarch.arbiter.store import workers as presence
from pentarch.arbiter.store.leases import Finished, Lease
from pentarch.arbiter.store.reports import Report
from pentarch.arbiter.store.results import Result
from pentarch.bench.fleet.tasks import Tasks
from pentarch.bench.fleet.times import Times
from pentarch.workers.app import PLAY, make_app
from pentarch.workers.host import Host
from pentarch.workers.package_cache import PackageCache
from pentarch.workers.sweep import sweep

PER_NODE: Final = 16
_IDLE: Final = 0.5
"""Seconds after which somebody who found no task asks again; Celery would be woken."""


@dataclass(frozen=True)
class Orders:
    """What one process of this machine drives, and how long."""

    number: int
    processes: int
    match_seconds: float
    seconds: float
    killed: float = 0.0
    """The share of the nodes that is killed in the middle."""


@dataclass
class Player:
    """One play process."""

    name: str
    todo: list[int] = field(default_factory=list)
    lease: Lease | None = None
    seed: int = 0
    is_alive: bool = True


@dataclass
class Node:
    """Play processes of one machine, with one process that keeps house for them."""

    host: Host
    players: list[Player]
    is_alive: bool = True


class Fleet:
    """Does at each moment what is due."""

    def __init__(self, orders: Orders, settings: Settings, results: Sequence[Result]) -> None:
        self.times: Final = Times()
        self.finished = 0
        self.late = 0
        """Matches that were taken away because their heartbeats came too late."""
        self.killed = 0
        self._orders: Final = orders
        self._settings: Final = settings
        self._results: Final = results
        self._store: Final = Store(settings.database_url)
        self._app: Final[Celery] = make_app(settings)
        self._tasks: Final = Tasks(self._app)
        self._due: Final[list[tuple[float, int, Callable[[], None]]]] = []
        self._ties: Final = count()
        self._is_closing = False
        self._nodes: Final = [
            self._node(first, min(PER_NODE, orders.processes - first))
            for first in range(0, orders.processes, PER_NODE)
        ]

    def run(self) -> None:
        """Work for as long as ordered, and finish what was begun."""
        began = time.monotonic()
        spread = min(self._orders.match_seconds, self._orders.seconds)
        players = [player for node in self._nodes for player in node.players]
        for place, player in enumerate(players):
            # Nobody starts a thousand processes in one moment.
            self._at(began + spread * place / len(players), partial(self._ask, player))
        for place, node in enumerate(self._nodes):
            self._at(
                began + self._settings.sweep_pause * place / len(self._nodes),
                partial(self._keep_house, node),
            )
        self._at(began + self._orders.seconds, self._close)
        if self._orders.killed:
            self._at(began + self._orders.seconds / 2, self._kill)
        while self._due:
            moment, _, action = heapq.heappop(self._due)
            ahead = moment - time.monotonic()
            if ahead > 0:
                time.sleep(ahead)
            else:
                self.times.kept["lateness"].append(-ahead)
            action()
        self._store.close()
        self._app.close()

    def _node(self, first: int, size: int) -> Node:
        name = f"fleet-{self._orders.number}-{first}"
        host = Host(
            store=self._store,
            dispatch=self._tasks,
            cache=PackageCache(self._settings.packages),
            name=name,
        )
        return Node(host, [Player(f"{name}-{number}") for number in range(size)])

    def _at(self, moment: float, action: Callable[[], None]) -> None:
        heapq.heappush(self._due, (moment, next(self._ties), action))

    def _after(self, seconds: float, action: Callable[[], None]) -> None:
        self._at(time.monotonic() + seconds, action)

    def _close(self) -> None:
        self._is_closing = True

    def _kill(self) -> None:
        """Nodes are gone without a word: what they hold must be found by others."""
        for node in self._nodes[: round(self._orders.killed * len(self._nodes))]:
            node.is_alive = False
            for player in node.players:
                player.is_alive = False
                self.killed += player.lease is not None
                player.lease = None

    def _ask(self, player: Player) -> None:
        """Take the next match, of the task at hand or of another one."""
        if self._is_closing or not player.is_alive:
            return
        if not player.todo:
            with self.times.of("take a task"):
                player.todo = self._tasks.take(PLAY)
        if not player.todo:
            self._after(_IDLE, lambda: self._ask(player))
            return
        self._lease(player, player.todo.pop(0))

    def _lease(self, player: Player, match_id: int) -> None:
        host = self._nodes[0].host
        with self.times.of("lease"), self._store.writing() as session:
            now = self._store.now()
            presence.beat(session, player.name, now, rules=host.rules)
            answers = leases.lease_all(session, [match_id], player.name, now, host.policy)
            answers += leases.lease_lost(
                session, player.name, now, host.policy, rules=host.rules, most=1
            )
        granted = [answer for answer in answers if isinstance(answer, Lease)]
        if not granted:
            self._ask(player)
            return
        # A second one was lost by another worker: it is played first, as in earnest.
        player.todo = [lease.match_id for lease in granted[:-1]] + player.todo
        player.lease = granted[-1]
        with self.times.of("read"), self._store.reading() as session:
            row = matches.several(session, [player.lease.match_id])[player.lease.match_id]
        player.seed = row.seed or 0
        lease = player.lease
        self._after(self._orders.match_seconds, lambda: self._hand_in(player, lease))
        self._after(host.policy.heartbeat.total_seconds(), lambda: self._beat(player, lease))

    def _beat(self, player: Player, lease: Lease) -> None:
        if player.lease is not lease:
            return
        policy = self._nodes[0].host.policy
        with self.times.of("heartbeat"), self._store.writing() as session:
            now = self._store.now()
            presence.beat(session, player.name, now)
            leases.heartbeat_all(session, {lease.match_id: lease.epoch}, now, policy)
        self._after(policy.heartbeat.total_seconds(), lambda: self._beat(player, lease))

    def _hand_in(self, player: Player, lease: Lease) -> None:
        if player.lease is not lease:
            return
        one = Finished(lease.match_id, lease.epoch, self._results[player.seed])
        with self.times.of("hand in"), self._store.writing() as session:
            [told] = leases.finish_all(session, [one], self._store.now())
        player.lease = None
        if told is Report.DONE:
            self.finished += 1
            with self.times.of("send a task"):
                self._tasks.verify([lease.match_id])
        else:
            self.late += 1
        self._ask(player)

    def _keep_house(self, node: Node) -> None:
        """Look for what got lost, as every node does, until its players have finished."""
        if not node.is_alive or self._is_over():
            return
        with self.times.of("sweep"):
            sweep(node.host, backlog=1)
        self._after(self._settings.sweep_pause, lambda: self._keep_house(node))

    def _is_over(self) -> bool:
        return self._is_closing and not any(
            player.lease for node in self._nodes for player in node.players
        )


def drive(
    orders: Orders, settings: Settings, results: Sequence[Result], start: Event, report: Connection
) -> None:
    """The main function of a process that drives players."""
    fleet = Fleet(orders, settings, results)
    report.send(None)
    start.wait()
    fleet.run()
    told: dict[str, Any] = {
        "times": dict(fleet.times.kept),
        "finished": fleet.finished,
        "late": fleet.late,
        "killed": fleet.killed,
        "cpu": time.process_time(),
    }
    report.send(told)
