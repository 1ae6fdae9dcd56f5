"""`pentarch demo`: the whole service on one machine plays the reference bots on every ruleset."""

import os
import sys
import time
import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from pentarch.arbiter.competition.formats.round_robin.settings import RoundRobinSettings
from pentarch.arbiter.competition.ratings import MatchResult, Rating, rate_results
from pentarch.arbiter.settings import Settings
from pentarch.arbiter.store import Store, blocks, ladder, owners
from pentarch.arbiter.store.pages import Ask
from pentarch.arbiter.store.words import Role
from pentarch.arbiter.v1 import tournaments_pb2 as pb
from pentarch.arbiter.v1.tournaments_pb2_grpc import TournamentServiceStub
from pentarch.cli import stack
from pentarch.cli.plans import plan_of
from pentarch.cli.processes import Processes, free_address
from pentarch.cli.terminal import Failure, console, print_json
from pentarch.cli.tokens import HOUSE
from pentarch.cli.tournaments import service
from pentarch.engine import registry
from pentarch.engine.plain import Json

FOLDER: Final = "data/demo"
BLOCKS: Final = {"township": 3, "kingdom": 4, "capital": 4, "heroes": 4, "tradewarz": 4}
"""How many blocks each pair of bots plays."""
OPTIONS: Final = {"heroes": ["rounds=1"], "tradewarz": ["target=4"]}
"""Shorter matches where the search takes too long for a demonstration."""
REFERENCE: Final = {**stack.REFERENCE, "mcts": "mcts:48"}
"""The bots that play; the search with a budget that a demonstration has time for."""
CLOCK: Final = "3600+0/600"
"""On a slow machine the demonstration takes longer, and no bot loses because of it."""
SEED: Final = 1
"""The seed of the first demonstration on a machine; each later one plays new matches."""
_PAUSE: Final = 0.5
_LINE_EVERY: Final = 15.0


@dataclass(frozen=True)
class LadderLine:
    """A line of a table: the Elo of the fit, with its interval, and the live Elo."""

    bot: str
    fit: Rating
    live_elo: float
    wins: int
    draws: int
    losses: int


def demo(blocks: Mapping[str, int], play: int, once: bool, as_json: bool) -> None:
    """Play, print the tables, and serve the dashboard until stopped."""
    os.environ.setdefault("PENTARCH_DATA", FOLDER)
    _make_way()
    chosen = Settings()
    out = console()
    began = time.monotonic()
    if not as_json:
        out.print("starting Redis, the arbiter, the workers and the dashboard")
    with stack.running(chosen, play, REFERENCE) as processes:
        if not as_json:
            out.print(f"arbiter at {chosen.listen}, data in {chosen.data.resolve()}")
            out.print(f"dashboard at {stack.dashboard_address(chosen)}")
        store = Store(chosen.database_url)
        with service(chosen.listen, _token(store)) as stub:
            made = [_begin(stub, ruleset, count) for ruleset, count in blocks.items()]
            matches = _follow(stub, made, processes, as_json)
        tables = {ruleset: _table(store, ruleset) for ruleset in blocks}
        store.close()
        if as_json:
            print_json({id: [_plain(place) for place in table] for id, table in tables.items()})
        else:
            _print(tables)
            spent = time.monotonic() - began
            out.print(f"{matches} matches, played, verified and rated in {spent:.0f} seconds")
        if once:
            return
        if not as_json:
            out.print(f"dashboard at {stack.dashboard_address(chosen)}; Ctrl-C stops everything.")
        processes.wait()


def _make_way() -> None:
    """Where something else has the usual ports, another demonstration perhaps, take free ones."""
    usual = Settings()
    for variable, address in (
        ("PENTARCH_LISTEN", usual.listen),
        ("PENTARCH_DASHBOARD", usual.dashboard),
    ):
        if variable not in os.environ:
            os.environ[variable] = free_address(address)


def _token(store: Store) -> str:
    """A token that may ask for rated tournaments."""
    now = datetime.now(UTC)
    with store.writing() as session:
        house = owners.by_name(session, HOUSE)
        return owners.create_token(session, house.id, Role.ADMIN, label="demo", now=now)[1]


def _begin(stub: TournamentServiceStub, ruleset: str, blocks: int) -> pb.Tournament:
    """Start a round robin that has not been played before."""
    listed = stub.ListTournaments(pb.ListTournamentsRequest(ruleset=ruleset, page_size=1000))
    before = len(listed.tournaments)
    plan = plan_of(
        RoundRobinSettings(blocks=blocks),
        ruleset=ruleset,
        bots=list(REFERENCE),
        options=OPTIONS.get(ruleset, []),
        clock=CLOCK,
        seed=SEED + before,
        rated=True,
    )
    title = f"Demonstration {before + 1}: {registry.get(ruleset).info.title}"
    request = pb.CreateTournamentRequest(request_id=str(uuid.uuid4()), title=title, plan=plan)
    made = stub.CreateTournament(request).tournament
    return stub.StartTournament(pb.StartTournamentRequest(tournament_id=made.id)).tournament


def _follow(
    stub: TournamentServiceStub,
    tournaments: list[pb.Tournament],
    processes: Processes,
    is_silent: bool,
) -> int:
    """Show how far they are until all are over; how many matches. Raises Failure."""
    lines = _Lines(is_silent or sys.stderr.isatty())
    with _bars(tournaments) as bars:
        while True:
            processes.watch()
            if processes.is_stopping:
                raise Failure("interrupted", 130)
            now = [
                stub.GetTournament(pb.GetTournamentRequest(tournament_id=one.id)).tournament
                for one in tournaments
            ]
            for bar, one in zip(bars.task_ids, now, strict=True):
                bars.update(bar, completed=one.progress.rated, total=one.progress.expected)
            lines.show(now)
            if all(one.state == pb.Tournament.STATE_FINISHED for one in now):
                return sum(one.progress.rated for one in now)
            time.sleep(_PAUSE)


class _Lines:
    """Where no terminal shows bars: a plain line on stderr now and then."""

    def __init__(self, is_silent: bool) -> None:
        self._is_silent: Final = is_silent
        self._began: Final = time.monotonic()
        self._next = self._began
        self._shown = -1

    def show(self, tournaments: list[pb.Tournament]) -> None:
        """Say how far all are: now and then, and when all is done."""
        done = sum(one.progress.rated for one in tournaments)
        total = sum(one.progress.expected for one in tournaments)
        now = time.monotonic()
        is_due = now >= self._next or (done == total and done != self._shown)
        if self._is_silent or not is_due:
            return
        self._next, self._shown = now + _LINE_EVERY, done
        each = ", ".join(
            f"{one.plan.ruleset} {one.progress.rated}/{one.progress.expected}"
            for one in tournaments
        )
        spent = now - self._began
        print(f"{spent:4.0f} s: {done} of {total} matches ({each})", file=sys.stderr, flush=True)


@contextmanager
def _bars(tournaments: list[pb.Tournament]) -> "Iterator[Progress]":
    """A progress bar for each, on stderr; silent where there is no terminal."""
    bars = Progress(
        TextColumn("{task.description:<10}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("matches"),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        disable=not sys.stderr.isatty(),
    )
    with bars:
        for one in tournaments:
            bars.add_task(one.plan.ruleset, total=one.progress.expected)
        yield bars


def _table(store: Store, ruleset: str) -> list[LadderLine]:
    """The bots of a ruleset, best first, by a fit over all that was ever played here."""
    with store.reading() as session:
        counting = blocks.rated_ids(session, ruleset)
        results = [
            MatchResult(
                match_id=str(table.match_id),
                block_id=str(counting[table.match_id] or f"match {table.match_id}"),
                bots=tuple(str(version) for version in table.versions),
                ranks=table.ranks,
                forfeits=table.forfeits,
            )
            for table in blocks.tables(session, list(counting))
        ]
        lines = ladder.page(session, Ask(size=100), ruleset).items
    live = {str(line.rating.version_id): line.rating for line in lines}
    return [
        LadderLine(
            bot=live[row.bot].version.bot.name,
            fit=row,
            live_elo=live[row.bot].elo,
            wins=live[row.bot].wins,
            draws=live[row.bot].draws,
            losses=live[row.bot].losses,
        )
        for row in rate_results(results).rows
    ]


def _plain(place: LadderLine) -> "dict[str, Json]":
    interval = place.fit.interval
    return {
        "bot": place.bot,
        "elo": round(place.fit.rating, 1),
        "interval": [round(interval.low, 1), round(interval.high, 1)],
        "live_elo": round(place.live_elo, 1),
        "wins": place.wins,
        "draws": place.draws,
        "losses": place.losses,
    }


def _print(tables: "dict[str, list[LadderLine]]") -> None:
    table = Table("ruleset", "bot", box=None, pad_edge=False)
    for title in ("Elo", "95 % interval", "live Elo", "wins", "draws", "losses"):
        table.add_column(title, justify="right")
    for ruleset, places in tables.items():
        for place in places:
            interval = place.fit.interval
            table.add_row(
                ruleset if place is places[0] else "",
                place.bot,
                f"{place.fit.rating:.0f}",
                f"{interval.low:.0f} to {interval.high:.0f}",
                f"{place.live_elo:.0f}",
                *(str(count) for count in (place.wins, place.draws, place.losses)),
            )
    console().print(table)
