"""A run says how far it is, and at its end what of the machine it used and what did not run."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SAMPLE = """
import time
import pytest
from tests import needs


def test_that_passes():
    needs.have("Anvil", "of iron")


def test_that_fails():
    assert False


def test_that_takes_its_time():
    time.sleep(2)


def test_that_needs_what_is_missing():
    needs.lack("Hammer", "nobody brought one")


@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.long
def test_that_was_not_chosen(number):
    pass
"""


@pytest.mark.parametrize("processes", [0, 2])
def test_lines_and_a_summary(tmp_path: Path, processes: int) -> None:
    (tmp_path / "conftest.py").write_text('pytest_plugins = ["tests.progress"]\n')
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = long\n")
    (tmp_path / "test_sample.py").write_text(SAMPLE)
    line = [sys.executable, "-m", "pytest", "-m", "not long", f"-n{processes}"]
    done = subprocess.run(
        [*line, "-p", "no:cacheprovider", "-o", "progress_seconds=0.1"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1, done.stdout + done.stderr
    lines = re.findall(r"^0 min: (\d) of (\d|\?) tests are done, (\d) failed$", done.stdout, re.M)
    assert lines
    assert {total for _, total, _ in lines} <= {"?", "4"}
    named = done.stdout.count("  failed: test_sample.py::test_that_fails\n")
    assert named == any(failed == "1" for _, _, failed in lines), "by name, once"
    summary = done.stdout.partition(" this machine ")[2]
    for told in (
        "Anvil: of iron\nengine: interpreted\n",
        "1 did not run: no Hammer: nobody brought one\n"
        "  test_sample.py::test_that_needs_what_is_missing\n",
        "2 did not run: not chosen; `make test-long` runs those marked as long\n"
        "  test_sample.py::test_that_was_not_chosen[1]\n",
    ):
        assert told in summary, done.stdout
