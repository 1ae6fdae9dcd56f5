"""Validating submitted versions: unpack, start, and play a short match of each ruleset it names."""

from datetime import timedelta
from typing import Any, Final

import structlog

from pentarch.arbiter.packages.archive import BadPackage
from pentarch.arbiter.referee import Aborted, BotSeat, MatchResult, Referee, Verdict
from pentarch.arbiter.referee.clocks import TRIAL
from pentarch.arbiter.store import bots
from pentarch.arbiter.store.bots import Validation
from pentarch.arbiter.store.models import Version
from pentarch.bots.random import Random
from pentarch.bots.sdk import Clock
from pentarch.engine import registry
from pentarch.engine.match import Match
from pentarch.workers import guarantees
from pentarch.workers.host import Host
from pentarch.workers.hosted_port import HostedPort
from pentarch.workers.ports import INTERPRETERS, program_of
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
        bots.expire_validations(session, now)
        validation = bots.begin_validation(session, host.name, now, now + DEADLINE)
    if validation is None:
        return None
    with host.store.reading() as session:
        version = bots.version(session, validation.version_id)
    said: list[str] = []
    try:
        guarantees.require()
        _try_out(host, version, said)
    except Rejected as error:
        _reject(host, validation, str(error), said)
    except (NoSandbox, Disturbed) as error:
        # Not the bot's fault: another host may be able to, or this one when it is less busy.
        _log.error("this host cannot validate", version=version.id, reason=str(error))
        host.write(lambda session: bots.put_off(session, validation, host.now(), host.rest))
    else:
        output = _output(said)
        host.write(
            lambda session: bots.activate(session, validation, output=output, now=host.now())
        )
    return version.id


def _reject(host: Host, validation: Validation, reason: str, said: list[str]) -> None:
    output = _output(said)
    host.write(
        lambda session: bots.reject(
            session, validation, reason=reason, output=output, now=host.now()
        )
    )


def _try_out(host: Host, version: Version, said: list[str]) -> None:
    """Unpack and play. Raises Rejected or Disturbed; what happens is written to `said`."""
    assert version.package_sha256 is not None, "hosted versions have a package"
    with host.store.reading() as session:
        content = bots.package(session, version.package_sha256)
    try:
        package = host.cache.put(content)
    except BadPackage as error:
        raise Rejected(str(error)) from error
    entry = package / version.entry_point
    if not entry.is_file():
        raise Rejected(f"the package has no file {version.entry_point!r}")
    if version.language not in INTERPRETERS:
        raise Rejected(f"bots in {version.language!r} are not hosted")
    program = program_of(version, package)
    for played in version.rulesets:
        port = HostedPort(
            program,
            match_id=version.id,
            clock=Clock(TRIAL.bank, TRIAL.increment, TRIAL.cap),
        )
        result = _play(played.ruleset, port)
        said += [f"== {played.ruleset}", port.output.text()]
        _judge(played.ruleset, result, said)


def _play(ruleset: str, port: HostedPort) -> MatchResult:
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


def _judge(ruleset: str, result: MatchResult, said: list[str]) -> None:
    for evidence in result.evidence:
        if evidence.seat == 0:
            said += evidence.stderr
            raise Rejected(
                f"{ruleset}: {evidence.verdict} after {evidence.step} steps: {evidence.error}"
            )
    said.append(f"played {len(result.match.steps)} steps, {result.outcome.reason}")


def _output(said: list[str]) -> str:
    return "\n".join(said)[-MOST_OUTPUT:]
