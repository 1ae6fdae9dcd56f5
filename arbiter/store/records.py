"""The bytes of records, in the database or on the shelf.

A record is written with its match, in one transaction, and stays in the database while it is young
and looked at. Later its bytes are moved to the shelf, if there is one, and leave a small row
behind; whoever reads a record need not know where it is.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import select, text, tuple_, update
from sqlalchemy.orm import Session

from pentarch.arbiter.store.errors import NotOnShelf
from pentarch.arbiter.store.models import Match, Record
from pentarch.arbiter.store.shelf import SHELF, Shelf
from pentarch.arbiter.store.words import MatchState, RecordKind

_OVER: Final = [state for state in MatchState if state.is_over]
# Written out, because a partial index only serves a query that names its condition.
_IS_HERE: Final = text("records.content IS NOT NULL")


@dataclass(frozen=True)
class Kept:
    """A record with its bytes, wherever they are kept."""

    match_id: int
    epoch: int
    kind: RecordKind
    sha256: str
    content: bytes
    create_time: datetime


def content_of(session: Session, sha256: str, content: bytes | None) -> bytes:
    """The bytes of a record of which a row has these. Raises NotOnShelf."""
    if content is not None:
        return content
    shelf: Shelf | None = session.info.get(SHELF)
    if shelf is None:
        raise NotOnShelf("the record is on a shelf, and PENTARCH_SHELF does not say where that is")
    return shelf.get(sha256)


def read(session: Session, row: Record) -> Kept:
    """The record of a row. Raises NotOnShelf."""
    content = content_of(session, row.sha256, row.content)
    return Kept(row.match_id, row.epoch, row.kind, row.sha256, content, row.create_time)


def old(session: Session, before: datetime, *, most: int) -> list[Kept]:
    """Records in the database of matches that were over before a moment, the oldest first."""
    query = (
        select(Record)
        .join(Match, Match.id == Record.match_id)
        .where(_IS_HERE, Record.create_time < before)
        .where(Match.state.in_(_OVER), Match.end_time < before)
        .order_by(Record.create_time)
        .limit(most)
    )
    return [read(session, row) for row in session.scalars(query)]


def away(session: Session, after_id: int, *, most: int) -> list[Record]:
    """Rows whose bytes are on the shelf, of the next so many matches after one that have any."""
    ids = (
        select(Record.match_id)
        .where(Record.content.is_(None), Record.match_id > after_id)
        .distinct()
        .order_by(Record.match_id)
        .limit(most)
    )
    query = (
        select(Record)
        .where(Record.content.is_(None), Record.match_id.in_(ids))
        .order_by(Record.match_id, Record.epoch, Record.kind)
    )
    return list(session.scalars(query))


def empty(session: Session, moved: Sequence[Kept]) -> None:
    """Leave small rows behind, whose bytes are on the shelf."""
    keys = [(one.match_id, one.epoch, one.kind) for one in moved]
    session.execute(
        update(Record)
        .where(tuple_(Record.match_id, Record.epoch, Record.kind).in_(keys))
        .values(content=None)
        .execution_options(synchronize_session=False)
    )


def fill(session: Session, brought: Sequence[Kept]) -> None:
    """Put bytes back into their rows."""
    for one in brought:
        session.get_one(Record, (one.match_id, one.epoch, one.kind)).content = one.content
