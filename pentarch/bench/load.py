"""How many matches a minute go the whole way: queued, played, verified, rated.

Once as they are, and once while analyses wait all the time, which are to take nothing from playing.
Two playing processes and a verifying one work on a private database and Redis, as on a small
machine. Beside it, in turns, two processes play the same matches with the same bots on the bare
engine. The matches are those of a ladder of the fast reference bots: greedy against random, in all
rulesets and both orders of seats.
"""

import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final

from pydantic import SecretStr
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from pentarch.arbiter.referee.answers import read_plan, readable
from pentarch.arbiter.referee.keys import chosen
from pentarch.arbiter.settings import Settings
from pentarch.arbiter.store import Ask, Store, analyses, bots, matches, migrate, owners
from pentarch.arbiter.store.analyses import MOST_WAITING
from pentarch.arbiter.store.matches import Filter, NewMatch
from pentarch.arbiter.store.models import Analysis
from pentarch.arbiter.store.words import AnalysisState, MatchState, VersionKind
from pentarch.bots.analysis import VERSION
from pentarch.bots.registry import make
from pentarch.bots.sdk import Bot, Clock, Start, Turn
from pentarch.engine import registry
from pentarch.engine.chance import bot_seed, derive
from pentarch.engine.match import Match
from pentarch.workers.app import make_app
from pentarch.workers.process_tree import MODULE, children, cpu_of, leashed, usage
from pentarch.workers.sweep import TOGETHER

BOTS: Final = ("greedy", "random")
SLICES: Final = 2
_NO_CLOCK: Final = Clock(1e6, 0.0, 1e6)
_PATIENCE: Final = 900.0
_PAUSE: Final = 0.1
_OWNER: Final = "bench"


@dataclass(frozen=True)
class Load:
    """Matches a minute, by the service and by two bare engine loops, and CPU seconds per match.

    Housekeeping goes by the clock and not by the match: it is given as CPU seconds per second.
    """

    matches: int
    service: float
    analysed: float
    """Those of the service while it makes analyses beside it."""
    bare: float
    service_cpu: float
    bare_cpu: float
    house_cpu: float
    analysis_cpu: float
    """Of the analyses, while matches were played beside them: also CPU seconds per second."""

    @property
    def ratio(self) -> float:
        """How much of the bare loops' rate the service reaches."""
        return self.service / self.bare

    @property
    def analysed_ratio(self) -> float:
        """How much of the service's rate is left while it makes analyses."""
        return self.analysed / self.service

    @property
    def cpu_ratio(self) -> float:
        """The same by CPU time of the working processes, whatever else the machine does."""
        return self.bare_cpu / self.service_cpu


@dataclass
class _Spent:
    """Seconds by the wall clock and of CPU."""

    wall: float = 0.0
    cpu: float = 0.0

    def add(self, wall: float, cpu: float) -> None:
        self.wall += wall
        self.cpu += cpu


@dataclass(frozen=True)
class PlannedMatch:
    """One match of the load."""

    ruleset: str
    specs: tuple[str, ...]
    seed: int


def measure(database: str, redis: str, folder: Path, *, count: int, ids: list[str]) -> Load:
    """Play `count` matches each way. The database and Redis must be empty, and our own."""
    store = Store(database)
    migrate.upgrade(store)
    versions = _versions(store)
    settings = Settings(database=SecretStr(database), redis=SecretStr(redis), data=folder)
    app = make_app(settings)
    per_slice = max(1, count // SLICES)
    service, analysed, bare = _Spent(), _Spent(), _Spent()
    house = 0.0
    start_nodes = partial(_nodes, database, redis, folder)
    with start_nodes("play --concurrency=2", "verify") as pids:
        # What is made once per process is made before the clock runs.
        warm = _planned(4 * len(ids), ids, seed=1)
        _serve(store, app, versions, warm)
        for number in range(SLICES):
            planned = _planned(per_slice, ids, seed=2 + number)
            bare.add(*_bare(planned))
            before, house_before = _cpu(pids)
            wall = _serve(store, app, versions, planned)
            after, house_after = _cpu(pids)
            service.add(wall, after - before)
            house += house_after - house_before
            with start_nodes("analyse") as analysing:
                _ask_for_analyses(store, app)
                before, _ = _cpu(analysing)
                wall = _serve(store, app, versions, _planned(per_slice, ids, seed=102 + number))
                analysed.add(wall, _cpu(analysing)[0] - before)
    app.close()
    store.close()
    played = per_slice * SLICES
    return Load(
        matches=played,
        service=60 * played / service.wall,
        analysed=60 * played / analysed.wall,
        bare=60 * played / bare.wall,
        service_cpu=service.cpu / played,
        bare_cpu=bare.cpu / played,
        house_cpu=house / service.wall,
        analysis_cpu=analysed.cpu / analysed.wall,
    )


def _cpu(pids: list[int]) -> tuple[float, float]:
    """CPU seconds of the nodes' working processes, and of the main ones, which keep house."""
    working = sum(usage(child).cpu for pid in pids for child in children(pid))
    return working, sum(cpu_of(pid) for pid in pids)


def _planned(count: int, ids: list[str], seed: int) -> list[PlannedMatch]:
    return [
        PlannedMatch(
            ids[number // 2 % len(ids)],
            BOTS if number % 2 == 0 else BOTS[::-1],
            derive(seed, number // 2),
        )
        for number in range(count)
    ]


def _versions(store: Store) -> dict[str, int]:
    now = datetime.now(UTC)
    with store.writing() as session:
        owner = owners.create(session, _OWNER, now)
        return {
            spec: bots.ensure_running(
                session,
                owner.id,
                spec,
                kind=VersionKind.BUILTIN,
                build=spec,
                rulesets=[*registry.IDS],
                now=now,
            ).id
            for spec in BOTS
        }


@contextmanager
def _nodes(database: str, redis: str, folder: Path, *roles: str) -> Iterator[list[int]]:
    """Nodes as `pentarch up` starts them, one for each role with its options."""
    environment = os.environ | {
        "PENTARCH_DATABASE": database,
        "PENTARCH_REDIS": redis,
        "PENTARCH_DATA": str(folder),
    }
    line = [*MODULE, "workers"]
    with (folder / "nodes.log").open("ab") as log:
        running = [
            subprocess.Popen(
                leashed([*line, *role.split()]),
                env=environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
            for role in roles
        ]
    try:
        yield [node.pid for node in running]
    finally:
        for node in running:
            node.terminate()
        for node in running:
            node.wait()


def _serve(store: Store, app: Any, versions: dict[str, int], planned: list[PlannedMatch]) -> float:
    """Queue matches and wait until they are rated; seconds."""
    began = time.perf_counter()
    now = datetime.now(UTC)
    with store.writing() as session:
        before = matches.count_by_state(session)[MatchState.RATED]
        new = [
            NewMatch(
                ruleset=match.ruleset,
                versions=[versions[spec] for spec in match.specs],
                keys=chosen(match.seed),
                is_rated=True,
            )
            for match in planned
        ]
        ids = [match.id for match in matches.add(session, new, now, block=None)]
    for start in range(0, len(ids), TOGETHER):
        app.send_task("pentarch.workers.tasks.play", [ids[start : start + TOGETHER]])
    ends = time.monotonic() + _PATIENCE
    while time.monotonic() < ends:
        with store.reading() as session:
            if matches.count_by_state(session)[MatchState.RATED] == before + len(planned):
                return time.perf_counter() - began
        time.sleep(_PAUSE)
    raise TimeoutError(f"the matches were not all rated within {_PATIENCE:.0f} seconds")


def _ask_for_analyses(store: Store, app: Any) -> None:
    """Have as many analyses wait as one owner may have, and wait until one is being made."""
    with store.writing() as session:
        owner = owners.by_name(session, _OWNER)
        waiting = _count_analyses(session, AnalysisState.WAITING)
        newest = matches.page(session, Ask(MOST_WAITING), Filter(state=MatchState.RATED)).items
        for match in newest[waiting:]:
            analyses.ask(session, match.id, owner.id, VERSION, store.now())
    app.send_task("pentarch.workers.tasks.analyse", [[0]])
    ends = time.monotonic() + _PATIENCE
    while time.monotonic() < ends:
        with store.reading() as session:
            if _count_analyses(session, AnalysisState.RUNNING):
                return
        time.sleep(_PAUSE)
    raise TimeoutError(f"no analysis was begun within {_PATIENCE:.0f} seconds")


def _count_analyses(session: Session, state: AnalysisState) -> int:
    """How many analyses are in a state."""
    query = select(func.count()).where(Analysis.state == state)
    return session.scalar(query) or 0


def _bare(planned: list[PlannedMatch]) -> tuple[float, float]:
    """Play matches on the bare engine, in two processes; seconds by the wall clock and of CPU."""
    with get_context("spawn").Pool(2) as pool:
        pool.map(_timed, planned[: 2 * len(registry.IDS)], chunksize=1)
        began = time.perf_counter()
        cpu = sum(pool.map(_timed, planned, chunksize=4))
        return time.perf_counter() - began, cpu


def _timed(plan: PlannedMatch) -> float:
    began = time.process_time()
    _play(plan)
    return time.process_time() - began


def _play(plan: PlannedMatch) -> None:
    """One match: who must act, what is legal, what the bot wants, apply."""
    ruleset = registry.get(plan.ruleset)
    match: Match[Any] = Match(ruleset, len(plan.specs), {}, plan.seed)
    seated: list[Bot] = [make(spec, plan.ruleset) for spec in plan.specs]
    for seat, bot in enumerate(seated):
        seed = bot_seed(chosen(plan.seed).bots, seat)
        options = match.options.plain()
        bot.start(Start(ruleset, seat, match.seats, options, [*plan.specs], seed))
    asked = 0
    while match.outcome is None:
        for seat in match.to_act():
            legal = match.legal(seat)
            if len(legal) < 2:
                for command in legal:
                    match.play(seat, command)
                continue
            asked += 1
            view = match.state
            turn = Turn(
                ruleset,
                seat,
                match.seats,
                asked,
                legal,
                _NO_CLOCK,
                partial(ruleset.view, view, seat),
            )
            for item in read_plan(ruleset, match.state, seat, seated[seat].decide(turn)):
                command = readable(ruleset, item)
                if match.check(seat, command) is not None:
                    break
                match.play(seat, command)
