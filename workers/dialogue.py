"""The dialogue with a program that speaks the protocol of hosted bots, whatever carries it."""

import signal
import time
from abc import abstractmethod
from collections.abc import Collection
from typing import Final

from pentarch.arbiter.referee import Fault, Port, Reply, Verdict
from pentarch.arbiter.v1 import play_pb2
from pentarch.bots.sdk import Clock, Ending, Start, Turn, wire
from pentarch.engine.commands import Command


class ProgramPort(Port):
    """The seat of a program: what it is told, and what it may answer."""

    late_messages: Collection[str] = ()
    """What may still come of an earlier match before the program is ready for this one."""

    def __init__(self, match_id: int, clock: Clock) -> None:
        self._match_id: Final = match_id
        self._clock: Final = clock
        self._sequence = 0
        self._legal: list[Command] = []

    @property
    @abstractmethod
    def printed(self) -> list[str]:
        """The last lines that the program has written to standard error."""

    @abstractmethod
    def say(self, response: play_pb2.PlayResponse, deadline: float) -> None:
        """Send a message. Raises Fault when the program does not read it in time."""

    @abstractmethod
    def hear(self, deadline: float) -> bytes:
        """What the program says next. Raises Fault: nothing in time, the end, or nonsense."""

    @abstractmethod
    def spent(self) -> tuple[float, float | None]:
        """What the answer that has just come is charged, and the CPU time so far if known."""

    def expect_hello(self, deadline: float) -> None:
        """Wait for the program's first message. Raises Fault."""
        hello = self._next(deadline)
        if hello.WhichOneof("message") != "hello":
            raise self._protocol("the first message is no Hello", hello)

    def seat(self, start: Start, deadline: float) -> None:
        """Seat a program that has said Hello at this match. Raises Fault."""
        message = wire.start_message(self._match_id, start, self._clock)
        self.say(play_pb2.PlayResponse(match_start=message), deadline)
        while True:
            request = self._next(deadline)
            kind = request.WhichOneof("message")
            if kind == "ready" and request.ready.match_id == self._match_id:
                return
            if kind not in self.late_messages:
                raise self._protocol(f"no Ready came after MatchStart, but {kind}", request)

    def questions(self, turn: Turn) -> list[play_pb2.PlayResponse]:
        """The messages that ask for a decision, to which the next answer must belong."""
        self._sequence = turn.sequence
        self._legal = turn.legal
        asking = wire.asking(self._match_id, turn)
        if not turn.refused:
            return [asking]
        refused = wire.refused_message(self._match_id, turn)
        return [play_pb2.PlayResponse(refused=refused), asking]

    def answer(self, deadline: float) -> Reply:
        while True:
            request = self._next(deadline)
            kind = request.WhichOneof("message")
            if kind in ("acknowledge", "pong"):
                self.overheard(kind)
                continue
            decide = request.decide
            if kind != "decide" or decide.match_id != self._match_id:
                raise self._protocol(f"a Decide of this match was due, {kind} came", request)
            if decide.sequence == self._sequence:
                return self._reply(decide)
            if decide.sequence > self._sequence:
                raise self._protocol("an answer to a decision nobody asked for", request)
            # Else it is a repeated answer to an earlier decision.

    def overheard(self, kind: str) -> None:
        """The program said something that is no answer: `acknowledge` or `pong`."""

    def ending(self, ending: Ending) -> play_pb2.PlayResponse:
        """The message that ends the match."""
        return play_pb2.PlayResponse(match_end=wire.end_message(self._match_id, ending))

    def _reply(self, decide: play_pb2.Decide) -> Reply:
        received = time.perf_counter()
        spent, cpu = self.spent()
        try:
            answer = wire.answer_of(decide, self._legal)
        except wire.Garbled as error:
            raise self._garbled(error) from error
        return Reply(answer, received, spent, cpu, wire.notes_of(decide))

    def _next(self, deadline: float) -> play_pb2.PlayRequest:
        body = self.hear(deadline)
        try:
            return wire.parse_request(body)
        except wire.Garbled as error:
            raise self._garbled(error) from error

    def _protocol(self, error: str, request: play_pb2.PlayRequest) -> Fault:
        offending = wire.in_words(request)
        return Fault(Verdict.BOT_PROTOCOL, error, offending=offending, stderr=self.printed)

    def _garbled(self, error: wire.Garbled) -> Fault:
        offending = error.offending
        return Fault(Verdict.BOT_PROTOCOL, str(error), offending=offending, stderr=self.printed)


def exit_text(code: int) -> str:
    """An exit code in words; the sandbox passes on a signal as 128 and its number."""
    number = -code if code < 0 else code - 128
    try:
        return f"signal {number} ({signal.Signals(number).name})"
    except ValueError:
        return f"exit code {code}"
