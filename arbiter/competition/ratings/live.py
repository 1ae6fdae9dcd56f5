"""The live Elo as the store applies it, match by match."""

from typing import Final

from pentarch.arbiter.competition.ratings import elo
from pentarch.arbiter.store.ratings import Rater

RATER: Final = Rater(start=elo.START, update=elo.after_match)
