"""`pentarch ladder`: who is best at a ruleset, as an arbiter has it."""

from collections.abc import Sequence
from typing import Annotated, Final

import typer
from rich.table import Table
from rich.text import Text

from pentarch.arbiter.v1 import ratings_pb2 as pb
from pentarch.arbiter.v1.ratings_pb2_grpc import RatingServiceStub
from pentarch.cli.client import DEFAULT_ADDRESS, Address, Token, dial
from pentarch.cli.terminal import AsJson, console, one_line, print_json, print_plain
from pentarch.engine import registry
from pentarch.engine.plain import Json

_PAGE: Final = 1000


def ladder(
    ruleset: Annotated[
        str | None, typer.Argument(help="A ruleset's id; without one: over all rulesets.")
    ] = None,
    top: Annotated[int, typer.Option("--top", min=1, help="Print this many lines.")] = 50,
    retired: Annotated[
        bool, typer.Option("--retired", help="With versions that play no more.")
    ] = False,
    address: Address = DEFAULT_ADDRESS,
    token: Token = "",
    as_json: AsJson = False,
) -> None:
    """Print a ladder, best first.

    Elo is fitted to all rated matches at once, and has a 95 % interval; it decides. Live Elo moves
    with every match.
    """
    if ruleset is not None:
        registry.get(ruleset)
    with dial(address, token) as channel:
        lines = _lines(RatingServiceStub(channel), ruleset or "", top, retired)
    if as_json:
        print_json([plain(line) for line in lines])
    elif lines:
        console().print(_table(lines))
    else:
        print_plain("nobody has an Elo yet: it comes with rated matches")


def _lines(stub: RatingServiceStub, ruleset: str, top: int, retired: bool) -> list[pb.Rating]:
    """The first `top` lines of the ladder, however many pages that takes."""
    lines: list[pb.Rating] = []
    token = ""
    while True:
        page = stub.ListLadder(
            pb.ListLadderRequest(
                ruleset=ruleset,
                page_size=min(_PAGE, top - len(lines)),
                page_token=token,
                with_retired=retired,
            )
        )
        lines += page.ratings
        token = page.next_page_token
        if not token or len(lines) >= top:
            return lines


def plain(line: pb.Rating) -> Json:
    """A line for scripts; null: no fit includes the version yet."""
    return {
        "rank": line.rank,
        "bot": line.bot,
        "version": line.version,
        "owner": line.owner,
        "elo": line.fit if line.HasField("fit") else None,
        "elo_low": line.fit_low if line.HasField("fit_low") else None,
        "elo_high": line.fit_high if line.HasField("fit_high") else None,
        "rank_low": line.rank_low if line.HasField("rank_low") else None,
        "rank_high": line.rank_high if line.HasField("rank_high") else None,
        "live_elo": line.elo,
        "matches": line.matches,
        "wins": line.wins,
        "draws": line.draws,
        "losses": line.losses,
        "retired": line.retired,
    }


def _table(lines: Sequence[pb.Rating]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in ("", "bot", "owner"):
        table.add_column(name, justify="left" if name else "right")
    for name in ("Elo", "95 %", "ranks", "live Elo", "matches", "won", "level", "lost"):
        table.add_column(name, justify="right")
    for line in lines:
        is_fitted = line.HasField("fit")
        table.add_row(
            str(line.rank),
            Text(one_line(f"{line.bot}@{line.version}")),
            Text(one_line(line.owner)),
            f"{line.fit:.0f}" if is_fitted else "",
            f"{line.fit_low:.0f} to {line.fit_high:.0f}" if is_fitted else "",
            f"{line.rank_low} to {line.rank_high}" if line.HasField("rank_low") else "",
            f"{line.elo:.0f}",
            *(str(count) for count in (line.matches, line.wins, line.draws, line.losses)),
            style="dim" if line.retired else "",
        )
    return table
