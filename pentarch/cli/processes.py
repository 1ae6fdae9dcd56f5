"""Child processes that live and end together: started, watched, started again, stopped."""

import contextlib
import os
import signal
import socket
import subprocess
import time
from pathlib import Path
from typing import Final

import structlog

from pentarch.cli.terminal import misuse
from pentarch.workers.process_tree import leashed

_STOP_WAIT: Final = 15.0
_EARLY: Final = 2.0
"""A process that ends sooner than this has not started at all."""
_log = structlog.get_logger()


class Processes:
    """Runs commands until the first signal; one that dies later is started again.

    With a folder for logs every process writes to its own file there, else to our output.
    """

    def __init__(self, commands: dict[str, list[str]], logs: Path | None = None) -> None:
        self._commands: Final = commands
        self._logs: Final = logs
        self._running: Final[dict[str, subprocess.Popen[bytes]]] = {}
        self._began: Final[dict[str, float]] = {}
        self._signals = 0

    @property
    def is_stopping(self) -> bool:
        """Whether a signal has come."""
        return self._signals > 0

    def start(self) -> None:
        """Start all; from now on signals are noticed."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._take_note)
        for name in self._commands:
            self._start(name)

    def watch(self) -> None:
        """Restart what has died. Raises Failure for what cannot start at all."""
        for name, process in list(self._running.items()):
            code = process.poll()
            if code is None or self.is_stopping:
                continue
            if code == 2 or time.monotonic() - self._began[name] < _EARLY:
                raise misuse(f"{name} ended with exit code {code}: {self._last_words(name)}")
            _log.warning("process ended, starting it again", name=name, code=code)
            self._start(name)

    def wait(self) -> None:
        """Watch over them until a signal comes."""
        while not self.is_stopping:
            time.sleep(0.2)
            self.watch()

    def stop(self) -> None:
        """End all, with everything they have started; a second signal ends them at once."""
        for process in self._running.values():
            if process.poll() is None:
                process.terminate()
        deadline = time.monotonic() + _STOP_WAIT
        before = self._signals
        while any(process.poll() is None for process in self._running.values()):
            if time.monotonic() > deadline or self._signals > before:
                break
            time.sleep(0.05)
        for process in self._running.values():
            # Also when it has ended itself: of its children some may be left.
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    def run(self) -> None:
        """Start all, keep them running, stop all. Raises Failure."""
        try:
            self.start()
            self.wait()
        finally:
            self.stop()

    def _start(self, name: str) -> None:
        self._began[name] = time.monotonic()
        with contextlib.ExitStack() as stack:
            output = None
            if self._logs is not None:
                self._logs.mkdir(parents=True, exist_ok=True)
                output = stack.enter_context(open(self._log_of(name), "ab"))
            self._running[name] = subprocess.Popen(
                leashed(self._commands[name]),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,
            )

    def _take_note(self, *_: object) -> None:
        self._signals += 1

    def _log_of(self, name: str) -> Path:
        assert self._logs is not None
        return self._logs / f"{name}.log"

    def _last_words(self, name: str) -> str:
        if self._logs is None:
            return "see its last words above"
        lines = self._log_of(name).read_text(errors="replace").strip().splitlines()
        return lines[-1] if lines else "it said nothing"


def require_free(variable: str, address: str) -> None:
    """Raise Failure when something else listens at `host:port`, or it is no such address."""
    _, colon, port = address.rpartition(":")
    if not colon or not port.isascii() or not port.isdecimal() or int(port) > 65535:
        raise misuse(f"{variable} is host:port, not {address!r}")
    try:
        _bound_port(address)
    except OSError as error:
        raise misuse(
            f"cannot listen at {address} ({error.strerror}); set {variable} to another host:port"
        ) from error


def free_address(address: str) -> str:
    """The address if nobody listens there, else the same host with a port that is free."""
    host, _, _ = address.rpartition(":")
    try:
        return f"{host}:{_bound_port(address)}"
    except OSError:
        return f"{host}:{_bound_port(f'{host}:0')}"


def is_listening(address: str) -> bool:
    """Whether somebody takes connections at `host:port`."""
    family, (host, port) = _place(address)
    with socket.socket(family) as probe:
        probe.settimeout(1.0)
        return probe.connect_ex((host or "localhost", port)) == 0


def _bound_port(address: str) -> int:
    """The port that listening there for a moment gives. Raises OSError."""
    family, place = _place(address)
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind(place)
        port: int = probe.getsockname()[1]
        return port


def _place(address: str) -> "tuple[socket.AddressFamily, tuple[str, int]]":
    host, _, port = address.rpartition(":")
    host = host.strip("[]")
    return (socket.AF_INET6 if ":" in host else socket.AF_INET), (host, int(port))
