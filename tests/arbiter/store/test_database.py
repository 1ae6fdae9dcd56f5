"""Opening databases, transactions and column types."""

import gc
from datetime import UTC, datetime, timedelta, timezone

import pytest
from sqlalchemy import select, text
from sqlalchemy.exc import DBAPIError, IntegrityError, StatementError
from sqlalchemy.orm import Session

from pentarch.arbiter.referee.keys import Keys
from pentarch.arbiter.store import Store, matches, owners
from pentarch.arbiter.store.errors import NameTaken
from pentarch.arbiter.store.matches import NewMatch
from pentarch.arbiter.store.models import Match, Owner, Seat
from tests.arbiter.store.scenes import RULESET, START, add_match, add_version


def test_only_sqlite_files_and_postgresql_are_opened() -> None:
    for url in ("sqlite://", "sqlite:///:memory:", "mysql://host/name"):
        with pytest.raises(ValueError, match="SQLite"):
            Store(url)


def test_a_store_that_nobody_holds_any_more_closes_itself(store: Store) -> None:
    own = Store(store.url.render_as_string(hide_password=False))
    with own.reading() as session:
        session.execute(text("SELECT 1"))
    assert own.engine.pool.checkedin() == 1  # type: ignore[attr-defined]  # of a queue's pool
    pool = own.engine.pool
    del own
    gc.collect()
    assert pool.checkedin() == 0  # type: ignore[attr-defined]


def create_twice(session: Session) -> None:
    owners.create(session, "ann", START)
    owners.create(session, "ann", START)


def test_an_exception_rolls_everything_back(store: Store) -> None:
    with pytest.raises(NameTaken), store.writing() as session:
        create_twice(session)
    with store.reading() as session:
        assert session.scalar(select(Owner)) is None


def test_a_reading_session_cannot_write(store: Store) -> None:
    with store.reading() as session, pytest.raises(DBAPIError):
        owners.create(session, "ann", START)
    with store.writing() as session:
        owners.create(session, "ann", START)


def test_sqlite_waits_for_locks_and_keeps_a_write_ahead_log(store: Store) -> None:
    if not store.is_sqlite:
        with store.reading() as session:
            assert session.scalar(text("SHOW server_version_num"))
        return
    with store.reading() as session:
        assert session.scalar(text("PRAGMA journal_mode")) == "wal"
        assert session.scalar(text("PRAGMA foreign_keys")) == 1
        assert session.scalar(text("PRAGMA busy_timeout")) == 30_000


def test_foreign_keys_are_enforced(store: Store) -> None:
    with pytest.raises(IntegrityError), store.writing() as session:
        session.add(Seat(match_id=99, seat=0, version_id=99, bot_id=99, ruleset="township"))


def test_times_come_back_in_utc_and_need_a_zone(store: Store) -> None:
    east = timezone(timedelta(hours=5))
    with store.writing() as session:
        owners.create(session, "ann", datetime(2026, 1, 1, 5, 0, 0, 123456, tzinfo=east))
    with store.reading() as session:
        found = owners.by_name(session, "ann").create_time
        assert found == datetime(2026, 1, 1, 0, 0, 0, 123456, tzinfo=UTC)
        assert found.tzinfo is UTC
    with pytest.raises(StatementError, match="time zone"), store.writing() as session:
        owners.create(session, "bob", datetime(2026, 1, 1))


@pytest.mark.parametrize("seed", [0, 1, 2**63 - 1, 2**63, 2**64 - 1])
def test_every_seed_can_be_stored(store: Store, seed: int) -> None:
    with store.writing() as session:
        versions = [add_version(session, name).id for name in ("ant", "bee")]
        match_id = add_match(session, versions, seed=seed).id
    with store.reading() as session:
        assert session.get_one(Match, match_id).seed == seed


def test_a_seed_out_of_range_is_refused(store: Store) -> None:
    with store.writing() as session:
        versions = [add_version(session, name).id for name in ("ant", "bee")]
    for seed in (-1, 2**64):
        keys = Keys(bytes(32), bytes(32), seed)
        new = NewMatch(ruleset=RULESET, versions=versions, keys=keys, is_rated=True)
        with pytest.raises(StatementError, match="seed"), store.writing() as session:
            matches.create(session, new, START)


@pytest.mark.parametrize(
    "change",
    [
        "state = 'leased'",
        "state = 'void'",
        "state = 'rated', end_time = create_time",
        "void_reason = 'x'",
        "end_time = create_time",
    ],
)
def test_the_database_itself_refuses_impossible_matches(store: Store, change: str) -> None:
    with store.writing() as session:
        versions = [add_version(session, name).id for name in ("ant", "bee")]
        add_match(session, versions)
    with pytest.raises(IntegrityError), store.writing() as session:
        session.execute(text(f"UPDATE matches SET {change}"))
