"""Interruption: a signal to a playing process interrupts its match, and only there.

The node's main process sends it when it shuts down. A match can be long, and a bot can think for
long; nobody waits for that. What was not finished goes back to the queue. Another signal comes from
the process's own heartbeat, when the match it plays was taken away: voided, or given to another.
"""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

STOP_SIGNAL: Final = signal.SIGUSR2
_TAKEN_SIGNAL: Final = signal.SIGURG  # ignored by a process that does not listen


class Stopping(KeyboardInterrupt):
    """The process is being stopped. Whoever guards against a bot's exceptions lets this one pass,
    as it does with every KeyboardInterrupt: it is not the bot's."""


class TakenAway(KeyboardInterrupt):
    """The match that is being played is no longer this process's; its result is of no use."""


class _Process:
    """This process: whether it is to stop, which match may be interrupted now, which ones were
    taken away, and what has to wait because the process is not to be disturbed."""

    is_stopping = False
    playing: int | None = None
    taken: Final[set[int]] = set()
    is_held = False
    waiting: type[KeyboardInterrupt] | None = None


def listen() -> None:
    """Take the signals from now on."""
    _Process.is_stopping = False
    _Process.taken.clear()
    signal.signal(STOP_SIGNAL, _stop)
    signal.signal(_TAKEN_SIGNAL, _take_away)


def take_away(match_id: int) -> None:
    """Interrupt the main thread if it plays this match, now or later. From any thread."""
    _Process.taken.add(match_id)
    signal.pthread_kill(threading.main_thread().ident or 0, _TAKEN_SIGNAL)


@contextmanager
def stoppable(match_id: int) -> Iterator[None]:
    """A block that plays a match and may be interrupted anywhere; after a signal it does not begin.

    Raises Stopping or TakenAway.
    """
    _Process.playing = match_id
    try:
        if _Process.is_stopping:
            raise Stopping
        _take_away()
        yield
    finally:
        _Process.playing = None
        _Process.taken.discard(match_id)


@contextmanager
def undisturbed() -> Iterator[None]:
    """A block inside of it that is not interrupted, so that nothing half made is left behind.

    What comes meanwhile is raised at its end: Stopping or TakenAway.
    """
    _Process.is_held = True
    try:
        yield
    finally:
        _Process.is_held = False
        kind, _Process.waiting = _Process.waiting, None
        if kind is not None:
            raise kind


def _stop(*_: object) -> None:
    _Process.is_stopping = True
    _interrupt(Stopping)


def _take_away(*_: object) -> None:
    if _Process.playing is not None and _Process.playing in _Process.taken:
        _Process.taken.discard(_Process.playing)
        _interrupt(TakenAway)


def _interrupt(kind: type[KeyboardInterrupt]) -> None:
    if _Process.playing is None:
        return
    if _Process.is_held:
        _Process.waiting = kind
    else:
        raise kind
