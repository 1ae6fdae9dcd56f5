"""The part of `pentarch bench` that prints how true the chances of analyses are."""

from rich.table import Table

from pentarch.bench.calibration import Effort, Trial, calibration
from pentarch.cli.terminal import console, print_json, progress
from pentarch.engine.plain import Json, as_dict, as_list, field, int_field, list_field


def bench_calibration(trials: list[Trial], effort: Effort, as_json: bool) -> None:
    """Play and look at the matches of all trials, and print their tables."""
    results: list[dict[str, Json]] = []
    with progress("calibration", sum(trial.matches for trial in trials)) as bar:
        for trial in trials:
            results.append(calibration(trial, effort, lambda: bar.advance(bar.task_ids[0])))
    if as_json:
        print_json({"calibration": [*results]})
        return
    for trial, result in zip(trials, results, strict=True):
        _print(trial, result)


def _print(trial: Trial, result: dict[str, Json]) -> None:
    title = f"{trial.ruleset}, {' - '.join(trial.bots)}, {result['matches']} matches"
    _say(f"{title}, {trial.playouts:,} playouts for each position")
    _print_rows(list_field(result, "rows"))
    even, strength, others = list_field(result, "spread")
    _say(f"spread of what playouts gave: {even} about even by {strength}, the others by {others}")
    shift, slope = list_field(result, "curve")
    tried = as_dict(result["tried"], "what was tried")
    _say(
        f"curve of one half: shift {shift}, slope {slope}; "
        f"square error of the other half {tried['raw']}, with the curve {tried['fitted']}:"
    )
    _print_rows(as_list(tried["rows"], "rows"))


def _print_rows(rows: list[Json]) -> None:
    table = Table("given", box=None, pad_edge=False)
    for heading in ("mean", "won", "95 % interval", "positions", "matches"):
        table.add_column(heading, justify="right")
    for row in rows:
        low, high = (_number(end) for end in list_field(row, "interval"))
        begin, end, told, won = (_number(field(row, key)) for key in ("from", "to", "told", "won"))
        table.add_row(
            f"{begin:.0%} - {end:.0%}",
            f"{told:.1%}",
            f"{won:.1%}",
            f"{low:.1%} - {high:.1%}",
            str(int_field(row, "statements")),
            str(int_field(row, "matches")),
        )
    console().print(table)


def _say(line: str) -> None:
    console().print(line, markup=False, highlight=False)


def _number(value: Json) -> float:
    assert isinstance(value, int | float)
    return value
