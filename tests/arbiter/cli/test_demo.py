"""`pentarch demo`: real matches through the real service, and a table of what came out."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.processes import free_ports, processes_with

ROOT = Path(__file__).parent.parent.parent.parent


def run_demo(folder: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    listen, dashboard = free_ports(2)
    environment = os.environ | {
        "PENTARCH_DATA": str(folder),
        "PENTARCH_LISTEN": f"127.0.0.1:{listen}",
        "PENTARCH_DASHBOARD": f"127.0.0.1:{dashboard}",
        "PYTHONPATH": str(ROOT),
    }
    command = [sys.executable, "-m", "arbiter.cli", "demo", "--once", *arguments]
    return subprocess.run(
        command, env=environment, cwd=ROOT, capture_output=True, text=True, timeout=1500
    )


def check_table(table: list[dict[str, Any]]) -> None:
    """Search is not below greedy, and greedy above random. The same matches come every time."""
    assert rating(table, "mcts") >= rating(table, "greedy") > rating(table, "random")


def rating(table: list[dict[str, Any]], bot: str) -> float:
    """A bot's rating, which lies inside of its interval."""
    line = next(line for line in table if line["bot"] == bot)
    low, high = line["interval"]
    assert low < line["rating"] < high
    return float(line["rating"])


def test_a_ruleset_is_played_and_rated(tmp_path: Path) -> None:
    done = run_demo(tmp_path / "data", "--ruleset", "kingdom", "--blocks=1", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    tables = json.loads(done.stdout)
    assert list(tables) == ["kingdom"]
    assert rating(tables["kingdom"], "greedy") > rating(tables["kingdom"], "random")
    assert sum(line["wins"] for line in tables["kingdom"]) == 6
    assert processes_with(str(tmp_path)) == {}


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_all_rulesets_are_played_and_rated(tmp_path: Path) -> None:
    done = run_demo(tmp_path / "data", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    for table in json.loads(done.stdout).values():
        check_table(table)
    again = run_demo(tmp_path / "data", "--ruleset", "capital")
    assert again.returncode == 0
    assert "capital" in again.stdout
    assert processes_with(str(tmp_path)) == {}
