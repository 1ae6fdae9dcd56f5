"""Every test of the store runs on SQLite and on a real PostgreSQL, on a database of its own."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy.orm import Session

from pentarch.arbiter.store import Store, migrate
from tests.arbiter.store.databases import (
    Databases,
    PostgresDatabases,
    PostgresPool,
    SqliteDatabases,
)
from tests.arbiter.store.scenes import add_version
from tests.services import Postgres


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    server = Postgres()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def postgres_pool(postgres: Postgres) -> PostgresPool:
    name = postgres.create()
    store = Store(postgres.url(name))
    migrate.upgrade(store)
    store.close()
    return PostgresPool(postgres, name)


@pytest.fixture(params=["sqlite", "postgresql"])
def databases(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Databases]:
    """Makes as many migrated databases of one kind as a test wants."""
    made: Databases
    if request.param == "sqlite":
        made = SqliteDatabases(tmp_path)
    else:
        made = PostgresDatabases(request.getfixturevalue("postgres_pool"))
    yield made
    made.close()
    shutil.rmtree(tmp_path, ignore_errors=True)


@pytest.fixture
def store(databases: Databases) -> Store:
    return databases.open()


@pytest.fixture
def session(store: Store) -> Iterator[Session]:
    with store.writing() as session:
        yield session


@pytest.fixture
def versions(session: Session) -> list[int]:
    return [add_version(session, name).id for name in ("ant", "bee")]
