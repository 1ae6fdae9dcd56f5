"""Charts, as pure functions of rows. Colours follow the theme; names are only ever text.

Vega-Lite is written out as plain values: a library that builds it costs more time than all queries
of a page.
"""

from collections.abc import Callable, Mapping, Sequence
from html import escape
from math import ceil, floor
from typing import Any, Final, TypeAlias

from pentarch.bots.analysis import Estimate, Point
from pentarch.dashboard.data import Cell, EloPoint, LadderLine

Figure: TypeAlias = dict[str, Any]
"""A chart's specification. Any: it is JSON that only the browser reads."""

_ACCENT: Final = "#3b7dd8"
SCORES: Final = ("#d9731c", "#eceff3", _ACCENT)
"""The colours of a score of 0, of an even one, and of a full one."""
_LABELS: Final = 200
_LETTERS: Final = 30
_TICKS: Final = 9
_STEPS: Final = (5, 10, 20, 50, 100, 200, 500, 1000)
_ROW: Final = 22
_CELL: Final = 32
# On a narrow screen names get less room, and every other number of the scale.
_NARROW: Final = (
    f".ratings {{ container-type: inline-size; }} .ratings .name {{ width: {_LABELS}px; }} "
    "@container (max-width: 600px) { .ratings .odd { display: none; } "
    ".ratings .name { width: 7rem; overflow: hidden; } }"
)


def rating_intervals(lines: Sequence[LadderLine]) -> str:
    """The Elo of each version with its 95 % interval, best on top; without a fit, the live Elo.

    A few lines of HTML, because it is on the page that everybody sees first: a library for charts
    would take the browser longer than everything else there.
    """
    rows = sorted(lines, key=lambda line: -_rating(line))
    low = min(_rating(line) if line.low is None else line.low for line in rows)
    high = max(_rating(line) if line.high is None else line.high for line in rows)
    step = next(step for step in _STEPS if high - low <= _TICKS * step or step == _STEPS[-1])
    first = step * floor(low / step)
    last = max(step * ceil(high / step), first + step)

    def share(rating: float) -> float:
        return round((rating - first) / (last - first) * 100, 2)

    ticks = range(first, last + step, step)
    # A line at every tick, drawn as one background.
    grid = (
        "repeating-linear-gradient(90deg, rgba(128, 128, 128, 0.3) 0 1px, "
        f"transparent 1px {100 / (len(ticks) - 1):.4f}%)"
    )
    out = [_row(_cut(line.ref), _marks(line, share), grid) for line in rows]
    axis = "".join(
        f'<span class="{"odd" if number % 2 else "even"}" style="position: absolute; '
        f'left: {share(tick)}%; transform: translateX(-50%); opacity: 0.7">{tick}</span>'
        for number, tick in enumerate(ticks)
    )
    out.append(_row("", axis, "none"))
    inside = f"<style>{_NARROW}</style>{''.join(out)}"
    return f'<div class="ratings" style="font-size: 0.8rem; margin-right: 2rem">{inside}</div>'


def _row(name: str, inside: str, grid: str) -> str:
    """A name and, beside it, what lies on the scale."""
    return (
        f'<div style="display: flex; height: {_ROW}px; line-height: {_ROW}px; white-space: nowrap">'
        f'<span class="name" style="padding-right: 10px; text-align: right">{name}</span>'
        f'<div style="position: relative; flex: 1; background: {grid}">{inside}</div></div>'
    )


def _marks(line: LadderLine, share: Callable[[float], float]) -> str:
    """The interval as a bar, and on it the rating as a dot; a ring is a live Elo."""
    bar = ""
    if line.low is not None and line.high is not None:
        left = share(line.low)
        bar = (
            f'<i style="position: absolute; left: {left}%; width: {share(line.high) - left:.2f}%; '
            f"top: {_ROW // 2 - 1}px; height: 3px; background: {_ACCENT}; opacity: 0.45"
            '"></i>'
        )
    fill = "transparent" if line.fit is None else _ACCENT
    kind = ", live Elo" if line.fit is None else ""
    return bar + (
        f'<b title="{escape(line.ref)}: {_rating(line):.0f}{kind}" style="position: absolute; '
        f"left: {share(_rating(line))}%; top: {_ROW // 2 - 5}px; width: 10px; height: 10px; "
        f"margin-left: -5px; border: 2px solid {_ACCENT}; border-radius: 5px; background: {fill}"
        '"></b>'
    )


def chances(
    curve: Sequence[tuple[int, Point]], bots: Sequence[str], marks: Sequence[int]
) -> Figure:
    """Each seat's chance to win after a number of steps, by what it knew: a line with points.
    A thin one has the chance with everything known, where that differs; marked steps have a rule.
    """
    names = [f"p{seat + 1} {bot}" for seat, bot in enumerate(bots)]

    def values(of: Callable[[Point], Estimate]) -> list[Figure]:
        return [
            {"step": step, "seat": name, "chance": round(chance, 4)}
            for step, point in curve
            for name, chance in zip(names, of(point).chances, strict=True)
        ]

    believed, known = values(lambda point: point.believed), values(lambda point: point.known)
    # In the order of the seats, whatever the bots are called.
    seat = {**_nominal("seat", title=None), "sort": names, "legend": {"orient": "top"}}
    chance = {**_quantity("chance", title="chance to win"), "scale": {"domain": [0, 1]}}
    encoding: Figure = {
        "y": {**chance, "axis": {"format": ".0%"}},
        "color": seat,
        # For those who do not see all colours.
        "strokeDash": seat,
        "tooltip": [_quantity("step"), _nominal("seat"), {**_quantity("chance"), "format": ".0%"}],
    }
    lines: Figure = {"mark": {"type": "line", "point": True}, "encoding": encoding}
    thin: Figure = {
        "data": {"values": known},
        "mark": {"type": "line", "strokeWidth": 1, "opacity": 0.7},
        "encoding": encoding,
    }
    rules: Figure = {
        "data": {"values": [{"step": mark} for mark in marks]},
        "mark": {"type": "rule", "strokeDash": [3, 3], "color": _ACCENT},
    }
    return {
        "data": {"values": believed},
        "height": 320,
        "encoding": {"x": {**_quantity("step"), "axis": {"tickMinStep": 1}}},
        "layer": [rules, lines] if known == believed else [rules, thin, lines],
    }


def trend(label: str, values: Sequence[int]) -> str:
    """A few numbers as a line, from the oldest to the newest, and its ends in words."""
    low, high = min(values), max(values)
    # One number alone is a level line.
    drawn = [*values, *values] if len(values) == 1 else values
    points = " ".join(
        f"{100 * number / (len(drawn) - 1):.1f},{22 - 20 * (value - low) / max(1, high - low):.1f}"
        for number, value in enumerate(drawn)
    )
    return (
        f'<svg viewBox="0 0 100 24" preserveAspectRatio="none" role="img" '
        f'aria-label="{escape(label)}: from {values[0]} to {values[-1]}, {low} to {high} between" '
        'style="display: block; width: 100%; height: 28px">'
        f'<polyline points="{points}" fill="none" stroke="{_ACCENT}" stroke-width="1.5" '
        'vector-effect="non-scaling-stroke"></polyline></svg>'
    )


def elo_history(points: Sequence[EloPoint]) -> Figure:
    """The live Elo over time, one line per version."""
    values = [
        {
            "bot": point.ref,
            "time": point.moment.isoformat(),
            "elo": round(point.elo, 1),
            "match": point.match_id,
        }
        for point in points
    ]
    moment = {"field": "time", "type": "temporal"}
    version = {**_nominal("bot", title=None), "legend": {"orient": "top", "columns": 3}}
    return {
        "data": {"values": values},
        "height": 320,
        "mark": {"type": "line", "interpolate": "step-after"},
        "encoding": {
            "x": {**moment, "title": None},
            "y": {**_quantity("elo", title="Elo"), "scale": {"zero": False}},
            "color": version,
            # For those who do not see all colours.
            "strokeDash": version,
            "tooltip": [
                _nominal("bot"),
                _quantity("elo"),
                _quantity("match"),
                {**moment, "format": "%d %b %H:%M:%S"},
            ],
        },
    }


def matchup_map(cells: Sequence[Cell], order: Sequence[str]) -> Figure:
    """Who does well against whom: the row's share of the points against the column."""
    values = [
        {
            "row": cell.row,
            "column": cell.column,
            "score": round(cell.score, 4),
            "matches": cell.matches,
        }
        for cell in cells
    ]
    sort = list(order)
    field: Figure = {
        "mark": {"type": "rect"},
        "encoding": {
            "color": {
                **_quantity("score", title="score"),
                "legend": {"format": ".0%"},
                # Blue and orange can be told apart by everybody; an even score is pale.
                "scale": {
                    "domain": [0, 0.5, 1],
                    "range": [*SCORES],
                    "interpolate": "rgb",
                },
            }
        },
    }
    numbers: Figure = {
        "mark": {"type": "text", "fontSize": 11},
        "encoding": {
            "text": {**_quantity("score"), "format": ".0%"},
            # Only where a cell is wide enough for its number.
            "opacity": {
                "condition": {"test": f"width > {_CELL * len(order)}", "value": 1},
                "value": 0,
            },
            # Readable on all of these colours.
            "color": {"value": "#000000"},
        },
    }
    return {
        "data": {"values": values},
        "height": {"step": _CELL},
        "encoding": {
            "x": {
                **_nominal("column", title="against"),
                "sort": sort,
                "axis": {
                    "labelAngle": -45,
                    "labelLimit": _LABELS,
                    "labelOverlap": False,
                    "orient": "top",
                },
            },
            "y": {**_nominal("row", title=None), "sort": sort, "axis": {"labelLimit": _LABELS}},
            "tooltip": [
                _nominal("row", title="bot"),
                _nominal("column", title="against"),
                {**_quantity("score"), "format": ".0%"},
                _quantity("matches"),
            ],
        },
        "layer": [field, numbers],
    }


def _nominal(field: str, **more: str | None) -> Mapping[str, Any]:
    return {"field": field, "type": "nominal", **more}


def _quantity(field: str, **more: str | None) -> Mapping[str, Any]:
    return {"field": field, "type": "quantitative", **more}


def _rating(line: LadderLine) -> float:
    return line.elo if line.fit is None else line.fit


def _cut(words: str) -> str:
    return escape(words if len(words) <= _LETTERS else words[: _LETTERS - 1] + "…")
