"""Running a fleet: who drives it, what it is fed with, and what comes of it."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import Any, Final

from sqlalchemy import text

from pentarch.arbiter.settings import Settings
from pentarch.arbiter.store import Store, matches, migrate
from pentarch.arbiter.store.words import MatchState
from pentarch.bench.fleet.players import Orders, drive
from pentarch.bench.fleet.rating import (
    RatingFigures,
    VerifyingFigures,
    measure_rating,
    measure_verifying,
)
from pentarch.bench.fleet.tasks import Tasks
from pentarch.bench.fleet.templates import Template, make_templates
from pentarch.bench.fleet.times import Call, Times, summary
from pentarch.workers.app import PLAY, VERIFY, make_app
from pentarch.workers.host import Host, lease_policy
from pentarch.workers.package_cache import PackageCache
from pentarch.workers.process_tree import end_with_parent, usage
from pentarch.workers.verification import AT_ONCE, verify_matches

VERSIONS: Final = 100
TEMPLATES: Final = 200
_BLOCK: Final = 2
"""Matches of a task: what a ladder of two seats hands out at a time."""
_BATCH: Final = 400
_PAUSE: Final = 0.05
_PATIENCE: Final = 600.0


@dataclass(frozen=True)
class Size:
    """How large a fleet is, and what it does."""

    processes: int
    match_seconds: float
    seconds: float
    killed: float = 0.0
    per_node: int = 16
    drivers: int = 2
    """Processes that drive the fleet. Each stands for some of the nodes, and makes the calls of
    their processes one after another, with their heartbeats beside."""
    verifiers: int = 1
    rated: int = 2000
    """Matches with which the rating step is measured alone, afterwards."""


@dataclass(frozen=True)
class FleetFigures:
    """What a fleet did in the time it was given."""

    size: Size
    calls: list[Call]
    finished: int
    late: int
    """Matches that were taken away because heartbeats came too late: played again by others."""
    rated: int
    void: int
    held: int
    """Matches that were still leased after everybody had finished: always those of the killed."""
    killed: int
    """Matches that were under way on nodes that were killed."""
    renewed: int
    """Leases that heartbeats have renewed, as often as they did."""
    database_cores: float
    redis_cores: float
    drivers_cores: float
    seconds: float
    """From the start until the last match was rated."""
    rating: RatingFigures
    verifying: VerifyingFigures


def measure(settings: Settings, size: Size, *, redis_pid: int) -> FleetFigures:
    """Run a fleet on an empty PostgreSQL database and an empty Redis, both on this machine."""
    store = Store(settings.database_url)
    database_pid = _server_of(store)
    migrate.upgrade(store)
    templates = make_templates(store, versions=VERSIONS, matches=TEMPLATES)
    context = get_context("spawn")
    start: Event = context.Event()
    results = [template.result for template in templates]
    shares = _shares(size.processes, size.drivers)
    driving = [
        begin(
            context,
            drive,
            Orders(number, share, size.per_node, size.match_seconds, size.seconds, killed),
            settings,
            results,
            start,
        )
        for number, (share, killed) in enumerate(
            zip(shares, doomed(shares, size.per_node, size.killed), strict=True)
        )
    ]
    stop: Event = context.Event()
    verifying = [
        begin(context, _verify, number, settings, stop) for number in range(size.verifiers)
    ]
    app = make_app(settings)
    tasks = Tasks(app)
    _feed(store, tasks, templates, size.processes)
    for one in driving:
        heard(*one)
    servers = _Servers(database_pid, redis_pid)
    began = time.monotonic()
    start.set()
    while any(process.is_alive() and not report.poll() for process, report in driving):
        _feed(store, tasks, templates, size.processes // 4)
        time.sleep(_PAUSE)
    told = [heard(*one) for one in driving]
    _await(lambda: tasks.waiting(VERIFY) == 0)
    stop.set()
    verified = [heard(*one) for one in verifying]
    seconds = time.monotonic() - began
    database, redis = servers.cores(seconds)
    for process, _ in driving + verifying:
        process.join()
    with store.reading() as session:
        counts = matches.count_by_state(session)
    policy = lease_policy(settings)
    rating = measure_rating(store, templates, policy, size.rated)
    host = Host(store, tasks, PackageCache(settings.packages), "fleet-verifies-alone")
    alone = measure_verifying(host, templates, policy)
    app.close()
    store.close()
    return FleetFigures(
        size=size,
        calls=summary([kept for one in told for kept in one["times"]] + verified, seconds),
        finished=sum(one["finished"] for one in told),
        late=sum(one["late"] for one in told),
        rated=counts[MatchState.RATED],
        void=counts[MatchState.VOID],
        held=counts[MatchState.LEASED],
        killed=sum(one["killed"] for one in told),
        renewed=sum(one["renewed"] for one in told),
        database_cores=database,
        redis_cores=redis,
        drivers_cores=sum(one["cpu"] for one in told) / seconds,
        seconds=seconds,
        rating=rating,
        verifying=alone,
    )


class _Servers:
    """The processor time of the two servers from now on."""

    def __init__(self, database_pid: int, redis_pid: int) -> None:
        self._pids: Final = (database_pid, redis_pid)
        self._before: Final = [usage(pid).cpu for pid in self._pids]

    def cores(self, seconds: float) -> tuple[float, float]:
        """How many cores each has used."""
        database, redis = (
            (usage(pid).cpu - before) / seconds
            for pid, before in zip(self._pids, self._before, strict=True)
        )
        return database, redis


def _server_of(store: Store) -> int:
    """The main process of the PostgreSQL server behind a store."""
    with store.reading() as session:
        backend = session.scalar(text("SELECT pg_backend_pid()"))
    return int(Path(f"/proc/{backend}/stat").read_text().rpartition(")")[2].split()[1])


def _shares(processes: int, drivers: int) -> list[int]:
    """That many processes, as evenly as they can be divided."""
    drivers = min(drivers, processes)
    return [processes // drivers + (n < processes % drivers) for n in range(drivers)]


def doomed(shares: Sequence[int], per_node: int, killed: float) -> list[int]:
    """How many nodes of each driver are killed, if that share of all of them is."""
    nodes = [-(-share // per_node) for share in shares]
    left = round(killed * sum(nodes))
    found = []
    for count in nodes:
        found.append(min(count, left))
        left -= found[-1]
    return found


def begin(context: Any, main: Callable[..., None], *arguments: Any) -> tuple[Any, Connection]:
    """A process, and where it reports."""
    ours, theirs = context.Pipe()
    process = context.Process(target=_run, args=(main, *arguments, theirs))
    process.start()
    # Only the process has it now: where it ends without a report, reading says so.
    theirs.close()
    return process, ours


def heard(process: Any, report: Connection) -> Any:
    """What a process reports."""
    try:
        return report.recv()
    except EOFError:
        process.join()
        raise RuntimeError(
            f"a process of the fleet ended without a report, with exit code {process.exitcode}"
        ) from None


def _run(main: Callable[..., None], *arguments: Any) -> None:
    end_with_parent()
    main(*arguments)


def _feed(store: Store, tasks: Tasks, templates: Sequence[Template], wanted: int) -> None:
    """Queue matches until that many tasks wait."""
    while tasks.waiting(PLAY) < max(4, wanted):
        now = store.now()
        new = [templates[n % len(templates)].new for n in range(_BATCH)]
        with store.writing() as session:
            ids = [row.id for row in matches.add(session, new, now, block=None)]
        for start in range(0, len(ids), _BLOCK):
            tasks.play(ids[start : start + _BLOCK])


def _verify(number: int, settings: Settings, stop: Event, report: Connection) -> None:
    """The main function of a process that verifies, as the service does, until it is stopped."""
    store = Store(settings.database_url)
    app = make_app(settings)
    tasks = Tasks(app)
    host = Host(store, tasks, PackageCache(settings.packages), name=f"fleet-verifies-{number}")
    times = Times(store)
    while not stop.is_set():
        match_ids = tasks.take_several(VERIFY, AT_ONCE)
        if not match_ids:
            time.sleep(_PAUSE)
            continue
        with times.of("verify and rate"):
            verify_matches(host, match_ids)
    report.send(dict(times.kept))
    app.close()
    store.close()


def _await(is_so: Callable[[], bool]) -> None:
    ends = time.monotonic() + _PATIENCE
    while not is_so():
        if time.monotonic() > ends:
            raise TimeoutError(f"the fleet was not done within {_PATIENCE:.0f} seconds")
        time.sleep(_PAUSE)
