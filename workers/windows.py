"""Playing leased matches. Everything here may be repeated, interrupted or late without harm."""

import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import structlog
from redis.exceptions import RedisError
from sqlalchemy.exc import SQLAlchemyError

from pentarch.arbiter.packages.archive import NoRoom
from pentarch.arbiter.referee import Aborted, Evidence, Port, Referee, Verdict
from pentarch.arbiter.referee.journal import Entry, fits
from pentarch.arbiter.store import journal, leases, matches, queue
from pentarch.arbiter.store.attempts import AttemptFailure
from pentarch.arbiter.store.leases import Declined, Finished, Lease
from pentarch.arbiter.store.models import Match as MatchRow
from pentarch.arbiter.store.reports import Report
from pentarch.arbiter.store.results import Result, result_in
from pentarch.arbiter.store.words import MatchState, VersionKind
from pentarch.engine import registry
from pentarch.engine.errors import EngineError
from pentarch.engine.match import Match
from pentarch.engine.record import encode
from pentarch.workers import metrics
from pentarch.workers.heartbeat import kept_alive
from pentarch.workers.host import PASS_ON_PAUSE, Host
from pentarch.workers.hosted_port import HostedPort, WarmBots
from pentarch.workers.interruption import TakenAway, stoppable
from pentarch.workers.ledger import Place
from pentarch.workers.ports import CannotSeat, Missing, NoRuntime, ports_of, runtimes_of, terms_of
from pentarch.workers.progress import Progress
from pentarch.workers.remote_port import RemotePort
from pentarch.workers.sandbox import NoSandbox
from pentarch.workers.tickets import Taken, take_named, take_next

_log = structlog.get_logger()

_MOST_ASKED: Final = 20
_MOST_TRACE: Final = 4000


def play_next(host: Host, match_ids: list[int]) -> None:
    """Play as many matches as a message names: those that are next, whoever queued them.

    Matches that were tried before are played by the message that names them alone. Where fewer are
    next than there are tickets, those that are named and still wait are what is left.
    """
    with host.store.reading() as session:
        waiting = queue.epochs(session, match_ids)
    again = [id for id in match_ids if waiting.get(id)]
    tickets = [id for id in match_ids if id not in again]
    try:
        if again:
            play_matches(host, again)
        if tickets:
            _use(host, tickets)
    except BaseException:
        # The process is being stopped: what its message was good for is left to others.
        if tickets:
            host.dispatch.play(tickets)
        raise
    if tickets:
        with host.store.reading() as session:
            waiting = queue.epochs(session, match_ids)
        play_matches(host, [id for id in match_ids if waiting.get(id) == 0][: len(tickets)])


def play_matches(host: Host, match_ids: list[int]) -> list[int]:
    """Lease what can be leased of these matches, play it, and hand it on to be verified.

    Returns the matches whose records were taken. Matches that others hold, that are settled, or
    that this worker lost before are left alone.
    """
    with host.store.reading() as session:
        rows = matches.several(session, match_ids)
    waiting = [rows[id] for id in match_ids if id in rows and rows[id].state is MatchState.QUEUED]
    foreign = [row for row in waiting if not host.has_rules(row.ruleset, row.rules_version)]
    if foreign:
        _leave(host, foreign)
        waiting = [row for row in waiting if row not in foreign]
    beyond = [row for row in waiting if not runtimes_of(row) <= host.toolchains.keys()]
    if beyond:
        _pass_on(host, [row.id for row in beyond if host.is_run_elsewhere(runtimes_of(row))])
        waiting = [row for row in waiting if row not in beyond]
    if not waiting:
        return []
    with _task(host) as task:
        try:
            while waiting:
                size = host.pace.window(waiting)
                window, waiting = waiting[:size], waiting[size:]
                task.play_named(window)
            task.pass_on()
        except BaseException:
            if waiting:
                host.dispatch.play([row.id for row in waiting])
            raise
        return task.taken


def _use(host: Host, tickets: list[int]) -> None:
    """Play what is next, window by window; tickets that were used are taken from the list."""
    with _task(host) as task:
        while tickets:
            taken = take_next(host, len(tickets))
            del tickets[: len(taken.next)]
            task.play_taken(taken)
            if not taken.next:
                break
        task.pass_on()


@contextmanager
def _task(host: Host) -> "Iterator[_Task]":
    with kept_alive(host) as place, WarmBots() as warm, Progress(host) as progress:
        yield _Task(host, place, warm, progress)


class _Task:
    """The matches of one task, played one after another."""

    def __init__(self, host: Host, place: Place, warm: WarmBots, progress: Progress) -> None:
        self._host: Final = host
        self._place: Final = place
        self._warm: Final = warm
        self._progress: Final = progress
        self._results: Final[list[Finished]] = []
        self._barred: Final[list[int]] = []
        self._owners: Final[set[int]] = set()
        self.taken: Final[list[int]] = []
        """The matches whose records were taken."""

    def play_taken(self, taken: Taken) -> None:
        """Play matches that are leased, after those that others have lost."""
        leased = [lease for lease, _ in taken.next]
        self._play([*taken.lost, *leased], {row.id: row for _, row in taken.next})

    def play_named(self, rows: list[MatchRow]) -> None:
        """Play those of the matches that can be leased, after some that others have lost."""
        by_id = {row.id: row for row in rows}
        self._play(self._lease([*by_id]), by_id)

    def pass_on(self) -> None:
        """Put back what this worker may not have: its message came to the wrong one. And call for
        what owners still wait for, now that a worker of their share is free."""
        if self._owners:
            with self._host.store.reading() as session:
                self._host.dispatch.play(queue.asked_by(session, self._owners, most=_MOST_ASKED))
        if self._barred:
            time.sleep(PASS_ON_PAUSE)
            self._host.dispatch.play(self._barred)

    def _play(self, held: list[Lease], by_id: dict[int, MatchRow]) -> None:
        """Play leased matches and hand their results in; rows that are not given are read."""
        self._place.hold(held)
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

    def _lease(self, match_ids: list[int]) -> list[Lease]:
        answers, lost = take_named(self._host, match_ids)
        pairs = zip(match_ids, answers, strict=True)
        self._barred.extend(id for id, answer in pairs if answer is Declined.LOST_BEFORE)
        return lost + [answer for answer in answers if isinstance(answer, Lease)]

    def _play_one(self, lease: Lease, row: MatchRow) -> None:
        """Play a match. Its result is kept to be handed in, or its failure is reported."""
        ports: list[Port] = []
        if row.owner_id is not None:
            self._owners.add(row.owner_id)
        # What is done here alone is measured by CPU: a busy machine must not make windows small.
        is_here = all(seat.version.kind is VersionKind.BUILTIN for seat in row.seats)
        timer = time.process_time if is_here else time.monotonic
        began = timer()
        try:
            ports = ports_of(self._host, row, lease.epoch, self._warm)
            result, evidence, seconds = self._run(lease, row, ports)
        except TakenAway:
            _log.info("match taken away", match=lease.match_id)
        except (Missing, NoRuntime) as missing:
            self._put_off(lease, str(missing))
        except (NoRoom, OSError) as error:
            # This host's trouble: the match waits for the sweep, and so for some time.
            _log.error("this host is in trouble", match=lease.match_id, exc_info=error)
            self._host.trouble.say(self._host, _trouble(error))
            self._put_off(lease, str(error))
        except Aborted as aborted:
            if any(isinstance(port, RemotePort) and port.is_full for port in ports):
                self._put_off(lease, str(aborted))
                return
            failure = AttemptFailure(
                aborted.verdict,
                str(aborted)[:1000],
                aborted.evidence.plain(timed=True),
                _outputs(ports, [aborted.evidence]),
            )
            self._abort(lease, failure)
        except (CannotSeat, NoSandbox, EngineError) as error:
            self._abort(lease, AttemptFailure(Verdict.ENGINE_ERROR, str(error)[:1000]))
        except (SQLAlchemyError, RedisError):
            # Not about this match: what was leased goes back, and the sweep hands it out again.
            raise
        except Exception as error:
            # Counted as a failed attempt, whatever it was, so that no match fails forever.
            _log.error("a match failed unexpectedly", match=lease.match_id, exc_info=error)
            reason = f"the worker failed unexpectedly: {type(error).__name__}"
            trace = traceback.format_exc()[-_MOST_TRACE:]
            self._abort(lease, AttemptFailure(Verdict.ENGINE_ERROR, reason, trace))
        else:
            outputs = _outputs(ports, evidence)
            self._host.trouble.say(self._host, "")
            self._host.pace.learn(row, timer() - began)
            self._results.append(Finished(lease.match_id, lease.epoch, result, outputs, seconds))

    def _run(
        self, lease: Lease, row: MatchRow, ports: list[Port]
    ) -> tuple[Result, list[Evidence], float]:
        """Play a match: its result for everybody, the evidence of its verdicts, and the seconds
        that those bots were charged which ran here."""
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
        try:
            with stoppable(row.id):
                played = referee.run()
        finally:
            # The referee has closed them, unless it was interrupted there.
            for port in ports:
                port.close()
        self._progress.release()
        record = played.record(timed=True, is_public=True)
        seconds = sum(
            used
            for used, seat in zip(played.used, row.seats, strict=True)
            if seat.version.kind is not VersionKind.REMOTE
        )
        return result_in(record, encode(record)), played.evidence, seconds

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
        pending = [one for one in self._results if one.match_id not in self._place.lost]
        self._results.clear()
        if not pending:
            return
        reports = host.write(lambda session: leases.finish_all(session, pending, host.now()))
        taken = []
        for one, report in zip(pending, reports, strict=True):
            self._place.release(one.match_id)
            if report in (Report.DONE, Report.REPEATED):
                taken.append(one.match_id)
                metrics.MATCHES.labels(one.result.ruleset).inc()
                for forfeit in one.result.forfeits:
                    metrics.VERDICTS.labels(forfeit.verdict).inc()
        self.taken.extend(taken)
        host.dispatch.verify(taken)

    def _abort(self, lease: Lease, failure: AttemptFailure) -> None:
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
        self._place.release(lease.match_id)

    def _put_off(self, lease: Lease, reason: str) -> None:
        """Queue the match again without a word to the broker: the sweep hands it out later."""
        host = self._host
        _log.info("match put off", match=lease.match_id, reason=reason)
        host.write(
            lambda session: leases.hand_back(session, lease.match_id, lease.epoch, host.now())
        )
        self._place.release(lease.match_id)

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


def _leave(host: Host, rows: list[MatchRow]) -> None:
    """Leave matches by other rules to workers that have them; until one lives, to the sweep."""
    _pass_on(
        host, [row.id for row in rows if host.is_known_elsewhere(row.ruleset, row.rules_version)]
    )


def _pass_on(host: Host, match_ids: list[int]) -> None:
    """Put back what came to the wrong worker."""
    if match_ids:
        time.sleep(PASS_ON_PAUSE)
        host.dispatch.play(match_ids)


def _trouble(error: Exception) -> str:
    """A host's trouble in words for everybody: no paths."""
    if isinstance(error, OSError):
        return f"matches cannot be played: {error.strerror or type(error).__name__}"
    return str(error)


def _outputs(ports: list[Port], evidence: list[Evidence]) -> dict[int, str]:
    """What the hosted bots printed and what their verdicts rest on, by seat, for their owners."""
    texts = {
        seat: port.output.text() for seat, port in enumerate(ports) if isinstance(port, HostedPort)
    }
    for item in evidence:
        if item.seat is not None:
            texts[item.seat] = texts.get(item.seat, "") + item.text()
    return texts
