"""`pentarch shelf`: records moved, checked and brought back by hand."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from pentarch.arbiter.settings import settings
from pentarch.arbiter.store import Store, migrate
from pentarch.cli.app import run
from tests.arbiter.store.test_shelf import contents, play


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    monkeypatch.setenv("PENTARCH_DATA", str(tmp_path))
    monkeypatch.setenv("PENTARCH_SHELF", str(tmp_path / "shelf"))
    settings.cache_clear()
    made = Store(settings().database_url)
    migrate.upgrade(made)
    yield made
    made.close()
    settings.cache_clear()


def test_records_go_to_the_shelf_and_come_back(
    store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    play(store, 2)
    before = contents(store)
    assert run(["shelf", "move", "--days", "1"]) == 0
    assert capsys.readouterr().out == "2 records are on the shelf now\n"
    assert contents(store) == [None, None]
    assert run(["shelf", "check"]) == 0
    assert capsys.readouterr().out == "all 2 records on the shelf are whole\n"
    assert run(["shelf", "return", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"returned": 2}
    assert contents(store) == before


def test_a_check_names_what_is_damaged_and_fails(
    store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    play(store, 2)
    run(["shelf", "move"])
    file = next(path for path in (tmp_path / "shelf").rglob("*") if path.is_file())
    file.unlink()
    capsys.readouterr()
    assert run(["shelf", "check"]) == 1
    said = capsys.readouterr()
    assert "the shelf does not give" in said.out
    assert said.err == "pentarch: 1 of 2 records on the shelf are not whole\n"
    assert run(["shelf", "check", "--json"]) == 1
    assert len(json.loads(capsys.readouterr().out)["wrong"]) == 1


def test_without_a_shelf_the_variable_is_named(
    store: Store, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("PENTARCH_SHELF")
    settings.cache_clear()
    assert run(["shelf", "move"]) == 2
    said = capsys.readouterr().err
    assert said == "pentarch: there is no shelf: PENTARCH_SHELF says where it is to be\n"
