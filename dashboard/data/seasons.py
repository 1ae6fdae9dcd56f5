"""Seasons: their phases, rules, tables and entries."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

import streamlit as st

from pentarch.arbiter.competition.seasons.phases import PHASES, Phase, time_left
from pentarch.arbiter.competition.seasons.policies import Policies
from pentarch.arbiter.store import Ask, Page, season_phases, seasons
from pentarch.arbiter.store.models import Discipline, Season
from pentarch.arbiter.store.words import SeasonPart
from pentarch.dashboard.data.source import store

SEASON_ROWS: Final = 25
NOTHING: Final[Mapping[Phase, datetime]] = {}


@dataclass(frozen=True)
class PartLine:
    """A tournament of a discipline."""

    tournament_id: int
    part: SeasonPart
    stage: int

    @property
    def title(self) -> str:
        """What it is, in words."""
        if self.part is SeasonPart.FINALS:
            return f"Finals, stage {self.stage}"
        return {SeasonPart.LADDER: "Ladder", SeasonPart.AFTER: "After-play"}[self.part]


@dataclass(frozen=True)
class DisciplineLine:
    """A ruleset as a season plays it, with what differs from a plain ladder in words."""

    ruleset: str
    seats: tuple[int, ...]
    options: tuple[tuple[str, str], ...]
    decided: str
    parts: tuple[PartLine, ...]


@dataclass(frozen=True)
class SeasonLine:
    """A season and where it stands. A secret is told in hexadecimal once it may be."""

    id: int
    title: str
    owner: str
    access: str
    phase: Phase
    phase_time: datetime
    times: tuple[tuple[Phase, datetime | None], ...]
    """As the timetable has them."""
    begun: tuple[tuple[Phase, datetime], ...]
    """When phases began, where that is read."""
    left: timedelta | None
    disciplines: tuple[DisciplineLine, ...]
    policies: tuple[str, ...]
    conduct: str
    commitment: str
    seed_chosen: bool
    secret: str


@dataclass(frozen=True)
class SeasonPlaceLine:
    """A line of a final table."""

    rank: int
    ref: str
    owner: str
    stage: int


@dataclass(frozen=True)
class EntryLine:
    """A version that takes part or would."""

    ref: str
    owner: str


@st.cache_data(ttl=5, show_spinner=False)
def season_page(token: str) -> Page[SeasonLine]:
    """A page of seasons, newest first."""
    opened = store()
    with opened.reading() as session:
        now = opened.now()
        return seasons.page(session, Ask(SEASON_ROWS, token)).map(lambda row: _line(row, now))


@st.cache_data(ttl=2, show_spinner=False)
def season(season_id: int) -> SeasonLine:
    """One season. Raises NotFound."""
    opened = store()
    with opened.reading() as session:
        begun = season_phases.begun(session, season_id)
        return _line(seasons.get(session, season_id), opened.now(), begun)


@st.cache_data(ttl=5, show_spinner=False)
def season_places(season_id: int, ruleset: str) -> tuple[SeasonPlaceLine, ...]:
    """The final table of a discipline; empty before the season is closed."""
    with store().reading() as session:
        return tuple(
            SeasonPlaceLine(row.rank, row.version.ref, row.version.bot.owner.name, row.stage)
            for row in seasons.places(session, season_id, ruleset)
        )


@st.cache_data(ttl=5, show_spinner=False)
def season_entries(season_id: int, ruleset: str) -> tuple[EntryLine, ...]:
    """The versions that may enter a season now, one of each bot. Raises NotFound."""
    with store().reading() as session:
        entrance = seasons.entrance_of(session, seasons.get(session, season_id))
        return tuple(
            EntryLine(row.ref, row.bot.owner.name)
            for row in seasons.entrants(session, entrance, ruleset)
        )


def _line(row: Season, now: datetime, begun: Mapping[Phase, datetime] = NOTHING) -> SeasonLine:
    policies = Policies.from_plain(row.policies)
    times = seasons.timetable_of(row)
    return SeasonLine(
        row.id,
        row.title,
        row.owner.name,
        row.access.value,
        row.phase,
        row.phase_time,
        tuple((phase, times.beginning(phase)) for phase in PHASES),
        tuple(begun.items()),
        time_left(row.phase, times, now),
        tuple(_discipline(one) for one in row.disciplines),
        tuple(policies.sentences()),
        policies.conduct,
        row.commitment,
        row.seed is not None,
        row.secret.hex() if row.phase.place >= Phase.CLOSED.place else "",
    )


def _discipline(row: Discipline) -> DisciplineLine:
    finals = row.finals
    decided = "Decided by the ladder."
    if finals["format"]:
        field = f"the best {finals['field']}" if finals["field"] else "everybody"
        least = f" with {finals['least_blocks']} blocks or more" if finals["least_blocks"] else ""
        cut = f", halved until {finals['cut']} are left" if finals["cut"] else ""
        format = finals["format"].replace("_", " ")
        decided = f"Finals: {format}, {field}{least} of the ladder{cut}."
    return DisciplineLine(
        row.ruleset,
        tuple(row.seats),
        tuple((name, str(value)) for name, value in sorted(row.options.items())),
        decided,
        tuple(PartLine(one.tournament_id, one.part, one.stage) for one in row.tournaments),
    )
