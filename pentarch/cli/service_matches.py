"""`pentarch match create`, `list`, `get`, `watch` and `void`: matches of an arbiter."""

import enum
import uuid
from collections.abc import Iterator
from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Table
from typer.core import TyperGroup

from pentarch.arbiter.v1 import matches_pb2 as pb
from pentarch.arbiter.v1.matches_pb2_grpc import MatchServiceStub
from pentarch.bots.sdk.wire import event_of
from pentarch.cli.client import DEFAULT_ADDRESS, Address, Token, dial
from pentarch.cli.command_lines import WithLastCommandLine
from pentarch.cli.matches import OptionTexts, play, read_options
from pentarch.cli.terminal import (
    FAILED,
    AsJson,
    console,
    print_json,
    print_plain,
    printable,
    row_id,
)
from pentarch.engine import registry
from pentarch.engine.core import SEAT_NAMES
from pentarch.engine.plain import Json


class PlayOrCommand(TyperGroup):
    """A group in which anything that is no command of its own begins a local match."""

    def parse_args(self, ctx: typer.Context, args: list[str]) -> list[str]:  # type: ignore[override]
        """The group has no options but help: others are those of a match."""
        if args and args[0].startswith("-") and args[0] not in ctx.help_option_names:
            args = ["play", *args]
        return super().parse_args(ctx, args)

    def resolve_command(self, ctx: typer.Context, args: list[str]):  # type: ignore[no-untyped-def, override]
        """Typer's own types are not public here."""
        if args and args[0] not in self.commands:
            args = ["play", *args]
        return super().resolve_command(ctx, args)


class ShownState(enum.StrEnum):
    """Where a match can stand."""

    QUEUED = "queued"
    LEASED = "leased"
    PLAYED = "played"
    VERIFIED = "verified"
    SETTLED = "settled"
    VOID = "void"


_STATES = {
    state: pb.Match.STATE_RATED
    if state is ShownState.SETTLED
    else pb.Match.State.Value(f"STATE_{state.name}")
    for state in ShownState
}
app = typer.Typer(
    help="Play matches on this machine, or have an arbiter play them.\n\n"
    "`pentarch match township my-bot greedy` is short for `pentarch match play township my-bot "
    "greedy`, and takes its options.",
    cls=PlayOrCommand,
    no_args_is_help=True,
)
app.command("play", cls=WithLastCommandLine)(play)

Number = Annotated[
    int, typer.Argument(metavar="MATCH", parser=row_id, help="The number of the match.")
]


@app.command("create")
def create(
    ruleset: Annotated[str, typer.Argument(help="A ruleset's id.")],
    bots: Annotated[list[str], typer.Argument(help="One bot per seat: NAME or NAME@NUMBER.")],
    option: OptionTexts = None,
    seed: Annotated[
        int | None,
        typer.Option(
            min=0, help="A seed makes it come out the same again, and its dice foreseeable."
        ),
    ] = None,
    is_awaited: Annotated[
        bool, typer.Option("--wait", help="Follow it to its end instead of only queueing it.")
    ] = False,
    address: Address = DEFAULT_ADDRESS,
    token: Token = "",
    as_json: AsJson = False,
) -> None:
    """Have an arbiter play a private match between its bots: it counts for no rating."""
    request = pb.CreateMatchRequest(
        request_id=str(uuid.uuid4()),
        ruleset=ruleset,
        bots=bots,
        options={name: str(value) for name, value in read_options(option or []).items()},
        seed=seed,
    )
    with dial(address, token) as channel:
        stub = MatchServiceStub(channel)
        made = stub.CreateMatch(request).match
        if not is_awaited:
            if as_json:
                print_json(plain(made))
            else:
                print_plain(f"match {made.id} is queued: pentarch match watch {made.id}")
            return
        _follow(stub, made.id, as_json)


@app.command("list")
def list_matches(
    ruleset: Annotated[str, typer.Option(help="Only this ruleset.")] = "",
    bot: Annotated[str, typer.Option(help="Only matches of this bot: NAME or NAME@NUMBER.")] = "",
    state: Annotated[
        ShownState | None,
        typer.Option(help="Only matches that stand there; settled: over, with a result."),
    ] = None,
    tournament: Annotated[int, typer.Option(min=0, help="Only matches of this tournament.")] = 0,
    most: Annotated[int, typer.Option("--most", min=1, max=100_000, help="How many to list.")] = 20,
    address: Address = DEFAULT_ADDRESS,
    token: Token = "",
    as_json: AsJson = False,
) -> None:
    """List matches of an arbiter, newest first."""
    request = pb.ListMatchesRequest(ruleset=ruleset, bot=bot, tournament_id=tournament)
    if state is not None:
        request.state = _STATES[state]
    with dial(address, token) as channel:
        found = list(_pages(MatchServiceStub(channel), request, most))
    if as_json:
        print_json([plain(match) for match in found])
        return
    table = Table("match", "ruleset", "state", "made", "seats", box=None, pad_edge=False)
    for match in found:
        made = match.create_time.ToDatetime().strftime("%Y-%m-%d %H:%M")
        table.add_row(str(match.id), match.ruleset, state_of(match), made, escape(_seats(match)))
    console().print(table)


@app.command("get")
def get(
    number: Number,
    address: Address = DEFAULT_ADDRESS,
    token: Token = "",
    as_json: AsJson = False,
) -> None:
    """Show a match of an arbiter: who plays, where it stands, how it ended."""
    with dial(address, token) as channel:
        found = MatchServiceStub(channel).GetMatch(pb.GetMatchRequest(match_id=number))
    if as_json:
        print_json({**plain(found.match), "attempts": len(found.attempts)})
        return
    _print_match(found.match)
    if len(found.attempts) > 1:
        print_plain(f"{len(found.attempts)} attempts")


@app.command("watch")
def watch(
    number: Number,
    address: Address = DEFAULT_ADDRESS,
    token: Token = "",
    as_json: AsJson = False,
) -> None:
    """Follow a match of an arbiter step by step to its end, as a spectator sees it."""
    with dial(address, token) as channel:
        _follow(MatchServiceStub(channel), number, as_json)


@app.command("void")
def void(
    number: Number,
    reason: Annotated[str, typer.Option(help="Why, in one sentence; shown with the match.")],
    address: Address = DEFAULT_ADDRESS,
    token: Token = "",
    as_json: AsJson = False,
) -> None:
    """Take a match out of all results, ratings included; for administrators."""
    request = pb.VoidMatchRequest(match_id=number, reason=reason)
    with dial(address, token) as channel:
        match = MatchServiceStub(channel).VoidMatch(request).match
    if as_json:
        print_json(plain(match))
    else:
        _print_match(match)


@app.command("rerun")
def rerun(
    number: Number,
    reason: Annotated[str, typer.Option(help="Why, in one sentence; shown with the match.")],
    address: Address = DEFAULT_ADDRESS,
    token: Token = "",
    as_json: AsJson = False,
) -> None:
    """Void a match and have it played again; for administrators.

    A tournament plays the whole block of the match again.
    """
    request = pb.RerunMatchRequest(match_id=number, reason=reason)
    with dial(address, token) as channel:
        answer = MatchServiceStub(channel).RerunMatch(request)
    is_new = answer.HasField("again")
    if as_json:
        again = plain(answer.again) if is_new else None
        print_json({"match": plain(answer.match), "again": again})
    elif is_new:
        _print_match(answer.again)
    else:
        print_plain(f"match {number} is void; its tournament plays the block again")


def plain(match: pb.Match) -> dict[str, Json]:
    """A match in the shape that scripts rely on."""
    return {
        "match": match.id,
        "ruleset": match.ruleset,
        "state": state_of(match),
        "rated": match.rated,
        "options": dict(match.options),
        "seats": [
            {"bot": seat.bot, "version": seat.version, "rank": seat.rank, "score": seat.score}
            for seat in match.seats
        ],
        "steps": match.steps,
        "reason": match.outcome.reason,
        "void_reason": match.void_reason,
    }


def state_of(match: pb.Match) -> str:
    """Where it stands, in a word: a private match ends settled, a rated one rated."""
    if match.state == pb.Match.STATE_RATED and not match.rated:
        return ShownState.SETTLED.value
    return pb.Match.State.Name(match.state).removeprefix("STATE_").lower()


def _pages(stub: MatchServiceStub, request: pb.ListMatchesRequest, most: int) -> Iterator[pb.Match]:
    left = most
    while left:
        request.page_size = min(left, 1000)
        page = stub.ListMatches(request)
        yield from page.matches
        left -= len(page.matches)
        request.page_token = page.next_page_token
        if not page.next_page_token:
            return


def _follow(stub: MatchServiceStub, number: int, as_json: bool) -> None:
    """Print steps as they come; exit code 1 for a match that ends void."""
    match = None
    for told in stub.WatchMatch(pb.WatchMatchRequest(match_id=number)):
        kind = told.WhichOneof("message")
        if kind == "step" and not as_json:
            _print_step(match, told.step)
        elif kind == "start":
            match = told.start.match
        elif kind == "end":
            match = told.end.match
    if match is None:
        return
    if as_json:
        print_json(plain(match))
    else:
        _print_match(match)
    if match.state == pb.Match.STATE_VOID:
        raise typer.Exit(FAILED)


def _print_step(match: pb.Match | None, step: pb.WatchStep) -> None:
    seat = SEAT_NAMES[step.seat]
    command = step.command if step.HasField("command") else "decides in secret"
    print_plain(f"{step.number:5} {seat} {printable(command)}")
    if match is None:
        return
    ruleset = registry.get(match.ruleset)
    for told in step.events:
        print_plain(f"      {printable(ruleset.sentence(event_of(told)))}")


def _print_match(match: pb.Match) -> None:
    print_plain(f"match {match.id} of {match.ruleset} is {state_of(match)}")
    for seat, sitting in enumerate(match.seats):
        rank = f", rank {sitting.rank} with {sitting.score}" if sitting.rank else ""
        print_plain(f"{SEAT_NAMES[seat]} {printable(sitting.bot)}@{sitting.version}{rank}")
    if match.outcome.reason:
        print_plain(f"ended by {match.outcome.rule} ({match.outcome.reason}), {match.steps} steps")
    if match.void_reason:
        print_plain(f"void: {printable(match.void_reason)}")


def _seats(match: pb.Match) -> str:
    return " - ".join(
        f"{seat.bot}@{seat.version}" + (f" ({seat.rank})" if seat.rank else "")
        for seat in match.seats
    )
