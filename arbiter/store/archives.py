"""What is in archives, as far as the rest of the store needs to know it.

How seasons get there and back is in `season_archives`.
"""

from collections.abc import Collection, Sequence
from typing import Final, TypeAlias

from sqlalchemy import func, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from pentarch.arbiter.store.errors import Archived
from pentarch.arbiter.store.models import (
    ArchivedRange,
    ArchivedTournament,
    Block,
    Match,
    Output,
    Season,
    SeasonArchive,
)
from pentarch.arbiter.store.words import MatchState

_Number: TypeAlias = InstrumentedAttribute[int]
# By table: its numbers, and the last one that is in an archive.
_NUMBERS: Final[dict[type[Match | Block | Output], tuple[_Number, _Number]]] = {
    Match: (Match.id, SeasonArchive.last_match),
    Block: (Block.id, SeasonArchive.last_block),
    Output: (Output.id, SeasonArchive.last_output),
}


def require_match(session: Session, match_id: int) -> None:
    """Raise Archived for a match that was moved to an archive."""
    query = (
        select(ArchivedRange.last_id, Season.id, Season.title)
        .join(Season, Season.id == ArchivedRange.season_id)
        .where(ArchivedRange.first_id <= match_id)
        .order_by(ArchivedRange.first_id.desc())
        .limit(1)
    )
    found = session.execute(query).first()
    if found is not None and match_id <= found[0]:
        raise _archived(f"match {match_id} is", found[1], found[2])


def require_tournament(session: Session, tournament_id: int) -> None:
    """Raise Archived for a tournament whose matches were moved to an archive."""
    query = (
        select(Season.id, Season.title)
        .join(ArchivedTournament, ArchivedTournament.season_id == Season.id)
        .where(ArchivedTournament.tournament_id == tournament_id)
    )
    found = session.execute(query).first()
    if found is not None:
        raise _archived(f"the matches of tournament {tournament_id} are", *found)


def counts(session: Session, tournament_ids: Collection[int]) -> dict[int, dict[MatchState, int]]:
    """How many matches stood where, of those of the tournaments that are in archives."""
    query = select(ArchivedTournament.tournament_id, ArchivedTournament.counts).where(
        ArchivedTournament.tournament_id.in_(tournament_ids)
    )
    return {
        id: {MatchState(state): count for state, count in kept.items()}
        for id, kept in session.execute(query)
    }


def number(session: Session, rows: Sequence[Match | Block | Output]) -> None:
    """Give new rows of one table numbers that no row in an archive has.

    PostgreSQL gives no number twice. SQLite counts on from the largest that is there.
    """
    if not rows or session.get_bind().dialect.name != "sqlite":
        return
    numbers, last = _NUMBERS[type(rows[0])]
    archived = session.scalar(select(func.max(last)))
    if archived is None:
        return
    here = session.scalar(select(func.max(numbers))) or 0
    for id, row in enumerate(rows, max(archived, here) + 1):
        row.id = id


def _archived(what: str, season_id: int, title: str) -> Archived:
    return Archived(
        f"{what} in the archive of season {season_id} ({title}); an administrator gets it back "
        f"with `pentarch archive in {season_id}`"
    )
