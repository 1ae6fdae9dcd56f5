"""`pentarch bench`: speed of the engine beside its peers, balance of the seats, the service."""

from typing import Annotated, Final

import typer
from rich.table import Table

from arbiter.bench.balance import balance
from arbiter.bench.engine import SLICES, EngineSubjects, rates
from arbiter.bench.interpreted import interpreted
from arbiter.bench.peers import peers
from arbiter.cli.matches import Jobs, OptionTexts, Seed, read_options
from arbiter.cli.terminal import AsJson, console, misuse, print_json, progress
from engine import registry
from engine.plain import Json

FIGURES: Final = {
    "mode": "mode",
    "steps_per_second": "steps per second",
    "copy_us": "copy, microseconds",
    "view_us": "view, microseconds",
    "legal_mean": "legal commands, mean",
    "legal_max": "legal commands, most",
    "record_bytes_per_200_steps": "record, bytes per 200 steps",
    "verify_ratio": "verifying / bare engine",
    "referee_ratio": "with a referee / engine with digests",
    "interpreted_steps_per_second": "steps per second, interpreted",
    "compiled_ratio": "compiled / interpreted",
}


def bench(
    ruleset: Annotated[
        list[str] | None, typer.Option("--ruleset", help="Only this ruleset; may be repeated.")
    ] = None,
    seconds: Annotated[
        float, typer.Option(min=0.01, max=600, help="CPU seconds for each figure.")
    ] = 1.0,
    of_balance: Annotated[
        bool, typer.Option("--balance", help="Measure the seats' chances instead of speed.")
    ] = False,
    of_service: Annotated[
        bool, typer.Option("--service", help="Measure workers and decisions instead.")
    ] = False,
    matches: Annotated[
        int, typer.Option(min=20, max=100_000, help="For --service: how many to play.")
    ] = 1000,
    database: Annotated[
        str | None,
        typer.Option(help="For --service: an empty PostgreSQL database; default: SQLite."),
    ] = None,
    bot: Annotated[str, typer.Option(help="For --balance: the bot that plays itself.")] = "greedy",
    seats: Annotated[
        int | None, typer.Option(min=1, help="For --balance: only this many seats.")
    ] = None,
    blocks: Annotated[
        int, typer.Option(min=1, max=1_000_000, help="For --balance: seeds for each seat count.")
    ] = 100,
    seed: Seed = 0,
    option: OptionTexts = None,
    jobs: Jobs = 1,
    as_json: AsJson = False,
) -> None:
    """Measure speed, or with --balance shares of wins by seat and race, and how matches end.

    With --service: matches a minute from the queue to the ratings beside two bare engine loops,
    and what decisions of hosted and remote bots cost.
    """
    ids = ruleset or list(registry.IDS)
    infos = [registry.get(id).info for id in ids]
    if of_service:
        # Only here: it needs what a bot author does not install.
        from arbiter.cli.service_bench import bench_service

        bench_service(ids, matches, database, as_json)
        return
    if not of_balance:
        _bench_speed(ids, seconds, as_json)
        return
    options = read_options(option or [])
    counts = [
        (info.id, count)
        for info in infos
        for count in range(max(2, info.min_seats), info.max_seats + 1)
        if seats is None or count == seats
    ]
    if not counts:
        raise misuse(f"{', '.join(ids)}: not played by {seats} seats")
    results: list[dict[str, Json]] = []
    with progress("balance", len(counts) * blocks) as bar:
        for id, count in counts:
            results.append(
                balance(
                    id,
                    bot=bot,
                    seats=count,
                    blocks=blocks,
                    seed=seed,
                    options=options,
                    jobs=jobs,
                    on_match=lambda _: bar.advance(bar.task_ids[0]),
                )
            )
    if as_json:
        print_json({"seed": seed, "options": options, "balance": [*results]})
    else:
        _print_balance(results)


def _bench_speed(ids: list[str], seconds: float, as_json: bool) -> None:
    engines = [EngineSubjects(id) for id in ids]
    others = peers()
    subjects = [subject for engine in engines for subject in engine.subjects()] + others
    with interpreted(ids) as slow, progress("bench", len(subjects + slow) * SLICES) as bar:
        measured = rates(subjects + slow, seconds, lambda: bar.advance(bar.task_ids[0]))
    figures: dict[str, Json] = {engine.id: engine.figures(measured) for engine in engines}
    speeds = {subject.name: measured[subject.name] for subject in others}
    if as_json:
        rounded: dict[str, Json] = {name: round(speed) for name, speed in speeds.items()}
        print_json({"engine": figures, "peers": rounded, "service": {}})
    else:
        _print_speed(figures, speeds)


def _print_speed(figures: "dict[str, Json]", speeds: "dict[str, float]") -> None:
    table = Table("", *figures, box=None, pad_edge=False)
    for column in table.columns[1:]:
        column.justify = "right"
    steps: list[float] = []
    rows: dict[str, list[str]] = {key: [] for key in FIGURES}
    for values in figures.values():
        assert isinstance(values, dict)
        speed = values["steps_per_second"]
        assert isinstance(speed, int)
        steps.append(speed)
        for key, row in rows.items():
            value = values.get(key, "-")
            row.append(f"{value:,}" if isinstance(value, int | float) else str(value))
    for key, row in rows.items():
        if set(row) != {"-"}:
            table.add_row(FIGURES[key], *row)
    for name, peer in speeds.items():
        ratios = [f"{speed / peer:.2f}" for speed in steps]
        table.add_row(f"steps / {name} ({peer:,.0f}/s)", *ratios)
    out = console()
    out.print(table)
    if not speeds:
        out.print("no peers: pip install 'pentarch[bench]' brings OpenSpiel", markup=False)


def _print_balance(results: "list[dict[str, Json]]") -> None:
    out = console()
    table = Table("ruleset", "bot", box=None, pad_edge=False)
    for title in ("seats", "matches", "share of wins by seat", "+-", "natural", "steps", "ends"):
        table.add_column(title, justify="left" if "share" in title or title == "ends" else "right")
    for result in results:
        shares = result["win_shares"]
        ends = result["ends"]
        count, error = result["matches"], result["error"]
        assert isinstance(shares, list)
        assert isinstance(ends, dict)
        assert isinstance(count, int)
        assert isinstance(error, float)
        table.add_row(
            str(result["ruleset"]),
            str(result["bot"]),
            str(result["seats"]),
            str(count),
            " ".join(f"{share:.0%}" for share in shares if isinstance(share, float | int)),
            f"{2 * error:.0%}",
            str(result["natural_ends"]),
            str(result["mean_steps"]),
            ", ".join(f"{end} {number}" for end, number in ends.items()),
        )
    out.print(table)
    for result in results:
        groups = result["groups"]
        assert isinstance(groups, dict)
        for name, shares in groups.items():
            assert isinstance(shares, dict)
            out.print()
            out.print(
                _table_of_groups(f"{result['ruleset']}, {result['seats']} seats", name, shares)
            )


def _table_of_groups(title: str, name: str, groups: "dict[str, Json]") -> Table:
    table = Table(title, box=None, pad_edge=False)
    for heading in (f"share of wins by {name}", "+-", "seated"):
        table.add_column(heading, justify="right")
    for group, figures in groups.items():
        assert isinstance(figures, dict)
        share, error = figures["win_share"], figures["error"]
        assert isinstance(share, float)
        assert isinstance(error, float)
        table.add_row(group, f"{share:.0%}", f"{2 * error:.0%}", str(figures["seated"]))
    return table
