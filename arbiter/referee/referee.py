"""The referee: drives one match, asking seats, running clocks, playing what is legal."""

import time
import traceback
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from math import inf, isfinite
from typing import Any, Final, TypeAlias

from pentarch.arbiter.referee.annotations import ANSWERED, FORCED, PLANNED, STAND_IN, Annotations
from pentarch.arbiter.referee.answers import Plan, read_plan, readable, shown
from pentarch.arbiter.referee.clocks import UNTIMED, Terms
from pentarch.arbiter.referee.interview import Interview
from pentarch.arbiter.referee.journal import (
    Entry,
    Forfeited,
    Step,
    entries,
    evidence_of,
    remembered,
)
from pentarch.arbiter.referee.news import News
from pentarch.arbiter.referee.result import PlayedMatch
from pentarch.arbiter.referee.seats import Port, Reply, Timer
from pentarch.arbiter.referee.verdicts import Aborted, Evidence, Fault, Verdict
from pentarch.bots.sdk import Ending, Start
from pentarch.engine.chance import bot_seed, seed_key
from pentarch.engine.commands import Command
from pentarch.engine.core import Event, Seat
from pentarch.engine.errors import IllegalCommand, InvalidCommand
from pentarch.engine.match import Match

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
        self._bot_key: Final = bot_key
        self._match: Final = match
        self._ruleset: Final = match.ruleset
        self._bots: Final = bots
        self._terms: Final = terms
        self._timer: Final = timer
        self._watch: Final = watch
        self._news: Final = News(match)
        self._seats: Final = [
            Interview(match, seat, port, terms=terms, news=self._news, timer=timer)
            for seat, port in enumerate(ports)
        ]
        self._annotations: Final = Annotations(terms)
        self._earlier: Final = earlier
        # Steps and forfeits up to here belong to decisions that are over.
        self._settled = (0, 0)
        self._began = 0.0

    def run(self) -> PlayedMatch:
        """Play to the end. Raises Aborted when the match has no result."""
        self._began = self._timer()
        try:
            again = self._start()
            self._catch_up(again)
            self._play_on()
            self._finish()
        finally:
            with ExitStack() as closing:
                for seat in self._seats:
                    closing.callback(seat.close)
        return PlayedMatch(
            self._match,
            bots=self._bots,
            annotations=self._annotations,
            used=[seat.clock.used for seat in self._seats],
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
        for seat, interview in enumerate(self._seats):
            port = interview.port
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
                self._seats[seat].is_out = True
                self._annotations.evidence.append(evidence_of(entry, len(match.steps)))
                match.forfeit(seat, entry.verdict)
                continue
            self._news.tidy()
            self._show_again(asked.get(len(match.steps), []), again)
            memory = remembered(entry)
            self._annotations.waited(len(match.steps) + 1, seat, memory.waited)
            if memory.how == ANSWERED and memory.notes:
                self._annotations.note(len(match.steps) + 1, seat, memory.notes)
            self._seats[seat].clock.restore(memory.left, memory.spent)
            events = match.play(seat, self._ruleset.commands.by_number(entry.command))
            self._news.step(events)
            self._annotations.step(memory.how, memory.spent, memory.left)
            if memory.refused is not None:
                self._seats[seat].refused = ": ".join(memory.refused)
                self._annotations.refused(len(match.steps), seat, *memory.refused)

    def _show_again(self, seats: list[Seat], again: set[Seat]) -> None:
        """Ask seats what they were asked before. Whatever they answer now, their answers stand."""
        sent: dict[Seat, float] = {}
        for seat in seats:
            if seat in again and not self._seats[seat].is_out:
                sent[seat], _ = self._seats[seat].ask(self._match.legal(seat))
            else:
                self._seats[seat].pass_over()
        for seat, when in sent.items():
            try:
                self._seats[seat].forget_answer(when)
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
        for seat, interview in enumerate(self._seats):
            if not interview.is_out:
                try:
                    interview.port.finish(Ending(outcome, seat))
                except Fault:
                    # The result stands: a bot that fails after the end has lost nothing.
                    continue

    def _decide_alone(self, seat: Seat) -> None:
        legal = self._match.legal(seat)
        if len(legal) == 1:
            self._play(seat, legal[0], FORCED, 0.0)
        elif self._seats[seat].is_out:
            self._play(seat, self._ruleset.fallback(self._match.state, seat), STAND_IN, 0.0)
        else:
            sent, allowed = self._seats[seat].ask(legal)
            try:
                reply = self._seats[seat].answer(sent, allowed)
                self._enter(seat, reply, legal)
            except Fault as fault:
                self._rule(seat, fault, sent, allowed)

    def _decide_together(self, seats: list[Seat]) -> None:
        legal = {seat: self._match.legal(seat) for seat in seats}
        began = len(self._match.steps)
        asked = {
            seat: self._seats[seat].ask(legal[seat])
            for seat in seats
            if len(legal[seat]) > 1 and not self._seats[seat].is_out
        }
        answers: dict[Seat, Reply | Fault] = {}
        for seat, (sent, allowed) in asked.items():
            try:
                answers[seat] = self._seats[seat].answer(sent, allowed)
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
                self._rule(seat, fault, *asked[seat])

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
            # What is no command at all is quoted by its own error.
            told = f"{plan[0]}: {error}" if isinstance(error, IllegalCommand) else str(error)
            raise Fault(
                Verdict.BOT_ILLEGAL,
                told,
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
                    self._seats[seat].refused = f"{item}: {error}"[:500]
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
        self._annotations.step(how, spent, self._seats[seat].clock.left)
        if self._watch is not None:
            self._watch(self._match, events)

    def _rule(self, seat: Seat, fault: Fault, sent: float, allowed: float = inf) -> None:
        """Give a verdict: the seat forfeits, or the match is aborted."""
        evidence = Evidence(
            fault,
            seat=seat,
            step=len(self._match.steps),
            sent=sent - self._began,
            received=None if fault.received is None else fault.received - self._began,
            decision=self._seats[seat].decisions,
            allowed=max(allowed, 0.0) if isfinite(allowed) else None,
        )
        if not fault.verdict.is_scored:
            raise Aborted(evidence)
        self._annotations.evidence.append(evidence)
        self._seats[seat].is_out = True
        self._seats[seat].close()
        self._match.forfeit(seat, fault.verdict.value)

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
