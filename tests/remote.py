"""Remote play for tests: Redis, a database, arbiters on free ports, workers and a proxy to cut."""

import asyncio
import contextlib
import socket
import struct
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import grpc
import redis

from pentarch.arbiter.api.desk import Desk
from pentarch.arbiter.api.server import CALLS_PER_SECOND, Server, Tls
from pentarch.arbiter.referee.keys import chosen
from pentarch.arbiter.relay.feed import LiveFeed, RedisSource
from pentarch.arbiter.relay.mailbox import Mailbox, Sessions
from pentarch.arbiter.store import Store, bots, matches, migrate, owners
from pentarch.arbiter.store.bots import find_version
from pentarch.arbiter.store.matches import NewMatch
from pentarch.arbiter.store.models import Match
from pentarch.arbiter.store.words import Role, VersionState
from pentarch.arbiter.v1 import play_pb2, play_pb2_grpc
from pentarch.bots.sdk.remote import Remote
from pentarch.bots.sdk.session import Maker
from pentarch.bots.sdk.tls import Trust
from pentarch.engine.plain import Json
from pentarch.engine.record import Record, verify
from pentarch.workers.broker import PrivateRedis
from pentarch.workers.host import Host
from pentarch.workers.package_cache import PackageCache
from pentarch.workers.validation import validate_next
from pentarch.workers.windows import play_matches
from tests import needs
from tests.stores import new_store
from tests.threads import Background
from tests.waiting import PATIENCE, until

NOW = datetime(2030, 1, 1, tzinfo=UTC)
CLOCK: dict[str, Json] = {"bank": 120.0, "increment": 1.0, "cap": 60.0}


@dataclass
class Noted:
    """A dispatch that keeps what it was handed."""

    played: list[list[int]] = field(default_factory=list)

    def play(self, match_ids: list[int], *, urgent: bool = False) -> None:
        self.played.append(match_ids)

    def verify(self, match_ids: list[int]) -> None:
        """Not here."""

    def validate(self) -> None:
        """Not here."""

    def analyse(self) -> None:
        """Not here."""


class Replica:
    """An arbiter in a thread of its own."""

    def __init__(
        self,
        store: Store,
        address: str,
        tls: Tls | None = None,
        *,
        calls_per_second: float = CALLS_PER_SECOND,
    ) -> None:
        self._store = store
        self._address = address
        self._tls = tls
        self._calls_per_second = calls_per_second
        self._grace = 0.5
        self.port = 0
        self._serving = Background(lambda: asyncio.run(self._serve()))
        until(lambda: self.port or self._serving.is_over, what="the arbiter listens")
        if self._serving.is_over:
            self._serving.result()

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._end = asyncio.Event()
        sessions = Sessions(self._address)
        live = RedisSource(self._address)
        desk = Desk(self._store, Noted(), live, sessions)
        server = Server(desk, calls_per_second=self._calls_per_second)
        self.port = await server.start("127.0.0.1:0", self._tls)
        await self._end.wait()
        await server.stop(self._grace)
        await live.close()
        await sessions.close()

    def stop(self, grace: float = 0.5) -> None:
        if not self._serving.is_over:
            self._grace = grace
            self._loop.call_soon_threadsafe(self._end.set)
        self._serving.result()


class Hall:
    """Everything that remote play needs, for one test."""

    def __init__(self, folder: Path, database: str = "") -> None:
        needs.need_redis()
        self.redis = PrivateRedis(folder / "redis")
        self.redis.start()
        if database:
            self.store = Store(database)
            migrate.upgrade(self.store)
        else:
            self.store = new_store(folder / "pentarch.db")
        self.tokens: dict[str, str] = {}
        with self.store.writing() as session:
            for name, role in (
                ("author", Role.AUTHOR),
                ("rival", Role.AUTHOR),
                ("admin", Role.ADMIN),
            ):
                owner = owners.create(session, name, NOW)
                _, self.tokens[name] = owners.create_token(
                    session, owner.id, role, label="test", now=NOW
                )
            _, self.tokens["reader"] = owners.create_token(
                session, owner.id, Role.READER, label="test", now=NOW
            )
        self.mailbox = Mailbox(self.redis.address)
        self.replicas = [Replica(self.store, self.redis.address)]
        self.host = Host(
            self.store,
            Noted(),
            PackageCache(folder / "cache"),
            "worker-1",
            mailbox=self.mailbox,
            live=LiveFeed(self.redis.address),
        )
        # A record is verified by another process than the one that played it.
        self.verifier = replace(self.host, name="worker-2")
        self._running: list[tuple[Remote, Background[None]]] = []

    def room(self, version: int) -> tuple[int, int]:
        """How many sessions of a version have a stream, and how many more matches they take."""
        live = room = 0
        with redis.Redis.from_url(self.redis.address, decode_responses=True) as found:
            client: Any = found
            seconds, _ = client.time()
            for sid in client.zrange(f"pentarch:play:version:{version}", 0, -1):
                session = client.hgetall(f"pentarch:play:session:{sid}")
                if session and not session["gone"] and seconds - float(session["seen"]) < 4.0:
                    live += 1
                    taken = client.hlen(f"pentarch:play:seats:{sid}")
                    if session["drain"] == "0":
                        room += max(0, int(session["limit"]) - taken)
        return live, room

    @property
    def port(self) -> int:
        """The first arbiter's port."""
        return self.replicas[0].port

    def replica(self, tls: Tls | None = None) -> Replica:
        """One more arbiter behind the same database and Redis."""
        made = Replica(self.store, self.redis.address, tls)
        self.replicas.append(made)
        return made

    def unlimited(self) -> Replica:
        """One more arbiter, which never says that calls come too fast."""
        made = Replica(self.store, self.redis.address, calls_per_second=1e9)
        self.replicas.append(made)
        return made

    def bot(
        self,
        make: Maker,
        name: str,
        ruleset: str,
        *,
        port: int = 0,
        who: str = "author",
        max_matches: int = 1,
        trust: Trust | None = None,
    ) -> Remote:
        """A connected remote bot, playing in threads of its own."""
        remote = Remote(
            make,
            f"127.0.0.1:{port or self.port}",
            self.tokens[who],
            name,
            [ruleset],
            max_matches,
            trust=trust,
        )
        playing = Background(remote.run)
        self._running.append((remote, playing))
        until(lambda: remote.version or playing.is_over, what=f"{name} is connected")
        if playing.is_over:
            playing.result()
        return remote

    def queue(
        self,
        ruleset: str,
        bots: list[Remote],
        *,
        seed: int,
        clock: dict[str, Json] | None = None,
        options: dict[str, Json] | None = None,
    ) -> int:
        """A match between connected bots."""
        refs = [bot.version for bot in bots]
        return self.queue_between(ruleset, refs, seed=seed, clock=clock, options=options)

    def queue_between(
        self,
        ruleset: str,
        refs: list[str],
        *,
        seed: int,
        clock: dict[str, Json] | None = None,
        options: dict[str, Json] | None = None,
    ) -> int:
        """A match between versions, `name@number`."""
        with self.store.writing() as session:
            versions = [find_version(session, ref).id for ref in refs]
            return matches.create(
                session,
                NewMatch(
                    ruleset=ruleset,
                    versions=versions,
                    keys=chosen(seed),
                    is_rated=True,
                    clock=clock or CLOCK,
                    options=options or {},
                ),
                NOW,
            ).id

    def validated(self) -> None:
        """Wait for a submitted version and validate it, as often as this host needs."""
        until(self._has_validated, what="a version is validated")

    def _has_validated(self) -> bool:
        found = validate_next(self.host)
        if found is None:
            return False
        with self.store.reading() as session:
            return bots.version(session, found).state is not VersionState.SUBMITTED

    def play(self, match_id: int) -> Record:
        """Play a match as a worker does; its record, verified."""
        assert play_matches(self.host, [match_id]) == [match_id]
        return self.record(match_id)

    def record(self, match_id: int) -> Record:
        """The record of a match, verified."""
        with self.store.reading() as session:
            return verify(matches.record(session, match_id).content)

    def row(self, match_id: int) -> Match:
        """A match as the database has it."""
        with self.store.reading() as session:
            return matches.get(session, match_id)

    def close(self) -> None:
        """End everything."""
        for remote, _ in self._running:
            remote.close()
        for _, playing in self._running:
            playing.result()
        for replica in self.replicas:
            replica.stop()
        self.mailbox.close()
        self.store.close()
        self.redis.stop()


class Client:
    """A bot made by hand: says exactly what the test wants."""

    def __init__(self, port: int, token: str) -> None:
        self.channel = grpc.insecure_channel(
            f"127.0.0.1:{port}", options=[("grpc.use_local_subchannel_pool", 1)]
        )
        self._says: list[play_pb2.PlayRequest | None] = []
        self._more = threading.Condition()
        stub = play_pb2_grpc.PlayServiceStub(self.channel)
        self.call = stub.Play(
            self._requests(), metadata=(("authorization", f"Bearer {token}"),), timeout=PATIENCE
        )

    def hello(self, bot: str = "client", **fields: object) -> play_pb2.Welcome:
        """Say Hello; the Welcome."""
        values: dict[str, object] = {"rulesets": ["township"], "max_matches": 1, **fields}
        self.say(hello=play_pb2.Hello(bot=bot, **values))  # type: ignore[arg-type]
        return next(self.call).welcome

    def say(self, **message: object) -> None:
        """Send a message."""
        with self._more:
            self._says.append(play_pb2.PlayRequest(**message))  # type: ignore[arg-type]
            self._more.notify()

    def hear(self) -> play_pb2.PlayResponse:
        """The next message that is no Ping."""
        while True:
            response: play_pb2.PlayResponse = next(self.call)
            if response.WhichOneof("message") != "ping":
                return response

    def code(self) -> grpc.StatusCode:
        """How the stream ends; reads it to its end."""
        with contextlib.suppress(grpc.RpcError):
            for _ in self.call:
                pass
        code: grpc.StatusCode = self.call.code()
        return code

    def half_close(self) -> None:
        """Say that nothing more comes."""
        with self._more:
            self._says.append(None)
            self._more.notify()

    def close(self) -> None:
        self.half_close()
        self.call.cancel()
        self.channel.close()

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _requests(self) -> Iterator[play_pb2.PlayRequest]:
        while True:
            with self._more:
                self._more.wait_for(lambda: bool(self._says))
                request = self._says.pop(0)
            if request is None:
                return
            yield request


class Proxy:
    """A TCP proxy whose connections can be cut, and whose target can change."""

    def __init__(self, target: int) -> None:
        self.target = target
        self.cuts = 0
        self.refused = 0
        """How many connections came to nothing because the target was not there."""
        self._pairs: set[tuple[socket.socket, socket.socket]] = set()
        self._lock = threading.Lock()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._accepting = Background(self._accept)

    def cut(self) -> None:
        """Reset every connection."""
        with self._lock:
            pairs, self._pairs = self._pairs, set()
        self.cuts += bool(pairs)
        for pair in pairs:
            for end in pair:
                _reset(end)

    def close(self) -> None:
        """Cut everything and take no more."""
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self.cut()
        self._accepting.result()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listener.accept()
            except OSError:
                return
            try:
                far = socket.create_connection(("127.0.0.1", self.target))
            except OSError:
                self.refused += 1
                near.close()
                continue
            for end in (near, far):
                end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            with self._lock:
                self._pairs.add((near, far))
            for source, sink in ((near, far), (far, near)):
                Background(partial(_pump, source, sink))


def _pump(source: socket.socket, sink: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while chunk := source.recv(1 << 16):
            sink.sendall(chunk)
    for end in (source, sink):
        with contextlib.suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
    sink.close()


def _reset(end: socket.socket) -> None:
    with contextlib.suppress(OSError):
        end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        end.shutdown(socket.SHUT_RDWR)
    end.close()
