"""An arbiter in a process of its own: `python -m tests.arbiter_process DATABASE REDIS`.

Prints its port, and ends when its standard input does.
"""

import subprocess
import sys
from pathlib import Path

import structlog

from pentarch.arbiter.store import Store
from tests.remote import Replica
from tests.waiting import PATIENCE

ROOT = Path(__file__).parent.parent


class ArbiterProcess:
    """Started here; `memory` says what it takes, apart from the test's own process."""

    def __init__(self, database: str, redis: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.arbiter_process", database, redis],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self._process.stdout is not None
        self.port = int(self._process.stdout.readline())

    @property
    def pid(self) -> int:
        """The process."""
        return self._process.pid

    @property
    def memory(self) -> int:
        """Its resident bytes."""
        return self._status("VmRSS")

    @property
    def peak_memory(self) -> int:
        """The most resident bytes it has had."""
        return self._status("VmHWM")

    def _status(self, name: str) -> int:
        status = Path(f"/proc/{self._process.pid}/status").read_text()
        [line] = [line for line in status.splitlines() if line.startswith(f"{name}:")]
        return int(line.split()[1]) * 1024

    def stop(self) -> None:
        try:
            self._process.communicate(timeout=PATIENCE)
        finally:
            self._process.kill()


def main() -> None:
    structlog.configure(logger_factory=structlog.PrintLoggerFactory(sys.stderr))
    store = Store(sys.argv[1])
    replica = Replica(store, sys.argv[2])
    print(replica.port, flush=True)
    sys.stdin.read()
    replica.stop()
    store.close()


if __name__ == "__main__":
    main()
