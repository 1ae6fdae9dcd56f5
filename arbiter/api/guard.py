"""The guard around every call: who calls, how often, what is counted, and how errors leave."""

import asyncio
import inspect
import time
from collections.abc import AsyncIterable, AsyncIterator, Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

import grpc
import structlog
from google.protobuf.message import DecodeError
from google.rpc import code_pb2
from prometheus_client import Counter, Histogram
from sqlalchemy.exc import SQLAlchemyError

from pentarch.arbiter.api.access import access_to
from pentarch.arbiter.api.buckets import Buckets
from pentarch.arbiter.api.callers import Caller, Doorkeeper, enter
from pentarch.arbiter.api.errors import Refused, abort, forbidden, invalid, status_of

_log = structlog.get_logger()
_NO_MESSAGE: Final = invalid("request", "these bytes are no message of this call")
_NOBODY: Final = forbidden("nobody may make this call")
_REVOKED: Final = Refused(code_pb2.UNAUTHENTICATED, "the token has expired or was revoked")
_REVOKED_EVERY: Final = 0.5
MOST_STREAMS_OF_ONE: Final = 100
"""Streams of one call that an owner may have open at an arbiter at the same time."""
MOST_STREAMS_OF_ADDRESS: Final = 500
"""The same for an address, behind which there may be several owners."""

CALLS = Counter("pentarch_calls", "Calls answered", ["method", "code"])
SECONDS = Histogram("pentarch_call_seconds", "Time to answer a call", ["method"])


class Guard(grpc.aio.ServerInterceptor):
    """Wraps every method. Handlers raise plain exceptions and never see a status code."""

    def __init__(self, doorkeeper: Doorkeeper, buckets: Buckets) -> None:
        self._doorkeeper: Final = doorkeeper
        self._buckets: Final = buckets
        self._streams: Final[set[_Stream]] = set()

    async def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], Awaitable[Any]],
        details: grpc.HandlerCallDetails,
    ) -> Any:
        """Called by gRPC once per call."""
        handler = await continuation(details)
        if handler is None:
            return None
        metadata = dict(details.invocation_metadata or ())
        guarded = _Guarded(self, details.method, str(metadata.get("authorization", "")))
        return guarded.wrap(handler)

    async def admit(self, method: str, authorization: str, address: str) -> Caller | None:
        """Let the call in, or raise; what is open to all has no particular caller."""
        access = access_to(method)
        if access is None:
            raise _NOBODY
        if access.role is None:
            return None
        who = await asyncio.to_thread(self._doorkeeper.admit, authorization, address)
        self._buckets.take(who.key)
        who.require_access(access)
        enter(who)
        return who

    @contextmanager
    def streaming(self, method: str, who: Caller | None, address: str) -> "Iterator[_Stream]":
        """A stream while it lasts. Raises RESOURCE_EXHAUSTED for one too many."""
        owner = address if who is None else who.owner
        stream = _Stream(method, who, owner, address, asyncio.current_task())
        alike = [one for one in self._streams if one.method == method]
        if (
            sum(one.owner == owner for one in alike) >= MOST_STREAMS_OF_ONE
            or sum(one.address == address for one in alike) >= MOST_STREAMS_OF_ADDRESS
        ):
            raise Refused(
                code_pb2.RESOURCE_EXHAUSTED, "you have too many streams of this call open"
            )
        self._streams.add(stream)
        try:
            yield stream
        finally:
            self._streams.discard(stream)

    async def end_revoked(self) -> None:
        """Run for ever, ending the streams of tokens that become invalid."""
        while True:
            await asyncio.sleep(_REVOKED_EVERY)
            try:
                shut = await asyncio.to_thread(self._doorkeeper.shut)
            except SQLAlchemyError as error:
                _log.warning("revoked tokens are not known", error=str(error))
                continue
            for stream in [*self._streams]:
                if stream.who is not None and shut.concerns(stream.who):
                    stream.revoke()


class _Stream:
    """A call that streams its answers: whose it is, and the task that answers it."""

    def __init__(
        self,
        method: str,
        who: Caller | None,
        owner: str,
        address: str,
        task: "asyncio.Task[Any] | None",
    ) -> None:
        self.method: Final = method
        self.who: Final = who
        self.owner: Final = owner
        self.address: Final = address
        self._task: Final = task
        self.is_revoked = False

    def revoke(self) -> None:
        """End it: its token is no longer valid."""
        if self._task is not None and not self.is_revoked:
            self.is_revoked = True
            self._task.cancel()


class _Guarded:
    """One call."""

    def __init__(self, guard: Guard, method: str, authorization: str) -> None:
        self._guard: Final = guard
        self._method: Final = method
        self._authorization: Final = authorization

    def wrap(self, handler: Any) -> Any:
        made: dict[str, Any] = {
            "request_deserializer": _lenient(handler.request_deserializer),
            "response_serializer": handler.response_serializer,
        }
        if handler.response_streaming:
            inner = handler.stream_stream if handler.request_streaming else handler.unary_stream
            maker = (
                grpc.stream_stream_rpc_method_handler
                if handler.request_streaming
                else grpc.unary_stream_rpc_method_handler
            )
            return maker(self._streaming(inner), **made)
        inner = handler.stream_unary if handler.request_streaming else handler.unary_unary
        maker = (
            grpc.stream_unary_rpc_method_handler
            if handler.request_streaming
            else grpc.unary_unary_rpc_method_handler
        )
        return maker(self._answering(inner), **made)

    def _answering(self, inner: Any) -> Any:
        async def answer(request: Any, context: Any) -> Any:
            began = time.perf_counter()
            try:
                await self._guard.admit(self._method, self._authorization, address_of(context))
                response = await inner(_readable(request), context)
            except Exception as error:
                await self._fail(context, error, began)
            self._count("OK", began)
            return response

        return answer

    def _streaming(self, inner: Any) -> Any:
        async def stream(request: Any, context: Any) -> AsyncIterator[Any]:
            began = time.perf_counter()
            address = address_of(context)
            call: _Stream | None = None
            try:
                who = await self._guard.admit(self._method, self._authorization, address)
                with self._guard.streaming(self._method, who, address) as call:
                    responses = inner(_readable(request), context)
                    if inspect.isawaitable(responses):
                        await responses  # writes by itself
                    else:
                        async for response in responses:
                            yield response
            except asyncio.CancelledError:
                if call is None or not call.is_revoked:
                    raise
                await self._fail(context, _REVOKED, began)
            except Exception as error:
                await self._fail(context, error, began)
            self._count("OK", began)

        return stream

    async def _fail(self, context: Any, error: Exception, began: float) -> None:
        if isinstance(error, grpc.aio.AbortError | grpc.aio.BaseError):
            raise error
        status = status_of(error)
        name = code_pb2.Code.Name(status.code)
        if status.code == code_pb2.INTERNAL:
            _log.error("call failed", method=self._method, exc_info=error)
        else:
            _log.info("call refused", method=self._method, code=name, reason=status.message)
        self._count(name, began)
        await abort(context, error)

    def _count(self, code: str, began: float) -> None:
        CALLS.labels(self._method, code).inc()
        SECONDS.labels(self._method).observe(time.perf_counter() - began)


def address_of(context: Any) -> str:
    """Where a call comes from, without its port."""
    peer: str = context.peer()
    return peer.rpartition(":")[0] if peer.startswith("ip") else peer


def _lenient(deserialize: Any) -> Any:
    """Bytes that are no message become the error: raised by gRPC, it would be INTERNAL."""

    def read(body: bytes) -> Any:
        try:
            return deserialize(body)
        except DecodeError as error:
            return error

    return read


def _readable(request: Any) -> Any:
    """The request, or for a stream of them one that raises where bytes are no message."""
    if isinstance(request, DecodeError):
        raise _NO_MESSAGE
    return _checked(request) if isinstance(request, AsyncIterable) else request


async def _checked(requests: "AsyncIterable[Any]") -> "AsyncIterator[Any]":
    async for request in requests:
        if isinstance(request, DecodeError):
            raise _NO_MESSAGE
        yield request
