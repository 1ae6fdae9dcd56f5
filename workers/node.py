"""A worker node: Celery's main process, with the sweep and the metrics in threads of it."""

import gc
import os
import signal
import socket
import threading
import warnings
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any, Final

import structlog
from billiard import current_process
from celery import Celery
from celery.platforms import SecurityWarning
from celery.signals import (
    worker_process_init,
    worker_process_shutdown,
    worker_ready,
    worker_shutting_down,
)
from prometheus_client.multiprocess import mark_process_dead

from pentarch.arbiter.notices.courier import courier_of
from pentarch.arbiter.settings import settings
from pentarch.arbiter.store import duties, nodes
from pentarch.bots.registry import make
from pentarch.engine import registry
from pentarch.workers import interruption, metrics, tasks, toolchains
from pentarch.workers.app import ANALYSE, PLAY, VALIDATE, VERIFY, make_app
from pentarch.workers.conductor import conduct_all
from pentarch.workers.cores import Cores, available
from pentarch.workers.fit import Fits
from pentarch.workers.heartbeat import NodeHeartbeat, Pulse
from pentarch.workers.ledger import Ledger
from pentarch.workers.messenger import Messenger
from pentarch.workers.process_tree import children
from pentarch.workers.sandbox import clear_leftovers
from pentarch.workers.sweep import Sweeper, forget_logs, measure, sweep, tidy

_log = structlog.get_logger()
QUEUES: Final = {
    "play": [PLAY],
    "verify": [VERIFY],
    "validate": [VALIDATE],
    "analyse": [ANALYSE],
}
_PATIENT: Final = 19
"""Analyses have the time that nobody else on the machine wants."""
_ROUNDS: Final = 2
"""Everything but the sweep itself is done in one round of this many."""
_SELDOM: Final = 1800
"""What looks at much is done in one round of this many: about every half hour."""


class Node:
    """One node, until it is stopped."""

    def __init__(self, role: str, concurrency: int, metrics_at: str) -> None:
        self._role: Final = role
        self._concurrency: Final = concurrency
        self._metrics_at: Final = metrics_at
        self._fits: Final = Fits()
        self._sweeper: Final = Sweeper()
        self._stop: Final = threading.Event()
        self._app: Final[Celery] = make_app(settings())
        self._ledger: Final = Ledger(concurrency)
        self._heart: NodeHeartbeat | None = None
        self._pulse: Pulse | None = None

    def run(self) -> int:
        """Work until the node is told to stop; the exit code."""
        if self._role == "analyse":
            _give_way()
        self._app.set_default()
        _load_rules()
        toolchains.found()
        tasks.share(Cores(available()))
        clear_leftovers()
        port = metrics.serve(self._metrics_at)
        if port:
            _log.info("metrics are served", port=port)
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
        # Children begin with it ignored: the signal must not end one that is not ready for it.
        signal.signal(interruption.STOP_SIGNAL, signal.SIG_IGN)
        worker_ready.connect(self._ready)
        worker_shutting_down.connect(self._shut_down)
        worker_process_init.connect(self._begin_process)
        worker_process_shutdown.connect(self._end_process)
        # Celery warns root because of pickled messages; ours are JSON, and bots have no privileges.
        warnings.filterwarnings("ignore", category=SecurityWarning)
        worker = self._app.Worker(
            queues=",".join(QUEUES[self._role]),
            concurrency=self._concurrency,
            pool="prefork",
            hostname=f"{self._role}@{socket.gethostname()}-{os.getpid()}",
            loglevel="WARNING",
            quiet=True,
            without_gossip=True,
            without_mingle=True,
            without_heartbeat=True,
        )
        worker.start()
        self._sign_off()
        return worker.exitcode or 0

    def _ready(self, **_: Any) -> None:
        # Only those count as living who could play what others lose.
        if self._role == "play":
            self._heart = NodeHeartbeat(tasks.host(), self._ledger)
            self._heart.start()
        threading.Thread(target=self._keep_house, name="sweeper", daemon=True).start()
        if self._role == "verify":
            Messenger(tasks.host(), courier_of(settings()), self._stop).start()

    def _register(self) -> None:
        """Say that this node lives, and what it has to work with."""
        host = tasks.host()
        try:
            with host.store.writing() as session:
                nodes.beat(session, host.name, self._role, host.toolchains, host.now())
        except Exception as error:
            _log.warning("registering failed", error=str(error))

    def _sign_off(self) -> None:
        """Say that this node and its processes are gone. Without it others notice after some
        seconds of silence."""
        host = tasks.host()
        try:
            if self._heart is not None:
                self._heart.close()
                self._heart.sign_off()
            with host.store.writing() as session:
                nodes.stop(session, host.name)
                duties.let_go(session, host.name)
        except Exception as error:
            _log.warning("signing off failed", error=str(error))

    def _shut_down(self, **_: Any) -> None:
        """Nobody waits for matches under way: they are handed back, and others go on with them."""
        self._stop.set()
        for pid in children(os.getpid()):
            os.kill(pid, interruption.STOP_SIGNAL)

    def _begin_process(self, **_: Any) -> None:
        # It may have come for one that was killed in the middle of a match.
        clear_leftovers()
        # What is there now stays: the collector need not look at it over and over.
        gc.freeze()
        interruption.listen()
        if self._role == "play":
            place = tasks.take_place(self._ledger, current_process().index)
            self._pulse = Pulse(place, tasks.host().policy)

    def _end_process(self, **_: Any) -> None:
        mark_process_dead(os.getpid())  # type: ignore[no-untyped-call]  # not typed there
        if self._pulse is not None:
            self._pulse.close()

    def _keep_house(self) -> None:
        """Measure, and sweep if it is this node's turn; a node that verifies also conducts
        tournaments, fits ratings and tidies up."""
        backlog = 0
        self._register()
        for number in count():
            if self._stop.wait(settings().sweep_pause):
                return
            try:
                if number % _ROUNDS == 0:
                    self._register()
                if self._sweeper.measures(number):
                    backlog = self._backlog()
                # Whoever has only the time that nobody else wants cannot be relied on.
                is_reliable = self._role != "analyse"
                if is_reliable and self._sweeper.is_elected(tasks.host(), number):
                    sweep(tasks.host(), backlog=backlog)
                if self._role == "verify" and number % _ROUNDS == 0:
                    tidy(tasks.host())
                    conduct_all(tasks.host())
                    self._fits.fit_all(tasks.host())
                if self._role == "verify" and number % _SELDOM == 0:
                    forget_logs(tasks.host())
            except Exception as error:
                _log.warning("sweep failed", error=str(error))

    def _backlog(self) -> int:
        """How many tasks wait at the broker; none that anybody could get while it is away."""
        try:
            return measure(tasks.host(), self._app)
        except Exception as error:
            _log.warning("measuring failed", error=str(error))
            return 0


def _give_way() -> None:
    """Let all else on this machine come first.

    Where the kernel shares cores between sessions (autogroup), that a process is nice counts within
    its session only. `pentarch up` starts nodes in sessions of their own: those are made nice.
    """
    os.nice(_PATIENT)
    if os.getsid(0) == os.getpid():
        with suppress(OSError):
            Path("/proc/self/autogroup").write_text(str(_PATIENT))


def _load_rules() -> None:
    """Import every ruleset and its bots once, for all processes that are forked from here."""
    for ruleset in registry.IDS:
        make("greedy", ruleset)
        registry.get(ruleset)
