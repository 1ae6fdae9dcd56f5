"""Leases: how a worker takes matches, holds them, and hands in what became of them.

A lease is an epoch, the worker's name and a deadline that heartbeats move on. What these functions
may change, and when, is in `transitions`.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final, TypeAlias

from sqlalchemy import and_, case, select, text, tuple_, update
from sqlalchemy.orm import Session

from pentarch.arbiter.store import journal, quotas
from pentarch.arbiter.store.attempts import (
    AttemptFailure,
    check_fit,
    close_attempt,
    close_finished,
    keep_outcome,
    keep_outputs,
    keep_record,
    keep_usages,
    seats_of,
)
from pentarch.arbiter.store.locks import lock_match, lock_matches
from pentarch.arbiter.store.matches import URGENT
from pentarch.arbiter.store.models import Attempt, Match, Seat
from pentarch.arbiter.store.queue import (
    first_lost,
    has_failed,
    has_its_share,
    has_rules,
    is_barred,
    may_begin,
    next_matches,
)
from pentarch.arbiter.store.reports import Report
from pentarch.arbiter.store.results import Result
from pentarch.arbiter.store.transitions import fail, make_void, release, requeue
from pentarch.arbiter.store.words import AttemptState, Good, MatchState, RecordKind

_SPARE: Final = 20
"""How many matches at a time that it cannot have a worker looks past."""
_HAVE_RECORD: Final = (MatchState.PLAYED, MatchState.VERIFIED, MatchState.RATED)
# Written out, because a partial index only serves a query that names its condition.
_IS_LEASED: Final = text("matches.state = 'leased'")

Held: TypeAlias = tuple[int, int]
"""A lease by what names it: match and epoch."""


@dataclass(frozen=True)
class LeasePolicy:
    """How long a lease holds without a heartbeat, how long a silent worker counts as living, and
    after how many failures a match is given up."""

    duration: timedelta
    silence: timedelta
    most_failures: int

    @property
    def heartbeat(self) -> timedelta:
        """The time between two heartbeats: two may be late before the lease runs out."""
        return self.duration / 3


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
class Finished:
    """A match that was played under a lease: its result, what the seats printed, and the seconds
    that bots were charged which ran here."""

    match_id: int
    epoch: int
    result: Result
    outputs: Mapping[int, str] = field(default_factory=dict)
    seconds: float = 0.0


def lease_all(
    session: Session, match_ids: Sequence[int], worker: str, now: datetime, policy: LeasePolicy
) -> list[Lease | Declined]:
    """Lease those of the matches that wait and that the worker may have: an answer for each."""
    found = lock_matches(session, match_ids)
    with session.no_autoflush:
        answers = [_answer(session, found.get(id), worker, now, policy) for id in match_ids]
    session.flush()
    return answers


def lease_next(
    session: Session,
    worker: str,
    now: datetime,
    policy: LeasePolicy,
    *,
    rules: Mapping[str, int],
    most: int,
    choose: Callable[[Sequence[Match]], Sequence[Match]],
) -> list[tuple[Lease, Match]]:
    """Lease the matches by these rules that are next, at most that many; each with its seats.

    Of those that it gets to see in their order `choose` says which the worker can play and wants
    now. If it wants none the worker looks past them, but not far. Nobody waits for anybody: what
    another worker is looking at is passed over.
    """
    passed: list[int] = []
    busy: set[int] = set()
    for portion in (most, _SPARE, _SPARE):
        query = next_matches(rules, most=portion, passed=passed, busy=busy)
        found = session.scalars(query).all()
        with session.no_autoflush:
            free = [row for row in found if not _is_shared(session, row, worker, now, policy, busy)]
        chosen = [*choose(free)][:most] if free else []
        if chosen or len(found) < portion:
            leases = [(_grant(session, row, worker, now, policy), row) for row in chosen]
            session.flush()
            return leases
        passed += [row.id for row in found]
    return []


def lease_lost(
    session: Session,
    worker: str,
    now: datetime,
    policy: LeasePolicy,
    *,
    rules: Mapping[str, int],
    most: int,
) -> list[Lease]:
    """Lease matches by these rules that other workers have lost, at most that many.

    Whoever plays asks for them now and then, so that they need no message, which could be lost too
    or come to the very worker that may not have them.
    """
    query = first_lost(and_(~has_failed(worker), has_rules(rules)), most)
    leases = [_grant(session, match, worker, now, policy) for match in session.scalars(query).all()]
    session.flush()
    return leases


def heartbeat_all(
    session: Session, held: Collection[Held], now: datetime, policy: LeasePolicy
) -> dict[Held, Report]:
    """Move the deadlines of leases on, whichever workers hold them. LATE tells to stop playing the
    match.

    Waits for nobody: a match that another transaction is changing is left for the next time. One
    worker that hangs in the middle of a change must not cost the others their leases.
    """
    if not held:
        return {}
    is_held = and_(_IS_LEASED, tuple_(Match.id, Match.epoch).in_(sorted(held)))
    locked = select(Match.id).where(is_held).with_for_update(skip_locked=True)
    # A beat that overtook a later one must not move the deadline back.
    is_newer = Match.heartbeat_time < now
    moved = session.execute(
        update(Match)
        .where(Match.id.in_(locked))
        .values(
            heartbeat_time=case((is_newer, now), else_=Match.heartbeat_time),
            lease_deadline=case((is_newer, now + policy.duration), else_=Match.lease_deadline),
        )
        .returning(Match.id, Match.epoch)
        .execution_options(synchronize_session=False)
    )
    reports: dict[Held, Report] = {(id, epoch): Report.DONE for id, epoch in moved}
    rest = set(held).difference(reports)
    if rest:
        reports |= _unmoved(session, rest)
    return reports


def finish_all(session: Session, handed_in: Sequence[Finished], now: datetime) -> list[Report]:
    """Matches were played: keep their records, in one go.

    Raises WrongRecord for a record of another match; then nothing is kept.
    """
    ids = [one.match_id for one in handed_in]
    found = lock_matches(session, ids)
    seats = seats_of(session, ids)
    with session.no_autoflush:
        reports = [
            _finish(session, found.get(one.match_id), one, seats.get(one.match_id, []), now)
            for one in handed_in
        ]
    pairs = zip(ids, reports, strict=True)
    done = {id for id, report in pairs if report is Report.DONE}
    if done:
        close_finished(session, sorted(done), now)
        journal.delete(session, sorted(done))
    _charge(session, [(found[one.match_id], one) for one in handed_in if one.match_id in done], now)
    return reports


def abort(
    session: Session,
    match_id: int,
    epoch: int,
    failure: AttemptFailure,
    now: datetime,
    policy: LeasePolicy,
) -> Report:
    """The attempt failed through nobody's fault: queue the match again, or give it up."""
    match = lock_match(session, match_id)
    report = _may_end(session, match, epoch, AttemptState.ABORTED)
    if match is None or report is not Report.DONE:
        return report
    keep_outputs(session, match, failure.outputs, now)
    fail(session, match, AttemptState.ABORTED, failure, now, policy.most_failures)
    return Report.DONE


def hand_back(session: Session, match_id: int, epoch: int, now: datetime) -> Report:
    """The worker is being shut down: queue the match again. That counts as nobody's failure."""
    match = lock_match(session, match_id)
    report = _may_end(session, match, epoch, AttemptState.RETURNED)
    if match is None or report is not Report.DONE:
        return report
    close_attempt(session, match, AttemptState.RETURNED, now)
    # It may have been put off on purpose: it is in no hurry any more.
    match.priority = max(match.priority, URGENT)
    requeue(session, match, now)
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
        close_attempt(session, match, AttemptState.VOIDED, now)
    make_void(match, reason, verdict, now)
    return Report.DONE


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


def _is_shared(
    session: Session,
    match: Match,
    worker: str,
    now: datetime,
    policy: LeasePolicy,
    busy: set[int],
) -> bool:
    """Whether the match's owner has their share; one that has is put into `busy`."""
    if match.owner_id is None or match.tournament_id is not None:
        return False
    if match.owner_id not in busy and has_its_share(session, match, worker, now - policy.silence):
        busy.add(match.owner_id)
    return match.owner_id in busy


def _grant(
    session: Session, match: Match, worker: str, now: datetime, policy: LeasePolicy
) -> Lease:
    deadline = now + policy.duration
    match.state = MatchState.LEASED
    match.epoch += 1
    match.worker = worker
    match.is_held = False
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


def _unmoved(session: Session, rest: Collection[Held]) -> dict[Held, Report]:
    """What has become of leases whose deadlines were not moved on."""
    query = select(Match.id, Match.epoch, Match.state).where(Match.id.in_({id for id, _ in rest}))
    found = {id: (epoch, state) for id, epoch, state in session.execute(query)}
    reports = {}
    for id, epoch in rest:
        if id not in found:
            reports[id, epoch] = Report.UNKNOWN
        else:
            is_held = found[id] == (epoch, MatchState.LEASED)
            reports[id, epoch] = Report.DONE if is_held else Report.LATE
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
    keep_record(session, match, RecordKind.PLAYED, one.result.record, now)
    keep_outcome(match, one.result, seats)
    keep_usages(session, match, one.result, seats)
    keep_outputs(session, match, one.outputs, now)
    release(match, MatchState.PLAYED, now)
    match.play_time = now
    return Report.DONE


def _charge(session: Session, done: Sequence[tuple[Match, Finished]], now: datetime) -> None:
    """Count the seconds of matches by hand for whoever asked for them."""
    seconds: defaultdict[int, float] = defaultdict(float)
    for match, one in done:
        if match.owner_id is not None and match.tournament_id is None:
            seconds[match.owner_id] += one.seconds
    # In one order, so that no two workers wait for each other.
    for owner_id in sorted(seconds):
        quotas.add(session, owner_id, Good.CPU_SECONDS, seconds[owner_id], now)


def _may_end(session: Session, match: Match | None, epoch: int, ending: AttemptState) -> Report:
    if match is None:
        return Report.UNKNOWN
    if match.state is MatchState.LEASED and match.epoch == epoch:
        return Report.DONE
    attempt = session.get(Attempt, (match.id, epoch), populate_existing=True)
    if attempt is not None and attempt.state is ending:
        return Report.REPEATED
    return Report.LATE
