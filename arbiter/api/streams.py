"""Streams of remote bots.

A stream carries what the mailbox holds for a session to the bot, and the bot's answers back. It
decides nothing about matches: any replica can hold any stream, and losing one loses nothing.
"""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from typing import Any, Final

import redis
import structlog
from google.rpc import code_pb2

from pentarch.arbiter.api.buckets import Buckets
from pentarch.arbiter.api.errors import Refused, invalid
from pentarch.arbiter.relay.mailbox import Hold, Holding, Sessions, Taken
from pentarch.arbiter.v1 import common_pb2, play_pb2

MOST_REQUEST: Final = 1 << 20
MOST_UNACKNOWLEDGED: Final = 256
MOST_TEXT: Final = 200
_TASKS_WAIT: Final = 1.0
_BEAT: Final = 1.0
_PING_EVERY: Final = 5
_SILENCE: Final = 20.0
_STUCK: Final = 60.0
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


class Stream:
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
            self.end(away(error))
        except Exception as error:
            self.end(error)

    async def _read(self, requests: AsyncIterator[play_pb2.PlayRequest]) -> None:
        while (request := await next_request(requests)) is not None:
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
            command=decide.text[:MOST_TEXT],
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
                raise taken_over()
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


async def next_request(
    requests: AsyncIterator[play_pb2.PlayRequest],
) -> play_pb2.PlayRequest | None:
    """The next request; None at the end."""
    try:
        return await anext(requests)
    except StopAsyncIteration:
        return None


def taken_over() -> Refused:
    """What an older stream of a session ends with."""
    return Refused(code_pb2.ABORTED, "a newer stream has taken over the session")


def away(error: Exception) -> Refused:
    """What a call ends with while Redis is away."""
    _log.warning("Redis is away", error=str(error))
    return Refused(code_pb2.UNAVAILABLE, "Redis does not answer")
