"""The queue: which matches may begin, and for which worker. For `leases` and `losses`."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Final

from sqlalchemy import (
    ColumnElement,
    Select,
    and_,
    distinct,
    exists,
    func,
    not_,
    or_,
    select,
    text,
    tuple_,
)
from sqlalchemy.orm import Session

from pentarch.arbiter.store.matches import IS_QUEUED, LOST, SEATED
from pentarch.arbiter.store.models import Attempt, Match, Tournament, Worker
from pentarch.arbiter.store.words import AttemptState, MatchState, TournamentState

FAILED: Final = (AttemptState.LOST, AttemptState.ABORTED)
# Written out, because a partial index only serves a query that names its condition.
_IS_NEXT: Final = text("matches.state = 'queued' AND matches.epoch = 0 AND NOT matches.is_held")
_IS_ASKED: Final = text("matches.state = 'queued' AND matches.tournament_id IS NULL")
_IS_BY_HAND: Final = text("matches.state = 'leased' AND matches.tournament_id IS NULL")


def first_lost(condition: ColumnElement[bool], most: int) -> Select[Match]:
    """Matches that were lost with their worker and may begin again, locked; those that others are
    locking are passed over."""
    return _first(and_(IS_QUEUED, Match.priority == LOST, condition), most)


def next_matches(
    rules: Mapping[str, int],
    *,
    most: int,
    passed: Collection[int] = (),
    busy: Collection[int] = (),
) -> Select[Match]:
    """Matches by these rules that are next, with their seats, locked, without those that others
    are locking: so that whoever asks at the same time gets the ones after.

    `passed` were looked at before, and `busy` owners have their share of the workers. Matches that
    were tried before are left to the messages that name them: they may have been put off, and must
    not stand in the way of others.
    """
    condition = and_(_IS_NEXT, has_rules(rules))
    if passed:
        condition = and_(condition, Match.id.not_in(passed))
    if busy:
        is_owned = and_(Match.owner_id.is_not(None), Match.tournament_id.is_(None))
        condition = and_(condition, or_(not_(is_owned), Match.owner_id.not_in(busy)))
    return _first(condition, most).options(SEATED)


def epochs(session: Session, match_ids: Collection[int]) -> dict[int, int]:
    """How often those of the matches were tried that wait."""
    query = select(Match.id, Match.epoch).where(
        Match.id.in_(match_ids), Match.state == MatchState.QUEUED
    )
    return {id: epoch for id, epoch in session.execute(query)}


def asked_by(session: Session, owner_ids: Collection[int], *, most: int) -> list[int]:
    """Matches that wait and that these owners asked for by hand, the longest first."""
    query = (
        select(Match.id)
        .where(_IS_ASKED, Match.owner_id.in_(owner_ids))
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
    others = select(func.count(distinct(Match.worker))).where(
        _IS_BY_HAND, Match.owner_id == match.owner_id, Match.worker != worker
    )
    held = session.scalar(others) or 0
    if not held:
        return False
    # Nobody needs to know how many live beyond twice the owner's share.
    living = (
        select(Worker.name)
        .where(Worker.heartbeat_time >= since, Worker.stop_time.is_(None))
        .limit(2 * held + 1)
        .subquery()
    )
    return (session.scalar(select(func.count()).select_from(living)) or 0) <= 2 * held


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


def _first(condition: ColumnElement[bool], most: int) -> Select[Match]:
    """The most urgent of the matches that may begin."""
    return (
        select(Match)
        .where(condition, is_open())
        .order_by(Match.priority, Match.start_tag, Match.id)
        .limit(most)
        .with_for_update(skip_locked=True, of=Match)
        .execution_options(populate_existing=True)
    )
