"""`pentarch demo`: the whole service on one machine plays the reference bots on every ruleset."""

import os
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from arbiter.cli import serving
from arbiter.cli.processes import Processes
from arbiter.cli.terminal import Failure, console, print_json
from arbiter.ratings import Ratings, Result, rate_results
from arbiter.settings import Settings
from arbiter.store import Store, ratings, tournaments
from arbiter.store.pages import Ask
from arbiter.store.ratings import Fit, Line
from arbiter.store.tournaments import NewBlock, NewTournament
from arbiter.tournaments import Entry, History, Plan, RoundRobin
from engine import registry
from engine.plain import Json
from workers.app import make_app
from workers.tasks import CeleryDispatch

FOLDER: Final = "data/demo"
BOTS: Final = {"random": "random", "greedy": "greedy", "mcts": "mcts:16"}
"""Names and builds. Sixteen simulations are the fewest with which search can change its mind."""
MEETINGS: Final = {"township": 2, "kingdom": 3, "capital": 3, "heroes": 2, "tradewarz": 2}
"""How many blocks each two bots share."""
OPTIONS: Final[Mapping[str, Mapping[str, Json]]] = {
    "heroes": {"rounds": 4},
    "tradewarz": {"target": 4},
}
"""Shorter matches, where search thinks too long for a demonstration."""
CLOCK: Final[Mapping[str, Json]] = {"bank": 3600.0, "cap": 600.0, "total": 7200.0}
"""On a slow machine the demonstration takes longer; no bot loses for it."""
SEED: Final = 1
_PAUSE: Final = 0.25


@dataclass(frozen=True)
class Show:
    """A tournament of the demonstration."""

    ruleset: str
    tournament_id: int
    matches: int


def demo(meetings: Mapping[str, int], play: int, once: bool, as_json: bool) -> None:
    """Play, print the tables, and serve the dashboard until stopped."""
    os.environ.setdefault("PENTARCH_DATA", FOLDER)
    chosen = Settings()
    began = time.monotonic()
    out = console()
    with serving.running(chosen, play, BOTS) as processes:
        store = Store(chosen.database_url)
        if not as_json:
            out.print(f"dashboard at {serving.dashboard_address(chosen)}")
        shows = _queue(store, chosen, meetings)
        _follow(store, shows, processes)
        tables = {show.ruleset: _settle(store, show) for show in shows}
        store.close()
        if as_json:
            print_json({id: [_plain(row) for row in table] for id, table in tables.items()})
        else:
            _print(tables)
            out.print(f"{sum(show.matches for show in shows)} matches, played, verified and rated")
            out.print(f"in {time.monotonic() - began:.0f} seconds.")
        if once:
            return
        if not as_json:
            out.print(f"dashboard at {serving.dashboard_address(chosen)}; Ctrl-C stops everything.")
        processes.wait()


def _queue(store: Store, chosen: Settings, meetings: Mapping[str, int]) -> list[Show]:
    """Make a round robin for each ruleset and hand its blocks out."""
    make_app(chosen).set_default()
    dispatch = CeleryDispatch()
    shows = []
    for ruleset, count in meetings.items():
        now = datetime.now(UTC)
        with store.writing() as session:
            versions = serving.reference_bots(session, BOTS, now)
            before = len(tournaments.page(session, Ask(size=1000), ruleset=ruleset).items)
            made = tournaments.create(
                session,
                NewTournament(
                    owner_id=versions[0].bot.owner_id,
                    title=f"Demonstration {before + 1}: {registry.get(ruleset).info.title}",
                    ruleset=ruleset,
                    format="round_robin",
                    settings={"meetings": count},
                    options=OPTIONS.get(ruleset, {}),
                    clock=CLOCK,
                    seat_count=2,
                    seed=SEED + before,
                    is_rated=True,
                    versions=[version.id for version in versions],
                ),
                now,
            )
            tournaments.start(session, made.id, now)
            entries = tuple(Entry(str(version.id), serving.HOUSE) for version in versions)
            plan = Plan(str(made.id), SEED + before, entries)
            handed: list[list[int]] = []
            for block in RoundRobin(plan, count).due(History()):
                tables = [[int(bot) for bot in seating] for seating in block.seatings]
                new = NewBlock(number=block.number, round=1, seed=block.seed, tables=tables)
                _, rows = tournaments.add_block(session, made.id, new, now)
                handed.append([row.id for row in rows])
        for match_ids in handed:
            dispatch.play(match_ids)
        shows.append(Show(ruleset, made.id, sum(len(match_ids) for match_ids in handed)))
    return shows


def _follow(store: Store, shows: list[Show], processes: Processes) -> None:
    """Show how far they are until all matches are over. Raises Failure."""
    with _bars(shows) as bars:
        while True:
            processes.watch()
            if processes.is_stopping:
                raise Failure("interrupted", 130)
            with store.reading() as session:
                counts = tournaments.progress(session, [show.tournament_id for show in shows])
            over = [
                sum(count for state, count in counts[show.tournament_id].items() if state.is_over)
                for show in shows
            ]
            for task, done in enumerate(over):
                bars.update(bars.task_ids[task], completed=done)
            if over == [show.matches for show in shows]:
                return
            time.sleep(_PAUSE)


@contextmanager
def _bars(shows: list[Show]) -> "Iterator[Progress]":
    """A progress bar for each ruleset, on stderr; silent when nobody watches."""
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
        for show in shows:
            bars.add_task(show.ruleset, total=show.matches)
        yield bars


def _settle(store: Store, show: Show) -> list[Line]:
    """End the tournament, fit the ratings over all there is, and give the ladder."""
    now = datetime.now(UTC)
    with store.writing() as session:
        tournaments.finish(session, show.tournament_id, "all blocks are played", now)
        results = [
            Result(
                match_id=str(rated.match_id),
                block_id=str(rated.block_id),
                bots=tuple(str(version) for version in rated.versions),
                ranks=rated.ranks,
                forfeits=tuple(seat for seat, verdict in enumerate(rated.verdicts) if verdict),
            )
            for rated in ratings.rated(session, ruleset=show.ruleset)
        ]
        fitted = _fits(rate_results(results))
        ratings.store_fit(session, show.ruleset, fitted, now)
    with store.reading() as session:
        lines = ratings.ladder(session, Ask(size=100), show.ruleset).items
    return sorted(lines, key=lambda line: -(line.rating.fit or 0.0))


def _fits(fitted: Ratings) -> dict[int, Fit]:
    return {
        int(row.bot): Fit(row.rating, row.interval.low, row.interval.high, *row.rank_interval)
        for row in fitted.rows
    }


def _plain(line: Line) -> "dict[str, Json]":
    rating = line.rating
    return {
        "bot": rating.version.bot.name,
        "rating": round(rating.fit or 0.0, 1),
        "interval": [round(rating.fit_low or 0.0, 1), round(rating.fit_high or 0.0, 1)],
        "elo": round(rating.elo, 1),
        "wins": rating.wins,
        "draws": rating.draws,
        "losses": rating.losses,
    }


def _print(tables: "dict[str, list[Line]]") -> None:
    table = Table("ruleset", "bot", box=None, pad_edge=False)
    for title in ("rating", "95 % interval", "Elo", "wins", "draws", "losses"):
        table.add_column(title, justify="right")
    for ruleset, lines in tables.items():
        for place, line in enumerate(lines):
            rating = line.rating
            table.add_row(
                ruleset if place == 0 else "",
                rating.version.bot.name,
                f"{rating.fit or 0.0:.0f}",
                f"{rating.fit_low or 0.0:.0f} to {rating.fit_high or 0.0:.0f}",
                f"{rating.elo:.0f}",
                *(str(count) for count in (rating.wins, rating.draws, rating.losses)),
            )
        table.add_section()
    console().print(table)
