"""Turns: the order of a queue in which owners come one after another, however much each asks for.

Every job gets a number when it is queued, its turn, and the job with the smallest is taken first
(start-time fair queueing). An owner's next job stands behind its last one by what that one cost,
divided by the owner's weight, but never before the queue's own time, which only goes forward: who
has asked for nothing saves nothing up, and who comes new stands beside those who are next.

**The bound.** When a job is queued, let `own` be the cost of its owner's jobs that wait before it,
and of the one of theirs that began last. Of every other owner with weight w, jobs of no more than
`own * w / own weight` plus one further job begin before it, whatever they queue and whenever. A
property test holds this against any traffic.
"""

from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import Final


def queue_time(first: float | None, latest: float, passed: float) -> float:
    """The time of a queue: the turn of the job that waits first, or with nobody waiting the end of
    all turns given out (`latest`); never before the time that was seen last (`passed`)."""
    return max(passed, latest if first is None else first)


def turn_of(now: float, behind: float) -> float:
    """The turn of a job, given the queue's time and where its owner's last job ends."""
    return max(now, behind)


def end_of(turn: float, cost: float, weight: float) -> float:
    """Where a job ends in its owner's row, and the next one begins at the earliest."""
    return turn + cost / weight


@dataclass(order=True, frozen=True)
class Job:
    """Something that waits. Equal turns go by number."""

    turn: float
    number: int
    owner: str = field(compare=False)
    cost: float = field(compare=False)


class Turns:
    """A queue in memory. The store keeps the same numbers in tables."""

    def __init__(self) -> None:
        self._waiting: Final[list[Job]] = []
        self._ends: Final[dict[str, float]] = {}
        self._passed = 0.0
        self._number = 0

    def __len__(self) -> int:
        return len(self._waiting)

    def add(self, owner: str, *, cost: float = 1.0, weight: float = 1.0) -> Job:
        """Queue a job."""
        first = self._waiting[0].turn if self._waiting else None
        now = queue_time(first, max(self._ends.values(), default=0.0), self._passed)
        turn = turn_of(now, self._ends.get(owner, 0.0))
        job = Job(turn, self._number, owner, cost)
        self._passed = now
        self._number += 1
        self._ends[owner] = end_of(turn, cost, weight)
        heappush(self._waiting, job)
        return job

    def take(self) -> Job:
        """The job whose turn it is. Raises IndexError when nobody waits."""
        return heappop(self._waiting)
