"""Rows of matches as bytes and back: the parts of which an archive is made.

A part holds some hundred matches with all that is theirs, as compressed JSON: for every table its
rows, and of each row the columns that the manifest names. So an archive can be read by later
releases, whose tables have more columns.
"""

import base64
import gzip
import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Final, TypeAlias

from sqlalchemy import Column, LargeBinary, Table, delete, insert, select
from sqlalchemy.orm import Session

from pentarch.arbiter.store.columns import Time
from pentarch.arbiter.store.errors import WrongState
from pentarch.arbiter.store.models import Base
from pentarch.engine.plain import Json

TOGETHER: Final = 500
"""How many matches, or blocks, a part holds that is made by this release."""
_BLOCKS: Final = "blocks"
# In an order in which rows refer to earlier ones. Each knows its match by this column.
_OF_MATCHES: Final = {
    "matches": "id",
    "seats": "match_id",
    "attempts": "match_id",
    "records": "match_id",
    "usages": "match_id",
    "journal": "match_id",
    "outputs": "match_id",
    "analyses": "match_id",
}
TABLES: Final = (_BLOCKS, *_OF_MATCHES)
"""The tables whose rows go with their matches."""

Columns: TypeAlias = Mapping[str, Sequence[str]]
"""The names of the columns of each table, in the order in which a part has them."""
Rows: TypeAlias = dict[str, list[list[Json]]]


@dataclass(frozen=True)
class Which:
    """What a part holds: blocks or matches, by their ids."""

    is_blocks: bool
    ids: Sequence[int]


def columns() -> dict[str, list[str]]:
    """The columns that the tables have in this release."""
    return {name: [column.name for column in _table(name).columns] for name in TABLES}


def divided(block_ids: Sequence[int], match_ids: Sequence[int], together: int) -> Iterator[Which]:
    """Blocks and then matches in parts; equal ids are always divided alike."""
    for is_blocks, ids in ((True, block_ids), (False, match_ids)):
        for start in range(0, len(ids), together):
            yield Which(is_blocks, ids[start : start + together])


def taken(session: Session, which: Which, columns: Columns) -> bytes:
    """The rows of a part: always the same bytes for the same rows."""
    rows: Rows = {}
    for name, key in _keys(which).items():
        table = _table(name)
        query = (
            select(*[table.c[column] for column in columns[name]])
            .where(table.c[key].in_(which.ids))
            .order_by(*table.primary_key)
        )
        rows[name] = [[_plain(value) for value in row] for row in session.execute(query)]
    return json.dumps(rows, separators=(",", ":"), ensure_ascii=False).encode()


def hold(session: Session, which: Which) -> None:
    """Lock the rows of a part until the transaction ends. Matches come first: nobody adds anything
    to one that is locked."""
    for name, key in _keys(which).items():
        table = _table(name)
        query = select(*table.primary_key).where(table.c[key].in_(which.ids))
        session.execute(query.order_by(*table.primary_key).with_for_update()).all()


def remove(session: Session, which: Which) -> None:
    """Delete the rows of a part."""
    for name, key in reversed(_keys(which).items()):
        table = _table(name)
        session.execute(delete(table).where(table.c[key].in_(which.ids)))


def digest(content: bytes) -> str:
    """The SHA-256 of a part before it is compressed."""
    return hashlib.sha256(content).hexdigest()


def packed(content: bytes) -> bytes:
    """A part as it is kept; the same for the same rows."""
    return gzip.compress(content, mtime=0)


def unpacked(kept: bytes) -> bytes:
    """The reverse. Raises OSError and EOFError for what is no part."""
    return gzip.decompress(kept)


def put_back(session: Session, content: bytes, columns: Columns) -> None:
    """Insert the rows of a part. Raises WrongState for columns that this release does not have."""
    rows: Rows = json.loads(content)
    for name, kept in rows.items():
        table = _table(name)
        missing = [column for column in columns[name] if column not in table.c]
        if missing:
            raise WrongState(
                f"the archive is of a later release: its {name} have {', '.join(missing)}"
            )
        into = [table.c[column] for column in columns[name]]
        values = [
            {column.name: _value(column, value) for column, value in zip(into, row, strict=True)}
            for row in kept
        ]
        if values:
            session.execute(insert(table), values)


def _keys(which: Which) -> dict[str, str]:
    return {_BLOCKS: "id"} if which.is_blocks else _OF_MATCHES


def _table(name: str) -> Table:
    return Base.metadata.tables[name]


def _plain(value: Any) -> Json:
    """A value of a column, of whatever type it is, as JSON."""
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    if isinstance(value, StrEnum):
        return value.value
    plain: Json = value
    return plain


def _value(column: Column[Any], plain: Json) -> Any:
    """The reverse."""
    if isinstance(plain, str):
        if isinstance(column.type, Time):
            return datetime.fromisoformat(plain)
        if isinstance(column.type, LargeBinary):
            return base64.b64decode(plain)
    return plain
