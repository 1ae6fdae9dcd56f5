"""What a program on this machine spends on a decision, counted as for a hosted bot."""

import time
from typing import Final

from pentarch.arbiter.referee.clocks import Spending
from pentarch.workers.delays import RunDelay, TaskDelay
from pentarch.workers.process_tree import tasks, usage


class Meter:
    """Charges a program for its work and its idleness, and not for a busy machine.

    `listener` is the thread that takes in its answers: while that waits for a core, nobody knows
    that an answer has come.
    """

    def __init__(self, program: int, listener: int) -> None:
        self._program: Final = program
        self._queued: Final = RunDelay()
        self._listener: Final = TaskDelay(listener)
        self._cpu = 0.0
        self._delayed = 0.0
        self._since = 0.0

    def start(self) -> None:
        """A decision begins: what is spent from now on is spent on it."""
        self._cpu = usage(self._program).cpu
        self._delayed = self._delay()
        self._since = time.perf_counter()

    def listen(self) -> None:
        """The program has been told all it needs, and is waited for."""
        self._since = time.perf_counter()

    def spent(self, until: float) -> Spending:
        """What has been spent on the decision by the time of its answer."""
        cpu = max(0.0, usage(self._program).cpu - self._cpu)
        return Spending(cpu, max(0.0, until - self._since), cpu, self._delay() - self._delayed)

    def close(self) -> None:
        """Let go of the files."""
        self._queued.close()
        self._listener.close()

    def _delay(self) -> float:
        """How long the program has wanted to run, and the listener to hear it, without a core."""
        return self._queued.read(tasks(self._program)) + self._listener.read()
