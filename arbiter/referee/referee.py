"""The referee: drives one match, asking seats, running clocks, playing what is legal."""

import time
import traceback
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import partial
from typing import Any, Final, TypeAlias

from pentarch.arbiter.referee.annotations import ANSWERED, FORCED, PLANNED, STAND_IN, Annotations
from pentarch.arbiter.referee.answers import Plan, read_plan, readable, shown
from pentarch.arbiter.referee.clocks import UNTIMED, SeatClock, Terms
from pentarch.arbiter.referee.journal import (
    Entry,
    Forfeited,
    Step,
    entries,
    evidence_of,
    remembered,
)
from pentarch.arbiter.referee.news import News
from pentarch.arbiter.referee.result import MatchResult
from pentarch.arbiter.referee.seats import Port, Reply, Timer
from pentarch.arbiter.referee.verdicts import Aborted, Evidence, Fault, Verdict
from pentarch.bots.sdk import Ending, Start, Turn
from pentarch.engine.chance import bot_seed, seed_key
from pentarch.engine.commands import Command
from pentarch.engine.core import Event, Seat
from pentarch.engine.errors import IllegalCommand, InvalidCommand
from pentarch.engine.match import Match
from pentarch.engine.plain import Json

Watcher: TypeAlias = Callable[["Match[Any]", list[Event]], None]
"""Called after each step with the match (its last step is the new one) and the step's events."""


class Referee:
    """Plays one match. `ports` and `bots` (their names) have one entry per seat.

    With an `earlier` journal of a referee that was lost, which must fit, this one takes over where
    it ends: the steps are played again, and seats whose memory was lost with that referee are asked
    their earlier decisions once more, for nothing but their memory.
    A decision with one legal command is played without asking. A seat whose bot fails ranks last;
    with others left to play, the ruleset's fallback decides for it from then on. Answers of seats
    that decide simultaneously are all collected first and then entered in seat order.
    """

    def __init__(
        self,
        match: "Match[Any]",
        ports: "list[Port]",
        *,
        bots: list[str],
        terms: Terms = UNTIMED,
        timer: Timer = time.perf_counter,
        watch: "Watcher | None" = None,
        earlier: Sequence[Entry] = (),
        bot_key: bytes | None = None,
    ) -> None:
        if len(ports) != match.seats or len(bots) != match.seats:
            raise ValueError("a match needs one port and one bot name for each seat")
        if bot_key is None:
            if match.seed is None:
                raise ValueError("the bots of a match without a seed need a key of their own")
            bot_key = seed_key(match.seed, "bots")
        seats = range(match.seats)
        self._bot_key: Final = bot_key
        self._match: Final = match
        self._ruleset: Final = match.ruleset
        self._ports: Final = ports
        self._bots: Final = bots
        self._terms: Final = terms
        self._timer: Final = timer
        self._watch: Final = watch
        self._clocks: Final = [SeatClock(terms) for _ in seats]
        self._looks: Final = [partial(self._look, seat) for seat in seats]
        self._asked: Final = [0 for _ in seats]
        self._refused: Final = ["" for _ in seats]
        self._is_out: Final = [False for _ in seats]
        self._is_closed: Final = [False for _ in seats]
        self._news: Final = News(match)
        self._hears: Final = [partial(self._hear, seat) for seat in seats]
        self._annotations: Final = Annotations(terms)
        self._earlier: Final = earlier
        # Steps and forfeits up to here belong to decisions that are over.
        self._settled = (0, 0)
        self._unasked: Final[dict[Seat, Fault]] = {}
        self._engine_error: Exception | None = None
        self._began = 0.0

    def run(self) -> MatchResult:
        """Play to the end. Raises Aborted when the match has no result."""
        self._began = self._timer()
        try:
            again = self._start()
            self._catch_up(again)
            self._play_on()
            self._finish()
        finally:
            with ExitStack() as closing:
                for seat in range(self._match.seats):
                    closing.callback(self._close, seat)
        return MatchResult(
            self._match,
            bots=self._bots,
            annotations=self._annotations,
            used=[clock.used for clock in self._clocks],
            seconds=self._timer() - self._began,
        )

    def steps(self, since: int) -> "list[tuple[Seat, int]]":
        """Seats and command numbers of the steps so far, without the first `since`.

        May be called from another thread while the match is played.
        """
        return [(step.seat, step.command.number) for step in self._match.steps[since:]]

    def journal(self, since: int) -> list[Entry]:
        """What a new referee would need, without the first `since` entries.

        May be called from another thread while the match is played. It ends where no decision is
        half played: a plan is in it as a whole or not at all.
        """
        return entries(self._match, self._annotations, *self._settled)[since:]

    def _start(self) -> set[Seat]:
        """Start all seats that play; those that must see their earlier decisions again."""
        match = self._match
        outs = {entry.seat for entry in self._earlier if isinstance(entry, Forfeited)}
        again = set()
        for seat, port in enumerate(self._ports):
            if seat in outs:
                continue
            asked = sum(_is_answer(entry, seat) for entry in self._earlier)
            if self._earlier and port.resume(asked + 1):
                again.add(seat)
            start = Start(
                ruleset=self._ruleset,
                seat=seat,
                seats=match.seats,
                options=match.options.plain(),
                bots=list(self._bots),
                seed=bot_seed(self._bot_key, seat),
            )
            sent = self._timer()
            try:
                port.start(start, sent + self._terms.cap)
            except Fault as fault:
                self._rule(seat, fault, sent)
        return again

    def _catch_up(self, again: set[Seat]) -> None:
        """Play the earlier journal, and show these seats their decisions of it."""
        match = self._match
        asked = _asked(self._earlier)
        for entry in self._earlier:
            seat = entry.seat
            if isinstance(entry, Forfeited):
                self._is_out[seat] = True
                self._annotations.evidence.append(evidence_of(entry, len(match.steps)))
                match.forfeit(seat, entry.verdict)
                continue
            self._news.tidy()
            self._show_again(asked.get(len(match.steps), []), again)
            memory = remembered(entry)
            self._annotations.waited(len(match.steps) + 1, seat, memory.waited)
            if memory.how == ANSWERED and memory.notes:
                self._annotations.note(len(match.steps) + 1, seat, memory.notes)
            self._clocks[seat].restore(memory.left, memory.spent)
            events = match.play(seat, self._ruleset.commands.by_number(entry.command))
            self._news.step(events)
            self._annotations.step(memory.how, memory.spent, memory.left)
            if memory.refused is not None:
                self._refused[seat] = ": ".join(memory.refused)
                self._annotations.refused(len(match.steps), seat, *memory.refused)

    def _show_again(self, seats: list[Seat], again: set[Seat]) -> None:
        """Ask seats what they were asked before. Whatever they answer now, their answers stand."""
        sent: dict[Seat, float] = {}
        for seat in seats:
            if seat in again and not self._is_out[seat]:
                sent[seat], _ = self._ask(seat, self._match.legal(seat))
            else:
                self._asked[seat] += 1
                self._refused[seat] = ""
                self._news.since(seat)
        for seat, when in sent.items():
            try:
                port = self._ports[seat]
                if seat in self._unasked:
                    raise self._unasked.pop(seat)
                port.answer(when + port.patience(self._terms.cap))
            except Fault as fault:
                # It had answered this before: that it is asked again is not its fault.
                lost = Fault(Verdict.WORKER_LOST, f"seat {seat} could not be brought back: {fault}")
                self._rule(seat, lost, when)

    def _play_on(self) -> None:
        match = self._match
        try:
            while match.outcome is None:
                self._settled = (len(match.steps), len(match.forfeits))
                self._news.tidy()
                seats = match.to_act()
                if len(seats) == 1:
                    self._decide_alone(seats[0])
                else:
                    self._decide_together(seats)
        except (Aborted, KeyboardInterrupt):
            raise
        except Exception as error:
            raise self._engine_failed(error) from error

    def _finish(self) -> None:
        outcome = self._match.outcome
        assert outcome is not None
        for seat, port in enumerate(self._ports):
            if not self._is_out[seat]:
                try:
                    port.finish(Ending(outcome, seat))
                except Fault:
                    # The result stands: a bot that fails after the end has lost nothing.
                    continue

    def _decide_alone(self, seat: Seat) -> None:
        legal = self._match.legal(seat)
        if len(legal) == 1:
            self._play(seat, legal[0], FORCED, 0.0)
        elif self._is_out[seat]:
            self._play(seat, self._ruleset.fallback(self._match.state, seat), STAND_IN, 0.0)
        else:
            sent, allowed = self._ask(seat, legal)
            try:
                reply = self._collect(seat, sent, allowed)
                self._enter(seat, reply, legal)
            except Fault as fault:
                self._rule(seat, fault, sent)

    def _decide_together(self, seats: list[Seat]) -> None:
        legal = {seat: self._match.legal(seat) for seat in seats}
        began = len(self._match.steps)
        asked = {
            seat: self._ask(seat, legal[seat])
            for seat in seats
            if len(legal[seat]) > 1 and not self._is_out[seat]
        }
        answers: dict[Seat, Reply | Fault] = {}
        for seat, (sent, allowed) in asked.items():
            try:
                answers[seat] = self._collect(seat, sent, allowed)
            except Fault as fault:
                answers[seat] = fault
        for seat in seats:
            if self._match.outcome is not None:
                return
            if seat not in asked:
                # Forced and stand-in decisions; nobody is asked here.
                self._decide_alone(seat)
                continue
            answer = answers[seat]
            try:
                if isinstance(answer, Fault):
                    raise answer
                now = len(self._match.steps)
                self._annotations.waited(now + 1, seat, now - began)
                self._enter(seat, answer, legal[seat])
            except Fault as fault:
                self._rule(seat, fault, asked[seat][0])

    def _ask(self, seat: Seat, legal: list[Command]) -> "tuple[float, float]":
        """Hand a decision to a seat: when it was sent, and how long it may take."""
        clock = self._clocks[seat]
        self._asked[seat] += 1
        self._news.since(seat)
        turn = Turn(
            self._ruleset,
            seat,
            self._match.seats,
            self._asked[seat],
            legal.copy(),
            clock.shown(),
            self._looks[seat],
            self._hears[seat],
        )
        if self._refused[seat]:
            turn.refused = self._refused[seat]
            self._refused[seat] = ""
        allowed = clock.allowed()
        sent = self._timer()
        try:
            self._ports[seat].ask(turn)
        except Fault as fault:
            # Ruled on when the answer is due, so that simultaneous seats are treated alike.
            self._unasked[seat] = fault
        return sent, allowed

    def _collect(self, seat: Seat, sent: float, allowed: float) -> Reply:
        port = self._ports[seat]
        if seat in self._unasked:
            raise self._unasked.pop(seat)
        try:
            reply = port.answer(sent + port.patience(allowed))
        except Fault as fault:
            if self._engine_error is not None:
                raise self._engine_failed(self._engine_error) from self._engine_error
            if fault.verdict is Verdict.BOT_TIMEOUT:
                fault.error += f"; it had {max(allowed, 0.0):.3f} seconds"
            raise
        self._clocks[seat].charge(reply.spent)
        if reply.spent > allowed:
            raise Fault(
                Verdict.BOT_TIMEOUT,
                f"the decision took {reply.spent:.3f} of {max(allowed, 0.0):.3f} seconds",
                cpu=reply.cpu,
                received=reply.received,
            )
        return reply

    def _enter(self, seat: Seat, reply: Reply, legal: list[Command]) -> None:
        """Play an answer: one command, or a plan as far as it fits."""
        if reply.notes:
            self._annotations.note(len(self._match.steps) + 1, seat, reply.notes)
        answer = reply.answer
        # The plain case first: a command that was offered.
        if type(answer) is Command and answer in legal:
            self._play(seat, answer, ANSWERED, reply.spent)
            return
        try:
            plan = read_plan(self._ruleset, self._match.state, seat, answer)
            first = self._fitting(seat, plan[0])
        except Fault as fault:
            fault.cpu, fault.received = reply.cpu, reply.received
            raise
        except (InvalidCommand, IllegalCommand) as error:
            raise Fault(
                Verdict.BOT_ILLEGAL,
                str(error),
                offending=shown(answer),
                cpu=reply.cpu,
                received=reply.received,
            ) from error
        self._play(seat, first, ANSWERED, reply.spent)
        self._follow(seat, plan)

    def _follow(self, seat: Seat, plan: Plan) -> None:
        """Play a plan from its second command on, until one does not fit."""
        match = self._match
        for item in plan[1:]:
            while True:
                if match.outcome is not None:
                    return
                try:
                    command = self._fitting(seat, item)
                except (InvalidCommand, IllegalCommand) as error:
                    forced = match.legal(seat)
                    if len(forced) == 1:
                        # Bots are never asked for forced decisions, so plans may leave them out.
                        self._play(seat, forced[0], FORCED, 0.0)
                        continue
                    self._refused[seat] = f"{item}: {error}"[:500]
                    self._annotations.refused(len(match.steps), seat, str(item), str(error))
                    return
                self._play(seat, command, PLANNED, 0.0)
                break

    def _fitting(self, seat: Seat, item: "Command | str") -> Command:
        """A command of an answer, when it can be played now. Raises Invalid- or IllegalCommand."""
        command = readable(self._ruleset, item)
        refusal = self._match.check(seat, command)
        if refusal is not None:
            raise IllegalCommand(refusal)
        return command

    def _play(self, seat: Seat, command: Command, how: str, spent: float) -> None:
        events = self._match.play(seat, command)
        self._news.step(events)
        self._annotations.step(how, spent, self._clocks[seat].left)
        if self._watch is not None:
            self._watch(self._match, events)

    def _look(self, seat: Seat) -> Json:
        try:
            return self._ruleset.view(self._match.state, seat)
        except Exception as error:
            # It will surface in the bot's own call; remember whose fault it was.
            self._engine_error = error
            raise

    def _hear(self, seat: Seat) -> list[Event]:
        try:
            return self._news.told(seat)
        except Exception as error:
            self._engine_error = error
            raise

    def _rule(self, seat: Seat, fault: Fault, sent: float) -> None:
        """Give a verdict: the seat forfeits, or the match is aborted."""
        evidence = Evidence(
            fault,
            seat=seat,
            step=len(self._match.steps),
            decision=self._asked[seat],
            sent=sent - self._began,
            received=None if fault.received is None else fault.received - self._began,
        )
        if not fault.verdict.is_scored:
            raise Aborted(evidence)
        self._annotations.evidence.append(evidence)
        self._is_out[seat] = True
        self._close(seat)
        self._match.forfeit(seat, fault.verdict.value)

    def _close(self, seat: Seat) -> None:
        if not self._is_closed[seat]:
            self._is_closed[seat] = True
            self._ports[seat].close()

    def _engine_failed(self, error: Exception) -> Aborted:
        lines = "".join(traceback.format_exception(error)).splitlines()
        fault = Fault(Verdict.ENGINE_ERROR, f"{type(error).__name__}: {error}", stderr=lines)
        now = self._timer() - self._began
        step = len(self._match.steps)
        return Aborted(Evidence(fault, seat=None, step=step, decision=0, sent=now, received=None))


def _asked(journal: Sequence[Entry]) -> dict[int, list[Seat]]:
    """Who was asked after how many steps."""
    asked: dict[int, list[Seat]] = {}
    steps = [entry for entry in journal if isinstance(entry, Step)]
    for index, step in enumerate(steps):
        memory = remembered(step)
        if memory.how == ANSWERED:
            asked.setdefault(max(0, index - memory.waited), []).append(step.seat)
    return asked


def _is_answer(entry: Entry, seat: Seat) -> bool:
    return isinstance(entry, Step) and entry.seat == seat and remembered(entry).how == ANSWERED
