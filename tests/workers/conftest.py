"""The databases of the store's tests, for those that need both kinds, and a host on one."""

from tests.arbiter.store.conftest import databases, postgres, postgres_pool
from tests.workers.hosts import host, store

__all__ = ["databases", "host", "postgres", "postgres_pool", "store"]
