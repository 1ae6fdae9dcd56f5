"""What a worker process works with: the store, the broker, its name, and the time."""

import os
import secrets
import socket
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TypeVar

from sqlalchemy.exc import InterfaceError, OperationalError
from sqlalchemy.orm import Session

from pentarch.arbiter.relay.dispatch import Dispatch
from pentarch.arbiter.relay.feed import LiveFeed
from pentarch.arbiter.relay.mailbox import Mailbox
from pentarch.arbiter.settings import Settings, settings
from pentarch.arbiter.store import nodes
from pentarch.arbiter.store import workers as presence
from pentarch.arbiter.store.books import Library
from pentarch.arbiter.store.database import Store
from pentarch.arbiter.store.leases import LeasePolicy
from pentarch.arbiter.store.validations import Rest
from pentarch.engine import registry
from pentarch.workers import toolchains
from pentarch.workers.cores import Cores
from pentarch.workers.ledger import Place
from pentarch.workers.pace import Pace
from pentarch.workers.package_cache import PackageCache

T = TypeVar("T")

PASS_ON_PAUSE = 0.25
"""Seconds before a message that came to the wrong worker is put back: whoever waits at the broker
gets it before this worker is back there."""


def lease_policy(settings: Settings) -> LeasePolicy:
    """How leases are held by these settings."""
    return LeasePolicy(
        duration=timedelta(seconds=settings.lease_duration),
        silence=timedelta(seconds=settings.worker_silence),
        most_failures=settings.most_failures,
    )


def validation_rest(settings: Settings) -> Rest:
    """How long versions rest that a host could not validate, by these settings."""
    return Rest(
        shortest=timedelta(seconds=settings.validation_rest),
        longest=timedelta(seconds=settings.validation_longest_rest),
    )


class Trouble:
    """Why a process cannot do all of its work, as the Health page shows it; empty when it can."""

    def __init__(self) -> None:
        self._said = ""

    def say(self, host: "Host", trouble: str) -> None:
        """Report it when it is new, or over."""
        if trouble == self._said:
            return
        # Of a process that is not known yet nothing is kept: it says so again.
        if host.write(lambda session: presence.report(session, host.name, trouble or None)):
            self._said = trouble


@dataclass(frozen=True)
class Host:
    """One worker process."""

    store: Store
    dispatch: Dispatch
    cache: PackageCache
    # Process ids are reused, above all in containers: the last part tells such workers apart.
    name: str = field(
        default_factory=lambda: f"{socket.gethostname()}-{os.getpid()}-{secrets.token_hex(3)}"
    )
    policy: LeasePolicy = field(default_factory=lambda: lease_policy(settings()))
    rest: Rest = field(default_factory=lambda: validation_rest(settings()))
    """How long a version rests that this process could not validate."""
    mailbox: Mailbox | None = None
    """The way to remote bots; None where there is no Redis."""
    live: LiveFeed | None = None
    """Where those who watch find the steps of running matches; None where there is no Redis."""
    pace: Pace = field(default_factory=Pace)
    """How long matches take this process."""
    place: Place | None = None
    """Where it writes down the leases that its node renews; None: it renews them itself."""
    cores: Cores | None = None
    """Where hosted bots think, shared with the node's other processes; None: as many as come."""
    books: Library = field(default_factory=Library)
    """The tournaments that this process conducts."""
    rules: Mapping[str, int] = field(default_factory=registry.versions)
    """The rulesets that this process has, with their versions."""

    toolchains: Mapping[str, str] = field(default_factory=toolchains.versions)
    """What there is here to build and run bots with, and in which versions."""

    trouble: Trouble = field(default_factory=Trouble)
    """What keeps this process from doing all of its work."""

    def has_rules(self, ruleset: str, version: int | None) -> bool:
        """Whether this process has that version of a ruleset; None is any."""
        return version is None or self.rules.get(ruleset) == version

    def is_known_elsewhere(self, ruleset: str, version: int | None) -> bool:
        """Whether a living worker has that version of a ruleset."""
        since = self.now() - self.policy.silence
        with self.store.reading() as session:
            return presence.can_play(session, ruleset, version or 0, since)

    def is_run_elsewhere(self, runtimes: set[str]) -> bool:
        """Whether a living node that plays has these toolchains."""
        with self.store.reading() as session:
            return nodes.can_run(session, runtimes, self.now() - self.policy.silence)

    def write(self, change: Callable[[Session], T], *, patience: float = 60.0) -> T:
        """Carry out one transaction, again and again while the database does not answer.

        For results that must not be lost. Raises the last error when time is up.
        """
        deadline = time.monotonic() + patience
        pause = 0.1
        while True:
            try:
                with self.store.writing() as session:
                    return change(session)
            except (OperationalError, InterfaceError):
                if time.monotonic() + pause > deadline:
                    raise
                time.sleep(pause)
                pause = min(2.0, pause * 2)

    def now(self) -> datetime:
        """The time that goes into the database."""
        return self.store.now()
