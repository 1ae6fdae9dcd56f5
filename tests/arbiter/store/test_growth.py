"""What is done again and again costs the database no more when there is more history."""

from collections.abc import Mapping

import pytest

from pentarch.arbiter.store import Store
from pentarch.arbiter.store.bulk import Amounts, seed
from tests.arbiter.store.databases import PostgresDatabases, PostgresPool
from tests.arbiter.store.growth import CALLS, pages
from tests.arbiter.store.scenes import START

SEATS = {"kingdom": 4, "township": 2}
PER_TOURNAMENT = 1000
MOST = 1.5
FEW = 8
"""An index that has grown by a level costs some pages more, however little is read."""


def counted(store: Store, matches: int) -> Mapping[str, int]:
    amounts = Amounts(
        matches, SEATS, tournaments=matches // PER_TOURNAMENT, waiting=100, history=matches
    )
    with store.writing() as session:
        seed(session, amounts, START)
    with store.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.exec_driver_sql("VACUUM ANALYZE")
    return pages(store)


@pytest.mark.long
def test_nothing_that_is_done_all_the_time_grows_with_the_history(
    postgres_pool: PostgresPool,
) -> None:
    databases = PostgresDatabases(postgres_pool)
    few, many = (counted(databases.open(), matches) for matches in (4000, 40_000))
    databases.close()
    grown = {name: (few[name], many[name]) for name in CALLS if many[name] > MOST * few[name] + FEW}
    assert grown == {}
