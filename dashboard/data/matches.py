"""Matches, and their records as replays."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

import streamlit as st

from pentarch.arbiter.store import Ask, Page, bots, disclosure, matches, order
from pentarch.arbiter.store.errors import NotFound, WrongState
from pentarch.arbiter.store.matches import Filter
from pentarch.arbiter.store.models import Match
from pentarch.arbiter.store.order import Sort
from pentarch.arbiter.store.words import MatchState
from pentarch.dashboard.data.source import store
from pentarch.dashboard.viewer import frames, page
from pentarch.engine import record as records
from pentarch.engine.core import Seat
from pentarch.engine.errors import EngineError
from pentarch.engine.plain import Json

ROWS: Final = 25
NEWEST: Final = Sort("id", True)
_VERIFIED: Final = (MatchState.VERIFIED, MatchState.RATED)


@dataclass(frozen=True)
class SeatLine:
    """Who sat at a seat and how it went."""

    seat: int
    ref: str
    bot: str
    rank: int | None
    score: int | None
    verdict: str | None
    forfeit_step: int | None


@dataclass(frozen=True)
class AttemptLine:
    """One try to play a match."""

    number: int
    state: str
    verdict: str | None
    reason: str | None
    start: datetime
    end: datetime | None


@dataclass(frozen=True)
class MatchLine:
    """A match in a listing."""

    id: int
    ruleset: str
    state: MatchState
    seats: tuple[SeatLine, ...]
    steps: int | None
    reason: str | None
    verdict: str | None
    void_reason: str | None
    tournament_id: int | None
    epoch: int
    create: datetime
    start: datetime | None
    end: datetime | None
    is_rated: bool

    @property
    def standing(self) -> str:
        """Where it stands, in a word: a private match ends settled, a rated one rated."""
        if self.state is MatchState.RATED and not self.is_rated:
            return "settled"
        return self.state.value

    @property
    def is_verified(self) -> bool:
        """Whether the record was played again and agreed."""
        return self.state in _VERIFIED

    @property
    def verdicts(self) -> tuple[str, ...]:
        """Everything that went wrong, of the match and of its seats."""
        own = (self.verdict,) if self.verdict else ()
        return own + tuple(seat.verdict for seat in self.seats if seat.verdict)

    @property
    def winners(self) -> tuple[str, ...]:
        """Who came first."""
        return tuple(seat.ref for seat in self.seats if seat.rank == 1)


@dataclass(frozen=True)
class Replay:
    """A record ready for the viewer: a payload as JSON, with the view that hides nothing alone, or
    the reason in words why it cannot be shown."""

    sha256: str
    content: bytes
    payload: str
    annotations: Json
    trouble: str


@st.cache_data(ttl=5, show_spinner=False)
def match_page(
    token: str,
    *,
    ruleset: str | None = None,
    state: str | None = None,
    bot: str | None = None,
    tournament_id: int | None = None,
    sort: Sort = NEWEST,
) -> Page[MatchLine]:
    """A page of matches. Raises NotFound for an unknown bot."""
    with store().reading() as session:
        where = Filter(
            ruleset=ruleset,
            state=None if state is None else MatchState(state),
            bot_id=None if bot is None else bots.by_name(session, bot).id,
            tournament_id=tournament_id,
        )
        return order.match_page(session, Ask(ROWS, token), where, sort).map(_match_line)


@st.cache_data(ttl=5, show_spinner=False)
def matches_of(ids: tuple[int, ...]) -> list[MatchLine]:
    """Matches by their numbers, in that order."""
    with store().reading() as session:
        return [_match_line(row) for row in matches.with_ids(session, ids)]


@st.cache_data(ttl=2, show_spinner=False)
def match(match_id: int) -> tuple[MatchLine, tuple[AttemptLine, ...]]:
    """One match with its attempts. Raises NotFound."""
    with store().reading() as session:
        row = matches.get(session, match_id)
        attempts = tuple(
            AttemptLine(
                one.epoch,
                one.state.value,
                one.verdict,
                one.reason,
                one.start_time,
                one.end_time,
            )
            for one in row.attempts
        )
        return _match_line(row), attempts


def match_row(match_id: int) -> Match:
    """One match as the store has it, with its keys: never for the browser. Raises NotFound."""
    with store().reading() as session:
        return matches.get(session, match_id)


def is_withheld(match_id: int) -> bool:
    """Whether the season of a match shows nothing of it yet. Raises NotFound."""
    with store().reading() as session:
        return bool(disclosure.withheld(session, [matches.get(session, match_id)]))


def replay(match_id: int) -> Replay | None:
    """The record of a match for the viewer; None when it has none, or nobody may have it yet."""
    with store().reading() as session:
        try:
            found = disclosure.told_record(session, match_id)
        except (NotFound, WrongState):
            return None
    return _replay(found.sha256, found.content)


def why_no_replay(match_id: int) -> str:
    """Why there is no replay of a match, and when there will be; empty when there is one."""
    with store().reading() as session:
        try:
            disclosure.told_record(session, match_id)
        except (NotFound, WrongState) as error:
            return str(error)
    return ""


@st.cache_data(ttl=600, max_entries=16, show_spinner=False)
def _replay(sha256: str, _content: bytes) -> Replay:
    annotations: Json = None
    try:
        decoded = records.decode(_content)
        annotations = decoded.annotations
        payload = page.embed(frames.payload(decoded, only=frames.EVERYTHING))
    except EngineError as error:
        return Replay(sha256, _content, "", annotations, str(error))
    return Replay(sha256, _content, payload, annotations, "")


@st.cache_data(ttl=600, max_entries=64, show_spinner=False)
def replay_views(sha256: str, _content: bytes, seat: Seat) -> str:
    """What a seat saw of a record that can be replayed, as JSON."""
    return page.embed(frames.views(records.decode(_content), seat))


@st.cache_data(ttl=600, max_entries=8, show_spinner=False)
def replay_page(sha256: str, _content: bytes) -> str:
    """A record as one HTML file."""
    return page.page(records.decode(_content))


def _match_line(row: Match) -> MatchLine:
    return MatchLine(
        row.id,
        row.ruleset,
        row.state,
        tuple(
            SeatLine(
                seat.seat,
                seat.version.ref,
                seat.version.bot.name,
                seat.rank,
                seat.score,
                seat.verdict,
                seat.forfeit_step,
            )
            for seat in row.seats
        ),
        row.steps,
        row.reason,
        row.verdict,
        row.void_reason,
        row.tournament_id,
        row.epoch,
        row.create_time,
        row.start_time,
        row.end_time,
        row.is_rated,
    )
