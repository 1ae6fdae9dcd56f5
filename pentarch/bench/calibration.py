"""Calibration of the analysis: of what was given a chance of 60 %, how many were won.

Matches are played by the reference bots. Of each some decisions are drawn, without a look at how it
ended, and the analysis says what chance the deciding seat had; the result of the match says whether
it came true. Positions of one match are not independent of each other, so an interval is made from
the number of matches, not of positions.

Where the chances are off, a curve of two numbers is fitted to one half of the matches and tried on
the other. What has been played is kept in a file, if one is named, and not played again: the share
of playouts that was won, which is told as the analysis of the day does.
"""

import json
import time
from collections import defaultdict, deque
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass, replace
from math import inf
from pathlib import Path
from typing import Final

from pentarch.bench.balance import interval
from pentarch.bench.fitting import fit, spread
from pentarch.bots.analysis.calibration import Logistic, told
from pentarch.bots.analysis.estimate import Estimator, shares
from pentarch.bots.analysis.moments import moments
from pentarch.engine import registry
from pentarch.engine.chance import Seeded, derive
from pentarch.engine.errors import InvalidValue
from pentarch.engine.plain import Json
from pentarch.local import Series, play_local, processes

EDGES: Final = (0.0, 0.05, 0.15, 0.25, 0.35, 0.45, 0.55, 0.65, 0.75, 0.85, 0.95)
"""Where the rows of the table begin; the last one ends at 1."""
PLAYOUTS: Final = 96
"""As many as the analysis takes to look closely."""
POSITIONS: Final = 4
"""How many decisions of a match are looked at, when nobody says."""


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
    playouts: int = PLAYOUTS
    seed: int = 0
    positions: int = POSITIONS

    @property
    def mark(self) -> list[Json]:
        """What a kept match must have in common with those of this trial."""
        return [self.ruleset, [*self.bots], self.playouts, self.seed, self.positions]


@dataclass(frozen=True)
class Effort:
    """How a trial is done: in how many processes, until when, and where matches are kept."""

    jobs: int = 1
    until: float = inf
    """By time.monotonic(). Matches under way are finished; the table says how many there are."""
    file: Path | None = None


def calibration(
    trial: Trial, effort: Effort | None = None, on_match: "Callable[[], None] | None" = None
) -> "dict[str, Json]":
    """The table of a trial: for each range of chances what was told and what came true.

    Raises InvalidValue for a file that keeps something else.
    """
    effort = effort or Effort()
    statements = _kept(trial, effort.file)
    missing = sorted({*range(trial.matches)} - {statement.match for statement in statements})
    for index, made in _made(trial, effort, missing):
        statements += made
        _keep(trial, effort.file, index, made)
        if on_match is not None:
            on_match()
    given = [statement.told for statement in statements]
    fitted = spread(given, trial.playouts, len(trial.bots))
    statements = [_told(trial, one) for one in sorted(statements, key=lambda one: one.match)]
    curve, tried = _fitted(statements)
    return {
        "ruleset": trial.ruleset,
        "bots": [*trial.bots],
        "matches": len({statement.match for statement in statements}),
        "playouts": trial.playouts,
        "rows": rows(statements),
        "spread": [round(part, 3) for part in (fitted.even, fitted.strength, fitted.others)],
        "curve": [round(curve.shift, 4), round(curve.slope, 4)],
        "error": round(_error(statements), 4),
        "tried": {
            "raw": round(_error([told for told, _ in tried]), 4),
            "fitted": round(_error([mapped for _, mapped in tried]), 4),
            "rows": rows([mapped for _, mapped in tried]),
        },
    }


def _told(trial: Trial, one: Statement) -> Statement:
    """A statement as an analysis makes it, of one that says what part of the playouts was won."""
    return replace(one, told=told(trial.ruleset, one.told, trial.playouts, len(trial.bots)))


def rows(statements: list[Statement]) -> "list[Json]":
    """Statements by the chance that was told."""
    found: dict[int, list[Statement]] = defaultdict(list)
    for statement in statements:
        found[sum(statement.told >= edge for edge in EDGES) - 1].append(statement)
    return [_row(number, found[number]) for number in sorted(found)]


def statements_of(trial: Trial, index: int) -> list[Statement]:
    """Play a match and say of some of its decisions what part of the playouts the deciding seat
    won."""
    series = Series(trial.ruleset, list(trial.bots), trial.seed, trial.matches)
    bots = [trial.bots[bot] for bot in series.seating(index)]
    # Every match with luck of its own, also those of one rotation.
    seed = Series(trial.ruleset, bots, trial.seed, trial.matches, is_rotated=False).seed_of(index)
    record = play_local(trial.ruleset, bots, seed=seed).record(timed=False)
    won = shares(record.outcome, [forfeit.seat for forfeit in record.forfeits])
    estimator = Estimator(registry.get(trial.ruleset), record.options, record.bots, seed)
    found = list(moments(record))
    Seeded(derive(seed, "positions")).shuffle(found)
    return [
        Statement(
            index,
            estimator.hoped(moment, moment.seat, range(trial.playouts)),
            won[moment.seat],
        )
        for moment in found[: trial.positions]
    ]


def _made(
    trial: Trial, effort: Effort, missing: list[int]
) -> "Iterator[tuple[int, list[Statement]]]":
    """The matches that are missing, as they are done."""
    if effort.jobs <= 1:
        for index in missing:
            if time.monotonic() >= effort.until:
                return
            yield index, statements_of(trial, index)
        return
    with processes(effort.jobs) as pool:
        waiting = deque(missing)
        under_way: dict[Future[list[Statement]], int] = {}
        while True:
            while waiting and len(under_way) < 2 * effort.jobs and time.monotonic() < effort.until:
                index = waiting.popleft()
                under_way[pool.submit(statements_of, trial, index)] = index
            if not under_way:
                return
            for future in wait(under_way, return_when=FIRST_COMPLETED).done:
                yield under_way.pop(future), future.result()


def _kept(trial: Trial, file: Path | None) -> list[Statement]:
    """What a file has of this trial; a line that was cut off is taken out of it."""
    if file is None or not file.exists():
        return []
    text = file.read_text(encoding="utf-8")
    whole = text[: text.rfind("\n") + 1]
    found: list[Statement] = []
    for line in whole.splitlines():
        try:
            mark, index, said = json.loads(line)
        except ValueError as error:
            raise InvalidValue(f"{file.name} keeps no calibration") from error
        if mark == trial.mark and index < trial.matches:
            found += [Statement(index, told, won) for told, won in said]
    if whole != text:
        file.write_text(whole, encoding="utf-8")
    return found


def _keep(trial: Trial, file: Path | None, index: int, made: list[Statement]) -> None:
    if file is None:
        return
    said = [[statement.told, statement.won] for statement in made]
    with file.open("a", encoding="utf-8") as kept:
        kept.write(json.dumps([trial.mark, index, said]) + "\n")


def _fitted(
    statements: list[Statement],
) -> "tuple[Logistic, list[tuple[Statement, Statement]]]":
    """A curve of every second match, and the statements of the others as told and as mapped."""
    numbers = sorted({statement.match for statement in statements})
    taught = {*numbers[::2]}
    curve = fit([(one.told, one.won) for one in statements if one.match in taught])
    others = [one for one in statements if one.match not in taught]
    return curve, [(one, replace(one, told=curve(one.told))) for one in others]


def _error(statements: list[Statement]) -> float:
    """The mean square of what is between chance and result; 0 is perfect."""
    squares = [(statement.told - statement.won) ** 2 for statement in statements]
    return sum(squares) / len(squares) if squares else 0.0


def _row(number: int, statements: list[Statement]) -> "dict[str, Json]":
    edges = (*EDGES, 1.0)
    count = len(statements)
    matches = len({statement.match for statement in statements})
    won = sum(statement.won for statement in statements) / count
    return {
        "from": edges[number],
        "to": edges[number + 1],
        "statements": count,
        "matches": matches,
        "told": round(sum(statement.told for statement in statements) / count, 4),
        "won": round(won, 4),
        "interval": interval(won, matches),
    }
