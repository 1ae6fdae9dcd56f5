"""Tests that are killed leave nothing behind: no service, no node, no browser, no folder."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from pentarch.workers.process_tree import is_running
from tests.guard import sweep_clocks
from tests.needs import needs_chromium, needs_redis
from tests.processes import descendants, processes_with
from tests.waiting import until

ROOT = Path(__file__).parent.parent
PARTS = (
    "chromium",
    "playwright",
    "postgres",
    "redis-server",
    "-m pentarch.dashboard",
    "-m tests.arbiter_process",
    "-m pentarch.workers play",
)


@needs_redis
@needs_chromium
@pytest.mark.parametrize("victim", ["pytest", "a process of xdist"])
def test_what_killed_tests_have_started_ends(tmp_path: Path, victim: str) -> None:
    ready = tmp_path / "ready"
    line = [sys.executable, "-m", "pytest", "-n1", "--max-worker-restart=0", "tests/everything.py"]
    with (tmp_path / "log").open("wb") as log:
        run = subprocess.Popen(
            [*line, f"--basetemp={tmp_path / 'run'}", "-p", "no:cacheprovider"],
            cwd=ROOT,
            env=os.environ | {"READY": str(ready)},
            stdout=log,
            stderr=log,
        )
    until(lambda: ready.exists() or run.poll() is not None)
    assert run.poll() is None, (tmp_path / "log").read_text()
    pid, _, place = ready.read_text().partition(" ")
    assert list(Path(place).iterdir()), "the folder of PostgreSQL"
    left = descendants(run.pid)
    told = "\n".join(left.values())
    assert [part for part in PARTS if part not in told] == []

    os.kill(run.pid if victim == "pytest" else int(pid), signal.SIGKILL)
    run.wait()
    until(lambda: not [line for one, line in left.items() if is_running(one)], what="all is gone")
    until(lambda: not processes_with(str(tmp_path)), what="nothing new has come")
    until(lambda: not Path(place).exists(), what="so is the folder")


def test_what_wrong_clocks_leave_goes_with_the_process_that_had_one(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        pass
    for pid in (process.pid, os.getpid()):
        for name in (f"faketime_shm_{pid}", f"sem.faketime_sem_{pid}"):
            (tmp_path / name).touch()
    sweep_clocks(tmp_path)
    assert {path.name.rpartition("_")[2] for path in tmp_path.iterdir()} == {str(os.getpid())}
