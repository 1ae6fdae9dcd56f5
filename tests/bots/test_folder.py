"""A bot's folder: its modules may have any names, at the desk, under the doctor, and hosted."""

import subprocess
import sys
from pathlib import Path

import pytest

from pentarch.bots.registry import UnknownBot, make
from pentarch.local import play
from tests.hosting import play as play_hosted
from tests.needs import needs_sandbox

NAMES = ["engine", "arbiter", "workers", "dashboard", "proto", "deploy", "tests", "local", "cli"]
MANIFEST = """
name = "anything"
rulesets = ["township"]
entry_point = "bot.py"
language = "python"
"""
BOT = """
from pentarch import Bot, Turn, run

import bots.deep
from bots import NAME as of_bots
{imports}
from arbiter import NAME as of_arbiter

class Mine(Bot):
    def decide(self, turn: Turn):
        import workers  # first imported in the middle of a match
        assert bots.deep.NAME == "deep in bots"
        assert [engine.NAME, of_arbiter, of_bots, workers.NAME] == {names}
        return turn.legal[0]

if __name__ == "__main__":
    run(Mine)
"""


def folder(where: Path, mark: str = "") -> Path:
    """A bot whose modules are called like everybody else's; they say whose they are."""
    where.mkdir()
    (where / "pentarch.toml").write_text(MANIFEST)
    for name in NAMES:
        (where / f"{name}.py").write_text(f"NAME = {name + mark!r}\n")
    (where / "bots").mkdir()
    (where / "bots" / "__init__.py").write_text(f"import engine\nNAME = {'bots' + mark!r}\n")
    (where / "bots" / "deep.py").write_text("from . import engine\nNAME = 'deep in bots'\n")
    names = [name + mark for name in ("engine", "arbiter", "bots", "workers")]
    imports = "\n".join(f"import {name}" for name in NAMES if name != "workers")
    (where / "bot.py").write_text(BOT.format(names=names, imports=imports))
    return where


def test_it_plays_at_the_desk_as_a_folder_and_as_a_file(tmp_path: Path) -> None:
    where = folder(tmp_path / "mine")
    record = play("township", [str(where), str(where / "bot.py")], seed=1)
    assert record.forfeits == [], record.annotations


def test_two_versions_of_a_bot_have_each_their_own_modules(tmp_path: Path) -> None:
    old, new = folder(tmp_path / "old", " of old"), folder(tmp_path / "new", " of new")
    record = play("township", [str(old), str(new), str(old)], seed=1)
    assert record.forfeits == [], record.annotations


def test_its_modules_stand_in_for_nobody_elses(tmp_path: Path) -> None:
    """Neither for those of the standard library nor for those that are installed."""
    where = folder(tmp_path / "mine")
    for name in ("queue", "wave", "typer"):
        (where / f"{name}.py").write_text("NAME = 'mine'\n")
    with (where / "bot.py").open("a") as bot:
        bot.write("import queue, wave, typer\nassert wave.NAME == typer.NAME == 'mine'\n")
    lines = [
        "from pentarch.bots.registry import make",
        f"make({str(where)!r}, 'township')",
        "import queue, sys, typer, wave",
        "print(queue.Queue, typer.Typer, wave.open)",
        "assert not {'local', 'proto'} & set(sys.modules)",
    ]
    subprocess.run([sys.executable, "-c", "\n".join(lines)], check=True)


@pytest.mark.parametrize("words", [("match", "township", "random"), ("bot", "check")])
def test_the_commands_take_it(tmp_path: Path, words: tuple[str, ...]) -> None:
    where = str(folder(tmp_path / "mine"))
    line = [sys.executable, "-m", "pentarch.cli", *words, where]
    done = subprocess.run(line, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "BOT_" not in done.stdout


@needs_sandbox
def test_it_plays_hosted(tmp_path: Path) -> None:
    result = play_hosted(folder(tmp_path / "mine"))
    assert [evidence.stderr for evidence in result.evidence] == []


def test_a_folder_without_a_manifest_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnknownBot, match=r"there is no pentarch\.toml"):
        make(str(tmp_path), "township")


def test_a_bot_in_another_language_is_none_of_this_process(tmp_path: Path) -> None:
    (tmp_path / "bot.js").write_text("")
    text = MANIFEST.replace('"bot.py"', '"bot.js"').replace('"python"', '"node"')
    (tmp_path / "pentarch.toml").write_text(text)
    with pytest.raises(UnknownBot, match="is a program; here only bots in Python play"):
        make(str(tmp_path), "township")
