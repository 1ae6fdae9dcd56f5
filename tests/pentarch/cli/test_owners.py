"""`pentarch owner`: listed, shut out, let in again."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.needs import needs_redis
from tests.remote import Hall

pytestmark = needs_redis


@pytest.fixture
def hall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hall]:
    made = Hall(tmp_path / "hall")
    monkeypatch.setenv("PENTARCH_ARBITER", f"127.0.0.1:{made.port}")
    monkeypatch.setenv("PENTARCH_TOKEN", made.tokens["admin"])
    yield made
    made.close()


def states(pentarch: Any) -> dict[str, str]:
    return {row["name"]: row["state"] for row in pentarch("owner", "list", "--json").json}


def test_an_owner_is_shut_out_and_let_in_again(
    hall: Hall, pentarch: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert states(pentarch) == {"admin": "enabled", "author": "enabled", "rival": "enabled"}
    assert pentarch("owner", "disable", "rival").out.startswith("rival is disabled")
    assert states(pentarch)["rival"] == "disabled"
    assert "disabled" in pentarch("owner", "list").out
    with monkeypatch.context() as other:
        other.setenv("PENTARCH_TOKEN", hall.tokens["rival"])
        refused = pentarch("bot", "list")
        assert (refused.code, "does not accept the token" in refused.err) == (2, True)
    assert pentarch("owner", "enable", "rival").out == "rival is enabled\n"
    assert states(pentarch)["rival"] == "enabled"
    assert "another administrator" in pentarch("owner", "disable", "admin").err
    assert "there is no owner" in pentarch("owner", "disable", "nobody").err
    monkeypatch.setenv("PENTARCH_TOKEN", hall.tokens["author"])
    assert "PERMISSION_DENIED" in pentarch("owner", "list").err
