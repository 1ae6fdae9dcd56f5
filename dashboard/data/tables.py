"""The tables of tournaments: those of the service, from the same books, kept in this process."""

import threading
from collections import OrderedDict
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final, TypeAlias

import streamlit as st

from pentarch.arbiter.competition.book import RatedStanding
from pentarch.arbiter.competition.ratings import Score
from pentarch.arbiter.store import Store
from pentarch.arbiter.store.books import Library
from pentarch.dashboard.data.source import store

_KEPT: Final = 64


@dataclass(frozen=True)
class StandingLine:
    """A version in a tournament. What `points` are is the format's business; the rating is the
    fit over this tournament alone."""

    rank: int
    ref: str
    owner: str
    points: float
    matches: int
    wins: int
    draws: int
    losses: int
    forfeits: int
    rating: float
    low: float
    high: float
    note: str


Standings: TypeAlias = tuple[StandingLine, ...]


@dataclass(frozen=True)
class Table:
    """A table, and how well its ratings have predicted what was played."""

    lines: Standings
    score: Score


class TableCache:
    """The latest table of each tournament. A long one takes seconds the first time it is drawn up;
    that happens in the background, and nobody waits for it."""

    def __init__(self, store: Store) -> None:
        self._store: Final = store
        self._books: Final = Library()
        self._pool: Final = ThreadPoolExecutor(2, "tables")
        self._lock: Final = threading.RLock()
        self._coming: Final[dict[int, Future[Table]]] = {}
        self._kept: Final[OrderedDict[int, Future[Table]]] = OrderedDict()

    def get(self, tournament_id: int, patience: float) -> Table | None:
        """The table, best first, as new as can be had in that many seconds; None if there is none
        yet. Raises NotFound, Archived and InvalidPlan."""
        with self._lock:
            coming = self._coming.get(tournament_id)
            if coming is None:
                coming = self._pool.submit(self._draw_up, tournament_id)
                self._coming[tournament_id] = coming
                coming.add_done_callback(lambda drawn: self._keep(tournament_id, drawn))
        try:
            return coming.result(patience)
        except TimeoutError:
            kept = self._kept.get(tournament_id)
            return None if kept is None else kept.result()

    def _draw_up(self, tournament_id: int) -> Table:
        with self._store.reading() as session, self._books.borrow(tournament_id) as book:
            book.refresh(session)
            return Table(tuple(_line(line) for line in book.standings()), book.forecast())

    def _keep(self, tournament_id: int, drawn: "Future[Table]") -> None:
        with self._lock:
            self._coming.pop(tournament_id, None)
            self._kept[tournament_id] = drawn
            if len(self._kept) > _KEPT:
                self._kept.popitem(last=False)


def standings(tournament_id: int, patience: float = 0.0) -> Standings | None:
    """The table of a tournament, best first, as new as it can be after `patience` seconds; None
    while it is being drawn up for the first time. Raises NotFound, Archived and InvalidPlan."""
    found = _table(tournament_id, patience)
    return None if found is None else found.lines


def forecast(tournament_id: int, patience: float = 0.0) -> Score | None:
    """How well the ratings of a tournament have predicted it, in the same way."""
    found = _table(tournament_id, patience)
    return None if found is None else found.score


def _table(tournament_id: int, patience: float) -> Table | None:
    opened = store()
    return _tables(opened.url.render_as_string(), opened).get(tournament_id, patience)


@st.cache_resource(show_spinner=False)
def _tables(url: str, _store: Store) -> TableCache:
    return TableCache(_store)


def _line(line: RatedStanding) -> StandingLine:
    standing, rating = line.standing, line.rating
    return StandingLine(
        standing.rank,
        standing.bot,
        line.owner,
        standing.points,
        rating.matches,
        rating.wins,
        rating.draws,
        rating.losses,
        rating.forfeits,
        rating.rating,
        rating.interval.low,
        rating.interval.high,
        standing.note,
    )
