"""What the store does with many matches at a time, done with one."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from pentarch.arbiter.store import leases, ratings, verifications
from pentarch.arbiter.store.attempts import seats_of
from pentarch.arbiter.store.leases import Declined, Finished, Lease, LeasePolicy
from pentarch.arbiter.store.locks import lock_matches
from pentarch.arbiter.store.models import Match
from pentarch.arbiter.store.ratings import Rater
from pentarch.arbiter.store.reports import Report
from pentarch.arbiter.store.results import Result
from pentarch.arbiter.store.words import MatchState


def lease(
    session: Session, match_id: int, worker: str, now: datetime, policy: LeasePolicy
) -> Lease | Declined:
    [answer] = leases.lease_all(session, [match_id], worker, now, policy)
    return answer


def lease_any(
    session: Session, worker: str, now: datetime, policy: LeasePolicy, *, most: int
) -> list[Lease]:
    """What the worker gets of the matches that are queued, the oldest first."""
    query = select(Match.id).where(Match.state == MatchState.QUEUED).order_by(Match.id).limit(most)
    answers = leases.lease_all(session, session.scalars(query).all(), worker, now, policy)
    return granted(answers)


def granted(answers: Sequence[Lease | Declined]) -> list[Lease]:
    return [answer for answer in answers if isinstance(answer, Lease)]


def heartbeat(
    session: Session, match_id: int, epoch: int, now: datetime, policy: LeasePolicy
) -> Report:
    return leases.heartbeat_all(session, [(match_id, epoch)], now, policy)[match_id, epoch]


def finish(
    session: Session,
    match_id: int,
    epoch: int,
    result: Result,
    now: datetime,
    *,
    outputs: Mapping[int, str] | None = None,
) -> Report:
    [report] = leases.finish_all(session, [Finished(match_id, epoch, result, outputs or {})], now)
    return report


def verified(
    session: Session, match_id: int, record_sha256: str, verifier: str, now: datetime
) -> Report:
    held = lock_matches(session, [match_id])
    records = {match_id: record_sha256}
    return verifications.verified_all(session, held, records, verifier, now)[match_id]


def refs(session: Session, match_id: int) -> list[str]:
    """Who sits where, as `name@number`."""
    return [seat.version.ref for seat in seats_of(session, [match_id])[match_id]]


def rate(session: Session, match_id: int, rater: Rater, now: datetime) -> bool:
    """Rate what waits for it; whether this match was among it."""
    return match_id in (ratings.rate_next(session, rater, now, most=1000) or [])
