"""The ladder: rated versions, best first. The fit decides, and is what people are told as Elo."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Final

from sqlalchemy import ColumnElement, func, select, tuple_
from sqlalchemy.orm import Session, joinedload

from pentarch.arbiter.store.errors import InvalidPage
from pentarch.arbiter.store.models import Bot, Rating, Version
from pentarch.arbiter.store.pages import Ask, Page, is_id
from pentarch.arbiter.store.words import VersionState

_BEHIND: Final = 1e9
STANDING: Final[ColumnElement[float]] = func.coalesce(Rating.fit, Rating.elo - _BEHIND)
"""What the ladder goes by. Versions that no fit includes yet come last, by their live Elo."""


@dataclass(frozen=True)
class RankedRating:
    """A line of the ladder. Its rating has the version, its bot and owner loaded."""

    rank: int
    rating: Rating


def page(
    session: Session, ask: Ask, scope: str, *, with_retired: bool = False
) -> Page[RankedRating]:
    """The rated versions, best first; ties share a rank."""
    listed = [Rating.scope == scope]
    if not with_retired:
        listed.append(Rating.version.has(Version.state != VersionState.RETIRED))
    query = (
        select(Rating)
        .where(*listed)
        .options(joinedload(Rating.version).joinedload(Version.bot).joinedload(Bot.owner))
        .order_by(STANDING.desc(), Rating.version_id.desc())
        .limit(ask.limit + 1)
    )
    after = ask.after("ladder", scope, with_retired)
    if after is not None:
        if len(after) != 2 or not is_id(after[1]) or not isinstance(after[0], int | float):
            raise InvalidPage("the page token is damaged")
        if not isfinite(after[0]):
            raise InvalidPage("the page token is damaged")
        query = query.where(tuple_(STANDING, Rating.version_id) < (float(after[0]), after[1]))
    rows = session.scalars(query).all()
    found = ask.page(
        rows, lambda row: [_standing(row), row.version_id], "ladder", scope, with_retired
    )
    return Page(_ranked(session, found.items, listed), found.next_token)


def lines(session: Session, scope: str, version_ids: Sequence[int]) -> list[RankedRating]:
    """The lines of the ladder of versions that are rated there, in the order given here."""
    listed = [
        Rating.scope == scope,
        Rating.version.has(Version.state != VersionState.RETIRED),
    ]
    query = (
        select(Rating)
        .where(*listed, Rating.version_id.in_(version_ids))
        .options(joinedload(Rating.version).joinedload(Version.bot).joinedload(Bot.owner))
    )
    found = session.scalars(query).all()
    ranks = session.execute(
        select(Rating.version_id, func.rank().over(order_by=STANDING.desc())).where(*listed)
    )
    rank_of = {id: rank for id, rank in ranks}
    by_id = {row.version_id: RankedRating(rank_of[row.version_id], row) for row in found}
    return [by_id[id] for id in version_ids]


def _ranked(
    session: Session, ratings: Sequence[Rating], listed: Sequence[ColumnElement[bool]]
) -> list[RankedRating]:
    if not ratings:
        return []
    first = ratings[0]
    better = _standing(first) < STANDING
    before = tuple_(STANDING, Rating.version_id) > (_standing(first), first.version_id)
    count = select(func.count()).select_from(Rating).where(*listed)
    rank = 1 + (session.scalar(count.where(better)) or 0)
    place = 1 + (session.scalar(count.where(before)) or 0)
    lines: list[RankedRating] = []
    for number, rating in enumerate(ratings):
        if number > 0 and _standing(rating) < _standing(ratings[number - 1]):
            rank = place + number
        lines.append(RankedRating(rank, rating))
    return lines


def _standing(rating: Rating) -> float:
    """The same of a row that was read."""
    return rating.elo - _BEHIND if rating.fit is None else rating.fit
