"""Draws positions and keeps those with one best command.

`python -m tests.positions.finding capital --seed 7` adds some to those of a ruleset.
Everything that can follow is played through. A position is kept where a command is the best by
far, where what the seat cannot know does not change that, and where it is not the first legal one.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Any, Final

from pentarch.engine import registry
from pentarch.engine.chance import Seeded, derive
from pentarch.engine.errors import EngineError
from pentarch.engine.ruleset import Ruleset
from tests.positions.drawn import DRAW, FOLDER, LAY, SEAT, Row, drawn
from tests.positions.position import Position, TooMuch, worths

MARGIN: Final = 0.5
"""By how much of the win the best command leads."""
_ALIKE: Final = 4
"""So often a command is the best one, then others are wanted."""
_SAMPLES: Final = 2
_MOST: Final = 1000


def find(id: str, count: int, seed: int) -> Iterator[Row]:
    """So many more positions of a ruleset, as rows of its file."""
    ruleset = registry.get(id)
    told = Counter([position.best for position in drawn(id)])
    enough = told.total() + count
    number = 0
    while told.total() < enough:
        number += 1
        laid = DRAW[id](Seeded(derive(seed, number)))
        best = solved(ruleset, id, laid)
        if best is not None and told[best["best"]] < _ALIKE:
            told[best["best"]] += 1
            yield {**best, "laid": laid}


def solved(ruleset: Ruleset[Any], id: str, laid: Row) -> Row | None:
    """The best command with its lead, or None where there is none to speak of."""
    seat = SEAT[id]
    try:
        state = LAY[id](laid)
        if ruleset.to_act(state)[:1] != [seat]:
            return None
        legal = ruleset.legal(state, seat)
        best = _best(ruleset, state, seat)
        if best is None or legal[0].text == best["best"]:
            return None
        view = ruleset.view(state, seat)
        for luck in range(0 if ruleset.info.is_open else _SAMPLES):
            if _best(ruleset, ruleset.sample(view, seat, Seeded(luck)), seat) != best:
                return None
    except (AssertionError, EngineError, LookupError, TooMuch, ValueError):
        # What was drawn cannot be laid out, or too much can follow from it.
        return None
    return best


def _best(ruleset: Ruleset[Any], state: Any, seat: int) -> Row | None:
    found = worths(ruleset, Position("", partial(ruleset.copy, state), seat, "", ""), most=_MOST)
    most = max(found.values())
    good = [text for text, worth in found.items() if worth > most - 1e-9]
    rest = max([worth for text, worth in found.items() if text not in good], default=most)
    if len(good) > 1 or most - rest < MARGIN:
        return None
    return {"best": good[0], "worth": round(most, 2), "others": round(rest, 2)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ruleset", choices=registry.IDS)
    parser.add_argument("--count", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    found = find(asked.ruleset, asked.count, asked.seed)
    with (FOLDER / f"{asked.ruleset}.jsonl").open("a") as file:
        for row in found:
            print(json.dumps(row), file=file, flush=True)


if __name__ == "__main__":
    main()
