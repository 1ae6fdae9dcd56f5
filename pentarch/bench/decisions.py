"""What a decision of a hosted bot costs beside a bare pipe echo and a unary gRPC call.

echo       a plain child process that sends back the bytes it reads from a pipe
coded      the same, but the message is made for each round, and read where it arrives
grpc       a unary call to a server in another process, answered with what was sent
decision   the whole way of a hosted bot: message made and sent, sandbox, SDK, answer read, CPU
           time charged

All three carry the same message, the decision of a bot in the middle of a match, and take turns in
slices, so that whatever else the machine does hits them alike.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final

import grpc

from pentarch.arbiter.referee.news import News
from pentarch.arbiter.v1 import play_pb2
from pentarch.bench.parts import parts
from pentarch.bots.sdk import Clock, Start, Turn, wire
from pentarch.engine import registry
from pentarch.engine.chance import Seeded
from pentarch.engine.match import Match
from pentarch.workers import sandbox
from pentarch.workers.bot_process import Program
from pentarch.workers.hosted_port import HostedPort

SLICES: Final = 10
_RULESET: Final = "township"
_METHOD: Final = "/pentarch.bench.Echo/Once"
_CLOCK: Final = Clock(1e6, 1.0, 600.0)
_BOT: Final = """
from pentarch.bots.sdk import Bot
from pentarch.bots.sdk.hosted import play_hosted

class First(Bot):
    def decide(self, turn):
        return turn.legal[0]

play_hosted(First)
"""
_ECHO: Final = """
import os
left = bytearray()
size = int(os.environ["ECHO_BYTES"])
while chunk := os.read(0, 1 << 16):
    left += chunk
    while len(left) >= size:
        os.write(1, left[:size])
        del left[:size]
"""
_CODED: Final = """
import os
from pentarch.arbiter.v1 import play_pb2
import orjson
left = bytearray()
size = int(os.environ["ECHO_BYTES"])
while chunk := os.read(0, 1 << 16):
    left += chunk
    while len(left) >= size:
        turn = play_pb2.Turn.FromString(bytes(left[:size]))
        orjson.loads(turn.view)
        os.write(1, turn.SerializeToString())
        del left[:size]
"""


@dataclass(frozen=True)
class Costs:
    """Microseconds per round trip, the medians, how large the message is, and the parts."""

    echo: float
    coded: float
    grpc: float
    decision: float
    message_bytes: int
    parts: dict[str, float]


def measure(rounds: int = 3_000) -> Costs:
    """Measure all three, `rounds` of each. Raises NoSandbox."""
    start, turn = _decision()
    body = wire.turn_message(1, turn).SerializeToString()
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    server = context.Process(target=_serve, args=(theirs,), daemon=True)
    server.start()
    with (
        tempfile.TemporaryDirectory() as folder,
        _Echo(_ECHO, body) as echo,
        _Echo(_CODED, body) as coded,
    ):
        Path(folder).chmod(0o755)
        (Path(folder) / "bot.py").write_text(_BOT)
        hosted = _Hosted(Path(folder), start, turn)
        unary = _Unary(ours.recv(), body)
        times: dict[str, list[float]] = {"echo": [], "coded": [], "grpc": [], "decision": []}
        try:
            for _ in range(SLICES):
                times["echo"] += timed(echo.once, rounds // SLICES)
                times["coded"] += timed(lambda: coded.coded(turn), rounds // SLICES)
                times["decision"] += timed(hosted.once, rounds // SLICES)
                times["grpc"] += timed(unary.once, rounds // SLICES)
        finally:
            hosted.close()
            unary.close()
            server.terminate()
            server.join()
    medians = {name: statistics.median(kept) * 1e6 for name, kept in times.items()}
    return Costs(
        echo=medians["echo"],
        coded=medians["coded"],
        grpc=medians["grpc"],
        decision=medians["decision"],
        message_bytes=len(body),
        parts=parts(start, turn),
    )


def timed(once: Callable[[], None], rounds: int) -> list[float]:
    """The seconds of each of that many calls, after one that does not count."""
    once()
    kept = []
    for _ in range(rounds):
        began = time.perf_counter()
        once()
        kept.append(time.perf_counter() - began)
    return kept


def _decision() -> tuple[Start, Turn]:
    """A decision in the middle of a match, of ordinary size."""
    ruleset = registry.get(_RULESET)
    match: Match[Any] = Match(ruleset, 2, {}, 1)
    chance = Seeded(1)
    news = News(match)
    while match.outcome is None and (len(match.steps) < 100 or len(match.legal(0)) < 2):
        seat = match.to_act()[0]
        if seat == 0:
            news.since(0)
        news.step(match.play(seat, chance.choice(match.legal(seat))))
    news.since(0)
    view, told = ruleset.view(match.state, 0), news.told(0)
    start = Start(ruleset, 0, 2, match.options.plain(), ["hosted", "rival"], 1)
    return start, Turn(ruleset, 0, 2, 0, match.legal(0), _CLOCK, lambda: view, told.copy)


class _Hosted:
    """A bot in the sandbox that is asked again and again."""

    def __init__(self, package: Path, start: Start, turn: Turn) -> None:
        program = Program(package, (sandbox.interpreter(), f"{sandbox.PACKAGE}/bot.py"))
        self._port: Final = HostedPort(program, match_id=1, clock=_CLOCK)
        # A copy: its number counts up, and the echoes' messages keep their size.
        self._turn: Final = replace(turn)
        self._port.start(start, 0.0)

    def once(self) -> None:
        """One decision."""
        turn = self._turn
        turn.sequence += 1
        self._port.ask(turn)
        self._port.answer(time.perf_counter() + 60.0)

    def close(self) -> None:
        """End the bot."""
        self._port.close()


class _Echo:
    """A child process that sends back what it gets."""

    def __init__(self, script: str, body: bytes) -> None:
        self._body: Final = body
        places = os.pathsep.join(sys.path)
        self._child: Final = subprocess.Popen(
            [sys.executable, "-c", script],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
            env=os.environ | {"ECHO_BYTES": str(len(body)), "PYTHONPATH": places},
        )

    def once(self) -> None:
        """One round trip of bytes."""
        self._send(self._body)

    def coded(self, turn: Turn) -> None:
        """One round trip of a message that is made, and read when it is back."""
        play_pb2.Turn.FromString(self._send(wire.turn_message(1, turn).SerializeToString()))

    def _send(self, body: bytes) -> bytes:
        assert self._child.stdin is not None
        assert self._child.stdout is not None
        os.write(self._child.stdin.fileno(), body)
        back = b""
        while len(back) < len(body):
            back += os.read(self._child.stdout.fileno(), 1 << 16)
        return back

    def __enter__(self) -> "_Echo":
        return self

    def __exit__(self, *_: object) -> None:
        for pipe in (self._child.stdin, self._child.stdout):
            if pipe is not None:
                pipe.close()
        self._child.wait()


class _Unary:
    """A client of the unary call."""

    def __init__(self, port: int, body: bytes) -> None:
        self._body: Final = body
        self._channel: Final = grpc.insecure_channel(f"127.0.0.1:{port}")
        self._call: Final[Any] = self._channel.unary_unary(_METHOD)

    def once(self) -> None:
        """One call."""
        self._call(self._body, timeout=60)

    def close(self) -> None:
        """Let go of the connection."""
        self._channel.close()


def _serve(parent: Connection) -> None:
    server = grpc.server(ThreadPoolExecutor(1))
    handler: Any = grpc.unary_unary_rpc_method_handler(lambda body, _: body)
    server.add_generic_rpc_handlers(
        (grpc.method_handlers_generic_handler("pentarch.bench.Echo", {"Once": handler}),)
    )
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    parent.send(port)
    server.wait_for_termination()
