"""A hosted bot at a seat: its process in the sandbox, spoken to over pipes under a deadline.

The bot is not trusted: it may write nothing, too much or nonsense, close its pipes, fork, hang or
die. Every wait has an end, everything kept is bounded, and the whole process tree is gone when the
port closes.
"""

import os
import select
import subprocess
import time
from collections import deque
from pathlib import Path
from typing import IO, Final

from arbiter.referee import Fault, Port, Reply, Verdict
from arbiter.v1 import play_pb2
from bots.sdk import Clock, Ending, Start, Turn, wire
from engine.commands import Command
from workers import sandbox
from workers.processes import Usage, footprint, usage
from workers.sandbox import MIB, Limits

MOST_LINES: Final = 40
MOST_LINE: Final = 2000
_CHUNK: Final = 1 << 16
_GLANCE: Final = 0.05
_FINISH_WAIT: Final = 1.0
_WALL_FACTOR: Final = 4.0
_WALL_SLACK: Final = 2.0
_OUT_OF_MEMORY: Final = ("MemoryError", "bad_alloc", "out of memory", "Cannot allocate memory")


class BotProcess:
    """A sandboxed process with length-delimited messages in both directions."""

    def __init__(self, package: Path, argv: list[str], limits: Limits, slot: int) -> None:
        self._limits: Final = limits
        self._process: Final = subprocess.Popen(
            sandbox.command(package, argv, limits, slot),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            close_fds=True,
            start_new_session=True,
        )
        self._stdin: Final = _number(self._process.stdin)
        self._stdout: Final = _number(self._process.stdout)
        self._stderr: Final = _number(self._process.stderr)
        for pipe in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(pipe, False)
        self._frames: Final = wire.Frames()
        self._inbox: Final[deque[bytes]] = deque()
        self._lines: Final[deque[str]] = deque(maxlen=MOST_LINES)
        self._partial = b""
        self._is_open = {self._stdout: True, self._stderr: True}

    @property
    def stderr(self) -> list[str]:
        """The last lines the bot wrote to standard error."""
        shown = list(self._lines)
        if self._partial:
            shown.append(self._partial.decode("utf-8", "replace"))
        return shown[-MOST_LINES:]

    def usage(self) -> Usage:
        """What its process tree has used."""
        return usage(self._process.pid)

    def send(self, message: play_pb2.PlayResponse, deadline: float) -> None:
        """Write a message. Raises Fault when the bot does not read it in time."""
        left = memoryview(wire.framed(message))
        while left:
            try:
                left = left[os.write(self._stdin, left) :]
            except BlockingIOError:
                self._wait(deadline, writing=True)
            except (BrokenPipeError, OSError) as error:
                raise self._ended("the bot closed its standard input") from error

    def receive(self, deadline: float) -> bytes:
        """The next message's bytes. Raises Fault: nothing in time, the end, or nonsense."""
        while not self._inbox:
            if not self._is_open[self._stdout]:
                raise self._ended("the bot closed its standard output")
            self._wait(deadline, writing=False)
        return self._inbox.popleft()

    def kill(self) -> None:
        """End the whole tree: the sandbox's process space goes with its first process."""
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            if pipe is not None:
                pipe.close()

    def _wait(self, deadline: float, *, writing: bool) -> None:
        """Wait for something to happen, a glance at a time, and take in what has come."""
        left = deadline - time.perf_counter()
        if left <= 0:
            raise Fault(Verdict.BOT_TIMEOUT, "no answer in time", stderr=self.stderr)
        poll = select.poll()
        for pipe, is_open in self._is_open.items():
            if is_open:
                poll.register(pipe, select.POLLIN)
        if writing:
            poll.register(self._stdin, select.POLLOUT)
        ready = poll.poll(min(left, _GLANCE) * 1000)
        for pipe, _ in ready:
            if pipe == self._stdout:
                self._read_stdout()
            elif pipe == self._stderr:
                self._read_stderr()
        if not ready:
            self._check_memory()

    def _read_stdout(self) -> None:
        chunk = self._read(self._stdout)
        self._frames.feed(chunk)
        try:
            self._inbox.extend(self._frames)
        except wire.Garbled as error:
            raise Fault(
                Verdict.BOT_PROTOCOL, str(error), offending=error.offending, stderr=self.stderr
            ) from error
        if len(self._inbox) > 100:
            raise Fault(Verdict.BOT_PROTOCOL, "messages nobody asked for", stderr=self.stderr)

    def _read_stderr(self) -> None:
        chunk = self._read(self._stderr)
        *lines, self._partial = (self._partial + chunk).split(b"\n")
        self._partial = self._partial[-MOST_LINE:]
        for line in lines[-MOST_LINES:]:
            self._lines.append(line[:MOST_LINE].decode("utf-8", "replace"))

    def _read(self, pipe: int) -> bytes:
        try:
            chunk = os.read(pipe, _CHUNK)
        except BlockingIOError:
            return b""
        except OSError:
            chunk = b""
        if not chunk:
            self._is_open[pipe] = False
        return chunk

    def _check_memory(self) -> None:
        used = self.usage()
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
                stderr=self.stderr,
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
        lines = self.stderr
        if any(sign in line for line in lines[-3:] for sign in _OUT_OF_MEMORY):
            return Fault(Verdict.BOT_OOM, "the bot ran out of memory", stderr=lines)
        if code is None:
            return Fault(Verdict.BOT_CRASH, f"{how} and went on running", stderr=lines)
        return Fault(Verdict.BOT_CRASH, f"the bot ended with {exit_text(code)}", stderr=lines)


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


class HostedPort(Port):
    """The seat of a hosted bot. Its clock is charged with CPU time; its waiting is bounded."""

    def __init__(
        self,
        package: Path,
        argv: list[str],
        *,
        match_id: int,
        clock: Clock,
        limits: Limits | None = None,
        slot: int = 0,
        start_wait: float = 20.0,
    ) -> None:
        self._package: Final = package
        self._argv: Final = argv
        self._match_id: Final = match_id
        self._clock: Final = clock
        self._limits: Final = limits or Limits()
        self._slot: Final = slot
        self._start_wait: Final = start_wait
        self._bot: BotProcess | None = None
        self._cpu = 0.0
        self._sequence = 0
        self._legal: list[Command] = []
        self._delivery = 0

    def start(self, start: Start, deadline: float) -> None:
        # Starting an interpreter on a busy host takes longer than any one decision may.
        deadline = max(deadline, time.perf_counter() + self._start_wait)
        self._bot = BotProcess(self._package, self._argv, self._limits, self._slot)
        hello = self._next(deadline)
        if hello.WhichOneof("message") != "hello":
            raise self._protocol("the first message is no Hello", hello)
        self._say(
            play_pb2.PlayResponse(
                match_start=wire.start_message(self._match_id, start, self._clock)
            ),
            deadline,
        )
        ready = self._next(deadline)
        if ready.WhichOneof("message") != "ready" or ready.ready.match_id != self._match_id:
            raise self._protocol("no Ready came after MatchStart", ready)
        self._cpu = self._process().usage().cpu

    def ask(self, turn: Turn) -> None:
        self._sequence = turn.sequence
        self._legal = turn.legal
        message = play_pb2.PlayResponse(turn=wire.turn_message(self._match_id, turn))
        # A bot that does not read is found out when its answer is due.
        self._say(message, time.perf_counter() + self.patience(turn.clock.cap))

    def answer(self, deadline: float) -> Reply:
        while True:
            request = self._next(deadline)
            kind = request.WhichOneof("message")
            if kind in ("acknowledge", "pong"):
                continue
            if kind != "decide" or request.decide.match_id != self._match_id:
                raise self._protocol("a Decide of this match was due", request)
            if request.decide.sequence < self._sequence:
                continue  # a repeated answer to an earlier decision
            if request.decide.sequence > self._sequence:
                raise self._protocol("an answer to a decision nobody asked for", request)
            return self._reply(request.decide)

    def finish(self, ending: Ending) -> None:
        end = play_pb2.PlayResponse(match_end=wire.end_message(self._match_id, ending))
        self._say(end, time.perf_counter() + _FINISH_WAIT)

    def close(self) -> None:
        if self._bot is not None:
            self._bot.kill()

    def patience(self, allowed: float) -> float:
        return allowed * _WALL_FACTOR + _WALL_SLACK

    @property
    def stderr(self) -> list[str]:
        """The last lines the bot wrote to standard error."""
        return self._bot.stderr if self._bot is not None else []

    def _reply(self, decide: play_pb2.Decide) -> Reply:
        received = time.perf_counter()
        cpu = self._process().usage().cpu
        spent, self._cpu = max(0.0, cpu - self._cpu), cpu
        try:
            answer = wire.answer_of(decide, self._legal)
        except wire.Garbled as error:
            raise Fault(
                Verdict.BOT_PROTOCOL, str(error), offending=error.offending, stderr=self.stderr
            ) from error
        return Reply(answer, received, spent, cpu, wire.notes_of(decide))

    def _next(self, deadline: float) -> play_pb2.PlayRequest:
        body = self._process().receive(deadline)
        try:
            return wire.parse_request(body)
        except wire.Garbled as error:
            raise Fault(
                Verdict.BOT_PROTOCOL, str(error), offending=error.offending, stderr=self.stderr
            ) from error

    def _say(self, message: play_pb2.PlayResponse, deadline: float) -> None:
        self._delivery += 1
        message.delivery = self._delivery
        self._process().send(message, deadline)

    def _process(self) -> BotProcess:
        assert self._bot is not None, "started"
        return self._bot

    def _protocol(self, error: str, request: play_pb2.PlayRequest) -> Fault:
        offending = request.SerializeToString()
        return Fault(Verdict.BOT_PROTOCOL, error, offending=offending, stderr=self.stderr)
