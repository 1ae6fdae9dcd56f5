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
# That of the arbiter; its arithmetic needs more than a bot author installs.
_SIGNIFICANT: Final = 0.01


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
        lines, whole = _lines(RatingServiceStub(channel), ruleset or "", top, retired)
    if as_json:
        print_json([plain(line) for line in lines])
    elif lines:
        console().print(_table(lines))
        for sentence in remarks(whole):
            print_plain(sentence)
    else:
        print_plain("nobody has an Elo yet: it comes with rated matches")


def remarks(whole: pb.ListLadderResponse) -> list[str]:
    """What there is to say of a ladder as a whole: its cycles, and how well it predicts."""
    said = []
    if whole.HasField("cycles_by_chance"):
        chance = whole.cycles_by_chance
        said.append(
            f"cycles: significant (by chance {chance:.3f}), so one number for each bot is not the "
            "whole story; Nash is points against the mix that nobody beats"
            if chance < _SIGNIFICANT
            else f"cycles: none to speak of (by chance {chance:.2f}), Elo tells the story"
        )
    if whole.HasField("forecast"):
        forecast = whole.forecast
        bins = [one for one in forecast.bins if one.comparisons]
        told = ", ".join(f"{one.expected:.0%} said, {one.observed:.0%} won" for one in bins)
        said.append(
            f"forecasts: log loss {forecast.loss:.3f} over {forecast.comparisons} comparisons "
            f"(a coin has 0.693); favourites: {told}"
        )
    return said


def _lines(
    stub: RatingServiceStub, ruleset: str, top: int, retired: bool
) -> tuple[list[pb.Rating], pb.ListLadderResponse]:
    """The first `top` lines of the ladder, however many pages that takes, and the last page."""
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
            return lines, page


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
        "nash": line.nash if line.HasField("nash") else None,
        "nash_low": line.nash_low if line.HasField("nash_low") else None,
        "nash_high": line.nash_high if line.HasField("nash_high") else None,
        "live_elo": line.elo,
        "matches": line.matches,
        "wins": line.wins,
        "draws": line.draws,
        "losses": line.losses,
        "retired": line.retired,
    }


def _table(lines: Sequence[pb.Rating]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    has_nash = any(line.HasField("nash") for line in lines)
    for name in ("", "bot", "owner"):
        table.add_column(name, justify="left" if name else "right")
    nash = ["Nash", "Nash 95 %"] if has_nash else []
    for name in ("Elo", "95 %", "ranks", *nash, "live Elo", "matches", "won", "level", "lost"):
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
            *(_nash(line) if has_nash else ()),
            f"{line.elo:.0f}",
            *(str(count) for count in (line.matches, line.wins, line.draws, line.losses)),
            style="dim" if line.retired else "",
        )
    return table


def _nash(line: pb.Rating) -> tuple[str, str]:
    if not line.HasField("nash"):
        return "", ""
    return f"{line.nash:.0f}", f"{line.nash_low:.0f} to {line.nash_high:.0f}"
