"""What tests start ends with them, also when they are killed and cannot end it themselves.

A process that runs tests puts a mark into its environment, so that its children carry it, and
theirs, in whatever session they are. Its guard is a small process that waits for its end and then
kills all that carries the mark. The kernel's way, a signal at the death of the parent, would come
already when the thread ends that has started the child, and does not reach the child's children.

A program that writes over its own environment is not found. Of those that tests start only Redis
does, and it asks the kernel for that signal itself.
"""

import os
import shutil
import signal
import subprocess
import sys
import time
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Final
from uuid import uuid4

MARK: Final = "TEST_PROCESS"
_PAUSE: Final = 0.3
_PATIENCE: Final = 60.0
_ENOUGH: Final = 2 << 30


@cache
def watch() -> Path:
    """Let this process be guarded; a place for a folder that goes with it, in memory if it can."""
    mark = uuid4().hex
    os.environ[MARK] = mark
    memory = Path("/dev/shm")
    is_roomy = memory.is_dir() and shutil.disk_usage(memory).free > _ENOUGH
    # Short, because addresses of sockets must be.
    place = (memory if is_roomy else Path("/tmp")) / f"pentarch-{mark[:12]}"
    # Nobody waits for it: it outlives who has started it.
    os.posix_spawn(
        sys.executable,
        [sys.executable, "-I", "-S", __file__, str(os.getpid()), mark, str(place)],
        {},
        file_actions=[(os.POSIX_SPAWN_OPEN, n, os.devnull, os.O_RDWR, 0) for n in range(3)],
        setsid=True,
    )
    return place


def carriers(mark: str) -> list[int]:
    """The processes that carry a mark."""
    wanted = f"{MARK}={mark}".encode()
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if wanted in (folder / "environ").read_bytes().split(b"\0"):
                found.append(int(folder.name))
    return found


def stand_guard(pid: int, mark: str, place: Path) -> None:
    """Wait for the end of a process, which has started this one; then end what it left behind."""
    while os.getppid() == pid:
        time.sleep(_PAUSE)
    ends = time.monotonic() + _PATIENCE
    while (left := carriers(mark)) and time.monotonic() < ends:
        for one in left:
            with suppress(OSError):
                os.kill(one, signal.SIGKILL)
        time.sleep(0.05)
    for line in Path("/proc/self/mounts").read_text().splitlines():
        if line.split()[1].startswith(f"{place}/"):
            subprocess.run(["umount", "--lazy", line.split()[1]], check=False)
    shutil.rmtree(place, ignore_errors=True)
    sweep_clocks(Path("/dev/shm"))


def sweep_clocks(memory: Path) -> None:
    """Delete what processes with wrong clocks have left that were killed: files named by them."""
    for path in memory.glob("*faketime_s[eh]m_[0-9]*"):
        if not Path("/proc", path.name.rpartition("_")[2]).exists():
            with suppress(OSError):
                path.unlink()


if __name__ == "__main__":
    stand_guard(int(sys.argv[1]), sys.argv[2], Path(sys.argv[3]))
