"""The part of `pentarch bench` that prints how true the chances of analyses are."""

from rich.table import Table

from pentarch.bench.calibration import Trial, calibration
from pentarch.cli.terminal import console, print_json, progress
from pentarch.engine.plain import Json


def bench_calibration(trials: list[Trial], as_json: bool) -> None:
    """Play and analyse the matches of all trials, and print their tables."""
    results: list[dict[str, Json]] = []
    with progress("calibration", sum(trial.matches for trial in trials)) as bar:
        for trial in trials:
            results.append(calibration(trial, lambda: bar.advance(bar.task_ids[0])))
    if as_json:
        print_json({"calibration": [*results]})
        return
    for trial, result in zip(trials, results, strict=True):
        _print(trial, result["rows"])


def _print(trial: Trial, rows: Json) -> None:
    assert isinstance(rows, list)
    out = console()
    title = f"{trial.ruleset}, {' - '.join(trial.bots)}, {trial.matches} matches"
    out.print(f"{title}, {trial.playouts:,} playouts each", markup=False, highlight=False)
    table = Table("given", box=None, pad_edge=False)
    for heading in ("mean", "won", "95 % interval", "positions", "matches"):
        table.add_column(heading, justify="right")
    for row in rows:
        assert isinstance(row, dict)
        told, won, interval = row["told"], row["won"], row["interval"]
        begin, end = row["from"], row["to"]
        assert isinstance(told, float)
        assert isinstance(won, float)
        assert isinstance(begin, float)
        assert isinstance(end, float)
        assert isinstance(interval, list)
        low, high = interval
        assert isinstance(low, float)
        assert isinstance(high, float)
        table.add_row(
            f"{begin:.0%} - {end:.0%}",
            f"{told:.1%}",
            f"{won:.1%}",
            f"{low:.1%} - {high:.1%}",
            str(row["statements"]),
            str(row["matches"]),
        )
    out.print(table)
