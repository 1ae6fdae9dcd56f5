"""`pentarch house`: the reference bots against each other, rated, and new bots placed there."""

import io
import re
import shlex
import subprocess
from dataclasses import replace
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Final, cast

import typer
from rich.console import Console
from rich.table import Table

from pentarch.bots.registry import reference
from pentarch.cli.matches import Jobs, OptionTexts, Seed, read_options
from pentarch.cli.terminal import (
    ABORTED,
    AsJson,
    Failure,
    console,
    misuse,
    needing,
    print_json,
    print_plain,
    progress,
    write_bytes,
)
from pentarch.engine import registry
from pentarch.engine.plain import Json
from pentarch.house.schedule import House, seat_counts

_SEATS = [2, 3, 4]
_ALL = "all"
_FONTS: Final = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)
_WIDE: Final = 64

Row = dict[str, Json]


def house(
    rulesets: Annotated[
        list[str] | None, typer.Argument(help="Ids of rulesets; without any, all of them.")
    ] = None,
    place: Annotated[
        str,
        typer.Option(metavar="BOT", help="A bot to place in the house, named as for `match`."),
    ] = "",
    bots: Annotated[
        list[str] | None,
        typer.Option("--bot", metavar="BOT", help="Only these bots, instead of the whole house."),
    ] = None,
    budget: Annotated[
        str, typer.Option(help="The budget of mcts and expert, as 200 or 0.5s; else the usual.")
    ] = "",
    seats: Annotated[
        list[int] | None, typer.Option(min=2, help="Numbers of seats; else 2, 3 and 4.")
    ] = None,
    rounds: Annotated[
        int, typer.Option(min=1, max=100_000, help="How often every pair meets at two seats.")
    ] = 4,
    seed: Seed = 0,
    option: OptionTexts = None,
    folder: Annotated[
        Path, typer.Option(help="Where results are kept: what is there is not played again.")
    ] = Path("house"),
    jobs: Jobs = 1,
    as_markdown: Annotated[bool, typer.Option("--markdown", help="Print Markdown.")] = False,
    drawing: Annotated[
        Path | None, typer.Option("--svg", help="Draw the tables of ratings into a file, too.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Play the reference bots against each other and rate them; greedy stands at 1500.

    Every seed is played once in each rotation of the seats. An interrupted run goes on where it
    was. With --place another bot plays against the house, too, and is rated with it.
    """
    options = read_options(option or [])
    houses: list[House] = []
    for id in rulesets or registry.IDS:
        counts = seat_counts(id, tuple(sorted(set(seats or _SEATS))))
        if not counts:
            raise misuse(f"{id} has no table with so many seats")
        roster = tuple(bots or reference(id, budget))
        houses.append(House(id, roster, counts, rounds, seed, options))
    for each in houses:
        replace(each, bots=(*each.bots, place) if place else each.bots).check()
    reports = [_report(each, place, folder, jobs) for each in houses]
    if drawing is not None:
        write_bytes(drawing, _svg(reports).encode("utf-8"))
    if as_json:
        print_json({**_edition(), "houses": [*reports]})
        return
    for report in reports:
        if as_markdown:
            print_plain(_markdown(report))
        else:
            _print(report)


def _report(house: House, place: str, folder: Path, jobs: int) -> Row:
    with needing("statistics"):
        from pentarch.house import ladder
        from pentarch.house.block_folder import BlockFolder

    tables = house.tables()
    if place:
        tables += house.placing(place)
    with progress(house.ruleset, len(tables)) as bar:
        try:
            sittings = ladder.play(
                tables,
                BlockFolder(folder),
                jobs=jobs,
                on_table=lambda: bar.advance(bar.task_ids[0]),
            )
        except ladder.NoResult as error:
            raise Failure(f"a match was aborted: {error}", ABORTED) from error
    return {**ladder.report(house, sittings), "command": _command(house, place)}


def _command(house: House, place: str) -> str:
    """What plays the same ladder again."""
    words = ["pentarch", "house", house.ruleset]
    if house.bots != tuple(reference(house.ruleset)):
        words += [word for bot in house.bots for word in ("--bot", bot)]
    words += [word for count in house.seats for word in ("--seats", str(count))]
    words += ["--rounds", str(house.rounds), "--seed", str(house.seed)]
    words += [word for name, value in house.options.items() for word in ("-o", f"{name}={value}")]
    return shlex.join([*words, "--place", place] if place else words)


def _edition() -> Row:
    """When and with what the ladder was played."""
    edition: Row = {
        "date": datetime.now(UTC).date().isoformat(),
        "version": version("pentarch"),
    }
    found = subprocess.run(
        ["git", "-C", str(Path(__file__).parent), "rev-parse", "--short=12", "HEAD"],
        capture_output=True,
        text=True,
        check=False,
    )
    if found.returncode == 0:
        edition["commit"] = found.stdout.strip()
    return edition


def _columns(report: Row) -> list[str]:
    """The ratings there are: over all tables if there are several, and for each number of seats."""
    counts = [str(count) for count in cast(list[int], report["seats"])]
    return counts if len(counts) == 1 else [_ALL, *counts]


def _rows(report: Row) -> list[list[str]]:
    """A row for each bot, best first: its name, its ratings, its matches."""
    ratings = cast(dict[str, list[Row]], report["ratings"])
    by_column = {
        column: {str(row["bot"]): row for row in ratings[column]} for column in _columns(report)
    }
    return [
        [
            str(row["bot"]),
            *[_rating(by_column[column].get(str(row["bot"]))) for column in by_column],
            str(row["matches"]),
        ]
        for row in ratings[_ALL]
    ]


def _rating(row: Row | None) -> str:
    if row is None:
        return ""
    rating = cast(float, row["rating"])
    _, high = cast(list[float], row["interval"])
    return f"{rating:.0f} ± {high - rating:.0f}"


def _titles(report: Row) -> list[str]:
    names = [_ALL if name == _ALL else f"{name} seats" for name in _columns(report)]
    return ["bot", *names, "matches"]


def _table(report: Row) -> Table:
    table = Table(title=f"{report['ruleset']}: ratings with 95 % intervals", title_justify="left")
    for title in _titles(report):
        table.add_column(title, justify="left" if title == "bot" else "right")
    for row in _rows(report):
        table.add_row(*row)
    return table


def _svg(reports: list[Row]) -> str:
    """The tables as a picture of a terminal, which fetches nothing from elsewhere."""
    screen = Console(record=True, file=io.StringIO(), width=_WIDE, force_terminal=True)
    for report in reports:
        screen.print(_table(report))
    return _FONTS.sub("", screen.export_svg(title="pentarch house", unique_id="house"))


def _print(report: Row) -> None:
    out = console()
    out.print(_table(report))
    for line in _circles(report):
        out.print(line)


def _circles(report: Row) -> list[str]:
    return [
        f"{' beats '.join([*bots, bots[0]])} (by chance: {cycle['by_chance']})"
        for cycle in cast(list[Row], report["cycles"])
        for bots in [cast(list[str], cycle["bots"])]
    ]


def _markdown(report: Row) -> str:
    """The ratings and the matchups of two seats, as sections of a page."""
    edition = _edition()
    played = f"{report['matches']} matches (rounds {report['rounds']}, seed {report['seed']})"
    source = f"{edition['date']}, {edition.get('commit') or edition['version']}"
    lines = [f"#### {report['ruleset']}", "", f"{played}; {source}: `{report['command']}`", ""]
    lines += _grid(_titles(report), _rows(report))
    bots = [row[0] for row in _rows(report)]
    cells = {
        (str(cell["bot"]), str(cell["against"])): cell
        for cell in cast(list[Row], report["matchups"])
    }
    if cells:
        matrix = [[row, *[_cell(cells.get((row, column))) for column in bots]] for row in bots]
        lines += ["", *_grid(["% of", *bots], matrix)]
    circles = _circles(report)
    lines += ["", *[f"- {line}" for line in circles]] if circles else []
    return "\n".join([*lines, ""])


def _cell(cell: Row | None) -> str:
    if cell is None:
        return ""
    low, high = cast(list[float], cell["interval"])
    return f"{100 * cast(float, cell['score']):.0f} ({100 * low:.0f}-{100 * high:.0f})"


def _grid(titles: list[str], rows: list[list[str]]) -> list[str]:
    bars = [titles, ["---"] * len(titles), *rows]
    return [f"| {' | '.join(bar)} |" for bar in bars]
