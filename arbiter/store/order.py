"""Listings in the order that a reader asks for, by the fields of the rows, page by page.

A page goes on after the value and the id of the last row of the page before, so that it costs the
same wherever it is. Rows without a value come as if it were the smallest.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from sqlalchemy import (
    ColumnElement,
    Integer,
    Select,
    exists,
    func,
    literal_column,
    select,
    tuple_,
)
from sqlalchemy.orm import Session, joinedload

from pentarch.arbiter.store import archives, bots, ladder, matches, tournaments
from pentarch.arbiter.store.errors import InvalidPage
from pentarch.arbiter.store.ladder import RankedRating
from pentarch.arbiter.store.matches import Filter
from pentarch.arbiter.store.models import (
    Bot,
    Match,
    Owner,
    Rating,
    Seat,
    Tournament,
    Version,
)
from pentarch.arbiter.store.pages import Ask, Page, is_id
from pentarch.arbiter.store.words import TournamentState, VersionState
from pentarch.engine.plain import Json

Values: TypeAlias = Mapping[str, ColumnElement[Any]]
"""What to sort by, by the name of a field. Any: columns of any type that JSON has."""

MATCHES: Final[Values] = {
    "id": Match.id.expression,
    "ruleset": Match.ruleset.expression,
    "state": Match.state.expression,
    # To the letter what its index says.
    "steps": func.coalesce(Match.steps, literal_column("-1", Integer)),
}
BOTS: Final[Values] = {
    "name": Bot.name.expression,
    "owner": Owner.name.expression,
    "id": Bot.id.expression,
}
TOURNAMENTS: Final[Values] = {
    "id": Tournament.id.expression,
    "title": Tournament.title.expression,
    "ruleset": Tournament.ruleset.expression,
    "format": Tournament.format.expression,
    "state": Tournament.state.expression,
    "owner": Owner.name.expression,
}
LADDER: Final[Values] = {
    "bot": Bot.name.expression,
    "owner": Owner.name.expression,
    "fit": ladder.STANDING,
    "elo": Rating.elo.expression,
    "matches": Rating.matches.expression,
    "wins": Rating.wins.expression,
    "draws": Rating.draws.expression,
    "losses": Rating.losses.expression,
}


@dataclass(frozen=True)
class Sort:
    """By which field, and whether its largest values come first."""

    field: str
    is_falling: bool


def match_page(session: Session, ask: Ask, where: Filter, sort: Sort) -> Page[Match]:
    """Matches with seats and versions. Raises Archived for a tournament that is."""
    if sort == Sort("id", True):
        return matches.page(session, ask, where)
    query = select(Match.id)
    for column, value in (
        (Match.ruleset, where.ruleset),
        (Match.state, where.state),
        (Match.tournament_id, where.tournament_id),
    ):
        if value is not None:
            query = query.where(column == value)
    if where.bot_id is not None:
        query = query.where(exists().where(Seat.match_id == Match.id, Seat.bot_id == where.bot_id))
    filters: list[Json] = [where.ruleset, where.state, where.tournament_id, where.bot_id]
    found = _page(session, ask, query, MATCHES, Match.id.expression, sort, "matches by", filters)
    if not found.items and where.tournament_id is not None:
        archives.require_tournament(session, where.tournament_id)
    return Page(matches.with_ids(session, found.items), found.next_token)


def bot_page(session: Session, ask: Ask, ruleset: str | None, sort: Sort) -> Page[Bot]:
    """Bots with their owners; only those with an active version for a ruleset, if one is given."""
    query = select(Bot.id).join(Bot.owner)
    if ruleset is not None:
        query = query.where(bots.plays(ruleset))
    found = _page(session, ask, query, BOTS, Bot.id.expression, sort, "bots by", [ruleset])
    rows = session.scalars(
        select(Bot).where(Bot.id.in_(found.items)).options(joinedload(Bot.owner))
    )
    by_id = {row.id: row for row in rows}
    return found.map(lambda id: by_id[id])


def tournament_page(
    session: Session,
    ask: Ask,
    ruleset: str | None,
    state: TournamentState | None,
    sort: Sort,
) -> Page[Tournament]:
    """Tournaments with owner and entries."""
    query = select(Tournament.id).join(Tournament.owner)
    if ruleset is not None:
        query = query.where(Tournament.ruleset == ruleset)
    if state is not None:
        query = query.where(Tournament.state == state)
    key = Tournament.id.expression
    found = _page(session, ask, query, TOURNAMENTS, key, sort, "tournaments by", [ruleset, state])
    return Page(tournaments.with_ids(session, found.items), found.next_token)


def ladder_page(session: Session, ask: Ask, scope: str, sort: Sort) -> Page[RankedRating]:
    """The rated versions that are not retired, each with its rank on the ladder."""
    query = (
        select(Rating.version_id)
        .join(Rating.version)
        .join(Version.bot)
        .join(Bot.owner)
        .where(Rating.scope == scope, Version.state != VersionState.RETIRED)
    )
    key = Rating.version_id.expression
    found = _page(session, ask, query, LADDER, key, sort, "ladder by", [scope])
    return Page(ladder.lines(session, scope, found.items), found.next_token)


def _page(
    session: Session,
    ask: Ask,
    query: Select[int],
    values: Values,
    key: ColumnElement[int],
    sort: Sort,
    listing: str,
    filters: Sequence[Json],
) -> Page[int]:
    """A page of ids. Raises InvalidPage for a field that is not there."""
    if sort.field not in values:
        raise InvalidPage(f"there is no field {sort.field!r} to sort by")
    value = values[sort.field]
    named = [*filters, sort.field, sort.is_falling]
    after = ask.after(listing, *named)
    if after is not None:
        if len(after) != 2 or not is_id(after[1]) or isinstance(after[0], list | dict | None):
            raise InvalidPage("the page token is damaged")
        place, last = tuple_(value, key), tuple_(*after)
        query = query.where(place < last if sort.is_falling else place > last)
        # Follows from it; without it SQLite reads an index of expressions from its end.
        query = query.where(value <= after[0] if sort.is_falling else value >= after[0])
    order = [value.desc(), key.desc()] if sort.is_falling else [value.asc(), key.asc()]
    rows = session.execute(query.add_columns(value).order_by(*order).limit(ask.limit + 1)).all()
    return ask.page(rows, lambda row: [row[1], row[0]], listing, *named).map(lambda row: row[0])
