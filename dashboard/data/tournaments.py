"""Tournaments, and how far they have come."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

import streamlit as st

from pentarch.arbiter.store import Ask, Page, order, tournaments
from pentarch.arbiter.store.models import Tournament
from pentarch.arbiter.store.order import Sort
from pentarch.arbiter.store.words import MatchState, TournamentState
from pentarch.dashboard.data.source import store

ROWS: Final = 25
LATEST: Final = Sort("id", True)


@dataclass(frozen=True)
class TournamentLine:
    """A tournament and how far it has come."""

    id: int
    title: str
    ruleset: str
    format: str
    state: TournamentState
    owner: str
    seats: tuple[int, ...]
    is_rated: bool
    entries: tuple[tuple[int, str, str], ...]
    counts: dict[MatchState, int]
    end_reason: str | None
    create: datetime
    start: datetime | None
    end: datetime | None
    commitment: str
    seed_chosen: bool
    secret: str
    """In hexadecimal; empty until everybody may know it."""

    @property
    def total(self) -> int:
        """The matches planned so far."""
        return sum(self.counts.values())

    @property
    def over(self) -> int:
        """The matches that are rated or void."""
        return sum(count for state, count in self.counts.items() if state.is_over)

    def seconds_left(self, now: datetime) -> float | None:
        """For the matches planned so far, at the pace so far; None when it cannot be known."""
        if self.state is not TournamentState.RUNNING or self.start is None or not self.over:
            return None
        pace = (now - self.start).total_seconds() / self.over
        return pace * (self.total - self.over)


@st.cache_data(ttl=5, show_spinner=False)
def tournament_page(
    token: str, ruleset: str | None = None, state: str | None = None, sort: Sort = LATEST
) -> Page[TournamentLine]:
    """A page of tournaments."""
    with store().reading() as session:
        wanted = None if state is None else TournamentState(state)
        found = order.tournament_page(session, Ask(ROWS, token), ruleset, wanted, sort)
        progress = tournaments.progress(session, [row.id for row in found.items])
        return found.map(lambda row: _tournament_line(row, progress[row.id]))


@st.cache_data(ttl=5, show_spinner=False)
def tournament(tournament_id: int) -> TournamentLine:
    """One tournament. Raises NotFound."""
    with store().reading() as session:
        row = tournaments.get(session, tournament_id)
        return _tournament_line(row, tournaments.progress(session, [row.id])[row.id])


def _tournament_line(row: Tournament, counts: dict[MatchState, int]) -> TournamentLine:
    return TournamentLine(
        row.id,
        row.title,
        row.ruleset,
        row.format,
        row.state,
        row.owner.name,
        tuple(row.seats),
        row.is_rated,
        tuple((entry.version_id, entry.version.ref, entry.state.value) for entry in row.entries),
        counts,
        row.end_reason,
        row.create_time,
        row.start_time,
        row.end_time,
        row.commitment,
        row.seed is not None,
        row.secret.hex() if tournaments.is_told(row, counts) else "",
    )
