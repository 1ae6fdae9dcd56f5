"""`pentarch bench --research`: what the adapters cost, beside their peers' own."""

from rich.table import Table

from pentarch.bench.engine import SLICES, rates
from pentarch.bench.peers import peers
from pentarch.bench.research import ResearchSubjects
from pentarch.cli.terminal import console, print_json, progress
from pentarch.engine.plain import Json


def bench_research(ids: list[str], seconds: float, as_json: bool) -> None:
    """Measure all adapters in turns, and print the figures."""
    measured_of = [ResearchSubjects(id) for id in ids]
    others = [peer for peer in peers() if peer.name.endswith("chess")]
    subjects = [subject for each in measured_of for subject in each.subjects()] + others
    with progress("bench", len(subjects) * SLICES) as bar:
        measured = rates(subjects, seconds, lambda: bar.advance(bar.task_ids[0]))
    figures = {each.id: each.figures(measured) for each in measured_of}
    speeds = {peer.name: measured[peer.name] for peer in others}
    if as_json:
        rounded: dict[str, Json] = {name: round(speed) for name, speed in speeds.items()}
        print_json({"research": {**figures}, "peers": rounded})
        return
    _print(figures, speeds)


def _print(figures: "dict[str, dict[str, Json]]", speeds: dict[str, float]) -> None:
    table = Table("steps per second", *figures, box=None, pad_edge=False)
    for column in table.columns[1:]:
        column.justify = "right"
    for name in next(iter(figures.values())):
        cells = [values[name] for values in figures.values()]
        table.add_row(name, *[_cell(cell) for cell in cells])
    for name, peer in speeds.items():
        adapter = "pettingzoo" if name.startswith("pettingzoo") else "open_spiel"
        ratios = [values[adapter] for values in figures.values() if adapter in values]
        told = [f"{ratio / peer:.2f}" for ratio in ratios if isinstance(ratio, int)]
        table.add_row(f"{adapter} / {name} ({peer:,.0f}/s)", *told)
    console().print(table)


def _cell(value: Json) -> str:
    return f"{value:+.0%}" if isinstance(value, float) else f"{value:,}"
