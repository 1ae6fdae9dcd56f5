"""The time that goes into the database is the database's."""

import time
from datetime import UTC, datetime, timedelta

from sqlalchemy import text

from pentarch.arbiter.store import Store
from tests.services import Postgres


def test_the_time_is_the_server_s_and_counts_on_between_answers(postgres: Postgres) -> None:
    store = Store(postgres.url(postgres.create()))

    def server() -> datetime:
        with store.reading() as session:
            said: datetime = session.execute(text("SELECT clock_timestamp()")).scalar_one()
            return said.astimezone(UTC)

    before, now, after = server(), store.now(), server()
    slack = timedelta(seconds=5)
    assert before - slack < now < after + slack
    began = time.monotonic()
    first, second = store.now(), store.now()
    assert timedelta(0) <= second - first <= timedelta(seconds=time.monotonic() - began)
    store.close()
