"""`pentarch bot submit`, `list`, `logs` and `retire`: the bots that an arbiter keeps."""

import time
import uuid
from collections.abc import Callable, Iterator
from typing import Annotated, Final

import typer
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from pentarch.arbiter.packages.manifest import BadFolder, Package
from pentarch.arbiter.v1 import bots_pb2
from pentarch.arbiter.v1.bots_pb2_grpc import BotServiceStub
from pentarch.author.single import package_of
from pentarch.cli.client import DEFAULT_ADDRESS, Address, Token, dial
from pentarch.cli.terminal import (
    FAILED,
    AsJson,
    Failure,
    console,
    misuse,
    print_json,
    print_plain,
    printable,
    progress,
    status,
)
from pentarch.engine.plain import Json

_CHUNK: Final = 256 << 10
_GLANCE: Final = 0.5
# Lines of what a bot has printed while it was validated.
_SHOWN: Final = 40
_WAITING: Final = (bots_pb2.Version.STATE_SUBMITTED, bots_pb2.Version.STATE_VALIDATING)


def submit(
    bot: Annotated[
        str,
        typer.Argument(
            metavar="BOT",
            help="The bot's folder with its pentarch.toml, a Python file, "
            "or an executable file after --",
        ),
    ],
    name: Annotated[
        str, typer.Option(help="The name of a bot that is one file, if it is not the file's.")
    ] = "",
    ruleset: Annotated[
        list[str] | None,
        typer.Option(help="A ruleset of a bot that is one file; may be repeated. Default: all."),
    ] = None,
    wait: Annotated[
        float, typer.Option(min=0, help="Seconds to wait for validation; 0: do not wait.")
    ] = 600.0,
    season: Annotated[
        int, typer.Option(min=0, help="The season it is for: refused if it cannot enter it.")
    ] = 0,
    address: Address = DEFAULT_ADDRESS,
    token: Token = "",
    as_json: AsJson = False,
) -> None:
    """Upload a bot as its next version and wait until it is validated; exit code 1 if rejected."""
    try:
        package = package_of(bot, name, ruleset)
    except BadFolder as error:
        raise misuse(str(error)) from error
    with dial(address, token) as channel:
        stub = BotServiceStub(channel)
        with progress(f"uploading {package.manifest.name}", len(package.content)) as bar:
            answer = stub.SubmitBot(
                _upload(package, season, lambda sent: bar.advance(bar.task_ids[0], sent))
            )
        version = answer.version
        if wait > 0:
            version = _await_validation(stub, version, wait)
    if as_json:
        print_json({**_plain(version), "left_out": [*answer.left_out]})
    else:
        _print_verdict(version)
        for line in answer.left_out:
            print_plain(f"left out: {printable(line)}")
    if version.state == bots_pb2.Version.STATE_REJECTED:
        raise typer.Exit(FAILED)


def list_bots(
    bot: Annotated[str, typer.Argument(help="Only the versions of this bot.")] = "",
    owner: Annotated[str, typer.Option(help="Only bots of this owner.")] = "",
    ruleset: Annotated[str, typer.Option(help="Only bots that play this ruleset now.")] = "",
    address: Address = DEFAULT_ADDRESS,
    token: Token = "",
    as_json: AsJson = False,
) -> None:
    """List the bots, or the versions of one."""
    with dial(address, token) as channel:
        stub = BotServiceStub(channel)
        if bot:
            _print_versions(_versions(stub, bot), as_json)
        else:
            _print_bots(_bots(stub, owner, ruleset), as_json)


def logs(
    bot: Annotated[str, typer.Argument(help="A bot of yours: NAME, or NAME@N for a version.")],
    match: Annotated[int, typer.Option(min=0, help="Only what it printed in this match.")] = 0,
    most: Annotated[int, typer.Option("--most", min=1, max=1000, help="Matches to show.")] = 20,
    address: Address = DEFAULT_ADDRESS,
    token: Token = "",
    as_json: AsJson = False,
) -> None:
    """Show what validation said, and what the bot printed to standard error in its matches."""
    name, at, number = bot.partition("@")
    if at and not number.isdecimal():
        raise misuse(f"a version is written NAME@NUMBER, not {bot!r}")
    with dial(address, token) as channel:
        stub = BotServiceStub(channel)
        version = stub.GetVersion(
            bots_pb2.GetVersionRequest(bot=name, number=int(number or 0))
        ).version
        entries = stub.ListLogs(
            bots_pb2.ListLogsRequest(
                bot=name, number=version.number, match_id=match, page_size=most
            )
        ).entries
    if as_json:
        print_json({**_plain(version), "matches": [_entry(entry) for entry in entries]})
        return
    if not match:
        _print_standing(version)
        if version.validation_output:
            print_plain(f"\n== validation\n{printable(version.validation_output.rstrip())}")
    for entry in entries:
        print_plain(f"\n== match {entry.match_id}, attempt {entry.attempt}, seat {entry.seat}")
        print_plain(printable(entry.text.rstrip("\n")))
    if not entries:
        print_plain("\nit printed nothing in its matches")


def _upload(
    package: Package, season: int, on_sent: "Callable[[int], None]"
) -> Iterator[bots_pb2.SubmitBotRequest]:
    manifest = package.manifest
    yield bots_pb2.SubmitBotRequest(
        manifest=bots_pb2.Manifest(
            request_id=str(uuid.uuid4()),
            bot=manifest.name,
            rulesets=manifest.rulesets,
            entry_point=manifest.entry_point,
            language=manifest.language,
            size=len(package.content),
            sha256=package.sha256,
            reusable=manifest.is_reusable,
            build=manifest.build,
            protocol=manifest.protocol,
            season_id=season,
        )
    )
    for start in range(0, len(package.content), _CHUNK):
        chunk = package.content[start : start + _CHUNK]
        yield bots_pb2.SubmitBotRequest(chunk=chunk)
        on_sent(len(chunk))


def retire(
    version: Annotated[str, typer.Argument(help="A version: NAME@NUMBER.")],
    address: Address = DEFAULT_ADDRESS,
    token: Token = "",
    as_json: AsJson = False,
) -> None:
    """Retire a version of yours: it takes part in nothing new, and stays on the ladder's record."""
    name, at, number = version.rpartition("@")
    if not at or not number.isdecimal():
        raise misuse(f"a version is written NAME@NUMBER, not {version!r}")
    request = bots_pb2.RetireVersionRequest(bot=name, number=int(number))
    with dial(address, token) as channel:
        retired = BotServiceStub(channel).RetireVersion(request).version
    if as_json:
        print_json(_plain(retired))
    else:
        print_plain(f"{_ref(retired)} is {_state(retired)}")


def _await_validation(
    stub: BotServiceStub, version: bots_pb2.Version, wait: float
) -> bots_pb2.Version:
    ends = time.monotonic() + wait
    asked = bots_pb2.GetVersionRequest(bot=version.bot, number=version.number)
    with status("validation") as say:
        while version.state in _WAITING:
            if time.monotonic() > ends:
                raise Failure(
                    f"{_ref(version)} is still {_standing(version)} after {wait:g} s; "
                    f"later: pentarch bot logs {_ref(version)}",
                    FAILED,
                )
            say(f"{_ref(version)} is {_standing(version)}")
            time.sleep(_GLANCE)
            version = stub.GetVersion(asked).version
    return version


def _bots(stub: BotServiceStub, owner: str, ruleset: str) -> list[bots_pb2.Bot]:
    found: list[bots_pb2.Bot] = []
    token = ""
    while True:
        page = stub.ListBots(
            bots_pb2.ListBotsRequest(owner=owner, ruleset=ruleset, page_token=token)
        )
        found += page.bots
        token = page.next_page_token
        if not token:
            return found


def _versions(stub: BotServiceStub, bot: str) -> list[bots_pb2.Version]:
    found: list[bots_pb2.Version] = []
    token = ""
    while True:
        page = stub.ListVersions(bots_pb2.ListVersionsRequest(bot=bot, page_token=token))
        found += page.versions
        token = page.next_page_token
        if not token:
            return found


def _print_verdict(version: bots_pb2.Version) -> None:
    """What came of validation, below the end of what the bot printed."""
    lines = printable(version.validation_output.rstrip()).splitlines()
    if len(lines) > _SHOWN:
        left = len(lines) - _SHOWN
        lines[:left] = [f"... {left} lines before; all: pentarch bot logs {_ref(version)}"]
    if lines:
        print_plain("\n".join(["== validation", *lines, ""]))
    _print_standing(version)


def _print_standing(version: bots_pb2.Version) -> None:
    print_plain(f"{_ref(version)} is {_standing(version)}")
    if version.reject_reason:
        print_plain(f"why: {printable(version.reject_reason)}")


def _print_bots(found: list[bots_pb2.Bot], as_json: bool) -> None:
    if as_json:
        print_json([_plain_bot(bot) for bot in found])
        return
    table = Table("bot", "owner", "version", "runs", "rulesets", box=None, pad_edge=False)
    for bot in found:
        active = bot.active_version
        cells = ("-", "-", "-")
        if bot.HasField("active_version"):
            cells = (str(active.number), _kind(active), ", ".join(active.rulesets))
        table.add_row(escape(bot.name), escape(bot.owner), *cells)
    console().print(table)


def _print_versions(found: list[bots_pb2.Version], as_json: bool) -> None:
    if as_json:
        print_json([_plain(version) for version in found])
        return
    table = Table("version", "state", "runs", "submitted", "rulesets", "", box=None, pad_edge=False)
    for version in found:
        made = version.create_time.ToDatetime().strftime("%Y-%m-%d %H:%M")
        rulesets = ", ".join(version.rulesets)
        why = Text(printable(version.reject_reason) or _waiting(version))
        table.add_row(_ref(version), _state(version), _kind(version), made, rulesets, why)
    console().print(table)


def _plain_bot(bot: bots_pb2.Bot) -> "dict[str, Json]":
    active = _plain(bot.active_version) if bot.HasField("active_version") else None
    return {"bot": bot.name, "owner": bot.owner, "active_version": active}


def _plain(version: bots_pb2.Version) -> "dict[str, Json]":
    return {
        "bot": version.bot,
        "version": version.number,
        "state": _state(version),
        "kind": _kind(version),
        "rulesets": [*version.rulesets],
        "language": version.language,
        "build_command": version.build_command,
        "protocol": version.protocol,
        "waiting_for": version.waiting_for,
        "retry_time": _retry_time(version, "%Y-%m-%dT%H:%M:%SZ"),
        "build": version.build,
        "sha256": version.sha256,
        "reject_reason": version.reject_reason,
        "validation_output": version.validation_output,
    }


def _entry(entry: bots_pb2.LogEntry) -> "dict[str, Json]":
    return {
        "match": entry.match_id,
        "attempt": entry.attempt,
        "seat": entry.seat,
        "text": entry.text,
    }


def _ref(version: bots_pb2.Version) -> str:
    return f"{version.bot}@{version.number}"


def _state(version: bots_pb2.Version) -> str:
    return bots_pb2.Version.State.Name(version.state).removeprefix("STATE_").lower()


def _standing(version: bots_pb2.Version) -> str:
    """Its state, and what it waits for if it cannot be validated now."""
    return ", ".join(filter(None, [_state(version), _waiting(version)]))


def _waiting(version: bots_pb2.Version) -> str:
    if version.waiting_for:
        return f"waiting for a worker with {version.waiting_for}"
    moment = _retry_time(version, "%H:%M:%S")
    return f"put off until {moment} UTC: its worker was too busy to try it" if moment else ""


def _retry_time(version: bots_pb2.Version, form: str) -> str:
    """When a version is tried again, empty if it need not be."""
    if not version.HasField("retry_time"):
        return ""
    return version.retry_time.ToDatetime().strftime(form)


def _kind(version: bots_pb2.Version) -> str:
    return bots_pb2.Version.Kind.Name(version.kind).removeprefix("KIND_").lower()
