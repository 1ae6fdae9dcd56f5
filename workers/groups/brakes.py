"""Brakes: freezing and killing what is in one folder of a hierarchy, and how long it waited."""

import contextlib
import os
import re
import signal
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Final

from pentarch.workers.delays import Delay, KernelFile, RunDelay
from pentarch.workers.groups.hierarchy import UNIFIED, numbers

_FULL: Final = re.compile(rb"full .*total=(\d+)")


class Brake(ABC):
    """Stops what is in one folder of a hierarchy."""

    @abstractmethod
    def freeze(self) -> None:
        """Let nothing run."""

    @abstractmethod
    def thaw(self) -> None:
        """Let it run again."""

    @abstractmethod
    def kill(self) -> None:
        """Kill what is there now, frozen or not. Dying may take a moment."""

    @abstractmethod
    def delay(self) -> Delay:
        """How long something there has wanted to run so far while nothing got a core."""

    @abstractmethod
    def close(self) -> None:
        """Let go of the files."""


class UnifiedBrake(Brake):
    """Version 2: a file for each."""

    def __init__(self, folder: Path) -> None:
        self._folder: Final = folder
        self._state: Final = KernelFile(folder / "cgroup.freeze", os.O_RDWR)
        pressure = folder / "cpu.pressure"
        self._pressure: Final = KernelFile(pressure) if pressure.exists() else None
        self._threads: Final = KernelFile(folder / "cgroup.threads")
        self._queued: Final = RunDelay()
        # Both counts when a wait was last found to have ended.
        self._ended = (-1.0, 0.0)

    def freeze(self) -> None:
        self._state.write(b"1")

    def thaw(self) -> None:
        self._state.write(b"0")

    def kill(self) -> None:
        (self._folder / "cgroup.kill").write_bytes(b"1")

    def delay(self) -> Delay:
        queued = self._queued.read([int(task) for task in self._threads.read().split()])
        found = None if self._pressure is None else _FULL.search(self._pressure.read())
        if found is None:
            return Delay(None, queued)
        pressure = int(found[1]) / 1e6
        if queued != self._ended[0]:
            self._ended = (queued, pressure)
        # A wait that has not ended yet is not among the queued: of that, only pressure tells.
        return Delay(pressure, queued + pressure - self._ended[1])

    def close(self) -> None:
        self._state.close()
        self._threads.close()
        self._queued.close()
        if self._pressure is not None:
            self._pressure.close()


class FreezerBrake(Brake):
    """Version 1: the freezer, and signals to what cannot get away from them."""

    def __init__(self, folder: Path) -> None:
        self._folder: Final = folder
        self._state: Final = KernelFile(folder / "freezer.state", os.O_RDWR)
        self._queued: Final = RunDelay()

    def freeze(self) -> None:
        self._state.write(b"FROZEN")

    def thaw(self) -> None:
        self._state.write(b"THAWED")

    def kill(self) -> None:
        # Frozen it cannot fork any more; the signals take effect when it thaws.
        self.freeze()
        for pid in numbers(self._folder / "cgroup.procs"):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.thaw()

    def delay(self) -> Delay:
        return Delay(None, self._queued.read(numbers(self._folder / "tasks")))

    def close(self) -> None:
        self._state.close()
        self._queued.close()


def brake_of(folders: dict[str, Path]) -> Brake:
    """The best brake that a group with these folders has."""
    if UNIFIED in folders:
        return UnifiedBrake(folders[UNIFIED])
    return FreezerBrake(folders["freezer"])
