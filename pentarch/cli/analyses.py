"""`pentarch analyse`: where a match was won and lost."""

from typing import Annotated, Final

import typer

from pentarch.bots.analysis import USUAL, Analysis, AnalysisBudget, TurningPoint, analyse
from pentarch.cli.client import DEFAULT_ADDRESS, Address, Token
from pentarch.cli.records import Source, content
from pentarch.cli.terminal import AsJson, one_line, print_json, print_plain, status
from pentarch.engine import registry
from pentarch.engine.core import SEAT_NAMES
from pentarch.engine.record import Record, decode

_WIDTH: Final = 40


def show_analysis(
    source: Source,
    playouts: Annotated[
        int,
        typer.Option(
            min=1, help="How many playouts it may take. Equal numbers give equal results."
        ),
    ] = USUAL,
    seconds: Annotated[
        float | None, typer.Option(min=0.1, help="How long it may take instead, in seconds.")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="The luck of the playouts.")] = 0,
    address: Address = DEFAULT_ADDRESS,
    token: Token = "",
    as_json: AsJson = False,
) -> None:
    """Show each seat's chance to win along a match, and the decisions that turned it.

    Chances are by what each seat knew, estimated by playing on with the greedy bots. A turning
    point says what the decision changed, what luck changed, and what the search bot would have
    done.
    """
    record = decode(content(source, address, token))
    with status("analysing") as say:
        for analysis in analyse(record, AnalysisBudget(playouts, seconds), seed):
            say(f"analysing: {analysis.playouts} playouts, {len(analysis.curve)} positions")
    if as_json:
        print_json(analysis.plain())
    else:
        print_plain("\n".join(_lines(record, analysis, playouts)))


def _lines(record: Record, analysis: Analysis, most: int) -> list[str]:
    seats = range(record.seats)
    heads = "  ".join(f"{SEAT_NAMES[seat]} {one_line(record.bots[seat])}" for seat in seats)
    took = f"{analysis.playouts} of at most {most} playouts"
    lines = [f"{record.ruleset}, {analysis.steps} steps, {took}: {heads}", ""]
    lines += [_curve_line(step, point.believed.chances) for step, point in analysis.curve]
    lines.append("")
    if not analysis.turning_points:
        lines.append("no single decision changed the chances by more than the noise")
    for point in analysis.turning_points:
        lines += _point_lines(record, point)
    return lines


def _curve_line(step: int, chances: tuple[float, ...]) -> str:
    """The chances after a step as numbers, and the first seat's as a bar."""
    numbers = " ".join(f"{100 * chance:4.0f} %" for chance in chances)
    return f"{step:6}  {numbers}  {'#' * round(_WIDTH * chances[0])}"


def _point_lines(record: Record, point: TurningPoint) -> list[str]:
    ruleset = registry.get(record.ruleset)

    def said(text: str) -> str:
        return ruleset.phrase(ruleset.read(text))

    seat = SEAT_NAMES[point.seat]
    change = f"{_percent(point.before[point.seat])} to {_percent(point.after[point.seat])}"
    lines = [
        f"step {point.step}: {seat} {said(point.command)}",
        f"    its chance went from {change}: "
        f"{_points(point.skill)} by the decision, {_points(point.luck)} by luck",
    ]
    other = point.most_changed
    if other != point.seat:
        change = f"{_percent(point.before[other])} to {_percent(point.after[other])}"
        lines.append(f"    the chance of {SEAT_NAMES[other]} went from {change}")
    if point.advice[0] == point.command:
        return [*lines, "    the search bot would have done the same"]
    advice = "; ".join(said(text) for text in point.advice)
    gain = _points(point.advised - point.decided)
    lines.append(f"    the search bot would have: {advice} ({gain} against what was played)")
    expected = "; ".join(f"{SEAT_NAMES[seat]} {said(text)}" for seat, text in point.line)
    return [*lines, f"    and expected: {expected}"]


def _percent(chance: float) -> str:
    return f"{100 * chance:.0f} %"


def _points(change: float) -> str:
    return f"{100 * change:+.0f} points"
