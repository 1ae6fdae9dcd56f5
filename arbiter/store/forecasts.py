"""How well the ratings of a ladder predict: running sums, each match counted once.

Whoever keeps a fit first holds the matches that are new in it against the fit that stood before, in
the same transaction. A match is new when its change of live Elo comes after the last one scored.
"""

from dataclasses import dataclass
from typing import Final

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from pentarch.arbiter.competition.ratings import Bin, MatchResult, Score
from pentarch.arbiter.store.models import LadderFit, Rating, RatingChange, Seat
from pentarch.arbiter.store.rows import insert_new

_AT_ONCE: Final = 5000


@dataclass(frozen=True)
class Extent:
    """How far the ratings of a scope have come: the changes of live Elo that count, and the last of
    them. Changes are numbered in the order in which they are committed."""

    changes: int = 0
    last: int = 0


def extents(session: Session) -> dict[str, Extent]:
    """How far every scope has come, by one look at the ratings alone: however many matches there
    are, it costs the same."""
    last = (
        select(func.max(RatingChange.id))
        .where(RatingChange.scope == Rating.scope)
        .correlate(Rating)
        .scalar_subquery()
    )
    # A version's matches are as many as its changes.
    query = select(Rating.scope, func.sum(Rating.matches), last).group_by(Rating.scope)
    return {
        scope: Extent(int(changes), last or 0)
        for scope, changes, last in session.execute(query)
        if changes
    }


def changed_since(session: Session, scope: str, before: Extent, now: Extent) -> list[int] | None:
    """The matches that were rated between two looks; None if others were voided meanwhile, so that
    everything has to be read again."""
    if now.changes < before.changes or now.last < before.last:
        return None
    query = select(RatingChange.match_id).where(
        RatingChange.scope == scope, RatingChange.id > before.last, RatingChange.id <= now.last
    )
    found = session.scalars(query).all()
    is_all = before.changes + len(found) == now.changes
    return sorted(set(found)) if is_all else None


def ladder(session: Session, scope: str) -> LadderFit | None:
    """What is known of a ladder as a whole; None before its first fit."""
    return session.get(LadderFit, scope)


def locked(session: Session, scope: str) -> LadderFit:
    """The same to be changed, made if it is new."""
    row = {"scope": scope, "scored_to": 0, "comparisons": 0, "loss": 0.0, "bins": []}
    insert_new(session, LadderFit, row)
    query = select(LadderFit).where(LadderFit.scope == scope).with_for_update()
    return session.scalars(query.execution_options(populate_existing=True)).one()


def score_new(session: Session, found: LadderFit, upto: int) -> int:
    """Hold the matches that a fit up to a change has and the one before has not against the
    ratings that stand; how many comparisons were scored."""
    if upto <= found.scored_to:
        return 0
    elos = {
        str(id): elo or 0.0
        for id, elo in session.execute(
            select(Rating.version_id, Rating.fit).where(
                Rating.scope == found.scope, Rating.fit.is_not(None)
            )
        )
    }
    told = score(found)
    before = told.comparisons
    if elos:
        told.add(_results(session, found.scope, found.scored_to, upto), elos)
    found.scored_to = upto
    found.comparisons = told.comparisons
    found.loss = told.loss
    found.bins = [[one.comparisons, one.expected, one.won] for one in told.bins]
    return told.comparisons - before


def score(found: LadderFit) -> Score:
    """The sums of a ladder."""
    if not found.bins:
        return Score()
    bins = [Bin(int(count), expected, int(won)) for count, expected, won in found.bins]
    return Score(found.comparisons, found.loss, bins)


def _results(session: Session, scope: str, after: int, upto: int) -> list[MatchResult]:
    new = (
        select(RatingChange.match_id)
        .where(RatingChange.scope == scope, RatingChange.id > after, RatingChange.id <= upto)
        .distinct()
    )
    query = (
        select(Seat.match_id, Seat.version_id, Seat.rank)
        .where(Seat.match_id.in_(new))
        .order_by(Seat.match_id, Seat.seat)
        .execution_options(yield_per=_AT_ONCE)
    )
    tables: dict[int, tuple[list[str], list[int]]] = {}
    for match_id, version_id, rank in session.execute(query):
        versions, ranks = tables.setdefault(match_id, ([], []))
        versions.append(str(version_id))
        ranks.append(rank or 1)
    return [
        MatchResult(str(id), str(id), tuple(versions), tuple(ranks))
        for id, (versions, ranks) in tables.items()
    ]
