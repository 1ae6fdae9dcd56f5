"""`pentarch record picture`: steps of a record as pictures, still and moving."""

from pathlib import Path
from typing import Annotated, Final

import typer

from pentarch.cli.client import DEFAULT_ADDRESS, Address, Token
from pentarch.cli.records import Source, content, decoded
from pentarch.cli.terminal import (
    FAILED,
    AsJson,
    Failure,
    misuse,
    print_json,
    print_plain,
    write_bytes,
)
from pentarch.dashboard.viewer.frames import EVERYTHING
from pentarch.dashboard.viewer.stills import MOST_STEPS, NoPicture, moving, sheet, stills
from pentarch.engine.core import SEAT_NAMES
from pentarch.engine.errors import EngineError
from pentarch.engine.record import Record

_MOVING: Final = {".gif": "GIF", ".webp": "WEBP"}
_STILL: Final = (".svg", ".png")


def picture(
    source: Source,
    out: Annotated[Path, typer.Option("--out", "-o", help="A .svg, .png, .gif or .webp file.")],
    step: Annotated[int, typer.Option(min=0, help="The step, or the first one.")] = 0,
    to: Annotated[
        int | None, typer.Option(min=0, help="For .gif and .webp: the last step.")
    ] = None,
    every: Annotated[int, typer.Option(min=1, help="Draw only every Nth step.")] = 1,
    eye: Annotated[
        str, typer.Option(help="Whose view: a seat such as p1; everything when left out.")
    ] = EVERYTHING,
    width: Annotated[int, typer.Option(min=100, max=2400, help="Of .png, .gif and .webp.")] = 1180,
    seconds: Annotated[
        float, typer.Option(min=0.02, max=60, help="How long a step is seen.")
    ] = 0.5,
    is_dark: Annotated[bool, typer.Option("--dark", help="With the colours of the night.")] = False,
    address: Address = DEFAULT_ADDRESS,
    token: Token = "",
    as_json: AsJson = False,
) -> None:
    """Draw a step of a record, or a range of them as a moving picture.

    Chromium draws it, without a window; moving pictures need Pillow (extra `research`).
    """
    kind = out.suffix.lower()
    if kind not in (*_STILL, *_MOVING):
        raise misuse(f"a picture is a .svg, .png, .gif or .webp file, not {out.name!r}")
    if to is not None and kind in _STILL:
        raise misuse("--to is for moving pictures: .gif and .webp")
    record = decoded(source, content(source, address, token))
    steps = _steps(record, step, step if to is None else to, every)
    if eye not in (EVERYTHING, *SEAT_NAMES[: record.seats]):
        raise misuse(f"{eye} has no seat in this match")
    try:
        drawn = stills(record, steps, eye=eye, is_dark=is_dark)
        if kind == ".svg":
            made = drawn[0].svg.encode("utf-8")
        elif kind == ".png":
            made = sheet(drawn, width)
        else:
            made = moving(drawn, width, seconds, _MOVING[kind])
    except NoPicture as error:
        raise Failure(str(error), FAILED) from error
    except EngineError as error:
        raise Failure(f"{source}: {error}", FAILED) from error
    write_bytes(out, made)
    if as_json:
        print_json({"file": str(out), "steps": [*steps], "bytes": len(made)})
    else:
        print_plain(str(out))


def _steps(record: Record, first: int, last: int, every: int) -> list[int]:
    count = len(record.steps)
    if not first <= last <= count:
        raise misuse(f"the record has steps 0 to {count}, not {first} to {last}")
    steps = [*range(first, last, every), last]
    if len(steps) > MOST_STEPS:
        raise misuse(f"a picture has at most {MOST_STEPS} steps: choose fewer, or --every")
    return steps
