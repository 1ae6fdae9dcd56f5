"""Records on the shelf: moved, read, checked and brought back; in a folder and in a bucket."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
import s3fs
from moto.server import ThreadedMotoServer
from sqlalchemy import select

from pentarch.arbiter.store import Store, exports, matches, migrate, moves
from pentarch.arbiter.store.errors import NotOnShelf
from pentarch.arbiter.store.exports import Wanted
from pentarch.arbiter.store.models import Record
from pentarch.arbiter.store.shelf import Shelf
from tests import one_match
from tests.arbiter.store.databases import Databases
from tests.arbiter.store.scenes import RATER, START, add_match, add_version, after, result, take

LATER = START + timedelta(days=30)
BOTS = ("ant@1", "bee@1")


@pytest.fixture
def bucket(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A bucket of a server that speaks S3, on this machine."""
    server = ThreadedMotoServer("127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    for name, value in (
        ("AWS_ENDPOINT_URL", f"http://{host}:{port}"),
        ("AWS_ACCESS_KEY_ID", "nobody"),
        ("AWS_SECRET_ACCESS_KEY", "nothing"),
    ):
        monkeypatch.setenv(name, value)
    s3fs.S3FileSystem.clear_instance_cache()
    s3fs.S3FileSystem().makedirs("old-records", exist_ok=True)
    yield "s3://old-records/pentarch"
    s3fs.S3FileSystem.clear_instance_cache()
    server.stop()


@pytest.fixture
def store(databases: Databases, tmp_path: Path) -> Iterator[Store]:
    opened = Store(databases.url(), shelf=str(tmp_path / "shelf"))
    yield opened
    opened.close()


def play(store: Store, count: int) -> list[int]:
    """Matches that were played and rated at the start."""
    with store.writing() as session:
        versions = [add_version(session, name).id for name in ("ant", "bee")]
        ids = []
        for seed in range(1, count + 1):
            match = add_match(session, versions, seed=seed)
            take(session, match.id)
            done = result(seed, BOTS)
            one_match.finish(session, match.id, 1, done, after(1))
            one_match.verified(session, match.id, done.sha256, "w2", after(2))
            one_match.rate(session, match.id, RATER, after(3))
            ids.append(match.id)
    return ids


def contents(store: Store) -> list[bytes | None]:
    """What the rows themselves have."""
    with store.reading() as session:
        return list(session.scalars(select(Record.content).order_by(Record.match_id)))


def test_whoever_reads_a_record_does_not_notice_that_it_was_moved(store: Store) -> None:
    first, second = play(store, 2)
    with store.reading() as session:
        before = [matches.record(session, id) for id in (first, second)]
        exported = exports.part(session, Wanted(until=LATER), 0)
    assert moves.shelve(store, LATER) == 2
    assert contents(store) == [None, None]
    with store.reading() as session:
        assert [matches.record(session, id) for id in (first, second)] == before
        assert matches.records(session, first) == before[:1]
        again = exports.part(session, Wanted(until=LATER), 0)
    assert [one.record for one in again.items] == [one.record for one in exported.items]
    assert moves.shelve(store, LATER) == 0


def test_what_is_young_or_not_over_stays_in_the_database(store: Store) -> None:
    [over] = play(store, 1)
    with store.writing() as session:
        versions = [seat.version_id for seat in matches.get(session, over).seats]
        played = add_match(session, versions, seed=7)
        take(session, played.id)
        one_match.finish(session, played.id, 1, result(7, BOTS), after(1))
    assert moves.shelve(store, after(3)) == 0
    assert moves.shelve(store, after(4)) == 1
    assert [content is None for content in contents(store)] == [True, False]


def test_bytes_go_from_the_database_only_when_the_shelf_has_them(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(store, 1)
    [content] = contents(store)
    monkeypatch.setattr(Shelf, "_path", lambda self, sha256: f"{self._root}/{sha256}/x\0")
    with pytest.raises(ValueError, match="null"):
        moves.shelve(store, LATER)
    assert contents(store) == [content]


def test_a_damaged_record_is_found_and_never_handed_out(store: Store, tmp_path: Path) -> None:
    first, second = play(store, 2)
    moves.shelve(store, LATER)
    with store.reading() as session:
        kept = matches.record(session, first)
    [file] = (tmp_path / "shelf").rglob(kept.sha256)
    file.write_bytes(kept.content[:-1])
    with store.reading() as session, pytest.raises(NotOnShelf, match="something else"):
        matches.record(session, first)
    found = dict(moves.check(store))
    assert "something else" in found[first]
    assert found[second] == ""
    file.unlink()
    assert "does not give" in dict(moves.check(store))[first]
    with pytest.raises(NotOnShelf):
        moves.bring_back(store)


def test_a_row_whose_bytes_are_wrong_stays_as_evidence(store: Store) -> None:
    play(store, 1)
    with store.writing() as session:
        session.scalars(select(Record)).one().content = b"not a record"
    assert moves.shelve(store, LATER) == 0
    assert contents(store) == [b"not a record"]


def test_records_come_back_and_the_tables_go_the_way_down(store: Store) -> None:
    play(store, 3)
    before = contents(store)
    moves.shelve(store, LATER)
    with pytest.raises(RuntimeError, match="3 records are on the shelf"):
        migrate.downgrade(store, "0014")
    assert moves.bring_back(store) == 3
    assert contents(store) == before
    migrate.downgrade(store, "0014")
    migrate.upgrade(store)
    with store.reading() as session:
        sizes = session.scalars(select(Record.size).order_by(Record.match_id)).all()
    assert sizes == [len(content or b"") for content in before]


def test_without_the_shelf_a_record_that_is_there_says_so(store: Store) -> None:
    [match_id] = play(store, 1)
    moves.shelve(store, LATER)
    without = Store(store.url.render_as_string(hide_password=False))
    with without.reading() as session, pytest.raises(NotOnShelf, match="PENTARCH_SHELF"):
        matches.record(session, match_id)
    assert moves.shelve(without, LATER) == 0
    without.close()


def test_a_bucket_is_a_shelf_too(databases: Databases, bucket: str) -> None:
    store = Store(databases.url(), shelf=bucket)
    [match_id] = play(store, 1)
    [content] = contents(store)
    assert moves.shelve(store, LATER) == 1
    with store.reading() as session:
        assert matches.record(session, match_id).content == content
    assert [why for _, why in moves.check(store)] == [""]
    store.close()
