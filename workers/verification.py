"""Verifying records by playing them again, and rating what holds."""

import time
from typing import Final

import structlog

from pentarch.arbiter.store import matches, ratings, verifications
from pentarch.arbiter.store.locks import lock_matches
from pentarch.arbiter.store.matches import Unrated
from pentarch.arbiter.store.ratings import RATER
from pentarch.arbiter.store.words import MatchState
from pentarch.engine.errors import EngineError
from pentarch.engine.record import played_again, verify
from pentarch.workers import metrics
from pentarch.workers.host import PASS_ON_PAUSE, Host

_log = structlog.get_logger()
AT_ONCE: Final = 10
"""About so many records are played again before they are marked in one transaction."""
TOGETHER: Final = 500
"""At most so many matches are rated in one transaction."""


def verify_matches(host: Host, match_ids: list[int]) -> list[int]:
    """Play the records of these matches again; those that do not hold are void, the others rated.

    Returns the matches that were rated here, others among them. A match in any other state is left
    alone, and so is one that this very process has played: another one must look at it.
    """
    with host.store.reading() as session:
        found = matches.unrated(session, match_ids)
    fresh = [
        match for match in found if match.state is MatchState.PLAYED and match.worker != host.name
    ]
    foreign = [match for match in fresh if not host.has_rules(match.ruleset, match.rules_version)]
    if foreign:
        _leave(host, foreign)
        fresh = [match for match in fresh if match not in foreign]
    good = {match.match_id: match.record_sha256 for match in fresh if _holds(host, match)}
    if good:
        with host.store.writing() as session:
            held = lock_matches(session, good)
            verifications.verified_all(session, held, good, host.name, host.now())
    if not good and all(match.state is not MatchState.VERIFIED for match in found):
        return []
    settled = ratings.rate_waiting(host.store, RATER, host.now, together=TOGETHER)
    metrics.RATED.inc(len(settled))
    return settled


def _leave(host: Host, found: list[Unrated]) -> None:
    """Leave records by other rules to a worker that has them; until one lives, to the sweep."""
    elsewhere = [
        match.match_id
        for match in found
        if host.is_known_elsewhere(match.ruleset, match.rules_version)
    ]
    if elsewhere:
        time.sleep(PASS_ON_PAUSE)
        host.dispatch.verify(elsewhere)


def _holds(host: Host, match: Unrated) -> bool:
    """Whether the record replays. One that does not voids its match; both are kept."""
    try:
        verify(match.record)
    except EngineError as error:
        reason = str(error)
    else:
        return True
    metrics.MISMATCHES.inc()
    _log.error("a record does not replay", match=match.match_id, reason=reason)
    with host.store.writing() as session:
        verifications.mismatched(
            session,
            match.match_id,
            match.record_sha256,
            host.name,
            host.now(),
            reason=reason,
            replayed=played_again(match.record),
        )
    return False
