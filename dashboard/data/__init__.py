"""What the pages show, read from the store: small frozen rows, cached for a few seconds.

Every loader reads a page of a listing, an aggregated table or one match, never all matches.
"""

from dashboard.data.bots import RECENT, BotDetail, BotLine, RatingLine, VersionLine, bot, bot_page
from dashboard.data.matches import (
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
)
from dashboard.data.ratings import (
    LADDER_ROWS,
    Cell,
    EloPoint,
    LadderLine,
    elo_history,
    ladder,
    matchups,
)
from dashboard.data.services import Health, WorkerLine, health
from dashboard.data.source import NoDatabase, store
from dashboard.data.tournaments import (
    StandingLine,
    TournamentLine,
    standings,
    tournament,
    tournament_page,
)

__all__ = [
    "NoDatabase",
    "store",
    "LADDER_ROWS",
    "LadderLine",
    "EloPoint",
    "Cell",
    "ladder",
    "elo_history",
    "matchups",
    "ROWS",
    "MatchLine",
    "SeatLine",
    "AttemptLine",
    "Replay",
    "match_page",
    "match",
    "match_row",
    "replay",
    "replay_page",
    "RECENT",
    "BotLine",
    "BotDetail",
    "VersionLine",
    "RatingLine",
    "bot_page",
    "bot",
    "TournamentLine",
    "StandingLine",
    "tournament_page",
    "tournament",
    "standings",
    "Health",
    "WorkerLine",
    "health",
]
