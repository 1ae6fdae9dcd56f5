"""The queue: which matches may begin, and for which worker. For the functions of `leases`."""

from datetime import datetime
from typing import Final

from sqlalchemy import ColumnElement, Select, exists, or_, select, text
from sqlalchemy.orm import Session

from arbiter.store.models import Attempt, Match, Tournament, Worker
from arbiter.store.words import AttemptState, TournamentState

FAILED: Final = (AttemptState.LOST, AttemptState.ABORTED)
# Written out, because a partial index only serves a query that names its condition.
_IS_QUEUED: Final = text("matches.state = 'queued'")


def first_queued(condition: ColumnElement[bool], most: int) -> Select[Match]:
    """Waiting matches that may begin, the most urgent first, locked; those that others are locking
    are passed over."""
    return (
        select(Match)
        .where(_IS_QUEUED, is_open(), condition)
        .order_by(Match.priority, Match.id)
        .limit(most)
        .with_for_update(skip_locked=True, of=Match)
        .execution_options(populate_existing=True)
    )


def is_open() -> ColumnElement[bool]:
    """Whether a match may begin: it is in no tournament or in a running one."""
    running = exists().where(
        Tournament.id == Match.tournament_id, Tournament.state == TournamentState.RUNNING
    )
    return or_(Match.tournament_id.is_(None), running)


def may_begin(session: Session, match: Match) -> bool:
    """The same of one match."""
    if match.tournament_id is None:
        return True
    query = select(Tournament.state).where(Tournament.id == match.tournament_id)
    return session.scalar(query) is TournamentState.RUNNING


def has_failed(worker: str) -> ColumnElement[bool]:
    """Whether a match is one that this worker has failed with."""
    return exists().where(
        Attempt.match_id == Match.id, Attempt.worker == worker, Attempt.state.in_(FAILED)
    )


def is_barred(session: Session, match: Match, worker: str, since: datetime) -> bool:
    """Whether the worker failed with this match and a living worker has not."""
    if match.failures == 0:
        return False
    query = select(Attempt.worker).where(Attempt.match_id == match.id, Attempt.state.in_(FAILED))
    failed = set(session.scalars(query))
    if worker not in failed:
        return False
    another = exists().where(
        Worker.heartbeat_time >= since, Worker.stop_time.is_(None), Worker.name.not_in(failed)
    )
    return bool(session.scalar(select(another)))
