"""One question to a chat endpoint: bounded in time and size, asked again where that may help."""

import json
import time
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from http.client import HTTPException, HTTPMessage, HTTPResponse
from typing import IO, Final, TypeAlias
from urllib.error import HTTPError

from pentarch.bots.llm.budget import CallBudget
from pentarch.bots.llm.settings import Settings

Message: TypeAlias = dict[str, str]
"""A `role` and its `content`."""

MOST_BYTES: Final = 1 << 20
"""A larger answer is no answer."""
_MOST_TOKENS: Final = 10_000_000
_CHARACTERS_A_TOKEN: Final = 4
_AGAIN: Final = (408, 409, 429, 500, 502, 503, 504)
_FIRST_PAUSE: Final = 0.5
_CHUNK: Final = 1 << 16


class EndpointFailed(Exception):
    """No answer came. `is_final` says that asking again would not help."""

    def __init__(self, reason: str, *, is_final: bool = False, pause: float | None = None) -> None:
        super().__init__(reason)
        self.is_final: Final = is_final
        self.pause: Final = pause


@dataclass(frozen=True)
class _Said:
    """What a model said, and the tokens that it took."""

    text: str
    tokens_in: int
    tokens_out: int


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """The key is for the endpoint, and for nobody whom the endpoint names."""

    def redirect_request(
        self,
        req: urllib.request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: HTTPMessage,
        newurl: str,
    ) -> None:
        return None


class Endpoint:
    """Asks `<url>/chat/completions`. `pause` waits between tries; tests hand in another one."""

    def __init__(self, settings: Settings, pause: Callable[[float], None] = time.sleep) -> None:
        self._settings: Final = settings
        self._pause: Final = pause
        self._opener: Final = urllib.request.build_opener(_NoRedirect())

    def ask(self, messages: list[Message], seconds: float, budget: CallBudget) -> str:
        """The answer, within that many seconds and a budget. Raises EndpointFailed."""
        end = time.monotonic() + seconds
        wait = _FIRST_PAUSE
        while True:
            budget.calls += 1
            try:
                said = self._once(messages, end)
            except EndpointFailed as error:
                pause = wait if error.pause is None else error.pause
                if error.is_final or budget.spent or time.monotonic() + pause >= end:
                    raise
                self._pause(pause)
                wait *= 2
            else:
                budget.count(said.tokens_in, said.tokens_out)
                return said.text

    def _once(self, messages: list[Message], end: float) -> _Said:
        try:
            body = self._send(messages, end)
        except HTTPError as error:
            with error:
                raise _failure(error) from error
        except (OSError, HTTPException) as error:
            raise EndpointFailed(f"{type(error).__name__}: {error}"[:200]) from error
        return _said(body, messages)

    def _send(self, messages: list[Message], end: float) -> bytes:
        left = end - time.monotonic()
        if left <= 0:
            raise EndpointFailed("no time is left", is_final=True)
        with self._opener.open(self._request(messages), timeout=left) as response:
            return _bounded(response, end)

    def _request(self, messages: list[Message]) -> urllib.request.Request:
        settings = self._settings
        asked = {"model": settings.model, "messages": messages, **json.loads(settings.extra)}
        if settings.answer_tokens:
            asked["max_tokens"] = settings.answer_tokens
        headers = {"Content-Type": "application/json"}
        if settings.key:
            headers["Authorization"] = f"Bearer {settings.key}"
        url = settings.url.rstrip("/") + "/chat/completions"
        return urllib.request.Request(url, json.dumps(asked).encode(), headers)


def _bounded(response: HTTPResponse, end: float) -> bytes:
    """The body; neither more nor longer than is allowed, however it trickles in."""
    body = b""
    while part := response.read1(_CHUNK):
        body += part
        if len(body) > MOST_BYTES:
            raise EndpointFailed(f"the answer is larger than {MOST_BYTES} bytes")
        if time.monotonic() > end:
            raise EndpointFailed("the answer takes too long", is_final=True)
    return body


def _failure(error: HTTPError) -> EndpointFailed:
    after = error.headers.get("Retry-After", "") if error.code in _AGAIN else ""
    pause = float(after) if after.isdecimal() and len(after) < 7 else None
    return EndpointFailed(
        f"the endpoint answers {error.code}", is_final=error.code not in _AGAIN, pause=pause
    )


def _said(body: bytes, messages: list[Message]) -> _Said:
    try:
        value = json.loads(body)
        text = value["choices"][0]["message"]["content"]
        usage = value.get("usage")
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise EndpointFailed("the answer is not one of a chat endpoint") from error
    text = text if isinstance(text, str) else ""
    asked = sum(len(message["content"]) for message in messages)
    return _Said(
        text,
        _tokens(usage, "prompt_tokens", asked),
        _tokens(usage, "completion_tokens", len(text)),
    )


def _tokens(usage: object, name: str, characters: int) -> int:
    """What the endpoint counted, or an estimate where it says nothing that can be true."""
    counted = usage.get(name) if isinstance(usage, dict) else None
    if isinstance(counted, int) and 0 <= counted <= _MOST_TOKENS:
        return counted
    return characters // _CHARACTERS_A_TOKEN + 1
