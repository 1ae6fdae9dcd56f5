"""The sweep: finds what got lost between the database and the broker, and hands it out again."""

from collections.abc import Iterator
from datetime import timedelta
from itertools import groupby
from typing import Final

import structlog
from celery import Celery

from pentarch.arbiter.settings import settings
from pentarch.arbiter.store import (
    analyses,
    duties,
    losses,
    matches,
    moves,
    notices,
    requests,
    seasons,
    validations,
    workers,
)
from pentarch.arbiter.store.losses import Waiting
from pentarch.arbiter.store.words import MatchState
from pentarch.workers import metrics
from pentarch.workers.app import PLAY, VERIFY
from pentarch.workers.host import Host

_log = structlog.get_logger()

TOGETHER: Final = 20
"""About this many matches go into one task. A worker leases only what it can play in a moment."""
_SWEEPS: Final = ("sweep", "second sweep")
"""This many nodes sweep for all of them: two, so that one of them may die."""
_SWEEPER_ROUNDS: Final = 3
"""A sweeper that has not swept for this many rounds is replaced; others look that often."""
_MEASURED: Final = 2
_SELDOM_MEASURED: Final = 10
"""A node that sweeps measures in one round of so many, any other in one of so many more."""
_BACKLOG_FACTOR: Final = 10
_MOST_URGENT: Final = 50
_LOGS: Final = 1000
_MOVING: Final = "shelve"
_MOVER_SILENCE: Final = timedelta(minutes=5)
"""After this another node moves old records, if the one that did is gone."""


class Sweeper:
    """A node's part in the sweep: a few nodes sweep for all of them, and others replace those that
    have not for some rounds."""

    def __init__(self) -> None:
        self._duty = ""

    def is_elected(self, host: Host, number: int) -> bool:
        """Whether this node sweeps in the round of this number."""
        if not self._duty and (number % _SWEEPER_ROUNDS or self._is_superfluous(host)):
            return False
        duration = timedelta(seconds=_SWEEPER_ROUNDS * settings().sweep_pause)
        with host.store.writing() as session:
            wanted = (self._duty,) if self._duty else _SWEEPS
            now = host.now()
            held = (n for n in wanted if duties.hold(session, n, host.name, now, duration))
            self._duty = next(held, "")
        return bool(self._duty)

    def measures(self, number: int) -> bool:
        """Whether this node measures in the round of this number: those that sweep need to know how
        much waits, the others only tell of it."""
        return number % (_MEASURED if self._duty else _SELDOM_MEASURED) == 0

    def _is_superfluous(self, host: Host) -> bool:
        with host.store.reading() as session:
            return duties.are_held(session, _SWEEPS, host.now())


def sweep(host: Host, *, backlog: int = 0) -> int:
    """Take matches from dead workers, hand out again what waits too long; how many matches.

    `backlog` is how many tasks wait at the broker. While there are any, what seems lost is most
    likely among them, and is given far more time. Any number of processes may sweep at once.
    """
    patience = timedelta(seconds=settings().sweep_patience)
    hurry = timedelta(seconds=settings().sweep_hurry)
    if backlog:
        patience *= _BACKLOG_FACTOR
    with host.store.writing() as session:
        now = host.now()
        expired = losses.expire_leases(session, now, host.policy)
        urgent = losses.requeue_urgent(session, now, now - hurry, most=_MOST_URGENT)
        adopted = losses.adopt(session, now, now - patience, host.rules)
        waiting = losses.requeue_lost(session, now, now - patience)
        validations.expire(session, now)
        submitted = validations.count_waiting(session, now, now - patience)
        analyses.expire(session, now)
        asked = analyses.count_waiting(session, now - patience)
    for lost in expired:
        metrics.LEASE_LOSSES.inc()
        _log.warning("lease lost", match=lost.match_id, worker=lost.worker, void=lost.is_void)
    if adopted:
        _log.info("matches by older rules taken over", matches=len(adopted))
    again = [*[lost.match_id for lost in expired if not lost.is_void], *urgent]
    for match_id in again:
        host.dispatch.play([match_id], urgent=True)
    known = set(again)
    _hand_out(host, [work for work in waiting if work.match_id not in known])
    for start in range(0, len(adopted), TOGETHER):
        host.dispatch.play(adopted[start : start + TOGETHER])
    if submitted:
        host.dispatch.validate()
    if asked:
        host.dispatch.analyse()
    return len(again) + len(waiting)


def tidy(host: Host) -> None:
    """Delete what is kept no longer: old request ids, workers long gone, and what people were told
    long ago. Old records go to the shelf."""
    chosen = settings()
    with host.store.writing() as session:
        now = host.now()
        requests.forget(session, now - timedelta(days=chosen.keep_request_ids))
        workers.forget(session, now - timedelta(days=chosen.keep_workers))
        notices.forget(session, now - timedelta(days=chosen.keep_notices))
        losses.let_go_of_held(session)
        is_mover = duties.hold(session, _MOVING, host.name, now, _MOVER_SILENCE)
    if is_mover:
        moves.shelve(host.store, now - timedelta(days=chosen.shelve_after))


def forget_logs(host: Host) -> None:
    """Delete all that bots printed in seasons that keep it no longer. It looks at all that is kept
    of these, and so is not for every round."""
    while True:
        with host.store.writing() as session:
            if seasons.forget_logs(session, host.now(), most=_LOGS) < _LOGS:
                return


def measure(host: Host, app: Celery) -> int:
    """Set the metrics of what waits, at the broker and in the database; how many tasks wait."""
    backlog = 0
    with app.pool.acquire(block=True) as connection:
        for queue in (PLAY, VERIFY):
            try:
                length = connection.default_channel.queue_declare(queue, passive=True).message_count
            except connection.channel_errors:
                # Nothing was ever put into it.
                length = 0
            metrics.QUEUE_LENGTH.labels(queue).set(length)
            backlog += length
    with host.store.reading() as session:
        oldest = matches.oldest_queued(session)
    age = host.now() - oldest if oldest is not None else timedelta(0)
    metrics.QUEUE_WAIT.set(age.total_seconds())
    return backlog


def _hand_out(host: Host, waiting: list[Waiting]) -> None:
    queued = [work for work in waiting if work.state is MatchState.QUEUED]
    # The matches of a block stay together, and small blocks share a task.
    for _, tasks in groupby(_numbered(queued), key=lambda pair: pair[0]):
        host.dispatch.play([match_id for _, match_id in tasks])
    played = [work.match_id for work in waiting if work.state is not MatchState.QUEUED]
    for start in range(0, len(played), TOGETHER):
        host.dispatch.verify(played[start : start + TOGETHER])


def _numbered(queued: list[Waiting]) -> Iterator[tuple[int, int]]:
    """Matches with the number of the task they go into."""
    number, size, last = 0, 0, None
    for work in queued:
        is_new = work.block_id is None or work.block_id != last
        if is_new and size >= TOGETHER:
            number, size = number + 1, 0
        size, last = size + 1, work.block_id
        yield number, work.match_id
