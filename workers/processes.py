"""Process trees: what they use, and how they end. Linux's /proc is the source."""

import os
from dataclasses import dataclass

_TICKS = os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True)
class Usage:
    """What a process tree has used: CPU seconds so far, bytes resident now, processes now."""

    cpu: float
    resident: int
    processes: int


def usage(root: int) -> Usage:
    """The tree below and including `root`; zeros when it is gone."""
    cpu, resident, count = 0.0, 0, 0
    waiting = [root]
    while waiting:
        pid = waiting.pop()
        fields = _stat(pid)
        if fields is None:
            continue
        # utime, stime, cutime, cstime: ended children that were waited for are in the latter two.
        cpu += sum(int(field) for field in fields[11:15]) / _TICKS
        resident += int(fields[21]) * _PAGE
        count += 1
        waiting += _children(pid)
    return Usage(cpu, resident, count)


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
        waiting += _children(pid)
    return total


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


def _children(pid: int) -> list[int]:
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
