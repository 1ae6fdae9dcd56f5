"""Pictures of steps: as SVG, as PNG, and moving. Boards are drawn by the viewer's own script, in a
Chromium without a window; where there is none, there are no pictures.
"""

import io
import json
import os
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from typing import Final

from pentarch.dashboard.viewer import page
from pentarch.dashboard.viewer.frames import EVERYTHING, payload
from pentarch.engine import registry
from pentarch.engine.record import Record

MOST_STEPS: Final = 200
"""How many steps a moving picture may have."""
_PROGRAMS: Final = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
_FLAGS: Final = (
    *("--headless", "--disable-gpu", "--hide-scrollbars", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    *("--force-device-scale-factor=1", "--mute-audio"),
)
_PATIENCE: Final = 120
"""Seconds after which a browser is given up."""
_COLUMNS: Final = 10
_HEAD: Final = """<!doctype html>
<html lang="en"><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy"
  content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
"""
_DRAWING: Final = (
    _HEAD
    + """<style>{style}
.pentarch {{ color-scheme: {scheme} !important; }}</style>
<main id="viewer" style="width: 1180px"></main>
<script type="application/json" id="payload">{payload}</script>
<script>{script}
const given = JSON.parse(document.getElementById("payload").textContent);
const stills = given.steps.map((step) =>
  pentarch.still(document.getElementById("viewer"), given.record, {{ step, eye: given.eye }}));
const told = document.createElement("pre");
told.id = "stills";
told.textContent = JSON.stringify(stills);
document.body.replaceChildren(told);
</script></html>"""
)
_SHEET: Final = (
    _HEAD
    + """<style>body {{ margin: 0; width: {all}px; display: flex; flex-wrap: wrap; }}
svg {{ width: {width}px; height: {height}px; display: block; }}</style>
{pictures}</html>"""
)


class NoPicture(Exception):
    """There can be no picture. The message is for people."""


@dataclass(frozen=True)
class Still:
    """A step as SVG, and its size."""

    svg: str
    width: float
    height: float


def can_draw() -> bool:
    """Whether this machine has what draws."""
    return _program() is not None


def _program() -> str | None:
    return next((found for name in _PROGRAMS if (found := shutil.which(name))), None)


def stills(
    record: Record, steps: list[int], *, eye: str = EVERYTHING, is_dark: bool = False
) -> list[Still]:
    """Steps of a record as a pair of eyes saw them. Raises NoPicture, and Diverged."""
    # In an open ruleset every seat sees everything.
    eye = EVERYTHING if registry.get(record.ruleset).info.is_open else eye
    shown = payload(record, only=eye)
    given = page.embed({"record": shown, "steps": [*steps], "eye": eye})
    text = _DRAWING.format(
        style=page.style(),
        script=page.script(record.ruleset) + page.still(),
        payload=given,
        scheme="dark" if is_dark else "light",
    )
    with tempfile.TemporaryDirectory(prefix="pentarch-still-") as folder:
        printed = _run(Path(folder), text, "--dump-dom")
    _, begin, rest = printed.partition('<pre id="stills">')
    if not begin:
        raise NoPicture("the browser did not draw the board")
    found = json.loads(unescape(rest.partition("</pre>")[0]))
    return [Still(one["svg"], one["width"], one["height"]) for one in found]


def sheet(pictures: list[Still], width: int) -> bytes:
    """Stills of one size beside each other as a PNG, ten in a row, each so wide."""
    height = round(width * pictures[0].height / pictures[0].width)
    columns = min(_COLUMNS, len(pictures))
    rows = -(-len(pictures) // columns)
    text = _SHEET.format(
        all=width * columns,
        width=width,
        height=height,
        pictures="".join(picture.svg for picture in pictures),
    )
    with tempfile.TemporaryDirectory(prefix="pentarch-still-") as name:
        folder = Path(name)
        file = folder / "sheet.png"
        size = f"--window-size={width * columns},{height * rows}"
        _run(folder, text, size, f"--screenshot={file}")
        if not file.exists():
            raise NoPicture("the browser did not take the picture")
        return file.read_bytes()


def moving(pictures: list[Still], width: int, seconds: float, kind: str) -> bytes:
    """Stills one after another as a GIF or WebP that begins again. Raises NoPicture."""
    try:
        from PIL import Image
    except ModuleNotFoundError as error:
        raise NoPicture("moving pictures need Pillow: pip install 'pentarch[research]'") from error
    whole = Image.open(io.BytesIO(sheet(pictures, width))).convert("RGB")
    height = round(width * pictures[0].height / pictures[0].width)
    frames = [
        whole.crop((x, y, x + width, y + height))
        for x, y in (
            (number % _COLUMNS * width, number // _COLUMNS * height)
            for number in range(len(pictures))
        )
    ]
    if kind == "GIF":
        # One palette for all of them: what stays the same costs nothing then.
        palette = whole.quantize(128, dither=Image.Dither.NONE)
        frames = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]
    out = io.BytesIO()
    durations = [round(seconds * 1000)] * (len(frames) - 1) + [round(seconds * 4000)]
    frames[0].save(
        out, kind, save_all=True, append_images=frames[1:], duration=durations, loop=0, quality=60
    )
    return out.getvalue()


def _run(folder: Path, text: str, *flags: str) -> str:
    """What Chromium prints when it opens a page. It gets no network, and a home of its own."""
    program = _program()
    if program is None:
        raise NoPicture("pictures are drawn by Chromium: install the package chromium")
    file = folder / "page.html"
    file.write_text(text, encoding="utf-8")
    # Its own sandbox does not start for root; the page is ours, and may load nothing.
    own = ["--no-sandbox"] if os.geteuid() == 0 else []
    line = [program, *_FLAGS, *own, f"--user-data-dir={folder / 'home'}", *flags, file.as_uri()]
    try:
        ran = subprocess.run(line, capture_output=True, timeout=_PATIENCE, cwd=folder)
    except (subprocess.TimeoutExpired, OSError) as error:
        raise NoPicture(f"{program} does not answer") from error
    if ran.returncode != 0:
        raise NoPicture(f"{program} ended with {ran.returncode}")
    return ran.stdout.decode("utf-8", errors="replace")
