"""PlayService: who connects, which version plays, and which session is resumed or opened."""

import asyncio
import time
from collections.abc import AsyncIterator
from datetime import datetime
from typing import Any, Final

import redis
import structlog
from google.rpc import code_pb2
from sqlalchemy.orm import Session

from pentarch.arbiter.api import limits
from pentarch.arbiter.api.buckets import Buckets
from pentarch.arbiter.api.callers import Caller, caller
from pentarch.arbiter.api.desk import Desk
from pentarch.arbiter.api.errors import Refused, forbidden, invalid
from pentarch.arbiter.api.streams import (
    MOST_REQUEST,
    MOST_TEXT,
    MOST_UNACKNOWLEDGED,
    Stream,
    away,
    next_request,
    taken_over,
)
from pentarch.arbiter.relay.mailbox import (
    MOST_MATCHES,
    SESSION_TTL,
    Holding,
    Sessions,
    new_token,
)
from pentarch.arbiter.store import bots
from pentarch.arbiter.store.errors import NameTaken, NotFound, WrongState
from pentarch.arbiter.store.models import Version
from pentarch.arbiter.store.words import Good, VersionKind, VersionState
from pentarch.arbiter.v1 import play_pb2, play_pb2_grpc
from pentarch.engine import registry

MOST_STREAMS: Final = 32
_HELLO_WAIT: Final = 10.0
_IDLE_MESSAGES: Final = 500
_IDLE_MESSAGES_PER_SECOND: Final = 50.0
_log = structlog.get_logger()


class Play(play_pb2_grpc.PlayServiceServicer):
    """The service. `drain` is called when the server stops, `close` when it has stopped."""

    def __init__(self, desk: Desk) -> None:
        self._desk: Final = desk
        # Messages that lead to nothing are counted; answers that were asked for cost nothing.
        self._buckets: Final = Buckets(_IDLE_MESSAGES_PER_SECOND, _IDLE_MESSAGES)
        self._streams: Final[dict[str, Stream]] = {}
        self._closing: Final[set[asyncio.Task[None]]] = set()

    async def Play(
        self, request_iterator: AsyncIterator[play_pb2.PlayRequest], context: Any
    ) -> AsyncIterator[play_pb2.PlayResponse]:
        """One stream, from Hello to its end."""
        sessions = self._desk.sessions
        if sessions is None:
            raise Refused(code_pb2.UNAVAILABLE, "this arbiter has no Redis for remote play")
        who = caller()
        requests = aiter(request_iterator)
        hello = await _hello(requests)
        try:
            version = await self._resumed(sessions, who, hello)
        except redis.RedisError as error:
            raise away(error) from error
        if version is None:
            version = await self._version(who, hello)
        key = f"{who.key}:{version.id}"
        if sum(stream.key == key for stream in self._streams.values()) >= MOST_STREAMS:
            raise Refused(code_pb2.RESOURCE_EXHAUSTED, f"{version.ref} has too many streams")
        try:
            welcome, holding = await _begin(sessions, who, version, hello)
        except redis.RedisError as error:
            raise away(error) from error
        last = hello.last_delivery if welcome.resumed else 0
        stream = Stream(sessions, holding, self._buckets, key=key, last=last)
        older = self._streams.get(holding.sid)
        if older is not None:
            older.end(taken_over())
        self._streams[holding.sid] = stream
        # A cancelled call may abandon this generator; the callback always comes.
        context.add_done_callback(lambda _: self._leave(stream))
        try:
            yield play_pb2.PlayResponse(welcome=welcome)
            stream.start(requests)
            async for response in stream.outgoing():
                yield response
        finally:
            self._leave(stream)

    async def drain(self, grace: float) -> None:
        """Tell every bot that its stream ends, and end what is left shortly before the grace."""
        ends = time.monotonic() + grace * 0.8
        for stream in self._streams.values():
            stream.announce(grace)
        while self._streams and time.monotonic() < ends:
            await asyncio.sleep(0.02)
        for stream in self._streams.values():
            stream.end(Refused(code_pb2.UNAVAILABLE, "the arbiter stops; resume at another one"))
        while self._streams and time.monotonic() < ends + grace * 0.2:
            await asyncio.sleep(0.01)

    async def close(self) -> None:
        """Wait until every stream has let go of its session; as long as Redis may take."""
        while self._closing:
            await asyncio.wait(self._closing)

    def _leave(self, stream: Stream) -> None:
        if self._streams.get(stream.sid) is stream:
            del self._streams[stream.sid]
        if not stream.is_closed:
            stream.is_closed = True
            task = asyncio.get_running_loop().create_task(stream.close())
            self._closing.add(task)
            task.add_done_callback(self._closing.discard)

    async def _resumed(
        self, sessions: Sessions, who: Caller, hello: play_pb2.Hello
    ) -> Version | None:
        """The version of the session to resume, though newer builds may have come since."""
        found = await sessions.version(hello.session_token) if hello.session_token else None
        if found is None or hello.max_matches < 1:
            return None
        try:
            version = await self._desk.read(lambda session: bots.version(session, found))
        except NotFound:
            return None
        is_same = (version.bot.owner_id, version.bot.name, version.build) == (
            who.owner_id,
            hello.bot,
            hello.build,
        )
        if not is_same:
            return None
        if version.state is not VersionState.ACTIVE:
            raise WrongState(f"{version.ref} is {version.state}")
        return version

    async def _version(self, who: Caller, hello: play_pb2.Hello) -> Version:
        """The version that plays, registered if it is new."""
        if hello.max_matches < 1:
            raise invalid("hello.max_matches", "a bot plays at least one match at once")
        if not hello.rulesets:
            raise invalid("hello.rulesets", "a remote bot says which rulesets it plays")
        rulesets = sorted({registry.get(name).info.id for name in hello.rulesets})
        if len(hello.build) > MOST_TEXT:
            raise invalid("hello.build", f"at most {MOST_TEXT} characters")
        try:
            return await self._desk.write(
                lambda session: _registered(session, who, hello, rulesets, self._desk.now())
            )
        except NameTaken as error:
            raise forbidden(f"the bot {hello.bot} belongs to somebody else") from error


def _registered(
    session: Session, who: Caller, hello: play_pb2.Hello, rulesets: list[str], now: datetime
) -> Version:
    """The version of a remote bot. One that is new counts for the quota."""
    version = bots.ensure_running(
        session,
        who.owner_id,
        hello.bot,
        kind=VersionKind.REMOTE,
        build=hello.build,
        rulesets=rulesets,
        now=now,
    )
    if version.create_time == now:
        limits.take(session, who, {Good.VERSIONS: 1.0}, now)
    return version


async def _hello(requests: AsyncIterator[play_pb2.PlayRequest]) -> play_pb2.Hello:
    try:
        first = await asyncio.wait_for(next_request(requests), _HELLO_WAIT)
    except TimeoutError:
        raise Refused(code_pb2.FAILED_PRECONDITION, "no Hello came") from None
    if first is None or first.WhichOneof("message") != "hello":
        raise Refused(code_pb2.FAILED_PRECONDITION, "the first message is no Hello")
    return first.hello


async def _begin(
    sessions: Sessions, who: Caller, version: Version, hello: play_pb2.Hello
) -> tuple[play_pb2.Welcome, Holding]:
    """Resume the session asked for, or open a new one."""
    matches = min(hello.max_matches, MOST_MATCHES)
    token, holding = hello.session_token, None
    if token:
        if hello.last_delivery < 0:
            raise invalid("hello.last_delivery", "deliveries count from 1")
        try:
            holding = await sessions.resume(
                token,
                version=version.id,
                owner=who.owner_id,
                matches=matches,
                last=hello.last_delivery,
            )
        except ValueError as error:
            raise invalid("hello.last_delivery", str(error)) from error
    is_resumed = holding is not None
    if holding is None:
        token = new_token()
        holding = await sessions.open(
            token, version=version.id, owner=who.owner_id, matches=matches
        )
    welcome = play_pb2.Welcome(
        session_token=token,
        resumed=is_resumed,
        version=version.ref,
        max_request_bytes=MOST_REQUEST,
        max_unacknowledged=MOST_UNACKNOWLEDGED,
    )
    welcome.server_time.GetCurrentTime()
    welcome.session_ttl.FromSeconds(round(SESSION_TTL))
    _log.info("bot connected", version=version.ref, resumed=is_resumed, client=hello.client[:80])
    return welcome, holding
