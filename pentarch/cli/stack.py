"""The services: the arbiter, the workers, and `up`, which runs all of them on one machine."""

import asyncio
import os
import signal
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import asdict
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import structlog
import typer
from prometheus_client import start_http_server
from sqlalchemy.orm import Session

from pentarch.arbiter.api.desk import Desk
from pentarch.arbiter.api.server import Server, Tls
from pentarch.arbiter.logs import configure
from pentarch.arbiter.relay.feed import RedisSource
from pentarch.arbiter.relay.mailbox import Sessions
from pentarch.arbiter.relay.redis_address import redis_address
from pentarch.arbiter.settings import Settings, settings
from pentarch.arbiter.store import Store, bots, migrate, owners
from pentarch.arbiter.store.errors import NotFound
from pentarch.arbiter.store.models import Version
from pentarch.arbiter.store.words import VersionKind
from pentarch.cli import tokens
from pentarch.cli.claims import announced, claimed
from pentarch.cli.processes import Processes, is_listening, require_free
from pentarch.cli.terminal import console, misuse, print_json, print_plain
from pentarch.cli.tokens import HOUSE
from pentarch.engine import registry
from pentarch.engine.plain import Json
from pentarch.workers import guarantees, toolchains
from pentarch.workers.app import make_app
from pentarch.workers.broker import NoBroker, PrivateRedis
from pentarch.workers.process_tree import MODULE
from pentarch.workers.tasks import CeleryDispatch

REFERENCE: Final = {"random": "random", "greedy": "greedy", "mcts": "mcts"}
"""The bots that come with the program: names and builds."""
_START_WAIT: Final = 300.0
_log = structlog.get_logger()


def serve_arbiter() -> None:
    """Run the gRPC arbiter until stopped."""
    configure(settings())
    asyncio.run(_serve(settings()))


async def _serve(chosen: Settings) -> None:
    app = make_app(chosen)
    app.set_default()
    store = Store(chosen.database_url, shelf=chosen.shelf)
    live = RedisSource(redis_address(chosen))
    sessions = Sessions(redis_address(chosen))
    server = Server(Desk(store, CeleryDispatch(), live, sessions))
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    serve_metrics(chosen.metrics)
    try:
        port = await server.start(chosen.listen, _tls(chosen))
    except OSError as error:
        raise misuse(str(error)) from error
    _log.info("arbiter listens", address=chosen.listen, port=port)
    await stop.wait()
    await server.stop()
    await live.close()
    await sessions.close()
    store.close()


def serve_metrics(address: str) -> None:
    """Serve what this process counts over HTTP, from a thread. Raises Failure."""
    host, _, port = address.rpartition(":")
    if not port.isascii() or not port.isdecimal():
        raise misuse(f"PENTARCH_METRICS is host:port, not {address!r}")
    if int(port) == 0:
        return
    try:
        start_http_server(int(port), host.strip("[]"))
    except (OSError, OverflowError) as error:
        raise misuse(f"cannot serve metrics at {address}: {error}") from error


def serve_worker(processes: Mapping[str, int]) -> None:
    """Run worker nodes until stopped: how many processes of each role."""
    nodes = {
        role: [*MODULE, "pentarch.workers", role, f"--concurrency={number}"]
        for role, number in processes.items()
        if number
    }
    if not nodes:
        raise misuse("a worker needs at least one process")
    Processes(nodes).run()


def up(play: int) -> None:
    """Run everything until stopped."""
    chosen = settings()
    with running(chosen, play) as processes:
        print_plain(f"arbiter at {chosen.listen}, data in {chosen.data.resolve()}")
        print_plain(f"dashboard at {dashboard_address(chosen)}")
        print_plain("Ctrl-C stops everything. Next, in another terminal:")
        print_plain("\n".join(f"  {line}" for line in _next_commands(chosen)))
        sys.stdout.flush()
        processes.wait()


def _next_commands(chosen: Settings) -> list[str]:
    """What somebody types to see a bot rated; with a token if nobody has one yet."""
    lines = []
    if chosen.listen != Settings.model_fields["arbiter"].default:
        lines.append(f"export PENTARCH_ARBITER={chosen.listen}")
    token = tokens.for_first_owner(chosen)
    if token is not None:
        lines.append(f"export PENTARCH_TOKEN={token.text}  # {token.owner}, an admin; shown once")
    else:
        lines.append(f"PENTARCH_DATA={chosen.data.resolve()} pentarch token create NAME")
    return [
        *lines,
        "pentarch bot new my-bot",
        "pentarch bot submit my-bot",
        "pentarch tournament create township --format ladder --rated --start",
        "pentarch ladder township",
    ]


@contextmanager
def running(
    chosen: Settings, play: int, reference: Mapping[str, str] = REFERENCE
) -> "Iterator[Processes]":
    """Everything on one machine: the block runs once the arbiter and the dashboard answer."""
    require_free("PENTARCH_LISTEN", chosen.listen)
    require_free("PENTARCH_DASHBOARD", chosen.dashboard)
    if find_spec("streamlit") is None:
        raise misuse(
            "the dashboard needs the package 'streamlit': pip install 'pentarch[dashboard]'"
        )
    # The dashboard's own arbiter is the one that runs beside it.
    os.environ.setdefault("PENTARCH_ARBITER", chosen.listen)
    # Until the processes take note of signals themselves: unwind, as for Ctrl-C.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with ExitStack() as stack:
        stack.enter_context(claimed(chosen.data))
        if chosen.database is None:
            stack.enter_context(announced(chosen.data))
        if chosen.redis is None:
            try:
                stack.enter_context(PrivateRedis(chosen.redis_folder))
            except NoBroker as error:
                raise misuse(str(error)) from error
        prepare(chosen, reference)
        workers = [*MODULE, "pentarch.workers"]
        processes = Processes(
            {
                "arbiter": [*MODULE, "pentarch.cli", "arbiter"],
                "play": [*workers, "play", f"--concurrency={play}"],
                "verify": [*workers, "verify"],
                "validate": [*workers, "validate"],
                "analyse": [*workers, "analyse"],
                "dashboard": [*MODULE, "pentarch.dashboard"],
            },
            chosen.data / "logs",
        )
        stack.callback(processes.stop)
        processes.start()
        _await(processes, [chosen.listen, chosen.dashboard])
        yield processes


def dashboard_address(chosen: Settings) -> str:
    """Where a browser on this machine finds the dashboard."""
    host, _, port = chosen.dashboard.rpartition(":")
    return f"http://{'localhost' if host in ('', '0.0.0.0', '[::]') else host}:{port}"


def _await(processes: Processes, addresses: list[str]) -> None:
    """Until something listens at all of them. Raises Failure."""
    ends = time.monotonic() + _START_WAIT
    for address in addresses:
        while not processes.is_stopping and not is_listening(address):
            processes.watch()
            if time.monotonic() > ends:
                raise misuse(f"nothing listens at {address} after {_START_WAIT:.0f} seconds")
            time.sleep(0.1)


def prepare(chosen: Settings, reference: Mapping[str, str] = REFERENCE) -> None:
    """Bring the database up to date and make the reference bots known."""
    store = Store(chosen.database_url)
    migrate.upgrade(store)
    with store.writing() as session:
        reference_bots(session, reference, datetime.now(UTC))
    store.close()


def reference_bots(session: Session, reference: Mapping[str, str], now: datetime) -> list[Version]:
    """The versions of the reference bots, made where they are missing."""
    try:
        house = owners.by_name(session, HOUSE)
    except NotFound:
        house = owners.create(session, HOUSE, now)
    return [
        bots.ensure_running(
            session,
            house.id,
            name,
            kind=VersionKind.BUILTIN,
            build=build,
            rulesets=list(registry.IDS),
            now=now,
        )
        for name, build in reference.items()
    ]


def migrate_database(as_json: bool) -> None:
    """Bring the database up to date, with the reference bots in it."""
    prepare(settings())
    if as_json:
        print_json({"revision": migrate.newest()})
    else:
        print_plain(f"the database is at revision {migrate.newest()}")


def check_sandbox(as_json: bool) -> None:
    """Print what this machine can enforce; exit code 1 if anything is missing."""
    findings = guarantees.check()
    there = toolchains.versions()
    if as_json:
        values: list[Json] = [asdict(finding) for finding in findings]
        print_json({"guarantees": values, "toolchains": {**there}})
    else:
        for finding in findings:
            mark = "yes" if finding.holds else "off" if finding.is_waived else "NO "
            line = f"{mark}  {finding.name:<20} {finding.detail}  (how: {finding.tried})"
            style = "" if finding.holds else "bold red"
            console().print(line, markup=False, soft_wrap=True, style=style)
        console().print("\ntoolchains, to build and run bots with:")
        for name in toolchains.NAMES:
            console().print(f"     {name:<20} {there.get(name, '-')}", markup=False)
    if any(finding.is_missing for finding in findings):
        raise typer.Exit(1)


def _tls(chosen: Settings) -> Tls | None:
    if chosen.tls_certificate is None and chosen.tls_key is None:
        return None
    if chosen.tls_certificate is None or chosen.tls_key is None:
        raise misuse("TLS needs both PENTARCH_TLS_CERTIFICATE and PENTARCH_TLS_KEY")
    for path in (chosen.tls_certificate, chosen.tls_key, chosen.tls_client_ca):
        if path is not None and not Path(path).is_file():
            raise misuse(f"there is no file {path}")
    return Tls(chosen.tls_certificate, chosen.tls_key, chosen.tls_client_ca)
