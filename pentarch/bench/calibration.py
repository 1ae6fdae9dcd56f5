"""Calibration of the analysis: of what was given a chance of 60 %, how many were won.

Matches are played by the reference bots and analysed; every point of every curve is one statement
about each seat, and the result of the match says whether it came true. Points of one match are not
independent of each other, so an interval is made from the number of matches, not of points.
"""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from pentarch.bench.balance import interval
from pentarch.bots.analysis import USUAL, Budget, analyse
from pentarch.bots.analysis.estimate import shares
from pentarch.engine.plain import Json
from pentarch.local import Series, play_local

EDGES: Final = (0.0, 0.05, 0.15, 0.25, 0.35, 0.45, 0.55, 0.65, 0.75, 0.85, 0.95)
"""Where the rows of the table begin; the last one ends at 1."""


@dataclass(frozen=True)
class Statement:
    """What an analysis said of a seat at a moment, and what came of it."""

    match: int
    told: float
    won: float


@dataclass(frozen=True)
class Trial:
    """What to play and how to look at it: a table of equal bots, or of one for each seat."""

    ruleset: str
    matches: int
    bots: tuple[str, ...] = ("greedy", "greedy")
    playouts: int = USUAL
    seed: int = 0


def calibration(trial: Trial, on_match: "Callable[[], None] | None" = None) -> "dict[str, Json]":
    """The table of a trial: for each range of chances what was told and what came true."""
    statements: list[Statement] = []
    for index in range(trial.matches):
        statements += _statements(trial, index)
        if on_match is not None:
            on_match()
    return {
        "ruleset": trial.ruleset,
        "bots": [*trial.bots],
        "matches": trial.matches,
        "playouts": trial.playouts,
        "rows": rows(statements),
    }


def rows(statements: list[Statement]) -> "list[Json]":
    """Statements by the chance that was told."""
    found: dict[int, list[Statement]] = defaultdict(list)
    for statement in statements:
        found[sum(statement.told >= edge for edge in EDGES) - 1].append(statement)
    return [_row(number, found[number]) for number in sorted(found)]


def _statements(trial: Trial, index: int) -> list[Statement]:
    series = Series(trial.ruleset, list(trial.bots), trial.seed, trial.matches)
    bots = [trial.bots[bot] for bot in series.seating(index)]
    # Every match with luck of its own, also those of one rotation.
    seed = Series(trial.ruleset, bots, trial.seed, trial.matches, is_rotated=False).seed_of(index)
    record = play_local(trial.ruleset, bots, seed=seed).record(timed=False)
    won = shares(record.outcome, [forfeit.seat for forfeit in record.forfeits])
    *_, last = analyse(record, Budget(trial.playouts), seed)
    return [
        Statement(index, told, won[seat])
        for step, point in last.curve
        if step < last.steps
        for seat, told in enumerate(point.believed.chances)
    ]


def _row(number: int, statements: list[Statement]) -> "dict[str, Json]":
    edges = (*EDGES, 1.0)
    by_match: dict[int, list[float]] = defaultdict(list)
    for statement in statements:
        by_match[statement.match].append(statement.won)
    count = len(statements)
    won = sum(statement.won for statement in statements) / count
    return {
        "from": edges[number],
        "to": edges[number + 1],
        "statements": count,
        "matches": len(by_match),
        "told": round(sum(statement.told for statement in statements) / count, 4),
        "won": round(won, 4),
        "interval": interval(won, len(by_match)),
    }
