"""Disclosure: from when on everybody may have what is kept of a match."""

from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from pentarch.arbiter.competition.seasons.phases import Phase
from pentarch.arbiter.competition.seasons.policies import Policies, RecordsTold
from pentarch.arbiter.store import matches
from pentarch.arbiter.store.errors import WrongState
from pentarch.arbiter.store.models import Block, Match, Season, SeasonTournament
from pentarch.arbiter.store.records import Kept
from pentarch.arbiter.store.words import MatchState


def told(session: Session, rows: Sequence[Match]) -> set[int]:
    """The ids of those matches whose keys and records everybody may have.

    A match must be over, and with it all that share its key: they may have been played, or be
    played again, by whoever asks. Where a season says so, it must be closed.
    """
    kept = withheld(session, rows)
    ids = {row.block_id for row in rows if row.block_id is not None}
    closed: set[int] = set()
    if ids:
        is_open = Match.state.in_([state for state in MatchState if not state.is_over])
        query = (
            select(Block.id)
            .join(Match, Match.block_id == Block.id)
            .where(Block.id.in_(ids), Block.is_paired, is_open)
        )
        closed = set(session.scalars(query.distinct()))
    return {
        row.id
        for row in rows
        if row.state.is_over and row.block_id not in closed and row.id not in kept
    }


def withheld(session: Session, rows: Sequence[Match]) -> set[int]:
    """The ids of those matches whose season shows nothing of them before it is closed."""
    ids = {row.tournament_id for row in rows if row.tournament_id is not None}
    if not ids:
        return set()
    query = (
        select(SeasonTournament.tournament_id, Season.policies)
        .join(Season, Season.id == SeasonTournament.season_id)
        .where(SeasonTournament.tournament_id.in_(ids))
        .where(Season.phase.not_in((Phase.CLOSED, Phase.AFTER)))
    )
    kept = {
        id
        for id, policies in session.execute(query)
        if Policies.from_plain(policies).records is RecordsTold.SEASON
    }
    return {row.id for row in rows if row.tournament_id in kept}


def require_board(session: Session, match_id: int) -> None:
    """Raise WrongState unless everybody may follow a match, and NotFound."""
    if withheld(session, [matches.get(session, match_id)]):
        raise WrongState(f"match {match_id} can be seen when its season is closed")


def told_record(session: Session, match_id: int) -> Kept:
    """As `matches.record`, but WrongState also while not everybody may have it, saying when."""
    found = matches.record(session, match_id)
    row = session.get_one(Match, match_id)
    if withheld(session, [row]):
        raise WrongState(f"the record of match {match_id} is there when its season is closed")
    if match_id not in told(session, [row]):
        when = "all matches of its block are over" if row.state.is_over else "it is rated"
        raise WrongState(f"the record of match {match_id} is there when {when}")
    return found
