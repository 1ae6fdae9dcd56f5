"""Play processes that wait instead of playing: many of them in one process of this machine.

Each does what a play process of the service does, by the same functions: it takes a task from the
broker, leases what is next, and hands in records and has them verified. Their nodes renew leases
and give signs of life, measure, and two of them sweep. What processes do and what nodes do is in
two threads, as it is in two processes of the service: leases are kept alive while calls queue up. A
call that comes late because those before it took long is the sign that something is saturated; how
late calls were is kept with their times.
"""

import heapq
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import count
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Event
from typing import Any, Final

from celery import Celery

from pentarch.arbiter.logs import configure
from pentarch.arbiter.settings import Settings
from pentarch.arbiter.store import Store, leases, matches, nodes, queue
from pentarch.arbiter.store.leases import Finished, Lease
from pentarch.arbiter.store.models import Match
from pentarch.arbiter.store.reports import Report
from pentarch.arbiter.store.results import Result
from pentarch.bench.fleet.tasks import Tasks
from pentarch.bench.fleet.times import Times
from pentarch.workers.app import PLAY, make_app
from pentarch.workers.heartbeat import NodeHeartbeat
from pentarch.workers.host import Host
from pentarch.workers.ledger import Ledger, Place
from pentarch.workers.pace import Pace
from pentarch.workers.package_cache import PackageCache
from pentarch.workers.sweep import Sweeper, measure, sweep
from pentarch.workers.tickets import take_named, take_next

_IDLE: Final = 0.1
"""Seconds after which those who found no task look again, together; Celery would wake them."""
_ROUNDS: Final = 2
"""A node says that it lives in one round of this many."""


@dataclass(frozen=True)
class Orders:
    """What one process of this machine drives, and how long."""

    number: int
    processes: int
    per_node: int
    match_seconds: float
    seconds: float
    killed: int = 0
    """How many of the nodes are killed in the middle."""


@dataclass
class Player:
    """One play process: the tickets of its task, its window of leased matches, and its results."""

    host: Host
    place: Place
    named: list[int] = field(default_factory=list)
    tickets: int = 0
    window: list[tuple[Lease, Match]] = field(default_factory=list)
    results: list[Finished] = field(default_factory=list)
    is_alive: bool = True


@dataclass
class Node:
    """Play processes of one machine, and the process that keeps house for them."""

    host: Host
    players: list[Player]
    heart: NodeHeartbeat
    sweeper: Sweeper = field(default_factory=Sweeper)
    is_alive: bool = True


class Agenda:
    """Does at each moment what is due, in one thread, with a store of its own."""

    def __init__(self, settings: Settings) -> None:
        self.store: Final = Store(settings.database_url)
        self.times: Final = Times(self.store)
        self.app: Final[Celery] = make_app(settings)
        self._due: Final[list[tuple[float, int, Callable[[], None]]]] = []
        self._ties: Final = count()

    def at(self, moment: float, action: Callable[[], None]) -> None:
        """Do something at a moment."""
        heapq.heappush(self._due, (moment, next(self._ties), action))

    def after(self, seconds: float, action: Callable[[], None]) -> None:
        """Do something some seconds from now."""
        self.at(time.monotonic() + seconds, action)

    def run(self) -> None:
        """Go on until nothing is due any more."""
        while self._due:
            moment, _, action = heapq.heappop(self._due)
            ahead = moment - time.monotonic()
            if ahead > 0:
                time.sleep(ahead)
            self.times.kept["lateness"].seconds.append(max(0.0, -ahead))
            action()
        self.store.close()
        self.app.close()


class Fleet:
    """Nodes and their play processes, for as long as ordered."""

    def __init__(self, orders: Orders, settings: Settings, results: Sequence[Result]) -> None:
        self.finished = 0
        self.late = 0
        """Matches that were taken away because their heartbeats came too late."""
        self.killed = 0
        self.renewed = 0
        """Leases that were renewed, as often as they were."""
        self._orders: Final = orders
        self._settings: Final = settings
        self._results: Final = results
        self._playing: Final = Agenda(settings)
        self._keeping: Final = Agenda(settings)
        self._tasks: Final = Tasks(self._playing.app)
        self._idle: Final[deque[Player]] = deque()
        self._is_closing = False
        self._at_work = 0
        """How many living processes have a window or results."""
        self._nodes: Final = [
            self._node(first, min(orders.per_node, orders.processes - first))
            for first in range(0, orders.processes, orders.per_node)
        ]

    @property
    def times(self) -> list[Times]:
        """How long the calls of processes and nodes took."""
        return [self._playing.times, self._keeping.times]

    def run(self) -> None:
        """Work for as long as ordered, and finish what was begun."""
        began = time.monotonic()
        spread = min(self._orders.match_seconds, self._orders.seconds)
        players = [player for node in self._nodes for player in node.players]
        for place, player in enumerate(players):
            # Nobody starts a thousand processes in one moment.
            self._playing.at(began + spread * place / len(players), partial(self._ask, player))
        for place, node in enumerate(self._nodes):
            share = place / len(self._nodes)
            pause = node.host.policy.heartbeat.total_seconds()
            self._keeping.at(began + pause * share, partial(self._beat, node))
            house = partial(self._keep_house, node, 0)
            self._keeping.at(began + self._settings.sweep_pause * share, house)
        self._playing.at(began + self._orders.seconds, self._close)
        if self._orders.killed:
            self._playing.at(began + self._orders.seconds / 2, self._kill)
        keeping = threading.Thread(target=self._keeping.run, daemon=True)
        keeping.start()
        self._playing.run()
        keeping.join()

    def _node(self, first: int, size: int) -> Node:
        name = f"fleet-{self._orders.number}-{first}"
        cache = PackageCache(self._settings.packages)
        host = Host(self._keeping.store, Tasks(self._keeping.app), cache, name)
        ledger = Ledger(size)
        playing = replace(host, store=self._playing.store, dispatch=self._tasks)
        players = [
            self._player(playing, ledger.place(number, f"{name}-{number}"), f"{name}-{number}")
            for number in range(size)
        ]
        return Node(host, players, NodeHeartbeat(host, ledger))

    def _player(self, node: Host, place: Place, name: str) -> Player:
        return Player(replace(node, name=name, place=place, pace=Pace()), place)

    def _close(self) -> None:
        self._is_closing = True

    def _kill(self) -> None:
        """Nodes are gone without a word: what they hold must be found by others."""
        for node in self._nodes[: self._orders.killed]:
            node.is_alive = False
            for player in node.players:
                player.is_alive = False
                self.killed += len(player.window) + len(player.results)
                self._at_work -= bool(player.window or player.results)

    def _ask(self, player: Player) -> None:
        """Take matches of the task at hand, or another task."""
        while player.is_alive and not self._is_closing:
            if not player.named and not player.tickets and not self._take_task(player):
                if not self._idle:
                    self._playing.after(_IDLE, self._wake)
                self._idle.append(player)
                return
            player.window = self._take_matches(player)
            if player.window:
                self._at_work += 1
                player.place.hold([lease for lease, _ in player.window])
                self._playing.after(self._orders.match_seconds, partial(self._play_on, player))
                return

    def _wake(self) -> None:
        """Those who found no task look again."""
        waiting = list(self._idle)
        self._idle.clear()
        for player in waiting:
            if self._idle:
                self._idle.append(player)
            else:
                self._ask(player)

    def _take_task(self, player: Player) -> bool:
        with self._playing.times.of("take a task"):
            match_ids = self._tasks.take(PLAY)
        if not match_ids:
            return False
        with self._playing.times.of("read a task"), player.host.store.reading() as session:
            waiting = queue.epochs(session, match_ids)
        player.named = [id for id in match_ids if waiting.get(id)]
        player.tickets = len(match_ids) - len(player.named)
        return True

    def _take_matches(self, player: Player) -> list[tuple[Lease, Match]]:
        """A window, in which matches that others have lost come first, as in earnest."""
        times = self._playing.times
        if player.named:
            with times.of("lease by name"):
                answers, lost = take_named(player.host, player.named)
            player.named = []
            lost += [answer for answer in answers if isinstance(answer, Lease)]
            taken = []
        else:
            with times.of("lease"):
                found = take_next(player.host, player.tickets)
            taken, lost = found.next, found.lost
            player.tickets = player.tickets - len(taken) if taken else 0
        if not lost:
            return taken
        with times.of("read"), player.host.store.reading() as session:
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
            self._playing.after(self._orders.match_seconds, partial(self._play_on, player))
            return
        self._hand_in(player)
        self._at_work -= 1
        self._ask(player)

    def _hand_in(self, player: Player) -> None:
        times = self._playing.times
        player.place.taken_away()
        pending = [one for one in player.results if one.match_id not in player.place.lost]
        self.late += len(player.results) - len(pending)
        player.results = []
        if not pending:
            return
        store = player.host.store
        with times.of("hand in"), store.writing() as session:
            reports = leases.finish_all(session, pending, store.now())
        taken = []
        for one, report in zip(pending, reports, strict=True):
            player.place.release(one.match_id)
            if report is Report.DONE:
                taken.append(one.match_id)
        self.finished += len(taken)
        self.late += len(pending) - len(taken)
        with times.of("send a task"):
            self._tasks.verify(taken)

    def _beat(self, node: Node) -> None:
        """Renew what the node's processes hold, and say that they live."""
        if not node.is_alive or self._is_over():
            return
        for player in node.players:
            player.place.mark()
        self.renewed += sum(len(player.window) for player in node.players)
        self._keeping.after(node.host.policy.heartbeat.total_seconds(), partial(self._beat, node))
        with self._keeping.times.of("heartbeat"):
            node.heart.beat()

    def _keep_house(self, node: Node, number: int) -> None:
        """Say that the node lives, measure, and sweep if that is its part."""
        if not node.is_alive or self._is_over():
            return
        times = self._keeping.times
        if number % _ROUNDS == 0:
            with times.of("sign of life"), node.host.store.writing() as session:
                nodes.beat(session, node.host.name, "play", {}, node.host.now())
        if node.sweeper.measures(number):
            with times.of("measure"):
                measure(node.host, self._keeping.app)
        if node.sweeper.is_elected(node.host, number):
            with times.of("sweep"):
                sweep(node.host, backlog=1)
        pause = self._settings.sweep_pause
        self._keeping.after(pause, partial(self._keep_house, node, number + 1))

    def _is_over(self) -> bool:
        return self._is_closing and not self._at_work


def drive(
    orders: Orders, settings: Settings, results: Sequence[Result], start: Event, report: Connection
) -> None:
    """The main function of a process that drives players."""
    configure(settings)
    fleet = Fleet(orders, settings, results)
    report.send(None)
    start.wait()
    fleet.run()
    told: dict[str, Any] = {
        "times": [dict(times.kept) for times in fleet.times],
        "finished": fleet.finished,
        "late": fleet.late,
        "killed": fleet.killed,
        "renewed": fleet.renewed,
        "cpu": time.process_time(),
    }
    report.send(told)
