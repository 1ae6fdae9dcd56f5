"""Verifications: what became of records that another worker has played again.

What these functions may change, and when, is in `transitions`.
"""

from collections.abc import Mapping
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from pentarch.arbiter.referee.verdicts import Verdict
from pentarch.arbiter.store.attempts import keep_record
from pentarch.arbiter.store.locks import lock_match
from pentarch.arbiter.store.models import Attempt, Match
from pentarch.arbiter.store.reports import Report
from pentarch.arbiter.store.transitions import make_void
from pentarch.arbiter.store.words import MatchState, RecordKind


def verified_all(
    session: Session,
    held: Mapping[int, Match],
    records: Mapping[int, str],
    verifier: str,
    now: datetime,
) -> dict[int, Report]:
    """Records replayed to the same digests; `verifier` is the worker that saw to it.

    The caller has locked the matches, and may rate them at once, in the same transaction. `records`
    has the SHA-256 of each record by match. BARRED when the verifier is the worker that played it.
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
    make_void(match, f"the record does not replay: {reason}", Verdict.ENGINE_ERROR, now)
    return Report.DONE


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
