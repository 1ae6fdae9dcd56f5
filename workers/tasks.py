"""The tasks: ids in, nothing out. What they do is in plain functions that tests call directly."""

import contextlib
import os
import time
from dataclasses import replace
from typing import Final

import structlog
from celery import current_app, shared_task
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from pentarch.arbiter.relay.feed import LiveFeed
from pentarch.arbiter.relay.mailbox import Mailbox
from pentarch.arbiter.settings import settings
from pentarch.arbiter.store.database import Store
from pentarch.workers.analysis import analyse_next
from pentarch.workers.app import ORDINARY, URGENT, VERIFY, redis_url
from pentarch.workers.conductor import conduct_after
from pentarch.workers.cores import Cores
from pentarch.workers.host import Host
from pentarch.workers.interruption import Stopping
from pentarch.workers.ledger import Ledger, Place
from pentarch.workers.messages import take_several
from pentarch.workers.package_cache import PackageCache
from pentarch.workers.validation import validate_next
from pentarch.workers.verification import AT_ONCE, verify_matches
from pentarch.workers.windows import play_next

_log = structlog.get_logger()
_AWAY_PAUSE: Final = 1.0
_hosts: dict[str, Host] = {}
_cores: Cores | None = None


def share(cores: Cores) -> None:
    """Hosted bots of this process, and of those forked from it, think on these cores."""
    global _cores
    _cores = cores


class CeleryDispatch:
    """Hands work to Celery. A broker that is away is no error: the sweep hands it out later.

    Finding out that it is away takes seconds, so that for a moment nobody tries again.
    """

    def __init__(self) -> None:
        self._away_until = 0.0

    def play(self, match_ids: list[int], *, urgent: bool = False) -> None:
        """Queue matches to be played."""
        self._send("pentarch.workers.tasks.play", match_ids, URGENT if urgent else ORDINARY)

    def verify(self, match_ids: list[int]) -> None:
        """Queue records to be verified."""
        self._send("pentarch.workers.tasks.verify", match_ids, ORDINARY)

    def validate(self) -> None:
        """Say that a submitted version waits."""
        self._send("pentarch.workers.tasks.validate", [0], ORDINARY)

    def analyse(self) -> None:
        """Say that an analysis was asked for."""
        self._send("pentarch.workers.tasks.analyse", [0], ORDINARY)

    def _send(self, task: str, match_ids: list[int], priority: int) -> None:
        if not match_ids or time.monotonic() < self._away_until:
            return
        try:
            current_app.send_task(task, [match_ids], retry=False, priority=priority)
        except OperationalError as error:
            self._away_until = time.monotonic() + _AWAY_PAUSE
            _log.warning("the broker is away", task=task, matches=len(match_ids), error=str(error))


def host() -> Host:
    """The host of this process, made when it is first needed: after the fork."""
    key = str(os.getpid())
    if key not in _hosts:
        _hosts.clear()
        chosen = settings()
        _hosts[key] = Host(
            store=Store(chosen.database_url, shelf=chosen.shelf),
            dispatch=CeleryDispatch(),
            cache=PackageCache(chosen.packages),
            mailbox=Mailbox(redis_url(chosen)),
            live=LiveFeed(redis_url(chosen)),
            cores=_cores,
        )
    return _hosts[key]


def take_place(ledger: Ledger, number: int) -> Place:
    """Write leases into that place of the node's ledger from now on."""
    before = host()
    place = ledger.place(number, before.name)
    _hosts[str(os.getpid())] = replace(before, place=place)
    return place


def _behind(queue: str, least: int) -> list[int]:
    """The matches of messages that wait; none if the broker is away."""
    try:
        with current_app.pool.acquire(block=True) as connection:
            return take_several(connection, queue, least)
    except (OperationalError, RedisError) as error:
        _log.warning("the broker is away", queue=queue, error=str(error))
        return []


# Celery is not typed.
@shared_task(acks_late=True, ignore_result=True)  # type: ignore[untyped-decorator]
def play(match_ids: list[int]) -> None:
    """Play as many matches as are named: those that are next."""
    # Stopped in the middle, it has handed back what it had: the message is done with.
    with contextlib.suppress(Stopping):
        play_next(host(), match_ids)


@shared_task(acks_late=True, ignore_result=True)  # type: ignore[untyped-decorator]
def verify(match_ids: list[int]) -> None:
    """Play records again, rate them, and go on with their tournaments: with those of the message,
    and with some that wait behind it, because most of what that costs is for all together."""
    match_ids = match_ids + _behind(VERIFY, AT_ONCE - len(match_ids))
    rated = verify_matches(host(), match_ids)
    conduct_after(host(), [*match_ids, *rated])


@shared_task(acks_late=True, ignore_result=True)  # type: ignore[untyped-decorator]
def validate(_: list[int]) -> None:
    """Validate submitted versions until none waits."""
    while validate_next(host()) is not None:
        pass


@shared_task(acks_late=True, ignore_result=True)  # type: ignore[untyped-decorator]
def analyse(_: list[int]) -> None:
    """Make the analyses that were asked for until none waits."""
    with contextlib.suppress(Stopping):
        while analyse_next(host()) is not None:
            pass
