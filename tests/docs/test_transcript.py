"""The transcript of JSON lines in the pages is what a bot really reads and writes."""

import json
from pathlib import Path
from typing import Any

import pytest

from pentarch.local import play

PAGE = Path(__file__).parent.parent.parent / "docs" / "protocol.md"
# A bot that writes down what it is told and what it says.
BOT = """#!/bin/sh
while read -r line; do
    printf '> %s\\n' "$line" >> transcript
    case $line in *'"turn":'*) echo 0; echo '< 0' >> transcript ;; esac
done
"""
_MOST = 3


def shortened(value: Any) -> Any:
    """A value with the beginnings of its lists and tables."""
    if isinstance(value, dict):
        kept = {key: shortened(inner) for key, inner in list(value.items())[: _MOST * 4]}
        return kept if len(value) <= _MOST * 4 else kept | {"...": "..."}
    if isinstance(value, list):
        return [shortened(inner) for inner in value[:_MOST]] + ["..."] * (len(value) > _MOST)
    return value


def shown(line: str) -> str:
    """A line of the transcript as the page has it: the view is far too long for one."""
    if not line.startswith("> "):
        return line
    values = json.loads(line[2:])
    if "match_start" in values:
        options = values["match_start"]["options"]
        values["match_start"]["options"] = {"round_cap": options["round_cap"], "...": "..."}
    if "turn" in values:
        view = values["turn"]["view"]
        assert isinstance(view, dict)
        values["turn"]["view"] = {key: view[key] for key in list(view)[:2]} | {"...": "..."}
    return "> " + json.dumps(shortened(values))


def transcript(folder: Path) -> list[str]:
    """What passes between a referee and a program: the beginning and the end of a match."""
    program = folder / "mybot"
    program.write_text(BOT)
    program.chmod(0o755)
    record = play("township", ["run:./mybot", "random"], seed=1, options={"round_cap": 5})
    assert record.forfeits == []
    lines = [shown(line) for line in (folder / "transcript").read_text().splitlines()]
    assert sum(line.startswith("< ") for line in lines) > 5
    return [*lines[:5], "...", lines[-1]]


def test_the_transcript_in_the_page_is_a_real_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    made = "\n".join(transcript(tmp_path))
    assert made in PAGE.read_text(), made
