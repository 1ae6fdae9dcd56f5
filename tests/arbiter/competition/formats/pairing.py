"""What blocks are good for: the error of a mean score with and without pairing."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pentarch.arbiter.competition.ratings import BotId, InvalidResult, MatchResult


@dataclass(frozen=True)
class PairingGain:
    """Standard errors of a bot's mean score over the same number of matches.

    `paired` is what blocks give. `unpaired` is what the same matches would give if every one had
    had a seed and a seat of its own; `same_seats` if only the seeds had differed and the seats had
    been shared out evenly.
    """

    blocks: int
    matches: int
    score: float
    paired: float
    unpaired: float
    same_seats: float

    @property
    def ratio(self) -> float:
        """Error with pairing over error without: below 1, pairing helps."""
        return self.paired / self.unpaired if self.unpaired else 1.0

    @property
    def saved(self) -> float:
        """The share of matches that pairing saves for the same error; negative if it costs."""
        return 1 - self.ratio**2


def pairing_gain(blocks: Sequence[Sequence[MatchResult]], bot: BotId) -> PairingGain:
    """Measure from blocks of one size in which the bot sits at every seat once.

    A match with a seed and a seat of its own is distributed like a match drawn from these blocks,
    so the same matches answer both questions. Raises InvalidResult for other blocks.
    """
    rows = []
    for results in blocks:
        scores: dict[int, float] = {}
        for result in results:
            seats = [seat for seat, other in enumerate(result.bots) if other == bot]
            if len(seats) != 1 or seats[0] in scores:
                raise InvalidResult(f"{result.match_id}: {bot} does not sit everywhere once")
            scores[seats[0]] = result.score(seats[0])
        rows.append([scores[seat] for seat in sorted(scores)])
    if len(rows) < 2 or len({len(row) for row in rows}) != 1:
        raise InvalidResult("pairing is measured on two or more blocks of one size")
    table = np.array(rows)
    count, seats_taken = table.shape
    return PairingGain(
        blocks=count,
        matches=table.size,
        score=float(table.mean()),
        paired=float(table.mean(axis=1).std(ddof=1)) / math.sqrt(count),
        unpaired=float(table.std(ddof=1)) / math.sqrt(table.size),
        same_seats=math.sqrt(float(table.var(axis=0, ddof=1).mean()) / (count * seats_taken)),
    )
