"""How matches ended: upsets, close finishes, losses, and two bots compared."""

from dataclasses import dataclass
from enum import StrEnum
from math import sqrt
from typing import Final

import streamlit as st

from pentarch.arbiter.store import bots, finishes
from pentarch.arbiter.store.finishes import Finish, Finisher
from pentarch.dashboard.data.source import store

LOOKED_AT: Final = 1000
"""How many of the newest matches are looked at."""
UPSET: Final = 50.0
"""An upset is won against somebody with so much more Elo."""
CLOSE: Final = 0.05
"""In a close finish the winner is ahead by at most this share of the score."""
_NORMAL: Final = 1.96


class FinishKind(StrEnum):
    """What to look for in the ends of matches."""

    LOST = "lost"
    UPSET = "upset"
    CLOSE = "close"


@dataclass(frozen=True)
class PairScore:
    """How one bot did against another: in how many comparisons it was ahead, level and behind."""

    ahead: int = 0
    level: int = 0
    behind: int = 0

    @property
    def number(self) -> int:
        """How often they were compared."""
        return self.ahead + self.level + self.behind

    @property
    def score(self) -> float:
        """The share of the points."""
        return (self.ahead + self.level / 2) / self.number

    @property
    def interval(self) -> tuple[float, float]:
        """The score's 95 % interval, after Wilson."""
        n, share, z = self.number, self.score, _NORMAL
        middle = (share + z * z / (2 * n)) / (1 + z * z / n)
        half = z / (1 + z * z / n) * sqrt(share * (1 - share) / n + z * z / (4 * n * n))
        return max(0.0, middle - half), min(1.0, middle + half)

    def with_ranks(self, own: int, other: int) -> "PairScore":
        """With one more comparison."""
        return PairScore(
            self.ahead + (own < other), self.level + (own == other), self.behind + (own > other)
        )


@dataclass(frozen=True)
class HeadToHead:
    """Two bots in their newest matches, seen from the first: all together, by ruleset, by seat of
    the first."""

    whole: PairScore
    by_ruleset: dict[str, PairScore]
    by_seat: dict[int, PairScore]
    matches: tuple[int, ...]


@st.cache_data(ttl=10, show_spinner=False)
def ended(
    result: FinishKind, ruleset: str | None, bot: str | None, rival: str | None, limit: int
) -> list[Finish]:
    """Of the newest matches those that ended so, the most remarkable first, losses the newest.
    Raises NotFound for an unknown bot."""
    found = _newest(ruleset, bot, rival)
    if result is FinishKind.LOST:
        return [one for one in found if all(p.rank > 1 for p in _own(one, bot))][:limit]
    if result is FinishKind.UPSET:
        upsets = [one for one in found if one.gap >= UPSET]
        return sorted(upsets, key=lambda one: -one.gap)[:limit]
    margins = [(one.margin, one) for one in found]
    close = [(margin, one) for margin, one in margins if margin is not None and margin <= CLOSE]
    return [one for _, one in sorted(close, key=lambda pair: pair[0])][:limit]


@st.cache_data(ttl=10, show_spinner=False)
def comparison(first: str, second: str, ruleset: str | None) -> HeadToHead:
    """Two bots in their newest matches. Raises NotFound for an unknown bot."""
    whole = PairScore()
    by_ruleset: dict[str, PairScore] = {}
    by_seat: dict[int, PairScore] = {}
    found = _newest(ruleset, first, second)
    for one in found:
        for own in _own(one, first):
            for other in _own(one, second):
                whole = whole.with_ranks(own.rank, other.rank)
                ranks = own.rank, other.rank
                by_ruleset[one.ruleset] = by_ruleset.get(one.ruleset, PairScore()).with_ranks(
                    *ranks
                )
                by_seat[own.seat] = by_seat.get(own.seat, PairScore()).with_ranks(*ranks)
    return HeadToHead(whole, by_ruleset, by_seat, tuple(one.match_id for one in found))


@st.cache_data(ttl=10, show_spinner=False)
def _newest(ruleset: str | None, bot: str | None, rival: str | None) -> list[Finish]:
    with store().reading() as session:
        return finishes.newest(
            session,
            ruleset=ruleset,
            bot_id=None if bot is None else bots.by_name(session, bot).id,
            rival_id=None if rival is None else bots.by_name(session, rival).id,
            most=LOOKED_AT,
        )


def _own(finish: Finish, bot: str | None) -> list[Finisher]:
    """The seats of a bot; without one, all but the winners'."""
    return [p for p in finish.places if (p.rank > 1 if bot is None else p.bot == bot)]
