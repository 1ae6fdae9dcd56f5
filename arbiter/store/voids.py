"""Matches that are taken out of all results by hand, and played again."""

from datetime import datetime

from sqlalchemy.orm import Session

from pentarch.arbiter.referee.keys import chosen, drawn
from pentarch.arbiter.store import leases, matches, ratings, seasons, tournaments
from pentarch.arbiter.store.errors import WrongState
from pentarch.arbiter.store.matches import NewMatch
from pentarch.arbiter.store.models import Match
from pentarch.arbiter.store.ratings import RATER
from pentarch.arbiter.store.reports import Report


def void(session: Session, match_id: int, reason: str, now: datetime) -> Match:
    """Take a match out of all results, ratings included; a void one stays as it is.

    Raises NotFound, and WrongState for a match of a season whose tables are final.
    """
    seasons.require_going_on(session, match_id)
    if leases.void(session, match_id, reason, now) is Report.LATE:
        ratings.annul(session, match_id, reason, RATER, now)
    return matches.get(session, match_id)


def rerun(session: Session, match_id: int, reason: str, now: datetime) -> tuple[Match, int | None]:
    """Void a match and have it played again: the void match, and the id of the other one.

    None where a tournament goes on: it replaces the whole block by itself. A seed that a person
    chose stays; other keys are drawn anew, because the old ones may be known by now. Raises as
    `void` does, and WrongState when nothing can take its place.
    """
    old = void(session, match_id, reason, now)
    if old.tournament_id is not None:
        if tournaments.get(session, old.tournament_id).state.is_over:
            raise WrongState(f"tournament {old.tournament_id} is over, and not played again")
        return old, None
    new = NewMatch(
        ruleset=old.ruleset,
        versions=[seat.version_id for seat in old.seats],
        keys=drawn() if old.seed is None else chosen(old.seed),
        is_rated=old.is_rated,
        options=old.options,
        clock=old.clock,
        owner_id=old.owner_id,
        priority=matches.URGENT,
    )
    return old, matches.create(session, new, now).id
