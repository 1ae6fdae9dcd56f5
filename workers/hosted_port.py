"""A hosted bot at a seat, and the bots of a block that are kept warm between matches."""

import contextlib
import time
from typing import Final

from pentarch.arbiter.referee import Fault, Reply
from pentarch.arbiter.referee.clocks import patience
from pentarch.arbiter.v1 import play_pb2
from pentarch.bots.sdk import Clock, Ending, Start, Turn
from pentarch.workers.bot_process import BotProcess, Program
from pentarch.workers.cores import Cores
from pentarch.workers.dialogue import ProgramPort
from pentarch.workers.interruption import undisturbed
from pentarch.workers.output import Output

_FINISH_WAIT: Final = 1.0
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
        process.freeze()
        self._resting.append((program, process))
        self._played.setdefault(process, set()).add(key)
        while len(self._resting) > _MOST_WARM:
            _, oldest = self._resting.pop(0)
            del self._played[oldest]
            oldest.kill()

    def __enter__(self) -> "WarmBots":
        return self

    def __exit__(self, *_: object) -> None:
        while self._resting:
            self._resting.pop()[1].kill()


class HostedPort(ProgramPort):
    """The seat of a hosted bot. Its clock is charged with what `Spending` says."""

    def __init__(
        self,
        program: Program,
        *,
        match_id: int,
        clock: Clock,
        warm: WarmBots | None = None,
        key: bytes = b"",
        cores: Cores | None = None,
        start_wait: float = 60.0,
    ) -> None:
        super().__init__(match_id, clock)
        self._program: Final = program
        self._warm: Final = warm
        self._key: Final = key
        self._cores: Final = cores
        self._core: int | None = None
        self._start_wait: Final = start_wait
        self._bot: BotProcess | None = None
        self._unsent: list[play_pb2.PlayResponse] = []
        self._allowed = start_wait
        self._is_finished = False
        self.output = Output()

    def start(self, start: Start, deadline: float) -> None:
        # Starting an interpreter takes longer than any one decision may.
        now = time.perf_counter()
        self._allowed = max(deadline - now, self._start_wait)
        deadline = now + self.patience(self._allowed)
        with undisturbed():
            self._bot = self._rested()
        if self._bot is not None:
            # How a bot is after another match is no fault in this one: it gets a fresh start.
            with contextlib.suppress(Fault):
                self._bot.output = self.output
                self.seat(start, deadline)
                return
            self._end()
            self.output = Output()
        with undisturbed():
            self._bot = BotProcess(self._program)
        self._bot.output = self.output
        self.expect_hello(deadline)
        self.seat(start, deadline)

    def ask(self, turn: Turn) -> None:
        clock = turn.clock
        self._allowed = min(clock.cap, clock.left + clock.increment)
        self.output.begin(turn.sequence)
        self._unsent = self.questions(turn)
        self._process().renew()
        if self._cores is not None:
            self._core = self._cores.take()
            if self._core is None:
                return
        self._hand_over()

    def answer(self, deadline: float) -> Reply:
        if self._unsent:
            assert self._cores is not None, "only for want of a core"
            self._core = self._cores.wait()
            deadline = time.perf_counter() + self.patience(self._allowed)
            self._hand_over()
        try:
            return super().answer(deadline)
        finally:
            self._free_core()

    def finish(self, ending: Ending) -> None:
        self.say(self.ending(ending), time.perf_counter() + _FINISH_WAIT)
        self._is_finished = True

    def close(self) -> None:
        self._free_core()
        bot = self._bot
        if bot is None:
            return
        bot.drain()
        if self._warm is not None and self._is_finished and bot.is_quiet:
            with undisturbed():
                self._warm.give(self._program, bot, self._key)
                self._bot = None
        else:
            self._end()

    def patience(self, allowed: float) -> float:
        return patience(allowed)

    @property
    def printed(self) -> list[str]:
        return self.output.last

    def say(self, response: play_pb2.PlayResponse, deadline: float) -> None:
        self._process().send(response, deadline, self._allowed)

    def hear(self, deadline: float) -> bytes:
        return self._process().receive(deadline, self._allowed)

    def spent(self) -> tuple[float, float | None]:
        bot = self._process()
        return bot.spent.charged, bot.cpu

    def _rested(self) -> BotProcess | None:
        """A process that has played before and may play this match, if there is one."""
        return self._warm.take(self._program, self._key) if self._warm is not None else None

    def _end(self) -> None:
        """End the bot's process. It is ended as a whole, or not at all."""
        with undisturbed():
            self._process().kill()
            self._bot = None

    def _hand_over(self) -> None:
        """Send what the bot is asked."""
        unsent, self._unsent = self._unsent, []
        deadline = time.perf_counter() + self.patience(self._allowed)
        for response in unsent:
            self.say(response, deadline)

    def _free_core(self) -> None:
        if self._core is not None and self._cores is not None:
            self._cores.free(self._core)
        self._core = None

    def _process(self) -> BotProcess:
        assert self._bot is not None, "started"
        return self._bot
