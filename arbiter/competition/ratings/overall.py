"""One rating across rulesets: the weighted mean of a bot's ratings, with intervals and ranks."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from pentarch.arbiter.competition.ratings.results import BotId
from pentarch.arbiter.competition.ratings.table import (
    CENTRE,
    Interval,
    Ranking,
    interval_of,
    rank_interval_of,
    ranks_in_columns,
)


@dataclass(frozen=True)
class OverallRating:
    """One bot over all rulesets; `per_ruleset` repeats the ratings it is made of."""

    bot: BotId
    rank: int
    rank_interval: tuple[int, int]
    rating: float
    interval: Interval
    per_ruleset: dict[str, float]


@dataclass(frozen=True)
class Overall:
    """The bots rated in every ruleset, best first, and which rulesets the others lack."""

    rows: tuple[OverallRating, ...]
    incomplete: dict[BotId, tuple[str, ...]]


def overall(
    ratings: Mapping[str, Ranking], *, weights: Mapping[str, float] | None = None
) -> Overall:
    """Combine ratings per ruleset; every ruleset weighs the same unless weights say otherwise.

    A bot must be rated in all of them: an average over the rulesets of one's choice is not
    comparable. Inside each ruleset the ratings are first centred on the bots compared here. All
    ratings must have equally many replicates. Raises KeyError for a ruleset without a weight.
    """
    rulesets = sorted(ratings)
    everybody = sorted({row.bot for table in ratings.values() for row in table.rows})
    missing = {
        bot: tuple(ruleset for ruleset in rulesets if bot not in ratings[ruleset].places)
        for bot in everybody
    }
    bots = [bot for bot in everybody if not missing[bot]]
    incomplete = {bot: lacks for bot, lacks in missing.items() if lacks}
    if not bots:
        return Overall((), incomplete)
    shares = np.array([1.0 if weights is None else weights[ruleset] for ruleset in rulesets])
    shares = shares / shares.sum()
    parts = []
    for ruleset in rulesets:
        table = ratings[ruleset]
        drawn = table.draws[[table.places[bot] for bot in bots]]
        parts.append(drawn - drawn.mean(axis=0))
    combined = CENTRE + np.tensordot(shares, np.array(parts), axes=1)
    ranks = ranks_in_columns(combined)
    rows = [
        OverallRating(
            bot=bot,
            rank=int(ranks[place, 0]),
            rank_interval=rank_interval_of(ranks[place]),
            rating=float(combined[place, 0]),
            interval=interval_of(combined[place]),
            per_ruleset={
                ruleset: ratings[ruleset].rows[ratings[ruleset].places[bot]].rating
                for ruleset in rulesets
            },
        )
        for place, bot in enumerate(bots)
    ]
    rows.sort(key=lambda row: (row.rank, row.bot))
    return Overall(tuple(rows), incomplete)
