"""Playing leased matches. Everything here may be repeated, interrupted or late without harm."""

from typing import Any

import structlog

from arbiter.referee import Aborted, Referee, Verdict
from arbiter.store import leases, matches
from arbiter.store import workers as presence
from arbiter.store.leases import Failure, Lease
from arbiter.store.models import Match as MatchRow
from arbiter.store.reports import Report
from arbiter.store.results import Result, result_of
from engine import registry
from engine.errors import EngineError
from engine.match import Match
from engine.record import encode
from workers import metrics
from workers.heartbeat import Heartbeat
from workers.host import Host
from workers.seating import CannotSeat, ports_of, terms_of

_log = structlog.get_logger()


def play_matches(host: Host, match_ids: list[int]) -> list[int]:
    """Lease what can be leased of these matches, play it, and hand it on to be verified.

    Returns the matches whose records were taken. Matches that others hold, that are settled, or
    that this worker lost before are left alone.
    """
    held = _lease(host, match_ids)
    if not held:
        return []
    with Heartbeat(host, held) as heartbeat:
        played = []
        waiting = list(held)
        try:
            while waiting:
                if _play_one(host, waiting[0], heartbeat):
                    played.append(waiting[0].match_id)
                heartbeat.release(waiting.pop(0).match_id)
        except BaseException:
            # The process is being stopped: what was not finished goes back to the queue.
            _hand_back(host, waiting)
            raise
    if played:
        host.dispatch.verify(played)
    return played


def _lease(host: Host, match_ids: list[int]) -> list[Lease]:
    held = []
    with host.store.writing() as session:
        now = host.now()
        presence.beat(session, host.name, now)
        for match_id in match_ids:
            answer = leases.lease(session, match_id, host.name, now, host.policy)
            if isinstance(answer, Lease):
                held.append(answer)
    return held


def _play_one(host: Host, lease: Lease, heartbeat: Heartbeat) -> bool:
    """Play a match; True when its record was taken."""
    with host.store.reading() as session:
        row = matches.get(session, lease.match_id)
    try:
        result = _play(host, row)
    except Aborted as aborted:
        _abort(host, lease, aborted.verdict, str(aborted), aborted.evidence.plain(timed=True))
        return False
    except (CannotSeat, EngineError) as error:
        _abort(host, lease, Verdict.ENGINE_ERROR, str(error), None)
        return False
    if lease.match_id in heartbeat.lost:
        return False
    report = host.write(
        lambda session: leases.finish(session, lease.match_id, lease.epoch, result, host.now())
    )
    metrics.MATCHES.labels(row.ruleset).inc()
    for forfeit in result.forfeits:
        metrics.VERDICTS.labels(forfeit.verdict).inc()
    return report in (Report.DONE, Report.REPEATED)


def _play(host: Host, row: MatchRow) -> Result:
    match: Match[Any] = Match(registry.get(row.ruleset), row.seat_count, row.options, row.seed)
    terms = terms_of(row.clock)
    ports = ports_of(host, row, terms)
    refs = [seat.version.ref for seat in row.seats]
    played = Referee(match, ports, bots=refs, terms=terms).run()
    return result_of(encode(played.record(timed=True)))


def _abort(host: Host, lease: Lease, verdict: Verdict, reason: str, evidence: Any) -> None:
    _log.warning("match aborted", match=lease.match_id, verdict=verdict, reason=reason)
    metrics.VERDICTS.labels(verdict.value).inc()
    failure = Failure(verdict.value, reason[:1000], evidence)
    host.write(
        lambda session: leases.abort(
            session, lease.match_id, lease.epoch, failure, host.now(), host.policy
        )
    )


def _hand_back(host: Host, waiting: list[Lease]) -> None:
    with host.store.writing() as session:
        for lease in waiting:
            leases.hand_back(session, lease.match_id, lease.epoch, host.now())
    host.dispatch.play([lease.match_id for lease in waiting])
