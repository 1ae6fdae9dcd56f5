"""Pictures of steps, by the command."""

import io
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from pentarch.engine.match import Match
from pentarch.engine.record import Record, encode, record_of
from tests import needs
from tests.playing import play_random, ruleset_of

pytestmark = [needs.needs_chromium, pytest.mark.timeout(900)]


def recorded() -> Record:
    match = play_random(Match(ruleset_of("kingdom"), 2, {"max_rounds": 5}, 11), 11)
    return record_of(match, ["one", "two"])


def test_the_command_draws_stills_and_moving_pictures(pentarch: Any, tmp_path: Path) -> None:
    file = tmp_path / "match.pentarch"
    file.write_bytes(encode(recorded()))

    def drawn(name: str, *more: str) -> bytes:
        line = ["record", "picture", str(file), "-o", str(tmp_path / name), *more]
        told = pentarch(*line, "--json").json
        content = (tmp_path / name).read_bytes()
        assert told["bytes"] == len(content)
        return content

    assert drawn("one.svg", "--step", "3", "--eye", "p2").startswith(b"<svg ")
    still = Image.open(io.BytesIO(drawn("one.png", "--step", "3", "--width", "600")))
    assert still.width == 600
    for name, kind in (("all.gif", "GIF"), ("all.webp", "WEBP")):
        line = ["--step", "2", "--to", "14", "--every", "4", "--width", "300"]
        moving: Any = Image.open(io.BytesIO(drawn(name, *line)))
        assert (moving.format, moving.n_frames, moving.width) == (kind, 4, 300)


@pytest.mark.parametrize(
    ("name", "more", "said"),
    [
        ("one.bmp", [], "not 'one.bmp'"),
        ("one.png", ["--to", "5"], "--to is for moving pictures"),
        ("one.svg", ["--step", "99999"], "the record has steps 0 to"),
        ("one.svg", ["--eye", "p6"], "p6 has no seat"),
    ],
)
def test_what_cannot_be_drawn_is_refused(
    name: str, more: list[str], said: str, pentarch: Any, tmp_path: Path
) -> None:
    file = tmp_path / "match.pentarch"
    file.write_bytes(encode(recorded()))
    ran = pentarch("record", "picture", str(file), "-o", str(tmp_path / name), *more)
    assert ran.code == 2
    assert said in ran.err
    assert not (tmp_path / name).exists()
