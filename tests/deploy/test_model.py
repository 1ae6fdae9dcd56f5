"""The model of a cluster: what is known of queues by arithmetic, and real fleets beside it."""

import json
import math
import os
import random
from dataclasses import asdict, astuple, replace
from pathlib import Path
from typing import Any

import pytest

from deploy.model.__main__ import main
from deploy.model.cluster import Cluster, predict
from deploy.model.costs import Cost, Costs, InvalidCosts, costs_of, read
from deploy.model.simulation import Process, Simulation, Station, Work
from pentarch.arbiter.settings import Settings
from pentarch.bench.fleet.fleet import FleetFigures, Size, measure
from pentarch.workers.broker import PrivateRedis
from tests.needs import needs_redis
from tests.services import Postgres

NOTHING = Cost(0.0, 0.0, 0.0)
NAMES = (
    "take a task",
    "read a task",
    "lease",
    "hand in",
    "send a task",
    "heartbeat",
    "sign of life",
    "measure",
    "sweep",
)
FREE = Costs(dict.fromkeys(NAMES, NOTHING), NOTHING, NOTHING, NOTHING, 0.0)
TEN = Cluster(workers=10, match_seconds=5.0, verifiers=1, database_cores=1)


def test_those_who_share_cores_stay_as_long_as_erlang_says() -> None:
    """Two cores at 80 %: shared evenly or not, the mean stay is that of M/M/2."""
    stays: list[float] = []
    draw = random.Random(1)
    simulation, station = Simulation(), Station(2)

    def customer() -> Process:
        began = simulation.now
        yield Work(station, draw.expovariate(1.0))
        stays.append(simulation.now - began)

    def arrivals() -> Process:
        while True:
            yield draw.expovariate(1.6)
            simulation.begin(customer())

    simulation.begin(arrivals())
    simulation.run(60_000)
    load = 1.6
    last = load**2 / 2 / (1 - load / 2)
    waiting = last / (1 + load + last)
    assert sum(stays) / len(stays) == pytest.approx(1 + waiting / (2 - load), rel=0.05)
    assert station.worked / 60_000 == pytest.approx(load, rel=0.02)


def test_whoever_has_less_to_do_is_done_first() -> None:
    simulation, station = Simulation(), Station(1)
    ends: list[tuple[str, float]] = []

    def customer(name: str, seconds: float) -> Process:
        yield Work(station, seconds)
        ends.append((name, simulation.now))
        yield 1.0
        ends.append((name, simulation.now))

    simulation.begin(customer("long", 4.0))
    simulation.begin(customer("short", 1.0), after=2.0)
    # Alone for two seconds, by halves for two more, then alone again.
    simulation.run(4.5)
    assert ends == [("short", 4.0)]
    simulation.run(100.0)
    assert sorted(ends[1:]) == [("long", 5.0), ("long", 6.0), ("short", 5.0)]
    assert station.worked == 5.0


def test_where_nothing_costs_anything_workers_only_play() -> None:
    told = predict(FREE, TEN, seconds=600)
    assert told.matches_per_minute == pytest.approx(60 * 10 / 5, rel=0.02)
    assert (told.database_cores, told.slowest_heartbeat, told.queue_wait) == (0, 0, 0)


def test_a_saturated_database_bounds_what_workers_do() -> None:
    """A lease of 50 ms on one core: 20 a second, however many workers there are."""
    calls = {"lease": Cost(0.0, 0.05, 0.0), "heartbeat": Cost(0.0, 1e-6, 0.0)}
    costs = replace(FREE, calls=FREE.calls | calls)
    few, many = (predict(costs, replace(TEN, workers=n), seconds=300) for n in (50, 400))
    assert few.matches_per_minute == pytest.approx(60 * 50 / 5.05, rel=0.03)
    assert many.matches_per_minute == pytest.approx(60 * 20, rel=0.02)
    assert many.database_cores == pytest.approx(1.0, rel=0.02)
    assert many.slowest_heartbeat > few.slowest_heartbeat


def test_one_process_rates_however_many_verify() -> None:
    costs = replace(FREE, rate=Cost(0.0, 0.0, 0.1))
    told = predict(costs, replace(TEN, workers=200, verifiers=20), seconds=300)
    assert told.matches_per_minute == pytest.approx(60 * 10, rel=0.03)


def test_processes_that_share_cores_wait_for_each_other() -> None:
    costs = replace(FREE, calls=FREE.calls | {"hand in": Cost(0.5, 0.25, 0.0)}, overhead=1.0)
    told = predict(costs, replace(TEN, workers=60, cores=2), seconds=600)
    # A match takes half a second of a process, and of the database twice a quarter.
    assert told.matches_per_minute == pytest.approx(60 * 2, rel=0.03)
    assert told.database_cores == pytest.approx(1.0, rel=0.03)


def test_what_is_asked_for_is_played_and_waits_the_longer_the_fewer_play() -> None:
    calm = predict(FREE, replace(TEN, workers=20, asked=2.0), seconds=2000)
    busy = predict(FREE, replace(TEN, workers=11, asked=2.0), seconds=2000)
    for told in (calm, busy):
        assert told.matches_per_minute == pytest.approx(120, rel=0.06)
    assert busy.queue_wait_95 > 2 * calm.queue_wait_95
    assert busy.queue_wait <= busy.queue_wait_95


def test_the_same_seed_gives_the_same_prediction() -> None:
    cluster = replace(TEN, asked=1.0)
    assert predict(FREE, cluster, seed=3) == predict(FREE, cluster, seed=3)
    assert predict(FREE, cluster, seed=3) != predict(FREE, cluster, seed=4)


def figures() -> dict[str, Any]:
    """What the bench prints, of a fleet whose calls cost the same."""
    call = {"count": 60, "mean": 5.0, "caller": 2.0, "database": 1.0}
    return {
        "calls": [{"name": name, **call} for name in (*NAMES, "verify and rate")],
        "finished": 120,
        "rated": 120,
        "seconds": 10.0,
        "database_cores": 0.12,
        "rating": {"each": 1.0, "caller": 0.3, "database": 0.4},
        "verifying": {
            "call": {"mean": 9.0, "caller": 4.0, "database": 3.0},
            "each": {"mean": 2.4, "caller": 1.0, "database": 0.5},
        },
    }


def test_costs_are_those_that_the_bench_has_printed(tmp_path: Path) -> None:
    path = tmp_path / "costs.json"
    path.write_text(json.dumps({"fleet": figures()}))
    costs = read(path)
    assert costs.calls["lease"] == Cost(0.002, 0.001, 0.002)
    assert astuple(costs.rate) == pytest.approx((0.0003, 0.0004, 0.0003))
    assert astuple(costs.verify) == pytest.approx((0.004, 0.003, 0.002))
    # What rating takes is not verifying.
    assert astuple(costs.verify_each) == pytest.approx((0.0007, 0.0001, 0.0006))
    assert costs.overhead == pytest.approx(1.2 / (0.06 * (len(NAMES) + 1)) - 1)
    path.write_text("{}")
    with pytest.raises(InvalidCosts):
        read(path)


def test_the_command_prints_a_line_for_each_size(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "costs.json"
    path.write_text(json.dumps({"fleet": figures()}))
    sizes = [part for size in ("10", "20") for part in ("--workers", size)]
    assert main([str(path), *sizes, "--match-seconds", "5", "--seconds", "60"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split("|")[1].strip() for line in lines[2:]] == ["10", "20"]
    assert float(lines[2].split("|")[3]) == pytest.approx(120, rel=0.05)
    assert main([str(tmp_path / "none.json"), "--workers", "1", "--match-seconds", "1"]) == 2


def run(tmp_path: Path, processes: int, seconds: float) -> FleetFigures:
    """A real fleet, each process of which is one of this machine."""
    server = Postgres()
    try:
        server.execute("CREATE DATABASE fleet")
        with PrivateRedis(tmp_path / f"redis-{processes}") as redis:
            settings = Settings(
                database=server.url("fleet"),  # type: ignore[arg-type]
                redis=redis.address,  # type: ignore[arg-type]
                data=tmp_path,
            )
            size = Size(processes, MATCH, seconds, drivers=processes, rated=1000)
            return measure(settings, size, redis_pid=redis.pid)
    finally:
        server.stop()


MATCH = 0.1
"""Seconds: short, so that calls are a good part of what processes do."""


@pytest.mark.long
@needs_redis
def test_the_model_says_what_real_fleets_do(tmp_path: Path) -> None:
    """What `pytest -s` prints is the table. It needs a machine that does nothing else."""
    costs = costs_of(asdict(run(tmp_path, 1, 20.0)))
    cores = len(os.sched_getaffinity(0))
    misses = []
    for processes in (2, 4, 8):
        real = run(tmp_path, processes, 30.0)
        measured = 60 * real.finished / real.size.seconds
        cluster = Cluster(
            processes, MATCH, verifiers=1, database_cores=cores, cores=cores, per_node=1
        )
        told = predict(costs, cluster)
        print(
            f"\n{processes} processes: {measured:,.0f} matches a minute measured, "
            f"{told.matches_per_minute:,.0f} by the model; database "
            f"{real.database_cores:.2f} and {told.database_cores:.2f} cores"
        )
        misses.append(abs(math.log(told.matches_per_minute / measured)))
    assert max(misses) < math.log(1.15)
