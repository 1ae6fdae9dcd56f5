"""Worker nodes and arbiters for tests: real processes on real services, that can be stopped in any
way."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.waiting import PATIENCE

ROOT = Path(__file__).parent.parent


class Node:
    """`python -m pentarch.workers ...` in a process group of its own."""

    def __init__(self, folder: Path, *arguments: str, **environment: str) -> None:
        """The program is the one of this tree, unless PYTHONPATH names another."""
        self.log = folder / f"node-{'-'.join(arguments).replace('/', '')}.log"
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "pentarch.workers", *arguments],
                env=os.environ
                | {"PENTARCH_DATA": str(folder), "PYTHONPATH": str(ROOT)}
                | environment,
                cwd=environment.get("PYTHONPATH", ROOT),
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def signal(self, number: signal.Signals) -> None:
        """To the main process and all its children, as when a machine dies or stands still."""
        os.killpg(self.process.pid, number)

    @contextmanager
    def paused(self) -> Iterator[None]:
        """All of it stands still for the time of the block."""
        self.signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self.signal(signal.SIGCONT)

    def terminate(self) -> int:
        """Shut it down in an orderly way; its exit code."""
        self.process.terminate()
        return self.process.wait(PATIENCE)

    def kill(self) -> None:
        """End it without warning, if it still runs."""
        if self.process.poll() is None:
            self.signal(signal.SIGKILL)
        self.process.wait()


def start_arbiter(folder: Path, address: str, **environment: str) -> "subprocess.Popen[bytes]":
    """`pentarch arbiter` at an address, on the data in a folder."""
    with (folder / "arbiter.log").open("ab") as log:
        return subprocess.Popen(
            [sys.executable, "-m", "pentarch.cli", "arbiter"],
            env=os.environ
            | {"PENTARCH_DATA": str(folder), "PENTARCH_LISTEN": address, "PYTHONPATH": str(ROOT)}
            | environment,
            cwd=ROOT,
            stdout=log,
            stderr=log,
        )
