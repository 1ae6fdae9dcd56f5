"""Discrete events: processes that let time pass or work at a station.

A process is a generator. It yields a number of seconds to let pass, or a `Work` at a station, and
goes on when that is done.
"""

import heapq
from collections.abc import Generator
from dataclasses import dataclass
from itertools import count
from typing import Final, TypeAlias


class Station:
    """Cores that all who work here share evenly, none of them more than one core."""

    def __init__(self, cores: int) -> None:
        self.cores: Final = cores
        self.worked = 0.0
        """Seconds of work done, of all cores together."""
        self._share = 0.0
        """Seconds of work that one who has always been here would have done."""
        self._since = 0.0
        self._here: Final[list[tuple[float, int, Process]]] = []
        self._ties: Final = count()

    def come(self, now: float, process: "Process", seconds: float) -> None:
        """Somebody begins to work."""
        self._advance(now)
        heapq.heappush(self._here, (self._share + seconds, next(self._ties), process))

    def leave(self, now: float) -> "Process":
        """Whoever is done first has finished."""
        self._advance(now)
        ends, _, process = heapq.heappop(self._here)
        self._share = ends
        return process

    @property
    def next(self) -> float | None:
        """When somebody will have finished, if nobody comes; None if nobody is here."""
        if not self._here:
            return None
        return self._since + max(0.0, self._here[0][0] - self._share) / self._pace

    @property
    def _pace(self) -> float:
        return min(1.0, self.cores / len(self._here))

    def _advance(self, now: float) -> None:
        if self._here:
            done = (now - self._since) * self._pace
            self._share += done
            self.worked += done * len(self._here)
        self._since = now


@dataclass(frozen=True)
class Work:
    """Seconds of work at a station."""

    station: Station
    seconds: float


Process: TypeAlias = Generator[float | Work, None, None]


class Simulation:
    """Processes and their time, which begins at 0."""

    def __init__(self) -> None:
        self.now = 0.0
        self._due: Final[list[tuple[float, int, Process | Station]]] = []
        self._ties: Final = count()
        self._turns: Final[dict[Station, int]] = {}
        """The event at which each station's next one finishes; earlier events are void."""

    def begin(self, process: Process, after: float = 0.0) -> None:
        """Let a process begin some seconds from now."""
        self._at(self.now + after, process)

    def run(self, until: float) -> None:
        """Let time pass up to a moment."""
        while self._due and self._due[0][0] <= until:
            moment, number, who = heapq.heappop(self._due)
            if not isinstance(who, Station):
                self.now = moment
                self._go_on(who)
            elif self._turns[who] == number:
                self.now = moment
                process = who.leave(moment)
                self._look(who)
                self._go_on(process)
        self.now = until

    def _at(self, moment: float, who: Process | Station) -> int:
        number = next(self._ties)
        heapq.heappush(self._due, (moment, number, who))
        return number

    def _go_on(self, process: Process) -> None:
        try:
            wanted = next(process)
        except StopIteration:
            return
        if isinstance(wanted, Work):
            wanted.station.come(self.now, process, wanted.seconds)
            self._look(wanted.station)
        else:
            self._at(self.now + wanted, process)

    def _look(self, station: Station) -> None:
        """See who finishes next at a station."""
        moment = station.next
        if moment is not None:
            self._turns[station] = self._at(max(moment, self.now), station)
