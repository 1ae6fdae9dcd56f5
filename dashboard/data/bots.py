"""Bots with their versions, ratings and failures."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

import streamlit as st

from pentarch.arbiter.store import Ask, Page, bots, insights, matches, order, ratings
from pentarch.arbiter.store.insights import Win
from pentarch.arbiter.store.models import Bot, Version
from pentarch.arbiter.store.order import Sort
from pentarch.dashboard.data.source import store
from pentarch.engine import registry

ROWS: Final = 25
BY_NAME: Final = Sort("name", False)
RECENT: Final = 1000
_WINS: Final = 8
_NEWEST: Final = 5
_VERSIONS: Final = 10
_CHOICES: Final = 500


@dataclass(frozen=True)
class BotLine:
    """A bot in the listing, with its newest active version if it has one."""

    id: int
    name: str
    owner: str
    active: str | None
    kind: str | None
    rulesets: tuple[str, ...]
    create: datetime


@dataclass(frozen=True)
class VersionLine:
    """A version of a bot."""

    id: int
    ref: str
    kind: str
    state: str
    rulesets: tuple[str, ...]
    size: int
    create: datetime


@dataclass(frozen=True)
class RatingLine:
    """The rating of a version in a scope."""

    ref: str
    scope: str
    elo: float
    fit: float | None
    low: float | None
    high: float | None
    matches: int


@dataclass(frozen=True)
class BotDetail:
    """A bot with all that its page shows beside versions and matches."""

    line: BotLine
    ratings: tuple[RatingLine, ...]
    seats: int
    verdicts: dict[str, int]


@st.cache_data(ttl=10, show_spinner=False)
def bot_page(token: str, ruleset: str | None = None, sort: Sort = BY_NAME) -> Page[BotLine]:
    """A page of bots."""
    with store().reading() as session:
        found = order.bot_page(session, Ask(ROWS, token), ruleset, sort)
        active = bots.newest_active(session, [bot.id for bot in found.items])
        return found.map(lambda bot: _bot_line(bot, active.get(bot.id)))


@st.cache_data(ttl=10, show_spinner=False)
def newest_bots() -> list[BotLine]:
    """The newest few bots that play, of the newest of all."""
    with store().reading() as session:
        found = order.bot_page(session, Ask(ROWS), None, Sort("id", True))
        active = bots.newest_active(session, [bot.id for bot in found.items])
        play = [bot for bot in found.items if bot.id in active]
        return [_bot_line(bot, active[bot.id]) for bot in play[:_NEWEST]]


@st.cache_data(ttl=10, show_spinner=False)
def bot(name: str) -> BotDetail:
    """A bot with ratings and what went wrong lately. Raises NotFound."""
    with store().reading() as session:
        row = bots.by_name(session, name)
        active = bots.newest_active(session, [row.id]).get(row.id)
        rated = ratings.of_bot(session, row.id)
        seats, verdicts = matches.verdicts_of(session, row.id, most=RECENT)
        return BotDetail(
            _bot_line(row, active),
            tuple(
                RatingLine(
                    one.version.ref,
                    one.scope,
                    one.elo,
                    one.fit,
                    one.fit_low,
                    one.fit_high,
                    one.matches,
                )
                for one in rated
            ),
            seats,
            verdicts,
        )


@st.cache_data(ttl=10, show_spinner=False)
def version_page(name: str, token: str) -> Page[VersionLine]:
    """A page of the versions of a bot, newest first. Raises NotFound."""
    with store().reading() as session:
        found = bots.versions_page(session, Ask(_VERSIONS, token), bots.by_name(session, name).id)
        return found.map(_version_line)


@st.cache_data(ttl=10, show_spinner=False)
def rivals(ruleset: str) -> list[str]:
    """Bots with an active version for a ruleset, by name; as many as a choice can hold."""
    with store().reading() as session:
        return [bot.name for bot in bots.page(session, Ask(_CHOICES), ruleset=ruleset).items]


@st.cache_data(ttl=10, show_spinner=False)
def active_bots() -> list[str]:
    """Bots with an active version for any ruleset, by name; as many as a choice can hold."""
    return sorted({name for ruleset in registry.IDS for name in rivals(ruleset)})[:_CHOICES]


@st.cache_data(ttl=30, show_spinner=False)
def best_wins(name: str) -> list[Win]:
    """The wins of a bot over the best rated, of its latest seats. Raises NotFound."""
    with store().reading() as session:
        bot_id = bots.by_name(session, name).id
        return insights.best_wins(session, bot_id, most=RECENT, limit=_WINS)


def _bot_line(row: Bot, active: Version | None) -> BotLine:
    return BotLine(
        row.id,
        row.name,
        row.owner.name,
        active.ref if active else None,
        active.kind.value if active else None,
        tuple(played.ruleset for played in active.rulesets) if active else (),
        row.create_time,
    )


def _version_line(row: Version) -> VersionLine:
    return VersionLine(
        row.id,
        row.ref,
        row.kind.value,
        row.state.value,
        tuple(played.ruleset for played in row.rulesets),
        row.package_size,
        row.create_time,
    )
