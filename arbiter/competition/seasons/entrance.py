"""Who may enter a season, and why somebody else may not."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from pentarch.arbiter.competition.seasons.phases import Phase


class Access(StrEnum):
    """Who takes part in a season."""

    PUBLIC = "public"
    """The bots of all owners, by themselves."""
    PRIVATE = "private"
    """The bots of owners who were invited."""
    PRACTICE = "practice"
    """As a private one, for a class or a rehearsal: a freeze may be lifted again."""


@dataclass(frozen=True)
class Candidate:
    """A version at the door: whose it is, and when it was handed in."""

    bot_id: int
    owner_id: int
    submit_time: datetime


@dataclass(frozen=True)
class Entrance:
    """The door of a season. `freezes` is the moment from which versions come too late."""

    access: Access
    phase: Phase
    invited: frozenset[int] = frozenset()
    withdrawn: frozenset[int] = frozenset()
    freezes: datetime | None = None

    def refusal(self, candidate: Candidate) -> str | None:
        """Why a version may not enter, in words that follow "the season"; None when it may."""
        if self.access is not Access.PUBLIC and candidate.owner_id not in self.invited:
            return "is for owners who were invited"
        if candidate.bot_id in self.withdrawn:
            return "was left by this bot"
        if self.phase is Phase.AFTER:
            return None
        if self.phase in (Phase.FINALS, Phase.CLOSED):
            return f"takes no new versions: its phase is {self.phase}"
        if self.freezes is not None and candidate.submit_time >= self.freezes:
            return f"takes no new versions: it is frozen since {self.freezes:%Y-%m-%d %H:%M:%S} UTC"
        return None
