"""What the pages show, read from the store: small frozen rows, cached for a few seconds.

Every loader reads a page of a listing, an aggregated table or one match, never all matches.
"""

from dashboard.data.bots import (
    BY_NAME,
    RECENT,
    BotDetail,
    BotLine,
    RatingLine,
    VersionLine,
    best_wins,
    bot,
    bot_page,
    rivals,
)
from dashboard.data.matches import (
    NEWEST,
    ROWS,
    AttemptLine,
    MatchLine,
    Replay,
    SeatLine,
    match,
    match_page,
    match_row,
    replay,
    replay_page,
    replay_views,
)
from dashboard.data.ratings import (
    BEST,
    LADDER_ROWS,
    Cell,
    EloPoint,
    LadderLine,
    PlaceLine,
    by_place,
    elo_history,
    ladder,
    matchups,
)
from dashboard.data.services import Health, WorkerLine, health
from dashboard.data.source import NoDatabase, store
from dashboard.data.tables import StandingLine, standings
from dashboard.data.tournaments import (
    LATEST,
    TournamentLine,
    tournament,
    tournament_page,
)

__all__ = [
    "NoDatabase",
    "store",
    "LADDER_ROWS",
    "BEST",
    "LadderLine",
    "EloPoint",
    "Cell",
    "ladder",
    "elo_history",
    "matchups",
    "PlaceLine",
    "by_place",
    "ROWS",
    "NEWEST",
    "MatchLine",
    "SeatLine",
    "AttemptLine",
    "Replay",
    "match_page",
    "match",
    "match_row",
    "replay",
    "replay_page",
    "replay_views",
    "RECENT",
    "BY_NAME",
    "BotLine",
    "BotDetail",
    "VersionLine",
    "RatingLine",
    "bot_page",
    "bot",
    "best_wins",
    "rivals",
    "LATEST",
    "TournamentLine",
    "StandingLine",
    "tournament_page",
    "tournament",
    "standings",
    "Health",
    "WorkerLine",
    "health",
]
