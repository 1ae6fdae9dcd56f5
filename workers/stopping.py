"""Stopping: a signal to a playing process interrupts its match, and only there.

The node's main process sends it when it shuts down. A match can be long, and a bot can think for
long; nobody waits for that. What was not finished goes back to the queue.
"""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

STOP_SIGNAL: Final = signal.SIGUSR2


class Stopping(KeyboardInterrupt):
    """The process is being stopped. Whoever guards against a bot's exceptions lets this one pass,
    as it does with every KeyboardInterrupt: it is not the bot's."""


class _Process:
    """This process: whether it is to stop, and whether it may be interrupted now."""

    is_stopping = False
    is_playing = False


def listen() -> None:
    """Take the signal from now on."""
    _Process.is_stopping = False
    signal.signal(STOP_SIGNAL, _stop)


@contextmanager
def stoppable() -> Iterator[None]:
    """A block that the signal may interrupt anywhere; entered after the signal, it does not begin.

    Raises Stopping.
    """
    _Process.is_playing = True
    try:
        if _Process.is_stopping:
            raise Stopping
        yield
    finally:
        _Process.is_playing = False


def _stop(*_: object) -> None:
    _Process.is_stopping = True
    if _Process.is_playing:
        raise Stopping
