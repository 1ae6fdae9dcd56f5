"""Receivers of webhooks on loopback, which answer as a test wants; and a watch over connections."""

import socket
import socketserver
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from ipaddress import ip_address, ip_network
from typing import Any, Final

from pentarch.arbiter.notices.addresses import Reach

LOOPBACK: Final = Reach(
    networks=(ip_network("127.0.0.0/8"), ip_network("::1/128")),
    ports=frozenset(range(1, 65536)),
)
OK: Final = b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
BROKEN: Final = b"HTTP/1.1 500 Internal Server Error\r\nContent-Length: 0\r\n\r\n"
GONE: Final = b"HTTP/1.1 410 Gone\r\nContent-Length: 0\r\n\r\n"


@dataclass(frozen=True)
class Request:
    """What came in."""

    line: str
    headers: dict[str, str]
    body: bytes


Behaviour = Callable[["Receiver", socket.socket], None]


def saying(answer: bytes) -> Behaviour:
    return lambda receiver, connection: connection.sendall(answer)


def endless(receiver: "Receiver", connection: socket.socket) -> None:
    """A good first line, and then bytes without end."""
    connection.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
    while not receiver.ended.is_set():
        connection.sendall(b"x" * 65536)


def silent(receiver: "Receiver", connection: socket.socket) -> None:
    """Nothing at all, until the test is over."""
    receiver.ended.wait()


def dribbling(receiver: "Receiver", connection: socket.socket) -> None:
    """A byte now and then: each comes in time, and the line never ends."""
    while not receiver.ended.wait(0.05):
        connection.sendall(b"H")


@dataclass
class Receiver:
    """A server at a port of its own. `behaviour` may be changed while it runs."""

    behaviour: Behaviour = field(default_factory=lambda: saying(OK))
    requests: list[Request] = field(default_factory=list)
    ended: threading.Event = field(default_factory=threading.Event)
    port: int = 0
    wrap: Callable[[socket.socket], socket.socket] | None = None

    def url(self, path: str = "/hook", host: str = "127.0.0.1", scheme: str = "http") -> str:
        return f"{scheme}://{host}:{self.port}{path}"

    def answer(self, connection: socket.socket) -> None:
        self.requests.append(_read(connection))
        self.behaviour(self, connection)


@contextmanager
def receiving(receiver: Receiver) -> Iterator[Receiver]:
    """The receiver, up. The port stays the same when it goes up again."""

    class Handler(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            if receiver.wrap is None:
                receiver.answer(self.request)
                return
            with receiver.wrap(self.request) as connection:
                receiver.answer(connection)

    class Server(socketserver.ThreadingTCPServer):
        allow_reuse_address = True
        daemon_threads = True

        def handle_error(self, request: Any, client_address: Any) -> None:
            """Whoever hangs up on us means it."""

    receiver.ended.clear()
    with Server(("127.0.0.1", receiver.port), Handler) as server:
        receiver.port = server.server_address[1]
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield receiver
        finally:
            receiver.ended.set()
            server.shutdown()
            thread.join()


def _read(connection: socket.socket) -> Request:
    with connection.makefile("rb") as stream:
        line = stream.readline().decode().rstrip()
        headers = {}
        while text := stream.readline().decode().rstrip():
            name, _, value = text.partition(": ")
            headers[name.lower()] = value
        return Request(line, headers, stream.read(int(headers.get("content-length", "0"))))


_watching: Final[list[list[str]]] = []
_hooked: Final[list[bool]] = []


@contextmanager
def connections() -> Iterator[list[str]]:
    """The addresses that this process connects to meanwhile, as Python's audit reports them."""
    if not _hooked:
        sys.addaudithook(_audit)
        _hooked.append(True)
    seen: list[str] = []
    _watching.append(seen)
    try:
        yield seen
    finally:
        _watching.remove(seen)


def is_loopback(address: str) -> bool:
    return ip_address(address).is_loopback


def _audit(event: str, arguments: tuple[Any, ...]) -> None:
    if event == "socket.connect" and isinstance(arguments[1], tuple):
        for seen in list(_watching):
            seen.append(str(arguments[1][0]))
