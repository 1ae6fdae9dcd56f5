"""The service's figure: what a decision of a remote bot costs beside a bare gRPC echo.

echo       a bare gRPC stream that sends back what it gets, messages as large as the decision's
stream     a decision from the arbiter to the bot and back: all of PlayService and the SDK
decision   the same from the worker: Redis lies between it and the arbiter, in both directions

Worker, arbiter and bot are processes of their own, as in earnest. The three take turns in slices,
so that whatever else the machine does hits them alike.

    python -m pentarch.bench.service unix:///path/to/redis.sock
"""

import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Final

import grpc

from pentarch.arbiter.api.desk import Desk
from pentarch.arbiter.api.server import Server
from pentarch.arbiter.logs import configure
from pentarch.arbiter.relay.feed import RedisSource
from pentarch.arbiter.relay.mailbox import Mailbox, Sessions, Taken
from pentarch.arbiter.settings import settings
from pentarch.arbiter.store import Store, bots, migrate, owners
from pentarch.arbiter.store.words import Role
from pentarch.arbiter.v1 import play_pb2
from pentarch.bench.decisions import timed
from pentarch.bots.sdk import Answer, Bot, Start, Turn, wire
from pentarch.bots.sdk.bot import Clock
from pentarch.bots.sdk.remote import Remote
from pentarch.engine import registry
from pentarch.engine.chance import Seeded
from pentarch.engine.match import Match

SLICES: Final = 5
_WAIT: Final = 60.0
_ECHO: Final = "/pentarch.bench.Echo/Echo"
_RULESET: Final = "township"
_BOT: Final = "worker-bot"
_STREAM_BOT: Final = "stream-bot"
_MATCH: Final = 1


@dataclass(frozen=True)
class _Ports:
    """Where the arbiter's process listens."""

    play: int
    stream: int
    echo: int


@dataclass(frozen=True)
class Figures:
    """Milliseconds per round trip, the medians, and how large a decision is."""

    echo: float
    stream: float
    decision: float
    turn_bytes: int

    def __str__(self) -> str:
        return (
            f"echo {self.echo:.2f} ms, "
            f"stream {self.stream:.2f} ms ({self.stream / self.echo:.2f} echoes), "
            f"decision {self.decision:.2f} ms ({self.decision / self.echo:.2f} echoes); "
            f"{self.turn_bytes} bytes"
        )


class First(Bot):
    """Always gives the first command."""

    def decide(self, turn: Turn) -> Answer:
        return turn.legal[0]


def measure(redis_address: str, rounds: int = 1_000) -> Figures:
    """Measure both, `rounds` of each. Redis must be running at the address."""
    context = get_context("spawn")
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{Path(folder) / 'bench.db'}"
        token = _prepare(database)
        ours, theirs = context.Pipe()
        arbiter = context.Process(target=_arbiter, args=(database, redis_address, theirs))
        arbiter.start()
        ports: _Ports = ours.recv()
        playing = [
            context.Process(target=_bot, args=(port, token, name), daemon=True)
            for port, name in ((ports.play, _BOT), (ports.stream, _STREAM_BOT))
        ]
        for bot in playing:
            bot.start()
        try:
            return _measure(database, redis_address, ports.echo, ours, rounds // SLICES)
        finally:
            for bot in playing:
                bot.terminate()
                bot.join()
            ours.send(0)
            arbiter.join(_WAIT)
            # It waits for a bot that never came.
            arbiter.terminate()
            arbiter.join()


def _measure(
    database: str, redis_address: str, echo_port: int, arbiter: Connection, rounds: int
) -> Figures:
    mailbox = Mailbox(redis_address)
    start, turn = _messages()
    decide = _Decisions(mailbox, database, start, turn)
    echo = _Echo(echo_port, turn.SerializeToString())
    times: dict[str, list[float]] = {"decision": [], "echo": [], "stream": []}
    for _ in range(SLICES):
        times["decision"] += timed(decide.once, rounds)
        times["echo"] += timed(echo.once, rounds)
        arbiter.send(rounds)
        times["stream"] += arbiter.recv()
    echo.close()
    mailbox.close()
    medians = {name: statistics.median(kept) * 1000 for name, kept in times.items()}
    return Figures(turn_bytes=turn.ByteSize(), **medians)


class _Decisions:
    """A worker that asks the bot again and again."""

    def __init__(
        self,
        mailbox: Mailbox,
        database: str,
        start: play_pb2.MatchStart,
        turn: play_pb2.Turn,
    ) -> None:
        self._mailbox: Final = mailbox
        self._turn: Final = turn
        self._sid: Final = self._seat(database)
        self._post("start", 0, play_pb2.PlayResponse(match_start=start))
        self._take()

    def once(self) -> None:
        """One decision."""
        self._turn.sequence += 1
        self._post("turn", self._turn.sequence, play_pb2.PlayResponse(turn=self._turn))
        self._take()

    def _seat(self, database: str) -> str:
        store = Store(database)
        ends = time.monotonic() + _WAIT
        while time.monotonic() < ends:
            with store.reading() as session:
                made = bots.active_versions(session, _RULESET)
            for row in made:
                if row.bot.name != _BOT:
                    continue
                sid, _ = self._mailbox.seat(row.id, _MATCH, 1, 0, first=1)
                if sid:
                    store.close()
                    return sid
            time.sleep(0.05)
        raise TimeoutError("the bot did not connect")

    def _post(self, kind: str, sequence: int, response: play_pb2.PlayResponse) -> None:
        self._mailbox.post(self._sid, _MATCH, 1, kind, sequence, response.SerializeToString())

    def _take(self) -> None:
        letter = self._mailbox.take(_MATCH, 1, 0, _WAIT / 4)
        if letter is None:
            raise TimeoutError("the bot does not answer")
        wire.parse_request(letter.body)


class _Echo:
    """A client of the bare echo."""

    def __init__(self, port: int, body: bytes) -> None:
        self._body: Final = body
        self._says: Final[SimpleQueue[bytes | None]] = SimpleQueue()
        self._channel: Final = grpc.insecure_channel(f"127.0.0.1:{port}")
        method: Any = self._channel.stream_stream(_ECHO)
        self._call: Final = method(self._requests())

    def once(self) -> None:
        """One round trip."""
        self._says.put(self._body)
        next(self._call)

    def close(self) -> None:
        """Let go of the connection."""
        self._says.put(None)
        self._call.cancel()
        self._channel.close()

    def _requests(self) -> Iterator[bytes]:
        while (body := self._says.get()) is not None:
            yield body


def _messages() -> tuple[play_pb2.MatchStart, play_pb2.Turn]:
    """A decision in the middle of a match, of ordinary size."""
    ruleset = registry.get(_RULESET)
    match: Match[Any] = Match(ruleset, 2, {}, 1)
    chance = Seeded(1)
    while match.outcome is None and (len(match.steps) < 100 or len(match.legal(0)) < 2):
        seat = match.to_act()[0]
        match.play(seat, chance.choice(match.legal(seat)))
    clock = Clock(30.0, 0.1, 10.0)
    start = Start(ruleset, 0, 2, match.options.plain(), [_BOT, _BOT], 1)
    view = ruleset.view(match.state, 0)
    turn = Turn(ruleset, 0, 2, 0, match.legal(0), clock, lambda: view)
    return wire.start_message(_MATCH, start, clock), wire.turn_message(_MATCH, turn)


def _prepare(database: str) -> str:
    store = Store(database)
    migrate.upgrade(store)
    now = datetime.now(UTC)
    with store.writing() as session:
        owner = owners.create(session, "bench", now)
        _, token = owners.create_token(session, owner.id, Role.AUTHOR, label="bench", now=now)
    store.close()
    return token


class _Nothing:
    """No workers are told of anything."""

    def play(self, match_ids: list[int], *, urgent: bool = False) -> None:
        """Nobody plays."""

    def verify(self, match_ids: list[int]) -> None:
        """Nobody verifies."""

    def validate(self) -> None:
        """Nobody validates."""

    def analyse(self) -> None:
        """Nobody analyses."""


class _InPlace(Sessions):
    """Sessions whose deliveries and answers stay in the arbiter: there is one bot, always asked."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self._start, self._turn = _messages()
        self._waiting: Final[asyncio.Queue[bytes]] = asyncio.Queue()
        self._answered: Final[asyncio.Queue[float]] = asyncio.Queue()
        self._sent = 0.0
        self._delivery = 0

    async def begin(self) -> None:
        """Seat the bot."""
        self._ask(play_pb2.PlayResponse(match_start=self._start))
        await self._answered.get()

    async def play(self, rounds: int) -> list[float]:
        """That many decisions, how long each took."""
        kept = []
        for _ in range(rounds):
            self._turn.sequence += 1
            self._ask(play_pb2.PlayResponse(turn=self._turn))
            began = self._sent
            kept.append(await self._answered.get() - began)
        return kept

    async def deliveries(
        self, sid: str, after: int, *, most: int, wait: float
    ) -> list[tuple[int, bytes]]:
        """What is asked next."""
        body = await self._waiting.get()
        self._delivery = after + 1
        return [(self._delivery, body)]

    async def answer(
        self, sid: str, match_id: int, sequence: int, body: bytes
    ) -> tuple[Taken, int]:
        """Every answer is the one that is due."""
        self._answered.put_nowait(time.perf_counter())
        return Taken.TAKEN, self._delivery

    def _ask(self, response: play_pb2.PlayResponse) -> None:
        self._sent = time.perf_counter()
        self._waiting.put_nowait(response.SerializeToString())


def _arbiter(database: str, redis_address: str, parent: Connection) -> None:
    configure(settings())
    asyncio.run(_serve(database, redis_address, parent))


async def _serve(database: str, redis_address: str, parent: Connection) -> None:
    store, live, sessions = Store(database), RedisSource(redis_address), Sessions(redis_address)
    in_place = _InPlace(redis_address)
    servers = [Server(Desk(store, _Nothing(), live, each)) for each in (sessions, in_place)]
    bare = grpc.aio.server()
    echoing: Any = grpc.stream_stream_rpc_method_handler(_echoed)
    bare.add_generic_rpc_handlers(
        (grpc.method_handlers_generic_handler("pentarch.bench.Echo", {"Echo": echoing}),)
    )
    echo = bare.add_insecure_port("127.0.0.1:0")
    await bare.start()
    play, stream = [await server.start("127.0.0.1:0") for server in servers]
    parent.send(_Ports(play, stream, echo))
    await in_place.begin()
    while rounds := await asyncio.to_thread(parent.recv):
        parent.send(await in_place.play(rounds))
    await bare.stop(0.2)
    for server in servers:
        await server.stop(0.2)
    await in_place.close()
    await live.close()
    await sessions.close()
    store.close()


async def _echoed(requests: AsyncIterator[bytes], _: object) -> AsyncIterator[bytes]:
    async for body in requests:
        yield body


def _bot(port: int, token: str, name: str) -> None:
    Remote(First, f"127.0.0.1:{port}", token, name, [_RULESET]).run()


if __name__ == "__main__":
    print(measure(sys.argv[1]))
