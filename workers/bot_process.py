"""A hosted bot's process in the sandbox, spoken to over pipes under a deadline.

The bot is not trusted: it may write nothing, too much or nonsense, close its pipes, fork, hang or
die. Every wait has an end, everything kept is bounded, and the whole process tree is gone when the
process has been killed. It runs only between a message to it and its next message: otherwise it is
frozen.
"""

import os
import select
import subprocess
import threading
import time
from collections import deque
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Final

from pentarch.arbiter.packages.languages import PROTOBUF
from pentarch.arbiter.referee import Fault, Verdict
from pentarch.arbiter.referee.clocks import GRACE, Spending, ruling
from pentarch.arbiter.v1 import play_pb2
from pentarch.bots.sdk import wire
from pentarch.bots.sdk.encodings import encoding_of
from pentarch.workers import metrics
from pentarch.workers.delays import Delay, TaskDelay
from pentarch.workers.dialogue import exit_text
from pentarch.workers.groups import Group
from pentarch.workers.output import Output
from pentarch.workers.sandbox import MARK, OWN_TASKS, Confined, Limits, Room

_CHUNK: Final = 1 << 16
_GLANCE: Final = 0.05
_REST: Final = 0.002
"""CPU seconds that a bot may take to come to rest after its answer."""
_NOTHING: Final = Spending()
_OUT_OF_MEMORY: Final = ("MemoryError", "bad_alloc", "out of memory", "Cannot allocate memory")


@dataclass(frozen=True)
class Program:
    """What is run: an unpacked package, the command line inside the sandbox, and the limits."""

    package: Path
    argv: tuple[str, ...]
    limits: Limits = field(default_factory=Limits)
    language: str = "python"
    protocol: str = PROTOBUF


class BotProcess:
    """A sandboxed process with messages in both directions, in its program's encoding."""

    def __init__(self, program: Program) -> None:
        room = Room(program.package, program.language, program.protocol)
        self._confined: Final = Confined(room, [*program.argv], program.limits)
        self._most_memory: Final = program.limits.memory_mib
        self._process: Final = self._confined.process
        self._group: Final = self._confined.group
        metrics.SANDBOX_STARTS.inc()
        self._stdin: Final = _number(self._process.stdin)
        self._stdout: Final = _number(self._process.stdout)
        self._stderr: Final = _number(self._process.stderr)
        self._reading: Final = select.poll()
        for pipe in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(pipe, False)
        for pipe in (self._stdout, self._stderr):
            self._reading.register(pipe, select.POLLIN)
        self._encoding: Final = encoding_of(program.protocol)
        self._inbox: Final[deque[bytes]] = deque()
        self._is_open = {self._stdout: True, self._stderr: True}
        self._has_begun = False
        self._is_frozen = False
        self._glanced = time.perf_counter()
        self._delivery = 0
        self._meter: Final = _Meter(self._group)
        self.output = Output()

    @property
    def is_quiet(self) -> bool:
        """Whether it runs, speaks the protocol, and has said nothing that nobody has read."""
        return self._process.poll() is None and self._is_open[self._stdout] and not self._inbox

    @property
    def spent(self) -> Spending:
        """What it has spent on the decision so far."""
        return self._meter.spent

    @property
    def cpu(self) -> float:
        """The CPU seconds that it had used in all when it last answered."""
        return self._meter.cpu

    def renew(self) -> None:
        """A decision begins: what is spent from now on is spent on it."""
        self._meter.renew()

    def send(self, response: play_pb2.PlayResponse, deadline: float, allowed: float) -> None:
        """Write a message, which gets its delivery number here, and let the bot run.

        Raises Fault when the bot does not read it in time.
        """
        self._delivery += 1
        response.delivery = self._delivery
        left = self._encoding.encode(response)
        while left:
            try:
                left = left[os.write(self._stdin, left) :]
            except BlockingIOError:
                self._thaw()
                self._meter.start()
                self._wait(deadline, allowed, self._writing())
            except (BrokenPipeError, OSError) as error:
                raise self._ended("the bot closed its standard input") from error
        self._inbox.extend(self._encoding.implied(response))
        # Last: a bot that is woken with its message there need not be woken twice.
        self._thaw()

    def receive(self, deadline: float, allowed: float) -> bytes:
        """The next message's bytes; the bot is frozen then.

        What the bot spends from `renew` on may be `allowed` at most. Raises Fault: nothing in time,
        the end, or nonsense.
        """
        if not self._inbox:
            self._meter.start()
            self._thaw()
            while not self._inbox:
                if not self._is_open[self._stdout]:
                    raise self._ended("the bot closed its standard output")
                self._wait(deadline, allowed, self._reading)
        self._meter.stop()
        self.freeze()
        return self._inbox.popleft()

    def freeze(self) -> None:
        """Let nothing of it run until it is sent something, or waited for.

        Freezing costs a fast decision a fifth of its time. A bot of one thread, which waits for its
        next message as it should, is only watched: from the first time that it is found to have run
        meanwhile it is frozen as well.
        """
        is_idle = self._group.tasks() <= OWN_TASKS and not self._meter.is_restless
        if not self._is_frozen and not is_idle:
            self._is_frozen = True
            self._group.freeze()

    def drain(self) -> None:
        """Take in what it has written to standard error by now."""
        if self._is_open[self._stderr]:
            self._read_stderr()

    def kill(self) -> None:
        """End the whole tree, and wait until it is gone."""
        self._confined.end()
        self._meter.close()

    def _thaw(self) -> None:
        if self._is_frozen:
            self._is_frozen = False
            self._group.thaw()

    def _writing(self) -> select.poll:
        """Waits for room to write, and for what the bot says meanwhile."""
        poll = select.poll()
        poll.register(self._stdin, select.POLLOUT)
        for pipe, is_open in self._is_open.items():
            if is_open:
                poll.register(pipe, select.POLLIN)
        return poll

    def _wait(self, deadline: float, allowed: float, poll: select.poll) -> None:
        """Wait for something to happen, a glance at a time, and take in what has come."""
        now = time.perf_counter()
        if now - self._glanced >= _GLANCE:
            self._glanced = now
            self._check_memory()
            if ruling(self.spent, allowed) is not None:
                raise self._silent(allowed)
        left = deadline - now
        if left <= 0:
            self._check_memory()
            raise self._silent(allowed)
        seconds = min(left, _GLANCE)
        self._meter.listen()
        heard = poll.poll(seconds * 1000)
        self._meter.wake(seconds)
        # What it printed before its answer is there with the answer, and is taken in with it.
        for pipe, _ in heard:
            if pipe == self._stdout:
                self._read_stdout()
            elif pipe == self._stderr:
                self._read_stderr()

    def _read_stdout(self) -> None:
        chunk = self._read(self._stdout)
        if not self._has_begun and chunk:
            # The sandbox is silent there until it hands over.
            self._has_begun = True
            chunk = chunk.removeprefix(MARK)
            self._inbox.extend(self._encoding.greeting)
        try:
            self._inbox.extend(self._encoding.whole(chunk))
        except wire.Garbled as error:
            raise self._protocol(str(error), error.offending) from error
        if len(self._inbox) > 100:
            raise self._protocol("messages nobody asked for", self._inbox[0])

    def _read_stderr(self) -> None:
        self.output.feed(self._read(self._stderr))

    def _read(self, pipe: int) -> bytes:
        try:
            chunk = os.read(pipe, _CHUNK)
        except BlockingIOError:
            return b""
        except OSError:
            chunk = b""
        if not chunk:
            self._is_open[pipe] = False
            self._reading.unregister(pipe)
        return chunk

    def _check_memory(self) -> None:
        overuse = self._group.overuse()
        if overuse:
            raise self._out_of_memory(overuse)

    def _silent(self, allowed: float) -> Fault:
        """The fault of a bot that said nothing in time: whose it is depends on what it did."""
        if not self._has_begun:
            return self._no_sandbox("it did not start in time")
        spent = self.spent
        if ruling(spent, allowed, is_over=True) is Verdict.WORKER_STALL:
            return self._fault(
                Verdict.WORKER_STALL, f"the host was too busy for the bot to answer: {spent}"
            )
        return self._fault(Verdict.BOT_TIMEOUT, f"no answer within {allowed:.3f} seconds: {spent}")

    def _ended(self, how: str) -> Fault:
        """The fault of a bot whose process is gone, or who hung up."""
        self._thaw()
        code: int | None
        try:
            code = self._process.wait(timeout=0.5)
        except subprocess.TimeoutExpired:
            code = None
        for _ in range(50):
            if not self._is_open[self._stderr]:
                break
            self._read_stderr()
        if self._is_open[self._stdout]:
            self._read_stdout()
        lines = self.output.last
        if not self._has_begun:
            return self._no_sandbox("it ended at once")
        overuse = self._group.overuse()
        if overuse:
            return self._out_of_memory(overuse)
        if any(sign in line for line in lines[-3:] for sign in _OUT_OF_MEMORY):
            return self._out_of_memory("the bot ran out of memory")
        if code is None:
            return self._fault(Verdict.BOT_CRASH, f"{how} and went on running")
        return self._fault(Verdict.BOT_CRASH, f"the bot ended with {exit_text(code)}")

    def _no_sandbox(self, how: str) -> Fault:
        """The sandbox failed before the bot's own program ran: that is nobody's fault."""
        why = self.output.last[-1:] or [how]
        return self._fault(Verdict.WORKER_STALL, f"the sandbox could not be started: {why[0]}")

    def _out_of_memory(self, how: str) -> Fault:
        return self._fault(Verdict.BOT_OOM, f"{how}: it may have {self._most_memory} MiB")

    def _fault(self, verdict: Verdict, error: str) -> Fault:
        return Fault(verdict, error, cpu=self._group.cpu(), stderr=self.output.last)

    def _protocol(self, error: str, offending: bytes) -> Fault:
        return Fault(Verdict.BOT_PROTOCOL, error, offending=offending, stderr=self.output.last)


class _Meter:
    """What a bot spends on a decision: all of its CPU time, and the time it is waited for."""

    def __init__(self, group: Group) -> None:
        self._group: Final = group
        self._own: Final = TaskDelay(threading.get_native_id())
        self._before = 0.0
        self._cpu = 0.0
        self._since: tuple[float, float, Delay] | None = None
        self._fell_asleep = 0.0
        self._listening = 0.0
        self._overslept = 0.0
        self._settled = _NOTHING
        self.is_restless = False
        """Whether the bot has been found running while it was not asked."""

    @property
    def cpu(self) -> float:
        """The CPU seconds that the bot had used when it was last looked at."""
        return self._cpu

    @property
    def spent(self) -> Spending:
        """What the decision has cost up to now, or had when the bot last said something."""
        settled = self._settled
        if self._since is None:
            return settled
        began, cpu, delay = self._since
        self._cpu = self._group.cpu()
        waited = time.perf_counter() - began
        ran = self._cpu - cpu
        delayed = 0.0
        # Mostly it hardly waited, and then nobody needs to know why.
        if waited - ran > GRACE:
            late = self._own.read() - self._listening
            delayed = self._group.delay().since(delay) + late + self._overslept
        return Spending(
            self._cpu - self._before,
            settled.waited + waited,
            settled.ran + ran,
            settled.delayed + delayed,
        )

    def renew(self) -> None:
        """A decision begins. What was used since the last one ended belongs to it."""
        self._before = self._cpu
        self._settled = _NOTHING
        self._since = None
        if self._group.cpu() - self._cpu > _REST:
            self.is_restless = True

    def start(self) -> None:
        """The bot is waited for."""
        if self._since is None:
            self._since = (time.perf_counter(), self._group.cpu(), self._group.delay())
            self._overslept = 0.0

    def listen(self) -> None:
        """This thread sleeps until it hears something. Only its being late for that counts: a bot
        that keeps it busy with something else gains nothing."""
        self._listening = self._own.read()
        self._fell_asleep = time.perf_counter()

    def wake(self, seconds: float) -> None:
        """It is awake again, after that many seconds at most. If it slept far longer, somebody has
        stopped the process or the whole machine, and perhaps the bot with it."""
        late = time.perf_counter() - self._fell_asleep - seconds
        if late > _GLANCE:
            # Waiting for a core is a part of that, and counts once.
            self._overslept += late
            self._listening = self._own.read()

    def stop(self) -> None:
        """It has said something."""
        self._settled = self.spent
        self._since = None

    def close(self) -> None:
        """Let go of the files."""
        self._own.close()


def _number(pipe: IO[bytes] | None) -> int:
    assert pipe is not None, "all three are pipes"
    return pipe.fileno()
