"""`pentarch tournament`: make, steer, watch and export tournaments on an arbiter."""

import sys
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Annotated, NoReturn

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.table import Table
from rich.text import Text

from pentarch.arbiter.competition.formats.registry import FORMATS
from pentarch.arbiter.v1 import tournaments_pb2 as pb
from pentarch.arbiter.v1.tournaments_pb2_grpc import TournamentServiceStub
from pentarch.cli import standings as shown
from pentarch.cli.bundles import write_bundle
from pentarch.cli.client import DEFAULT_ADDRESS, Address, Token, dial
from pentarch.cli.matches import OptionTexts
from pentarch.cli.plans import (
    ClockText,
    FormatName,
    Given,
    Seats,
    format_named,
    plan_of,
    settings_of,
    with_settings,
)
from pentarch.cli.terminal import (
    AsJson,
    console,
    misuse,
    one_line,
    print_json,
    print_plain,
    row_id,
)
from pentarch.engine.chance import SEED_LIMIT
from pentarch.engine.plain import Json

app = typer.Typer(help="Make, steer, watch and export tournaments.", no_args_is_help=True)

Id = Annotated[int, typer.Argument(metavar="ID", parser=row_id, help="The tournament's number.")]
SeedChoice = Annotated[
    int | None,
    typer.Option(
        "--seed",
        min=0,
        max=SEED_LIMIT - 1,
        help="A seed makes it come out the same again, and its dice foreseeable.",
    ),
]


class Shape(StrEnum):
    """How a table is printed."""

    TEXT = "text"
    JSON = "json"
    CSV = "csv"


@contextmanager
def service(address: str, token: str) -> Iterator[TournamentServiceStub]:
    """The service at an address."""
    with dial(address, token) as channel:
        yield TournamentServiceStub(channel)


@app.command("create")
@with_settings(FORMATS.values())
def create(
    *,
    ruleset: Annotated[str, typer.Argument(help="A ruleset's id.")],
    bots: Annotated[
        list[str] | None,
        typer.Argument(help="Who takes part, best seed first: NAME or NAME@VERSION."),
    ] = None,
    format: FormatName = "round-robin",
    title: Annotated[str, typer.Option(help="The title to display; default: made up.")] = "",
    seats: Seats = None,
    given: Given,
    option: OptionTexts = None,
    clock: ClockText = "",
    seed: SeedChoice = None,
    rated: Annotated[
        bool,
        typer.Option(
            "--rated", help="Count for Elo, for admins; without it the tournament is private."
        ),
    ] = False,
    dry_run: Annotated[
        bool,
        typer.Option("--dry-run", help="Check everything, say what it comes to, make nothing."),
    ] = False,
    start: Annotated[bool, typer.Option("--start", help="Start it at once.")] = False,
    request_id: Annotated[
        str, typer.Option(help="The same id makes the same tournament once; default: a new one.")
    ] = "",
    address: Address = DEFAULT_ADDRESS,
    token: Token = "",
    as_json: AsJson = False,
) -> None:
    """Make a tournament. A ladder without bots is open: everybody takes part."""
    plan = plan_of(
        settings_of(format_named(format), given),
        ruleset=ruleset,
        bots=bots or [],
        seats=seats or [2],
        options=option or [],
        clock=clock,
        seed=seed,
        rated=rated,
    )
    request = pb.CreateTournamentRequest(
        request_id="" if dry_run else request_id or str(uuid.uuid4()),
        title=title or f"{ruleset} {format}",
        plan=plan,
        validate_only=dry_run,
    )
    with service(address, token) as stub:
        made = stub.CreateTournament(request)
        tournament = made.tournament
        if start and not dry_run:
            named = pb.StartTournamentRequest(tournament_id=tournament.id)
            tournament = stub.StartTournament(named).tournament
    if as_json:
        told = shown.tournament_json(tournament)
        told["estimate"] = {
            "blocks": made.estimate.blocks,
            "matches": made.estimate.matches,
            "bounded": made.estimate.bounded,
            "seconds": (
                made.estimate.duration.ToTimedelta().total_seconds()
                if made.estimate.HasField("duration")
                else None
            ),
        }
        print_json(told)
        return
    if dry_run:
        print_plain(f"dry run: {shown.estimate_line(made.estimate)}")
        return
    print_plain(f"tournament {tournament.id}, {shown.state(tournament)}: {one_line(request.title)}")
    print_plain(shown.estimate_line(made.estimate))
    print_plain(shown.secret_line(tournament))
    if not start:
        print_plain(f"next: pentarch tournament start {tournament.id}")


@app.command("start")
def start(
    id: Id, address: Address = DEFAULT_ADDRESS, token: Token = "", as_json: AsJson = False
) -> None:
    """Start a tournament, or go on with a paused one."""
    with service(address, token) as stub:
        made = stub.StartTournament(pb.StartTournamentRequest(tournament_id=id)).tournament
    _print_one(made, as_json)


app.command("resume", help="Go on with a paused tournament (the same as start).")(start)


@app.command("pause")
def pause(
    id: Id, address: Address = DEFAULT_ADDRESS, token: Token = "", as_json: AsJson = False
) -> None:
    """Let no further match begin; those under way are played on."""
    with service(address, token) as stub:
        made = stub.PauseTournament(pb.PauseTournamentRequest(tournament_id=id)).tournament
    _print_one(made, as_json)


@app.command("cancel")
def cancel(
    id: Id,
    reason: Annotated[str, typer.Option(help="Why, in one sentence.", prompt=True)],
    address: Address = DEFAULT_ADDRESS,
    token: Token = "",
    as_json: AsJson = False,
) -> None:
    """End a tournament early; what was settled stays."""
    with service(address, token) as stub:
        request = pb.CancelTournamentRequest(tournament_id=id, reason=reason)
        made = stub.CancelTournament(request).tournament
    _print_one(made, as_json)


@app.command("withdraw")
def withdraw(
    id: Id,
    bot: Annotated[str, typer.Argument(help="Who leaves: NAME or NAME@VERSION.")],
    address: Address = DEFAULT_ADDRESS,
    token: Token = "",
    as_json: AsJson = False,
) -> None:
    """Let a bot take part no longer than in the blocks it is seated in already."""
    with service(address, token) as stub:
        request = pb.WithdrawEntryRequest(tournament_id=id, bot=bot)
        made = stub.WithdrawEntry(request).tournament
    _print_one(made, as_json)


@app.command("list")
def list_tournaments(
    ruleset: Annotated[str, typer.Option(help="Only tournaments of this ruleset.")] = "",
    limit: Annotated[int, typer.Option(min=1, max=1000, help="How many, newest first.")] = 20,
    address: Address = DEFAULT_ADDRESS,
    token: Token = "",
    as_json: AsJson = False,
) -> None:
    """List tournaments, newest first."""
    with service(address, token) as stub:
        request = pb.ListTournamentsRequest(page_size=limit, ruleset=ruleset)
        found = stub.ListTournaments(request).tournaments
    if as_json:
        print_json([shown.tournament_json(one) for one in found])
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in ("id", "title", "ruleset", "format", "counts", "state", "settled", "owner"):
        table.add_column(name, justify="right" if name in ("id", "settled") else "left")
    for one in found:
        table.add_row(
            str(one.id),
            Text(one_line(one.title)),
            one.plan.ruleset,
            (one.plan.WhichOneof("format") or "").replace("_", " "),
            "rated" if one.plan.rated else "private",
            shown.state(one),
            f"{one.progress.rated} of {one.progress.planned}",
            Text(one_line(one.owner)),
        )
    console().print(table)


@app.command("show")
def show(
    id: Id, address: Address = DEFAULT_ADDRESS, token: Token = "", as_json: AsJson = False
) -> None:
    """Show a tournament and how far it is."""
    with service(address, token) as stub:
        made = stub.GetTournament(pb.GetTournamentRequest(tournament_id=id)).tournament
    _print_one(made, as_json)


@app.command("standings")
def standings(
    id: Id,
    format: Annotated[Shape, typer.Option(help="How to print it.")] = Shape.TEXT,
    address: Address = DEFAULT_ADDRESS,
    token: Token = "",
    as_json: AsJson = False,
) -> None:
    """Print the table as it stands, best first."""
    with service(address, token) as stub:
        lines = table_of(stub, id)
    print_table(lines, Shape.JSON if as_json else format)


@app.command("verdict")
def verdict(
    id: Id, address: Address = DEFAULT_ADDRESS, token: Token = "", as_json: AsJson = False
) -> None:
    """Say what a version test says so far: exit code 0 accept, 1 reject, 3 not decided."""
    with service(address, token) as stub:
        made = stub.GetTournament(pb.GetTournamentRequest(tournament_id=id)).tournament
    if not made.progress.HasField("test"):
        raise misuse(f"tournament {id} is no version test")
    end_with_verdict(made.progress.test, as_json)


@app.command("watch")
def watch(
    id: Id, address: Address = DEFAULT_ADDRESS, token: Token = "", as_json: AsJson = False
) -> None:
    """Follow a tournament to its end, then print the table.

    A version test ends with its verdict as the exit code: 0 accept, 1 reject, 3 not decided.
    """
    with service(address, token) as stub:
        last = follow(stub, id)
        lines = table_of(stub, id)
    if last.progress.HasField("test"):
        end_with_verdict(last.progress.test, as_json)
    if as_json:
        told: dict[str, Json] = shown.tournament_json(last)
        print_json({**told, "standings": shown.standings_json(lines)})
        return
    print_plain(shown.progress_line(last))
    print_table(lines, Shape.TEXT)


@app.command("export")
def export(
    id: Id,
    file: Annotated[Path, typer.Argument(help="The bundle to write.")],
    address: Address = DEFAULT_ADDRESS,
    token: Token = "",
    as_json: AsJson = False,
) -> None:
    """Write a tournament that is over as one signed file; see `pentarch bundle verify`."""
    with service(address, token) as stub:
        parts = stub.ExportTournament(pb.ExportTournamentRequest(tournament_id=id))
        write_bundle(file, (part.chunk for part in parts), "tournament", id, as_json)


def follow(stub: TournamentServiceStub, id: int) -> pb.Tournament:
    """Show a progress bar on stderr until a tournament is over; how it ended."""
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[left]}"),
        console=Console(stderr=True),
        disable=not sys.stderr.isatty(),
        transient=True,
    )
    last = pb.Tournament()
    with bar:
        task = bar.add_task(f"tournament {id}", total=None, left="")
        for response in stub.WatchTournament(pb.WatchTournamentRequest(tournament_id=id)):
            last = response.tournament
            done = last.progress
            left = f"about {shown.span(done.time_left.ToTimedelta())} left"
            if done.HasField("test"):
                left = shown.verdict(done.test)
            elif not done.HasField("time_left"):
                left = shown.state(last)
            bar.update(task, completed=done.rated, total=done.expected or None, left=left)
    return last


def table_of(stub: TournamentServiceStub, id: int) -> list[pb.Standing]:
    """The whole table."""
    lines: list[pb.Standing] = []
    token = ""
    while True:
        request = pb.ListStandingsRequest(tournament_id=id, page_size=1000, page_token=token)
        page = stub.ListStandings(request)
        lines += page.standings
        token = page.next_page_token
        if not token:
            return lines


def print_table(lines: list[pb.Standing], shape: Shape) -> None:
    """Print a table in one of its shapes."""
    if shape is Shape.JSON:
        print_json(shown.standings_json(lines))
    elif shape is Shape.CSV:
        print_plain(shown.standings_csv(lines))
    else:
        console().print(shown.standings_table(lines))


def end_with_verdict(test: pb.TestProgress, as_json: bool) -> NoReturn:
    """Print what a version test says, and end with its exit code."""
    if as_json:
        print_json(shown.test_json(test))
    else:
        print_plain(shown.verdict(test))
    raise typer.Exit(shown.exit_code(test))


def _print_one(tournament: pb.Tournament, as_json: bool) -> None:
    if as_json:
        print_json(shown.tournament_json(tournament))
        return
    plan = tournament.plan
    format = (plan.WhichOneof("format") or "").replace("_", " ")
    print_plain(f"tournament {tournament.id}: {one_line(tournament.title)}")
    counts = "rated" if plan.rated else "private"
    print_plain(f"{plan.ruleset}, {format}, {' and '.join(map(str, plan.seats))} seats, {counts}")
    print_plain(shown.progress_line(tournament))
    print_plain(shown.secret_line(tournament))
    if tournament.progress.HasField("test"):
        print_plain(shown.verdict(tournament.progress.test))
    if tournament.end_reason:
        print_plain(f"ended: {one_line(tournament.end_reason)}")
