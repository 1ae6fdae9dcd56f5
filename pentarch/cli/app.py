"""The program: its commands, and the one place where errors become exit codes.

Exit codes: 0 done, 1 something does not verify, 2 misuse, 3 a match was aborted, 4 the arbiter does
not answer, 130 interrupted. A version test ends with 0 accepted, 1 rejected, 3 not decided.
"""

import sys
from collections.abc import Callable
from functools import cache
from importlib.metadata import version
from typing import Annotated, NoReturn

import typer
from typer.exceptions import TyperException

from pentarch.arbiter.referee import Aborted
from pentarch.author.builds import BuildFailed
from pentarch.bench.engine import mode
from pentarch.bots.registry import UnknownBot
from pentarch.cli import (
    accounts,
    analyses,
    benches,
    bots,
    bundles,
    challenges,
    describe,
    exports,
    house,
    ladder,
    notices,
    organisers,
    owners,
    pictures,
    positions,
    records,
    rulesets,
    seasons,
    service_matches,
    services,
    studies,
    teams,
    tools,
    tournaments,
    train,
    version_tests,
)
from pentarch.cli.command_lines import WithCommandLine
from pentarch.cli.terminal import (
    ABORTED,
    FAILED,
    INTERRUPTED,
    MISUSED,
    Failure,
    one_line,
    printable,
)
from pentarch.engine import registry
from pentarch.engine.errors import EngineError

app = typer.Typer(
    name="pentarch",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("rulesets")(rulesets.list_rulesets)
app.command("rules")(rulesets.show_rules)
app.command("describe")(describe.describe)
app.command("simulate")(rulesets.simulate)
app.add_typer(service_matches.app, name="match")
records.app.command("picture")(pictures.picture)
app.add_typer(records.app, name="record")
app.command("analyse")(analyses.show_analysis)
app.add_typer(studies.app, name="study")
app.add_typer(bots.app, name="bot")
bots.app.command("ask", cls=WithCommandLine)(positions.ask)
app.add_typer(tournaments.app, name="tournament")
app.add_typer(seasons.app, name="season")
app.command("ladder")(ladder.ladder)
app.command("house")(house.house)
app.command("train")(train.train)
app.command("runtime")(services.runtime)
app.command("test")(version_tests.compare)
app.add_typer(bundles.app, name="bundle")
app.command("export")(exports.export)
app.command("mcp")(tools.mcp)
app.command("bench")(benches.bench)
app.command("up")(services.up)
app.command("demo")(services.demo)
app.command("arbiter")(services.arbiter)
app.command("worker")(services.worker)
app.command("migrate")(services.migrate)
app.command("settings")(services.settings)
app.add_typer(notices.app, name="notices")
app.add_typer(owners.app, name="owner")
app.add_typer(organisers.app, name="announce")
app.command("audit")(organisers.audit)
app.command("faults")(organisers.faults)
app.add_typer(accounts.app, name="account")
app.add_typer(teams.app, name="team")
app.command("challenge")(challenges.challenge)
app.add_typer(services.token, name="token")
app.add_typer(services.shelf, name="shelf")
app.add_typer(services.archive, name="archive")
app.add_typer(services.sandboxing, name="sandbox")


def _print_version(is_wanted: bool) -> None:
    if is_wanted:
        print(f"pentarch {version('pentarch')}, {mode(registry.get(registry.IDS[0]))} engine")
        raise typer.Exit


@app.callback()
def program(
    is_version: Annotated[
        bool,
        typer.Option(
            "--version", is_eager=True, callback=_print_version, help="Print the version and exit."
        ),
    ] = False,
) -> None:
    """Play, record, verify and measure matches of bots."""


def main(arguments: "list[str] | None" = None) -> NoReturn:
    """Run the program and exit."""
    sys.exit(run(sys.argv[1:] if arguments is None else arguments))


def run(arguments: list[str]) -> int:
    """Run the program with these arguments: its exit code."""
    try:
        result = _program()(arguments or ["--help"], "pentarch", standalone_mode=False)
        if result == INTERRUPTED:
            return _fail("interrupted", INTERRUPTED)
        return result if isinstance(result, int) else 0
    except Failure as failure:
        return _fail(str(failure), failure.code)
    except TyperException as error:
        # The words that Python's own name of the error adds say nothing to a person.
        message = error.format_message().replace(": Value error, ", ": ")
        # A group without a command has shown its help, and has nothing to add.
        return _fail(message, MISUSED) if message else MISUSED
    except BuildFailed as error:
        for line in error.output:
            print(printable(line), file=sys.stderr)
        return _fail(str(error), FAILED)
    except (EngineError, UnknownBot) as error:
        return _fail(str(error), MISUSED)
    except Aborted as error:
        return _fail(f"the match was aborted: {error}", ABORTED)
    except (KeyboardInterrupt, typer.Abort):
        return _fail("interrupted", INTERRUPTED)


@cache
def _program() -> "Callable[..., object]":
    return typer.main.get_command(app)


def _fail(message: str, code: int) -> int:
    print(f"pentarch: {one_line(message)}", file=sys.stderr)
    return code
