"""Migrations: bringing a database to the tables of this release, or back.

A new migration is written with `revision` and then read and tidied by a person:

    python -m pentarch.arbiter.store.migrate revision sqlite:////tmp/new.db "add a column"
"""

import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

from pentarch.arbiter.store.database import Store

_FOLDER: Final = Path(__file__).parent / "migrations"
# Any number does, as long as nobody else uses it in the same database.
_LOCK: Final = 5_072_617_239_401


def upgrade(store: Store, revision: str = "head") -> None:
    """Bring the database up to a revision. Of several processes one does it, the others wait."""
    with _migrating(store) as connection:
        command.upgrade(_config(connection), revision)


def downgrade(store: Store, revision: str) -> None:
    """Bring the database down to a revision; `base` is an empty one."""
    with _migrating(store) as connection:
        command.downgrade(_config(connection), revision)


def current(store: Store) -> str | None:
    """The revision of the database; None for an empty one."""
    with store.reading() as session:
        return MigrationContext.configure(session.connection()).get_current_revision()


def newest() -> str:
    """The revision that this release needs."""
    head = ScriptDirectory(str(_FOLDER)).get_current_head()
    assert head is not None
    return head


def _config(connection: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(_FOLDER).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


@contextmanager
def _migrating(store: Store) -> Iterator[Connection]:
    """A connection with one transaction for all migrations, which excludes other migrators."""
    with store.engine.connect() as connection:
        if not store.is_sqlite:
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})
            yield connection
            connection.commit()
            return
        # SQLite changes a table by making it anew, which must not count as deleting its rows. The
        # switch works only outside of a transaction, so it goes past SQLAlchemy.
        driver = connection.connection.driver_connection
        assert isinstance(driver, sqlite3.Connection)
        driver.execute("PRAGMA foreign_keys = OFF")
        try:
            yield connection
            broken = connection.execute(text("PRAGMA foreign_key_check")).all()
            if broken:
                raise RuntimeError(
                    f"the migration leaves rows without what they refer to: {broken}"
                )
            connection.commit()
        finally:
            connection.rollback()
            driver.execute("PRAGMA foreign_keys = ON")


def main(arguments: list[str]) -> int:
    """`revision URL MESSAGE`: write a migration from the difference to the models."""
    if len(arguments) != 3 or arguments[0] != "revision":
        print(
            "usage: python -m pentarch.arbiter.store.migrate revision URL MESSAGE", file=sys.stderr
        )
        return 2
    store = Store(arguments[1])
    upgrade(store)
    with store.engine.connect() as connection:
        command.revision(_config(connection), arguments[2], autogenerate=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
