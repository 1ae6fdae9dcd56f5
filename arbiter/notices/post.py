"""Posting a notice: one request, one line of the answer, and a limit on all of it.

The request is written by hand because every wait must count against one deadline, however slowly
the other side sends; and because nothing is wanted of the answer but its first line. Redirects are
not followed, proxies are not asked, and what comes after the first line is never read.
"""

import socket
import ssl
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from pentarch.arbiter.notices.addresses import (
    Address,
    BadAddress,
    Lookup,
    Reach,
    Target,
    resolve,
    target,
)

PATIENCE: Final = 10.0
"""Seconds for connecting, sending and the first line of the answer together."""
_MOST_LINE: Final = 1024
_GONE: Final = 410


@dataclass(frozen=True)
class Receipt:
    """What came of a try."""

    is_delivered: bool
    text: str
    is_final: bool = False
    """Whether the other side wants nothing more, ever."""


@dataclass(frozen=True)
class Poster:
    """Posts to whatever is within reach."""

    reach: Reach
    patience: float = PATIENCE
    lookup: Lookup = socket.getaddrinfo
    trust: Callable[[], ssl.SSLContext] = ssl.create_default_context

    def post(self, url: str, headers: Mapping[str, str], content: bytes) -> Receipt:
        """Post once. Whatever goes wrong is the answer."""
        ends = time.monotonic() + self.patience
        try:
            aim = target(url, self.reach)
            addresses = resolve(aim, self.reach, self.lookup)
            with self._connect(aim, addresses[0], ends) as connection:
                connection.sendall(_request(aim, headers, content))
                return _answer(_first_line(connection, ends))
        except BadAddress as error:
            return Receipt(False, f"refused: {error}")
        except TimeoutError:
            return Receipt(False, f"no answer within {self.patience:g} seconds")
        except ssl.SSLCertVerificationError as error:
            return Receipt(False, f"its certificate is not good: {error.verify_message}")
        except (OSError, ValueError) as error:
            return Receipt(False, f"no connection: {type(error).__name__}")

    def _connect(self, aim: Target, address: Address, ends: float) -> socket.socket:
        plain = socket.create_connection((str(address), aim.port), timeout=_left(ends))
        if not aim.is_secret:
            return plain
        try:
            plain.settimeout(_left(ends))
            return self.trust().wrap_socket(plain, server_hostname=aim.host)
        except BaseException:
            plain.close()
            raise


def _request(aim: Target, headers: Mapping[str, str], content: bytes) -> bytes:
    lines = [
        f"POST {aim.path} HTTP/1.1",
        f"Host: {aim.authority}",
        "Connection: close",
        f"Content-Length: {len(content)}",
        *(f"{name}: {value}" for name, value in headers.items()),
    ]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + content


def _first_line(connection: socket.socket, ends: float) -> bytes:
    got = b""
    while b"\n" not in got:
        connection.settimeout(_left(ends))
        part = connection.recv(_MOST_LINE)
        got += part
        if not part or len(got) > _MOST_LINE:
            break
    return got.partition(b"\n")[0]


def _answer(line: bytes) -> Receipt:
    words = line.decode("ascii", "replace").split()
    is_http = len(words) > 1 and words[0].startswith("HTTP/1.") and words[1].isdecimal()
    if not is_http or len(words[1]) != 3:
        return Receipt(False, "the answer is not HTTP")
    status = int(words[1])
    if 300 <= status < 400:
        return Receipt(False, f"{status}: redirects are not followed")
    return Receipt(200 <= status < 300, str(status), is_final=status == _GONE)


def _left(ends: float) -> float:
    """The seconds that are left. Raises TimeoutError."""
    left = ends - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left
