"""Fits: the ratings that decide, computed from all rated matches at once and kept here."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from pentarch.arbiter.store.models import Rating


@dataclass(frozen=True)
class FittedRating:
    """What the fit over all rated matches says of a version."""

    rating: float
    low: float
    high: float
    rank_low: int
    rank_high: int


def store_fit(
    session: Session, scope: str, fits: Mapping[int, FittedRating], now: datetime
) -> None:
    """Keep the fit of a scope, by version. Versions without a rating there are passed over."""
    rows = [
        {
            "scope": scope,
            "version_id": version_id,
            "fit": fit.rating,
            "fit_low": fit.low,
            "fit_high": fit.high,
            "rank_low": fit.rank_low,
            "rank_high": fit.rank_high,
            "fit_time": now,
        }
        for version_id, fit in sorted(fits.items())
    ]
    known = set(session.scalars(select(Rating.version_id).where(Rating.scope == scope)))
    rows = [row for row in rows if row["version_id"] in known]
    if rows:
        session.execute(update(Rating), rows)


def is_fitted(session: Session, scope: str, since: datetime) -> bool:
    """Whether a fit of a scope was kept at or after a moment."""
    query = select(func.max(Rating.fit_time)).where(Rating.scope == scope)
    latest = session.scalar(query)
    return latest is not None and latest >= since
