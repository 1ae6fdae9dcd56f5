"""Playing leased matches. Everything here may be repeated, interrupted or late without harm."""

import time
from typing import Any, Final

import structlog

from arbiter.referee import Aborted, Port, Referee, Verdict
from arbiter.referee.journal import Entry, fits
from arbiter.store import journal, leases, matches
from arbiter.store import workers as presence
from arbiter.store.leases import Declined, Failure, Finished, Lease
from arbiter.store.models import Match as MatchRow
from arbiter.store.reports import Report
from arbiter.store.results import Result, result_in
from arbiter.store.words import MatchState, VersionKind
from engine import registry
from engine.errors import EngineError
from engine.match import Match
from engine.record import encode
from workers import metrics
from workers.heartbeat import Heartbeat
from workers.host import Host
from workers.hosted import HostedPort, WarmBots
from workers.progress import Progress
from workers.remote import RemotePort
from workers.sandbox import NoSandbox
from workers.seating import CannotSeat, Missing, ports_of, terms_of
from workers.stopping import stoppable

_log = structlog.get_logger()

_MOST_LOST: Final = 2
_PASS_ON_PAUSE: Final = 0.25


def play_matches(host: Host, match_ids: list[int]) -> list[int]:
    """Lease what can be leased of these matches, play it, and hand it on to be verified.

    Returns the matches whose records were taken. Matches that others hold, that are settled, or
    that this worker lost before are left alone.
    """
    with host.store.reading() as session:
        rows = matches.several(session, match_ids)
    waiting = [rows[id] for id in match_ids if id in rows and rows[id].state is MatchState.QUEUED]
    if not waiting:
        return []
    with Heartbeat(host) as heartbeat, WarmBots() as warm, Progress(host) as progress:
        task = _Task(host, heartbeat, warm, progress)
        try:
            while waiting:
                size = host.pace.window(waiting)
                window, waiting = waiting[:size], waiting[size:]
                task.play(window)
            task.pass_on()
        except BaseException:
            if waiting:
                host.dispatch.play([row.id for row in waiting])
            raise
        return task.taken


class _Task:
    """The matches of one task, played one after another."""

    def __init__(
        self, host: Host, heartbeat: Heartbeat, warm: WarmBots, progress: Progress
    ) -> None:
        self._host: Final = host
        self._heartbeat: Final = heartbeat
        self._warm: Final = warm
        self._progress: Final = progress
        self._results: Final[list[Finished]] = []
        self._barred: Final[list[int]] = []
        self.taken: Final[list[int]] = []

    def play(self, rows: list[MatchRow]) -> None:
        """Play those of the matches that can be leased, after some that others have lost."""
        by_id = {row.id: row for row in rows}
        held = self._lease([*by_id])
        self._heartbeat.hold(held)
        lost = [lease.match_id for lease in held if lease.match_id not in by_id]
        waiting = list(held)
        try:
            if lost:
                with self._host.store.reading() as session:
                    by_id |= matches.several(session, lost)
            while waiting:
                self._play_one(waiting[0], by_id[waiting[0].match_id])
                waiting.pop(0)
            self._hand_in()
        except BaseException:
            # The process is being stopped: what was not finished goes back to the queue.
            self._hand_in()
            self._hand_back(waiting)
            raise

    def pass_on(self) -> None:
        """Put back what this worker may not have: its message came to the wrong one."""
        if self._barred:
            # Whoever waits at the broker gets it before this worker is back there.
            time.sleep(_PASS_ON_PAUSE)
            self._host.dispatch.play(self._barred)

    def _lease(self, match_ids: list[int]) -> list[Lease]:
        host = self._host
        with host.store.writing() as session:
            now = host.now()
            presence.beat(session, host.name, now)
            answers = leases.lease_all(session, match_ids, host.name, now, host.policy)
            # Afterwards: it waits for nobody, and so nobody can wait for this transaction in turn.
            lost = leases.lease_lost(session, host.name, now, host.policy, most=_MOST_LOST)
        pairs = zip(match_ids, answers, strict=True)
        self._barred.extend(id for id, answer in pairs if answer is Declined.LOST_BEFORE)
        return lost + [answer for answer in answers if isinstance(answer, Lease)]

    def _play_one(self, lease: Lease, row: MatchRow) -> None:
        """Play a match. Its result is kept to be handed in, or its failure is reported."""
        ports: list[Port] = []
        # What is done here alone is measured by CPU: a busy machine must not make windows small.
        is_here = all(seat.version.kind is VersionKind.BUILTIN for seat in row.seats)
        timer = time.process_time if is_here else time.monotonic
        began = timer()
        try:
            ports = ports_of(self._host, row, lease.epoch, self._warm)
            result = self._run(lease, row, ports)
        except Missing as missing:
            self._put_off(lease, str(missing))
        except Aborted as aborted:
            if any(isinstance(port, RemotePort) and port.is_full for port in ports):
                self._put_off(lease, str(aborted))
                return
            evidence = aborted.evidence.plain(timed=True)
            failure = Failure(aborted.verdict, str(aborted)[:1000], evidence, _outputs(ports))
            self._abort(lease, failure)
        except (CannotSeat, NoSandbox, EngineError) as error:
            self._abort(lease, Failure(Verdict.ENGINE_ERROR, str(error)[:1000]))
        else:
            outputs = _outputs(ports)
            self._host.pace.learn(row, timer() - began)
            self._results.append(Finished(lease.match_id, lease.epoch, result, outputs))

    def _run(self, lease: Lease, row: MatchRow, ports: list[Port]) -> Result:
        earlier = self._earlier(lease, row)
        referee = Referee(
            _new(row),
            ports,
            bots=[seat.version.ref for seat in row.seats],
            terms=terms_of(row.clock),
            earlier=earlier,
            bot_key=row.bot_key,
        )
        is_remote = any(seat.version.kind is VersionKind.REMOTE for seat in row.seats)
        self._progress.follow(
            lease, referee, is_journaled=row.is_journaled or is_remote, earlier=len(earlier)
        )
        with stoppable():
            played = referee.run()
        self._progress.release()
        record = played.record(timed=True)
        return result_in(record, encode(record))

    def _earlier(self, lease: Lease, row: MatchRow) -> list[Entry]:
        """What an attempt that was lost has left in the journal, if it can be gone on with."""
        if lease.epoch == 1:
            return []
        with self._host.store.reading() as session:
            kept = journal.everything(session, row.id)
        if kept and not fits(_new(row), kept):
            _log.warning("the journal does not replay", match=row.id, entries=len(kept))
            self._host.write(lambda session: journal.clear(session, row.id, lease.epoch))
            return []
        return kept

    def _hand_in(self) -> None:
        """Hand in the results there are, in one transaction, and have them verified."""
        host = self._host
        pending = [one for one in self._results if one.match_id not in self._heartbeat.lost]
        self._results.clear()
        if not pending:
            return
        reports = host.write(lambda session: leases.finish_all(session, pending, host.now()))
        taken = []
        for one, report in zip(pending, reports, strict=True):
            self._heartbeat.release(one.match_id)
            if report in (Report.DONE, Report.REPEATED):
                taken.append(one.match_id)
                metrics.MATCHES.labels(one.result.ruleset).inc()
                for forfeit in one.result.forfeits:
                    metrics.VERDICTS.labels(forfeit.verdict).inc()
        self.taken.extend(taken)
        host.dispatch.verify(taken)

    def _abort(self, lease: Lease, failure: Failure) -> None:
        host = self._host
        _log.warning(
            "match aborted", match=lease.match_id, verdict=failure.verdict, reason=failure.reason
        )
        metrics.VERDICTS.labels(failure.verdict).inc()
        host.write(
            lambda session: leases.abort(
                session, lease.match_id, lease.epoch, failure, host.now(), host.policy
            )
        )
        self._heartbeat.release(lease.match_id)

    def _put_off(self, lease: Lease, reason: str) -> None:
        """Queue the match again without a word to the broker: the sweep hands it out later."""
        host = self._host
        _log.info("match put off", match=lease.match_id, reason=reason)
        host.write(
            lambda session: leases.hand_back(session, lease.match_id, lease.epoch, host.now())
        )
        self._heartbeat.release(lease.match_id)

    def _hand_back(self, waiting: list[Lease]) -> None:
        host = self._host
        self._progress.write_down()
        with host.store.writing() as session:
            for lease in waiting:
                leases.hand_back(session, lease.match_id, lease.epoch, host.now())
        host.dispatch.play([lease.match_id for lease in waiting])


def _new(row: MatchRow) -> "Match[Any]":
    return Match(
        registry.get(row.ruleset),
        row.seat_count,
        row.options,
        row.key if row.seed is None else row.seed,
    )


def _outputs(ports: list[Port]) -> dict[int, str]:
    """What the hosted bots printed, by seat."""
    hosted = {seat: port for seat, port in enumerate(ports) if isinstance(port, HostedPort)}
    return {seat: port.output.text() for seat, port in hosted.items()}
