"""The commands that run or manage services. What they need is imported when one of them is used, so
that bot authors can do without it."""

from importlib import import_module
from types import ModuleType
from typing import Annotated

import typer

from pentarch.cli.terminal import AsJson, console, needing, print_json, row_id
from pentarch.engine import registry

token = typer.Typer(help="Tokens of owners.", no_args_is_help=True)
shelf = typer.Typer(
    help="The records of old matches, outside of the database.", no_args_is_help=True
)
archive = typer.Typer(help="Closed seasons, outside of the database.", no_args_is_help=True)
sandboxing = typer.Typer(help="The sandbox of hosted bots.", no_args_is_help=True)


def arbiter() -> None:
    """Run the gRPC arbiter. Needs a database that is up to date, and Redis."""
    _stack().serve_arbiter()


def worker(
    play: Annotated[int, typer.Option(help="Processes that play matches.", min=0)] = 1,
    verify: Annotated[int, typer.Option(help="Processes that verify records.", min=0)] = 1,
    validate: Annotated[int, typer.Option(help="Processes that try submitted bots.", min=0)] = 1,
    analyse: Annotated[int, typer.Option(help="Processes that analyse matches.", min=0)] = 1,
) -> None:
    """Run workers on this machine until stopped."""
    processes = {"play": play, "verify": verify, "validate": validate, "analyse": analyse}
    _stack().serve_worker(processes)


def up(
    play: Annotated[int, typer.Option(help="Processes that play matches.", min=1)] = 2,
) -> None:
    """Run everything on this machine: Redis, database, arbiter, workers and dashboard."""
    _stack().up(play)


def demo(
    ruleset: Annotated[
        list[str] | None, typer.Option("--ruleset", help="Only this ruleset; may be repeated.")
    ] = None,
    blocks: Annotated[
        int | None, typer.Option(min=1, max=100, help="Blocks for each pair of bots.")
    ] = None,
    play: Annotated[int, typer.Option(help="Processes that play matches.", min=1)] = 2,
    once: Annotated[
        bool, typer.Option("--once", help="End after the tables instead of serving the dashboard.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Run everything, play the reference bots on every ruleset, and print their ratings."""
    _stack()
    from pentarch.cli import demo as demonstration

    chosen = {
        registry.get(id).info.id: blocks or demonstration.BLOCKS[id]
        for id in ruleset or registry.IDS
    }
    demonstration.demo(chosen, play, once, as_json)


def migrate(as_json: AsJson = False) -> None:
    """Bring the database up to date, with the reference bots in it."""
    _stack().migrate_database(as_json)


def settings(as_json: AsJson = False) -> None:
    """List every PENTARCH_ variable with its default and meaning."""
    from pentarch.arbiter.settings import listing

    if as_json:
        print_json([{"name": n, "default": d, "help": h} for n, d, h in listing()])
        return
    for name, default, help in listing():
        console().print(f"{name:<26} {default:<18} {help}")


def runtime(as_json: AsJson = False) -> None:
    """Say what hosted bots run with: languages, libraries, memory, processes, time, disk.

    This is the release that is installed here. An arbiter of the same release has
    the same limits; its workers may have other versions of Python and libraries.
    """
    from pentarch.cli import runtime as found

    found.show(as_json)


@token.command("create")
def create_token(
    owner: Annotated[str, typer.Argument(help="Whose token it is; made if new.")],
    role: Annotated[str, typer.Option(help="admin, author or reader.")] = "author",
    label: Annotated[str, typer.Option(help="What it is for.")] = "",
    as_json: AsJson = False,
) -> None:
    """Make a token. Its text is shown once and kept nowhere."""
    _service("tokens").create(owner, role, label, as_json)


@token.command("list")
def list_tokens(
    owner: Annotated[str, typer.Argument(help="Whose tokens; everybody's when left out.")] = "",
    as_json: AsJson = False,
) -> None:
    """List tokens by their keys: whose, with which role, and whether they still open anything."""
    _service("tokens").listed(owner, as_json)


@token.command("revoke")
def revoke_token(
    key: Annotated[str, typer.Argument(help="The token's key, its middle: pent_KEY_secret.")],
    as_json: AsJson = False,
) -> None:
    """Revoke a token."""
    _service("tokens").revoke(key, as_json)


@shelf.command("move")
def move_records(
    days: Annotated[
        float | None,
        typer.Option(min=0, help="How long matches must be over; PENTARCH_SHELVE_AFTER."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Move the records of old matches to the shelf now. Workers do it by themselves."""
    _service("shelf").move(days, as_json)


@shelf.command("return")
def return_records(as_json: AsJson = False) -> None:
    """Copy all records from the shelf back to the database."""
    _service("shelf").bring_back(as_json)


@shelf.command("check")
def check_records(as_json: AsJson = False) -> None:
    """Read every record on the shelf; exit code 1 if one is missing or damaged."""
    _service("shelf").check(as_json)


@archive.command("out")
def archive_season(
    season: Annotated[
        int, typer.Argument(metavar="SEASON", parser=row_id, help="The season; it must be closed.")
    ],
    to: Annotated[
        str | None,
        typer.Option(help="The folder or the URL of an object store; PENTARCH_SHELF."),
    ] = None,
    is_forgetting: Annotated[
        bool,
        typer.Option("--forget-logs", help="Delete first what its bots have printed."),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Move the matches of a closed season out of the database, where the arbiter's data is."""
    _service("archive").move_out(season, to, is_forgetting, as_json)


@archive.command("in")
def return_season(
    season: Annotated[int, typer.Argument(metavar="SEASON", parser=row_id, help="The season.")],
    where: Annotated[
        str | None, typer.Option("--from", help="Where the archive is, if it was moved.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Move the matches of a season back into the database. Its archive stays where it is."""
    _service("archive").bring_in(season, where, as_json)


@archive.command("list")
def list_archives(as_json: AsJson = False) -> None:
    """List the seasons that are in archives."""
    _service("archive").show_all(as_json)


@archive.command("check")
def check_archives(
    season: Annotated[
        int | None,
        typer.Argument(
            metavar="[SEASON]", parser=row_id, help="Only this season.", show_default=False
        ),
    ] = None,
    where: Annotated[
        str | None, typer.Option("--from", help="Where the archive is, if it was moved.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Read archives to their ends; exit code 1 if one is missing or damaged."""
    _service("archive").check(season, where, as_json)


@sandboxing.command("check")
def check_sandbox(as_json: AsJson = False) -> None:
    """Say what this machine can enforce on hosted bots; exit code 1 if anything is missing."""
    _stack().check_sandbox(as_json)


def _stack() -> ModuleType:
    return _service("stack")


def _service(name: str) -> ModuleType:
    """A module that needs more than a bot author installs. Raises Failure."""
    with needing("service"):
        return import_module(f"pentarch.cli.{name}")
