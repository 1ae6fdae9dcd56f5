"""`pentarch bench --fleet`: thousands of play processes that wait instead of playing."""

import tempfile
from dataclasses import asdict
from pathlib import Path

from pydantic import SecretStr
from rich.table import Table

from pentarch.arbiter.logs import configure
from pentarch.arbiter.settings import Settings
from pentarch.bench.fleet.fleet import FleetFigures, Size, measure
from pentarch.cli.terminal import console, misuse, print_json
from pentarch.engine.plain import Json
from pentarch.workers.broker import NoBroker, PrivateRedis


def bench_fleet(size: Size, database: str | None, as_json: bool) -> None:
    """Measure and print."""
    if database is None or not database.startswith("postgresql"):
        raise misuse("--fleet needs --database with an empty PostgreSQL database")
    try:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            with PrivateRedis(folder / "redis") as server:
                settings = Settings(
                    database=SecretStr(database),
                    redis=SecretStr(server.address),
                    data=folder,
                )
                # Lost leases are told: beside the figures, not among them.
                configure(settings)
                outcome = measure(settings, size, redis_pid=server.pid)
    except NoBroker as error:
        raise misuse(str(error)) from error
    if as_json:
        print_json({"fleet": _plain(outcome)})
    else:
        _print(outcome)


def _plain(outcome: FleetFigures) -> dict[str, Json]:
    return asdict(outcome)


def _print(outcome: FleetFigures) -> None:
    out = console()
    table = Table("call", box=None, pad_edge=False)
    for name in ("a second", "p50, ms", "p95, ms", "p99, ms", "caller, ms", "database, ms"):
        table.add_column(name, justify="right")
    for call in outcome.calls:
        figures = (call.per_second, call.p50, call.p95, call.p99, call.caller, call.database)
        table.add_row(call.name, *(f"{figure:,.1f}" for figure in figures))
    out.print(table)
    size = outcome.size
    rate = outcome.finished / outcome.seconds
    out.print(
        f"{size.processes:,} processes with matches of {size.match_seconds:g} s: "
        f"{outcome.finished:,} matches handed in, {rate:,.1f} a second; {outcome.rated:,} rated, "
        f"{outcome.void} void, {outcome.killed} lost with their nodes, {outcome.late} taken away "
        f"for late heartbeats; leases were renewed {outcome.renewed / outcome.seconds:,.1f} times "
        f"a second",
        highlight=False,
    )
    out.print(
        f"cores: PostgreSQL {outcome.database_cores:.2f}, Redis {outcome.redis_cores:.2f}, "
        f"the fleet itself {outcome.drivers_cores:.2f}",
        highlight=False,
    )
    rating = outcome.rating
    out.print(
        f"the rating step alone: {rating.per_second:,.0f} matches a second; of each "
        f"{rating.each:.2f} ms the process that rates works {rating.caller:.2f}, the database "
        f"{rating.database:.2f}",
        highlight=False,
    )
    fixed, each = outcome.verifying.call, outcome.verifying.each
    out.print(
        f"verifying alone: {fixed.mean:.2f} ms a call and {each.mean:.2f} a match; of these the "
        f"process works {fixed.caller:.2f} and {each.caller:.2f}, the database "
        f"{fixed.database:.2f} and {each.database:.2f}",
        highlight=False,
    )
