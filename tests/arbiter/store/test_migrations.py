"""Migrations: up, down and up again, and that they end where the models are."""

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import JSON, inspect, select, text

from pentarch.arbiter.referee.keys import Keys
from pentarch.arbiter.store import Store, matches, migrate, tournaments
from pentarch.arbiter.store.matches import NewMatch
from pentarch.arbiter.store.models import Base, Match
from pentarch.arbiter.store.tournaments import NewBlock
from pentarch.engine.chance import commitment, seed_key
from tests.arbiter.store.scenes import RULESET, START, add_match, add_tournament, add_version
from tests.tournaments import blocks_of


def tables(store: Store) -> set[str]:
    return set(inspect(store.engine).get_table_names()) - {"alembic_version"}


def test_up_and_down_and_up_again(store: Store) -> None:
    assert migrate.current(store) == migrate.newest()
    assert tables(store) == set(Base.metadata.tables)
    migrate.downgrade(store, "base")
    assert migrate.current(store) is None
    assert tables(store) == set()
    migrate.upgrade(store)
    assert migrate.current(store) == migrate.newest()
    assert tables(store) == set(Base.metadata.tables)
    with store.writing() as session:
        versions = [add_version(session, name).id for name in ("ant", "bee")]
        assert add_match(session, versions).ruleset == RULESET


def test_the_way_down_keeps_blocks_that_replaced_void_ones(store: Store) -> None:
    with store.writing() as session:
        versions = [add_version(session, name).id for name in ("ant", "bee")]
        tournament = add_tournament(session, versions, "o-ant")
        tournaments.start(session, tournament.id, START)
        for label in ("b0", "b0~1", "b1"):
            number = int(label[1])
            block = NewBlock(number, 1, tables=[versions], label=label)
            tournaments.add_block(session, tournament.id, block, START)
    migrate.downgrade(store, "0001")
    with store.engine.connect() as connection:
        numbers = [row.number for row in connection.execute(text("SELECT number FROM blocks"))]
    assert len(set(numbers)) == 3
    migrate.upgrade(store)


def test_seeds_of_older_rows_become_chosen_ones_with_their_keys(store: Store) -> None:
    top = 2**64 - 1
    with store.writing() as session:
        versions = [add_version(session, name).id for name in ("ant", "bee")]
        tournament = add_tournament(session, versions, "o-ant")
        add_match(session, versions, seed=top)
        drawn = NewMatch(RULESET, versions, Keys(bytes(range(32)), bytes(32)), is_rated=True)
        matches.create(session, drawn, START)
        tournaments.start(session, tournament.id, START)
        tournaments.add_block(session, tournament.id, NewBlock(0, 1, [versions] * 2), START)
        before = {row.id: row.key for row in session.scalars(select(Match))}
    migrate.downgrade(store, "0002")
    with store.engine.connect() as connection:
        seeds = connection.execute(text("SELECT seed FROM matches ORDER BY id")).scalars().all()
        [shared] = connection.execute(text("SELECT seed FROM blocks")).scalars().all()
    assert seeds[0] == -1
    assert seeds[2] == seeds[3] == shared
    migrate.upgrade(store)
    with store.reading() as session:
        rows = session.scalars(select(Match).order_by(Match.id)).all()
        assert rows[0].seed == top
        assert rows[0].key == before[rows[0].id] == seed_key(top)
        assert rows[0].bot_key == seed_key(top, "bots")
        assert rows[1].key != before[rows[1].id], "what was drawn is not known any more"
        cup = tournaments.get(session, tournament.id)
        assert (cup.seed, cup.secret) == (7, seed_key(7, "tournament"))
        assert cup.commitment == commitment(cup.secret)
        assert [block.is_paired for block in blocks_of(session, cup.id)] == [True]


def test_upgrading_twice_changes_nothing(store: Store) -> None:
    migrate.upgrade(store)
    assert migrate.current(store) == migrate.newest()


# SQLite does not tell what an index of expressions is of; `test_plans` sees that it is there.
@pytest.mark.filterwarnings("ignore:Skipped unsupported reflection:sqlalchemy.exc.SAWarning")
@pytest.mark.filterwarnings("ignore:autogenerate skipping metadata-specified:UserWarning")
def test_migrations_end_where_the_models_are(store: Store) -> None:
    with store.engine.connect() as connection:
        context = MigrationContext.configure(connection)
        assert compare_metadata(context, Base.metadata) == []


def test_every_constraint_has_its_conventional_name(store: Store) -> None:
    for table in inspect(store.engine).get_table_names():
        if table == "alembic_version":
            continue
        for check in inspect(store.engine).get_check_constraints(table):
            assert str(check["name"]).startswith(f"ck_{table}_")
            assert f"ck_{table}_ck_" not in str(check["name"])
        for key in inspect(store.engine).get_foreign_keys(table):
            assert str(key["name"]).startswith(f"fk_{table}_")


def test_settings_become_those_of_the_format_alone_and_back(store: Store) -> None:
    with store.writing() as session:
        versions = [add_version(session, name).id for name in ("ant", "bee")]
        cup = add_tournament(session, versions, "o-ant")
        cup.format, cup.settings = "ladder", {"max_blocks": 9, "max_wait": 40}
        cup.seats, cup.is_open = [2, 4], True
        id = cup.id
    migrate.downgrade(store, "0004")
    query = text("SELECT settings, seat_count FROM tournaments")
    with store.engine.connect() as connection:
        settings, seat_count = connection.execute(query.columns(settings=JSON)).one()
    before = {"max_blocks": 9, "max_wait_blocks": 40, "seats": [2, 4], "open": True}
    assert (settings, seat_count) == (before, 4)
    migrate.upgrade(store)
    with store.reading() as session:
        cup = tournaments.get(session, id)
        assert cup.settings == {"max_blocks": 9, "max_wait": 40}
        assert (cup.seats, cup.is_open) == ([2, 4], True)
