"""A hosted bot's process in the sandbox, spoken to over pipes under a deadline.

The bot is not trusted: it may write nothing, too much or nonsense, close its pipes, fork, hang or
die. Every wait has an end, everything kept is bounded, and the whole process tree is gone when the
process has been killed.
"""

import os
import select
import subprocess
import time
from collections import deque
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Final

from arbiter.referee import Fault, Verdict
from bots.sdk import wire
from bots.sdk.asking import numbered
from workers import metrics, sandbox, slots
from workers.output import Output
from workers.processes import CpuMeter, children, footprint, is_running, usage
from workers.sandbox import MIB, Limits

_CHUNK: Final = 1 << 16
_GLANCE: Final = 0.05
_END_WAIT: Final = 10.0
_OUT_OF_MEMORY: Final = ("MemoryError", "bad_alloc", "out of memory", "Cannot allocate memory")


@dataclass(frozen=True)
class Program:
    """What is run: an unpacked package, the command line inside the sandbox, and the limits."""

    package: Path
    argv: tuple[str, ...]
    limits: Limits = field(default_factory=Limits)


class BotProcess:
    """A sandboxed process with length-delimited messages in both directions."""

    def __init__(self, program: Program) -> None:
        self._limits: Final = program.limits
        self._slot: Final = slots.claim()
        try:
            self._process: Final = subprocess.Popen(
                sandbox.command(
                    program.package, [*program.argv], program.limits, self._slot.number
                ),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                close_fds=True,
                start_new_session=True,
            )
        except BaseException:
            self._slot.free()
            raise
        metrics.SANDBOX_STARTS.inc()
        self._stdin: Final = _number(self._process.stdin)
        self._stdout: Final = _number(self._process.stdout)
        self._stderr: Final = _number(self._process.stderr)
        self._reading: Final = select.poll()
        for pipe in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(pipe, False)
        for pipe in (self._stdout, self._stderr):
            self._reading.register(pipe, select.POLLIN)
        self._frames: Final = wire.Frames()
        self._inbox: Final[deque[bytes]] = deque()
        self._is_open = {self._stdout: True, self._stderr: True}
        self._meter: Final = CpuMeter(self._process.pid)
        self._glanced = time.perf_counter()
        self._delivery = 0
        self.output = Output()

    @property
    def is_quiet(self) -> bool:
        """Whether it runs, speaks the protocol, and has said nothing that nobody has read."""
        return self._process.poll() is None and self._is_open[self._stdout] and not self._inbox

    def cpu(self) -> float:
        """The CPU seconds that its process tree has used."""
        return self._meter.read()

    def send(self, body: bytes, deadline: float) -> None:
        """Write a PlayResponse, which gets its delivery number here.

        Raises Fault when the bot does not read it in time.
        """
        self._delivery += 1
        left = wire.framed_bytes(numbered(self._delivery, body))
        while left:
            try:
                left = left[os.write(self._stdin, left) :]
            except BlockingIOError:
                self._wait(deadline, self._writing())
            except (BrokenPipeError, OSError) as error:
                raise self._ended("the bot closed its standard input") from error

    def receive(self, deadline: float) -> bytes:
        """The next message's bytes. Raises Fault: nothing in time, the end, or nonsense."""
        while not self._inbox:
            if not self._is_open[self._stdout]:
                raise self._ended("the bot closed its standard output")
            self._wait(deadline, self._reading)
        return self._inbox.popleft()

    def drain(self) -> None:
        """Take in what it has written to standard error by now."""
        if self._is_open[self._stderr]:
            self._read_stderr()

    def kill(self) -> None:
        """End the whole tree, and wait until it is gone."""
        below = children(self._process.pid)
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            if pipe is not None:
                pipe.close()
        # The first process inside takes all others of its process space with it, and goes last.
        deadline = time.perf_counter() + _END_WAIT
        while any(is_running(pid) for pid in below) and time.perf_counter() < deadline:
            time.sleep(0.001)
        self._slot.free()

    def _writing(self) -> select.poll:
        """Waits for room to write, and for what the bot says meanwhile."""
        poll = select.poll()
        poll.register(self._stdin, select.POLLOUT)
        for pipe, is_open in self._is_open.items():
            if is_open:
                poll.register(pipe, select.POLLIN)
        return poll

    def _wait(self, deadline: float, poll: select.poll) -> None:
        """Wait for something to happen, a glance at a time, and take in what has come."""
        now = time.perf_counter()
        if now - self._glanced >= _GLANCE:
            self._glanced = now
            self._check_memory()
        left = deadline - now
        if left <= 0:
            # A tree that grows faster than it can be looked at is out of memory, not of time.
            self._check_memory()
            raise Fault(Verdict.BOT_TIMEOUT, "no answer in time", stderr=self.output.last)
        # What it printed before its answer is there with the answer, and is taken in with it.
        for pipe, _ in poll.poll(min(left, _GLANCE) * 1000):
            if pipe == self._stdout:
                self._read_stdout()
            elif pipe == self._stderr:
                self._read_stderr()

    def _read_stdout(self) -> None:
        chunk = self._read(self._stdout)
        try:
            self._inbox.extend(self._frames.whole(chunk))
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
        used = usage(self._process.pid)
        allowed = self._limits.memory_mib * MIB
        if used.resident <= allowed:
            return
        held = footprint(self._process.pid)
        if held > allowed:
            self._process.kill()
            raise Fault(
                Verdict.BOT_OOM,
                f"{used.processes} processes use {held // MIB} MiB, "
                f"{self._limits.memory_mib} MiB are allowed",
                cpu=used.cpu,
                stderr=self.output.last,
            )

    def _ended(self, how: str) -> Fault:
        """The fault of a bot whose process is gone, or who hung up."""
        code: int | None
        try:
            code = self._process.wait(timeout=0.5)
        except subprocess.TimeoutExpired:
            code = None
        for _ in range(50):
            if not self._is_open[self._stderr]:
                break
            self._read_stderr()
        lines = self.output.last
        if any(sign in line for line in lines[-3:] for sign in _OUT_OF_MEMORY):
            return Fault(Verdict.BOT_OOM, "the bot ran out of memory", stderr=lines)
        if code is None:
            return Fault(Verdict.BOT_CRASH, f"{how} and went on running", stderr=lines)
        return Fault(Verdict.BOT_CRASH, f"the bot ended with {exit_text(code)}", stderr=lines)

    def _protocol(self, error: str, offending: bytes) -> Fault:
        return Fault(Verdict.BOT_PROTOCOL, error, offending=offending, stderr=self.output.last)


def _number(pipe: IO[bytes] | None) -> int:
    assert pipe is not None, "all three are pipes"
    return pipe.fileno()


def exit_text(code: int) -> str:
    """An exit code in words; the sandbox passes on a signal as 128 and its number."""
    if code < 0:
        return f"signal {-code}"
    if code > 128:
        return f"signal {code - 128}"
    return f"exit code {code}"
