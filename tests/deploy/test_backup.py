"""Backup and restore: everything comes back, nothing is overwritten, nothing is half-written."""

import hashlib
import os
import subprocess
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import MetaData, Table, select

from pentarch.arbiter.store import Store, migrate
from tests.arbiter.store.bulk import Amounts, seed
from tests.deploy.manifests import DEPLOY
from tests.services import Postgres


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    server = Postgres()
    yield server
    server.stop()


@pytest.fixture(params=["sqlite", "postgres"])
def databases(
    request: pytest.FixtureRequest, postgres: Postgres, tmp_path: Path
) -> tuple[str, str]:
    """A database with something in it, and one with nothing."""
    if request.param == "sqlite":
        full, empty = [f"sqlite:///{tmp_path / name / 'pentarch.db'}" for name in ("full", "empty")]
        (tmp_path / "full").mkdir()
    else:
        full, empty = postgres.url(postgres.create()), postgres.url(postgres.create())
    store = Store(full)
    migrate.upgrade(store)
    fill(store)
    store.close()
    return full, empty


def fill(store: Store) -> None:
    amounts = Amounts(matches=40, rulesets={"township": 2}, bots=6)
    with store.writing() as session:
        seed(session, amounts, datetime(2026, 1, 1, tzinfo=UTC), records=[b"not really a record"])


def run(
    script: str, database: str, file: Path, postgres: Postgres
) -> "subprocess.CompletedProcess[str]":
    environment = os.environ | {
        "PENTARCH_DATABASE": database,
        "PATH": f"{postgres.programs}:{os.environ['PATH']}",
    }
    return subprocess.run(
        [str(DEPLOY / script), str(file)], env=environment, capture_output=True, text=True
    )


# SQLite does not tell what an index of expressions is of, and indices are not compared here.
pytestmark = pytest.mark.filterwarnings(
    "ignore:Skipped unsupported reflection:sqlalchemy.exc.SAWarning"
)


def content(database: str) -> dict[str, str]:
    """A digest of every table."""
    store = Store(database)
    found = MetaData()
    with store.reading() as session:
        found.reflect(session.connection())
        digests = {}
        for name in sorted(found.tables):
            table: Table = found.tables[name]
            rows = session.execute(select(table).order_by(*table.primary_key.columns)).all()
            digests[name] = f"{len(rows)} {hashlib.sha256(repr(rows).encode()).hexdigest()}"
    store.close()
    return digests


def test_everything_comes_back(
    databases: tuple[str, str], postgres: Postgres, tmp_path: Path
) -> None:
    full, empty = databases
    file = tmp_path / "backup"
    done = run("backup", full, file, postgres)
    assert (done.returncode, done.stderr) == (0, "")
    done = run("restore", empty, file, postgres)
    assert (done.returncode, done.stderr) == (0, "")
    before = content(full)
    assert before["matches"].startswith("40 ")
    assert content(empty) == before
    # Afterwards it is a database like any other.
    store = Store(empty)
    migrate.upgrade(store)
    store.close()


def test_nothing_is_overwritten(
    databases: tuple[str, str], postgres: Postgres, tmp_path: Path
) -> None:
    full, _ = databases
    file = tmp_path / "backup"
    assert run("backup", full, file, postgres).returncode == 0
    before = content(full), file.read_bytes()
    for script in ("backup", "restore"):
        done = run(script, full, file, postgres)
        assert done.returncode == 2
        assert done.stderr.count("\n") == 1
    assert (content(full), file.read_bytes()) == before


def test_a_failed_backup_leaves_no_file(postgres: Postgres, tmp_path: Path) -> None:
    for database in (postgres.url("nowhere"), f"sqlite:///{tmp_path}/nowhere.db", "oracle://x"):
        done = run("backup", database, tmp_path / "backup", postgres)
        assert done.returncode != 0
        assert done.stderr
        assert list(tmp_path.iterdir()) == []


def test_a_damaged_backup_leaves_the_database_empty(postgres: Postgres, tmp_path: Path) -> None:
    full, empty = postgres.url(postgres.create()), postgres.url(postgres.create())
    store = Store(full)
    migrate.upgrade(store)
    fill(store)
    store.close()
    file = tmp_path / "backup"
    assert run("backup", full, file, postgres).returncode == 0
    file.write_bytes(file.read_bytes()[:-2000])
    assert run("restore", empty, file, postgres).returncode != 0
    assert content(empty) == {}
