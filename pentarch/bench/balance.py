"""Balance: bots at a table, and which seat, team, bot or group of seats profits."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from math import sqrt
from typing import Final

from pentarch.engine import registry
from pentarch.engine.match import Match
from pentarch.engine.plain import Json
from pentarch.local import Played, Series, play_series

TEAM: Final = "team"
"""The grouping of seats that win together: a win counts in full for each of them."""

SPREAD: Final = 1.96
"""How many standard errors to either side hold 95 % of a normal distribution."""


@dataclass(frozen=True)
class BalanceTable:
    """One way to play a ruleset: a bot for each seat, or one for all of them.

    Equal bots keep their seats, because a rotation would only repeat the match; then a block is one
    match. Different bots rotate.
    """

    ruleset: str
    seats: int
    options: "dict[str, Json]" = field(default_factory=dict)
    bots: tuple[str, ...] = ("greedy",)
    blocks: int = 900

    def series(self, seed: int) -> Series:
        """The matches of the table."""
        is_rotated = len(set(self.bots)) > 1
        return Series(
            ruleset=self.ruleset,
            bots=list(self.bots) if len(self.bots) > 1 else list(self.bots) * self.seats,
            seed=seed,
            matches=self.blocks * self.seats if is_rotated else self.blocks,
            options=self.options,
            is_rotated=is_rotated,
        )


def balance(
    table: BalanceTable,
    *,
    seed: int,
    jobs: int,
    on_match: "Callable[[Played], None] | None" = None,
) -> "dict[str, Json]":
    """The seats' shares of wins and how matches end.

    A shared first rank counts for each winner in equal parts, but a team wins as one: its seats
    have its share. `even_share` is the share of each if all had equal chances, `intervals` are
    those that hold the true shares in 95 of 100 series. `groups` has the same for what else tells
    seats apart: different bots, and what the ruleset names, such as races. Matches that were
    aborted are counted apart.
    """
    series = table.series(seed)
    results = play_series(series, jobs=jobs, on_match=on_match)
    played = [result for result in results if not result.aborted]
    count = max(len(played), 1)
    groups_of = [_groups(series, result) for result in played]
    wins_of = [
        _wins(result, groups.get(TEAM)) for result, groups in zip(played, groups_of, strict=True)
    ]
    by_seat = [[wins[seat] for wins in wins_of] for seat in range(table.seats)]
    ends = Counter(f"{result.rule} {result.reason}" for result in played)
    return {
        "ruleset": table.ruleset,
        "bots": [*table.bots],
        "seats": table.seats,
        "options": table.options,
        "matches": len(played),
        "aborted": len(results) - len(played),
        "even_share": _even_share(table.seats, groups_of),
        "win_shares": [_share(wins) for wins in by_seat],
        "intervals": [_interval(wins) for wins in by_seat],
        "mean_ranks": [
            round(sum(result.ranks[seat] for result in played) / count, 3)
            for seat in range(table.seats)
        ],
        "groups": _shares_by_group(groups_of, wins_of),
        "natural_ends": sum(result.natural for result in played),
        "ends": dict(ends.most_common()),
        "mean_steps": round(sum(result.steps for result in played) / count, 1),
    }


def _groups(series: Series, result: Played) -> "dict[str, list[str]]":
    """By name of a grouping, the group of each seat."""
    ruleset = registry.get(series.ruleset)
    first = Match(ruleset, len(series.bots), series.options, result.seed).state
    groups = dict(ruleset.groups(first))
    if series.is_rotated:
        groups["bot"] = [series.bots[bot] for bot in result.seating]
    return groups


def _wins(result: Played, teams: "list[str] | None") -> list[float]:
    """What each seat has won: 1, nothing, or its part of a shared first rank."""
    winners = [seat for seat, rank in enumerate(result.ranks) if rank == 1]
    sides = len({teams[seat] for seat in winners}) if teams else len(winners)
    return [1 / sides if rank == 1 else 0.0 for rank in result.ranks]


def _even_share(seats: int, groups_of: "list[dict[str, list[str]]]") -> float:
    teams = groups_of[0].get(TEAM) if groups_of else None
    return round(1 / (len(set(teams)) if teams else seats), 4)


def _shares_by_group(
    groups_of: "list[dict[str, list[str]]]", wins_of: list[list[float]]
) -> "dict[str, Json]":
    """By grouping and group: how often it sat down, and its share of wins."""
    found: dict[str, dict[str, list[float]]] = {}
    for groups, wins in zip(groups_of, wins_of, strict=True):
        for name, group_of in groups.items():
            for group, win in zip(group_of, wins, strict=True):
                found.setdefault(name, {}).setdefault(group, []).append(win)
    return {
        name: {
            group: {"seated": len(wins), "win_share": _share(wins), "interval": _interval(wins)}
            for group, wins in sorted(groups.items())
        }
        for name, groups in found.items()
        if name != TEAM
    }


def _share(wins: list[float]) -> float:
    return round(sum(wins) / max(len(wins), 1), 4)


def _interval(wins: list[float]) -> "list[Json]":
    return interval(sum(wins) / len(wins) if wins else 0.0, len(wins))


def interval(share: float, count: int) -> "list[Json]":
    """Wilson's 95 % interval of a share, which keeps within 0 and 1 for short series too."""
    if not count:
        return [0.0, 1.0]
    weight = SPREAD * SPREAD / count
    middle = share + weight / 2
    reach = SPREAD * sqrt(share * (1 - share) / count + weight / (4 * count))
    low, high = (middle - reach) / (1 + weight), (middle + reach) / (1 + weight)
    return [max(0.0, round(low, 4)), min(1.0, round(high, 4))]
