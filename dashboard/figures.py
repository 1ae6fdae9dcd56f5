"""Charts, as pure functions of rows. Colours follow the theme; names are only ever text."""

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

import altair as alt

from dashboard.data import Cell, EloPoint, LadderLine

Figure: TypeAlias = alt.Chart | alt.LayerChart | alt.FacetChart

_ACCENT: Final = "#3b7dd8"
_LABELS: Final = 240
_MOST_NUMBERS: Final = 14
_ROW: Final = 26
_CELL: Final = 32


def rating_intervals(lines: Sequence[LadderLine]) -> Figure:
    """The rating of each version with its 95 % interval, best on top; without a fit, the Elo."""
    values: list[dict[str, Any]] = [
        {
            "bot": line.ref,
            "rating": round(line.elo if line.fit is None else line.fit, 1),
            "low": None if line.low is None else round(line.low, 1),
            "high": None if line.high is None else round(line.high, 1),
            "kind": "Elo, not fitted yet" if line.fit is None else "fit",
            "matches": line.matches,
        }
        for line in sorted(lines, key=lambda line: -(line.elo if line.fit is None else line.fit))
    ]
    base = alt.Chart(alt.InlineData(values=values)).encode(
        y=alt.Y("bot:N", sort=None, title=None, axis=alt.Axis(labelLimit=_LABELS)),
        tooltip=[
            alt.Tooltip("bot:N"),
            alt.Tooltip("rating:Q"),
            alt.Tooltip("low:Q"),
            alt.Tooltip("high:Q"),
            alt.Tooltip("kind:N"),
            alt.Tooltip("matches:Q"),
        ],
    )
    span = base.mark_rule(strokeWidth=3, opacity=0.45, color=_ACCENT).encode(
        x=alt.X("low:Q", title="rating", scale=alt.Scale(zero=False)), x2="high:Q"
    )
    point = base.mark_point(filled=True, size=70, color=_ACCENT).encode(
        x=alt.X("rating:Q", title="rating", scale=alt.Scale(zero=False)),
        shape=alt.Shape(
            "kind:N",
            title=None,
            legend=alt.Legend(orient="top"),
            scale=alt.Scale(
                domain=["fit", "Elo, not fitted yet"], range=["circle", "triangle-right"]
            ),
        ),
    )
    return alt.layer(span, point).properties(height=alt.Step(_ROW))


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
    chart: alt.Chart = (
        alt.Chart(alt.InlineData(values=values))
        .mark_line(interpolate="step-after")
        .encode(
            x=alt.X("time:T", title=None),
            y=alt.Y("elo:Q", title="Elo", scale=alt.Scale(zero=False)),
            color=alt.Color("bot:N", title=None, legend=alt.Legend(orient="top", columns=4)),
            tooltip=[
                alt.Tooltip("bot:N"),
                alt.Tooltip("elo:Q"),
                alt.Tooltip("match:Q"),
                alt.Tooltip("time:T", format="%d %b %H:%M:%S"),
            ],
        )
        .properties(height=320)
    )
    return chart


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
    base = alt.Chart(alt.InlineData(values=values)).encode(
        x=alt.X(
            "column:N",
            sort=list(order),
            title="against",
            axis=alt.Axis(labelAngle=-45, labelLimit=_LABELS, orient="top"),
        ),
        y=alt.Y("row:N", sort=list(order), title=None, axis=alt.Axis(labelLimit=_LABELS)),
        tooltip=[
            alt.Tooltip("row:N", title="bot"),
            alt.Tooltip("column:N", title="against"),
            alt.Tooltip("score:Q", format=".0%"),
            alt.Tooltip("matches:Q"),
        ],
    )
    field = base.mark_rect().encode(
        color=alt.Color(
            "score:Q",
            title="score",
            legend=alt.Legend(format=".0%"),
            # Blue and orange can be told apart by everybody; an even score is pale.
            scale=alt.Scale(
                domain=[0, 0.5, 1], range=["#d9731c", "#eceff3", "#2f6fc4"], interpolate="rgb"
            ),
        )
    )
    layers: list[alt.Chart] = [field]
    if len(order) <= _MOST_NUMBERS:
        strong = "datum.score < 0.15 || datum.score > 0.85"
        layers.append(
            base.mark_text(fontSize=11).encode(
                text=alt.Text("score:Q", format=".0%"),
                color=alt.condition(strong, alt.value("#ffffff"), alt.value("#1d2430")),
            )
        )
    return alt.layer(*layers).properties(height=alt.Step(_CELL))
