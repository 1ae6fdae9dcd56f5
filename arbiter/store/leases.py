"""The life of a match: queued -> leased -> played -> verified -> rated, or void.

A worker holds a match by a lease: an epoch, the worker's name and a deadline that heartbeats move
on. Every function here is one conditional change inside the caller's transaction: it locks the
match, looks whether the change still fits, and otherwise changes nothing and reports so. So a
result that comes late or twice does no harm, whoever sends it and however often.

    queued    lease            -> leased
    leased    finish           -> played
              abort, expire    -> queued, or void after too many failures
              hand_back        -> queued
    played    verified         -> verified
              mismatched       -> void
    verified  ratings.rate     -> rated
    any but rated: void        -> void
    rated     ratings.annul    -> void

Attempts are kept, all of them. Times come from the caller.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from sqlalchemy import and_, or_, select, text, update
from sqlalchemy.orm import Session

from pentarch.arbiter.referee.verdicts import Verdict
from pentarch.arbiter.store import journal
from pentarch.arbiter.store.attempts import (
    check_fit,
    keep_outcome,
    keep_outputs,
    keep_record,
    seats_of,
)
from pentarch.arbiter.store.locks import lock_match, lock_matches
from pentarch.arbiter.store.matches import LOST, URGENT
from pentarch.arbiter.store.models import (
    Attempt,
    Match,
    Seat,
    Tournament,
    Worker,
)
from pentarch.arbiter.store.queue import (
    first_queued,
    has_failed,
    has_its_share,
    has_rules,
    is_barred,
    is_open,
    may_begin,
)
from pentarch.arbiter.store.reports import Report
from pentarch.arbiter.store.results import Result
from pentarch.arbiter.store.words import (
    AttemptState,
    MatchState,
    RecordKind,
    TournamentState,
)
from pentarch.engine.plain import Json

_HAVE_RECORD: Final = (MatchState.PLAYED, MatchState.VERIFIED, MatchState.RATED)
# Written out, because a partial index only serves a query that names its condition.
_IS_RUNNING: Final = text("attempts.state = 'running'")
_IS_LEASED: Final = text("matches.state = 'leased'")
_IS_WAITING: Final = text("matches.state IN ('queued', 'played', 'verified')")


@dataclass(frozen=True)
class LeasePolicy:
    """How long a lease holds without a heartbeat, how long a silent worker counts as living, and
    after how many failures a match is given up."""

    duration: timedelta
    silence: timedelta
    most_failures: int


@dataclass(frozen=True)
class Lease:
    """The right to play a match until the deadline; the epoch goes with everything handed in."""

    match_id: int
    epoch: int
    deadline: datetime


class Declined(StrEnum):
    """Why a match was not leased."""

    UNKNOWN = "unknown"
    TAKEN = "taken"
    SETTLED = "settled"
    HELD = "held"
    """Its tournament is not running."""
    LOST_BEFORE = "lost_before"
    """This worker has failed with it, and another that has not lives."""
    SHARED = "shared"
    """Other workers already play as many matches for its owner as one owner may have played."""


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


@dataclass(frozen=True)
class Failure:
    """Why an attempt ended without a record: a verdict that is nobody's fault, and evidence."""

    verdict: str
    reason: str
    evidence: Json = None
    outputs: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Finished:
    """A match that was played under a lease: its result, and what the seats printed."""

    match_id: int
    epoch: int
    result: Result
    outputs: Mapping[int, str] = field(default_factory=dict)


def lease(
    session: Session, match_id: int, worker: str, now: datetime, policy: LeasePolicy
) -> Lease | Declined:
    """Lease a match for a worker, if it waits and the worker may have it."""
    match = lock_match(session, match_id)
    answer = _answer(session, match, worker, now, policy)
    session.flush()
    return answer


def lease_all(
    session: Session, match_ids: Sequence[int], worker: str, now: datetime, policy: LeasePolicy
) -> list[Lease | Declined]:
    """Lease those of the matches that wait and that the worker may have: an answer for each."""
    found = lock_matches(session, match_ids)
    with session.no_autoflush:
        answers = [_answer(session, found.get(id), worker, now, policy) for id in match_ids]
    session.flush()
    return answers


def _answer(
    session: Session, match: Match | None, worker: str, now: datetime, policy: LeasePolicy
) -> Lease | Declined:
    if match is None:
        return Declined.UNKNOWN
    if match.state is MatchState.LEASED:
        return Declined.TAKEN
    if match.state is not MatchState.QUEUED:
        return Declined.SETTLED
    if not may_begin(session, match):
        return Declined.HELD
    if is_barred(session, match, worker, now - policy.silence):
        return Declined.LOST_BEFORE
    if has_its_share(session, match, worker, now - policy.silence):
        return Declined.SHARED
    return _grant(session, match, worker, now, policy)


def lease_block(
    session: Session, block_id: int, worker: str, now: datetime, policy: LeasePolicy
) -> list[Lease]:
    """Lease all matches of a block that wait and that the worker may have, in their order."""
    query = (
        select(Match.id)
        .where(Match.block_id == block_id, Match.state == MatchState.QUEUED)
        .order_by(Match.id)
    )
    answers = lease_all(session, session.scalars(query).all(), worker, now, policy)
    return [answer for answer in answers if isinstance(answer, Lease)]


def lease_next(
    session: Session, worker: str, now: datetime, policy: LeasePolicy, *, most: int
) -> list[Lease]:
    """Lease the matches that come first in the queue, at most so many.

    Matches that another transaction is leasing are passed over, not waited for. Matches this
    worker has failed with come last, and only if no other living worker could take them.
    """
    failed = has_failed(worker)
    fresh = list(session.scalars(first_queued(~failed, most)))
    leases = [_grant(session, match, worker, now, policy) for match in fresh]
    if len(leases) < most:
        for match in list(session.scalars(first_queued(failed, most - len(leases)))):
            if not is_barred(session, match, worker, now - policy.silence):
                leases.append(_grant(session, match, worker, now, policy))
    session.flush()
    return leases


def lease_lost(
    session: Session,
    worker: str,
    now: datetime,
    policy: LeasePolicy,
    *,
    rules: Mapping[str, int],
    most: int,
) -> list[Lease]:
    """Lease matches by these rules that other workers have lost, at most so many.

    Whoever plays asks for them now and then, so that they need no message, which could be lost too
    or come to the very worker that may not have them.
    """
    is_lost = and_(Match.priority == LOST, ~has_failed(worker), has_rules(rules))
    query = first_queued(is_lost, most)
    leases = [_grant(session, match, worker, now, policy) for match in session.scalars(query).all()]
    session.flush()
    return leases


def heartbeat(
    session: Session, match_id: int, epoch: int, now: datetime, policy: LeasePolicy
) -> Report:
    """Move the deadline of a lease on. LATE tells the worker to stop playing the match."""
    return heartbeat_all(session, {match_id: epoch}, now, policy)[match_id]


def heartbeat_all(
    session: Session, held: Mapping[int, int], now: datetime, policy: LeasePolicy
) -> dict[int, Report]:
    """The same for several leases, given by match and epoch."""
    found = lock_matches(session, held)
    return {id: _beat(found.get(id), epoch, now, policy) for id, epoch in held.items()}


def _beat(match: Match | None, epoch: int, now: datetime, policy: LeasePolicy) -> Report:
    if match is None:
        return Report.UNKNOWN
    if match.state is not MatchState.LEASED or match.epoch != epoch:
        return Report.LATE
    # A beat that overtook a later one must not move the deadline back.
    if match.heartbeat_time is None or match.heartbeat_time < now:
        match.heartbeat_time = now
        match.lease_deadline = now + policy.duration
    return Report.DONE


def finish(
    session: Session,
    match_id: int,
    epoch: int,
    result: Result,
    now: datetime,
    *,
    outputs: Mapping[int, str] | None = None,
) -> Report:
    """The match was played: keep its record. `outputs` is what the seats printed.

    Raises WrongRecord for a record of another match.
    """
    return finish_all(session, [Finished(match_id, epoch, result, outputs or {})], now)[0]


def finish_all(session: Session, handed_in: Sequence[Finished], now: datetime) -> list[Report]:
    """The same for several matches, in one go: nothing is kept when one raises."""
    ids = [one.match_id for one in handed_in]
    found = lock_matches(session, ids)
    seats = seats_of(session, ids)
    # Loaded together. A session only finds again what somebody holds on to.
    running = session.scalars(select(Attempt).where(Attempt.match_id.in_(ids), _IS_RUNNING)).all()
    with session.no_autoflush:
        reports = [
            _finish(session, found.get(one.match_id), one, seats.get(one.match_id, []), now)
            for one in handed_in
        ]
    del running
    pairs = zip(ids, reports, strict=True)
    journal.delete(session, [id for id, report in pairs if report is Report.DONE])
    return reports


def _finish(
    session: Session, match: Match | None, one: Finished, seats: Sequence[Seat], now: datetime
) -> Report:
    if match is None:
        return Report.UNKNOWN
    if match.epoch != one.epoch:
        return Report.LATE
    if match.state is not MatchState.LEASED:
        is_same = match.state in _HAVE_RECORD and match.record_sha256 == one.result.sha256
        return Report.REPEATED if is_same else Report.LATE
    check_fit(match, one.result, seats)
    _close_attempt(session, match, AttemptState.FINISHED, now)
    keep_record(session, match, RecordKind.PLAYED, one.result.record, now)
    keep_outcome(match, one.result, seats)
    keep_outputs(session, match, one.outputs, now)
    _release(match, MatchState.PLAYED, now)
    match.play_time = now
    return Report.DONE


def abort(
    session: Session,
    match_id: int,
    epoch: int,
    failure: Failure,
    now: datetime,
    policy: LeasePolicy,
) -> Report:
    """The attempt failed through nobody's fault: queue the match again, or give it up."""
    match = lock_match(session, match_id)
    report = _may_end(session, match, epoch, AttemptState.ABORTED)
    if match is None or report is not Report.DONE:
        return report
    keep_outputs(session, match, failure.outputs, now)
    _fail(session, match, AttemptState.ABORTED, failure, now, policy)
    return Report.DONE


def hand_back(session: Session, match_id: int, epoch: int, now: datetime) -> Report:
    """The worker is being shut down: queue the match again. Not a failure, for nobody."""
    match = lock_match(session, match_id)
    report = _may_end(session, match, epoch, AttemptState.RETURNED)
    if match is None or report is not Report.DONE:
        return report
    _close_attempt(session, match, AttemptState.RETURNED, now)
    # It may have been put off on purpose: it is in no hurry any more.
    match.priority = max(match.priority, URGENT)
    _requeue(session, match, now)
    return Report.DONE


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
        failure = Failure(Verdict.WORKER_LOST, "its worker gave no sign of life")
        _fail(session, match, AttemptState.LOST, failure, now, policy)
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
        .where(_IS_WAITING, Match.enqueue_time < before)
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


def adopt(
    session: Session, now: datetime, before: datetime, rules: Mapping[str, int], *, most: int = 1000
) -> list[int]:
    """Take over matches by older rules that no living worker has any more: after an upgrade.

    Those that waited since before a moment are played by the newer rules given here; a record that
    nobody can verify any more is played again. Which they are.
    """
    living = session.scalars(
        select(Worker.rules).where(Worker.heartbeat_time >= before, Worker.stop_time.is_(None))
    )
    still = {(id, version) for had in living for id, version in had.items()} | set(rules.items())
    query = (
        select(Match)
        .where(_IS_WAITING, Match.enqueue_time < before, ~has_rules(rules))
        .where(Match.state != MatchState.VERIFIED)
        .order_by(Match.enqueue_time, Match.id)
        .limit(most)
        .with_for_update(skip_locked=True)
    )
    adopted = []
    for match in list(session.scalars(query)):
        had = (match.ruleset, match.rules_version or 0)
        if had in still or had[1] > rules.get(match.ruleset, 0):
            continue
        journal.delete(session, [match.id])
        match.rules_version = rules[match.ruleset]
        match.record_sha256 = None
        _release(match, MatchState.QUEUED, now)
        adopted.append(match.id)
    session.flush()
    return adopted


def requeue_urgent(session: Session, now: datetime, before: datetime, *, most: int) -> list[int]:
    """The same for matches that were lost with their worker, of which there are never many."""
    query = first_queued(and_(Match.priority == LOST, Match.enqueue_time < before), most)
    waiting = session.scalars(query).all()
    for match in waiting:
        match.enqueue_time = now
    return [match.id for match in waiting]


def verified(
    session: Session, match_id: int, record_sha256: str, verifier: str, now: datetime
) -> Report:
    """The record replayed to the same digests; `verifier` is the worker that saw to it.

    BARRED when the verifier is the worker that played the match.
    """
    held = lock_matches(session, [match_id])
    return verified_all(session, held, {match_id: record_sha256}, verifier, now)[match_id]


def verified_all(
    session: Session,
    held: Mapping[int, Match],
    records: Mapping[int, str],
    verifier: str,
    now: datetime,
) -> dict[int, Report]:
    """The same for several matches that the caller has locked: the SHA-256 of the record by match.

    They may be rated at once, in the same transaction.
    """
    # Loaded together. A session only finds again what somebody holds on to.
    attempts = session.scalars(select(Attempt).where(Attempt.match_id.in_(held))).all()
    afterwards = (MatchState.VERIFIED, MatchState.RATED)
    reports = {}
    with session.no_autoflush:
        for match_id, sha256 in records.items():
            match = held.get(match_id)
            report = _may_verify(session, match, sha256, verifier, afterwards)
            reports[match_id] = report
            if match is not None and report is Report.DONE:
                match.state = MatchState.VERIFIED
                match.verifier = verifier
                match.verify_time = now
                match.enqueue_time = now
    del attempts
    return reports


def mismatched(
    session: Session,
    match_id: int,
    record_sha256: str,
    verifier: str,
    now: datetime,
    *,
    reason: str,
    replayed: bytes | None,
) -> Report:
    """The record did not replay: void the match, and keep what the replay gave beside it.

    BARRED when the verifier is the worker that played the match.
    """
    match = lock_match(session, match_id)
    report = _may_verify(session, match, record_sha256, verifier, (MatchState.VOID,))
    if match is None or report is not Report.DONE:
        return report
    if replayed is not None:
        keep_record(session, match, RecordKind.REPLAYED, replayed, now)
    match.verifier = verifier
    match.verify_time = now
    _void(match, f"the record does not replay: {reason}", Verdict.ENGINE_ERROR, now)
    return Report.DONE


def void(
    session: Session, match_id: int, reason: str, now: datetime, *, verdict: str | None = None
) -> Report:
    """Take a match that is not yet rated out of all results."""
    match = lock_match(session, match_id)
    if match is None:
        return Report.UNKNOWN
    if match.state is MatchState.VOID:
        return Report.REPEATED
    if match.state is MatchState.RATED:
        return Report.LATE
    if match.state is MatchState.LEASED:
        _close_attempt(session, match, AttemptState.VOIDED, now)
    _void(match, reason, verdict, now)
    return Report.DONE


def _grant(
    session: Session, match: Match, worker: str, now: datetime, policy: LeasePolicy
) -> Lease:
    deadline = now + policy.duration
    match.state = MatchState.LEASED
    match.epoch += 1
    match.worker = worker
    match.lease_deadline = deadline
    match.heartbeat_time = now
    match.start_time = now
    session.add(
        Attempt(
            match_id=match.id,
            epoch=match.epoch,
            worker=worker,
            state=AttemptState.RUNNING,
            start_time=now,
        )
    )
    return Lease(match.id, match.epoch, deadline)


def _may_end(session: Session, match: Match | None, epoch: int, ending: AttemptState) -> Report:
    if match is None:
        return Report.UNKNOWN
    if match.state is MatchState.LEASED and match.epoch == epoch:
        return Report.DONE
    attempt = session.get(Attempt, (match.id, epoch), populate_existing=True)
    if attempt is not None and attempt.state is ending:
        return Report.REPEATED
    return Report.LATE


def _may_verify(
    session: Session,
    match: Match | None,
    record_sha256: str,
    verifier: str,
    afterwards: tuple[MatchState, ...],
) -> Report:
    """`afterwards` are the states in which the same result had been taken before."""
    if match is None:
        return Report.UNKNOWN
    if match.record_sha256 != record_sha256:
        return Report.LATE
    if match.state is MatchState.PLAYED:
        played = session.get_one(Attempt, (match.id, match.epoch))
        return Report.BARRED if played.worker == verifier else Report.DONE
    is_same = match.state in afterwards and match.verifier is not None
    return Report.REPEATED if is_same else Report.LATE


def _fail(
    session: Session,
    match: Match,
    ending: AttemptState,
    failure: Failure,
    now: datetime,
    policy: LeasePolicy,
) -> None:
    _close_attempt(session, match, ending, now, failure)
    match.failures += 1
    if ending is AttemptState.LOST:
        match.priority = LOST
    if match.failures >= policy.most_failures:
        reason = f"given up after {match.failures} failed attempts; the last: {failure.reason}"
        _void(match, reason, failure.verdict, now)
        return
    _requeue(session, match, now)


def _requeue(session: Session, match: Match, now: datetime) -> None:
    """Queue a match again, unless its tournament was cancelled meanwhile."""
    if match.tournament_id is not None:
        # Shared lock: a cancellation under way either sees this match queued, or is seen here.
        query = select(Tournament.state).where(Tournament.id == match.tournament_id)
        state = session.scalar(query.with_for_update(read=True))
        if state is TournamentState.CANCELLED:
            _void(match, "the tournament was cancelled", None, now)
            return
    _release(match, MatchState.QUEUED, now)


def _release(match: Match, state: MatchState, now: datetime) -> None:
    match.state = state
    match.worker = None
    match.lease_deadline = None
    match.enqueue_time = now


def _void(match: Match, reason: str, verdict: str | None, now: datetime) -> None:
    _release(match, MatchState.VOID, now)
    match.void_reason = reason
    match.verdict = verdict
    match.end_time = now


def _close_attempt(
    session: Session,
    match: Match,
    ending: AttemptState,
    now: datetime,
    failure: Failure | None = None,
) -> None:
    attempt = session.get_one(Attempt, (match.id, match.epoch))
    attempt.state = ending
    attempt.end_time = now
    attempt.heartbeat_time = match.heartbeat_time
    if failure is not None:
        attempt.verdict = failure.verdict
        attempt.reason = failure.reason
        attempt.evidence = failure.evidence
