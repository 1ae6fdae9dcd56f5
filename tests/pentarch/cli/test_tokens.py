"""`pentarch token`: made, shown once, revoked."""

import json
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pentarch.arbiter.settings import settings
from pentarch.arbiter.store import Store, owners
from pentarch.arbiter.store.words import Role
from pentarch.cli import claims, tokens
from pentarch.cli.app import run
from tests.stores import new_store


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    monkeypatch.setenv("PENTARCH_DATA", str(tmp_path))
    settings.cache_clear()
    made = new_store(tmp_path / "pentarch.db")
    yield made
    made.close()
    settings.cache_clear()


def is_good(store: Store, text: str) -> bool:
    with store.reading() as session:
        return owners.authenticate(session, text, datetime.now(UTC)) is not None


def test_a_token_opens_until_it_is_revoked(
    store: Store, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["token", "create", "ann", "--role", "admin", "--json"]) == 0
    made = json.loads(capsys.readouterr().out)
    assert (made["owner"], made["role"]) == ("ann", "admin")
    assert is_good(store, made["token"])
    assert run(["token", "revoke", made["key"]]) == 0
    assert capsys.readouterr().out == f"token {made['key']} is revoked\n"
    assert not is_good(store, made["token"])


def test_an_unknown_key_or_role_is_refused(
    store: Store, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["token", "revoke", "nothing"]) == 2
    assert capsys.readouterr().err == "pentarch: there is no token 'nothing'\n"
    assert run(["token", "create", "ann", "--role", "king"]) == 2
    assert "the role is one of" in capsys.readouterr().err


def test_tokens_are_listed_without_their_secrets(
    store: Store, capsys: pytest.CaptureFixture[str]
) -> None:
    run(["token", "create", "ann", "--label", "laptop", "--json"])
    made = json.loads(capsys.readouterr().out)
    run(["token", "create", "bob"])
    run(["token", "revoke", made["key"]])
    capsys.readouterr()
    assert run(["token", "list", "ann", "--json"]) == 0
    (listed,) = json.loads(capsys.readouterr().out)
    assert (listed["key"], listed["label"], listed["state"]) == (made["key"], "laptop", "revoked")
    assert run(["token", "list"]) == 0
    out = capsys.readouterr().out
    assert "bob" in out
    assert made["token"] not in out
    assert run(["token", "list", "nobody"]) == 2


@pytest.mark.parametrize(
    ("content", "advice"),
    [
        (None, "set PENTARCH_DATA to the folder that `pentarch up` prints"),
        (b"", "run `pentarch migrate`"),
        (b"no database at all, but long enough to be looked at" * 20, "file is not a database"),
    ],
    ids=["no file", "no tables", "no database"],
)
@pytest.mark.parametrize("command", [["create", "ann"], ["list"], ["revoke", "key"]], ids=" ".join)
def test_without_the_database_one_line_says_how_to_find_it(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    command: list[str],
    content: bytes | None,
    advice: str,
) -> None:
    monkeypatch.setenv("PENTARCH_DATA", str(tmp_path))
    settings.cache_clear()
    if content is not None:
        (tmp_path / "pentarch.db").write_bytes(content)
    assert run(["token", *command]) == 2
    said = capsys.readouterr().err
    assert advice in said
    assert said.count("\n") == 1
    settings.cache_clear()


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder without data, with nothing that says where an arbiter's is; where it may be."""
    monkeypatch.delenv("PENTARCH_DATA", raising=False)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    monkeypatch.chdir(folder)
    settings.cache_clear()
    yield tmp_path
    settings.cache_clear()


def data_in(folder: Path) -> Path:
    new_store(folder / "pentarch.db").close()
    return folder


def test_the_data_of_a_running_arbiter_is_found(
    elsewhere: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with claims.claimed(elsewhere / "data"), claims.announced(elsewhere / "data"):
        folder = data_in(elsewhere / "data")
        assert run(["token", "create", "ann", "--json"]) == 0
        said = capsys.readouterr()
        assert json.loads(said.out)["owner"] == "ann"
        assert said.err == (f"pentarch: this is about the arbiter with its data in {folder}\n")
    assert run(["token", "list"]) == 2
    assert "there is no database" in capsys.readouterr().err


def test_of_several_running_arbiters_one_must_be_named(
    elsewhere: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with ExitStack() as stack:
        for name in ("one", "two"):
            stack.enter_context(claims.claimed(elsewhere / name))
            stack.enter_context(claims.announced(elsewhere / name))
        assert run(["token", "list"]) == 2
    said = capsys.readouterr().err
    assert "set PENTARCH_DATA to one of" in said
    assert said.count("\n") == 1


def test_what_a_killed_arbiter_leaves_behind_misleads_nobody(
    elsewhere: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    notes = elsewhere / "state" / "pentarch" / "up"
    with claims.announced(elsewhere / "gone"):
        (notes / "other").write_bytes(b"no/folder\xff\0")
        assert claims.running() == []
        with claims.claimed(elsewhere / "gone"):
            assert claims.running() == [elsewhere / "gone"]


def test_the_first_owner_of_a_service_gets_a_token_and_nobody_after_it(store: Store) -> None:
    made = tokens.for_first_owner(settings())
    assert made is not None
    assert made.role is Role.ADMIN
    assert is_good(store, made.text)
    assert tokens.for_first_owner(settings()) is None
