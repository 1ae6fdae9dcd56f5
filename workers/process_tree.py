"""Process trees: what they use, whether they are gone, and how they end with their parent."""

import ctypes
import os
import signal
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

MODULE: Final = (sys.executable, "-P", "-m")
"""What starts a module as a program. The folder one happens to be in is not searched for it."""
_TICKS: Final = os.sysconf("SC_CLK_TCK")
_PAGE: Final = os.sysconf("SC_PAGE_SIZE")
_WALK_EVERY: Final = 0.05
_PR_SET_PDEATHSIG: Final = 1
_LEASH: Final = f"""
import ctypes, os, signal, sys
ctypes.CDLL(None).prctl({_PR_SET_PDEATHSIG}, signal.SIGTERM)
if os.getppid() != int(sys.argv[1]):
    sys.exit("whoever started this has ended")
# Python ignores these, and what is executed would go on doing so.
signal.signal(signal.SIGPIPE, signal.SIG_DFL)
signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
os.execvp(sys.argv[2], sys.argv[2:])
"""
_libc: Final = ctypes.CDLL(None)


@dataclass(frozen=True)
class TreeUsage:
    """What a process tree has used: CPU seconds so far, bytes resident now, processes now."""

    cpu: float
    resident: int
    processes: int


def usage(root: int) -> TreeUsage:
    """The tree below and including `root`; zeros when it is gone."""
    cpu, resident, count = 0.0, 0, 0
    waiting = [root]
    while waiting:
        pid = waiting.pop()
        fields = _stat(pid)
        if fields is None:
            continue
        # cutime, cstime: ended children that were waited for.
        cpu += cpu_of(pid) + (int(fields[13]) + int(fields[14])) / _TICKS
        resident += int(fields[21]) * _PAGE
        count += 1
        waiting += children(pid)
    return TreeUsage(cpu, resident, count)


class CpuMeter:
    """The CPU seconds of a sandboxed tree, cheap enough to be read at every decision.

    Walking the tree costs more than a fast bot's decision. So most readings look at one process
    only, the bot's first, and the tree is walked a few times a second: what the bot's other
    processes have used is charged then.
    """

    def __init__(self, root: int) -> None:
        self._root: Final = root
        self._first = 0
        self._walked = 0.0
        self._base = 0.0
        self._total = 0.0

    def read(self) -> float:
        """CPU seconds so far; never less than before."""
        now = time.perf_counter()
        if now - self._walked >= _WALK_EVERY:
            self._walked = now
            self._first = _grandchild(self._root)
            self._base = usage(self._root).cpu - cpu_of(self._first)
        self._total = max(self._total, self._base + cpu_of(self._first))
        return self._total


def cpu_of(pid: int) -> float:
    """The CPU seconds of one process, all its threads; 0 when it is gone."""
    try:
        # The kernel's number for the CPU clock of another process.
        return time.clock_gettime((~pid << 3) | 2)
    except OSError:
        return 0.0


def footprint(root: int) -> int:
    """The bytes the tree holds in memory, with a page that processes share counted once.

    A forked child shares its parent's pages until it writes to them, so the sum of `resident`
    blames a small bot for its children. Dearer than `usage`: the kernel walks every page table.
    """
    total = 0
    waiting = [root]
    while waiting:
        pid = waiting.pop()
        total += _proportional(pid)
        waiting += children(pid)
    return total


def is_running(pid: int) -> bool:
    """Whether a process runs: neither gone nor dead and waiting to be collected."""
    fields = _stat(pid)
    return fields is not None and fields[0] not in (b"Z", b"X")


def children(pid: int) -> list[int]:
    """The processes that a process has started and that have not been collected."""
    found: list[int] = []
    try:
        threads = os.listdir(f"/proc/{pid}/task")
    except (FileNotFoundError, ProcessLookupError):
        return found
    for thread in threads:
        try:
            with open(f"/proc/{pid}/task/{thread}/children") as file:
                found += [int(child) for child in file.read().split()]
        except (FileNotFoundError, ProcessLookupError):
            continue
    return found


def end_with_parent() -> None:
    """Let the kernel end this process when its parent is killed.

    The signal comes when the thread ends that has started the process: start it from one that
    lasts.
    """
    _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)


def leashed(line: Sequence[str]) -> list[str]:
    """The command line of a program that ends with this process, as `end_with_parent` says.

    It is not asked for in `preexec_fn`: that forks, and where threads are in gRPC a forked process
    is sometimes aborted before it executes anything.
    """
    return [sys.executable, "-I", "-S", "-c", _LEASH, str(os.getpid()), *line]


def tasks(root: int) -> list[int]:
    """The threads of all processes of the tree."""
    found: list[int] = []
    waiting = [root]
    while waiting:
        pid = waiting.pop()
        try:
            found += [int(thread) for thread in os.listdir(f"/proc/{pid}/task")]
        except (FileNotFoundError, ProcessLookupError):
            continue
        waiting += children(pid)
    return found


def _grandchild(root: int) -> int:
    """The bot's first process: below the sandbox's two, or the deepest there is yet."""
    pid = root
    for _ in range(2):
        below = children(pid)
        if not below:
            break
        pid = below[0]
    return pid


def _proportional(pid: int) -> int:
    """The process's memory, every shared page divided by its sharers; 0 when it is gone."""
    try:
        with open(f"/proc/{pid}/smaps_rollup", "rb") as file:
            for line in file:
                if line.startswith(b"Pss:"):
                    return int(line.split()[1]) * 1024
    except (FileNotFoundError, ProcessLookupError):
        return 0
    except PermissionError:
        fields = _stat(pid)
        return 0 if fields is None else int(fields[21]) * _PAGE
    return 0


def _stat(pid: int) -> list[bytes] | None:
    """The fields of /proc/PID/stat after the name, which may hold anything."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            return file.read().rpartition(b") ")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return None
