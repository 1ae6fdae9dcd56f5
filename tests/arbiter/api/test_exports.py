"""Exports: all that everybody may know of matches, whole, once, and nothing else."""

import itertools
import json
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import grpc
import pytest
from sqlalchemy import func, insert, select

from pentarch import dataset, play
from pentarch.arbiter.api.desk import Desk
from pentarch.arbiter.store import Store, disclosure, exports, matches, owners
from pentarch.arbiter.store.models import Match, RatingChange, Record, Seat
from pentarch.arbiter.store.words import MatchState, RecordKind, Role
from pentarch.arbiter.v1 import exports_pb2 as pb
from pentarch.arbiter.v1.exports_pb2_grpc import ExportServiceStub
from pentarch.cli.app import run
from pentarch.datasets import TABLES
from pentarch.engine.record import decode
from pentarch.export import ExportFolder, Filters, WrongFolder
from pentarch.workers.broker import PrivateRedis
from tests.arbiter.api.conftest import Arbiter, Noted, Running, Silence
from tests.arbiter.api.test_services import code_of
from tests.arbiter.store.bulk import Amounts, seed
from tests.arbiter.store.bulk import main as fill
from tests.arbiter_process import ArbiterProcess
from tests.stores import new_store

START = datetime(2025, 1, 1, tzinfo=UTC)
MATCHES = 450
WAITING = 7
RECORDS = 30
SEATS = {"township": 2, "kingdom": 4, "capital": 4, "heroes": 3, "tradewarz": 6}
"""How many sit at the matches that are filled in."""
MOST_MIB = 476
"""500 MB."""
WHOLE = pb.ExportMatchesRequest(with_records=True)


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Arbiter]:
    """An arbiter with some hundred matches, of which the newest are still under way."""
    folder = tmp_path_factory.mktemp("filled")
    store = new_store(folder / "pentarch.db")
    bots = ["greedy", "random"]
    records = [bytes(play("township", bots, seed=s, options={"round_cap": 5})) for s in range(3)]
    amounts = Amounts(
        MATCHES, {"township": 2, "capital": 2}, bots=6, tournaments=4, void=3, waiting=WAITING
    )
    with store.writing() as session:
        seed(session, amounts, START, records=records * (RECORDS // 3))
        owner = owners.create(session, "author", START)
        tokens = {
            role.value: owners.create_token(session, owner.id, role, label="", now=START)[1]
            for role in Role
        }
    running = Running(Desk(store, Noted(), Silence(), data=folder))
    yield Arbiter(store, Noted(), running.port, tokens)
    running.stop()
    store.close()


def streamed(arbiter: Arbiter, request: pb.ExportMatchesRequest, who: str = "reader") -> list[int]:
    """The ids of the matches that a request gives somebody."""
    with arbiter.channel(who) as channel:
        stream = ExportServiceStub(channel).ExportMatches(request)
        return [item.match.id for response in stream for item in response.matches]


def command(arbiter: Arbiter, folder: Path, *more: str) -> int:
    address = f"127.0.0.1:{arbiter.port}"
    token = arbiter.tokens["reader"]
    return run(["export", str(folder), "--arbiter", address, "--token", token, *more])


def told_ids(arbiter: Arbiter) -> list[int]:
    with arbiter.store.reading() as session:
        return sorted(disclosure.told(session, list(session.scalars(select(Match)))))


def test_counts_are_the_database_s(filled: Arbiter, tmp_path: Path) -> None:
    assert command(filled, tmp_path / "all") == 0
    ids = told_ids(filled)
    with filled.store.reading() as session:

        def count(table: type[Seat | RatingChange]) -> int:
            query = select(func.count()).select_from(table).where(table.match_id.in_(ids))
            return session.scalar(query) or 0

        seats, changes = count(Seat), count(RatingChange)
        recorded = [row for row in exports.part(session, everything(), 0).items if row.record]
    data = dataset(tmp_path / "all")
    assert sorted(data.matches.collect()["match_id"]) == ids
    assert data.seats.collect().height == seats
    assert data.ratings.collect().height == changes > 0
    steps = data.steps.collect()
    assert set(steps["match_id"]) >= {row.match.id for row in recorded}
    assert steps.height > 0
    assert steps["command"].null_count() == 0


def everything() -> exports.Wanted:
    return exports.Wanted(until=datetime.now(UTC))


def test_records_of_blocks_that_are_not_over_are_nobody_s(filled: Arbiter) -> None:
    with filled.store.reading() as session:
        open_blocks = set(
            session.scalars(
                select(Match.block_id).where(
                    Match.state.not_in([MatchState.RATED, MatchState.VOID])
                )
            )
        )
        closed_late = set(
            session.scalars(
                select(Match.id).where(
                    Match.block_id.in_(open_blocks), Match.state == MatchState.RATED
                )
            )
        )
    assert closed_late
    for who in ("reader", "author", "admin"):
        given = streamed(filled, WHOLE, who)
        assert given == told_ids(filled)
        assert not closed_late & set(given)


def test_what_is_exported_is_what_the_record_shows(filled: Arbiter) -> None:
    with filled.channel("reader") as channel:
        stream = ExportServiceStub(channel).ExportMatches(WHOLE)
        items = [item for response in stream for item in response.matches]
    recorded = [item for item in items if item.record]
    assert recorded
    with filled.store.reading() as session:
        for item in recorded:
            assert disclosure.told_record(session, item.match.id).content == item.record
    assert all(not item.record for item in items if item.match.void_reason)


@pytest.mark.parametrize("interrupted_after", [1, 2])
def test_an_interrupted_export_goes_on_and_gives_the_same(
    filled: Arbiter, tmp_path: Path, interrupted_after: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pentarch.export.target.MOST_MATCHES", 100)
    assert command(filled, tmp_path / "whole") == 0
    folder = ExportFolder.open(tmp_path / "broken", Filters())
    with filled.channel("reader") as channel:
        stream = ExportServiceStub(channel).ExportMatches(WHOLE)
        for _, response in zip(range(interrupted_after), stream, strict=False):
            folder.add(response)
        stream.cancel()
    (tmp_path / "broken" / "steps" / "part-00009.parquet").write_bytes(b"half")
    (tmp_path / "broken" / "steps" / "part-00002.writing").write_bytes(b"half")
    assert command(filled, tmp_path / "broken") == 0
    whole, broken = dataset(tmp_path / "whole"), dataset(tmp_path / "broken")
    for name in TABLES:
        assert whole.table(name).collect().equals(broken.table(name).collect()), name


def test_ranges_of_time_that_follow_each_other_share_nothing_and_miss_nothing(
    filled: Arbiter,
) -> None:
    moments = [START + timedelta(seconds=at) for at in (0, 111, 222, 333, 10_000)]
    given = []
    for since, until in itertools.pairwise(moments):
        request = pb.ExportMatchesRequest()
        request.since_time.FromDatetime(since)
        request.until_time.FromDatetime(until)
        given.append(streamed(filled, request))
    assert all(given)
    assert sorted(id for ids in given for id in ids) == told_ids(filled)


def test_a_match_counts_from_when_its_block_is_over(filled: Arbiter) -> None:
    with filled.store.reading() as session:
        rows = [row for row in matches.of_block(session, 2) if row.end_time]
    last = max(row.end_time for row in rows if row.end_time)
    request = pb.ExportMatchesRequest()
    request.since_time.FromDatetime(last)
    request.until_time.FromDatetime(last + timedelta(microseconds=1))
    assert streamed(filled, request) == [row.id for row in rows]


def test_matches_are_chosen_by_ruleset_and_tournament(filled: Arbiter, tmp_path: Path) -> None:
    assert command(filled, tmp_path / "one", "--ruleset", "capital", "--no-steps") == 0
    assert set(dataset(tmp_path / "one").matches.collect()["ruleset"]) == {"capital"}
    assert command(filled, tmp_path / "two", "--tournament", "2") == 0
    assert set(dataset(tmp_path / "two").pandas("matches")["tournament_id"]) == {2}


def test_an_export_of_nothing_has_its_columns(filled: Arbiter, tmp_path: Path) -> None:
    assert command(filled, tmp_path / "none", "--since", "2040-01-01") == 0
    for name, columns in TABLES.items():
        frame = dataset(tmp_path / "none").table(name).collect()
        assert (frame.height, frame.columns) == (0, [column.name for column in columns])


def test_parts_are_bounded_in_bytes(filled: Arbiter, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exports, "MOST_BYTES", 4_000)
    with filled.channel("reader") as channel:
        responses = list(ExportServiceStub(channel).ExportMatches(WHOLE))
    sizes = [[len(item.record) for item in response.matches] for response in responses]
    assert all(sum(size) <= 4_000 or sum(map(bool, size)) == 1 for size in sizes)
    assert [item.match.id for one in responses for item in one.matches] == told_ids(filled)


def test_wrong_filters_are_refused(
    filled: Arbiter, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for wrong in (
        pb.ExportMatchesRequest(ruleset="chess"),
        pb.ExportMatchesRequest(tournament_id=99),
    ):
        with pytest.raises(grpc.RpcError) as caught:
            streamed(filled, wrong)
        assert code_of(caught) is grpc.StatusCode.NOT_FOUND
    assert command(filled, tmp_path / "x", "--since", "yesterday") == 2
    assert "'yesterday' is no time" in capsys.readouterr().err
    assert not (tmp_path / "x").exists()
    assert command(filled, tmp_path / "y") == 0
    assert command(filled, tmp_path / "y", "--ruleset", "capital") == 2
    assert "another folder for ruleset capital" in capsys.readouterr().err
    assert command(filled, tmp_path / "y", "--json") == 0
    assert json.loads(capsys.readouterr().out.partition("{")[2].join("{ "))["rows"]["matches"]


def test_a_folder_with_other_things_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear")
    with pytest.raises(WrongFolder, match="is not empty"):
        ExportFolder.open(tmp_path, Filters())
    (tmp_path / "export.json").write_text('{"format": 2}')
    with pytest.raises(WrongFolder, match="cannot be used"):
        ExportFolder.open(tmp_path, Filters())


def test_every_column_is_in_the_documentation() -> None:
    page = (Path(__file__).parents[3] / "docs" / "research.md").read_text()
    for name, columns in TABLES.items():
        rows = [f"| `{column.name}` | {column.type} | {column.meaning} |" for column in columns]
        head = f"**{name}**\n\n| column | type | |\n| --- | --- | --- |\n"
        assert head + "\n".join(rows) + "\n\n" in page


@pytest.mark.long
def test_a_hundred_thousand_matches_are_exported_whole(tmp_path: Path) -> None:
    """With a record for each. What it takes is printed, and stands in docs/performance.md."""
    url = f"sqlite:///{tmp_path / 'large.db'}"
    token = fill_largely(url)
    taken = timed_export(url, token, tmp_path)
    print(taken)
    assert taken.counts == counted(url)
    assert taken.counts["matches"] >= 100_000
    assert max(taken.served_mib, taken.written_mib) < MOST_MIB


def fill_largely(url: str) -> str:
    """A store with a little more than 100,000 matches, each with a record; a reader's token."""
    fill([url, "100300"])
    store = Store(url)
    records = random_records()
    with store.writing() as session:
        rated = select(Match.id, Match.ruleset).where(Match.state == MatchState.RATED)
        rows = [
            {
                "match_id": id,
                "epoch": 1,
                "kind": RecordKind.PLAYED,
                "sha256": "0" * 64,
                "content": records[ruleset][id % 4],
                "size": len(records[ruleset][id % 4]),
                "create_time": START,
            }
            for id, ruleset in session.execute(rated)
        ]
        session.execute(insert(Record), rows)
        owner = owners.create(session, "author", START)
        _, token = owners.create_token(session, owner.id, Role.READER, label="", now=START)
    store.close()
    return token


def random_records() -> dict[str, list[bytes]]:
    """Four records for each ruleset."""
    return {
        id: [bytes(play(id, ["random"] * seats, seed=number)) for number in range(4)]
        for id, seats in SEATS.items()
    }


@dataclass(frozen=True)
class Taken:
    """What an export has written, and what it took: the arbiter serves, the command writes."""

    counts: dict[str, int]
    seconds: float
    parquet_mib: float
    served_mib: float
    written_mib: float


def timed_export(url: str, token: str, folder: Path) -> Taken:
    with PrivateRedis(folder / "redis") as redis:
        arbiter = ArbiterProcess(url, redis.address)
        began = time.monotonic()
        line = [sys.executable, "-m", "pentarch.cli", "export", str(folder / "all"), "--json"]
        address = ["--arbiter", f"127.0.0.1:{arbiter.port}", "--token", token]
        done = subprocess.run([*line, *address], capture_output=True, text=True, check=True)
        seconds = time.monotonic() - began
        served = arbiter.peak_memory / 2**20
        arbiter.stop()
    written = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    size = sum(file.stat().st_size for file in (folder / "all").rglob("*.parquet"))
    return Taken(json.loads(done.stdout)["rows"], seconds, size / 2**20, served, written)


def counted(url: str) -> dict[str, int]:
    """What the database has of matches that everybody may know."""
    lengths = {
        id: [len(decode(record).steps) for record in kept] for id, kept in random_records().items()
    }
    store = Store(url)
    with store.reading() as session:
        told = disclosure.told(session, list(session.scalars(select(Match))))
        query = select(Match.id, Match.ruleset).where(Match.state == MatchState.RATED)
        steps = sum(lengths[rule][id % 4] for id, rule in session.execute(query) if id in told)
        seats = session.scalars(select(Seat.match_id))
        changes = session.scalars(select(RatingChange.match_id))
        counts = {
            "matches": len(told),
            "seats": sum(id in told for id in seats),
            "steps": steps,
            "ratings": sum(id in told for id in changes),
        }
    store.close()
    return counts
