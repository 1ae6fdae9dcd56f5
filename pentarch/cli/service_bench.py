"""`pentarch bench --service`: the whole path from the queue to the ratings, and decisions."""

import tempfile
from pathlib import Path

from rich.table import Table

from pentarch.bench import decisions, load
from pentarch.bench import service as remote
from pentarch.cli.terminal import console, misuse, print_json
from pentarch.engine.plain import Json
from pentarch.workers.broker import NoBroker, PrivateRedis
from pentarch.workers.sandbox import NoSandbox


def bench_service(ids: list[str], count: int, database: str | None, as_json: bool) -> None:
    """Measure and print. Without a database it is SQLite, in a folder of its own."""
    try:
        figures: dict[str, Json] = {
            "load": _load(ids, count, database),
            "hosted": _hosted(),
            "remote": _remote(),
        }
    except (NoBroker, NoSandbox, ValueError) as error:
        raise misuse(str(error)) from error
    if as_json:
        print_json({"engine": {}, "peers": {}, "service": figures})
    else:
        _print(figures)


def _load(ids: list[str], count: int, database: str | None) -> "dict[str, Json]":
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        url = database or f"sqlite:///{folder / 'bench.db'}"
        with PrivateRedis(folder / "redis") as server:
            found = load.measure(url, server.address, folder, count=count, ids=ids)
    return {
        "database": url.partition(":")[0],
        "matches": found.matches,
        "matches_per_minute": round(found.service),
        "bare_matches_per_minute": round(found.bare),
        "ratio": round(found.ratio, 3),
        "beside_analyses_per_minute": round(found.analysed),
        "beside_analyses_ratio": round(found.analysed_ratio, 3),
        "analysis_cores": round(found.analysis_cpu, 3),
        "cpu_ms_per_match": round(found.service_cpu * 1e3, 2),
        "bare_cpu_ms_per_match": round(found.bare_cpu * 1e3, 2),
        "cpu_ratio": round(found.cpu_ratio, 3),
        "housekeeping_cores": round(found.house_cpu, 3),
    }


def _hosted() -> "dict[str, Json]":
    found = decisions.measure()
    return {
        "message_bytes": found.message_bytes,
        "decision_us": round(found.decision, 1),
        "echo_us": round(found.echo, 1),
        "coded_echo_us": round(found.coded, 1),
        "grpc_us": round(found.grpc, 1),
        "decision_per_echo": round(found.decision / found.echo, 2),
        "decision_per_coded_echo": round(found.decision / found.coded, 2),
        "decision_per_grpc": round(found.decision / found.grpc, 2),
        **{f"part: {name}, us": round(cost, 2) for name, cost in found.parts.items()},
    }


def _remote() -> "dict[str, Json]":
    with tempfile.TemporaryDirectory() as name, PrivateRedis(Path(name)) as server:
        found = remote.measure(server.address)
    return {
        "message_bytes": found.turn_bytes,
        "decision_us": round(found.decision * 1e3, 1),
        "stream_us": round(found.stream * 1e3, 1),
        "echo_us": round(found.echo * 1e3, 1),
        "stream_per_echo": round(found.stream / found.echo, 2),
        "decision_per_echo": round(found.decision / found.echo, 2),
    }


def _print(figures: "dict[str, Json]") -> None:
    table = Table("", "", "", box=None, pad_edge=False, show_header=False)
    table.columns[2].justify = "right"
    for subject, values in figures.items():
        assert isinstance(values, dict)
        for name, value in values.items():
            shown = f"{value:,}" if isinstance(value, int | float) else str(value)
            table.add_row(subject, name.replace("_", " "), shown)
    console().print(table)
