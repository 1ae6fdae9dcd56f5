"""A bot's program on this machine, reached over pipes. It is no sandbox: only for trusted bots."""

import contextlib
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import IO, Final, TypeAlias

import pentarch
from pentarch.arbiter.packages.languages import LINES
from pentarch.arbiter.referee import Fault, Terms, Verdict
from pentarch.arbiter.referee.clocks import patience, ruling
from pentarch.arbiter.v1 import play_pb2
from pentarch.author.builds import as_written
from pentarch.author.launch import Launch
from pentarch.author.meter import Meter
from pentarch.bots import simulator
from pentarch.bots.sdk import Clock, Ending, Start, Turn, wire
from pentarch.bots.sdk.encodings import encoding_of
from pentarch.workers.dialogue import ProgramPort, exit_text

_MOST_LINES: Final = 40
_CHUNK: Final = 1 << 16
_KILL_AFTER: Final = 10.0
_GLANCE: Final = 0.1
_PAUSE: Final = 0.005
_PROC: Final = Path("/proc")
# Fields that no version of the protocol has: 1000 as a number, 1001 as bytes.
_UNKNOWN: Final = bytes([0xC0, 0x3E, 0x07, 0xCA, 0x3E, 0x03]) + b"new"
_UNKNOWN_IN_LINE: Final = b'{"something_new":{"since":[1,"two"]},'

Treatment: TypeAlias = Callable[[play_pb2.PlayResponse], None]


class RunningProgram:
    """A running program that speaks the hosted bots' protocol. Made at once, ended by `end`."""

    def __init__(self, launch: Launch, *, is_remote: bool = False) -> None:
        """Start it.

        With `is_remote` it plays for an arbiter far away: what it prints is shown at once, and
        Ctrl-C is not for it, because its match may have to be finished.
        """
        home = str(Path(pentarch.__file__).parent.parent)
        path = [home, *filter(None, [os.environ.get("PYTHONPATH")])]
        environment = {
            **os.environ,
            "PENTARCH_HOSTED": "1",
            "PENTARCH_PROTOCOL": launch.protocol,
            "PENTARCH_SIMULATOR": simulator.command_line(sys.executable),
            "PYTHONPATH": os.pathsep.join(path),
        }
        try:
            self._process: Final = subprocess.Popen(
                launch.argv,
                cwd=launch.folder,
                env=environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                process_group=0 if is_remote else None,
            )
        except OSError as error:
            raise Fault(
                Verdict.BOT_CRASH, f"{launch.argv[0]!r} cannot be started: {error.strerror}"
            ) from error
        self._reaping: Final = threading.Lock()
        self.is_in_lines: Final = launch.protocol == LINES
        self._is_remote: Final = is_remote
        self._encoding: Final = encoding_of(launch.protocol)
        self._inbox: Final[SimpleQueue[tuple[float, bytes | Fault]]] = SimpleQueue()
        self._take_in(*self._encoding.greeting)
        self._lines: Final[deque[str]] = deque(maxlen=_MOST_LINES)
        self._readers: Final = [
            threading.Thread(target=self._read_messages, daemon=True),
            threading.Thread(target=self._read_lines, daemon=True),
        ]
        # Whoever reads its messages waits, at their end, for whoever reads its lines.
        for reader in reversed(self._readers):
            reader.start()
        self.peak_bytes = 0
        self.heard = 0.0
        """When the message came that was received last."""

    @property
    def stderr(self) -> list[str]:
        """The last lines it wrote to standard error."""
        return list(self._lines)

    @property
    def tasks(self) -> tuple[int, int]:
        """The program's process, and the thread here that takes in what it says."""
        return self._process.pid, self._readers[0].native_id or 0

    def encode(self, response: play_pb2.PlayResponse) -> bytes:
        """A message as the program reads it."""
        return self._encoding.encode(response)

    def send(self, response: play_pb2.PlayResponse) -> None:
        """Send a message."""
        self.write(self.encode(response))
        self._take_in(*self._encoding.implied(response))

    def write(self, data: bytes) -> None:
        """Send bytes as they are. A program that no longer reads them is noticed later."""
        left = memoryview(data)
        with contextlib.suppress(OSError):
            while left:
                left = left[self._pipe(self._process.stdin).write(left) :]

    def receive(self, deadline: float) -> bytes:
        """The message that comes next. Raises Fault: none in time, the end, or nonsense."""
        try:
            left = max(0.0, deadline - time.perf_counter())
            heard, body = self._inbox.get(timeout=min(left, threading.TIMEOUT_MAX))
            self._look_at_memory()
        except Empty:
            raise Fault(Verdict.BOT_TIMEOUT, "no answer came in time", stderr=self.stderr) from None
        if isinstance(body, Fault):
            self._take_in(body)
            raise body
        self.heard = heard
        return body

    def hang_up(self) -> None:
        """Close its input, which asks it to end."""
        with contextlib.suppress(OSError):
            self._pipe(self._process.stdin).close()

    def wait(self, patience: float) -> int | None:
        """Its exit code, None when it still runs after that many seconds."""
        ends = time.monotonic() + patience
        while (code := self._reaped()) is None and time.monotonic() <= ends:
            time.sleep(0.005)
        return code

    def end(self, patience: float = _KILL_AFTER) -> int | None:
        """Close its input and wait for it: its exit code, None when it had to be killed."""
        self._look_at_memory()
        self.hang_up()
        code = self.wait(patience)
        if code is None:
            self._kill()
            self.wait(_KILL_AFTER)
        for reader in self._readers:
            reader.join(_KILL_AFTER)
        for pipe in (self._process.stdout, self._process.stderr):
            self._pipe(pipe).close()
        return code

    def _kill(self) -> None:
        """End it, with all that it has started where it has a process group of its own."""
        with self._reaping:
            if self._process.returncode is None:
                send = os.killpg if self._is_remote else os.kill
                send(self._process.pid, signal.SIGKILL)

    def _look_at_memory(self) -> None:
        """Note the most memory that the program has held so far."""
        with contextlib.suppress(OSError):
            status = (_PROC / str(self._process.pid) / "status").read_text()
            for line in status.splitlines():
                if line.startswith("VmHWM:"):
                    self.peak_bytes = max(self.peak_bytes, int(line.split()[1]) << 10)

    def _reaped(self) -> int | None:
        """Like Popen.poll. Where nothing else tells, it learns how much memory the program took;
        on Linux that would include what this process held when it forked."""
        with self._reaping:
            if self._process.returncode is None:
                pid, status, used = os.wait4(self._process.pid, os.WNOHANG)
                if pid:
                    self._process.returncode = os.waitstatus_to_exitcode(status)
                    if not _PROC.is_dir():
                        self.peak_bytes = used.ru_maxrss
            return self._process.returncode

    def _read_messages(self) -> None:
        try:
            while chunk := os.read(self._pipe(self._process.stdout).fileno(), _CHUNK):
                self._take_in(*self._encoding.whole(chunk))
        except wire.Garbled as error:
            self._take_in(self._protocol(error))
            return
        self._take_in(self._ended())

    def _take_in(self, *messages: bytes | Fault) -> None:
        heard = time.perf_counter()
        for message in messages:
            self._inbox.put((heard, message))

    def _read_lines(self) -> None:
        for line in self._pipe(self._process.stderr):
            text = as_written(line.decode("utf-8", "replace").rstrip("\n")[:2000])
            self._lines.append(text)
            if self._is_remote:
                print(text, file=sys.stderr)

    def _ended(self) -> Fault:
        self._readers[1].join(1.0)
        code = self.wait(1.0)
        how = "closed its output" if code is None else f"ended with {exit_text(code)}"
        return Fault(Verdict.BOT_CRASH, f"the program {how}", stderr=self.stderr)

    def _protocol(self, error: wire.Garbled) -> Fault:
        return Fault(
            Verdict.BOT_PROTOCOL, str(error), offending=error.offending, stderr=self.stderr
        )

    @staticmethod
    def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
        assert pipe is not None, "all three are pipes"
        return pipe


class LocalPort(ProgramPort):
    """The seat of a program that has said Hello; it may play other matches before and after."""

    # Second answers to repeated Turns of the match before may still come.
    late_messages = ("pong", "acknowledge", "decide")

    def __init__(self, program: RunningProgram, match_id: int, terms: Terms) -> None:
        super().__init__(match_id, Clock(terms.bank, terms.increment, terms.cap))
        self._program: Final = program
        self._asked = 0.0

    def start(self, start: Start, deadline: float) -> None:
        self.seat(start, deadline)

    def ask(self, turn: Turn) -> None:
        self._asked = time.perf_counter()
        for response in self.questions(turn):
            self.say(response, self._asked)

    def finish(self, ending: Ending) -> None:
        self.say(self.ending(ending), time.perf_counter())

    def break_off(self) -> None:
        """End the match without a result."""
        end = play_pb2.MatchEnd(match_id=self._match_id)
        self.say(play_pb2.PlayResponse(match_end=end), time.perf_counter())

    @property
    def printed(self) -> list[str]:
        return self._program.stderr

    def say(self, response: play_pb2.PlayResponse, deadline: float) -> None:
        self._program.send(response)

    def hear(self, deadline: float) -> bytes:
        return self._program.receive(deadline)

    def spent(self) -> tuple[float, float | None]:
        # When it came, not when it was looked at: that may be after the answer of another seat.
        return max(0.0, self._program.heard - self._asked), None


class CheckedPort(LocalPort):
    """The same, with the clock of a hosted bot: what it is charged does not depend on what else
    this machine does."""

    def __init__(self, program: RunningProgram, match_id: int, terms: Terms) -> None:
        super().__init__(program, match_id, terms)
        self._meter: Final = Meter(*program.tasks)
        self._allowed = 0.0
        self.pongs = 0
        self.slowest = 0.0

    def expect_hello(self, deadline: float) -> None:
        super().expect_hello(self._begun(deadline))

    def start(self, start: Start, deadline: float) -> None:
        super().start(start, self._begun(deadline))

    def ask(self, turn: Turn) -> None:
        self._allowed = min(turn.clock.cap, turn.clock.left + turn.clock.increment)
        self._meter.start()
        super().ask(turn)
        self._meter.listen()

    def patience(self, allowed: float) -> float:
        return patience(allowed)

    def hear(self, deadline: float) -> bytes:
        while True:
            now = time.perf_counter()
            try:
                return self._program.receive(min(now + _GLANCE, deadline))
            except Fault as fault:
                if fault.verdict is not Verdict.BOT_TIMEOUT:
                    raise
                spent = self._meter.spent(time.perf_counter())
                verdict = ruling(spent, self._allowed, is_over=now >= deadline)
                if verdict is not None:
                    told = f"{fault.error}: {spent}"
                    raise Fault(verdict, told, cpu=spent.cpu, stderr=fault.stderr) from None

    def spent(self) -> tuple[float, float | None]:
        spent = self._meter.spent(self._program.heard)
        self.slowest = max(self.slowest, spent.charged)
        return spent.charged, spent.cpu

    def end(self, allowed: float) -> int | None:
        """Hang up and wait until the program ends or that is spent: its exit code, None if not."""
        self._meter.start()
        self._program.hang_up()
        while (code := self._program.wait(_GLANCE)) is None:
            if self._meter.spent(time.perf_counter()).charged > allowed:
                return None
        return code

    def overheard(self, kind: str) -> None:
        self.pongs += kind == "pong"

    def close(self) -> None:
        self._meter.close()

    def _begun(self, deadline: float) -> float:
        """Let the meter run; how long to wait on a busy machine for what is due by a deadline."""
        now = time.perf_counter()
        self._allowed = deadline - now
        self._meter.start()
        return now + patience(self._allowed)


class RoughPort(CheckedPort):
    """The same, with messages that a bot must be able to cope with: late, twice, empty, unknown."""

    def __init__(self, program: RunningProgram, match_id: int, terms: Terms, seed: int) -> None:
        super().__init__(program, match_id, terms)
        self._luck: Final = random.Random(seed)
        self._treatments: Final = self._in_lines() if program.is_in_lines else self._framed()
        self.pings = 0
        self.done: Final[dict[str, int]] = {}

    def say(self, response: play_pb2.PlayResponse, deadline: float) -> None:
        if response.WhichOneof("message") != "turn":
            self._program.send(response)
            return
        treatment = self._luck.choice(list(self._treatments))
        if treatment != "plain":
            self.done[treatment] = self.done.get(treatment, 0) + 1
        self._treatments[treatment](response)

    def _framed(self) -> dict[str, Treatment]:
        return {
            "plain": self._program.send,
            "late": self._late,
            "twice": self._twice,
            "empty": self._empty,
            "unknown": self._unknown,
            "ping": self._ping,
        }

    def _in_lines(self) -> dict[str, Treatment]:
        # What is answered without saying what it answers must not be asked twice.
        return {
            "plain": self._program.send,
            "late": self._late,
            "unknown": self._unknown_in_line,
        }

    def _late(self, response: play_pb2.PlayResponse) -> None:
        body = self._program.encode(response)
        for start in range(0, len(body), len(body) // 3):
            self._program.write(body[start : start + len(body) // 3])
            time.sleep(_PAUSE)

    def _twice(self, response: play_pb2.PlayResponse) -> None:
        self._program.write(2 * wire.framed(response))

    def _empty(self, response: play_pb2.PlayResponse) -> None:
        stray = play_pb2.Refused(match_id=1 << 40, cause=play_pb2.Refused.CAUSE_NO_SUCH_MATCH)
        self._program.write(b"\x00" + wire.framed(play_pb2.PlayResponse(refused=stray)))
        self._program.send(response)

    def _unknown(self, response: play_pb2.PlayResponse) -> None:
        response.turn.MergeFromString(_UNKNOWN)
        response.MergeFromString(_UNKNOWN)
        self._program.send(response)

    def _unknown_in_line(self, response: play_pb2.PlayResponse) -> None:
        line = self._program.encode(response)
        self._program.write(line.replace(b"{", _UNKNOWN_IN_LINE, 1))

    def _ping(self, response: play_pb2.PlayResponse) -> None:
        self.pings += 1
        self._program.send(play_pb2.PlayResponse(ping=play_pb2.Ping(number=self.pings)))
        self._program.send(response)
