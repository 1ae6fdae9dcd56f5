"""Moves of records between the database and the shelf.

Each may be interrupted anywhere and begun again: bytes are put where they are to be before they go
from where they are.
"""

from collections.abc import Iterator
from datetime import datetime
from typing import Final

from pentarch.arbiter.store import records
from pentarch.arbiter.store.database import Store
from pentarch.arbiter.store.errors import NotOnShelf
from pentarch.arbiter.store.models import Record

_TOGETHER: Final = 200


def shelve(store: Store, before: datetime) -> int:
    """Move some of the records whose matches were over before a moment to the shelf; how many.

    Rows are emptied when their bytes have been read back and found to be the same. A row whose
    bytes do not have its SHA-256 stays as it is. Without a shelf nothing is moved.
    """
    if store.shelf is None:
        return 0
    with store.reading() as session:
        found = records.old(session, before, most=_TOGETHER)
    put = [one for one in found if store.shelf.put(one.content) == one.sha256]
    store.shelf.settle()
    moved = [one for one in put if store.shelf.get(one.sha256) == one.content]
    if moved:
        with store.writing() as session:
            records.empty(session, moved)
    return len(moved)


def bring_back(store: Store) -> int:
    """Copy all records from the shelf back to the database; how many. Raises NotOnShelf."""
    count = 0
    for rows in _shelved(store):
        with store.writing() as session:
            records.fill(session, [records.read(session, row) for row in rows])
        count += len(rows)
    return count


def check(store: Store) -> Iterator[tuple[int, str]]:
    """Each record on the shelf: its match, and what is wrong with it; nothing when it is whole."""
    for rows in _shelved(store):
        with store.reading() as session:
            for row in rows:
                try:
                    records.read(session, row)
                except NotOnShelf as error:
                    yield row.match_id, str(error)
                else:
                    yield row.match_id, ""


def _shelved(store: Store) -> Iterator[list[Record]]:
    """All rows whose bytes are on the shelf, some at a time."""
    last = 0
    while True:
        with store.reading() as session:
            rows = records.away(session, last, most=_TOGETHER)
        if not rows:
            return
        yield rows
        last = rows[-1].match_id
