"""Delays: how long tasks have wanted to run without getting a core, by what the kernel counts."""

import contextlib
import os
from pathlib import Path
from typing import Final, NamedTuple

_CORES: Final = os.cpu_count() or 1


class Delay(NamedTuple):
    """How long a tree has been kept from running, by two counts of the kernel's, each of which may
    say too little.

    `pressure` is up to this moment, but it is an average over the cores: of a task that is moved
    from one to another while it waits it has only a part, one of as many as there are cores at
    least. Kernels that do not count it have None. `queued` has all of every wait that has ended,
    and also the waits of tasks while others of the tree were running.
    """

    pressure: float | None
    queued: float

    def since(self, before: "Delay") -> float:
        """The seconds between two looks."""
        queued = self.queued - before.queued
        if self.pressure is None or before.pressure is None:
            return queued
        pressure = self.pressure - before.pressure
        return max(pressure, min(queued, pressure * _CORES))


class KernelFile:
    """A small file of the kernel's that is used again and again."""

    def __init__(self, path: Path, flags: int = os.O_RDONLY) -> None:
        self._file: Final = os.open(path, flags | os.O_CLOEXEC)

    def read(self) -> bytes:
        """What it says now."""
        return os.pread(self._file, 4096, 0)

    def write(self, value: bytes) -> None:
        """Tell the kernel something."""
        os.pwrite(self._file, value, 0)

    def close(self) -> None:
        """Let go of it."""
        os.close(self._file)


class TaskDelay:
    """How long one thread has waited for a core, cheap enough to be read at every decision."""

    def __init__(self, task: int) -> None:
        self._file: KernelFile | None = None
        # It may be gone, and some kernels do not count.
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            self._file = KernelFile(Path(f"/proc/{task}/schedstat"))

    def read(self) -> float:
        """Seconds so far; 0 when it is gone, or nobody counts."""
        if self._file is None:
            return 0.0
        try:
            return int(self._file.read().split()[1]) / 1e9
        except ProcessLookupError:
            return 0.0

    def close(self) -> None:
        """Let go of the file."""
        if self._file is not None:
            self._file.close()


class RunDelay:
    """How long tasks have waited for a core, by what the scheduler keeps of each.

    Of tasks that wait at the same time only the one that waited longest counts: a tree of many that
    wait for each other has not been kept from running.
    """

    def __init__(self) -> None:
        self._tasks: Final[dict[int, TaskDelay]] = {}
        self._known: dict[int, float] = {}
        self._total = 0.0

    def read(self, tasks: list[int]) -> float:
        """Seconds so far, of the tasks that are and have been given; never less than before."""
        for gone in self._tasks.keys() - tasks:
            self._tasks.pop(gone).close()
        now = {task: self._waited(task) for task in tasks}
        self._total += max((now[task] - self._known.get(task, 0.0) for task in tasks), default=0.0)
        self._known = now
        return self._total

    def close(self) -> None:
        """Let go of the files."""
        while self._tasks:
            self._tasks.popitem()[1].close()

    def _waited(self, task: int) -> float:
        known = self._known.get(task, 0.0)
        if task in self._tasks:
            waited = self._tasks[task].read()
            if waited >= known:
                return waited
            # It is gone, and another has its number.
            self._tasks.pop(task).close()
        self._tasks[task] = TaskDelay(task)
        return max(known, self._tasks[task].read())
