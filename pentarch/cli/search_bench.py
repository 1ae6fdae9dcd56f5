"""`pentarch bench --search`: simulations a second, compiled, interpreted and beside OpenSpiel."""

from rich.table import Table

from pentarch.bench.engine import SLICES, Looped, Subject, mode, rates
from pentarch.bench.interpreted import SIMULATIONS, interpreted
from pentarch.bench.simulations import Simulations, peers
from pentarch.cli.terminal import console, print_json, progress
from pentarch.engine import registry
from pentarch.engine.plain import Json


def bench_search(ids: list[str], seconds: float, as_json: bool) -> None:
    """Measure and print."""
    own: list[Subject] = [Looped(id, Simulations(id).search) for id in ids]
    others = peers()
    with (
        interpreted(ids, SIMULATIONS) as slow,
        progress("bench", len([*own, *others, *slow]) * SLICES) as bar,
    ):
        subjects = [*own, *slow, *others]
        measured = rates(subjects, seconds, lambda: bar.advance(bar.task_ids[0]))
    figures: dict[str, Json] = {id: _figures(id, measured) for id in ids}
    speeds: dict[str, Json] = {other.name: round(measured[other.name], 1) for other in others}
    if as_json:
        print_json({"simulations": figures, "peers": speeds})
    else:
        _print(figures, speeds)


def _figures(id: str, measured: "dict[str, float]") -> "dict[str, Json]":
    figures: dict[str, Json] = {
        "mode": mode(registry.get(id)),
        "simulations_per_second": round(measured[id], 1),
    }
    slow = measured.get(f"{id} interpreted")
    if slow is not None:
        figures["interpreted_simulations_per_second"] = round(slow, 1)
        figures["compiled_ratio"] = round(measured[id] / slow, 2)
    return figures


def _print(figures: "dict[str, Json]", speeds: "dict[str, Json]") -> None:
    table = Table("simulations per second", box=None, pad_edge=False)
    for heading in ("", "interpreted", "ratio"):
        table.add_column(heading, justify="right")
    for id, values in figures.items():
        assert isinstance(values, dict)
        cells = [
            str(values.get(key, "-"))
            for key in (
                "simulations_per_second",
                "interpreted_simulations_per_second",
                "compiled_ratio",
            )
        ]
        table.add_row(f"{id}, {values['mode']}", *cells)
    for name, speed in speeds.items():
        table.add_row(name, str(speed))
    console().print(table)
