"""A chat endpoint on loopback that says what a test wants it to."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final

Reply = Callable[["Handler"], None]
"""Answers one request."""


class Chat:
    """What was asked, and how requests are answered: by one reply each, then by `usual`."""

    def __init__(self, replies: list[Reply], usual: Reply) -> None:
        self._replies: Final = replies
        self._usual: Final = usual
        self._lock: Final = threading.Lock()
        self.asked: Final[list[dict[str, Any]]] = []
        self.keys: Final[list[str]] = []
        self.is_closing: Final = threading.Event()
        self.url = ""

    def take(self, request: dict[str, Any], key: str) -> Reply:
        """Note a request; how it is answered."""
        with self._lock:
            self.asked.append(request)
            self.keys.append(key)
            return self._replies.pop(0) if self._replies else self._usual


class Handler(BaseHTTPRequestHandler):
    """One request."""

    server: "Server"

    def do_POST(self) -> None:
        size = int(self.headers["Content-Length"])
        request = json.loads(self.rfile.read(size))
        chat = self.server.chat
        assert self.path == "/v1/chat/completions"
        try:
            chat.take(request, self.headers.get("Authorization", ""))(self)
        except (BrokenPipeError, ConnectionResetError):
            return  # the client has had enough

    def send(self, status: int, body: bytes, headers: dict[str, str] | None = None) -> None:
        """A whole answer."""
        self.send_response(status)
        for name, value in {"Content-Length": str(len(body)), **(headers or {})}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


class Server(ThreadingHTTPServer):
    """Knows its chat."""

    daemon_threads = True

    def __init__(self, chat: Chat) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.chat: Final = chat


def says(text: object, usage: object = None) -> Reply:
    """An answer of a model."""
    value = {"choices": [{"message": {"content": text}}], "usage": usage}
    return lambda handler: handler.send(200, json.dumps(value).encode())


def sends(status: int, body: bytes = b"", **headers: str) -> Reply:
    """Any answer of a server."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return lambda handler: handler.send(status, body, named)


@contextmanager
def chatting(*replies: Reply, usual: Reply | None = None) -> Iterator[Chat]:
    """A server that gives these replies, one after another, then always `usual`."""
    chat = Chat(list(replies), usual or says('{"commands": [0]}'))
    server = Server(chat)
    chat.url = f"http://127.0.0.1:{server.server_port}/v1"
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield chat
    finally:
        chat.is_closing.set()
        server.shutdown()
        server.server_close()
        thread.join()
