"""What a fit of many bots takes: seconds of processor time, and the most memory.

    python -m tests.arbiter.competition.ratings.growth BOTS MATCHES SEATS near|random

Blocks of bots at neighbouring places, as a ladder pairs them, or of any; in all seat rotations.
The memory is that of the process, with Python and the results themselves.
"""

import resource
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import numpy as np

from pentarch.arbiter.competition.ratings import MatchResult, Tally, find_cycles, rate

SPREAD = 0.8
REACH = 12
"""How many places apart neighbours are at most."""
FURTHER = 1000


def blocks_of(
    bots: int, count: int, seats: int, *, is_near: bool, seed: int, start: int = 0
) -> dict[str, tuple[MatchResult, ...]]:
    """Blocks between bots of falling strengths."""
    drawn = np.random.default_rng(seed)
    strengths = np.sort(drawn.gumbel(scale=SPREAD, size=bots))[::-1]
    names = [f"b{place:04}" for place in range(bots)]
    made = {}
    for number in range(start, start + count):
        if is_near:
            first = int(drawn.integers(0, bots - REACH))
            places = first + drawn.choice(REACH, seats, replace=False)
        else:
            places = drawn.choice(bots, seats, replace=False)
        id = f"x/b{number}"
        results = []
        for turn in range(seats):
            seated = np.roll(places, -turn)
            forms = strengths[seated] + drawn.gumbel(size=seats)
            ranks = (seats - forms.argsort().argsort()).tolist()
            results.append(
                MatchResult(f"{id}.{turn}", id, tuple(names[p] for p in seated), tuple(ranks))
            )
        made[id] = tuple(results)
    return made


@contextmanager
def timed(name: str) -> Iterator[None]:
    began = time.process_time()
    yield
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{name}: {time.process_time() - began:.1f} s, at most {peak:,.0f} MiB", flush=True)


def main(arguments: Sequence[str]) -> None:
    """Print what each step takes."""
    bots, matches, seats = map(int, arguments[:3])
    is_near = {"near": True, "random": False}[arguments[3]]
    with timed("results"):
        blocks = blocks_of(bots, matches // seats, seats, is_near=is_near, seed=1)
    tally = Tally()
    with timed("counted"):
        tally.add(blocks)
    with timed("rated from nothing"):
        rate(tally)
    with timed("looked for cycles"):
        found = find_cycles(tally.residuals())
    print(f"cycles by chance {found.by_chance:.2f} of {found.pairs} pairs")
    for turn in range(2):
        start = matches // seats + turn * FURTHER // seats
        further = blocks_of(
            bots, FURTHER // seats, seats, is_near=is_near, seed=2 + turn, start=start
        )
        with timed(f"{FURTHER} more counted"):
            tally.add(further)
        with timed("rated again"):
            rate(tally)
        with timed("looked for cycles again"):
            find_cycles(tally.residuals())


if __name__ == "__main__":
    main(sys.argv[1:])
