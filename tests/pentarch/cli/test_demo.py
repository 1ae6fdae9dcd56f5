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
from tests.waiting import until

ROOT = Path(__file__).parent.parent.parent.parent
USUAL = [str(Settings.model_fields[name].default) for name in ("listen", "dashboard")]
# Bot, Elo, interval, live Elo, wins.
LINE = re.compile(r"(\w+) +(-?\d+) +-?\d+ to -?\d+ +-?\d+ +(\d+) +\d+ +\d+$", re.M)

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


def test_a_ruleset_is_played_and_rated_and_lines_say_how_far_it_is(tmp_path: Path) -> None:
    done = run_demo(tmp_path / "data", "--ruleset", "capital", "--blocks=1")
    assert done.returncode == 0, done.stderr
    addresses = re.findall(r"^(?:arbiter|dashboard) at (?:http://)?([\w.:]+)", done.stdout, re.M)
    assert len(addresses) == 2
    assert not set(addresses) & set(USUAL)
    lines = done.stderr.splitlines()
    assert len(lines) >= 2, "at the start and at the end"
    assert all(re.fullmatch(r" *\d+ s: \d of 6 matches \(capital \d/6\)", line) for line in lines)
    assert " 6 of 6 matches " in lines[-1]
    table = {bot: (int(elo), int(wins)) for bot, elo, wins in LINE.findall(done.stdout)}
    assert set(table) == {"mcts", "greedy", "random"}
    assert table["greedy"] > table["random"]
    assert sum(wins for _, wins in table.values()) == 6
    until(lambda: processes_with(str(tmp_path)) == {}, what="nothing is left behind")


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
    until(lambda: processes_with(str(tmp_path)) == {}, what="nothing is left behind")
