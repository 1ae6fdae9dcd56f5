"""Play processes that wait instead of playing: many of them in one process of this machine.

Each does what a play process of the service does, by the same functions: it takes a task from the
broker, leases what is next, renews the leases, hands in records and has them verified, and says now
and then that it lives. Nodes keep house, and two of them sweep. A call that comes late because
those before it took long is the sign that something is saturated; how late calls were is kept with
their times.
"""

import heapq
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import count
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Event
from typing import Any, Final

from celery import Celery

from pentarch.arbiter.settings import Settings
from pentarch.arbiter.store import Store, leases, matches, nodes, queue
from pentarch.arbiter.store import workers as presence
from pentarch.arbiter.store.leases import Finished, Lease
from pentarch.arbiter.store.models import Match
from pentarch.arbiter.store.reports import Report
from pentarch.arbiter.store.results import Result
from pentarch.bench.fleet.tasks import Tasks
from pentarch.bench.fleet.times import Times
from pentarch.workers.app import PLAY, make_app
from pentarch.workers.heartbeat import Heartbeat
from pentarch.workers.host import Host
from pentarch.workers.pace import Pace
from pentarch.workers.package_cache import PackageCache
from pentarch.workers.sweep import Sweeper, measure, sweep
from pentarch.workers.tickets import take_named, take_next

PER_NODE: Final = 16
_IDLE: Final = 0.5
"""Seconds after which somebody who found no task asks again; Celery would be woken."""
_ROUNDS: Final = 2
"""A node measures and says that it lives in one round of this many."""


@dataclass(frozen=True)
class Orders:
    """What one process of this machine drives, and how long."""

    number: int
    processes: int
    match_seconds: float
    seconds: float
    killed: int = 0
    """How many of the nodes are killed in the middle."""


@dataclass
class Player:
    """One play process: the tickets of its task, its window of leased matches, and its results."""

    host: Host
    heartbeat: Heartbeat
    named: list[int] = field(default_factory=list)
    tickets: int = 0
    window: list[tuple[Lease, Match]] = field(default_factory=list)
    results: list[Finished] = field(default_factory=list)
    is_alive: bool = True


@dataclass
class Node:
    """Play processes of one machine, with one process that keeps house for them."""

    host: Host
    players: list[Player]
    sweeper: Sweeper = field(default_factory=Sweeper)
    is_alive: bool = True


class Fleet:
    """Does at each moment what is due."""

    def __init__(self, orders: Orders, settings: Settings, results: Sequence[Result]) -> None:
        self.finished = 0
        self.late = 0
        """Matches that were taken away because their heartbeats came too late."""
        self.killed = 0
        self._orders: Final = orders
        self._settings: Final = settings
        self._results: Final = results
        self._store: Final = Store(settings.database_url)
        self.times: Final = Times(self._store)
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
            moment = began + spread * place / len(players)
            for begin in (self._ask, self._beat, self._live):
                self._at(moment, partial(begin, player))
        for place, node in enumerate(self._nodes):
            moment = began + self._settings.sweep_pause * place / len(self._nodes)
            self._at(moment, partial(self._keep_house, node, 0))
        self._at(began + self._orders.seconds, self._close)
        if self._orders.killed:
            self._at(began + self._orders.seconds / 2, self._kill)
        while self._due:
            moment, _, action = heapq.heappop(self._due)
            ahead = moment - time.monotonic()
            if ahead > 0:
                time.sleep(ahead)
            self.times.kept["lateness"].seconds.append(max(0.0, -ahead))
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
        return Node(host, [self._player(host, f"{name}-{number}") for number in range(size)])

    def _player(self, node: Host, name: str) -> Player:
        host = replace(node, name=name, pace=Pace())
        return Player(host, Heartbeat(host))

    def _at(self, moment: float, action: Callable[[], None]) -> None:
        heapq.heappush(self._due, (moment, next(self._ties), action))

    def _after(self, seconds: float, action: Callable[[], None]) -> None:
        self._at(time.monotonic() + seconds, action)

    def _close(self) -> None:
        self._is_closing = True

    def _kill(self) -> None:
        """Nodes are gone without a word: what they hold must be found by others."""
        for node in self._nodes[: self._orders.killed]:
            node.is_alive = False
            for player in node.players:
                player.is_alive = False
                self.killed += len(player.window) + len(player.results)

    def _ask(self, player: Player) -> None:
        """Take matches of the task at hand, or another task."""
        if not player.is_alive:
            return
        while not self._is_closing:
            if not player.named and not player.tickets and not self._take_task(player):
                self._after(_IDLE, lambda: self._ask(player))
                return
            player.window = self._take_matches(player)
            if player.window:
                player.heartbeat.hold([lease for lease, _ in player.window])
                self._after(self._orders.match_seconds, lambda: self._play_on(player))
                return

    def _take_task(self, player: Player) -> bool:
        with self.times.of("take a task"):
            match_ids = self._tasks.take(PLAY)
        if not match_ids:
            return False
        with self.times.of("read a task"), self._store.reading() as session:
            waiting = queue.epochs(session, match_ids)
        player.named = [id for id in match_ids if waiting.get(id)]
        player.tickets = len(match_ids) - len(player.named)
        return True

    def _take_matches(self, player: Player) -> list[tuple[Lease, Match]]:
        """A window, in which matches that others have lost come first, as in earnest."""
        if player.named:
            with self.times.of("lease by name"):
                answers, lost = take_named(player.host, player.named)
            player.named = []
            lost += [answer for answer in answers if isinstance(answer, Lease)]
            taken = []
        else:
            with self.times.of("lease"):
                found = take_next(player.host, player.tickets)
            taken, lost = found.next, found.lost
            player.tickets = player.tickets - len(taken) if taken else 0
        if not lost:
            return taken
        with self.times.of("read"), self._store.reading() as session:
            rows = matches.several(session, [lease.match_id for lease in lost])
        return [*((lease, rows[lease.match_id]) for lease in lost), *taken]

    def _play_on(self, player: Player) -> None:
        """A match is over: its result is kept until those of the whole window are handed in."""
        if not player.is_alive:
            return
        lease, row = player.window.pop(0)
        player.host.pace.learn(row, self._orders.match_seconds)
        result = self._results[row.seed or 0]
        player.results.append(Finished(lease.match_id, lease.epoch, result))
        if player.window:
            self._after(self._orders.match_seconds, lambda: self._play_on(player))
            return
        self._hand_in(player)
        self._ask(player)

    def _hand_in(self, player: Player) -> None:
        lost = player.heartbeat.lost
        pending = [one for one in player.results if one.match_id not in lost]
        self.late += len(player.results) - len(pending)
        player.results = []
        if not pending:
            return
        with self.times.of("hand in"), self._store.writing() as session:
            reports = leases.finish_all(session, pending, self._store.now())
        taken = []
        for one, report in zip(pending, reports, strict=True):
            player.heartbeat.release(one.match_id)
            if report is Report.DONE:
                taken.append(one.match_id)
        self.finished += len(taken)
        self.late += len(pending) - len(taken)
        with self.times.of("send a task"):
            self._tasks.verify(taken)

    def _beat(self, player: Player) -> None:
        if not player.is_alive or self._is_over():
            return
        if player.window or player.results:
            with self.times.of("heartbeat"):
                player.heartbeat.beat()
        pause = player.host.policy.heartbeat.total_seconds()
        self._after(pause, lambda: self._beat(player))

    def _live(self, player: Player) -> None:
        """Say that a process lives, as it does with or without work."""
        if not player.is_alive or self._is_over():
            return
        with self.times.of("sign of life"), self._store.writing() as session:
            presence.beat(session, player.host.name, self._store.now(), rules=player.host.rules)
        pause = player.host.policy.silence.total_seconds() / 3
        self._after(pause, lambda: self._live(player))

    def _keep_house(self, node: Node, number: int) -> None:
        """Measure, and sweep if it is this node's part, until all players have finished."""
        if not node.is_alive or self._is_over():
            return
        if number % _ROUNDS == 0:
            with self.times.of("measure"):
                with self._store.writing() as session:
                    nodes.beat(session, node.host.name, "play", {}, self._store.now())
                measure(node.host, self._app)
        if node.sweeper.is_elected(node.host, number):
            with self.times.of("sweep"):
                sweep(node.host, backlog=1)
        self._after(self._settings.sweep_pause, lambda: self._keep_house(node, number + 1))

    def _is_over(self) -> bool:
        return self._is_closing and not any(
            player.is_alive and (player.window or player.results)
            for node in self._nodes
            for player in node.players
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
