"""Cores: no more hosted bots of a node think at a time than the node has cores for.

A bot is frozen while it is not asked, so only those that are asked count: one of a match, or all
that decide simultaneously, in each process of the node. One that finds no core free is asked later,
and its time begins then.
"""

import fcntl
import os
from typing import Final


class Cores:
    """The cores of a node. Made before its processes are forked, who then share them."""

    def __init__(self, count: int) -> None:
        self._count: Final = count
        # A byte of a file without a name for each. A process's locks end with it.
        self._file: Final = os.memfd_create("cores")
        self._held: Final[set[int]] = set()
        # A lock stays with the process that took it.
        os.register_at_fork(after_in_child=self._held.clear)

    def take(self) -> int | None:
        """A core for a bot that is about to be asked; None if there is none free."""
        for core in range(self._count):
            if core not in self._held and self._lock(core, fcntl.LOCK_NB):
                return core
        return None

    def wait(self) -> int | None:
        """A core, as soon as there is one; None for a process that already has some.

        Two processes that hold on to one core each and wait for another would wait forever.
        """
        core = self.take()
        if core is None and not self._held:
            core = os.getpid() % self._count
            self._lock(core, 0)
        return core

    def free(self, core: int) -> None:
        """The bot is not asked any more."""
        self._held.discard(core)
        fcntl.lockf(self._file, fcntl.LOCK_UN, 1, core)

    def _lock(self, core: int, how: int) -> bool:
        try:
            fcntl.lockf(self._file, fcntl.LOCK_EX | how, 1, core)
        except BlockingIOError:
            return False
        self._held.add(core)
        return True


def available() -> int:
    """How many cores this process may run on."""
    return len(os.sched_getaffinity(0))
