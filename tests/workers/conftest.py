"""The databases of the store's tests, for those that need both kinds."""

from tests.arbiter.store.conftest import databases, postgres, postgres_pool, sqlite_template

__all__ = ["databases", "postgres", "postgres_pool", "sqlite_template"]
