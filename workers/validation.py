"""Validating submitted versions: unpack, build, and play a short match of each ruleset it names."""

import os
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

import structlog

from pentarch.arbiter.packages.archive import BadPackage
from pentarch.arbiter.packages.languages import LANGUAGES
from pentarch.arbiter.referee import Aborted, BotSeat, PlayedMatch, Referee, Verdict
from pentarch.arbiter.referee.clocks import TRIAL
from pentarch.arbiter.settings import settings
from pentarch.arbiter.store import bots, validations
from pentarch.arbiter.store.models import Version
from pentarch.arbiter.store.validations import Able, Validation
from pentarch.bots.random import Random
from pentarch.bots.sdk import Clock
from pentarch.engine import registry
from pentarch.engine.match import Match
from pentarch.workers import guarantees, toolchains
from pentarch.workers.builds import BuildFailed, build
from pentarch.workers.host import Host
from pentarch.workers.hosted_port import HostedPort
from pentarch.workers.ports import program_of
from pentarch.workers.sandbox import NoSandbox

_log = structlog.get_logger()

DEADLINE: Final = timedelta(minutes=5)
MOST_OUTPUT: Final = 20_000
SEED: Final = 1


class Rejected(Exception):
    """Why a version cannot play, in one sentence for its owner."""


class Disturbed(Exception):
    """This host did not let the version play. That says nothing about the version."""


def validate_next(host: Host) -> int | None:
    """Validate the version that has waited longest; its id, None when none waits."""
    with host.store.writing() as session:
        now = host.now()
        validations.expire(session, now)
        deadline = now + DEADLINE + timedelta(seconds=settings().build_seconds)
        validation = validations.begin(session, host.name, now, deadline, _able(host))
    if validation is None:
        return None
    with host.store.reading() as session:
        version = bots.version(session, validation.version_id)
    said: list[str] = []
    try:
        guarantees.require()
        built = _try_out(host, version, said)
    except Rejected as error:
        _reject(host, validation, str(error), said)
    except (NoSandbox, Disturbed) as error:
        # Not the bot's fault: another host may be able to, or this one when it is less busy.
        _log.error("this host cannot validate", version=version.id, reason=str(error))
        host.write(lambda session: validations.put_off(session, validation, host.now(), host.rest))
    else:
        output = _output(said)
        host.write(
            lambda session: validations.activate(
                session, validation, output=output, now=host.now(), built=built
            )
        )
    return version.id


def _reject(host: Host, validation: Validation, reason: str, said: list[str]) -> None:
    output = _output(said)
    host.write(
        lambda session: validations.reject(
            session, validation, reason=reason, output=output, now=host.now()
        )
    )


def _able(host: Host) -> Able:
    there = host.toolchains
    return Able(toolchains.buildable(there), toolchains.runnable(there))


def _try_out(host: Host, version: Version, said: list[str]) -> bytes | None:
    """Unpack, build and play: what was built, if anything was.

    Raises Rejected or Disturbed; what happens is written to `said`.
    """
    assert version.package_sha256 is not None, "hosted versions have a package"
    with host.store.reading() as session:
        content = bots.package(session, version.package_sha256)
    try:
        package = host.cache.put(content)
    except BadPackage as error:
        raise Rejected(str(error)) from error
    built: bytes | None = None
    if version.build_command:
        built = _build(version, package, said)
        try:
            package = host.cache.put(built)
        except BadPackage as error:
            raise Rejected(f"what the build leaves cannot be kept: {error}") from error
    _check_entry(version, package)
    for played in version.rulesets:
        port = HostedPort(
            program_of(version, package),
            match_id=version.id,
            clock=Clock(TRIAL.bank, TRIAL.increment, TRIAL.cap),
        )
        result = _play(played.ruleset, port)
        said += [f"== {played.ruleset}", port.output.text()]
        _judge(played.ruleset, result, said)
    return built


def _build(version: Version, package: Path, said: list[str]) -> bytes:
    """What the build makes of a package. Raises Rejected."""
    said.append(f"== build: {version.build_command}")
    try:
        made = build(package, version.build_command, version.language)
    except BuildFailed as error:
        said.append(error.output)
        raise Rejected(str(error)) from error
    said.append(made.output)
    return made.package


def _check_entry(version: Version, package: Path) -> None:
    """Make sure that there is something to start. Raises Rejected."""
    whose = "the build leaves" if version.build_command else "the package has"
    entry = package / version.entry_point
    if not entry.is_file():
        raise Rejected(f"{whose} no file {version.entry_point!r}")
    if LANGUAGES[version.language].is_executable and not os.access(entry, os.X_OK):
        raise Rejected(f"{whose} {version.entry_point!r}, but not as an executable file")


def _play(ruleset: str, port: HostedPort) -> PlayedMatch:
    rules = registry.get(ruleset)
    match: Match[Any] = Match(rules, rules.info.min_seats, {}, SEED)
    rivals = [BotSeat(Random()) for _ in range(match.seats - 1)]
    names = ["candidate", *["random"] * len(rivals)]
    try:
        return Referee(match, [port, *rivals], bots=names, terms=TRIAL).run()
    except Aborted as error:
        if error.verdict is not Verdict.ENGINE_ERROR:
            raise Disturbed(str(error)) from error
        raise Rejected(f"{ruleset}: the trial match was aborted: {error}") from error


def _judge(ruleset: str, result: PlayedMatch, said: list[str]) -> None:
    for evidence in result.evidence:
        if evidence.seat == 0:
            raise Rejected(
                f"{ruleset}: {evidence.verdict} at decision {evidence.decision}: {evidence.error}"
            )
    said.append(f"played {len(result.match.steps)} steps, {result.outcome.reason}")


def _output(said: list[str]) -> str:
    return "\n".join(filter(None, said))[-MOST_OUTPUT:]
