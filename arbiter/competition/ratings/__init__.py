"""Ratings: pure functions from results to numbers. What each number means: docs/tournaments.md."""

from pentarch.arbiter.competition.ratings.forecasts import Bin, Score
from pentarch.arbiter.competition.ratings.matchups import Cycle, Matchup, Matchups, cycles, matchups
from pentarch.arbiter.competition.ratings.nash import (
    Cycles,
    NashRating,
    find_cycles,
    nash_ratings,
)
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
    Ranking,
    Rating,
    SeatEffect,
    rate,
    rate_results,
)
from pentarch.arbiter.competition.ratings.tally import REPLICATES, Fit, Tally

__all__ = [
    "Bin",
    "BlockId",
    "Blocks",
    "BotId",
    "Cycle",
    "Cycles",
    "Fit",
    "Interval",
    "InvalidResult",
    "Matchup",
    "Matchups",
    "NashRating",
    "Overall",
    "OverallRating",
    "REPLICATES",
    "Rating",
    "Ranking",
    "MatchResult",
    "Score",
    "SeatEffect",
    "Tally",
    "by_block",
    "cycles",
    "find_cycles",
    "matchups",
    "nash_ratings",
    "overall",
    "rate",
    "rate_results",
]
