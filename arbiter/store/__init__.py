"""The store: all that is kept, in SQLite or PostgreSQL, and the only SQL of the project.

`Store` opens a database and hands out sessions. The other modules hold the queries of one subject
each (`owners`, `bots`, `matches`, `leases` and so on), as functions that take a session. Times
always come from the caller.
"""

from pentarch.arbiter.store.database import Store
from pentarch.arbiter.store.pages import Ask, Page

__all__ = ["Store", "Ask", "Page"]
