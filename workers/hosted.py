"""A hosted bot at a seat, and the bots of a block that are kept warm between matches."""

import contextlib
import time
from types import TracebackType
from typing import Final

from arbiter.referee import Fault, Port, Reply, Verdict
from arbiter.v1 import play_pb2
from bots.sdk import Clock, Ending, Start, Turn, wire
from bots.sdk.asking import Asking
from engine.commands import Command
from workers.bot_process import BotProcess, Program
from workers.output import Output

_FINISH_WAIT: Final = 1.0
_WALL_FACTOR: Final = 4.0
_WALL_SLACK: Final = 2.0
_MOST_WARM: Final = 8


class WarmBots:
    """Processes that have played a match and may play another, until the end of the `with` block.

    Only bots whose manifest allows it come here, and only to play as the same program again. Since
    they may remember, no process ever plays two matches of one key.
    """

    def __init__(self) -> None:
        self._resting: Final[list[tuple[Program, BotProcess]]] = []
        self._played: Final[dict[BotProcess, set[bytes]]] = {}

    def take(self, program: Program, key: bytes) -> BotProcess | None:
        """A process of this program that rests and has not played that key, if there is one."""
        for place, (kept, process) in enumerate(self._resting):
            if kept == program and key not in self._played[process]:
                del self._resting[place]
                return process
        return None

    def give(self, program: Program, process: BotProcess, key: bytes) -> None:
        """The process has played that key and may be used again. What is too much is ended."""
        self._resting.append((program, process))
        self._played.setdefault(process, set()).add(key)
        while len(self._resting) > _MOST_WARM:
            _, oldest = self._resting.pop(0)
            del self._played[oldest]
            oldest.kill()

    def __enter__(self) -> "WarmBots":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        while self._resting:
            self._resting.pop()[1].kill()


class HostedPort(Port):
    """The seat of a hosted bot. Its clock is charged with CPU time; its waiting is bounded."""

    def __init__(
        self,
        program: Program,
        *,
        match_id: int,
        clock: Clock,
        warm: WarmBots | None = None,
        key: bytes = b"",
        start_wait: float = 60.0,
    ) -> None:
        self._program: Final = program
        self._match_id: Final = match_id
        self._asking: Final = Asking(match_id)
        self._clock: Final = clock
        self._warm: Final = warm
        self._key: Final = key
        self._start_wait: Final = start_wait
        self._bot: BotProcess | None = None
        self._cpu = 0.0
        self._sequence = 0
        self._legal: list[Command] = []
        self._is_finished = False
        self.output = Output()

    def start(self, start: Start, deadline: float) -> None:
        # Starting an interpreter on a busy host takes longer than any one decision may.
        deadline = max(deadline, time.perf_counter() + self._start_wait)
        resting = self._warm.take(self._program, self._key) if self._warm is not None else None
        if resting is not None:
            # How a bot is after another match is no fault in this one: it gets a fresh start.
            with contextlib.suppress(Fault):
                self._begin(resting, start, deadline)
                return
            resting.kill()
            self._bot, self.output = None, Output()
        fresh = BotProcess(self._program)
        self._bot, fresh.output = fresh, self.output
        hello = self._next(deadline)
        if hello.WhichOneof("message") != "hello":
            raise self._protocol("the first message is no Hello", hello)
        self._begin(fresh, start, deadline)

    def ask(self, turn: Turn) -> None:
        self._sequence = turn.sequence
        self._legal = turn.legal
        self.output.begin(turn.sequence)
        deadline = time.perf_counter() + self.patience(turn.clock.cap)
        if turn.refused:
            refused = wire.refused_message(self._match_id, turn)
            self._say(play_pb2.PlayResponse(refused=refused), deadline)
        # A bot that does not read is found out when its answer is due.
        self._process().send(self._asking.body(turn), deadline)

    def answer(self, deadline: float) -> Reply:
        while True:
            request = self._next(deadline)
            kind = request.WhichOneof("message")
            if kind in ("acknowledge", "pong"):
                continue
            decide = request.decide
            if kind != "decide" or decide.match_id != self._match_id:
                raise self._protocol("a Decide of this match was due", request)
            sequence = decide.sequence
            if sequence == self._sequence:
                return self._reply(decide)
            if sequence > self._sequence:
                raise self._protocol("an answer to a decision nobody asked for", request)
            # Else it is a repeated answer to an earlier decision.

    def finish(self, ending: Ending) -> None:
        end = play_pb2.PlayResponse(match_end=wire.end_message(self._match_id, ending))
        self._say(end, time.perf_counter() + _FINISH_WAIT)
        self._is_finished = True

    def close(self) -> None:
        bot = self._bot
        if bot is None:
            return
        bot.drain()
        if self._warm is not None and self._is_finished and bot.is_quiet:
            self._warm.give(self._program, bot, self._key)
        else:
            bot.kill()

    def patience(self, allowed: float) -> float:
        return allowed * _WALL_FACTOR + _WALL_SLACK

    def _begin(self, bot: BotProcess, start: Start, deadline: float) -> None:
        """Seat the bot at this match."""
        self._bot, bot.output = bot, self.output
        message = wire.start_message(self._match_id, start, self._clock)
        self._say(play_pb2.PlayResponse(match_start=message), deadline)
        ready = self._next(deadline)
        if ready.WhichOneof("message") != "ready" or ready.ready.match_id != self._match_id:
            raise self._protocol("no Ready came after MatchStart", ready)
        self._cpu = bot.cpu()

    def _reply(self, decide: play_pb2.Decide) -> Reply:
        received = time.perf_counter()
        bot = self._process()
        cpu = bot.cpu()
        spent, self._cpu = max(0.0, cpu - self._cpu), cpu
        try:
            answer = wire.answer_of(decide, self._legal)
        except wire.Garbled as error:
            raise self._garbled(error) from error
        return Reply(answer, received, spent, cpu, wire.notes_of(decide))

    def _next(self, deadline: float) -> play_pb2.PlayRequest:
        body = self._process().receive(deadline)
        try:
            return wire.parse_request(body)
        except wire.Garbled as error:
            raise self._garbled(error) from error

    def _say(self, message: play_pb2.PlayResponse, deadline: float) -> None:
        self._process().send(message.SerializeToString(), deadline)

    def _process(self) -> BotProcess:
        assert self._bot is not None, "started"
        return self._bot

    def _protocol(self, error: str, request: play_pb2.PlayRequest) -> Fault:
        offending = request.SerializeToString()
        stderr = self.output.last
        return Fault(Verdict.BOT_PROTOCOL, error, offending=offending, stderr=stderr)

    def _garbled(self, error: wire.Garbled) -> Fault:
        stderr = self.output.last
        return Fault(Verdict.BOT_PROTOCOL, str(error), offending=error.offending, stderr=stderr)
