"""`pentarch bot`: writing, checking and connecting bots. What an arbiter keeps: `submissions`."""

import itertools
import logging
import signal
import sys
import threading
from pathlib import Path
from typing import Annotated, Final

import typer
from rich.table import Table
from rich.text import Text

from pentarch.arbiter.packages.manifest import BadFolder, check_name, read_manifest
from pentarch.author import starters
from pentarch.author.builds import build_of
from pentarch.author.doctor import Diagnosis, Grade, check_bot
from pentarch.author.launch import Launch, launch_of
from pentarch.author.seats import ProgramBot
from pentarch.author.types import Language
from pentarch.bots.registry import bot_class, is_program
from pentarch.bots.sdk.remote import ConnectionRefused, Remote
from pentarch.bots.sdk.session import Maker
from pentarch.cli import submissions
from pentarch.cli.client import DEFAULT_ADDRESS, Address, Token, require_token, tls_settings
from pentarch.cli.command_lines import WithCommandLine
from pentarch.cli.matches import Seed
from pentarch.cli.terminal import (
    FAILED,
    INTERRUPTED,
    AsJson,
    console,
    misuse,
    print_json,
    print_plain,
    printable,
    read_bytes,
    status,
    write_bytes,
)
from pentarch.engine import registry
from pentarch.engine.plain import strs

app = typer.Typer(help="Write, check, submit and connect bots.", no_args_is_help=True)

_MARKS: Final = {Grade.PASSED: "[green]ok[/]", Grade.NOTED: "[yellow]note[/]"}

Rulesets = Annotated[
    list[str] | None,
    typer.Option("--ruleset", help="Only this ruleset; may be repeated. Default: all it names."),
]
Where = Annotated[
    str,
    typer.Argument(
        metavar="BOT", help="The bot's folder, a Python file, or a command line after --"
    ),
]


def new_bot(
    folder: Annotated[Path, typer.Argument(help="A new folder; its name is the bot's.")],
    name: Annotated[str, typer.Option(help="The bot's name, if it is not the folder's.")] = "",
    language: Annotated[
        Language, typer.Option(help=f"What it is written in: {', '.join(Language)}.")
    ] = Language.PYTHON,
    as_json: AsJson = False,
) -> None:
    """Write a folder with a bot that plays at once, the types of its views and a README."""
    try:
        chosen = check_name(name or folder.resolve().name)
    except BadFolder as error:
        raise misuse(f"{error}; name it with --name") from error
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise misuse(f"{str(folder)!r} exists and is not an empty folder")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise misuse(f"cannot make {str(folder)!r}: {error.strerror}") from error
    kit = starters.kit(language, chosen)
    _write(folder, kit)
    parts = sorted({path.partition("/")[0] for path in kit if not path.startswith(".")})
    if as_json:
        print_json({"bot": chosen, "folder": str(folder), "files": strs(sorted(kit))})
        return
    print_plain(f"{chosen} is in {folder}: {', '.join(parts)}")
    print_plain(f"next: pentarch match township {folder} greedy, and pentarch bot check {folder}")


def write_types(
    folder: Annotated[Path, typer.Argument(help="The bot's folder, with its pentarch.toml.")],
    as_json: AsJson = False,
) -> None:
    """Write the library of a bot's folder anew: the types of views and messages, and their reader.

    It is what `pentarch bot new` has put there, as this version of Pentarch has it. Nothing else
    in the folder is touched.
    """
    try:
        manifest = read_manifest(folder)
    except BadFolder as error:
        raise misuse(str(error)) from error
    if manifest.language not in starters.LANGUAGES:
        known = ", ".join(starters.LANGUAGES)
        raise misuse(f"there are types for {known}; the manifest says {manifest.language!r}")
    library = starters.library(starters.LANGUAGES[manifest.language])
    changed = {path: text for path, text in library.items() if _text_of(folder / path) != text}
    _write(folder, changed)
    if as_json:
        print_json({"bot": manifest.name, "folder": str(folder), "files": strs(sorted(changed))})
    elif changed:
        print_plain("\n".join(["written anew:", *(f"  {path}" for path in sorted(changed))]))
    else:
        print_plain(f"the types of {manifest.name} are up to date")


def check(
    bot: Where,
    ruleset: Rulesets = None,
    blocks: Annotated[
        int, typer.Option(min=1, max=1000, help="Blocks of self-play for each ruleset.")
    ] = 1,
    seed: Seed = 1,
    timed: Annotated[
        bool, typer.Option("--timed", help="Its play depends on time: self-play may be uneven.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Let a bot play, treat it badly, and say whether it is fit to play; exit code 1 if not."""
    for id in ruleset or ():
        registry.get(id)
    launch = launch_of(bot)
    with status("check") as say:
        report = check_bot(
            launch,
            rulesets=ruleset,
            seed=seed,
            blocks=blocks,
            is_timed=timed,
            on_check=say,
        )
    if as_json:
        print_json(report.plain())
    else:
        _print_report(report)
    if not report.is_fit:
        raise typer.Exit(FAILED)


def connect(
    bot: Where,
    name: Annotated[str, typer.Option(help="The bot's name; default: the manifest's.")] = "",
    ruleset: Rulesets = None,
    matches: Annotated[int, typer.Option(min=1, max=100, help="Matches at the same time.")] = 1,
    build: Annotated[
        str,
        typer.Option(help="What tells this build from others; default: a digest of its files."),
    ] = "",
    address: Address = DEFAULT_ADDRESS,
    token: Token = "",
) -> None:
    """Let a bot play from this machine until Ctrl-C, which finishes its matches first.

    A second Ctrl-C ends everything at once. A Python bot plays in this process; any other is
    started as a program for each match.
    """
    launch = launch_of(bot)
    require_token(token)
    remote = Remote(
        _maker(bot, launch),
        address,
        token,
        check_name(name or launch.name),
        ruleset or launch.rulesets,
        matches,
        build=build or build_of(bot, launch.argv),
        trust=tls_settings(),
    )
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    _run_until_interrupted(remote)


app.command("new")(new_bot)
app.command("types")(write_types)
app.command("check", cls=WithCommandLine)(check)
app.command("submit", cls=WithCommandLine)(submissions.submit)
app.command("list")(submissions.list_bots)
app.command("connect", cls=WithCommandLine)(connect)
app.command("logs")(submissions.logs)
app.command("retire")(submissions.retire)


def _write(folder: Path, files: dict[str, str]) -> None:
    for path, text in files.items():
        try:
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise misuse(f"cannot make {str(folder / path)!r}: {error.strerror}") from error
        write_bytes(folder / path, text.encode())


def _text_of(file: Path) -> str | None:
    return read_bytes(file).decode("utf-8", "replace") if file.is_file() else None


def _maker(bot: str, launch: Launch) -> Maker:
    """What makes the bot of a match."""
    if is_program(bot):
        return lambda: ProgramBot(launch, is_remote=True)
    return bot_class(bot)


def _run_until_interrupted(remote: Remote) -> None:
    """Play; the first signal asks for no more matches, the second ends it at once."""
    failures: list[ConnectionRefused] = []
    # A second signal may come in the middle of what the first one does.
    earlier = itertools.count()

    def play() -> None:
        try:
            remote.run()
        except ConnectionRefused as error:
            failures.append(error)

    def stop(*_: object) -> None:
        if next(earlier):
            remote.close()
        else:
            print("finishing matches under way; Ctrl-C again ends at once", file=sys.stderr)
            remote.drain()

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)
    player = threading.Thread(target=play, daemon=True)
    player.start()
    while player.is_alive():
        player.join(0.2)
    if failures:
        raise misuse(f"the arbiter does not let the bot play: {failures[0]}")
    if remote.is_closed:
        raise typer.Exit(INTERRUPTED)


def _print_report(report: Diagnosis) -> None:
    table = Table("", "check", "ruleset", "", box=None, pad_edge=False)
    for check in report.checks:
        mark = _MARKS.get(check.result, "[red]FAIL[/]")
        table.add_row(mark, check.name, check.ruleset, Text(printable(check.detail)))
    out = console()
    out.print(table)
    for check in report.checks:
        if check.result is Grade.FAILED and check.stderr:
            out.print(f"\nits last words ({check.name} {check.ruleset}):", markup=False)
            for line in check.stderr:
                out.print(Text(f"  {printable(line)}"))
    peak = report.peak_bytes / (1 << 20)
    out.print(
        f"\nstart {report.start_seconds:.2f} s, slowest decision "
        f"{report.slowest_seconds * 1000:.0f} ms, memory {peak:.0f} MiB"
    )
    verdict = "is fit to play" if report.is_fit else "is NOT fit to play"
    out.print(f"{report.name} {verdict}", style="bold", markup=False)
