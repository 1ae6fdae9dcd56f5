"""The guard around every call: who calls, how often, what is counted, and how errors leave."""

import asyncio
import inspect
import time
from collections.abc import AsyncIterable, AsyncIterator, Awaitable, Callable
from typing import Any, Final

import grpc
import structlog
from google.protobuf.message import DecodeError
from google.rpc import code_pb2
from prometheus_client import Counter, Histogram

from arbiter.services.callers import Caller, Doorkeeper, enter
from arbiter.services.errors import Refused, abort, invalid, status_of

_log = structlog.get_logger()
_OPEN: Final = ("/grpc.health.v1.", "/grpc.reflection.", "/arbiter.v1.RulesetService/")

_NO_MESSAGE: Final = invalid("request", "these bytes are no message of this call")

CALLS = Counter("pentarch_calls", "Calls answered", ["method", "code"])
SECONDS = Histogram("pentarch_call_seconds", "Time to answer a call", ["method"])


class Buckets:
    """Token buckets: so many calls a second for each caller, with a burst."""

    def __init__(self, rate: float, burst: int) -> None:
        self._rate: Final = rate
        self._burst: Final = burst
        self._levels: dict[str, tuple[float, float]] = {}

    def take(self, key: str, amount: float = 1.0) -> None:
        """Take from a caller's bucket. Raises RESOURCE_EXHAUSTED when it is empty."""
        now = time.monotonic()
        level, last = self._levels.get(key, (float(self._burst), now))
        level = min(self._burst, level + (now - last) * self._rate)
        if level < amount:
            raise Refused(code_pb2.RESOURCE_EXHAUSTED, "too many calls; slow down")
        if len(self._levels) > 10_000:
            self._levels.clear()
        self._levels[key] = (level - amount, now)


class Guard(grpc.aio.ServerInterceptor):
    """Wraps every method. Handlers raise plain exceptions and never see a status code."""

    def __init__(self, doorkeeper: Doorkeeper, buckets: Buckets) -> None:
        self._doorkeeper: Final = doorkeeper
        self._buckets: Final = buckets

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

    async def admit(self, method: str, authorization: str) -> None:
        """Let the call in, or raise."""
        if method.startswith(_OPEN):
            return
        who: Caller = await asyncio.to_thread(self._doorkeeper.admit, authorization)
        self._buckets.take(who.key)
        enter(who)


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
                await self._guard.admit(self._method, self._authorization)
                response = await inner(_readable(request), context)
            except Exception as error:
                await self._fail(context, error, began)
            self._count("OK", began)
            return response

        return answer

    def _streaming(self, inner: Any) -> Any:
        async def stream(request: Any, context: Any) -> AsyncIterator[Any]:
            began = time.perf_counter()
            try:
                await self._guard.admit(self._method, self._authorization)
                responses = inner(_readable(request), context)
                if inspect.isawaitable(responses):
                    await responses  # writes by itself
                else:
                    async for response in responses:
                        yield response
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
