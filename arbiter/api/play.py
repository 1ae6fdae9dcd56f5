"""PlayService: the streams of remote bots.

A stream carries what the mailbox holds for a session to the bot, and the bot's answers back. It
decides nothing about matches: any replica can hold any stream, and losing one loses nothing.
"""

import asyncio
import contextlib
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
from pentarch.arbiter.relay.mailbox import (
    MOST_MATCHES,
    SESSION_TTL,
    Hold,
    Holding,
    Sessions,
    Taken,
    new_token,
)
from pentarch.arbiter.store import bots
from pentarch.arbiter.store.errors import NameTaken, NotFound, WrongState
from pentarch.arbiter.store.models import Version
from pentarch.arbiter.store.words import Good, VersionKind, VersionState
from pentarch.arbiter.v1 import common_pb2, play_pb2, play_pb2_grpc
from pentarch.engine import registry

MOST_REQUEST: Final = 1 << 20
MOST_UNACKNOWLEDGED: Final = 256
MOST_STREAMS: Final = 32
_MOST_TEXT: Final = 200
_TASKS_WAIT: Final = 1.0
_HELLO_WAIT: Final = 10.0
_BEAT: Final = 1.0
_PING_EVERY: Final = 5
_SILENCE: Final = 20.0
_STUCK: Final = 60.0
_IDLE_MESSAGES: Final = 500
_IDLE_MESSAGES_PER_SECOND: Final = 50.0
_CAUSES: Final = {
    Taken.NOT_ASKED: (
        play_pb2.Refused.CAUSE_NOT_ASKED,
        "no Turn with this sequence number has been sent",
    ),
    Taken.NO_SUCH_MATCH: (
        play_pb2.Refused.CAUSE_NO_SUCH_MATCH,
        "the bot does not sit in this match, or it is over",
    ),
}
_log = structlog.get_logger()


class Play(play_pb2_grpc.PlayServiceServicer):
    """The service. `drain` is called when the server stops, `close` when it has stopped."""

    def __init__(self, desk: Desk) -> None:
        self._desk: Final = desk
        # Messages that lead to nothing are counted; answers that were asked for cost nothing.
        self._buckets: Final = Buckets(_IDLE_MESSAGES_PER_SECOND, _IDLE_MESSAGES)
        self._streams: Final[dict[str, _Stream]] = {}
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
            raise _away(error) from error
        if version is None:
            version = await self._version(who, hello)
        key = f"{who.key}:{version.id}"
        if sum(stream.key == key for stream in self._streams.values()) >= MOST_STREAMS:
            raise Refused(code_pb2.RESOURCE_EXHAUSTED, f"{version.ref} has too many streams")
        try:
            welcome, holding = await _begin(sessions, who, version, hello)
        except redis.RedisError as error:
            raise _away(error) from error
        last = hello.last_delivery if welcome.resumed else 0
        stream = _Stream(sessions, holding, self._buckets, key=key, last=last)
        older = self._streams.get(holding.sid)
        if older is not None:
            older.end(_taken_over())
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

    def _leave(self, stream: "_Stream") -> None:
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
        if len(hello.build) > _MOST_TEXT:
            raise invalid("hello.build", f"at most {_MOST_TEXT} characters")
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


class _Stream:
    """A stream under way: three tasks that read, forward and look after it."""

    def __init__(
        self, sessions: Sessions, holding: Holding, buckets: Buckets, *, key: str, last: int
    ) -> None:
        self._sessions: Final = sessions
        self._holding: Final = holding
        self._buckets: Final = buckets
        self._out: Final[asyncio.Queue[play_pb2.PlayResponse | Exception | None]] = asyncio.Queue()
        self._tasks: Final[list[asyncio.Task[None]]] = []
        self._sent = last
        self._acknowledged = last
        self._room: Final = asyncio.Event()
        self._heard = time.monotonic()
        self._pings = 0
        self._is_answered = True
        self._is_done = False
        self.key: Final = key
        self.is_closed = False

    @property
    def sid(self) -> str:
        """The session."""
        return self._holding.sid

    def start(self, requests: AsyncIterator[play_pb2.PlayRequest]) -> None:
        """Start the tasks; the first that fails ends the stream."""
        for work in (self._read(requests), self._forward(), self._look_after()):
            self._tasks.append(asyncio.create_task(self._watched(work)))

    async def outgoing(self) -> AsyncIterator[play_pb2.PlayResponse]:
        """What the bot is sent, until the end. Raises the error it ends with, if there is one."""
        while (item := await self._out.get()) is not None:
            if isinstance(item, Exception):
                raise item
            yield item

    def end(self, error: Exception | None) -> None:
        """End the stream after what is on its way."""
        self._out.put_nowait(error)

    def announce(self, grace: float) -> None:
        """Say that the arbiter is about to stop."""
        drain = play_pb2.Drain(reason="the arbiter stops; resume at another one")
        drain.grace.FromMilliseconds(round(grace * 1000))
        self._out.put_nowait(play_pb2.PlayResponse(drain=drain))

    async def close(self) -> None:
        """End the tasks and let go of the session."""
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            # gRPC does not always wake who reads from a call that is gone: the session is let go
            # of all the same.
            await asyncio.wait(self._tasks, timeout=_TASKS_WAIT)
        # With Redis away the session is found to be silent instead.
        with contextlib.suppress(redis.RedisError):
            await self._sessions.release(self._holding)

    async def _watched(self, work: Any) -> None:
        try:
            await work
        except redis.RedisError as error:
            self.end(_away(error))
        except Exception as error:
            self.end(error)

    async def _read(self, requests: AsyncIterator[play_pb2.PlayRequest]) -> None:
        while (request := await _next(requests)) is not None:
            self._heard = time.monotonic()
            self._is_answered = True
            await self._take(request)
        self.end(None)

    async def _take(self, request: play_pb2.PlayRequest) -> None:
        if request.ByteSize() > MOST_REQUEST:
            raise Refused(code_pb2.RESOURCE_EXHAUSTED, f"a message of more than {MOST_REQUEST} B")
        kind = request.WhichOneof("message")
        if kind == "decide":
            await self._decide(request)
        elif kind == "ready":
            taken, _ = await self._sessions.answer(
                self.sid, request.ready.match_id, -1, request.SerializeToString()
            )
            if taken is not Taken.TAKEN:
                self._charge()
        elif kind == "acknowledge":
            await self._acknowledge(request.acknowledge.delivery)
        elif kind == "pong":
            if request.pong.number != self._pings:
                self._charge()
        elif kind == "drain":
            self._charge()
            await self._sessions.drain(self._holding)
        elif kind == "hello":
            raise invalid("hello", "a Hello comes first and only once")
        else:
            raise invalid("message", "a message that says nothing")

    async def _decide(self, request: play_pb2.PlayRequest) -> None:
        decide = request.decide
        taken, delivery = Taken.NOT_ASKED, 0
        if decide.sequence > 0:
            taken, delivery = await self._sessions.answer(
                self.sid, decide.match_id, decide.sequence, request.SerializeToString()
            )
        if taken is Taken.TAKEN:
            self._make_room(delivery)
            return
        self._charge()
        if taken is Taken.REPEATED:
            return
        cause, reason = _CAUSES[taken]
        refused = play_pb2.Refused(
            match_id=decide.match_id,
            sequence=decide.sequence,
            cause=cause,
            command=decide.text[:_MOST_TEXT],
            refusal=common_pb2.Refusal(reason=reason),
        )
        body = play_pb2.PlayResponse(refused=refused).SerializeToString()
        if not await self._sessions.refuse(self.sid, body):
            raise Refused(code_pb2.RESOURCE_EXHAUSTED, "too much is not acknowledged")

    async def _acknowledge(self, delivery: int) -> None:
        if delivery > self._sent:
            raise invalid("acknowledge.delivery", "that delivery was not sent on this stream")
        if not await self._sessions.acknowledge(self.sid, delivery):
            self._charge()
        self._make_room(delivery)

    def _make_room(self, acknowledged: int) -> None:
        if acknowledged > self._acknowledged:
            self._acknowledged = acknowledged
            self._room.set()

    def _charge(self) -> None:
        self._buckets.take(self.key)

    async def _forward(self) -> None:
        while True:
            most = MOST_UNACKNOWLEDGED - (self._sent - self._acknowledged)
            if most <= 0:
                await self._wait_for_room()
                continue
            found = await self._sessions.deliveries(self.sid, self._sent, most=most, wait=_BEAT)
            for number, body in found:
                response = play_pb2.PlayResponse.FromString(body)
                response.delivery = number
                self._sent = number
                self._out.put_nowait(response)
            if not found and self._is_done:
                self.end(None)
                return

    async def _wait_for_room(self) -> None:
        self._room.clear()
        try:
            await asyncio.wait_for(self._room.wait(), _STUCK)
        except TimeoutError:
            raise Refused(
                code_pb2.RESOURCE_EXHAUSTED,
                f"{MOST_UNACKNOWLEDGED} deliveries wait to be acknowledged",
            ) from None

    async def _look_after(self) -> None:
        """Renew the hold every second, and ask for a sign of life now and then."""
        beats = 0
        while True:
            await asyncio.sleep(_BEAT)
            beats += 1
            renewal = await self._sessions.renew(self._holding)
            if renewal.hold is Hold.TAKEN_OVER:
                raise _taken_over()
            if renewal.hold is Hold.LOST:
                raise Refused(code_pb2.UNAVAILABLE, "the session is lost; begin a new one")
            self._is_done = renewal.is_draining and renewal.matches == 0
            if time.monotonic() - self._heard > _SILENCE:
                raise Refused(code_pb2.UNAVAILABLE, "no sign of life from the bot")
            if beats % _PING_EVERY == 0 and self._is_answered:
                self._is_answered = False
                self._pings += 1
                ping = play_pb2.Ping(number=self._pings)
                self._out.put_nowait(play_pb2.PlayResponse(ping=ping))


async def _hello(requests: AsyncIterator[play_pb2.PlayRequest]) -> play_pb2.Hello:
    try:
        first = await asyncio.wait_for(_next(requests), _HELLO_WAIT)
    except TimeoutError:
        raise Refused(code_pb2.FAILED_PRECONDITION, "no Hello came") from None
    if first is None or first.WhichOneof("message") != "hello":
        raise Refused(code_pb2.FAILED_PRECONDITION, "the first message is no Hello")
    return first.hello


async def _next(requests: AsyncIterator[play_pb2.PlayRequest]) -> play_pb2.PlayRequest | None:
    """The next request; None at the end."""
    try:
        return await anext(requests)
    except StopAsyncIteration:
        return None


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


def _taken_over() -> Refused:
    return Refused(code_pb2.ABORTED, "a newer stream has taken over the session")


def _away(error: Exception) -> Refused:
    _log.warning("Redis is away", error=str(error))
    return Refused(code_pb2.UNAVAILABLE, "Redis does not answer")
