"""Live Elo: the number that moves the moment a match is rated.

A match of n seats counts as n * (n - 1) / 2 duels, a tie as half a win. The change of a seat is

    K / (n - 1) * sum over the others of (score - expected),   expected = 1 / (1 + 10 ** (-d / 400))

with d the difference of the ratings before the match, so that nothing is created or lost. It goes
by matches and not by blocks: a change can then be told with the match that caused it, at once,
matches outside of tournaments and those with keys of their own count alike, and nothing waits for
the slowest match of a block. It depends on the order of matches, as it would on that of blocks: it
is for watching, not for deciding. The ladder is decided by the fit, which knows no order: that is
the number that people are told as Elo.
"""

from collections.abc import Sequence
from typing import Final

K: Final = 16.0
START: Final = 1500.0


def expected_score(difference: float) -> float:
    """What Elo expects of a bot that is `difference` points ahead."""
    return float(1 / (1 + 10 ** (-difference / 400)))


def after_match(ratings: Sequence[float], ranks: Sequence[int]) -> list[float]:
    """The ratings by seat after a match with these ranks."""
    after = list(ratings)
    share = K / (len(ratings) - 1)
    for seat in range(len(ratings)):
        for other in range(seat):
            margin = ranks[other] - ranks[seat]
            score = 0.5 if margin == 0 else float(margin > 0)
            change = share * (score - expected_score(ratings[seat] - ratings[other]))
            after[seat] += change
            after[other] -= change
    return after
