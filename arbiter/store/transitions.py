"""The life of a match: queued -> leased -> played -> verified -> rated, or void.

Every function that changes a match's state is one conditional change inside the caller's
transaction: it locks the match, looks whether the change still fits, and otherwise changes nothing
and reports so. So a result that comes late or twice does no harm, whoever sends it and however
often.

    queued    leases.lease_next          -> leased
              leases.lease_lost          -> leased
              leases.lease_all           -> leased, where they are named
    leased    leases.finish_all          -> played
              leases.abort               -> queued, or void after too many failures
              leases.hand_back           -> queued
              losses.expire_leases       -> queued, or void after too many failures
    played    verifications.verified_all -> verified
              verifications.mismatched   -> void
              losses.adopt               -> queued
    verified  ratings.rate_next          -> rated
              ratings.rate_waiting       -> void, if rating it raises
    rated     ratings.annul              -> void
    any but rated: leases.void           -> void

Attempts are kept, all of them. Times come from the caller. What these functions share is here.
"""

from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from pentarch.arbiter.store.attempts import AttemptFailure, close_attempt
from pentarch.arbiter.store.matches import LOST
from pentarch.arbiter.store.models import Match, Tournament
from pentarch.arbiter.store.words import AttemptState, MatchState, TournamentState


def fail(
    session: Session,
    match: Match,
    ending: AttemptState,
    failure: AttemptFailure,
    now: datetime,
    most_failures: int,
) -> None:
    """An attempt has failed: queue its match again, or give it up after that many failures."""
    close_attempt(session, match, ending, now, failure)
    match.failures += 1
    if ending is AttemptState.LOST:
        match.priority = LOST
    if match.failures >= most_failures:
        reason = f"given up after {match.failures} failed attempts; the last: {failure.reason}"
        make_void(match, reason, failure.verdict, now)
        return
    requeue(session, match, now)


def requeue(session: Session, match: Match, now: datetime) -> None:
    """Queue a match again that was leased or played, unless its tournament was cancelled
    meanwhile."""
    if match.tournament_id is not None:
        # Shared lock: a cancellation under way either sees this match queued, or is seen here.
        query = select(Tournament.state).where(Tournament.id == match.tournament_id)
        state = session.scalar(query.with_for_update(read=True))
        if state is TournamentState.CANCELLED:
            make_void(match, "the tournament was cancelled", None, now)
            return
        match.is_held = state is TournamentState.PAUSED
    release(match, MatchState.QUEUED, now)


def release(match: Match, state: MatchState, now: datetime) -> None:
    """Let go of a match, which is in another state from now on."""
    match.state = state
    match.worker = None
    match.lease_deadline = None
    match.enqueue_time = now


def make_void(match: Match, reason: str, verdict: str | None, now: datetime) -> None:
    """Take a match out of all results."""
    release(match, MatchState.VOID, now)
    match.void_reason = reason
    match.verdict = verdict
    match.end_time = now
