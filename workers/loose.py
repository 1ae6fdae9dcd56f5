"""Bots on a host without control groups, where an administrator has allowed it.

Their trees are looked at now and then instead of being held by the kernel: memory that nobody maps,
CPU time of processes that end quickly, and what runs while the bot is not asked are not seen.
"""

import os
import time
from typing import Final

from pentarch.workers.delays import Delay, RunDelay
from pentarch.workers.groups import Group, Separation, Share
from pentarch.workers.process_tree import CpuMeter, children, footprint, is_running, tasks, usage

_END_WAIT: Final = 10.0
_PAUSE: Final = 0.001
MIB: Final = 1 << 20


class Loose(Group):
    """A process tree that nothing holds together but its first process."""

    def __init__(self, share: Share) -> None:
        self._share: Final = share
        self._root = 0
        self._meter = CpuMeter(0)
        self._queued: Final = RunDelay()
        self.entrances = []

    def begin(self, root: int) -> None:
        self._root = root
        self._meter = CpuMeter(root)

    def cpu(self) -> float:
        return self._meter.read()

    def delay(self) -> Delay:
        return Delay(None, self._queued.read(tasks(self._root)))

    def tasks(self) -> int:
        return len(tasks(self._root))

    def overuse(self) -> str:
        if usage(self._root).resident <= self._share.memory:
            return ""
        held = footprint(self._root)
        if held <= self._share.memory:
            return ""
        return f"the bot uses {held // MIB} MiB"

    def freeze(self) -> None:
        """Nothing can be frozen."""

    def thaw(self) -> None:
        """Nothing was frozen."""

    def end(self) -> None:
        # The first process inside takes all others of its process space with it, and goes last.
        below = children(self._root)
        if is_running(self._root):
            os.kill(self._root, 9)
        deadline = time.monotonic() + _END_WAIT
        while any(is_running(pid) for pid in below) and time.monotonic() < deadline:
            time.sleep(_PAUSE)
        self._queued.close()


class LooseWay(Separation):
    """The way of a host without groups."""

    name = "none, which an administrator allows (PENTARCH_SANDBOX_WITHOUT_GROUPS)"

    def make(self, slot: int, share: Share) -> Group:
        return Loose(share)
