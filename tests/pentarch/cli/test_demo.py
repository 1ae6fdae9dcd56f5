"""`pentarch demo`: real matches through the real service, and a table of what came out."""

import json
import os
import re
import socket
import subprocess
import sys
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest

from pentarch.arbiter.settings import Settings
from tests.needs import needs_redis
from tests.processes import processes_with

ROOT = Path(__file__).parent.parent.parent.parent
USUAL = [str(Settings.model_fields[name].default) for name in ("listen", "dashboard")]

pytestmark = needs_redis


def run_demo(folder: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """While something else has the usual ports: as in a second clone."""
    environment = os.environ | {"PENTARCH_DATA": str(folder), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "pentarch.cli", "demo", "--once", *arguments]
    with ExitStack() as stack:
        for address in USUAL:
            host, _, port = address.rpartition(":")
            # Else another process has it, which is as well.
            with suppress(OSError):
                stack.enter_context(socket.create_server((host, int(port))))
        return subprocess.run(
            command, env=environment, cwd=ROOT, capture_output=True, text=True, check=False
        )


def check_table(table: list[dict[str, Any]]) -> None:
    """Search is not below greedy, and greedy above random. The same matches come every time."""
    assert rating(table, "mcts") >= rating(table, "greedy") > rating(table, "random")


def rating(table: list[dict[str, Any]], bot: str) -> float:
    """A bot's Elo, which lies inside of its interval."""
    line = next(line for line in table if line["bot"] == bot)
    low, high = line["interval"]
    assert low < line["elo"] < high
    return float(line["elo"])


def test_a_ruleset_is_played_and_rated(tmp_path: Path) -> None:
    done = run_demo(tmp_path / "data", "--ruleset", "kingdom", "--blocks=1", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    tables = json.loads(done.stdout)
    assert list(tables) == ["kingdom"]
    assert rating(tables["kingdom"], "greedy") > rating(tables["kingdom"], "random")
    assert sum(line["wins"] for line in tables["kingdom"]) == 6
    assert processes_with(str(tmp_path)) == {}


def test_without_a_terminal_lines_say_where_everything_is_and_how_far(tmp_path: Path) -> None:
    done = run_demo(tmp_path / "data", "--ruleset", "kingdom", "--blocks=1")
    assert done.returncode == 0, done.stderr
    addresses = re.findall(r"^(?:arbiter|dashboard) at (?:http://)?([\w.:]+)", done.stdout, re.M)
    assert len(addresses) == 2
    assert not set(addresses) & set(USUAL)
    lines = done.stderr.splitlines()
    assert len(lines) >= 2, "at the start and at the end"
    assert all(re.fullmatch(r" *\d+ s: \d of 6 matches \(kingdom \d/6\)", line) for line in lines)
    assert " 6 of 6 matches " in lines[-1]


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_all_rulesets_are_played_and_rated(tmp_path: Path) -> None:
    done = run_demo(tmp_path / "data", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    for table in json.loads(done.stdout).values():
        check_table(table)
    again = run_demo(tmp_path / "data", "--ruleset", "capital")
    assert again.returncode == 0
    assert "capital" in again.stdout
    assert processes_with(str(tmp_path)) == {}
