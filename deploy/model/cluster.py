"""A cluster at work: play processes, verify processes, nodes and one database."""

import random
from collections import deque
from dataclasses import dataclass
from typing import Final

from deploy.model.costs import Cost, Costs
from deploy.model.simulation import Process, Simulation, Station, Work

# What the service does by its usual settings.
_HEARTBEAT: Final = 3.0
_SIGN_OF_LIFE: Final = 2.0
_MEASURE: Final = 10.0
_SWEEP: Final = 1.0
_SWEEPERS: Final = 2
_VERIFIED_TOGETHER: Final = 10
_RATED_TOGETHER: Final = 500
_WINDOW: Final = 2.0
_LARGEST_WINDOW: Final = 50
_IDLE: Final = 0.1


@dataclass(frozen=True)
class Cluster:
    """How large a cluster is, and what it is asked for."""

    workers: int
    match_seconds: float
    verifiers: int
    database_cores: int
    cores: int | None = None
    """All processes and the database share so many; None: the database has its own, and so has
    every process."""
    per_node: int = 16
    """A heartbeat renews what all processes of a node hold, and costs what it has cost the fleet
    that was measured: its nodes should be of the same size."""
    asked: float | None = None
    """Matches a second that people ask for; None: there is always one that waits."""
    matches_per_task: int = 2


@dataclass(frozen=True)
class Prediction:
    """What a cluster does while it runs evenly."""

    matches_per_minute: float
    """From the queue to the ratings."""
    queue_wait: float
    """Seconds that half of the matches wait for a worker; 0 where one waits always."""
    queue_wait_95: float
    """Seconds that all but one of twenty wait at most."""
    database_cores: float
    """Cores of the database that are busy."""
    slowest_heartbeat: float
    """Seconds that the slowest heartbeat took: beyond 6 leases begin to run out."""


def predict(
    costs: Costs, cluster: Cluster, *, seconds: float = 60.0, warm_up: float = 30.0, seed: int = 0
) -> Prediction:
    """Let a cluster work. What happens while it warms up does not count."""
    return _Run(costs, cluster, seed).predict(seconds, warm_up)


class _Run:
    """One simulated cluster."""

    def __init__(self, costs: Costs, cluster: Cluster, seed: int) -> None:
        self._costs: Final = costs
        self._cluster: Final = cluster
        self._random: Final = random.Random(seed)
        self._simulation: Final = Simulation()
        shared = None if cluster.cores is None else Station(cluster.cores)
        self._database: Final = shared or Station(cluster.database_cores)
        self._processes: Final = shared
        self._database_seconds = 0.0
        self._queue: Final[deque[float]] = deque()
        self._waits: Final[list[float]] = []
        self._played = 0
        self._verified = 0
        self._is_rating = False
        self._rated = 0
        self._slowest = 0.0

    def predict(self, seconds: float, warm_up: float) -> Prediction:
        cluster, simulation = self._cluster, self._simulation
        for _ in range(cluster.workers):
            start = self._random.uniform(0, max(cluster.match_seconds, 1.0))
            simulation.begin(self._play(), start)
        for _ in range(cluster.verifiers):
            simulation.begin(self._verify())
        for _ in range(-(-cluster.workers // cluster.per_node)):
            start = self._random.uniform(0, _HEARTBEAT)
            simulation.begin(self._again("heartbeat", _HEARTBEAT), start)
            start = self._random.uniform(0, _SIGN_OF_LIFE)
            simulation.begin(self._again("sign of life", _SIGN_OF_LIFE), start)
            simulation.begin(self._again("measure", _MEASURE), self._random.uniform(0, _MEASURE))
        for _ in range(_SWEEPERS):
            simulation.begin(self._again("sweep", _SWEEP), self._random.uniform(0, _SWEEP))
        if cluster.asked is not None:
            simulation.begin(self._ask(cluster.asked))
        simulation.run(warm_up)
        rated, database = self._rated, self._database_seconds
        self._waits.clear()
        self._slowest = 0.0
        simulation.run(warm_up + seconds)
        waits = sorted(self._waits) or [0.0]
        return Prediction(
            matches_per_minute=60 * (self._rated - rated) / seconds,
            queue_wait=waits[len(waits) // 2],
            queue_wait_95=waits[int(0.95 * (len(waits) - 1))],
            database_cores=(self._database_seconds - database) / seconds,
            slowest_heartbeat=self._slowest,
        )

    def _ask(self, rate: float) -> Process:
        """Matches are queued one after another, at random moments."""
        while True:
            yield self._random.expovariate(rate)
            self._queue.append(self._simulation.now)

    def _play(self) -> Process:
        """A play process: tasks, windows of matches, and what they end with."""
        cluster = self._cluster
        window = max(1, min(_LARGEST_WINDOW, int(_WINDOW / cluster.match_seconds)))
        tickets = 0
        while True:
            while cluster.asked is not None and not self._queue:
                yield _IDLE
            if tickets <= 0:
                yield from self._call("take a task")
                yield from self._call("read a task")
                tickets = cluster.matches_per_task
            yield from self._call("lease")
            taken = min(window, tickets)
            if cluster.asked is not None:
                taken = min(taken, len(self._queue))
                for _ in range(taken):
                    self._waits.append(self._simulation.now - self._queue.popleft())
            if not taken:
                continue
            tickets -= taken
            yield taken * cluster.match_seconds
            yield from self._call("hand in")
            yield from self._call("send a task")
            self._played += taken

    def _verify(self) -> Process:
        """A verify process. Whoever finds nobody at it rates all that is verified."""
        while True:
            if not self._played:
                yield _IDLE
                continue
            count = min(self._played, _VERIFIED_TOGETHER)
            self._played -= count
            yield from self._cost(self._costs.verify)
            yield from self._cost(self._costs.verify_each.times(count))
            self._verified += count
            if self._is_rating:
                continue
            self._is_rating = True
            while self._verified:
                together = min(self._verified, _RATED_TOGETHER)
                self._verified -= together
                yield from self._cost(self._costs.rate.times(together))
                self._rated += together
            self._is_rating = False

    def _again(self, name: str, pause: float) -> Process:
        """A call that is made again and again, each time some seconds after the last."""
        while True:
            began = self._simulation.now
            yield from self._call(name)
            if name == "heartbeat":
                self._slowest = max(self._slowest, self._simulation.now - began)
            yield pause

    def _call(self, name: str) -> Process:
        yield from self._cost(self._costs.calls[name])

    def _cost(self, cost: Cost) -> Process:
        """Who calls works, then the database, and what is left passes."""
        if self._processes is None:
            yield cost.caller
        else:
            yield Work(self._processes, cost.caller)
        database = cost.database * (1 + self._costs.overhead)
        self._database_seconds += database
        yield Work(self._database, database)
        yield cost.rest
