"""Tournaments: how far they have come, and who leads."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

import streamlit as st

from arbiter.store import Ask, Page, ratings, sorting, tournaments
from arbiter.store.models import Tournament
from arbiter.store.sorting import Sort
from arbiter.store.words import MatchState, TournamentState
from dashboard.data.source import store

ROWS: Final = 25
LATEST: Final = Sort("tournament", True)


@dataclass(frozen=True)
class TournamentLine:
    """A tournament and how far it has come."""

    id: int
    title: str
    ruleset: str
    format: str
    state: TournamentState
    owner: str
    seat_count: int
    is_rated: bool
    entries: tuple[tuple[int, str, str], ...]
    counts: dict[MatchState, int]
    end_reason: str | None
    create: datetime
    start: datetime | None
    end: datetime | None

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


@dataclass(frozen=True)
class StandingLine:
    """A version in a tournament. What it is ordered by is the format's business."""

    rank: int
    ref: str
    played: int
    firsts: int
    mean_rank: float | None
    forfeits: int
    elo: float | None
    note: str


@st.cache_data(ttl=5, show_spinner=False)
def tournament_page(
    token: str, ruleset: str | None = None, state: str | None = None, sort: Sort = LATEST
) -> Page[TournamentLine]:
    """A page of tournaments."""
    with store().reading() as session:
        wanted = None if state is None else TournamentState(state)
        found = sorting.tournament_page(session, Ask(ROWS, token), ruleset, wanted, sort)
        progress = tournaments.progress(session, [row.id for row in found.items])
        return found.map(lambda row: _tournament_line(row, progress[row.id]))


@st.cache_data(ttl=5, show_spinner=False)
def tournament(tournament_id: int) -> TournamentLine:
    """One tournament. Raises NotFound."""
    with store().reading() as session:
        row = tournaments.get(session, tournament_id)
        return _tournament_line(row, tournaments.progress(session, [row.id])[row.id])


@st.cache_data(ttl=30, show_spinner=False)
def standings(tournament_id: int) -> list[StandingLine]:
    """The entries of a tournament, best first: by mean rank, and in a ladder by Elo."""
    with store().reading() as session:
        row = tournaments.get(session, tournament_id)
        is_ladder = row.format == "ladder"
        # A ladder goes on for ever: its matches are not counted anew, the ratings have them.
        tallies = (
            {} if is_ladder else {t.version_id: t for t in tournaments.tallies(session, row.id)}
        )
        scope = ratings.ladder(session, Ask(1000), row.ruleset, with_retired=True)
        rated = {line.rating.version_id: line.rating for line in scope.items}
    lines = []
    for entry in row.entries:
        tally, rating = tallies.get(entry.version_id), rated.get(entry.version_id)
        played = tally.played if tally else rating.matches if rating and is_ladder else 0
        lines.append(
            StandingLine(
                0,
                entry.version.ref,
                played,
                tally.firsts if tally else 0,
                tally.mean_rank if tally else None,
                tally.forfeits if tally else 0,
                rating.elo if rating else None,
                "" if entry.state.value == "playing" else entry.state.value,
            )
        )
    return _ordered(lines, is_ladder=is_ladder)


def _tournament_line(row: Tournament, counts: dict[MatchState, int]) -> TournamentLine:
    return TournamentLine(
        row.id,
        row.title,
        row.ruleset,
        row.format,
        row.state,
        row.owner.name,
        row.seat_count,
        row.is_rated,
        tuple((entry.version_id, entry.version.ref, entry.state.value) for entry in row.entries),
        counts,
        row.end_reason,
        row.create_time,
        row.start_time,
        row.end_time,
    )


def _ordered(lines: list[StandingLine], *, is_ladder: bool) -> list[StandingLine]:
    """Best first, ranked from 1; equal ones share a rank."""

    def key(line: StandingLine) -> float:
        value = line.elo if is_ladder else line.mean_rank
        if value is None:
            return float("inf")
        return -value if is_ladder else value

    ordered = sorted(lines, key=key)
    ranks = [1 + sum(1 for other in ordered if key(other) < key(line)) for line in ordered]
    return [
        StandingLine(
            rank,
            line.ref,
            line.played,
            line.firsts,
            line.mean_rank,
            line.forfeits,
            line.elo,
            line.note,
        )
        for rank, line in zip(ranks, ordered, strict=True)
    ]
