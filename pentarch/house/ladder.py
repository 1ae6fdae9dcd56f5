"""Playing the house, and what comes out: ratings with intervals, matchups, cycles and habits."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import as_completed

from pentarch.arbiter.competition.ratings import (
    MatchResult,
    Rating,
    cycles,
    matchups,
    rate_results,
)
from pentarch.bench.balance import interval
from pentarch.engine.plain import Json
from pentarch.house.block_folder import BlockFolder, Sitting
from pentarch.house.schedule import House
from pentarch.local import Played, Series, play_series, processes

ANCHOR = "greedy"
"""The bot that stands at 1500."""


class NoResult(Exception):
    """A match was aborted, and its block is not kept."""


def play(
    tables: Sequence[Series],
    folder: BlockFolder,
    *,
    jobs: int = 1,
    on_table: "Callable[[], None]" = lambda: None,
) -> list[Sitting]:
    """Play what is not in the folder, in `jobs` processes, and return the matches of all tables.

    Every block is kept as soon as it is over. Raises NoResult.
    """
    missing = [table for table in tables if folder.find(table) is None]
    for _ in range(len(tables) - len(missing)):
        on_table()
    for table, played in _results(missing, jobs):
        for match in played:
            if match.aborted:
                raise NoResult(f"{' - '.join(table.bots)}: {match.aborted}")
        folder.keep(table, played)
        on_table()
    return [sitting for table in tables for sitting in folder.find(table) or []]


def _results(tables: Sequence[Series], jobs: int) -> "Iterator[tuple[Series, list[Played]]]":
    if jobs == 1 or len(tables) < 2:
        for table in tables:
            yield table, play_series(table)
        return
    with processes(min(jobs, len(tables))) as pool:
        pending = {pool.submit(play_series, table): table for table in tables}
        for future in as_completed(pending):
            yield pending[future], future.result()


def report(house: House, sittings: Sequence[Sitting]) -> "dict[str, Json]":
    """What the matches say: by bot a rating over all tables and one for each number of seats, the
    matchups and cycles of two seats, and how often a bot gave each kind of command in a match."""
    results = [sitting.result for sitting in sittings]
    pairs = [result for result in results if len(result.bots) == 2]
    ratings: dict[str, Json] = {"all": _ratings(results)}
    for count in house.seats:
        ratings[str(count)] = _ratings([one for one in results if len(one.bots) == count])
    return {
        "ruleset": house.ruleset,
        "options": house.options,
        "seats": [*house.seats],
        "rounds": house.rounds,
        "seed": house.seed,
        "matches": len(results),
        "ratings": ratings,
        **_meetings(pairs),
        "deeds": _deeds(sittings),
    }


def _ratings(results: Sequence[MatchResult]) -> list[Json]:
    bots = {bot for result in results for bot in result.bots}
    rated = rate_results(results, anchor=ANCHOR if ANCHOR in bots else None)
    return [_rating(row) for row in rated.rows]


def _rating(row: Rating) -> Json:
    return {
        "bot": row.bot,
        "rank": row.rank,
        "rating": round(row.rating, 1),
        "interval": [round(row.interval.low, 1), round(row.interval.high, 1)],
        "matches": row.matches,
        "forfeits": row.forfeits,
    }


def _meetings(pairs: Sequence[MatchResult]) -> "dict[str, Json]":
    """Who does how well against whom at two seats, and triples that beat each other in a circle."""
    table = matchups(pairs)
    cells: list[Json] = []
    for cell in table.cells.values():
        count = cell.ahead + cell.level + cell.behind
        score = (cell.ahead + cell.level / 2) / count
        cells.append(
            {
                "bot": cell.row,
                "against": cell.column,
                "matches": count,
                "score": round(score, 4),
                "interval": interval(score, count),
            }
        )
    circles: list[Json] = [
        {"bots": [*cycle.bots], "by_chance": round(cycle.by_chance, 4)} for cycle in cycles(table)
    ]
    return {"matchups": cells, "cycles": circles}


def _deeds(sittings: Sequence[Sitting]) -> "dict[str, Json]":
    """By bot and first word of a command: how many of them in a match, on average."""
    totals: dict[str, Counter[str]] = {}
    seated: Counter[str] = Counter()
    for sitting in sittings:
        for bot, deeds in zip(sitting.result.bots, sitting.deeds, strict=True):
            totals.setdefault(bot, Counter()).update(deeds)
            seated[bot] += 1
    return {
        bot: {word: round(count / seated[bot], 2) for word, count in sorted(totals[bot].items())}
        for bot in sorted(totals)
    }
