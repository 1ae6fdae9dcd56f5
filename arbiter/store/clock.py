"""The time of the database, which is the same for every machine of a cluster.

Leases and deadlines are compared by many machines, and the clock of any of them may be wrong or
may jump. So nobody writes the time of their own clock into the database: the server is asked for
its time now and then, and between two answers this process counts on by its monotonic clock.
"""

import time
from datetime import UTC, datetime, timedelta
from typing import Final

from sqlalchemy import Engine, text
from sqlalchemy.exc import SQLAlchemyError

_ASK_EVERY: Final = 30.0
_ASK: Final = text("SELECT clock_timestamp()")


class DatabaseClock:
    """The clock of a PostgreSQL server. Safe to share between threads."""

    def __init__(self, engine: Engine) -> None:
        self._engine: Final = engine
        # What the server said last, and when that was by the monotonic clock.
        self._answer: tuple[datetime, float] | None = None

    def now(self) -> datetime:
        """The server's time, to within the time it takes to answer."""
        answer = self._answer
        if answer is None or time.monotonic() - answer[1] > _ASK_EVERY:
            answer = self._answer = self._ask(answer)
        said, heard = answer
        return said + timedelta(seconds=time.monotonic() - heard)

    def _ask(self, before: tuple[datetime, float] | None) -> tuple[datetime, float]:
        """Ask the server; while it does not answer, its last answer is counted on."""
        try:
            with self._engine.connect() as connection:
                # To connect takes far longer than to ask, and the answer comes at the end of both.
                began = time.monotonic()
                said: datetime = connection.execute(_ASK).scalar_one()
                heard = time.monotonic()
        except SQLAlchemyError:
            if before is None:
                raise
            return before
        return said.astimezone(UTC), (began + heard) / 2


class LocalClock:
    """The clock of this machine: an embedded database is used by one machine only."""

    def now(self) -> datetime:
        """The time."""
        return datetime.now(UTC)
