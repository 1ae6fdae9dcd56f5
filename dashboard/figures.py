"""Charts as Vega-Lite, pure functions of rows. Colours follow the theme; names are only ever text.

Written out as plain values: a library that builds them costs more time than all queries of a page.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

from dashboard.data import Cell, EloPoint, LadderLine

Figure: TypeAlias = dict[str, Any]
"""A chart's specification. Any: it is JSON that only the browser reads."""

_ACCENT: Final = "#3b7dd8"
_LABELS: Final = 240
_MOST_NUMBERS: Final = 14
_ROW: Final = 26
_CELL: Final = 32


def rating_intervals(lines: Sequence[LadderLine]) -> Figure:
    """The rating of each version with its 95 % interval, best on top; without a fit, the Elo."""
    values = [
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
    shape = {
        **_nominal("kind", title=None),
        "legend": {"orient": "top"},
        "scale": {"domain": ["fit", "Elo, not fitted yet"], "range": ["circle", "triangle-right"]},
    }
    return {
        "data": {"values": values},
        "height": {"step": _ROW},
        "encoding": {
            "y": {**_nominal("bot", title=None), "sort": None, "axis": {"labelLimit": _LABELS}},
            "tooltip": [
                _nominal("bot"),
                *(_quantity(name) for name in ("rating", "low", "high")),
                _nominal("kind"),
                _quantity("matches"),
            ],
        },
        "layer": [
            {
                "mark": {"type": "rule", "strokeWidth": 3, "opacity": 0.45, "color": _ACCENT},
                "encoding": {
                    "x": {**_quantity("low", title="rating"), "scale": {"zero": False}},
                    "x2": {"field": "high"},
                },
            },
            {
                "mark": {"type": "point", "filled": True, "size": 70, "color": _ACCENT},
                "encoding": {
                    "x": {**_quantity("rating", title="rating"), "scale": {"zero": False}},
                    "shape": shape,
                },
            },
        ],
    }


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
    return {
        "data": {"values": values},
        "height": 320,
        "mark": {"type": "line", "interpolate": "step-after"},
        "encoding": {
            "x": {**moment, "title": None},
            "y": {**_quantity("elo", title="Elo"), "scale": {"zero": False}},
            "color": {
                **_nominal("bot", title=None),
                "legend": {"orient": "top", "columns": 4},
            },
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
                    "range": ["#d9731c", "#eceff3", "#2f6fc4"],
                    "interpolate": "rgb",
                },
            }
        },
    }
    numbers: Figure = {
        "mark": {"type": "text", "fontSize": 11},
        "encoding": {
            "text": {**_quantity("score"), "format": ".0%"},
            "color": {
                "condition": {
                    "test": "datum.score < 0.15 || datum.score > 0.85",
                    "value": "#ffffff",
                },
                "value": "#1d2430",
            },
        },
    }
    return {
        "data": {"values": values},
        "height": {"step": _CELL},
        "encoding": {
            "x": {
                **_nominal("column", title="against"),
                "sort": sort,
                "axis": {"labelAngle": -45, "labelLimit": _LABELS, "orient": "top"},
            },
            "y": {**_nominal("row", title=None), "sort": sort, "axis": {"labelLimit": _LABELS}},
            "tooltip": [
                _nominal("row", title="bot"),
                _nominal("column", title="against"),
                {**_quantity("score"), "format": ".0%"},
                _quantity("matches"),
            ],
        },
        "layer": [field, numbers] if len(order) <= _MOST_NUMBERS else [field],
    }


def _nominal(field: str, **more: str | None) -> Mapping[str, Any]:
    return {"field": field, "type": "nominal", **more}


def _quantity(field: str, **more: str | None) -> Mapping[str, Any]:
    return {"field": field, "type": "quantitative", **more}
