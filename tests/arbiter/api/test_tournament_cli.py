"""`pentarch tournament`, `test` and `bundle` against a real arbiter, with real matches."""

import csv
import io
import json
import logging
import threading
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import structlog

from pentarch.arbiter.competition.bundle.manifest import (
    MANIFEST,
    SIGNATURE,
    BundleManifest,
    record_name,
)
from pentarch.arbiter.competition.bundle.signature import Signer
from pentarch.arbiter.store import owners, tournaments
from pentarch.cli.app import run
from pentarch.engine.chance import commitment
from pentarch.workers.conductor import conduct_all
from pentarch.workers.host import Host
from pentarch.workers.verification import verify_matches
from pentarch.workers.windows import play_matches
from tests.arbiter.api.conftest import NOW, Arbiter
from tests.builtin_bots import add_builtin
from tests.threads import Background
from tests.tournaments import host_of, settle, waiting

Says = Callable[..., str]
SHORT = ["--option", "round_cap=5"]


@pytest.fixture
def says(
    arbiter: Arbiter, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Iterator[Says]:
    """Runs the program against the arbiter and gives what it printed."""
    # The arbiter runs in this process, and its log must not mix with what the program prints.
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    monkeypatch.setenv("PENTARCH_ARBITER", f"127.0.0.1:{arbiter.port}")
    monkeypatch.setenv("PENTARCH_TOKEN", arbiter.tokens["author"])
    with arbiter.store.writing() as session:
        for place, name in enumerate(("ant", "bee", "cat")):
            owner = owners.by_name(session, ("author", "rival", "admin")[place])
            add_builtin(session, owner.id, name, NOW, build="random")

    def say(*arguments: str, code: int = 0) -> str:
        capsys.readouterr()
        answer = run([*arguments])
        printed = capsys.readouterr()
        assert answer == code, printed
        return printed.out if code in (0, 1, 3) else printed.err

    yield say
    structlog.reset_defaults()


@pytest.fixture
def worker(arbiter: Arbiter, tmp_path: Path) -> Host:
    return host_of(arbiter.store, tmp_path)


def play_on(worker: Host, id: int) -> None:
    """Play a tournament to its end, for real."""
    for _ in range(100):
        conduct_all(worker)
        with worker.store.reading() as session:
            if tournaments.get(session, id).state.is_over:
                return
            ids = waiting(session, id)
        play_matches(worker, ids)
        verify_matches(replace(worker, name="verifier"), ids)
    raise AssertionError("the tournament does not end")


def test_a_tournament_from_the_command_line(says: Says, worker: Host) -> None:
    wanted = ["township", "ant", "bee", "cat", "--blocks", "1", "--seed", "3", *SHORT]
    dry = says("tournament", "create", *wanted, "--dry-run")
    assert dry.startswith("dry run: 3 blocks, 6 matches; how long")
    made = json.loads(says("tournament", "create", *wanted, "--json"))
    assert (made["id"], made["state"], made["estimate"]["matches"]) == (1, "created", 6)
    assert (made["format"], made["settings"]) == ("round_robin", {"blocks": 1})
    assert "running" in says("tournament", "start", "1")
    assert "paused" in says("tournament", "pause", "1")
    assert "running" in says("tournament", "resume", "1")
    play_on(worker, 1)
    assert "finished: 6 of 6 matches settled" in says("tournament", "show", "1")
    watched = says("tournament", "watch", "1")
    text = says("tournament", "standings", "1")
    assert text in watched
    assert {"ant@1", "bee@1", "cat@1"} <= set(text.split())
    lines = json.loads(says("tournament", "standings", "1", "--format", "json"))
    rows = list(csv.DictReader(io.StringIO(says("tournament", "standings", "1", "--format=csv"))))
    assert [row["bot"] for row in rows] == [line["bot"] for line in lines]
    assert [float(row["rating"]) for row in rows] == [line["rating"] for line in lines]
    assert "finished" in says("tournament", "list")
    assert [one["id"] for one in json.loads(says("tournament", "list", "--json"))] == [1]


def test_errors_are_one_line(says: Says, tmp_path: Path) -> None:
    assert "plan.bots" in says("tournament", "create", "township", "ghost", "ant", code=2)
    assert "there is no tournament 9" in says("tournament", "show", "9", code=2)
    wanted = ["tournament", "create", "township", "ant", "bee"]
    says(*wanted)
    assert "not over" in says("tournament", "export", "1", str(tmp_path / "b.zip"), code=2)
    assert not (tmp_path / "b.zip").exists()
    assert "no version test" in says("tournament", "verdict", "1", code=2)
    assert "reason" in says("tournament", "cancel", "1", "--reason", "", code=2)
    assert "cancelled" in says("tournament", "cancel", "1", "--reason", "rain")
    assert "round_robin has no setting 'rounds'" in says(*wanted, "--rounds", "3", code=2)
    assert "blocks is a whole number from 1" in says(*wanted, "--blocks", "0", code=2)
    assert "choose one of round-robin, swiss" in says(*wanted, "--format", "chess", code=2)
    assert "BANK+INCREMENT/CAP" in says(*wanted, "--clock", "soon", code=2)


@pytest.mark.parametrize(("gap", "word", "code"), [(2.0, "accept", 0), (-2.0, "reject", 1)])
def test_a_version_test_ends_with_its_verdict(
    says: Says, worker: Host, gap: float, word: str, code: int
) -> None:
    is_done = threading.Event()

    def conduct_and_settle() -> None:
        while not is_done.wait(0.05):
            conduct_all(worker)
            with worker.store.writing() as session:
                settle(session, waiting(session, 1), gap=gap)

    with Background(conduct_and_settle):
        try:
            told = says("test", "township", "ant", "bee", "--elo-high", "100", code=code)
        finally:
            is_done.set()
    assert told.startswith(f"{word} after ")
    assert says("tournament", "verdict", "1", code=code) == told
    assert json.loads(says("tournament", "watch", "1", "--json", code=code))["decision"] == word


def test_a_version_test_that_is_not_decided(says: Says) -> None:
    says("tournament", "create", "township", "ant", "bee", "--format", "version-test", "--start")
    assert says("tournament", "verdict", "1", code=3).startswith("continue after 0 blocks")


@pytest.fixture
def bundle(says: Says, worker: Host, tmp_path: Path) -> Path:
    """A real tournament, exported."""
    wanted = ["township", "ant", "bee", "cat", "--format", "swiss", "--rounds", "2", *SHORT]
    says("tournament", "create", *wanted, "--start", "--title", "Spring cup", "--seed", "5")
    play_on(worker, 1)
    file = tmp_path / "cup.zip"
    said = says("tournament", "export", "1", str(file))
    assert str(file.stat().st_size) in said
    return file


def changed(file: Path, changes: dict[str, Callable[[bytes], bytes | None]]) -> Path:
    """A copy of a bundle with some parts changed, or taken out."""
    target = file.with_name("changed.zip")
    with zipfile.ZipFile(file) as source, zipfile.ZipFile(target, "w") as copy:
        for part in source.namelist():
            content: bytes | None = source.read(part)
            assert content is not None
            if part in changes:
                content = changes[part](content)
            if content is not None:
                copy.writestr(part, content)
    return target


def test_a_bundle_holds_and_every_change_is_found(
    says: Says, bundle: Path, arbiter: Arbiter, tmp_path: Path
) -> None:
    good = says("bundle", "verify", str(bundle))
    assert "everything holds" in good
    told = json.loads(says("bundle", "verify", str(bundle), "--json"))
    assert (told["valid"], told["records"], told["findings"]) == (True, 4, [])
    assert told["key"] in good
    assert says("bundle", "verify", str(bundle), "--key", told["key"])
    assert "another key" in says("bundle", "verify", str(bundle), "--key", "abcd", code=1)
    again = tmp_path / "again.zip"
    says("tournament", "export", "1", str(again))
    assert again.read_bytes() == bundle.read_bytes(), "the same tournament, the same bytes"

    with zipfile.ZipFile(bundle) as archive:
        manifest = BundleManifest.model_validate_json(archive.read(MANIFEST))
    record = record_name(manifest.blocks[0].matches[0].id)
    flipped = changed(bundle, {record: lambda b: b[:-1] + bytes([b[-1] ^ 1])})
    assert f"match {manifest.blocks[0].matches[0].id}: its record is not" in says(
        "bundle", "verify", str(flipped), code=1
    )
    gone = changed(bundle, {record: lambda b: None})
    assert "its record is missing" in says("bundle", "verify", str(gone), code=1)
    title = changed(bundle, {MANIFEST: lambda b: b.replace(b"Spring", b"Autumn")})
    assert "signature: it does not fit" in says("bundle", "verify", str(title), code=1)
    unsigned = changed(bundle, {SIGNATURE: lambda b: None})
    assert "signature: there is none" in says("bundle", "verify", str(unsigned), code=1)


def signed_again(
    file: Path, folder: Path, change: Callable[[BundleManifest], BundleManifest]
) -> Path:
    """The bundle of an organiser who cheats and signs it all the same."""
    signer = Signer(folder)
    with zipfile.ZipFile(file) as archive:
        manifest = BundleManifest.model_validate_json(archive.read(MANIFEST))
    lied = change(manifest.model_copy(update={"public_key": signer.public_key.hex()}))
    content = lied.content()
    return changed(file, {MANIFEST: lambda _: content, SIGNATURE: lambda _: signer.sign(content)})


def test_an_organiser_cannot_lie(says: Says, bundle: Path, tmp_path: Path) -> None:
    def swap_seats(manifest: BundleManifest) -> BundleManifest:
        first, *rest = manifest.blocks
        seats = [m.model_copy(update={"seats": m.seats[::-1]}) for m in first.matches]
        return manifest.model_copy(
            update={"blocks": [first.model_copy(update={"matches": seats}), *rest]}
        )

    def flatter(manifest: BundleManifest) -> BundleManifest:
        first, *rest = manifest.standings
        better = first.model_copy(update={"rating": first.rating + 1})
        return manifest.model_copy(update={"standings": [better, *rest]})

    def add_block(manifest: BundleManifest) -> BundleManifest:
        first = manifest.blocks[0]
        void = [m.model_copy(update={"id": m.id + 100, "sha256": None}) for m in first.matches]
        more = {"label": "b7", "number": 7, "matches": void}
        return manifest.model_copy(
            update={"blocks": [*manifest.blocks, first.model_copy(update=more)]}
        )

    lies: dict[str, Callable[[BundleManifest], BundleManifest]] = {
        "its record seats other bots": swap_seats,
        "rating is": flatter,
        "block b7: the format does not ask for it": add_block,
        "the manifest does not mention it": lambda m: m.model_copy(
            update={"blocks": m.blocks[:-1]}
        ),
        "other options": lambda m: m.model_copy(update={"options": {**m.options, "round_cap": 9}}),
        "secret: it is not the seed's": lambda m: m.model_copy(update={"seed": 6}),
        "secret: it does not fit its commitment": lambda m: m.model_copy(
            update={"secret": "ab" * 32, "seed": None}
        ),
        "does not follow from the tournament's secret": lambda m: m.model_copy(
            update={
                "secret": "ab" * 32,
                "commitment": commitment(bytes.fromhex("ab" * 32)),
                "seed": None,
            }
        ),
        "only when nobody in it could remember": lambda m: m.model_copy(
            update={"blocks": [part.model_copy(update={"paired": False}) for part in m.blocks]}
        ),
    }
    for expected, lie in lies.items():
        said = says("bundle", "verify", str(signed_again(bundle, tmp_path, lie)), code=1)
        assert expected in said


@pytest.mark.parametrize("content", [b"", b"PK\x05\x06" + b"\0" * 18, b"nonsense" * 100])
def test_what_is_no_bundle_is_refused(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "x.zip"
    file.write_bytes(content)
    assert run(["bundle", "verify", str(file)]) == 1


def test_ladders_and_records_of_the_arbiter(
    says: Says, arbiter: Arbiter, worker: Host, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "nobody has an Elo yet" in says("ladder", "township")
    assert json.loads(says("ladder", "--json")) == []
    wanted = ["township", "ant", "bee", "cat", "--seed", "3", *SHORT, "--rated", "--start"]
    says("tournament", "create", *wanted, "--token", arbiter.tokens["admin"])
    play_on(worker, 1)
    lines = json.loads(says("ladder", "township", "--json"))
    assert {line["bot"] for line in lines} == {"ant", "bee", "cat"}
    live = [line["live_elo"] for line in lines]
    assert live == sorted(live, reverse=True)
    assert [line["matches"] for line in lines] == [4, 4, 4]
    assert [line["elo"] for line in lines] == [None, None, None], "no fit was made yet"
    first = f"{lines[0]['bot']}@1"
    assert first in says("ladder", "township", "--top", "1")
    assert f"{lines[1]['bot']}@1" not in says("ladder", "township", "--top", "1")
    assert "there is no ruleset 'chess'" in says("ladder", "chess", code=2)

    monkeypatch.chdir(tmp_path)
    assert says("record", "verify", "1").startswith("1: ")
    shown = json.loads(says("record", "show", "2", "--json"))
    assert shown["count"] == len(shown["steps"]) - 1 > 0
    assert says("record", "html", "1") == "match-1.html\n"
    assert Path("match-1.html").read_text().startswith("<!doctype html>")
    assert "NOT_FOUND" in says("record", "verify", "99", code=2)
    assert f"there is no {'9' * 30}" in says("record", "verify", "9" * 30, code=2)
    # A file comes first, whatever its name.
    Path("1").write_bytes(b"not a record")
    says("record", "verify", "1", code=1)
