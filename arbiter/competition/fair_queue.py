"""The order of a fair queue: owners come one after another, however much each asks for.

Every job gets a number when it joins, its start tag, and the job with the smallest is taken first
(start-time fair queueing). An owner's next job stands behind its last one by what that one cost,
divided by the owner's weight, but never before the queue's own time, which only goes forward: an
owner who asks for nothing saves nothing up, and a newcomer stands beside those who are next.

**The bound.** When a job is queued, let `own` be the cost of its owner's jobs that wait before it,
and of the one of theirs that began last. Of every other owner with weight w, jobs of no more than
`own * w / own weight` plus one further job begin before it, whatever they queue and whenever. A
property test holds this against any traffic.
"""

from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import Final


def queue_time(first: float | None, latest: float, passed: float) -> float:
    """The time of a queue: the start tag of the job that waits first, or with nobody waiting the
    latest finish tag; never before the time that was seen last (`passed`)."""
    return max(passed, latest if first is None else first)


def start_tag(now: float, behind: float) -> float:
    """The start tag of a job, given the queue's time and the finish tag of its owner's last job."""
    return max(now, behind)


def finish_tag(start: float, cost: float, weight: float) -> float:
    """Where a job ends for its owner, and the owner's next one begins at the earliest."""
    return start + cost / weight


@dataclass(order=True, frozen=True)
class Job:
    """Something that waits. Equal start tags go by number."""

    start_tag: float
    number: int
    owner: str = field(compare=False)
    cost: float = field(compare=False)


class FairQueue:
    """A queue in memory. The store keeps the same numbers in tables."""

    def __init__(self) -> None:
        self._waiting: Final[list[Job]] = []
        self._finish_tags: Final[dict[str, float]] = {}
        self._passed = 0.0
        self._number = 0

    def __len__(self) -> int:
        return len(self._waiting)

    def join(self, owner: str, *, cost: float = 1.0, weight: float = 1.0) -> Job:
        """Queue a job."""
        first = self._waiting[0].start_tag if self._waiting else None
        now = queue_time(first, max(self._finish_tags.values(), default=0.0), self._passed)
        start = start_tag(now, self._finish_tags.get(owner, 0.0))
        job = Job(start, self._number, owner, cost)
        self._passed = now
        self._number += 1
        self._finish_tags[owner] = finish_tag(start, cost, weight)
        heappush(self._waiting, job)
        return job

    def take(self) -> Job:
        """The next job. Raises IndexError when nobody waits."""
        return heappop(self._waiting)
