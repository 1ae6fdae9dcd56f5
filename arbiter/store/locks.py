"""Locking single rows before they are changed, and what only one transaction does at a time."""

from collections.abc import Iterable

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from pentarch.arbiter.store.errors import NotFound
from pentarch.arbiter.store.models import Match, Tournament


def lock_match(session: Session, match_id: int) -> Match | None:
    """The match as it stands now, locked until the transaction ends; None if there is none."""
    return lock_matches(session, [match_id]).get(match_id)


def lock_matches(session: Session, match_ids: Iterable[int]) -> dict[int, Match]:
    """Those of the matches that there are, as they stand now, locked until the transaction ends.

    Everybody locks in the order of ids, so that no two transactions wait for each other.
    """
    query = (
        select(Match)
        .where(Match.id.in_(set(match_ids)))
        .order_by(Match.id)
        .with_for_update()
        .execution_options(populate_existing=True)
    )
    return {match.id: match for match in session.scalars(query)}


def lock_tournament(session: Session, tournament_id: int) -> Tournament | None:
    """The tournament as it stands now, locked until the transaction ends; None if there is none."""
    query = (
        select(Tournament)
        .where(Tournament.id == tournament_id)
        .with_for_update()
        .execution_options(populate_existing=True)
    )
    return session.scalar(query)


def steered(session: Session, tournament_id: int) -> Tournament:
    """A tournament that is about to be changed, locked. Raises NotFound."""
    tournament = lock_tournament(session, tournament_id)
    if tournament is None:
        raise NotFound(f"there is no tournament {tournament_id}")
    return tournament


def is_alone(session: Session, purpose: str) -> bool:
    """Whether this transaction is the only one that does something, until it ends; if another one
    does, it is not. On SQLite only one writes at a time anyway."""
    if session.get_bind().dialect.name == "sqlite":
        return True
    number = func.hashtextextended(purpose, 0)
    return bool(session.scalar(select(func.pg_try_advisory_xact_lock(number))))


def be_alone(session: Session, purpose: str) -> None:
    """Wait until no other transaction does it, and be the only one until this one ends."""
    if session.get_bind().dialect.name != "sqlite":
        session.execute(select(func.pg_advisory_xact_lock(func.hashtextextended(purpose, 0))))
