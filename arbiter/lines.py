"""Lines to Redis for what every decision waits for: connections that are spoken to directly.

Making a connection is redis-py's business: addresses, TLS, passwords. Its clients do much more with
each command than sending it, and a decision takes four. A line does no more than that, and makes
its connection anew when it breaks.
"""

import asyncio
import hashlib
import time
from collections import deque
from typing import Any, Final

import hiredis
import redis
import redis.asyncio
from redis.exceptions import BusyLoadingError, NoScriptError

_TRIES: Final = 4
_FIRST_PAUSE: Final = 0.02
_SOCKET_WAIT: Final = 10.0
_CONNECT_WAIT: Final = 5.0

Word = str | int | bytes


class Script:
    """A script that Redis knows by its hash, once it has seen it."""

    def __init__(self, text: str) -> None:
        self.text: Final = text
        self.sha: Final = hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest()


class Line:
    """For threads: each call has a connection to itself while it lasts."""

    def __init__(self, address: str) -> None:
        self._pool: Final = redis.ConnectionPool.from_url(
            address, protocol=2, socket_timeout=_SOCKET_WAIT, socket_connect_timeout=_CONNECT_WAIT
        )
        # Appending and popping are safe in any thread.
        self._free: Final[list[Any]] = []

    def run(self, script: Script, *values: Word) -> Any:
        """What a script returns. Raises redis.RedisError."""
        try:
            return self.call("EVALSHA", script.sha, 0, *values)
        except NoScriptError:
            return self.call("EVAL", script.text, 0, *values)

    def call(self, *words: Word) -> Any:
        """What Redis answers to a command. Raises redis.RedisError.

        A command whose connection breaks is given again: it may be carried out twice.
        """
        pause = _FIRST_PAUSE
        for _ in range(_TRIES - 1):
            try:
                return self._call(words)
            except redis.ConnectionError:
                time.sleep(pause)
                pause *= 2
        return self._call(words)

    def close(self) -> None:
        """Let go of the connections that nobody uses."""
        while self._free:
            self._free.pop().disconnect()

    def _call(self, words: tuple[Word, ...]) -> Any:
        connection = self._free.pop() if self._free else self._pool.make_connection()
        try:
            # Connects where it is not connected.
            connection.send_command(*words)
            answer = connection.read_response()
        except redis.ResponseError:
            self._free.append(connection)
            raise
        except BaseException:
            # What was not read would be taken for the next answer.
            connection.disconnect()
            raise
        self._free.append(connection)
        return answer


class AsyncLine:
    """For asyncio: one connection for all calls, answered in their order."""

    def __init__(self, address: str) -> None:
        self._client: Final = redis.asyncio.Redis.from_url(
            address, protocol=2, socket_connect_timeout=_CONNECT_WAIT
        )
        self._talk: _Talk | None = None
        self._connecting: Final = asyncio.Lock()
        self.is_closed = False

    async def run(self, script: Script, *values: Word) -> Any:
        """What a script returns. Raises redis.RedisError."""
        try:
            return await self.call("EVALSHA", script.sha, 0, *values)
        except NoScriptError:
            return await self.call("EVAL", script.text, 0, *values)

    async def call(self, *words: Word) -> Any:
        """What Redis answers to a command. Raises redis.RedisError.

        A command whose connection breaks is given again: it may be carried out twice.
        """
        pause = _FIRST_PAUSE
        for _ in range(_TRIES - 1):
            try:
                return await self._call(words)
            except redis.ConnectionError:
                await asyncio.sleep(pause)
                pause *= 2
        return await self._call(words)

    async def close(self) -> None:
        """Hang up for good, and wait until that is done."""
        self.is_closed = True
        async with self._connecting:
            if self._talk is not None:
                self._talk.end()
                await self._talk.is_over.wait()
        await self._client.aclose()

    async def _call(self, words: tuple[Word, ...]) -> Any:
        talk = self._talk
        if talk is None or talk.is_ended:
            talk = await self._connected()
        answer = await talk.ask(words)
        if isinstance(answer, redis.ResponseError):
            raise _error_of(answer)
        return answer

    async def _connected(self) -> "_Talk":
        async with self._connecting:
            if self.is_closed:
                raise redis.ConnectionError("the line is closed")
            if self._talk is None or self._talk.is_ended:
                pool: Any = self._client.connection_pool
                connection = pool.make_connection()
                await connection.connect()
                # From here on it is ours, and no connection of redis-py's any more.
                writer, connection._writer, connection._reader = connection._writer, None, None
                self._talk = _Talk(writer)
            return self._talk


class _Talk(asyncio.Protocol):
    """One connection, from when it is made until it breaks."""

    def __init__(self, writer: asyncio.StreamWriter) -> None:
        # Held on to: a writer that nobody holds closes its transport.
        self._writer: Final = writer
        self._answers: Final = hiredis.Reader(
            protocolError=redis.InvalidResponse, replyError=redis.ResponseError
        )
        self._waiting: Final[deque[asyncio.Future[Any]]] = deque()
        self.is_ended = False
        self.is_over: Final = asyncio.Event()
        writer.transport.set_protocol(self)

    async def ask(self, words: tuple[Word, ...]) -> Any:
        """The answer to a command, which may be an error. Raises redis.ConnectionError."""
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting.append(future)
        packed: bytes = hiredis.pack_command(words)  # type: ignore[arg-type] # its stub: one word
        self._writer.transport.write(packed)
        return await future

    def end(self) -> None:
        """Break the connection, and with it all answers that are due."""
        self.is_ended = True
        self._writer.transport.close()
        while self._waiting:
            future = self._waiting.popleft()
            if not future.done():
                future.set_exception(redis.ConnectionError("the connection to Redis broke"))

    def data_received(self, data: bytes) -> None:
        """Answers, or parts of them."""
        self._answers.feed(data)
        try:
            while (answer := self._answers.gets()) is not False:
                future = self._waiting.popleft()
                # Whoever waited may have been cancelled.
                if not future.done():
                    future.set_result(answer)
        except (redis.InvalidResponse, IndexError):
            self.end()

    def connection_lost(self, error: Exception | None) -> None:
        """It is broken."""
        self.end()
        self.is_over.set()


def _error_of(error: redis.ResponseError) -> redis.RedisError:
    """The error by its first word, as redis-py tells them apart."""
    word, _, rest = str(error).partition(" ")
    if word == "NOSCRIPT":
        return NoScriptError(rest)
    if word == "LOADING":
        return BusyLoadingError(rest)
    return error
