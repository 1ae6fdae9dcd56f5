"""`pentarch archive`: seasons moved out, listed, checked and brought back by hand."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from pentarch.arbiter.settings import settings
from pentarch.arbiter.store import Store, migrate
from pentarch.cli.app import run
from pentarch.workers.package_cache import PackageCache
from tests.arbiter.store.test_season_archives import dump, play_season
from tests.tournaments import START
from tests.workers.hosts import At, Noted


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    monkeypatch.setenv("PENTARCH_DATA", str(tmp_path))
    settings.cache_clear()
    made = Store(settings().database_url)
    migrate.upgrade(made)
    play_season(At(made, Noted(), PackageCache(tmp_path / "packages"), "conductor", time=START))
    yield made
    made.close()
    settings.cache_clear()


def test_a_season_is_moved_out_looked_after_and_brought_back(
    store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before, away = dump(store), tmp_path / "away"
    capsys.readouterr()
    assert run(["archive", "list"]) == 0
    assert capsys.readouterr().out == "no season is in an archive\n"
    assert run(["archive", "out", "1"]) == 2
    assert "--to, or PENTARCH_SHELF" in capsys.readouterr().err
    assert run(["archive", "out", "1", "--to", "nowhere://at/all"]) == 2
    assert "nothing can be archived there: Protocol not known" in capsys.readouterr().err
    (tmp_path / "file").touch()
    assert run(["archive", "out", "1", "--to", str(tmp_path / "file")]) == 1
    assert "the archive cannot be written" in capsys.readouterr().err
    assert dump(store) == before
    assert run(["archive", "out", "1", "--to", str(away), "--json"]) == 0
    moved = json.loads(capsys.readouterr().out)
    assert moved["url"] == str(away)
    assert moved["matches"] > 0
    assert run(["archive", "list", "--json"]) == 0
    [listed] = json.loads(capsys.readouterr().out)["archives"]
    assert (listed["season"], listed["title"]) == (1, "Spring")
    assert run(["archive", "check"]) == 0
    assert capsys.readouterr().out == "all 1 archives are whole\n"
    assert run(["archive", "out", "1", "--to", str(away)]) == 2
    assert "season 1 is in an archive already" in capsys.readouterr().err
    away.rename(tmp_path / "elsewhere")
    assert run(["archive", "check", "1"]) == 1
    assert "1 of 1 archives are not whole" in capsys.readouterr().err
    assert run(["archive", "in", "1"]) == 1
    said = capsys.readouterr().err
    assert said.startswith("pentarch: the archive of season 1 is not whole: the shelf does not")
    assert said.count("\n") == 1
    assert run(["archive", "in", "1", "--from", str(tmp_path / "elsewhere")]) == 0
    out = capsys.readouterr().out
    assert out == f"season 1 is back in the database: {moved['matches']} matches\n"
    assert dump(store) == before
