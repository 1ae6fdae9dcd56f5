"""What people are told about, and the ways it can reach them. Values never change once released."""

from enum import StrEnum
from typing import Final


class NoticeKind(StrEnum):
    """What a notice is about."""

    VERSION_REJECTED = "version_rejected"
    BOT_FAILING = "bot_failing"
    MATCH_FINISHED = "match_finished"
    TOURNAMENT_OVER = "tournament_over"
    PHASE_CHANGE = "phase_change"
    NEW_FIRST = "new_first"
    SWITCHED_OFF = "switched_off"
    """A subscription failed for so long that it was switched off."""
    TRIAL = "trial"
    """What an owner asks for to see whether a subscription works."""
    CONFIRMATION = "confirmation"
    """The code that shows that an e-mail address is the owner's."""


CHOSEN: Final = (
    NoticeKind.VERSION_REJECTED,
    NoticeKind.BOT_FAILING,
    NoticeKind.MATCH_FINISHED,
    NoticeKind.TOURNAMENT_OVER,
    NoticeKind.PHASE_CHANGE,
    NoticeKind.NEW_FIRST,
)
"""The kinds that an owner chooses from. The others come unasked, to those they concern."""


class Way(StrEnum):
    """How notices get to an owner."""

    WEBHOOK = "webhook"
    SLACK = "slack"
    DISCORD = "discord"
    EMAIL = "email"
    FEED = "feed"

    @property
    def is_posted(self) -> bool:
        """Whether its address is a URL that notices are posted to."""
        return self in (Way.WEBHOOK, Way.SLACK, Way.DISCORD)
