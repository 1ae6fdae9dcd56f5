"""A long history for a PostgreSQL database that `tests.arbiter.store.bulk` has filled.

    python -m tests.arbiter.store.history URL TIMES

writes all that is over TIMES times instead of once, under numbers and at times of its own, and
behind it what is under way. Bots and their ratings stay as they are, and there are no records.
Rows are copied by the database, without the indices, which are made anew at the end.
"""

import sys
from collections.abc import Mapping, Sequence
from typing import Final

from sqlalchemy import Column, Connection, Table, text

from pentarch.arbiter.store import Store
from pentarch.arbiter.store.columns import Time
from pentarch.arbiter.store.models import Base

COPIED: Final = (
    "tournaments",
    "entries",
    "blocks",
    "matches",
    "seats",
    "attempts",
    "rating_history",
)
"""What grows with what is played, each after the tables it refers to."""
_OF_TOURNAMENTS: Final[Mapping[str, str]] = {
    "tournaments": "id",
    "entries": "tournament_id",
    "blocks": "tournament_id",
    "matches": "tournament_id",
}
_TABLES: Final = Base.metadata.tables


def lengthen(store: Store, times: int) -> None:
    """Have the history that many times. Nobody else may use the database."""
    with store.engine.begin() as connection:
        # Foreign keys are not looked at: what is copied fits together.
        connection.execute(text("SET LOCAL session_replication_role = replica"))
        numbers = {name: _largest(connection, name) for name in COPIED if "id" in _TABLES[name].c}
        (seconds,) = connection.execute(
            text("SELECT extract(epoch FROM max(create_time) - min(create_time)) FROM matches")
        ).one()
        for name in COPIED:
            _keep(connection, name)
        indices = _drop_indices(connection)
        connection.execute(text(f"TRUNCATE {', '.join(COPIED)} CASCADE"))
        for name in COPIED:
            for time in range(times):
                _copy(connection, f"over_{name}", name, numbers, time, (time + 1 - times) * seconds)
            _copy(connection, f"going_on_{name}", name, numbers, times - 1, 0)
            print(name, flush=True)
        for definition in indices:
            connection.execute(text(definition))
        for name in numbers:
            connection.execute(
                text(f"SELECT setval(pg_get_serial_sequence('{name}', 'id'), max(id)) FROM {name}")
            )
    with store.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text("VACUUM ANALYZE"))


def _largest(connection: Connection, name: str) -> int:
    return int(connection.execute(text(f"SELECT coalesce(max(id), 0) FROM {name}")).scalar_one())


def _keep(connection: Connection, name: str) -> None:
    """Put aside the rows of a table, what is over and what is not."""
    column = _OF_TOURNAMENTS.get(name)
    under_way = "(SELECT id FROM tournaments WHERE state = 'running')"
    if column is None:
        column = "match_id"
        under_way = f"(SELECT id FROM matches WHERE tournament_id IN {under_way})"
    # As they were played: neighbours in time are neighbours on the disk.
    order = ", ".join(column.name for column in _TABLES[name].primary_key.columns)
    for kind, is_in in (("over", "NOT IN"), ("going_on", "IN")):
        connection.execute(
            text(
                f"CREATE TEMPORARY TABLE {kind}_{name} ON COMMIT DROP AS"
                f" SELECT * FROM {name} WHERE {column} {is_in} {under_way} ORDER BY {order}"
            )
        )


def _drop_indices(connection: Connection) -> list[str]:
    """Drop all indices that are no keys; how they are made again."""
    rows = connection.execute(
        text(
            "SELECT c.relname, pg_get_indexdef(i.indexrelid) FROM pg_index i"
            " JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_class t ON t.oid = i.indrelid"
            " WHERE NOT i.indisunique AND t.relname = ANY(:names)"
        ),
        {"names": list(COPIED)},
    ).all()
    for index, _ in rows:
        connection.execute(text(f"DROP INDEX {index}"))
    return [definition for _, definition in rows]


def _copy(
    connection: Connection,
    source: str,
    name: str,
    numbers: Mapping[str, int],
    time: int,
    seconds: float,
) -> None:
    table = _TABLES[name]
    values = [_value(column, table, numbers, time, seconds) for column in table.columns]
    names = ", ".join(f'"{column.name}"' for column in table.columns)
    connection.execute(
        text(f"INSERT INTO {name} ({names}) SELECT {', '.join(values)} FROM {source}")
    )


def _value(
    column: "Column[object]", table: Table, numbers: Mapping[str, int], time: int, seconds: float
) -> str:
    """A column of a copy: numbers and moments are moved on, all else stays."""
    of = [key.column.table.name for key in column.foreign_keys]
    if column.name == "id":
        of = [table.name]
    if of and of[0] in numbers:
        return f'"{column.name}" + {time * numbers[of[0]]}'
    if isinstance(column.type, Time):
        return f"\"{column.name}\" + interval '{seconds} seconds'"
    return f'"{column.name}"'


def main(arguments: Sequence[str]) -> None:
    """Lengthen the history of a database: `URL TIMES`."""
    url, times = arguments
    store = Store(url)
    lengthen(store, int(times))
    store.close()


if __name__ == "__main__":
    main(sys.argv[1:])
