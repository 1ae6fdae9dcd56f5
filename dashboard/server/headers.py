"""The headers that go with every answer: what a page may load, and who may show it in a frame."""

import base64
import hashlib
import re
from collections.abc import Sequence
from typing import Final

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pentarch.dashboard.server.shell import page

_INLINE: Final = re.compile(r"<script>(.*?)</script>", re.DOTALL)
_ORIGIN: Final = re.compile(r"https?://(\*\.)?[a-z0-9.-]+(:[0-9]{1,5})?")


class Headers:
    """Adds headers to whatever an application answers."""

    def __init__(self, app: ASGIApp, headers: dict[str, str]) -> None:
        self._app: Final = app
        self._headers: Final = headers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """See ASGI."""

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(self._headers)
            await send(message)

        await self._app(scope, receive, send_with_headers)


def headers(frames: str) -> dict[str, str]:
    """The headers, for a page that the named origins may embed. Raises ValueError."""
    return {
        "Content-Security-Policy": policy(origins(frames)),
        "Referrer-Policy": "same-origin",
        "X-Content-Type-Options": "nosniff",
    }


def origins(frames: str) -> list[str]:
    """Origins as they are written in the setting. Raises ValueError: one with more in it than an
    origin could add rules of its own."""
    found = frames.split()
    for origin in found:
        if _ORIGIN.fullmatch(origin) is None:
            raise ValueError(
                f"PENTARCH_DASHBOARD_FRAMES is origins such as https://example.org, not {origin!r}"
            )
    return found


def policy(embedders: Sequence[str]) -> str:
    """The content security policy: nothing comes from elsewhere or goes there."""
    scripts = [
        "'self'",
        # The viewer comes over the connection and is a module of its own in the browser.
        "blob:",
        # Charts compile their expressions.
        "'unsafe-eval'",
        *_inline_scripts(),
    ]
    rules = {
        "default-src": ["'self'"],
        "script-src": scripts,
        # Streamlit writes its styles into the page as it goes.
        "style-src": ["'self'", "'unsafe-inline'"],
        "img-src": ["'self'", "data:", "blob:"],
        "font-src": ["'self'", "data:"],
        "worker-src": ["'self'", "blob:"],
        "connect-src": ["'self'"],
        "object-src": ["'none'"],
        "base-uri": ["'self'"],
        "form-action": ["'self'"],
        "frame-ancestors": ["'self'", *embedders],
    }
    return "; ".join(f"{name} {' '.join(sources)}" for name, sources in rules.items())


def _inline_scripts() -> list[str]:
    """The page has a few scripts of its own in it: those and no others."""
    digests = [hashlib.sha256(script.encode()).digest() for script in _INLINE.findall(page())]
    return [f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests]
