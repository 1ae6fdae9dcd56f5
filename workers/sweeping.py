"""The sweep: finds what got lost between the database and the broker, and hands it out again."""

from datetime import timedelta
from itertools import groupby
from typing import Final

import structlog
from celery import Celery

from arbiter.store import bots, leases, matches
from arbiter.store.leases import Waiting
from arbiter.store.words import MatchState
from workers import metrics
from workers.host import Host

_log = structlog.get_logger()

PATIENCE: Final = timedelta(seconds=15)
"""Work that was handed to the broker this long ago and is still waiting is handed over again."""


def sweep(host: Host, patience: timedelta = PATIENCE) -> int:
    """Take matches from dead workers, hand out again what waits too long; how many matches.

    Any number of processes may sweep at the same time.
    """
    with host.store.writing() as session:
        now = host.now()
        expired = leases.expire_leases(session, now, host.policy)
        waiting = leases.requeue_lost(session, now, now - patience)
        bots.expire_validations(session, now)
        submitted = bots.count_submitted(session, now - patience)
    for lost in expired:
        metrics.LEASE_LOSSES.inc()
        _log.warning("lease lost", match=lost.match_id, worker=lost.worker, void=lost.is_void)
    again = [lost.match_id for lost in expired if not lost.is_void]
    for match_id in again:
        host.dispatch.play([match_id], urgent=True)
    known = set(again)
    _hand_out(host, [work for work in waiting if work.match_id not in known])
    if submitted:
        host.dispatch.validate()
    return len(again) + len(waiting)


def measure(host: Host, app: Celery, queues: list[str]) -> None:
    """Set the metrics of what waits: at the broker, and in the database."""
    with app.connection_for_read() as connection:
        for queue in queues:
            try:
                waiting = connection.default_channel.queue_declare(queue, passive=True)
            except connection.channel_errors:
                # Nothing was ever put into it.
                metrics.QUEUE_LENGTH.labels(queue).set(0)
            else:
                metrics.QUEUE_LENGTH.labels(queue).set(waiting.message_count)
    with host.store.reading() as session:
        oldest = matches.oldest_queued(session)
    age = host.now() - oldest if oldest is not None else timedelta(0)
    metrics.QUEUE_WAIT.set(age.total_seconds())


def _hand_out(host: Host, waiting: list[Waiting]) -> None:
    queued = [work for work in waiting if work.state is MatchState.QUEUED]
    for _, block in groupby(
        queued, key=lambda work: (work.block_id, work.block_id or work.match_id)
    ):
        host.dispatch.play([work.match_id for work in block])
    played = [work.match_id for work in waiting if work.state is not MatchState.QUEUED]
    for start in range(0, len(played), 20):
        host.dispatch.verify(played[start : start + 20])
