"""`pentarch season`: hold seasons on an arbiter, and take part in them."""

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Final

import typer
from google.protobuf.timestamp_pb2 import Timestamp
from rich.table import Table
from rich.text import Text

from pentarch.arbiter.competition.seasons.phases import PHASES, Phase
from pentarch.arbiter.competition.seasons.policies import Policies, RecordsTold
from pentarch.arbiter.v1 import seasons_pb2 as pb
from pentarch.arbiter.v1.seasons_pb2_grpc import SeasonServiceStub
from pentarch.arbiter.v1.tournaments_pb2_grpc import TournamentServiceStub
from pentarch.cli.bundles import write_bundle
from pentarch.cli.client import DEFAULT_ADDRESS, Address, Token, dial
from pentarch.cli.plans import dashed
from pentarch.cli.season_plans import at_time, read_plan
from pentarch.cli.standings import span
from pentarch.cli.terminal import (
    AsJson,
    console,
    misuse,
    one_line,
    print_json,
    print_plain,
    printable,
    row_id,
)
from pentarch.cli.tournaments import Shape, print_table, table_of
from pentarch.engine.plain import Json

app = typer.Typer(help="Hold seasons, and take part in them.", no_args_is_help=True)

Id = Annotated[int, typer.Argument(metavar="ID", parser=row_id, help="The season's number.")]
BotName = Annotated[str, typer.Argument(metavar="BOT", help="The name of a bot.")]
_BY_HAND: Final = "hand"
_TIME: Final = f"When it begins, as 2027-03-01T12:00Z; or {_BY_HAND}: when it is told to."


@contextmanager
def service(address: str, token: str) -> Iterator[SeasonServiceStub]:
    """The service at an address."""
    with dial(address, token) as channel:
        yield SeasonServiceStub(channel)


@app.command("create")
def create(
    plan: Annotated[Path, typer.Argument(metavar="PLAN", help="The plan, a TOML file.")],
    request_id: Annotated[
        str, typer.Option(help="The same id makes the same season once; default: a new one.")
    ] = "",
    address: Address = DEFAULT_ADDRESS,
    token: Token = "",
    as_json: AsJson = False,
) -> None:
    """Announce a season by a plan; docs/seasons.md describes its file."""
    title, made = read_plan(plan)
    request = pb.CreateSeasonRequest(
        request_id=request_id or str(uuid.uuid4()), title=title, plan=made
    )
    with service(address, token) as stub:
        _print_one(stub.CreateSeason(request).season, as_json)


@app.command("list")
def list_seasons(
    limit: Annotated[int, typer.Option(min=1, max=1000, help="How many, newest first.")] = 20,
    address: Address = DEFAULT_ADDRESS,
    token: Token = "",
    as_json: AsJson = False,
) -> None:
    """List seasons, newest first."""
    with service(address, token) as stub:
        found = stub.ListSeasons(pb.ListSeasonsRequest(page_size=limit)).seasons
    if as_json:
        print_json([_plain(one) for one in found])
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in ("id", "title", "rulesets", "takes part", "phase", "time left", "owner"):
        table.add_column(name, justify="right" if name == "id" else "left")
    for one in found:
        table.add_row(
            str(one.id),
            Text(one_line(one.title)),
            ", ".join(part.ruleset for part in one.plan.disciplines),
            _access(one),
            phase_of(one).value,
            _left(one),
            Text(one_line(one.owner)),
        )
    console().print(table)


@app.command("show")
def show(
    id: Id, address: Address = DEFAULT_ADDRESS, token: Token = "", as_json: AsJson = False
) -> None:
    """Show a season: its phase, its timetable, its tournaments and its policies."""
    with service(address, token) as stub:
        _print_one(stub.GetSeason(pb.GetSeasonRequest(season_id=id)).season, as_json)


@app.command("phase")
def phase(
    id: Id,
    to: Annotated[Phase, typer.Argument(metavar="PHASE", help=", ".join(PHASES))],
    address: Address = DEFAULT_ADDRESS,
    token: Token = "",
    as_json: AsJson = False,
) -> None:
    """Bring a season to a phase by hand, through those between."""
    with service(address, token) as stub:
        wanted = pb.Season.Phase.Value(f"PHASE_{to.name}")
        _print_one(
            stub.MoveSeason(pb.MoveSeasonRequest(season_id=id, phase=wanted)).season, as_json
        )


@app.command("dates")
def dates(
    id: Id,
    opens: Annotated[str, typer.Option("--open", metavar="TIME", help=_TIME)] = "",
    freezes: Annotated[str, typer.Option("--freeze", metavar="TIME", help=_TIME)] = "",
    finals: Annotated[str, typer.Option(metavar="TIME", help=_TIME)] = "",
    closes: Annotated[str, typer.Option("--close", metavar="TIME", help=_TIME)] = "",
    after: Annotated[str, typer.Option(metavar="TIME", help=_TIME)] = "",
    address: Address = DEFAULT_ADDRESS,
    token: Token = "",
    as_json: AsJson = False,
) -> None:
    """Give a season another timetable. What is not named keeps its time."""
    named = {
        "open_time": opens,
        "freeze_time": freezes,
        "finals_time": finals,
        "close_time": closes,
        "after_time": after,
    }
    new = {name: at_time(text) for name, text in named.items() if text not in ("", _BY_HAND)}
    with service(address, token) as stub:
        plan = stub.GetSeason(pb.GetSeasonRequest(season_id=id)).season.plan
        set_before = {field.name: value for field, value in plan.ListFields()}
        kept = {
            name: set_before[name]
            for name, text in named.items()
            if not text and name in set_before
        }
        request = pb.RescheduleSeasonRequest(season_id=id, **kept, **new)
        _print_one(stub.RescheduleSeason(request).season, as_json)


@app.command("close")
def close(
    id: Id, address: Address = DEFAULT_ADDRESS, token: Token = "", as_json: AsJson = False
) -> None:
    """Close a season whose finals are over: tables are final, and the secret is told."""
    phase(id, Phase.CLOSED, address, token, as_json)


@app.command("invite")
def invite(
    id: Id,
    owners: Annotated[list[str], typer.Argument(metavar="OWNER...", help="Who may take part.")],
    address: Address = DEFAULT_ADDRESS,
    token: Token = "",
    as_json: AsJson = False,
) -> None:
    """Let owners take part in a private or practice season."""
    with service(address, token) as stub:
        request = pb.InviteOwnersRequest(season_id=id, owners=owners)
        _print_one(stub.InviteOwners(request).season, as_json)


@app.command("enter")
def enter(
    id: Id,
    bot: BotName,
    address: Address = DEFAULT_ADDRESS,
    token: Token = "",
    as_json: AsJson = False,
) -> None:
    """Let a bot take part again that was withdrawn, or be told why it may not."""
    with service(address, token) as stub:
        request = pb.EnterSeasonRequest(season_id=id, bot=bot)
        _print_one(stub.EnterSeason(request).season, as_json)


@app.command("withdraw")
def withdraw(
    id: Id,
    bot: BotName,
    address: Address = DEFAULT_ADDRESS,
    token: Token = "",
    as_json: AsJson = False,
) -> None:
    """Take a bot out of a season; it plays what it is seated in already."""
    with service(address, token) as stub:
        request = pb.WithdrawFromSeasonRequest(season_id=id, bot=bot)
        _print_one(stub.WithdrawFromSeason(request).season, as_json)


@app.command("table")
def table(
    id: Id,
    ruleset: Annotated[str, typer.Option(help="Of this ruleset; default: the only one.")] = "",
    address: Address = DEFAULT_ADDRESS,
    token: Token = "",
    as_json: AsJson = False,
) -> None:
    """Print the final table, or before the season is closed that of what is played now."""
    with dial(address, token) as channel:
        stub = SeasonServiceStub(channel)
        season = stub.GetSeason(pb.GetSeasonRequest(season_id=id)).season
        chosen = _ruleset(season, ruleset)
        if phase_of(season).place < Phase.CLOSED.place:
            own = [one for one in season.tournaments if one.ruleset == chosen]
            if not own:
                raise misuse(f"season {id} has played nothing of {chosen} yet")
            lines = table_of(TournamentServiceStub(channel), own[-1].tournament_id)
            print_table(lines, Shape.JSON if as_json else Shape.TEXT)
            return
        places = _places(stub, id, chosen)
    if as_json:
        print_json(
            [
                {
                    "rank": one.rank,
                    "bot": f"{one.bot}@{one.version}",
                    "owner": one.owner,
                    "stage": one.stage,
                }
                for one in places
            ]
        )
        return
    made = Table("rank", "bot", "owner", "came to", box=None, pad_edge=False, header_style="bold")
    for one in places:
        came = f"stage {one.stage}" if one.stage else "the ladder"
        made.add_row(
            str(one.rank), Text(one_line(f"{one.bot}@{one.version}")), Text(one.owner), came
        )
    console().print(made)


@app.command("export")
def export(
    id: Id,
    file: Annotated[Path, typer.Argument(help="The bundle to write.")],
    address: Address = DEFAULT_ADDRESS,
    token: Token = "",
    as_json: AsJson = False,
) -> None:
    """Write a season that is closed as one signed file; see `pentarch bundle verify`."""
    with service(address, token) as stub:
        parts = stub.ExportSeason(pb.ExportSeasonRequest(season_id=id))
        write_bundle(file, (part.chunk for part in parts), "season", id, as_json)


def phase_of(season: pb.Season) -> Phase:
    """The phase of a season."""
    return Phase[pb.Season.Phase.Name(season.phase).removeprefix("PHASE_")]


def _ruleset(season: pb.Season, ruleset: str) -> str:
    told = [one.ruleset for one in season.plan.disciplines]
    if ruleset:
        if ruleset not in told:
            raise misuse(f"season {season.id} plays {', '.join(told)}, not {ruleset}")
        return ruleset
    if len(told) > 1:
        raise misuse(f"say which with --ruleset: {', '.join(told)}")
    return told[0]


def _places(stub: SeasonServiceStub, id: int, ruleset: str) -> list[pb.Place]:
    lines: list[pb.Place] = []
    token = ""
    while True:
        page = stub.ListPlaces(
            pb.ListPlacesRequest(season_id=id, ruleset=ruleset, page_size=1000, page_token=token)
        )
        lines += page.places
        token = page.next_page_token
        if not token:
            return lines


def _times(season: pb.Season) -> dict[str, Timestamp]:
    plan = season.plan
    told = {
        Phase.OPEN: plan.open_time,
        Phase.FROZEN: plan.freeze_time,
        Phase.FINALS: plan.finals_time,
        Phase.CLOSED: plan.close_time,
        Phase.AFTER: plan.after_time,
    }
    return {phase.value: at for phase, at in told.items() if at.seconds}


def _access(season: pb.Season) -> str:
    return pb.SeasonPlan.Access.Name(season.plan.access).removeprefix("ACCESS_").lower()


def _left(season: pb.Season) -> str:
    return span(season.time_left.ToTimedelta()) if season.HasField("time_left") else "-"


def _plain(season: pb.Season) -> dict[str, Json]:
    return {
        "id": season.id,
        "title": season.title,
        "owner": season.owner,
        "access": _access(season),
        "phase": phase_of(season).value,
        "times": {name: at.ToJsonString() for name, at in _times(season).items()},
        "rulesets": [one.ruleset for one in season.plan.disciplines],
        "tournaments": [
            {
                "id": one.tournament_id,
                "ruleset": one.ruleset,
                "part": _part(one),
                "stage": one.stage,
            }
            for one in season.tournaments
        ],
        "commitment": season.commitment,
        "secret": season.secret.hex(),
        "seed_chosen": season.seed_chosen,
    }


def _part(one: pb.SeasonTournament) -> str:
    return pb.SeasonTournament.Part.Name(one.part).removeprefix("PART_").lower()


def _print_one(season: pb.Season, as_json: bool) -> None:
    if as_json:
        print_json(_plain(season))
        return
    print_plain(f"season {season.id}: {one_line(season.title)}, by {one_line(season.owner)}")
    left = f", {_left(season)} left" if season.HasField("time_left") else ""
    print_plain(f"{_access(season)}, {phase_of(season).value}{left}")
    for name, at in _times(season).items():
        print_plain(f"{name} from {at.ToDatetime():%Y-%m-%d %H:%M:%S} UTC")
    for discipline in season.plan.disciplines:
        print_plain(_discipline(discipline))
    for one in season.tournaments:
        stage = f" {one.stage}" if one.stage else ""
        print_plain(f"tournament {one.tournament_id}: {one.ruleset}, {_part(one)}{stage}")
    told = f"secret {season.secret.hex()}, " if season.secret else ""
    chosen = ", chosen by a person: not proof against foresight" if season.seed_chosen else ""
    print_plain(f"{told}commitment {season.commitment}{chosen}")
    for sentence in _policies(season.plan.policies).sentences():
        print_plain(sentence)
    if season.plan.policies.conduct:
        print_plain(printable(season.plan.policies.conduct))


def _discipline(one: pb.Discipline) -> str:
    """A ruleset as a season plays it, in one line."""
    parts = [f"tables of {' and '.join(map(str, one.seats))}"]
    parts += [f"{name} {value}" for name, value in sorted(one.options.items())]
    format = one.WhichOneof("finals")
    if format is None:
        parts.append("decided by the ladder")
    else:
        field = f" of the best {one.field}" if one.field else ""
        cut = f", halved until {one.cut} are left" if one.cut else ""
        parts.append(f"finals: {dashed(format)}{field}{cut}")
    return f"{one.ruleset}: {', '.join(parts)}"


def _policies(told: pb.SeasonPolicies) -> Policies:
    records = pb.SeasonPolicies.Records.Name(told.records).partition("_")[2]
    return Policies(RecordsTold[records], told.keep_logs_days)
