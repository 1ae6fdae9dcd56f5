"""Runs one worker node: `python -m workers play --concurrency 2` or `python -m workers verify`."""

import argparse
import os
import signal
import socket
import threading
import warnings
from datetime import timedelta
from typing import Any, Final

import structlog
from celery.platforms import SecurityWarning
from celery.signals import worker_ready, worker_shutting_down

from arbiter.settings import settings
from workers import tasks
from workers.app import KEEP, PLAY, VERIFY, make_app
from workers.conducting import conduct_all
from workers.fitting import Fits
from workers.sweeping import PATIENCE, sweep

_log = structlog.get_logger()
QUEUES: Final = {"play": PLAY, "verify": f"{VERIFY},{KEEP}"}
SWEEP_PAUSE: Final = timedelta(seconds=2)


class Sweeper:
    """Sweeps every few seconds in a thread of the node's main process; one that keeps also conducts
    tournaments and fits ratings."""

    def __init__(self, patience: timedelta, *, keeps: bool) -> None:
        self._patience: Final = patience
        self._keeps: Final = keeps
        self._fits: Final = Fits()
        self._stop: Final = threading.Event()

    def start(self, **_: Any) -> None:
        """Called when the node is ready."""
        threading.Thread(target=self._run, name="sweeper", daemon=True).start()

    def stop(self, **_: Any) -> None:
        """Called when the node shuts down."""
        self._stop.set()

    def _run(self) -> None:
        while not self._stop.wait(SWEEP_PAUSE.total_seconds()):
            try:
                sweep(tasks.host(), self._patience)
                if self._keeps:
                    conduct_all(tasks.host())
                    self._fits.fit_all(tasks.host())
            except Exception as error:
                _log.warning("sweep failed", error=str(error))


def main() -> None:
    """Parse the command line and run until stopped."""
    parser = argparse.ArgumentParser(prog="python -m workers", description=__doc__)
    parser.add_argument("role", choices=[*QUEUES])
    parser.add_argument("--concurrency", type=int, default=1)
    parser.add_argument("--patience", type=float, default=PATIENCE.total_seconds())
    chosen = parser.parse_args()
    keeps = KEEP in QUEUES[chosen.role]
    sweeper = Sweeper(timedelta(seconds=chosen.patience), keeps=keeps)
    worker_ready.connect(sweeper.start)
    worker_shutting_down.connect(sweeper.stop)
    app = make_app(settings())
    app.set_default()
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    # Celery warns root because of pickled messages; ours are JSON, and bots have no privileges.
    warnings.filterwarnings("ignore", category=SecurityWarning)
    worker = app.Worker(
        queues=QUEUES[chosen.role],
        concurrency=chosen.concurrency,
        pool="prefork",
        hostname=f"{chosen.role}@{socket.gethostname()}-{os.getpid()}",
        loglevel="WARNING",
        quiet=True,
        without_gossip=True,
        without_mingle=True,
        without_heartbeat=True,
    )
    worker.start()
    raise SystemExit(worker.exitcode or 0)


if __name__ == "__main__":
    main()
