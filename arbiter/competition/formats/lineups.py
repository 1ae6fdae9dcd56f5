"""Even lineups: who meets whom at tables of any size, everybody equally often."""

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import TypeAlias

from pentarch.arbiter.competition.ratings import BotId
from pentarch.engine.chance import Seeded

MayShare: TypeAlias = Callable[[BotId, BotId], bool]


def all_pairs(bots: Sequence[BotId], meetings: int) -> list[tuple[BotId, ...]]:
    """Every pair, `meetings` times, round by round (the circle method)."""
    places: list[BotId | None] = [*bots]
    if len(places) % 2:
        places.append(None)
    half = len(places) // 2
    once: list[tuple[BotId, ...]] = []
    for _ in range(len(places) - 1):
        for one, two in zip(places[:half], reversed(places[half:]), strict=True):
            if one is not None and two is not None:
                once.append((one, two))
        places = [places[0], places[-1], *places[1:-1]]
    return once * meetings


def even_lineups(
    bots: Sequence[BotId], seats: int, *, meetings: int, may_share: MayShare, seed: int
) -> list[tuple[BotId, ...]]:
    """Lineups in which every pair that may share a table meets at least `meetings` times.

    Greedy: bots with the fewest lineups are seated first, so that numbers differ by at most one
    (unless `may_share` leaves no choice); among those, the ones that have met the others least.
    """
    if seats == 2:
        return [pair for pair in all_pairs(bots, meetings) if may_share(*pair)]
    order = list(bots)
    Seeded(seed).shuffle(order)
    met = {frozenset(pair): 0 for pair in combinations(order, 2) if may_share(*pair)}
    taken = dict.fromkeys(order, 0)
    lacking, stalled = meetings * len(met), 0
    lineups: list[tuple[BotId, ...]] = []
    while lacking:
        # A greedy choice could circle around a last pair for ever: then that pair comes first.
        first: list[BotId] = []
        if stalled > len(order):
            rarest = min(met, key=lambda pair: (met[pair], sorted(pair)))
            first = sorted(rarest)
        lineup = _next_lineup(order, seats, first, taken, met, may_share)
        before = lacking
        for pair in _pairs(lineup):
            lacking -= met[pair] < meetings
            met[pair] += 1
        stalled = stalled + 1 if lacking == before else 0
        for bot in lineup:
            taken[bot] += 1
        lineups.append(lineup)
    return lineups


def dealt_lineups(
    bots: Sequence[BotId], seats: int, *, rounds: int, may_share: MayShare, seed: int
) -> list[tuple[BotId, ...]]:
    """Lineups in which every bot sits at least `rounds` times, as evenly as possible."""
    order = list(bots)
    Seeded(seed).shuffle(order)
    met = {frozenset(pair): 0 for pair in combinations(order, 2)}
    taken = dict.fromkeys(order, 0)
    lineups: list[tuple[BotId, ...]] = []
    while min(taken.values()) < rounds:
        lineup = _next_lineup(order, seats, (), taken, met, may_share)
        for pair in _pairs(lineup):
            met[pair] += 1
        for bot in lineup:
            taken[bot] += 1
        lineups.append(lineup)
    return lineups


def interleave(groups: Sequence[Sequence[tuple[BotId, ...]]]) -> list[tuple[BotId, ...]]:
    """Several lists in one, so that each is equally far advanced at any time."""
    placed = [
        ((place + 0.5) / len(group), number, lineup)
        for number, group in enumerate(groups)
        for place, lineup in enumerate(group)
    ]
    return [lineup for _, _, lineup in sorted(placed, key=lambda item: item[:2])]


def _pairs(lineup: Sequence[BotId]) -> list[frozenset[BotId]]:
    return [frozenset(pair) for pair in combinations(lineup, 2)]


def _next_lineup(
    order: Sequence[BotId],
    seats: int,
    first: Sequence[BotId],
    taken: dict[BotId, int],
    met: dict[frozenset[BotId], int],
    may_share: MayShare,
) -> tuple[BotId, ...]:
    """`first`, filled up with the bots seated least that met the others least.

    There are owners enough for the table (the plan checks it), so somebody is always able.
    """
    lineup = list(first)
    while len(lineup) < seats:
        best: tuple[int, int, int] | None = None
        chosen = order[0]
        for place, bot in enumerate(order):
            if bot in lineup or not all(may_share(bot, other) for other in lineup):
                continue
            known = sum(met[frozenset((bot, other))] for other in lineup)
            key = (taken[bot], known, place)
            if best is None or key < best:
                best, chosen = key, bot
        lineup.append(chosen)
    return tuple(lineup)
