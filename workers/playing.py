"""Playing leased matches. Everything here may be repeated, interrupted or late without harm."""

from typing import Any

import structlog

from arbiter.referee import Aborted, Port, Referee, Terms, Verdict
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
from workers.hosted import HostedPort, WarmBots
from workers.sandbox import NoSandbox
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
    with Heartbeat(host, held) as heartbeat, WarmBots() as warm:
        played = []
        waiting = list(held)
        try:
            while waiting:
                if _play_one(host, waiting[0], heartbeat, warm):
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


def _play_one(host: Host, lease: Lease, heartbeat: Heartbeat, warm: WarmBots) -> bool:
    """Play a match; True when its record was taken."""
    with host.store.reading() as session:
        row = matches.get(session, lease.match_id)
    terms = terms_of(row.clock)
    ports: list[Port] = []
    try:
        ports = ports_of(host, row, terms, warm)
        result = _play(row, ports, terms)
    except Aborted as aborted:
        evidence = aborted.evidence.plain(timed=True)
        failure = Failure(aborted.verdict, str(aborted)[:1000], evidence, _outputs(ports))
        _abort(host, lease, failure)
        return False
    except (CannotSeat, NoSandbox, EngineError) as error:
        _abort(host, lease, Failure(Verdict.ENGINE_ERROR, str(error)[:1000]))
        return False
    if lease.match_id in heartbeat.lost:
        return False
    outputs = _outputs(ports)
    report = host.write(
        lambda session: leases.finish(
            session, lease.match_id, lease.epoch, result, host.now(), outputs=outputs
        )
    )
    metrics.MATCHES.labels(row.ruleset).inc()
    for forfeit in result.forfeits:
        metrics.VERDICTS.labels(forfeit.verdict).inc()
    return report in (Report.DONE, Report.REPEATED)


def _play(row: MatchRow, ports: list[Port], terms: Terms) -> Result:
    match: Match[Any] = Match(registry.get(row.ruleset), row.seat_count, row.options, row.seed)
    refs = [seat.version.ref for seat in row.seats]
    played = Referee(match, ports, bots=refs, terms=terms).run()
    return result_of(encode(played.record(timed=True)))


def _outputs(ports: list[Port]) -> dict[int, str]:
    """What the hosted bots printed, by seat."""
    hosted = {seat: port for seat, port in enumerate(ports) if isinstance(port, HostedPort)}
    return {seat: port.output.text() for seat, port in hosted.items()}


def _abort(host: Host, lease: Lease, failure: Failure) -> None:
    _log.warning(
        "match aborted", match=lease.match_id, verdict=failure.verdict, reason=failure.reason
    )
    metrics.VERDICTS.labels(failure.verdict).inc()
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
