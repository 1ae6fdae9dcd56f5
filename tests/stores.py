"""Stores for tests on SQLite databases of their own, copied from one that was migrated once."""

import shutil
import tempfile
from functools import cache
from pathlib import Path

from pentarch.arbiter.store import Store, migrate
from tests import guard


@cache
def template() -> Path:
    """An empty database with the tables of this release. Nobody opens it."""
    place = guard.watch()
    place.mkdir(exist_ok=True)
    path = Path(tempfile.mkdtemp(prefix="template-", dir=place)) / "pentarch.db"
    store = Store(f"sqlite:///{path}")
    migrate.upgrade(store)
    store.close()
    return path


def new_store(path: Path) -> Store:
    """A store on a new database in a file."""
    shutil.copyfile(template(), path)
    return Store(f"sqlite:///{path}")
