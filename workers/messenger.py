"""The messenger: threads of a node that bring notices to their addresses.

They have nothing to do with playing and rating but the database: what is to be told lies there, and
whoever is slow to listen keeps a thread waiting for seconds, nobody else.
"""

import threading
import time
from typing import Final

import structlog

from pentarch.arbiter.notices.courier import Courier
from pentarch.arbiter.store import deliveries
from pentarch.arbiter.store.deliveries import SCHEDULE, Schedule
from pentarch.workers.host import Host

_log = structlog.get_logger()
THREADS: Final = 4
_PAUSE: Final = 1.0
"""Seconds between two looks for something to tell."""


def deliver_next(host: Host, courier: Courier, schedule: Schedule = SCHEDULE) -> bool:
    """Try the delivery that has been due longest; whether there was one."""
    with host.store.reading() as session:
        if not deliveries.is_due(session, host.now()):
            return False
    with host.store.writing() as session:
        tried = deliveries.begin(session, host.now(), schedule)
    if tried is None:
        return False
    began = time.monotonic()
    answer = courier.deliver(tried.parcel)
    took = time.monotonic() - began
    host.write(lambda session: deliveries.end(session, tried, answer, took, host.now(), schedule))
    return True


class Messenger:
    """Delivers until it is stopped."""

    def __init__(
        self,
        host: Host,
        courier: Courier,
        stop: threading.Event,
        *,
        schedule: Schedule = SCHEDULE,
        pause: float = _PAUSE,
    ) -> None:
        self._host: Final = host
        self._courier: Final = courier
        self._stop: Final = stop
        self._schedule: Final = schedule
        self._pause: Final = pause
        self._threads: Final = [
            threading.Thread(target=self._run, name=f"messenger-{number}", daemon=True)
            for number in range(THREADS)
        ]

    def start(self) -> None:
        """Begin."""
        for thread in self._threads:
            thread.start()

    def join(self) -> None:
        """Wait for tries under way, after the event says to stop."""
        for thread in self._threads:
            thread.join()

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                if deliver_next(self._host, self._courier, self._schedule):
                    continue
            except Exception as error:
                _log.warning("telling failed", error=str(error))
            self._stop.wait(self._pause)
