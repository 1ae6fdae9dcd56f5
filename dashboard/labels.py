"""Words and numbers as people read them, and foreign text that must stay text."""

import re
from datetime import datetime
from typing import Final, Literal, TypeAlias

from pentarch.arbiter.store.words import OVERALL, MatchState
from pentarch.engine import registry

_MARKUP: Final = re.compile(r"([\\`*_{}\[\]()#+\-.!|<>~$:&])")
# Markdown makes links of these without any markup; an invisible joiner inside keeps them text.
_LINKS: Final = re.compile(r"(?i)(?<=www)(?=\.)|(?=://)|(?<=@)")
_JOINER: Final = "\u2060"
_MOST: Final = 300

Colour: TypeAlias = Literal["gray", "blue", "violet", "green", "red"]

STATE_COLOURS: Final[dict[MatchState, Colour]] = {
    MatchState.QUEUED: "gray",
    MatchState.LEASED: "blue",
    MatchState.PLAYED: "violet",
    MatchState.VERIFIED: "green",
    MatchState.RATED: "green",
    MatchState.VOID: "red",
}


def text_only(foreign: str) -> str:
    """Foreign text for a place that reads Markdown: shown as it is, on one line, cut."""
    line = " ".join(foreign.split())
    line = line if len(line) <= _MOST else line[:_MOST] + "…"
    return _MARKUP.sub(r"\\\1", _LINKS.sub(_JOINER, line))


def sentence(foreign: str, advice: str = "") -> str:
    """Foreign words as a sentence, for a place that reads Markdown, and what to do about it."""
    whole = text_only(foreign[:1].upper() + foreign[1:]).rstrip("\\.")
    return f"{whole}. {advice}".rstrip()


def title(scope: str) -> str:
    """A ruleset's name, or that of the scope over all of them."""
    if scope == OVERALL:
        return "All rulesets"
    return registry.get(scope).info.title if scope in registry.IDS else scope


def span(seconds: float) -> str:
    """A length of time."""
    if seconds < 60:
        return f"{max(0, round(seconds))} s"
    if seconds < 3600:
        return f"{round(seconds / 60)} min"
    if seconds < 172_800:
        return f"{seconds / 3600:.1f} h"
    return f"{round(seconds / 86_400)} days"


def ago(moment: datetime, now: datetime) -> str:
    """How long ago a moment was."""
    return f"{span((now - moment).total_seconds())} ago"


def interval(low: float | None, high: float | None) -> str:
    """Two ends of an interval; nothing without them."""
    return "" if low is None or high is None else f"{low:.0f} to {high:.0f}"


def ordinal(rank: int) -> str:
    """1st, 2nd, 3rd."""
    if rank % 100 in (11, 12, 13):
        return f"{rank}th"
    return f"{rank}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(rank % 10, 'th') }"


def amount(good: str, amount: float) -> str:
    """How much of what there are quotas of."""
    return f"{amount / (1 << 20):.1f} MiB" if good == "storage" else f"{amount:.0f}"
