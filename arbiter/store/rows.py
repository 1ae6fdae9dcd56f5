"""Inserting rows that may be there already, in the words of each database, and rows in bulk."""

from collections.abc import Iterable, Mapping
from typing import Final, TypeAlias

from sqlalchemy import insert, inspect
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from pentarch.arbiter.store.models import Base

Row: TypeAlias = Mapping[str, object]
Insert: TypeAlias = postgresql.Insert | sqlite.Insert


def insert_into(session: Session, table: type[Base]) -> Insert:
    """An insert that knows ON CONFLICT."""
    if session.get_bind().dialect.name == "sqlite":
        return sqlite.insert(table)
    return postgresql.insert(table)


def insert_new(session: Session, table: type[Base], row: Row) -> bool:
    """Insert a row unless one of its unique keys is taken; whether it was inserted.

    Waits for another transaction that is inserting the same key. The session must be flushed of
    what the row refers to.
    """
    session.flush()
    key = inspect(table).primary_key[0]
    query = insert_into(session, table).values(**row).on_conflict_do_nothing().returning(key)
    return session.execute(query).first() is not None


def insert_missing(session: Session, table: type[Base], rows: Iterable[Row]) -> None:
    """Insert those rows whose keys are not taken."""
    values = [dict(row) for row in rows]
    if values:
        # The rows go beside the statement, so that it is the same every time and compiled once.
        adding = insert_into(session, table).on_conflict_do_nothing()
        session.connection().execute(adding, values)


class Heap:
    """Rows that wait to be inserted, by table.

    Tables are inserted in the order in which they were first used, so rows may refer to rows of
    tables that were used earlier.
    """

    def __init__(self, session: Session) -> None:
        self._session: Final = session
        self._rows: Final[dict[type[Base], list[dict[str, object]]]] = {}

    def add(self, table: type[Base], **values: object) -> None:
        """Put a row on the heap."""
        self._rows.setdefault(table, []).append(values)

    def flush(self, least: int = 0) -> None:
        """Insert all rows, if there are at least that many for any one table."""
        if max((len(rows) for rows in self._rows.values()), default=0) < least:
            return
        for table, rows in self._rows.items():
            if rows:
                self._session.execute(insert(Base.metadata.tables[table.__tablename__]), rows)
                rows.clear()
