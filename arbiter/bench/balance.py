"""Balance: a bot against itself, and which seat or group of seats profits."""

from collections import Counter
from collections.abc import Callable
from math import sqrt

from arbiter.local import Played, Series, play_series
from engine import registry
from engine.match import Match
from engine.plain import Json


def balance(
    ruleset: str,
    *,
    bot: str,
    seats: int,
    blocks: int,
    seed: int,
    options: "dict[str, Json]",
    jobs: int,
    on_match: "Callable[[Played], None] | None" = None,
) -> "dict[str, Json]":
    """The seats' shares of wins and how matches end, over `blocks` seeds.

    All seats hold the same bot, so a block has only one rotation. A shared first rank counts for
    each winner in equal parts. `error` is the standard error of a share if all seats were equal.
    `groups` has the same for what else the ruleset tells seats apart by, such as races. Matches
    that were aborted are counted apart.
    """
    series = Series(
        ruleset=ruleset,
        bots=[bot] * seats,
        seed=seed,
        matches=blocks,
        options=options,
        is_rotated=False,
    )
    results = play_series(series, jobs=jobs, on_match=on_match)
    played = [result for result in results if not result.aborted]
    count = max(len(played), 1)
    fair = 1 / seats
    ends = Counter(f"{result.rule} {result.reason}" for result in played)
    return {
        "ruleset": ruleset,
        "bot": bot,
        "seats": seats,
        "matches": len(played),
        "aborted": len(results) - len(played),
        "win_shares": [round(_wins(played, seat) / count, 4) for seat in range(seats)],
        "mean_ranks": [
            round(sum(result.ranks[seat] for result in played) / count, 3) for seat in range(seats)
        ],
        "error": _error(fair, count),
        "groups": _groups(series, played),
        "natural_ends": sum(result.natural for result in played),
        "ends": dict(ends.most_common()),
        "mean_steps": round(sum(result.steps for result in played) / count, 1),
    }


def _groups(series: Series, played: list[Played]) -> "dict[str, Json]":
    """By grouping and group: how often it sat down, and its share of wins."""
    ruleset = registry.get(series.ruleset)
    found: dict[str, dict[str, list[float]]] = {}
    for result in played:
        first = Match(ruleset, len(series.bots), series.options, result.seed).state
        for name, groups in ruleset.groups(first).items():
            for seat, group in enumerate(groups):
                wins = found.setdefault(name, {}).setdefault(group, [])
                wins.append(_wins([result], seat))
    fair = 1 / len(series.bots)
    return {
        name: {
            group: {
                "seated": len(wins),
                "win_share": round(sum(wins) / len(wins), 4),
                "error": _error(fair, len(wins)),
            }
            for group, wins in sorted(groups.items())
        }
        for name, groups in found.items()
    }


def _error(fair: float, count: int) -> float:
    """The standard error of a share that should be `fair`."""
    return round(sqrt(fair * (1 - fair) / count), 4)


def _wins(played: list[Played], seat: int) -> float:
    return sum(1 / result.ranks.count(1) for result in played if result.ranks[seat] == 1)
