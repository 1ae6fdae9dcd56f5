"""Heartbeats: a node keeps the leases of its processes alive, and the processes known as living.

Each process has a thread that marks in the node's ledger that it lives, and hears there what was
taken away from it. A thread of the node renews what the ledger says, in one statement for all of
its processes, and gives their signs of life in another.
"""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import structlog

from pentarch.arbiter.store import leases
from pentarch.arbiter.store import workers as presence
from pentarch.arbiter.store.leases import Held, LeasePolicy
from pentarch.arbiter.store.reports import Report
from pentarch.workers import interruption
from pentarch.workers.host import Host
from pentarch.workers.ledger import Ledger, Place

_log = structlog.get_logger()
_LOOKS: Final = 3
"""So often from one heartbeat to the next a process marks itself, and its node looks around."""


class NodeHeartbeat:
    """Renews the leases of a node's processes and gives their signs of life, until it is closed.

    A process that has not marked itself since the last heartbeat is left out, and so loses its
    leases if it goes on like that; one that has ended is said to have stopped. A database that does
    not answer is asked again at the next beat; leases may run out by then, as they should.
    """

    def __init__(self, host: Host, ledger: Ledger) -> None:
        self._host: Final = host
        self._ledger: Final = ledger
        self._known: set[str] = set()
        """The processes that were said to live, and not yet to have stopped."""
        self._stop: Final = threading.Event()
        self._thread: Final = threading.Thread(target=self._run, name="heartbeat", daemon=True)

    def start(self) -> None:
        """Beat from now on."""
        self._thread.start()

    def close(self) -> None:
        """Beat no more."""
        self._stop.set()
        self._thread.join()

    def sign_off(self) -> None:
        """Say that the processes have stopped."""
        with self._host.store.writing() as session:
            presence.stop(session, self._known, self._host.now())

    def beat(self) -> bool:
        """Renew every lease once; whether no process was left out for its silence."""
        holders = self._ledger.holders()
        names = {holder.name for holder in holders}
        latest = self._host.policy.heartbeat.total_seconds()
        lively = [holder for holder in holders if holder.silence <= latest]
        held: dict[Held, int] = {}
        for holder in lively:
            held |= holder.leases
        with self._host.store.writing() as session:
            now = self._host.now()
            living = [holder.name for holder in lively]
            presence.stop(session, self._known - names, now)
            presence.beat(session, living, now, rules=self._host.rules)
            reports = leases.heartbeat_all(session, held, now, self._host.policy)
        self._known = (self._known & names).union(living)
        for lease, report in reports.items():
            if report is not Report.DONE:
                self._ledger.take_away(lease, held[lease])
        return len(lively) == len(holders)

    def _run(self) -> None:
        pause = self._host.policy.heartbeat.total_seconds()
        due = time.monotonic()
        while True:
            if time.monotonic() >= due or self._ledger.names() != self._known:
                due = time.monotonic() + pause
                try:
                    if not self.beat():
                        # A machine that stood still goes on: its processes are about to show it.
                        due = time.monotonic()
                except Exception as error:
                    _log.warning("heartbeat failed", node=self._host.name, error=str(error))
            if self._stop.wait(pause / _LOOKS):
                return


class Pulse:
    """Marks again and again that this process lives, and interrupts matches that were taken away,
    until it is closed."""

    def __init__(self, place: Place, policy: LeasePolicy) -> None:
        self._place: Final = place
        self._pause: Final = policy.heartbeat.total_seconds() / _LOOKS
        self._stop: Final = threading.Event()
        self._thread: Final = threading.Thread(target=self._run, name="pulse", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """This process gives its place up."""
        self._stop.set()
        self._thread.join()
        self._place.leave()

    def _run(self) -> None:
        while not self._stop.wait(self._pause):
            self._place.mark()
            for match_id in self._place.taken_away():
                interruption.take_away(match_id)


@contextmanager
def kept_alive(host: Host) -> "Iterator[Place]":
    """Where to write down leases that are to be kept alive until the end of the block: the place
    in the node's ledger. A process without a node renews its own."""
    if host.place is not None:
        try:
            yield host.place
        finally:
            host.place.clear()
        return
    ledger = Ledger(1)
    place = ledger.place(0, host.name)
    heart = NodeHeartbeat(host, ledger)
    heart.beat()
    heart.start()
    pulse = Pulse(place, host.policy)
    try:
        yield place
    finally:
        pulse.close()
        heart.close()
