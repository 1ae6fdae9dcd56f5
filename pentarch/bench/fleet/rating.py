"""The rating step alone: matches that were played and verified wait, and one process rates them."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pentarch.arbiter.store import Store, leases, matches, ratings, verifications
from pentarch.arbiter.store.leases import Finished, Lease, LeasePolicy
from pentarch.arbiter.store.locks import lock_matches
from pentarch.bench.fleet.templates import Template
from pentarch.bench.fleet.times import Times
from pentarch.workers.verification import TOGETHER

_AT_ONCE: Final = 500


@dataclass(frozen=True)
class RatingFigures:
    """How many matches were rated, and what each cost in milliseconds: in all, of the process that
    rates, and of the database."""

    matches: int
    per_second: float
    each: float
    caller: float
    database: float


def measure_rating(
    store: Store, templates: Sequence[Template], policy: LeasePolicy, count: int
) -> RatingFigures:
    """Rate that many matches, all of which wait when it begins."""
    times = Times(store)
    for first in range(0, count, _AT_ONCE):
        _verify(
            store,
            [templates[n % len(templates)] for n in range(first, min(first + _AT_ONCE, count))],
            policy,
        )
    began = time.perf_counter()
    with times.of("rate"):
        rated = ratings.rate_waiting(store, ratings.RATER, store.now, together=TOGETHER)
    seconds = time.perf_counter() - began
    kept = times.kept["rate"]
    each = 1e3 / len(rated)
    return RatingFigures(
        matches=len(rated),
        per_second=len(rated) / seconds,
        each=each * seconds,
        caller=each * kept.caller,
        database=each * kept.database,
    )


def _verify(store: Store, templates: Sequence[Template], policy: LeasePolicy) -> None:
    """Bring new matches of these templates to where they wait to be rated."""
    with store.writing() as session:
        now = store.now()
        rows = matches.add(session, [template.new for template in templates], now, block=None)
        ids = [row.id for row in rows]
        answers = leases.lease_all(session, ids, "rating-plays", now, policy)
        finished = [
            Finished(answer.match_id, answer.epoch, template.result)
            for answer, template in zip(answers, templates, strict=True)
            if isinstance(answer, Lease)
        ]
        leases.finish_all(session, finished, now)
        digests = {one.match_id: one.result.sha256 for one in finished}
        held = lock_matches(session, digests)
        verifications.verified_all(session, held, digests, "rating-verifies", now)
