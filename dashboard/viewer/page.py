"""The viewer as one self-contained HTML page."""

import json
from collections.abc import Callable
from html import escape
from importlib.resources import files
from typing import Final

from pentarch.dashboard.viewer.frames import payload
from pentarch.engine.plain import Json
from pentarch.engine.record import Record

# What is drawn by more than one file; the last one has the board.
_BOARD_PARTS: Final = {"heroes": ("heroes_map", "heroes_combat", "heroes")}
_VIEWER_PARTS: Final = ("marks", "remarks", "steps", "charts", "outline", "about", "canvas")
_OPEN: Final = """pentarch.open(document.getElementById("viewer"),
  JSON.parse(document.getElementById("payload").textContent));"""
_OPEN_PAIR: Final = """const pair = JSON.parse(document.getElementById("payload").textContent);
pentarch.pair(document.getElementById("viewer"), pair.records,
  { names: pair.names, step: Number(new URLSearchParams(location.hash.slice(1)).get("step")) });"""
_PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy"
  content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>{title}</title>
<style>{style}</style>
<body class="pentarch-page">
<main id="viewer"></main>
<script type="application/json" id="payload">{payload}</script>
<script>{script}
{open}
</script>
</body>
</html>
"""


def page(record: Record, on_step: Callable[[], None] | None = None) -> str:
    """An HTML file that needs nothing else: no server, no network.

    `on_step` is called as the replay goes on. Raises Diverged if the record does not replay.
    """
    shown = payload(record, on_step)
    title = f"{shown['title']}: {' - '.join(record.bots)}"
    return _written(title, script(record.ruleset), _OPEN, shown)


def pair_page(records: tuple[Record, Record], names: tuple[str, str]) -> str:
    """Two records of one ruleset side by side, as an HTML file that needs nothing else.

    Raises Diverged if one does not replay.
    """
    shown: list[Json] = [payload(record) for record in records]
    return _written(
        " and ".join(names),
        script(records[0].ruleset),
        _OPEN_PAIR,
        {"records": shown, "names": list(names)},
    )


def _written(title: str, code: str, opening: str, shown: Json) -> str:
    return _PAGE.format(
        title=escape(title), style=style(), script=code, open=opening, payload=embed(shown)
    )


def style() -> str:
    """The viewer's style sheet."""
    return _read("viewer", "viewer.css")


def script(ruleset: str) -> str:
    """The viewer with the board of one ruleset."""
    return "\n".join(
        [
            _read("viewer", "drawing.js"),
            board(ruleset),
            *(_read("viewer", f"{part}.js") for part in _VIEWER_PARTS),
            _read("viewer", "viewer.js"),
            _read("viewer", "pair.js"),
        ]
    )


def still() -> str:
    """What makes pictures of steps; the viewer does without it."""
    return _read("viewer", "still.js")


def board(ruleset: str) -> str:
    """What draws the board of a ruleset."""
    parts = _BOARD_PARTS.get(ruleset, (ruleset,))
    return "\n".join(_read("boards", f"{part}.js") for part in parts)


def embed(value: Json) -> str:
    """JSON that can stand inside a script element whatever strings it holds."""
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=True)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _read(folder: str, name: str) -> str:
    return files("pentarch.dashboard").joinpath(folder, name).read_text(encoding="utf-8")
