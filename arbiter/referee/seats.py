"""Ports: how the referee talks to whoever sits at a seat, and the two kinds inside one process."""

import threading
import time
import traceback
from abc import ABC, abstractmethod
from collections.abc import Callable
from queue import Empty, SimpleQueue
from types import TracebackType
from typing import Final, Never, TypeAlias

from pentarch.arbiter.referee.verdicts import Fault, Verdict
from pentarch.bots.sdk import Bot, Ending, Start, Turn

Timer: TypeAlias = Callable[[], float]
"""A monotonic clock in seconds."""

_FINISH_WAIT: Final = 1.0


class Reply:
    """What a seat answered: anything at all, until the referee has looked at it.

    `received` is when it came, by the referee's timer; `spent` is what its clock is charged.
    """

    __slots__ = ("answer", "cpu", "notes", "received", "spent")

    def __init__(
        self,
        answer: object,
        received: float,
        spent: float,
        cpu: "float | None" = None,
        notes: object = None,
    ) -> None:
        self.answer = answer
        self.received = received
        self.spent = spent
        self.cpu = cpu
        self.notes = notes


class Port(ABC):
    """One seat's connection. Every method but `close` may raise Fault.

    The referee asks all seats that must decide, then collects their answers, so that they can
    think at the same time. Deadlines are times of the referee's timer.
    """

    @abstractmethod
    def start(self, start: Start, deadline: float) -> None:
        """The match begins; returns when the seat is ready."""

    @abstractmethod
    def ask(self, turn: Turn) -> None:
        """Hand over a decision without waiting for it."""

    @abstractmethod
    def answer(self, deadline: float) -> Reply:
        """The answer to the decision asked last; waits until the deadline at most."""

    @abstractmethod
    def finish(self, ending: Ending) -> None:
        """The match is over. What goes wrong here changes nothing."""

    def close(self) -> None:  # noqa: B027 - a hook that most ports leave out
        """Let go of everything; called at the very end, also when the match was aborted.

        May be called again, when it was interrupted itself.
        """

    def patience(self, allowed: float) -> float:
        """How long to wait for a decision that may cost `allowed`: longer where CPU is charged."""
        return allowed

    def resume(self, sequence: int) -> bool:
        """Called before `start` when the match is under way: the seat's next decision has this
        number. True: the seat must see its earlier decisions again to be where it was."""
        return True


class BotSeat(Port):
    """A bot in this process, called directly. Its time is measured, but it cannot be stopped.

    `meter` measures what its clock is charged, by default the time that passes. Where the bot is
    trusted, `time.thread_time` charges it what it computes, and never what the machine takes for
    others.
    """

    def __init__(
        self, bot: Bot, timer: Timer = time.perf_counter, meter: Timer | None = None
    ) -> None:
        self.bot: Final = bot
        self._timer: Final = timer
        self._meter: Final = meter or timer
        self._turn: Turn | None = None

    def start(self, start: Start, deadline: float) -> None:
        allowed, began = deadline - self._timer(), self._meter()
        try:
            self.bot.start(start)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            raise fault_of(error) from error
        late = self._meter() - began - allowed
        if late > 0:
            raise Fault(Verdict.BOT_TIMEOUT, f"starting took {late:.3f} seconds too long")

    def ask(self, turn: Turn) -> None:
        self._turn = turn

    def answer(self, deadline: float) -> Reply:
        turn = self._turn
        assert turn is not None
        meter = self._meter
        began = meter()
        try:
            answer = self.bot.decide(turn)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            raise fault_of(error, received=self._timer()) from error
        return Reply(answer, self._timer(), meter() - began, None, turn.notes)

    def finish(self, ending: Ending) -> None:
        try:
            self.bot.finish(ending)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            raise fault_of(error) from error


class ThreadSeat(Port):
    """A bot in this process, in a thread of its own: silence is noticed at the deadline.

    The thread of a bot that never answers cannot be ended; it is left behind as a daemon.
    """

    def __init__(self, bot: Bot, timer: Timer = time.perf_counter) -> None:
        self.bot: Final = bot
        self._timer: Final = timer
        self._asked: SimpleQueue[Start | Turn | Ending | None] = SimpleQueue()
        self._done: SimpleQueue[Reply | Fault] = SimpleQueue()
        self._turn: Turn | None = None
        self._sent = 0.0
        self._thread: Final = threading.Thread(target=self._think, daemon=True)

    def start(self, start: Start, deadline: float) -> None:
        self._thread.start()
        self._asked.put(start)
        self._wait(deadline)

    def ask(self, turn: Turn) -> None:
        self._turn = turn
        self._sent = self._timer()
        self._asked.put(turn)

    def answer(self, deadline: float) -> Reply:
        try:
            reply = self._wait(deadline)
        except Fault as fault:
            if fault.verdict is Verdict.BOT_TIMEOUT and self._turn is not None:
                # The thread may still run: it must not look into a match that goes on without it.
                self._turn.look = self._turn.hear = _closed
            raise
        # Waking up is not the bot's time, waiting for its thread to be scheduled is.
        reply.spent = reply.received - self._sent
        return reply

    def finish(self, ending: Ending) -> None:
        self._asked.put(ending)
        self._wait(self._timer() + _FINISH_WAIT)

    def close(self) -> None:
        self._asked.put(None)

    def _wait(self, deadline: float) -> Reply:
        left = deadline - self._timer()
        try:
            result = self._done.get(timeout=min(max(left, 0.0), threading.TIMEOUT_MAX))
        except Empty:
            raise Fault(Verdict.BOT_TIMEOUT, "no answer came in time") from None
        if isinstance(result, Fault):
            raise result
        return result

    def _think(self) -> None:
        while True:
            asked = self._asked.get()
            if asked is None:
                return
            busy = time.thread_time()
            notes: object = None
            answer: object = None
            try:
                if isinstance(asked, Turn):
                    answer = self.bot.decide(asked)
                    notes = asked.notes
                elif isinstance(asked, Start):
                    self.bot.start(asked)
                else:
                    self.bot.finish(asked)
            except BaseException as error:
                cpu = time.thread_time() - busy
                self._done.put(fault_of(error, received=self._timer(), cpu=cpu))
                continue
            cpu = time.thread_time() - busy
            received = self._timer()
            self._done.put(Reply(answer, received, 0.0, cpu, notes))


def fault_of(
    error: BaseException, *, received: "float | None" = None, cpu: "float | None" = None
) -> Fault:
    """The fault that an exception out of a bot is."""
    verdict = Verdict.BOT_OOM if isinstance(error, MemoryError) else Verdict.BOT_CRASH
    try:
        text = f"{type(error).__name__}: {error}"
        trace = traceback.format_exception(type(error), error, own_frames(error))
        lines = "".join(trace).splitlines()
    except Exception:
        text, lines = type(error).__name__, []
    return Fault(verdict, text, stderr=lines, cpu=cpu, received=received)


def own_frames(error: BaseException) -> TracebackType | None:
    """The traceback of a bot's exception without those who called the bot, which are no help."""
    frames = error.__traceback__
    while frames is not None and _is_ours(str(frames.tb_frame.f_globals.get("__name__"))):
        frames = frames.tb_next
    return frames


def _is_ours(module: str) -> bool:
    return module.startswith("pentarch.") and not module.startswith("pentarch.bots.")


def _closed() -> Never:
    raise RuntimeError("this decision is over")
