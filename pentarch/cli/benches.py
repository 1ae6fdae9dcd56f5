"""`pentarch bench`: speed of the engine beside its peers, balance of the seats, the service."""

import time
from dataclasses import replace
from math import inf
from pathlib import Path
from typing import Annotated, Final

import typer
from rich.table import Table

from pentarch.bench.balance import BalanceTable, balance
from pentarch.bench.balance_tables import tables_of
from pentarch.bench.calibration import PLAYOUTS, POSITIONS, Effort, Trial
from pentarch.bench.engine import SLICES, EngineSubjects, rates
from pentarch.bench.interpreted import interpreted
from pentarch.bench.peers import peers
from pentarch.cli.calibration_bench import bench_calibration
from pentarch.cli.matches import Jobs, OptionTexts, Seed, read_options
from pentarch.cli.search_bench import bench_search
from pentarch.cli.terminal import AsJson, console, misuse, print_json, progress
from pentarch.engine import registry
from pentarch.engine.plain import Json

_FEWEST: Final = 20
"""With fewer matches the service's figures mean nothing."""
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
    "step_us": "step, microseconds",
    "simulate_us": "step by `simulate`, microseconds",
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
    of_research: Annotated[
        bool, typer.Option("--research", help="Measure the adapters for researchers instead.")
    ] = False,
    of_search: Annotated[
        bool, typer.Option("--search", help="Measure the search bot's simulations instead.")
    ] = False,
    of_calibration: Annotated[
        bool,
        typer.Option("--calibration", help="Measure how true the chances of analyses are instead."),
    ] = False,
    matches: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=100_000,
            help="How many to play; default: 1,000 for --service, 20 for --calibration.",
        ),
    ] = None,
    playouts: Annotated[
        int, typer.Option(min=8, max=1_000_000, help="For --calibration: those of a position.")
    ] = PLAYOUTS,
    positions: Annotated[
        int, typer.Option(min=1, max=1000, help="For --calibration: decisions of a match.")
    ] = POSITIONS,
    keep: Annotated[
        Path | None,
        typer.Option(help="For --calibration: a file of what was played, to go on with later."),
    ] = None,
    fleet: Annotated[
        int | None,
        typer.Option(
            min=1, max=100_000, help="Drive the service with this many play processes that wait."
        ),
    ] = None,
    match_seconds: Annotated[
        float, typer.Option(min=0.1, max=3600, help="For --fleet: how long a match takes.")
    ] = 10.0,
    minutes: Annotated[
        float | None,
        typer.Option(
            min=0.01,
            max=600,
            help="How long it works; default: 1 for --fleet, to the end for --calibration.",
        ),
    ] = None,
    killed: Annotated[
        float, typer.Option(min=0, max=0.9, help="For --fleet: share of nodes killed midway.")
    ] = 0.0,
    drivers: Annotated[int, typer.Option(min=1, help="For --fleet: processes that drive it.")] = 2,
    per_node: Annotated[
        int, typer.Option(min=1, max=1000, help="For --fleet: play processes of a node.")
    ] = 16,
    database: Annotated[
        str | None,
        typer.Option(
            help="For --service and --fleet: an empty PostgreSQL database. --service can do "
            "without, by SQLite."
        ),
    ] = None,
    is_all: Annotated[
        bool, typer.Option("--all", help="For --balance: all tables of the ruleset's balance.")
    ] = False,
    bot: Annotated[
        str | None,
        typer.Option(
            help="For --balance and --calibration: the bot that plays itself; default: greedy."
        ),
    ] = None,
    seats: Annotated[
        int | None,
        typer.Option(
            min=1, help="For --balance: only this many seats; for --calibration: this many, else 2."
        ),
    ] = None,
    blocks: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=1_000_000,
            help="For --balance: seeds for each table; default: 100, with --all the table's own.",
        ),
    ] = None,
    seed: Seed = 0,
    option: OptionTexts = None,
    jobs: Jobs = 1,
    as_json: AsJson = False,
) -> None:
    """Measure speed; or, with --balance, shares of wins by seat and race, and how matches end.

    Shares come with their 95 % intervals. With --all the tables are those that the ruleset's
    RULES.md gives figures for; another --seed plays them again on fresh seeds.

    With --service: matches per minute from the queue to the ratings, compared with two bare engine
    loops, and what decisions of hosted and remote bots cost. With --research: steps per second
    through each adapter, compared with the engine and the same observations made by hand. With
    --search: simulations a second of the search bot, beside OpenSpiel's. With --fleet: calls a
    second and their times, with everything real but the playing.

    With --calibration: matches of a reference bot against itself are looked at, and a table says
    how many of the positions that were given a chance of 55 to 65 % were won, and so on. With
    --keep a later call goes on where this one stopped, by --minutes or by hand.
    """
    ids = ruleset or list(registry.IDS)
    if fleet is not None:
        from pentarch.bench.fleet.fleet import Size
        from pentarch.cli.fleet_bench import bench_fleet

        size = Size(fleet, match_seconds, 60 * (minutes or 1.0), killed, per_node, drivers)
        bench_fleet(size, database, as_json)
        return
    if of_service:
        # Only here: it needs what a bot author does not install.
        from pentarch.cli.service_bench import bench_service

        if matches is not None and matches < _FEWEST:
            raise misuse(f"--service plays at least {_FEWEST} matches")
        bench_service(ids, matches or 1000, database, as_json)
        return
    if of_research:
        try:
            from pentarch.cli.research_bench import bench_research
        except ModuleNotFoundError as error:
            raise misuse(
                f"--research needs the package {error.name!r}: pip install 'pentarch[research]'"
            ) from error
        bench_research(ids, seconds, as_json)
        return
    if of_search:
        bench_search(ids, seconds, as_json)
        return
    if of_calibration:
        seated = (bot or "greedy",) * (seats or 2)
        trials = [Trial(id, matches or 20, seated, playouts, seed, positions) for id in ids]
        until = inf if minutes is None else time.monotonic() + 60 * minutes
        bench_calibration(trials, Effort(jobs, until, keep), as_json)
        return
    if not of_balance:
        _bench_speed(ids, seconds, as_json)
        return
    if is_all and (bot or seats or option):
        raise misuse("--all plays the tables as they stand: leave out --bot, --seats and --option")
    tables = (
        [table for id in ids for table in tables_of(id)]
        if is_all
        else _plain_tables(ids, seats, bot or "greedy", read_options(option or []))
    )
    if blocks is not None:
        tables = [replace(table, blocks=blocks) for table in tables]
    results: list[dict[str, Json]] = []
    with progress("balance", sum(table.series(seed).matches for table in tables)) as bar:
        for table in tables:
            results.append(
                balance(
                    table,
                    seed=seed,
                    jobs=jobs,
                    on_match=lambda _: bar.advance(bar.task_ids[0]),
                )
            )
    if as_json:
        print_json({"seed": seed, "balance": [*results]})
    else:
        _print_balance(results)


def _plain_tables(
    ids: list[str], seats: int | None, bot: str, options: "dict[str, Json]"
) -> list[BalanceTable]:
    """One table for each number of seats, or only for one."""
    infos = [registry.get(id).info for id in ids]
    tables = [
        BalanceTable(info.id, count, options, (bot,), blocks=100)
        for info in infos
        for count in range(max(2, info.min_seats), info.max_seats + 1)
        if seats is None or count == seats
    ]
    if not tables:
        raise misuse(f"{', '.join(ids)}: not played by {seats} seats")
    return tables


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
    for result in results:
        shares, intervals, ends = result["win_shares"], result["intervals"], result["ends"]
        assert isinstance(shares, list)
        assert isinstance(intervals, list)
        assert isinstance(ends, dict)
        out.print(_title(result), markup=False, highlight=False)
        table = Table("seat", box=None, pad_edge=False)
        table.add_column("share of wins", justify="right")
        table.add_column("95 % interval", justify="right")
        for seat, (share, interval) in enumerate(zip(shares, intervals, strict=True)):
            table.add_row(f"p{seat + 1}", *_cells(share, interval))
        out.print(table)
        told = ", ".join(f"{end} {number}" for end, number in ends.items())
        out.print(
            f"{result['natural_ends']} natural ends, {result['mean_steps']} steps each; {told}",
            markup=False,
            highlight=False,
        )
        groups = result["groups"]
        assert isinstance(groups, dict)
        for name, figures in groups.items():
            assert isinstance(figures, dict)
            out.print(_table_of_groups(name, figures))
        out.print()


def _title(result: "dict[str, Json]") -> str:
    options, bots, even = result["options"], result["bots"], result["even_share"]
    assert isinstance(options, dict)
    assert isinstance(bots, list)
    assert isinstance(even, float)
    words = [f"{result['ruleset']}, {result['seats']} seats"]
    words += [f"{name}={value}" for name, value in options.items()]
    words.append(" - ".join(str(bot) for bot in bots))
    words.append(f"{result['matches']} matches")
    if result["aborted"]:
        words.append(f"{result['aborted']} aborted")
    return f"{', '.join(words)}; an even share is {even:.0%}"


def _table_of_groups(name: str, groups: "dict[str, Json]") -> Table:
    table = Table(name, box=None, pad_edge=False)
    for heading in ("share of wins", "95 % interval", "seated"):
        table.add_column(heading, justify="right")
    for group, figures in groups.items():
        assert isinstance(figures, dict)
        cells = _cells(figures["win_share"], figures["interval"])
        table.add_row(group, *cells, str(figures["seated"]))
    return table


def _cells(share: Json, interval: Json) -> tuple[str, str]:
    """A share and its interval in percent."""
    assert isinstance(share, float)
    assert isinstance(interval, list)
    low, high = interval
    assert isinstance(low, float)
    assert isinstance(high, float)
    return f"{share:.1%}", f"{low:.1%} - {high:.1%}"
