"""Verifying and the rating step alone, by one process that has nothing else to do."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pentarch.arbiter.store import Store, leases, matches, ratings, verifications
from pentarch.arbiter.store.leases import Finished, Lease, LeasePolicy
from pentarch.arbiter.store.locks import lock_matches
from pentarch.bench.fleet.templates import Template
from pentarch.bench.fleet.times import Kept, Times
from pentarch.workers.host import Host
from pentarch.workers.verification import AT_ONCE, TOGETHER, verify_matches

_PORTION: Final = 500
_CALLS: Final = 20


@dataclass(frozen=True)
class RatingFigures:
    """How many matches were rated, and what each cost in milliseconds: in all, of the process that
    rates, and of the database."""

    matches: int
    per_second: float
    each: float
    caller: float
    database: float


@dataclass(frozen=True)
class Milliseconds:
    """What something takes: in all, of the process that does it, and of the database."""

    mean: float
    caller: float
    database: float


@dataclass(frozen=True)
class VerifyingFigures:
    """What verifying and rating takes each time, and beyond that for each match."""

    call: Milliseconds
    each: Milliseconds


def measure_rating(
    store: Store, templates: Sequence[Template], policy: LeasePolicy, count: int
) -> RatingFigures:
    """Rate that many matches, all of which wait when it begins."""
    times = Times(store)
    for first in range(0, count, _PORTION):
        chosen = _some(templates, first, min(first + _PORTION, count))
        digests = _play(store, chosen, policy)
        with store.writing() as session:
            held = lock_matches(session, digests)
            verifications.verified_all(session, held, digests, "rating-verifies", store.now())
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


def measure_verifying(
    host: Host, templates: Sequence[Template], policy: LeasePolicy
) -> VerifyingFigures:
    """Verify and rate matches one by one, and several at once."""
    times = Times(host.store)
    for together in (1, AT_ONCE):
        for first in range(0, _CALLS * together, together):
            ids = [*_play(host.store, _some(templates, first, first + together), policy)]
            with times.of(str(together)):
                verify_matches(host, ids)
    one, several = (_mean(times.kept[str(together)]) for together in (1, AT_ONCE))
    each = [max(0.0, (b - a) / (AT_ONCE - 1)) for a, b in zip(one, several, strict=True)]
    call = [max(0.0, a - more) for a, more in zip(one, each, strict=True)]
    return VerifyingFigures(call=Milliseconds(*call), each=Milliseconds(*each))


def _mean(kept: Kept) -> tuple[float, float, float]:
    factor = 1e3 / len(kept.seconds)
    return factor * sum(kept.seconds), factor * kept.caller, factor * kept.database


def _some(templates: Sequence[Template], first: int, last: int) -> list[Template]:
    return [templates[n % len(templates)] for n in range(first, last)]


def _play(store: Store, templates: Sequence[Template], policy: LeasePolicy) -> dict[int, str]:
    """New matches of these templates that were played: the digest of each."""
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
    return {one.match_id: one.result.sha256 for one in finished}
