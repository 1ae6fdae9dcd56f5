"""Verifying records by playing them again, and rating what holds."""

import structlog

from arbiter.ratings.live import RATER
from arbiter.store import leases, matches, ratings
from arbiter.store.reports import Report
from arbiter.store.words import MatchState
from engine.errors import EngineError
from engine.record import verify
from workers import metrics
from workers.host import Host

_log = structlog.get_logger()


def verify_matches(host: Host, match_ids: list[int]) -> list[int]:
    """Play the records of these matches again; rate those that hold, void those that do not.

    Returns the matches that are rated now. A match in any other state is left alone, and so is one
    that this very process has played: another one must look at it.
    """
    return [match_id for match_id in match_ids if _verify_one(host, match_id)]


def _verify_one(host: Host, match_id: int) -> bool:
    with host.store.reading() as session:
        row = matches.get(session, match_id)
        if row.state is MatchState.VERIFIED:
            content = b""
        elif row.state is MatchState.PLAYED and row.attempts[-1].worker != host.name:
            content = matches.record(session, match_id).content
        else:
            return False
    if content and not _holds(host, match_id, row.record_sha256 or "", content):
        return False
    with host.store.writing() as session:
        is_rated = ratings.rate(session, match_id, RATER, host.now()) is Report.DONE
    metrics.RATED.inc(is_rated)
    return is_rated


def _holds(host: Host, match_id: int, sha256: str, content: bytes) -> bool:
    try:
        verify(content)
    except EngineError as error:
        metrics.MISMATCHES.inc()
        _log.error("a record does not replay", match=match_id, reason=str(error))
        with host.store.writing() as session:
            leases.mismatched(
                session,
                match_id,
                sha256,
                host.name,
                host.now(),
                reason=str(error),
                replayed=None,
            )
        return False
    with host.store.writing() as session:
        report = leases.verified(session, match_id, sha256, host.name, host.now())
    return report in (Report.DONE, Report.REPEATED)
