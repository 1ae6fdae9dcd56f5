"""Losses: matches whose worker, message or rules are gone. The sweep looks for them.

What these functions may change, and when, is in `transitions`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import and_, or_, select, text, update
from sqlalchemy.orm import Session

from pentarch.arbiter.referee.verdicts import Verdict
from pentarch.arbiter.store import journal
from pentarch.arbiter.store.attempts import AttemptFailure
from pentarch.arbiter.store.leases import LeasePolicy
from pentarch.arbiter.store.models import Match, Tournament, Worker
from pentarch.arbiter.store.queue import first_lost, is_open
from pentarch.arbiter.store.transitions import fail, release, requeue
from pentarch.arbiter.store.words import AttemptState, MatchState, TournamentState

# Written out, because a partial index only serves a query that names its condition.
_IS_LEASED: Final = text("matches.state = 'leased'")
_IS_WAITING: Final = text("matches.state IN ('queued', 'played', 'verified')")
_IS_OPEN: Final = text("NOT matches.is_held")
_IS_HELD: Final = text("matches.state = 'queued' AND matches.is_held")


@dataclass(frozen=True)
class Expired:
    """A lease that ran out, and whether the match was given up with it."""

    match_id: int
    epoch: int
    worker: str
    is_void: bool


@dataclass(frozen=True)
class Waiting:
    """A match that waits for work: its state says for which."""

    match_id: int
    block_id: int | None
    state: MatchState


def expire_leases(
    session: Session, now: datetime, policy: LeasePolicy, *, most: int = 1000
) -> list[Expired]:
    """Take matches away from workers that let the deadline pass: queue again, or give up.

    Leases that another transaction is changing at the moment are left for the next time.
    """
    query = (
        select(Match)
        .where(_IS_LEASED, Match.lease_deadline < now)
        .order_by(Match.lease_deadline, Match.id)
        .limit(most)
        .with_for_update(skip_locked=True)
        .execution_options(populate_existing=True)
    )
    expired = []
    for match in list(session.scalars(query)):
        worker = match.worker or ""
        failure = AttemptFailure(Verdict.WORKER_LOST, "its worker gave no sign of life")
        fail(session, match, AttemptState.LOST, failure, now, policy.most_failures)
        is_void = match.state is MatchState.VOID
        expired.append(Expired(match.id, match.epoch, worker, is_void))
    session.flush()
    return expired


def requeue_lost(
    session: Session, now: datetime, before: datetime, *, most: int = 1000
) -> list[Waiting]:
    """The matches whose work was last handed to the broker before a moment, longest first.

    They count as handed over now: the caller commits and then does so. Those of a tournament
    that is not running are left alone while they are queued.
    """
    query = (
        select(Match.id, Match.block_id, Match.state)
        .where(_IS_WAITING, _IS_OPEN, Match.enqueue_time < before)
        .where(or_(Match.state != MatchState.QUEUED, is_open()))
        .order_by(Match.enqueue_time, Match.id)
        .limit(most)
        .with_for_update(skip_locked=True, of=Match)
    )
    waiting = [Waiting(id, block_id, state) for id, block_id, state in session.execute(query)]
    ids = [match.match_id for match in waiting]
    session.execute(
        update(Match)
        .where(Match.id.in_(ids))
        .values(enqueue_time=now)
        .execution_options(synchronize_session=False)
    )
    return waiting


def requeue_urgent(session: Session, now: datetime, before: datetime, *, most: int) -> list[int]:
    """The same for matches that were lost with their worker, of which there are never many."""
    query = first_lost(Match.enqueue_time < before, most)
    waiting = session.scalars(query).all()
    for match in waiting:
        match.enqueue_time = now
    return [match.id for match in waiting]


def adopt(
    session: Session, now: datetime, before: datetime, rules: Mapping[str, int], *, most: int = 1000
) -> list[int]:
    """Take over matches by older rules that no living worker has any more: after an upgrade.

    Those that waited since before a moment are played by the newer rules given here; a record that
    nobody can verify any more is played again. Which they are.
    """
    older = [
        and_(Match.ruleset == id, Match.rules_version < version) for id, version in rules.items()
    ]
    query = (
        select(Match)
        .where(_IS_WAITING, Match.enqueue_time < before, or_(*older))
        .where(Match.state != MatchState.VERIFIED)
        .order_by(Match.enqueue_time, Match.id)
        .limit(most)
        .with_for_update(skip_locked=True)
    )
    found = session.scalars(query).all()
    if not found:
        return []
    living = session.scalars(
        select(Worker.rules).where(Worker.heartbeat_time >= before, Worker.stop_time.is_(None))
    )
    still = {(id, version) for had in living for id, version in had.items()}
    adopted = []
    for match in found:
        if (match.ruleset, match.rules_version) in still:
            continue
        journal.delete(session, [match.id])
        match.rules_version = rules[match.ruleset]
        match.record_sha256 = None
        if match.state is MatchState.QUEUED:
            release(match, MatchState.QUEUED, now)
        else:
            requeue(session, match, now)
        adopted.append(match.id)
    session.flush()
    return adopted


def let_go_of_held(session: Session) -> None:
    """Let matches begin that are held although their tournament runs: a program of the version
    before, which runs beside this one during an upgrade, starts tournaments without doing so."""
    running = select(Tournament.id).where(Tournament.state == TournamentState.RUNNING)
    session.execute(
        update(Match)
        .where(_IS_HELD, Match.tournament_id.in_(running))
        .values(is_held=False)
        .execution_options(synchronize_session=False)
    )
