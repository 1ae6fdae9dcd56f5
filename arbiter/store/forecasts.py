"""How well the ratings of a ladder predict: running sums, each match counted once.

Whoever keeps a fit first holds the matches that are new in it against the fit that stood before, in
the same transaction. A match is new when its change of live Elo comes after the last one scored.
"""

from typing import Final

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from pentarch.arbiter.competition.ratings import Bin, MatchResult, Score
from pentarch.arbiter.store.models import LadderFit, Rating, RatingChange, Seat
from pentarch.arbiter.store.rows import insert_new

_AT_ONCE: Final = 5000


def last_change(session: Session, scope: str) -> int:
    """The last change of live Elo in a scope; what is fitted now has all up to it."""
    query = select(func.max(RatingChange.id)).where(RatingChange.scope == scope)
    return session.scalar(query) or 0


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
