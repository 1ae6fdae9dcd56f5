"""Live Elo: the number that moves the moment a block ends.

Every match of n seats counts as n * (n - 1) / 2 duels, a tie as half a win. A bot's change is

    K / (n - 1) * sum over opponents of (score - expected),   expected = 1 / (1 + 10 ** (-d / 400))

with d the difference of the ratings *before the block*, so the order inside a block is irrelevant
and nothing is created or lost. Elo depends on the order of blocks: it is for watching, not for
deciding; the table is decided by the fit.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from pentarch.arbiter.competition.ratings.results import BotId, Result

K: Final = 16.0
START: Final = 1500.0


def expected_score(difference: float) -> float:
    """What Elo expects of a bot that is `difference` points ahead."""
    return float(1 / (1 + 10 ** (-difference / 400)))


def after_block(ratings: Mapping[BotId, float], results: Sequence[Result]) -> dict[BotId, float]:
    """All ratings after one block; bots without a rating start at 1500."""
    before = dict(ratings)
    for result in results:
        for bot in result.bots:
            before.setdefault(bot, START)
    after = dict(before)
    for result in sorted(results, key=lambda result: result.match_id):
        for bot, change in _changes(before, result):
            after[bot] += change
    return after


def after_blocks(blocks: Iterable[Sequence[Result]]) -> dict[BotId, float]:
    """Ratings from nothing, block after block in the order given (the order of rating)."""
    ratings: dict[BotId, float] = {}
    for results in blocks:
        ratings = after_block(ratings, results)
    return ratings


def _changes(before: Mapping[BotId, float], result: Result) -> list[tuple[BotId, float]]:
    seats = range(len(result.bots))
    changes = []
    for seat in seats:
        for other in range(seat):
            bot, rival = result.bots[seat], result.bots[other]
            if bot == rival:
                continue
            margin = result.ranks[other] - result.ranks[seat]
            score = 0.5 if margin == 0 else float(margin > 0)
            step = score - expected_score(before[bot] - before[rival])
            change = K / (len(seats) - 1) * step
            changes += [(bot, change), (rival, -change)]
    return changes


def after_match(ratings: Sequence[float], ranks: Sequence[int]) -> list[float]:
    """The ratings by seat after one match, for those who rate match by match."""
    bots = [str(seat) for seat in range(len(ratings))]
    result = Result(match_id="", block_id="", bots=tuple(bots), ranks=tuple(ranks))
    after = after_block(dict(zip(bots, ratings, strict=True)), [result])
    return [after[bot] for bot in bots]
