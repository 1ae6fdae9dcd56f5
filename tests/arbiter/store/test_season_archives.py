"""Seasons in archives: moved out, looked for, brought back; whole, damaged and interrupted."""

import json
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from datetime import timedelta
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, select, text, update

from pentarch.arbiter.competition.bundle.signature import Signer
from pentarch.arbiter.competition.seasons.finals import Finals
from pentarch.arbiter.competition.seasons.phases import Phase
from pentarch.arbiter.competition.seasons.policies import Policies
from pentarch.arbiter.referee.keys import chosen
from pentarch.arbiter.store import (
    Ask,
    Store,
    analyses,
    archive_parts,
    exports,
    matches,
    migrate,
    order,
    season_archives,
    season_bundles,
    season_phases,
    seasons,
    studies,
    tournaments,
    voids,
)
from pentarch.arbiter.store.books import StoredBook
from pentarch.arbiter.store.errors import Archived, NotFound, NotOnShelf, WrongState
from pentarch.arbiter.store.exports import Wanted
from pentarch.arbiter.store.matches import Filter, NewMatch
from pentarch.arbiter.store.models import (
    Analysis,
    Attempt,
    Base,
    Match,
    Output,
    Record,
    SeasonArchive,
    Study,
    Usage,
)
from pentarch.arbiter.store.order import Sort
from pentarch.arbiter.store.season_archives import bring_in, move_out
from pentarch.arbiter.store.shelf import Shelf
from pentarch.arbiter.store.words import (
    AnalysisState,
    AttemptState,
    MatchState,
    RecordKind,
    SeasonPart,
)
from pentarch.arbiter.studies.drafts import StudyDraft, StudyPage, Visibility
from pentarch.engine.plain import Json
from pentarch.workers.conductor import conduct_all
from pentarch.workers.package_cache import PackageCache
from tests.arbiter.store.databases import Databases
from tests.arbiter.store.scenes import result
from tests.arbiter.store.test_shelf import bucket as bucket
from tests.seasons import AFTER, add_season, parts, places, played
from tests.stores import new_store
from tests.tournaments import RULESET, START, add_bots, settle, table, waiting
from tests.workers.hosts import At, Noted

LADDER = (SeasonPart.LADDER, 0)
FINALS = Finals("round_robin", {"blocks": 1}, field=2, cut=2)
SHORT: dict[str, Json] = {"max_blocks": 6}
NUMBERED = [table.name for table in Base.metadata.sorted_tables if "id" in table.c]
ROWS = b"\x1f\x8b"
"""How compressed files begin."""
AWAY = "in the archive of season 1 (Spring); an administrator gets it back"
LATER = START + timedelta(days=400)

DYING = """
import sys
from pathlib import Path
from pentarch.arbiter.competition.bundle.signature import Signer
from pentarch.arbiter.store import Store, archive_parts, season_archives

def stop(*_):
    print("in the middle", flush=True)
    sys.stdin.read()

store, (name, where, folder) = Store(sys.argv[1]), sys.argv[2:]
setattr(archive_parts, name, stop)
if name == "remove":
    season_archives.move_out(store, 1, where, Signer(Path(folder)))
else:
    season_archives.bring_in(store, 1)
"""


@pytest.fixture
def store(databases: Databases) -> Iterator[Store]:
    opened = databases.open()
    yield opened
    opened.close()


@pytest.fixture
def host(store: Store, tmp_path: Path) -> At:
    return At(store, Noted(), PackageCache(tmp_path / "packages"), "conductor", time=START)


@pytest.fixture
def signer(tmp_path: Path) -> Signer:
    return Signer(tmp_path)


@pytest.fixture(scope="module")
def played_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """A season that was played and is closed, with a bit of everything; others play beside it."""
    folder = tmp_path_factory.mktemp("played")
    made = new_store(folder / "pentarch.db")
    play_season(At(made, Noted(), PackageCache(folder / "packages"), "conductor", time=START))
    yield made
    made.close()


@pytest.fixture
def closed(host: At, played_once: Store) -> At:
    """The same in a store of this test."""
    with played_once.reading() as source, host.store.writing() as session:
        for table in Base.metadata.sorted_tables:
            rows = [row._asdict() for row in source.execute(select(table))]
            if rows:
                session.execute(insert(table), rows)
        if not host.store.is_sqlite:
            for name in NUMBERED:
                last = f"(SELECT max(id) FROM {name})"
                session.execute(
                    text(f"SELECT setval(pg_get_serial_sequence('{name}', 'id'), {last})")
                )
    return host


def play_season(host: At) -> None:
    with host.store.writing() as session:
        versions = add_bots(session, 4)
        beside = NewMatch(RULESET, versions[:2], chosen(1), is_rated=True)
        matches.create(session, beside, START)
        assert add_season(session, finals=FINALS, ladder=SHORT) == 1
        season_phases.move(session, 1, Phase.OPEN, START)
    conduct_all(host)
    with host.store.writing() as session:
        # In between, so that its numbers have a gap.
        matches.create(session, beside, START)
    played(host, 1)
    with host.store.writing() as session:
        season_phases.move(session, 1, Phase.FINALS, START)
    played(host, 1)
    with host.store.writing() as session:
        season_phases.move(session, 1, Phase.CLOSED, START)
        furnish(session)


def furnish(session: Any) -> None:
    """Give the matches of the season what matches have that were really played."""
    rows = session.scalars(
        select(Match).where(Match.tournament_id.is_not(None)).order_by(Match.id)
    ).all()
    for row in rows:
        refs = tuple(seat.version.ref for seat in matches.get(session, row.id).seats)
        kept = result(row.key, refs)
        row.record_sha256 = kept.sha256
        row.steps = 9
        session.add(
            Record(
                match_id=row.id,
                epoch=1,
                kind=RecordKind.PLAYED,
                sha256=kept.sha256,
                content=kept.record,
                size=len(kept.record),
                create_time=START,
            )
        )
        session.add(
            Attempt(
                match_id=row.id,
                epoch=1,
                worker="w1",
                state=AttemptState.FINISHED,
                start_time=START,
                end_time=START + timedelta(microseconds=1),
                evidence={"wörds": [1, 2.5, None]} if row.id % 2 else None,
            )
        )
    first = rows[0]
    seat = matches.get(session, first.id).seats[0]
    session.add(
        Usage(
            match_id=first.id,
            seat=0,
            version_id=seat.version_id,
            ruleset=RULESET,
            calls=1 << 40,
            tokens=7,
            cost=0.1,
        )
    )
    session.add(
        Analysis(
            match_id=first.id,
            owner_id=1,
            state=AnalysisState.DONE,
            analyst=1,
            content={"points": [0.5]},
            failure="",
            epoch=1,
            losses=0,
            create_time=START,
            update_time=START,
        )
    )
    session.flush()
    pages = tuple(StudyPage(row.id, 1, "", "here", (), ()) for row in rows[:2])
    studies.create(session, 1, StudyDraft("Openings", "", Visibility.PUBLIC, pages), START)


def dump(store: Store) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every table."""
    with store.reading() as session:
        return {
            table.name: sorted((tuple(row) for row in session.execute(select(table))), key=repr)
            for table in Base.metadata.sorted_tables
        }


def of_season(store: Store) -> list[int]:
    """The matches of the season that are here."""
    with store.reading() as session:
        query = select(Match.id).where(Match.tournament_id.is_not(None)).order_by(Match.id)
        return list(session.scalars(query))


def bundle(store: Store, signer: Signer) -> bytes:
    file = BytesIO()
    with store.reading() as session:
        season_bundles.write(session, 1, signer, file)
    return file.getvalue()


def test_a_season_comes_back_exactly_as_it_went(closed: At, signer: Signer, tmp_path: Path) -> None:
    before = dump(closed.store)
    ids = of_season(closed.store)
    kept = move_out(closed.store, 1, str(tmp_path / "away"), signer)
    assert kept.matches == len(ids) > 12
    assert kept.size > sum(row[5] for row in before["records"]) / 2
    after = dump(closed.store)
    for name in ("matches", "blocks"):
        assert len(after[name]) == (2 if name == "matches" else 0), name
    for name in ("seats",):
        assert len(after[name]) == 4
    for name in ("attempts", "records", "usages", "analyses", "study_matches"):
        assert (after[name], bool(before[name])) == ([], True), name
    same = set(before) - {*archive_parts.TABLES, "study_matches"}
    same -= {"season_archives", "archived_tournaments", "archived_matches"}
    assert {name: after[name] for name in same} == {name: before[name] for name in same}
    assert bring_in(closed.store, 1) == len(ids)
    assert dump(closed.store) == before


def test_a_bucket_holds_archives_too(closed: At, signer: Signer, bucket: str) -> None:
    before = dump(closed.store)
    move_out(closed.store, 1, bucket, signer)
    season_archives.check(closed.store, 1)
    bring_in(closed.store, 1)
    assert dump(closed.store) == before


def test_what_is_away_says_so_wherever_it_is_asked_for(
    closed: At, signer: Signer, tmp_path: Path
) -> None:
    first, *_, last = of_season(closed.store)
    with closed.store.reading() as session:
        ladder = parts(session, 1)[LADDER]
        counts = tournaments.progress(session, [ladder])
    move_out(closed.store, 1, str(tmp_path / "away"), signer)
    filter = Filter(tournament_id=ladder)
    with closed.store.writing() as session:
        for asked in (
            lambda: matches.get(session, first),
            lambda: matches.get(session, last),
            lambda: matches.record(session, first),
            lambda: matches.page(session, Ask(), filter),
            lambda: order.match_page(session, Ask(), filter, Sort("steps", True)),
            lambda: analyses.get(session, first),
            lambda: exports.part(session, Wanted(until=LATER, tournament_id=ladder), 0),
            lambda: StoredBook(ladder).refresh(session),
            lambda: voids.void(session, first, "no", START),
        ):
            with pytest.raises(Archived) as error:
                asked()
            assert AWAY in str(error.value)
            assert str(error.value).endswith("with `pentarch archive in 1`")
        assert tournaments.progress(session, [ladder]) == counts
        with pytest.raises(NotFound, match="there is no match 4711"):
            matches.get(session, 4711)
        # Those of others, before and in between.
        others = [row.id for row in matches.page(session, Ask(), Filter()).items]
        assert len(others) == 2
        assert first < others[0] < last
        assert matches.get(session, others[0]).state is MatchState.QUEUED


def test_season_final_table_and_bundle_stay(closed: At, signer: Signer, tmp_path: Path) -> None:
    final, packed = places(closed.store, 1), bundle(closed.store, signer)
    move_out(closed.store, 1, str(tmp_path / "away"), signer)
    assert places(closed.store, 1) == final
    # A signature is made once; another arbiter gives out what the first one has signed.
    other = tmp_path / "other"
    assert bundle(closed.store, Signer(other)) == packed
    assert "season.json" in zipfile.ZipFile(BytesIO(packed)).namelist()
    (tmp_path / "away").rename(tmp_path / "elsewhere")
    with pytest.raises(WrongState, match="cannot be read from here"):
        bundle(closed.store, signer)


def test_new_matches_do_not_get_the_numbers_of_those_that_are_away(
    closed: At, signer: Signer, tmp_path: Path
) -> None:
    before, last = dump(closed.store), max(of_season(closed.store))
    move_out(closed.store, 1, str(tmp_path / "away"), signer)
    with closed.store.writing() as session:
        version = Filter(bot_id=1)
        [one, *_] = matches.page(session, Ask(), version).items[0].seats
        new = NewMatch(RULESET, [one.version_id] * 2, chosen(9), is_rated=False)
        made = [matches.create(session, new, START).id for _ in range(2)]
        assert min(made) > last
        season_phases.move(session, 1, Phase.AFTER, START)
    conduct_all(closed)
    with closed.store.reading() as session:
        after = parts(session, 1)[AFTER]
        assert min(row.id for row in session.scalars(select(Match)) if row.block_id) > last
        assert waiting(session, after)
    bring_in(closed.store, 1)
    here = dump(closed.store)
    for name in archive_parts.TABLES:
        assert set(map(repr, before[name])) <= set(map(repr, here[name])), name


def test_after_play_stays_and_goes_on(closed: At, signer: Signer, tmp_path: Path) -> None:
    with closed.store.writing() as session:
        season_phases.move(session, 1, Phase.AFTER, START)
    conduct_all(closed)
    with closed.store.reading() as session:
        after = parts(session, 1)[AFTER]
        begun = waiting(session, after)
    assert begun
    move_out(closed.store, 1, str(tmp_path / "away"), signer)
    with closed.store.writing() as session:
        assert waiting(session, after) == begun
        settle(session, begun[:4])
    conduct_all(closed)
    assert table(closed.store, after)
    before = of_season(closed.store)
    count = bring_in(closed.store, 1)
    assert len(of_season(closed.store)) == len(before) + count


@pytest.mark.parametrize("step", ["remove", "put_back"])
def test_a_move_that_is_killed_has_not_happened_and_is_done_by_the_next_call(
    closed: At, signer: Signer, tmp_path: Path, step: str
) -> None:
    whole, where = dump(closed.store), str(tmp_path / "away")
    if step == "put_back":
        move_out(closed.store, 1, where, signer)
    before = dump(closed.store)
    url = closed.store.url.render_as_string(hide_password=False)
    closed.store.close()
    with subprocess.Popen(
        [sys.executable, "-c", DYING, url, step, where, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "in the middle\n"
        process.kill()
    assert dump(closed.store) == before
    if step == "remove":
        move_out(closed.store, 1, where, signer)
    bring_in(closed.store, 1)
    assert dump(closed.store) == whole


def test_a_damaged_archive_is_refused_by_the_name_of_the_file(
    closed: At, signer: Signer, tmp_path: Path
) -> None:
    move_out(closed.store, 1, str(tmp_path / "away"), signer)
    season_archives.check(closed.store, 1)
    before = dump(closed.store)
    files = [path for path in (tmp_path / "away").rglob("*") if path.is_file()]
    assert len(files) == 4, "the manifest, the bundle, blocks and matches"
    for file in files:
        content = file.read_bytes()
        for damage in (content[:-1], b"", None):
            file.unlink() if damage is None else file.write_bytes(damage)
            for read in (season_archives.check, bring_in):
                with pytest.raises(NotOnShelf) as error:
                    read(closed.store, 1)
                said = str(error.value)
                assert said.startswith("the archive of season 1 is not whole: ")
                assert str(file) in said
                assert "\n" not in said
            assert dump(closed.store) == before
            file.write_bytes(content)
    (tmp_path / "away").rename(tmp_path / "elsewhere")
    with pytest.raises(NotOnShelf):
        bring_in(closed.store, 1)
    bring_in(closed.store, 1, str(tmp_path / "elsewhere"))


def test_what_was_not_read_back_as_it_was_written_does_not_leave(
    closed: At, signer: Signer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = dump(closed.store)
    put = Shelf.put

    def cut(shelf: Shelf, content: bytes) -> str:
        sha256 = put(shelf, content)
        if content.startswith(ROWS):
            [file] = (tmp_path / "away").rglob(sha256)
            file.write_bytes(content[:-1])
        return sha256

    monkeypatch.setattr(Shelf, "put", cut)
    with pytest.raises(NotOnShelf, match="not whole"):
        move_out(closed.store, 1, str(tmp_path / "away"), signer)
    assert dump(closed.store) == before


def test_what_changed_while_it_was_written_does_not_leave(
    closed: At, signer: Signer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settle_files = Shelf.settle

    def change(shelf: Shelf) -> None:
        settle_files(shelf)
        with closed.store.writing() as session:
            session.execute(update(Attempt).values(reason="another word"))

    monkeypatch.setattr(Shelf, "settle", change)
    with pytest.raises(WrongState, match="changed meanwhile"):
        move_out(closed.store, 1, str(tmp_path / "away"), signer)
    assert len(dump(closed.store)["attempts"]) == len(of_season(closed.store))
    monkeypatch.undo()
    move_out(closed.store, 1, str(tmp_path / "away"), signer)


def test_only_a_closed_season_that_nobody_works_on_may_leave(
    closed: At, signer: Signer, tmp_path: Path
) -> None:
    away = str(tmp_path / "away")
    with closed.store.writing() as session:
        add_season(session)
        session.execute(update(Analysis).values(state=AnalysisState.WAITING))
    with pytest.raises(WrongState, match="season 2 is announced, not closed"):
        move_out(closed.store, 2, away, signer)
    with pytest.raises(WrongState, match="1 analyses of matches of season 1 are being made"):
        move_out(closed.store, 1, away, signer)
    with pytest.raises(NotFound, match="there is no season 7"):
        move_out(closed.store, 7, away, signer)
    with pytest.raises(NotFound, match="season 1 is not in an archive"):
        bring_in(closed.store, 1)
    with closed.store.writing() as session:
        session.execute(update(Analysis).values(state=AnalysisState.DONE))
    move_out(closed.store, 1, away, signer)
    with pytest.raises(WrongState, match="season 1 is in an archive already"):
        move_out(closed.store, 1, away, signer)
    with closed.store.reading() as session:
        [(archive, season)] = season_archives.listed(session)
        assert (archive.url, season.title) == (away, "Spring")


@pytest.mark.parametrize("days", [0, 90])
def test_an_archive_keeps_no_log_for_longer_than_the_season_said(
    closed: At, signer: Signer, tmp_path: Path, days: int
) -> None:
    host = closed
    with host.store.writing() as session:
        seasons.get(session, 1).policies = Policies(keep_logs_days=days).plain()
        row = session.get_one(Match, of_season(host.store)[0])
        session.add(
            Output(match_id=row.id, epoch=1, seat=0, version_id=1, text="hm", create_time=START)
        )
    before = dump(host.store)
    if days:
        with pytest.raises(WrongState, match="1 logs of bots of season 1 are kept for 90 days"):
            move_out(host.store, 1, str(tmp_path / "away"), signer)
        assert season_archives.forget_logs(host.store, 1) == 1
        before |= {"outputs": []}
    move_out(host.store, 1, str(tmp_path / "away"), signer)
    assert dump(host.store)["outputs"] == []
    bring_in(host.store, 1)
    assert dump(host.store) == before


def test_a_study_finds_its_matches_again_if_it_still_has_them(
    closed: At, signer: Signer, tmp_path: Path
) -> None:
    first, second, *_ = of_season(closed.store)
    move_out(closed.store, 1, str(tmp_path / "away"), signer)
    with closed.store.writing() as session:
        [row] = studies.page(session, Ask(), is_own=True).items
        row = studies.locked(session, row.name)
        draft = studies.draft_of(row)
        with pytest.raises(Archived, match=f"match {first} is {AWAY[:14]}"):
            studies.change(session, row, draft, row.revision, START)
    with closed.store.writing() as session:
        found = session.scalars(select(Study)).one()
        found.pages = [draft.pages[1].plain()]
    bring_in(closed.store, 1)
    with closed.store.reading() as session:
        links = [studies.page(session, Ask(), match_id=id).items for id in (first, second)]
    assert [len(one) for one in links] == [0, 1]


def test_tables_do_not_go_the_way_down_while_a_season_is_away(
    closed: At, signer: Signer, tmp_path: Path
) -> None:
    move_out(closed.store, 1, str(tmp_path / "away"), signer)
    with pytest.raises(RuntimeError, match="1 seasons are in archives"):
        migrate.downgrade(closed.store, "0022")
    bring_in(closed.store, 1)
    with closed.store.reading() as session:
        assert session.scalars(select(SeasonArchive)).all() == []


def test_an_archive_of_tables_with_columns_that_are_not_here_is_refused(
    closed: At, signer: Signer, tmp_path: Path
) -> None:
    kept = move_out(closed.store, 1, str(tmp_path / "away"), signer)
    shelf = Shelf(kept.url)
    plain = json.loads(shelf.get(kept.manifest_sha256))
    plain["columns"]["seats"][-1] = "mood"
    with closed.store.writing() as session:
        row = session.get_one(SeasonArchive, 1)
        row.manifest_sha256 = shelf.put(json.dumps(plain).encode())
    before = dump(closed.store)
    with pytest.raises(WrongState, match="of a later release: its seats have mood"):
        bring_in(closed.store, 1)
    assert dump(closed.store) == before


def test_seasons_are_looked_at_as_before(closed: At, signer: Signer, tmp_path: Path) -> None:
    move_out(closed.store, 1, str(tmp_path / "away"), signer)
    conduct_all(closed)
    with closed.store.writing() as session:
        assert seasons.forget_logs(session, LATER, most=10) == 0
        assert [row.id for row in seasons.page(session, Ask()).items] == [1]
