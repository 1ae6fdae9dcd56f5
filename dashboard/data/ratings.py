"""Ratings: the ladder, how it came about, and who beats whom."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

import streamlit as st

from pentarch.arbiter.competition.ratings import Score
from pentarch.arbiter.competition.ratings.nash import SIGNIFICANT
from pentarch.arbiter.store import Ask, Page, forecasts, insights, order, ratings
from pentarch.arbiter.store.ladder import RankedRating
from pentarch.arbiter.store.order import Sort
from pentarch.dashboard.data.source import store

LADDER_ROWS: Final = 50
HEADS: Final = 3
BEST: Final = Sort("fit", True)
PLACED: Final = 5000
"""How many of the newest matches are counted by seat and by table size."""
_HISTORY: Final = 200


@dataclass(frozen=True)
class LadderLine:
    """A version on the ladder: its live Elo, and its Elo (the fit) once there is one."""

    version_id: int
    rank: int
    ref: str
    bot: str
    owner: str
    elo: float
    fit: float | None
    low: float | None
    high: float | None
    rank_low: int | None
    rank_high: int | None
    matches: int
    wins: int
    draws: int
    losses: int
    nash: float | None
    nash_low: float | None
    nash_high: float | None


@dataclass(frozen=True)
class Whole:
    """A ladder as a whole: how cyclic it is by chance alone, and how well it predicts."""

    by_chance: float | None
    score: Score

    @property
    def has_cycles(self) -> bool:
        """Whether one number for each bot does not tell the whole story."""
        return self.by_chance is not None and self.by_chance < SIGNIFICANT


@dataclass(frozen=True)
class EloPoint:
    """The live Elo of a version after a match."""

    ref: str
    moment: datetime
    elo: float
    match_id: int


@dataclass(frozen=True)
class Cell:
    """How a version (`row`) did against another (`column`), in comparisons."""

    row: str
    column: str
    matches: int
    score: float


@dataclass(frozen=True)
class PlaceLine:
    """How a version did at a seat (from 0), or at tables of a size."""

    ref: str
    place: int
    matches: int
    firsts: int
    mean_rank: float


@st.cache_data(ttl=10, show_spinner=False)
def ladder(scope: str, token: str, sort: Sort = BEST) -> Page[LadderLine]:
    """A page of the ladder, best first unless sorted otherwise."""
    with store().reading() as session:
        found = order.ladder_page(session, Ask(LADDER_ROWS, token), scope, sort)
        return found.map(_ladder_line)


@st.cache_data(ttl=10, show_spinner=False)
def whole_ladder(scope: str) -> Whole:
    """What there is to say of a ladder as a whole."""
    with store().reading() as session:
        found = forecasts.ladder(session, scope)
        if found is None:
            return Whole(None, Score())
        return Whole(found.cycles_by_chance, forecasts.score(found))


@st.cache_data(ttl=10, show_spinner=False)
def heads(scope: str) -> list[LadderLine]:
    """The first few of a ladder."""
    with store().reading() as session:
        return order.ladder_page(session, Ask(HEADS), scope, BEST).map(_ladder_line).items


@st.cache_data(ttl=30, show_spinner=False)
def elo_history(scope: str, versions: tuple[tuple[int, str], ...]) -> list[EloPoint]:
    """The latest changes of the live Elo of some versions, oldest first."""
    with store().reading() as session:
        return [
            EloPoint(ref, change.create_time, change.after, change.match_id)
            for version_id, ref in versions
            for change in reversed(ratings.history(session, Ask(_HISTORY), version_id, scope).items)
        ]


@st.cache_data(ttl=30, show_spinner=False)
def matchups(scope: str, versions: tuple[tuple[int, str], ...]) -> list[Cell]:
    """The results of versions against each other, both ways."""
    refs = dict(versions)
    with store().reading() as session:
        pairs = ratings.pairs(session, scope, list(refs))
    cells = []
    for pair in pairs:
        compared = pair.wins + pair.draws + pair.losses
        if not compared:
            continue
        score = (pair.wins + pair.draws / 2) / compared
        first, second = refs[pair.first_id], refs[pair.second_id]
        cells.append(Cell(first, second, pair.matches, score))
        cells.append(Cell(second, first, pair.matches, 1 - score))
    return cells


@st.cache_data(ttl=120, show_spinner=False)
def by_place(
    ruleset: str, versions: tuple[tuple[int, str], ...], *, is_by_size: bool
) -> list[PlaceLine]:
    """How versions did at each seat, or at tables of each size, in the newest matches."""
    refs = dict(versions)
    count = insights.by_size if is_by_size else insights.by_seat
    with store().reading() as session:
        found = count(session, ruleset, list(refs), most=PLACED)
    return [
        PlaceLine(refs[one.version_id], one.place, one.matches, one.firsts, one.mean_rank)
        for one in found
    ]


def _ladder_line(line: RankedRating) -> LadderLine:
    rating = line.rating
    return LadderLine(
        rating.version_id,
        line.rank,
        rating.version.ref,
        rating.version.bot.name,
        rating.version.bot.owner.name,
        rating.elo,
        rating.fit,
        rating.fit_low,
        rating.fit_high,
        rating.rank_low,
        rating.rank_high,
        rating.matches,
        rating.wins,
        rating.draws,
        rating.losses,
        rating.nash,
        rating.nash_low,
        rating.nash_high,
    )
