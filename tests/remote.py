"""Remote play for tests: Redis, a database, arbiters on free ports, workers and a proxy to cut."""

import contextlib
import socket
import struct
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial

import grpc

from pentarch.arbiter.store import bots, matches
from pentarch.arbiter.store.models import Match
from pentarch.arbiter.v1 import play_pb2, play_pb2_grpc
from pentarch.engine.plain import Json
from pentarch.engine.record import Record, verify
from pentarch.workers.validation import validate_next
from pentarch.workers.windows import play_matches
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
        """Wait for a submitted version and validate it; again if this host is too busy for it."""
        until(self._has_validated, what="a version is validated")

    def _has_validated(self) -> bool:
        found = validate_next(self.host)
        if found is None:
            return False
        with self.store.writing() as session:
            # As its deadline would, which is minutes away.
            return found not in bots.expire_validations(session, NOW + timedelta(days=36_500))

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
