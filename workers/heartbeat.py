"""Heartbeats: threads that keep the leases of a worker alive while it plays, and the worker itself
known as living while it has nothing to do."""

import threading
from typing import Final

import structlog

from pentarch.arbiter.store import leases
from pentarch.arbiter.store import workers as presence
from pentarch.arbiter.store.leases import Lease
from pentarch.arbiter.store.reports import Report
from pentarch.workers import interruption
from pentarch.workers.host import Host

_log = structlog.get_logger()


class Heartbeat:
    """Renews leases again and again, until the end of the `with` block.

    A lease that is gone is put into `lost`, and its match is interrupted if it is being played: it
    has moved on, and its result is of no use.
    A database that does not answer is asked again at the next beat; the lease may run out by then,
    and that is as it should be.
    """

    def __init__(self, host: Host) -> None:
        self._host: Final = host
        self._held: Final[dict[int, int]] = {}
        self._stop: Final = threading.Event()
        self._thread: Final = threading.Thread(target=self._run, name="heartbeat", daemon=True)
        self.lost: Final[set[int]] = set()

    def hold(self, held: list[Lease]) -> None:
        """Keep these alive from now on."""
        self._held.update({lease.match_id: lease.epoch for lease in held})

    def release(self, match_id: int) -> None:
        """The match needs no more beats."""
        self._held.pop(match_id, None)

    def __enter__(self) -> "Heartbeat":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()

    def _run(self) -> None:
        pause = self._host.policy.heartbeat.total_seconds()
        while not self._stop.wait(pause):
            try:
                self.beat()
            except Exception as error:
                _log.warning("heartbeat failed", worker=self._host.name, error=str(error))

    def beat(self) -> None:
        """Renew every lease once."""
        with self._host.store.writing() as session:
            now = self._host.now()
            presence.beat(session, self._host.name, now, rules=self._host.rules)
            held = dict(self._held)
            reports = leases.heartbeat_all(session, held, now, self._host.policy)
        for match_id, report in reports.items():
            if report is not Report.DONE and self._held.pop(match_id, None) is not None:
                self.lost.add(match_id)
                interruption.take_away(match_id)


class SignOfLife:
    """Says again and again that a worker lives, with or without work, until it is closed."""

    def __init__(self, host: Host) -> None:
        self._host: Final = host
        self._stop: Final = threading.Event()
        self._thread: Final = threading.Thread(target=self._run, name="presence", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Say goodbye: the worker no longer counts as living."""
        self._stop.set()
        self._thread.join()
        with self._host.store.writing() as session:
            presence.stop(session, self._host.name, self._host.now())

    def _run(self) -> None:
        # Two may be late before the worker counts as gone.
        pause = self._host.policy.silence.total_seconds() / 3
        while True:
            try:
                with self._host.store.writing() as session:
                    presence.beat(
                        session, self._host.name, self._host.now(), rules=self._host.rules
                    )
            except Exception as error:
                _log.warning("presence failed", worker=self._host.name, error=str(error))
            if self._stop.wait(pause):
                return
