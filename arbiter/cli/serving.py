"""The services: the arbiter, the workers, and `up`, which runs all of them on one machine."""

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import structlog
import typer

from arbiter.addresses import redis_address
from arbiter.cli.terminal import console, misuse, print_json
from arbiter.live import RedisSource
from arbiter.mailbox import Sessions
from arbiter.services.desk import Desk
from arbiter.services.server import Server, Tls
from arbiter.settings import Settings, listing, settings
from arbiter.store import Store, bots, migrate, owners
from arbiter.store.errors import InvalidName, NotFound
from arbiter.store.words import Role, VersionKind
from engine import registry
from workers import sandbox
from workers.app import make_app
from workers.broker import NoBroker, PrivateRedis
from workers.tasks import CeleryDispatch

HOUSE: Final = "pentarch"
REFERENCE: Final = ("random", "greedy", "mcts")
_STOP_WAIT: Final = 15.0
_log = structlog.get_logger()


def serve_arbiter() -> None:
    """Run the gRPC arbiter until stopped."""
    asyncio.run(_serve(settings()))


async def _serve(chosen: Settings) -> None:
    app = make_app(chosen)
    app.set_default()
    store = Store(chosen.database_url)
    live = RedisSource(redis_address(chosen))
    sessions = Sessions(redis_address(chosen))
    server = Server(Desk(store, CeleryDispatch(), live, sessions))
    try:
        port = await server.start(chosen.listen, _tls(chosen))
    except OSError as error:
        raise misuse(str(error)) from error
    _log.info("arbiter listens", address=chosen.listen, port=port)
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    await stop.wait()
    await server.stop()
    await live.close()
    await sessions.close()
    store.close()


def serve_worker(play: int, verify: int) -> None:
    """Run worker nodes until stopped."""
    nodes = {}
    if play:
        nodes["play"] = [sys.executable, "-m", "workers", "play", f"--concurrency={play}"]
    if verify:
        nodes["verify"] = [sys.executable, "-m", "workers", "verify", f"--concurrency={verify}"]
    if not nodes:
        raise misuse("a worker needs at least one process")
    Processes(nodes).run()


def up(play: int) -> None:
    """Run everything until stopped."""
    chosen = settings()
    chosen.data.mkdir(parents=True, exist_ok=True)
    with contextlib.ExitStack() as stack:
        if chosen.redis is None:
            try:
                stack.enter_context(PrivateRedis(chosen.redis_folder))
            except NoBroker as error:
                raise misuse(str(error)) from error
        prepare(chosen)
        line = [sys.executable, "-m", "arbiter.cli"]
        nodes = {
            "arbiter": [*line, "arbiter"],
            "play": [sys.executable, "-m", "workers", "play", f"--concurrency={play}"],
            "verify": [sys.executable, "-m", "workers", "verify"],
        }
        console().print(f"arbiter at {chosen.listen}, data in {chosen.data.resolve()}")
        console().print("Ctrl-C stops everything.")
        Processes(nodes).run()


def prepare(chosen: Settings) -> None:
    """Bring the database up to date and make the reference bots known."""
    store = Store(chosen.database_url)
    migrate.upgrade(store)
    now = datetime.now(UTC)
    with store.writing() as session:
        try:
            house = owners.by_name(session, HOUSE)
        except NotFound:
            house = owners.create(session, HOUSE, now)
        for spec in REFERENCE:
            bots.ensure_running(
                session,
                house.id,
                spec,
                kind=VersionKind.BUILTIN,
                build=spec,
                rulesets=list(registry.IDS),
                now=now,
            )
    store.close()


def create_token(owner: str, role: str, label: str, as_json: bool) -> None:
    """Make a token and print it."""
    if role not in [*Role]:
        raise misuse(f"the role is one of {', '.join(Role)}, not {role!r}")
    now = datetime.now(UTC)
    store = Store(settings().database_url)
    try:
        with store.writing() as session:
            try:
                found = owners.by_name(session, owner)
            except NotFound:
                found = owners.create(session, owner, now)
            token, text = owners.create_token(session, found.id, Role(role), label=label, now=now)
    except InvalidName as error:
        raise misuse(str(error)) from error
    finally:
        store.close()
    if as_json:
        print_json({"owner": owner, "role": role, "key": token.key, "token": text})
    else:
        console().print(text)


def migrate_database() -> None:
    """Bring the database up to date."""
    store = Store(settings().database_url)
    migrate.upgrade(store)
    store.close()
    console().print(f"the database is at revision {migrate.newest()}")


def check_sandbox(as_json: bool) -> None:
    """Print what this machine can enforce; exit code 1 if anything is missing."""
    findings = sandbox.check()
    if as_json:
        print_json([{"name": f.name, "holds": f.holds, "detail": f.detail} for f in findings])
    else:
        for finding in findings:
            mark = "yes" if finding.holds else "NO "
            console().print(f"{mark}  {finding.name:<18} {finding.detail}")
    if not all(finding.holds for finding in findings):
        raise typer.Exit(1)


def show_settings(as_json: bool) -> None:
    """Print every variable."""
    if as_json:
        print_json([{"name": n, "default": d, "help": h} for n, d, h in listing()])
        return
    for name, default, help in listing():
        console().print(f"{name:<26} {default:<18} {help}")


def _tls(chosen: Settings) -> Tls | None:
    if chosen.tls_certificate is None and chosen.tls_key is None:
        return None
    if chosen.tls_certificate is None or chosen.tls_key is None:
        raise misuse("TLS needs both PENTARCH_TLS_CERTIFICATE and PENTARCH_TLS_KEY")
    for path in (chosen.tls_certificate, chosen.tls_key, chosen.tls_client_ca):
        if path is not None and not Path(path).is_file():
            raise misuse(f"there is no file {path}")
    return Tls(chosen.tls_certificate, chosen.tls_key, chosen.tls_client_ca)


class Processes:
    """Child processes that run until the first signal; one that dies is started again."""

    def __init__(self, commands: dict[str, list[str]]) -> None:
        self._commands: Final = commands
        self._running: Final[dict[str, subprocess.Popen[bytes]]] = {}
        self._is_stopping = False
        self._began: Final[dict[str, float]] = {}

    def run(self) -> None:
        """Start all, keep them running, stop all. Raises Failure when one cannot start at all."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._stop)
        for name in self._commands:
            self._start(name)
        try:
            while not self._is_stopping:
                time.sleep(0.2)
                self._restart_dead()
        finally:
            self._end()

    def _start(self, name: str) -> None:
        self._began[name] = time.monotonic()
        self._running[name] = subprocess.Popen(
            self._commands[name], env=os.environ, start_new_session=True
        )

    def _restart_dead(self) -> None:
        for name, process in list(self._running.items()):
            code = process.poll()
            if code is None or self._is_stopping:
                continue
            if code == 2 or time.monotonic() - self._began[name] < 2.0:
                raise misuse(
                    f"{name} ended at once with exit code {code}; see its last words above"
                )
            _log.warning("process ended, starting it again", name=name, code=code)
            self._start(name)

    def _stop(self, *_: object) -> None:
        self._is_stopping = True

    def _end(self) -> None:
        for process in self._running.values():
            if process.poll() is None:
                process.terminate()
        deadline = time.monotonic() + _STOP_WAIT
        for process in self._running.values():
            try:
                process.wait(max(0.1, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
                process.wait()
