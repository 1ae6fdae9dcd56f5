"""Engine and search as they are without compiling, beside the compiled ones that are in use.

Its sources are copied to where no compiled module can get before them, and played by a process of
their own. That process waits while others are measured, and the other way round.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pentarch
from pentarch.bench.engine import EngineSubjects, Loop, Subject, mode, rate
from pentarch.bench.simulations import Simulations
from pentarch.engine import registry

STEPS: Final = "steps"
SIMULATIONS: Final = "simulations"


@contextmanager
def interpreted(ids: list[str], work: str = STEPS) -> "Iterator[list[Subject]]":
    """The steps or simulations of these rulesets, interpreted; none where nothing is compiled."""
    if all(mode(registry.get(id)) == "interpreted" for id in ids):
        yield []
        return
    with tempfile.TemporaryDirectory(prefix="pentarch-bench-") as folder:
        shutil.copytree(
            Path(pentarch.__file__).parent,
            Path(folder) / "pentarch",
            ignore=shutil.ignore_patterns("*.so", "__pycache__"),
        )
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", "pentarch.bench.interpreted", work, *ids],
            env=os.environ | {"PYTHONPATH": os.pathsep.join([folder, *sys.path])},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            yield [Interpreted(id, process) for id in ids]
        finally:
            process.kill()
            process.communicate()


class Interpreted(Subject):
    """The work of a ruleset in the other process."""

    def __init__(self, id: str, process: "subprocess.Popen[str]") -> None:
        super().__init__(f"{id} interpreted")
        self._id: Final = id
        self._process: Final = process

    def rate(self, seconds: float) -> float:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{self._id} {seconds}\n")
        self._process.stdin.flush()
        return float(self._process.stdout.readline())


def main(work: str, ids: list[str]) -> None:
    """Answer one request per line."""
    loops = {id: _loop(work, id) for id in ids}
    for id in ids:
        assert mode(registry.get(id)) == "interpreted"
    for line in sys.stdin:
        id, seconds = line.split()
        print(rate(loops[id], float(seconds)), flush=True)


def _loop(work: str, id: str) -> Loop:
    return Simulations(id).search if work == SIMULATIONS else EngineSubjects(id).play


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
