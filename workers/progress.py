"""What others are told of a match while it is played: its live feed, and its journal.

A thread looks at the referee a few times a second. The match neither waits for it nor notices when
Redis or the database is away. Short matches are over before there is anything to tell.
"""

import contextlib
import threading
import time
from dataclasses import dataclass, field
from typing import Final

import redis
import structlog
from sqlalchemy.exc import SQLAlchemyError

from pentarch.arbiter.referee import Referee
from pentarch.arbiter.store import journal
from pentarch.arbiter.store.errors import WrongState
from pentarch.arbiter.store.leases import Lease
from pentarch.arbiter.store.reports import Report
from pentarch.workers.host import Host

_log = structlog.get_logger()

JOURNAL_AFTER: Final = 3.0
"""Matches that last longer keep a journal; those with a remote seat do so from the beginning."""
_PAUSE: Final = 0.1
_LIVE_AFTER: Final = 0.3
_JOURNAL_EVERY: Final = 1.0
_STOP_WAIT: Final = 0.5


@dataclass
class _Told:
    """A match under way, and what has been told of it."""

    lease: Lease
    referee: Referee
    is_journaled: bool
    kept: int
    shown: int = 0
    began: float = field(default_factory=time.monotonic)
    looked: float = 0.0


class Progress:
    """Tells of one match after another, until the end of the `with` block."""

    def __init__(self, host: Host) -> None:
        self._host: Final = host
        self._stop: Final = threading.Event()
        self._thread: Final = threading.Thread(target=self._run, name="progress", daemon=True)
        self._current: _Told | None = None

    def follow(self, lease: Lease, referee: Referee, *, is_journaled: bool, earlier: int) -> None:
        """Tell of this match from now on; `earlier` entries are in its journal already."""
        self._current = _Told(lease, referee, is_journaled, earlier)

    def release(self) -> None:
        """The match is over: its record says the rest."""
        self._current = None

    def __enter__(self) -> "Progress":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._current = None
        self._stop.set()
        # It may hang on a Redis that is stopped; a daemon may be left to itself.
        self._thread.join(_STOP_WAIT)

    def write_down(self) -> None:
        """Bring the journal up to date now, for whoever goes on with the match."""
        if self._current is not None:
            self._journal(self._current)

    def _run(self) -> None:
        while not self._stop.wait(_PAUSE):
            told = self._current
            if told is None or time.monotonic() - told.began < _LIVE_AFTER:
                continue
            with contextlib.suppress(redis.RedisError):
                self._show(told)
            try:
                self._keep(told)
            except (SQLAlchemyError, WrongState) as error:
                _log.warning("journal failed", match=told.lease.match_id, error=str(error))

    def _show(self, told: _Told) -> None:
        feed = self._host.live
        steps = told.referee.steps(told.shown)
        if feed is not None and steps:
            feed.write(told.lease.match_id, told.lease.epoch, steps)
            told.shown += len(steps)

    def _keep(self, told: _Told) -> None:
        now = time.monotonic()
        is_due = told.is_journaled or now - told.began >= JOURNAL_AFTER
        if is_due and now - told.looked >= _JOURNAL_EVERY:
            told.looked = now
            self._journal(told)

    def _journal(self, told: _Told) -> None:
        before = told.kept
        entries = told.referee.journal(before)
        if not entries:
            return
        lease = told.lease
        with self._host.store.writing() as session:
            report = journal.append(
                session, lease.match_id, lease.epoch, before + 1, entries, self._host.now()
            )
        if report in (Report.DONE, Report.REPEATED):
            told.kept = before + len(entries)
