"""Interviews: one seat's decisions in a match, each handed over and waited for."""

from typing import Any, Final

from pentarch.arbiter.referee.clocks import SeatClock, Terms
from pentarch.arbiter.referee.news import News
from pentarch.arbiter.referee.seats import Port, Reply, Timer
from pentarch.arbiter.referee.verdicts import Fault, Verdict
from pentarch.bots.sdk import Turn
from pentarch.engine.commands import Command
from pentarch.engine.core import Event, Seat
from pentarch.engine.match import Match
from pentarch.engine.plain import Json


class Interview:
    """Asks one seat through its port, and keeps its clock.

    `decisions` counts what it was asked, `refused` is what it is told of its last plan, `is_out`
    says that it has forfeited.
    """

    def __init__(
        self, match: "Match[Any]", seat: Seat, port: Port, *, terms: Terms, news: News, timer: Timer
    ) -> None:
        self._match: Final = match
        self._seat: Final = seat
        self._news: Final = news
        self._timer: Final = timer
        self._terms: Final = terms
        self.port: Final = port
        self.clock: Final = SeatClock(terms)
        self.decisions = 0
        self.refused = ""
        self.is_out = False
        self._is_closed = False
        self._unasked: Fault | None = None
        self._engine_error: Exception | None = None

    def ask(self, legal: list[Command]) -> "tuple[float, float]":
        """Hand a decision to the seat: when it was sent, and how long it may take."""
        self.decisions += 1
        self._news.since(self._seat)
        turn = Turn(
            self._match.ruleset,
            self._seat,
            self._match.seats,
            self.decisions,
            legal.copy(),
            self.clock.shown(),
            self._look,
            self._hear,
        )
        if self.refused:
            turn.refused = self.refused
            self.refused = ""
        allowed = self.clock.allowed()
        sent = self._timer()
        try:
            self.port.ask(turn)
        except Fault as fault:
            # Raised when the answer is due, so that simultaneous seats are treated alike.
            self._unasked = fault
        return sent, allowed

    def answer(self, sent: float, allowed: float) -> Reply:
        """The answer to the decision asked last, charged to the clock.

        Raises Fault, or the error of the rules if the bot's call failed because of it.
        """
        self._check_asked()
        try:
            reply = self.port.answer(sent + self.port.patience(allowed))
        except Fault as fault:
            if self._engine_error is not None:
                raise self._engine_error from None
            if fault.verdict is Verdict.BOT_TIMEOUT:
                fault.error += f"; it had {max(allowed, 0.0):.3f} seconds"
            raise
        self.clock.charge(reply.spent)
        if reply.spent > allowed:
            raise Fault(
                Verdict.BOT_TIMEOUT,
                f"the decision took {reply.spent:.3f} of {max(allowed, 0.0):.3f} seconds",
                cpu=reply.cpu,
                received=reply.received,
            )
        return reply

    def pass_over(self) -> None:
        """Count a decision of the past that the seat need not see again."""
        self.decisions += 1
        self.refused = ""
        self._news.since(self._seat)

    def forget_answer(self, sent: float) -> None:
        """Wait for the answer to a decision of the past, which counts no more. Raises Fault."""
        self._check_asked()
        self.port.answer(sent + self.port.patience(self._terms.cap))

    def close(self) -> None:
        """Let go of the seat, once."""
        if not self._is_closed:
            self._is_closed = True
            self.port.close()

    def _check_asked(self) -> None:
        fault, self._unasked = self._unasked, None
        if fault is not None:
            raise fault

    def _look(self) -> Json:
        try:
            return self._match.ruleset.view(self._match.state, self._seat)
        except Exception as error:
            # It will surface in the bot's own call; remember whose fault it was.
            self._engine_error = error
            raise

    def _hear(self) -> list[Event]:
        try:
            return self._news.told(self._seat)
        except Exception as error:
            self._engine_error = error
            raise
