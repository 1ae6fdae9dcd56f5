"""Locking single rows before they are changed."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from arbiter.store.models import Match, Tournament


def lock_match(session: Session, match_id: int) -> Match | None:
    """The match as it stands now, locked until the transaction ends; None if there is none."""
    query = (
        select(Match)
        .where(Match.id == match_id)
        .with_for_update()
        .execution_options(populate_existing=True)
    )
    return session.scalar(query)


def lock_tournament(session: Session, tournament_id: int) -> Tournament | None:
    """The tournament as it stands now, locked until the transaction ends; None if there is none."""
    query = (
        select(Tournament)
        .where(Tournament.id == tournament_id)
        .with_for_update()
        .execution_options(populate_existing=True)
    )
    return session.scalar(query)
