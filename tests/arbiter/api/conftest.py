"""A real arbiter on a free port, with a database of its own."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import grpc
import pytest

from pentarch.arbiter.api.desk import Desk
from pentarch.arbiter.api.server import Server
from pentarch.arbiter.relay.feed import Step
from pentarch.arbiter.store import Store, owners
from pentarch.arbiter.store.words import Role
from tests.stores import new_store
from tests.threads import Background
from tests.waiting import until

NOW = datetime(2030, 1, 1, tzinfo=UTC)


@dataclass
class Noted:
    """A dispatch that keeps what it was handed."""

    played: list[list[int]] = field(default_factory=list)
    validations: int = 0
    analyses: int = 0

    def play(self, match_ids: list[int], *, urgent: bool = False) -> None:
        self.played.append(match_ids)

    def verify(self, match_ids: list[int]) -> None:
        raise AssertionError("only workers have matches verified")

    def validate(self) -> None:
        self.validations += 1

    def analyse(self) -> None:
        self.analyses += 1


class Silence:
    """A live source of matches that nobody plays."""

    async def follow(self, match_id: int, attempt: int) -> AsyncIterator[list[Step]]:
        while True:
            await asyncio.sleep(0.01)
            yield []


@dataclass
class Arbiter:
    """A running server and what a test needs to use it."""

    store: Store
    dispatch: Noted
    port: int
    tokens: dict[str, str]

    def channel(self, who: str = "author") -> grpc.Channel:
        """A channel that sends the token of somebody; unknown names send nothing."""
        plain = grpc.insecure_channel(f"127.0.0.1:{self.port}")
        if who not in self.tokens:
            return plain
        return grpc.intercept_channel(plain, WithToken(self.tokens[who]))


class WithToken(
    grpc.UnaryUnaryClientInterceptor,  # type: ignore[type-arg, unused-ignore]
    grpc.UnaryStreamClientInterceptor,  # type: ignore[type-arg, unused-ignore]
    grpc.StreamUnaryClientInterceptor,  # type: ignore[type-arg, unused-ignore]
    grpc.StreamStreamClientInterceptor,  # type: ignore[type-arg, unused-ignore]
):
    """Adds a token to every call."""

    def __init__(self, token: str) -> None:
        self._token = token

    def _add(self, call: Any, details: Any, request: Any) -> Any:
        metadata = [*(details.metadata or ()), ("authorization", f"Bearer {self._token}")]
        return call(details._replace(metadata=metadata), request)

    intercept_unary_unary = _add  # type: ignore[assignment]
    intercept_unary_stream = _add  # type: ignore[assignment]
    intercept_stream_unary = _add  # type: ignore[assignment]
    intercept_stream_stream = _add  # type: ignore[assignment]


class Running:
    """A server in a thread of its own."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self.port = 0
        self._serving = Background(lambda: asyncio.run(self._serve()))
        until(lambda: self.port or self._serving.is_over, what="the arbiter listens")

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._end = asyncio.Event()
        server = Server(self._desk)
        self.port = await server.start("127.0.0.1:0")
        await self._end.wait()
        await server.stop(0.2)

    def stop(self) -> None:
        if not self._serving.is_over:
            self._loop.call_soon_threadsafe(self._end.set)
        self._serving.result()


@pytest.fixture
def arbiter(tmp_path: Path) -> Iterator[Arbiter]:
    store = new_store(tmp_path / "pentarch.db")
    tokens = {}
    with store.writing() as session:
        for name, role in (
            ("author", Role.AUTHOR),
            ("rival", Role.AUTHOR),
            ("reader", Role.READER),
            ("admin", Role.ADMIN),
        ):
            owner = owners.create(session, name, NOW)
            _, tokens[name] = owners.create_token(session, owner.id, role, label="test", now=NOW)
    dispatch = Noted()
    running = Running(Desk(store, dispatch, Silence(), data=tmp_path))
    yield Arbiter(store, dispatch, running.port, tokens)
    running.stop()
    store.close()
