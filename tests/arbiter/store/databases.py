"""Migrated databases for tests, copied from one that was migrated once."""

import shutil
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Final

import psycopg

from pentarch.arbiter.store import Store
from pentarch.arbiter.store.models import Base
from tests.services import Postgres
from tests.stores import template

_COUNT_ANEW: Final = """
SELECT setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
FROM pg_sequences
"""


class Databases(ABC):
    """Databases of one kind."""

    def __init__(self) -> None:
        self._stores: list[Store] = []

    @abstractmethod
    def url(self) -> str:
        """The address of a new database."""

    def open(self) -> Store:
        """A store on a new database."""
        store = Store(self.url())
        self._stores.append(store)
        return store

    def close(self) -> None:
        """Close all stores; databases that are left go with their folder or server."""
        for store in self._stores:
            store.close()


class SqliteDatabases(Databases):
    """Files in a folder."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._folder = folder
        self._made = 0

    def url(self) -> str:
        self._made += 1
        path = self._folder / f"store-{self._made}.db"
        shutil.copyfile(template(), path)
        return f"sqlite:///{path}"


class PostgresPool:
    """Databases of a server that tests have used and left, emptied: making one takes longer."""

    def __init__(self, server: Postgres, template: str) -> None:
        self.server = server
        self._template = template
        self._free: list[str] = []

    def take(self) -> str:
        """The name of an empty migrated database."""
        return self._free.pop() if self._free else self.server.create(self._template)

    def give(self, name: str) -> None:
        """Empty a database that nobody uses any more. It counts from the start again: what a test
        sees does not depend on which database it gets."""
        with psycopg.connect(self.server.url(name)) as connection:
            for table in reversed(Base.metadata.sorted_tables):
                connection.execute(f"DELETE FROM {table.name}".encode())
            connection.execute(_COUNT_ANEW)
        self._free.append(name)


class PostgresDatabases(Databases):
    """Databases of a server, given back at the end."""

    def __init__(self, pool: PostgresPool) -> None:
        super().__init__()
        self._pool = pool
        self._names: list[str] = []

    def url(self) -> str:
        self._names.append(self._pool.take())
        return self._pool.server.url(self._names[-1])

    def close(self) -> None:
        super().close()
        for name in self._names:
            self._pool.give(name)
