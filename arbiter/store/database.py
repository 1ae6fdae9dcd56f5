"""The database: how it is opened, and the sessions that are handed to the queries.

    store = Store("sqlite:////var/lib/pentarch/pentarch.db")
    with store.writing() as session:
        match = matches.create(session, ...)

A `writing` session is one transaction that is committed at the end, or rolled back when an
exception leaves the block. A `reading` session refuses to write. Objects stay usable after it.
"""

import os
import sqlite3
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any, Final

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.orm import Session
from sqlalchemy.pool import ConnectionPoolEntry

from pentarch.arbiter.store.clock import DatabaseClock, LocalClock
from pentarch.arbiter.store.shelf import SHELF, Shelf

_BUSY_MS: Final = 30_000
_READS: Final = "pentarch_reads"
_READ_ONLY: Final = {_READS: True, "postgresql_readonly": True}


class Store:
    """An open database, SQLite in a file or PostgreSQL. Safe to share between threads.

    After a fork every process opens its own. A store that nobody holds any more closes itself.
    """

    def __init__(self, url: str, *, pool_size: int = 5, shelf: str = "") -> None:
        self.url: Final = _with_driver(make_url(url))
        self.is_sqlite: Final = self.url.get_backend_name() == "sqlite"
        # On PostgreSQL a broken connection is found and replaced before it is used.
        engine = create_engine(self.url, pool_size=pool_size, max_overflow=-1, pool_pre_ping=True)
        if self.is_sqlite:
            event.listen(engine, "connect", _set_up_sqlite)
            event.listen(engine, "begin", _begin_sqlite)
        self.engine: Final[Engine] = engine
        weakref.finalize(self, _close, engine, os.getpid()).atexit = False
        self._reader: Final = engine.execution_options(**_READ_ONLY)
        self.shelf: Final = Shelf(shelf) if shelf else None
        """Where the bytes of old records are kept, if not in the database."""
        self._known: Final[dict[Any, Any]] = {SHELF: self.shelf}
        self._clock: Final = LocalClock() if self.is_sqlite else DatabaseClock(engine)

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A session that sees one state of the database (SQLite) or of each query (PostgreSQL)."""
        with Session(
            self._reader, expire_on_commit=False, autoflush=False, info=self._known
        ) as session:
            yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """One transaction. On SQLite it excludes all other writers from its beginning."""
        opened = Session(self.engine, expire_on_commit=False, info=self._known)
        with opened as session, session.begin():
            yield session

    def now(self) -> datetime:
        """The time that goes into the database, whatever the clock of this machine says."""
        return self._clock.now()

    def close(self) -> None:
        """Close all connections that are not in use."""
        self.engine.dispose()


def _close(engine: Engine, pid: int) -> None:
    """Close all connections, in the process that has opened them: another one has only copies."""
    if os.getpid() == pid:
        engine.dispose()


def _with_driver(url: URL) -> URL:
    backend = url.get_backend_name()
    if backend == "postgresql":
        return url.set(drivername="postgresql+psycopg")
    if backend == "sqlite":
        if not url.database or url.database == ":memory:":
            raise ValueError("a SQLite database needs a file: sqlite:////folder/name.db")
        return url
    raise ValueError(f"the store runs on SQLite and PostgreSQL, not on {backend}")


def _set_up_sqlite(connection: sqlite3.Connection, entry: ConnectionPoolEntry) -> None:
    # Transactions are begun by _begin_sqlite, not by the driver at the first change.
    connection.isolation_level = None
    connection.execute(f"PRAGMA busy_timeout = {_BUSY_MS}")
    connection.execute("PRAGMA journal_mode = WAL")
    # With WAL a killed process loses nothing; only a power cut can lose the last commits.
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("PRAGMA foreign_keys = ON")


def _begin_sqlite(connection: Connection) -> None:
    reads = connection.get_execution_options().get(_READS, False)
    connection.exec_driver_sql(f"PRAGMA query_only = {1 if reads else 0}")
    # Taking the lock at once waits for other writers; taking it later could only fail.
    connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")
