"""Ratings: pure functions from results to numbers. What each number means: docs/tournaments.md."""

from pentarch.arbiter.competition.ratings.matchups import Cycle, Matchup, Matchups, cycles, matchups
from pentarch.arbiter.competition.ratings.overall import Overall, OverallRating, overall
from pentarch.arbiter.competition.ratings.results import (
    BlockId,
    Blocks,
    BotId,
    InvalidResult,
    MatchResult,
    by_block,
)
from pentarch.arbiter.competition.ratings.table import (
    Interval,
    Rating,
    Ratings,
    SeatEffect,
    rate,
    rate_results,
)
from pentarch.arbiter.competition.ratings.tally import REPLICATES, Fit, Tally

__all__ = [
    "BlockId",
    "Blocks",
    "BotId",
    "Cycle",
    "Fit",
    "Interval",
    "InvalidResult",
    "Matchup",
    "Matchups",
    "Overall",
    "OverallRating",
    "REPLICATES",
    "Rating",
    "Ratings",
    "MatchResult",
    "SeatEffect",
    "Tally",
    "by_block",
    "cycles",
    "matchups",
    "overall",
    "rate",
    "rate_results",
]
