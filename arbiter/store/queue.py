"""The queue: which matches may begin, and for which worker. For `leases` and `losses`."""

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from sqlalchemy import ColumnElement, Select, distinct, exists, func, or_, select, text, tuple_
from sqlalchemy.orm import Session

from pentarch.arbiter.store.models import Attempt, Match, Tournament, Worker
from pentarch.arbiter.store.words import AttemptState, TournamentState

FAILED: Final = (AttemptState.LOST, AttemptState.ABORTED)
# Written out, because a partial index only serves a query that names its condition.
_IS_QUEUED: Final = text("matches.state = 'queued'")
_IS_LEASED: Final = text("matches.state = 'leased'")


def first_queued(condition: ColumnElement[bool], most: int) -> Select[Match]:
    """Waiting matches that may begin, the most urgent first, locked; those that others are locking
    are passed over."""
    return (
        select(Match)
        .where(_IS_QUEUED, is_open(), condition)
        .order_by(Match.priority, Match.start_tag, Match.id)
        .limit(most)
        .with_for_update(skip_locked=True, of=Match)
        .execution_options(populate_existing=True)
    )


def next_matches(session: Session, rules: Mapping[str, int], *, most: int) -> list[int]:
    """The ids of waiting matches by these rules that are next, at most that many.

    Matches that were tried before are left to the messages that name them: they may have been put
    off, and must not stand in the way of others.
    """
    query = (
        select(Match.id)
        .where(_IS_QUEUED, is_open(), Match.epoch == 0, has_rules(rules))
        .order_by(Match.priority, Match.start_tag, Match.id)
        .limit(most)
    )
    return list(session.scalars(query))


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


def has_its_share(session: Session, match: Match, worker: str, since: datetime) -> bool:
    """Whether the owner of a match that was asked for by hand has half of the living workers
    already, besides this one."""
    if match.owner_id is None or match.tournament_id is not None:
        return False
    holders = select(func.count(distinct(Match.worker))).where(
        _IS_LEASED,
        Match.owner_id == match.owner_id,
        Match.tournament_id.is_(None),
        Match.worker != worker,
    )
    living = select(func.count()).where(Worker.heartbeat_time >= since, Worker.stop_time.is_(None))
    most = max(1, ((session.scalar(living) or 0) + 1) // 2)
    return (session.scalar(holders) or 0) >= most


def has_rules(rules: Mapping[str, int]) -> ColumnElement[bool]:
    """Whether a match is to be played by rules that a worker has: versions by ruleset."""
    return or_(
        Match.rules_version.is_(None),
        tuple_(Match.ruleset, Match.rules_version).in_(list(rules.items())),
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
