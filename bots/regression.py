"""Fits the weights of `bots.evaluation`: python -m pentarch.bots.regression heroes --matches 180.

Greedy bots play each other, with a random command now and then so that positions differ. At random
points of the matches it is noted how far the first seat leads in every measure; a ridge regression
finds what of that foretells the final result. Half of the matches are kept to check the fit against
what the ranking as things stood foretold. The same arguments give the same weights.
"""

import argparse
from dataclasses import dataclass
from typing import Any, Final

from pentarch.bots.evaluation import ahead, worth
from pentarch.bots.playout import Guide
from pentarch.bots.sdk import Start
from pentarch.engine import registry
from pentarch.engine.chance import Seeded, derive
from pentarch.engine.commands import Command
from pentarch.engine.core import Seat
from pentarch.engine.match import Match
from pentarch.engine.ruleset import Ruleset

_STRAY: Final = 33
"""One command in so many is random."""
_NOTE: Final = 6
"""One turn in so many is noted."""
_RIDGE: Final = 1.0


@dataclass(frozen=True)
class Note:
    """A position of a match: the first seat's leads, its standing then, and its final result."""

    leads: list[float]
    standing: float
    result: float


def main() -> None:
    parser = argparse.ArgumentParser(description="Fit the weights of a ruleset's measures.")
    parser.add_argument("ruleset")
    parser.add_argument("--matches", type=int, default=180)
    chosen = parser.parse_args()
    ruleset = registry.get(chosen.ruleset)
    fitted: list[Note] = []
    kept: list[Note] = []
    for seed in range(chosen.matches):
        (kept if seed % 2 else fitted).extend(notes_of(ruleset, seed))
    weights = ridge([note.leads for note in fitted], [note.result for note in fitted])
    factor = ridge([[note.standing] for note in fitted], [note.result for note in fitted])
    print({name: round(weight, 3) for name, weight in zip(names(ruleset), weights, strict=True)})
    for label, explained in (
        ("measures", explains([note.leads for note in kept], weights, kept)),
        ("standing", explains([[note.standing] for note in kept], factor, kept)),
    ):
        print(f"{label} explain {explained:.3f} of the variance in {len(kept)} other positions")


def names(ruleset: Ruleset[Any]) -> list[str]:
    """The ruleset's measures, in their order."""
    match = Match(ruleset, 2, {}, 0)
    return list(ruleset.measures(match.state))


def notes_of(ruleset: Ruleset[Any], seed: int) -> list[Note]:
    """Play a match between two greedy bots that stray at times, and note some of its positions."""
    match = Match(ruleset, 2, {}, seed)
    start = Start(ruleset, 0, 2, match.options.plain(), ["greedy", "greedy"], seed)
    guide = Guide(start)
    guide.begin(seed)
    noise = Seeded(derive(seed, "noise"))
    noted: list[tuple[list[float], float]] = []
    plans: list[list[Command]] = [[], []]
    last: Seat = -1
    while acting := match.to_act():
        seat = acting[0]
        if seat != last and noise.below(_NOTE) == 0:
            measures = ruleset.measures(match.state)
            standing = worth(ruleset.adjudicate(match.state), rank_weight=0.2)[0]
            noted.append(([ahead(values, 0, 1) for values in measures.values()], standing - 0.5))
        last = seat
        legal = match.legal(seat)
        if noise.below(_STRAY) == 0:
            plans[seat] = [noise.choice(legal)]
        elif not plans[seat] or plans[seat][0] not in legal:
            plans[seat] = guide.plan(match.state, seat, legal, noise)
        match.submit(seat, plans[seat].pop(0))
    result = worth(ruleset.adjudicate(match.state), rank_weight=0.7)[0] - 0.5
    return [Note(leads, standing, result) for leads, standing in noted]


def ridge(rows: list[list[float]], results: list[float]) -> list[float]:
    """Weights of the columns that give the results with the least squares, large ones punished."""
    size = len(rows[0])
    table = [
        [sum(row[i] * row[j] for row in rows) + (_RIDGE if i == j else 0.0) for j in range(size)]
        + [sum(row[i] * result for row, result in zip(rows, results, strict=True))]
        for i in range(size)
    ]
    # Gauss and Jordan; the ridge keeps every pivot above zero.
    for pivot in range(size):
        table[pivot] = [value / table[pivot][pivot] for value in table[pivot]]
        for other in range(size):
            if other != pivot:
                factor = table[other][pivot]
                table[other] = [
                    value - factor * above
                    for value, above in zip(table[other], table[pivot], strict=True)
                ]
    return [row[-1] for row in table]


def explains(rows: list[list[float]], weights: list[float], notes: list[Note]) -> float:
    """The share of the results' variance around an even match that the weights foretell."""
    missed = total = 0.0
    for row, note in zip(rows, notes, strict=True):
        expected = sum(value * weight for value, weight in zip(row, weights, strict=True))
        missed += (note.result - expected) ** 2
        total += note.result**2
    return 1.0 - missed / total


if __name__ == "__main__":
    main()
