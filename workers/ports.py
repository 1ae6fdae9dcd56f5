"""Who sits at a seat: the port for each kind of version."""

import time
from pathlib import Path

from redis.exceptions import RedisError

from pentarch.arbiter.packages.languages import LANGUAGES
from pentarch.arbiter.referee import BotSeat, Port, Terms
from pentarch.arbiter.referee.clocks import USUAL
from pentarch.arbiter.relay.mailbox import Mailbox
from pentarch.arbiter.store import bots
from pentarch.arbiter.store.models import Match, Seat, Version
from pentarch.arbiter.store.words import VersionKind
from pentarch.bots.registry import make
from pentarch.bots.sdk import Clock
from pentarch.engine.plain import Json
from pentarch.workers import sandbox
from pentarch.workers.bot_process import Program
from pentarch.workers.host import Host
from pentarch.workers.hosted_port import HostedPort, WarmBots
from pentarch.workers.remote_port import DISCONNECT_BANK, RemotePort, RemoteSeat


class CannotSeat(Exception):
    """A version cannot be played on this host. Nobody's fault, and another host may do better."""


class NoRuntime(Exception):
    """A version needs a toolchain that this host does not have. The match can wait for another."""


class Missing(Exception):
    """A remote bot is not connected. Its disconnect bank runs; the match can wait for it."""


def terms_of(clock: dict[str, Json]) -> Terms:
    """The time control of a match; what is missing has its default."""

    def number(name: str, default: float) -> float:
        value = clock.get(name)
        return float(value) if isinstance(value, int | float) else default

    return Terms(
        bank=number("bank", USUAL.bank),
        increment=number("increment", USUAL.increment),
        cap=number("cap", USUAL.cap),
        total=number("total", USUAL.total),
    )


def ports_of(host: Host, match: Match, epoch: int, warm: WarmBots) -> list[Port]:
    """The ports of an attempt at a match, by seat.

    Raises CannotSeat, NoRuntime, and Missing for a bot to wait for.
    """
    return [_port(host, match, epoch, seat, warm) for seat in match.seats]


def program_of(version: Version, package: Path) -> Program:
    """How a hosted version is run from its unpacked package."""
    argv = LANGUAGES[version.language].start(f"{sandbox.PACKAGE}/{version.entry_point}")
    if version.language == "python":
        argv[0] = sandbox.interpreter()
    return Program(package, tuple(argv), language=version.language, protocol=version.protocol)


def runtimes_of(match: Match) -> set[str]:
    """The toolchains that a host must have to play a match."""
    hosted = [seat.version for seat in match.seats if seat.version.kind is VersionKind.HOSTED]
    return {LANGUAGES[version.language].runtime for version in hosted} - {""}


def _port(host: Host, match: Match, epoch: int, seat: Seat, warm: WarmBots) -> Port:
    version = seat.version
    if version.kind is VersionKind.BUILTIN:
        # In this process it has no core of its own, as hosted bots have.
        return BotSeat(make(version.build, match.ruleset), meter=time.thread_time)
    terms = terms_of(match.clock)
    clock = Clock(left=terms.bank, increment=terms.increment, cap=terms.cap)
    if version.kind is VersionKind.HOSTED:
        program = _program(host, version)
        kept = warm if version.is_reusable else None
        return HostedPort(
            program,
            match_id=match.id,
            clock=clock,
            warm=kept,
            key=match.key,
            cores=host.cores,
        )
    if host.mailbox is None:
        raise CannotSeat(f"{version.ref} is a remote bot, and this host has no Redis")
    place = RemoteSeat(match.id, epoch, seat.seat, version.id, version.ref, match.is_rated)
    return RemotePort(host.mailbox, place, clock, missed=_missed(host.mailbox, version))


def _missed(mailbox: Mailbox, version: Version) -> float:
    """For how long a remote bot has not been connected. Raises Missing while it may come back."""
    try:
        missed = mailbox.missed(version.id)
    except RedisError:
        return 0.0  # the port meets the same trouble, and knows its verdict
    if missed is None:
        return 0.0
    if missed < DISCONNECT_BANK:
        raise Missing(f"{version.ref} is not connected, for {missed:.0f} seconds so far")
    return missed


def _program(host: Host, version: Version) -> Program:
    runtime = LANGUAGES[version.language].runtime
    if runtime and runtime not in host.toolchains:
        raise NoRuntime(f"{version.ref} needs {runtime}, which this host does not have")
    sha256 = version.built_sha256 or version.package_sha256
    assert sha256 is not None, "hosted versions have a package"
    package = host.cache.get(sha256)
    if package is None:
        with host.store.reading() as session:
            content = bots.package(session, sha256)
        package = host.cache.put(content)
    return program_of(version, package)
