"""`pentarch owner`, `account`, `team` and `challenge`: people and what they may do."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import grpc
import pytest

from pentarch.arbiter.store import owners
from pentarch.arbiter.v1.accounts_pb2 import AcceptInvitationRequest
from pentarch.arbiter.v1.accounts_pb2_grpc import AccountServiceStub
from pentarch.workers.windows import play_matches
from tests.builtin_bots import add_builtin
from tests.needs import needs_redis
from tests.remote import NOW, Hall

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


def accept(hall: Hall, code: str) -> str:
    with grpc.insecure_channel(f"127.0.0.1:{hall.port}") as channel:
        answer = AccountServiceStub(channel).AcceptInvitation(AcceptInvitationRequest(code=code))
    return answer.token


def test_a_person_is_invited_to_a_team_and_makes_a_token(
    hall: Hall, pentarch: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PENTARCH_TOKEN", hall.tokens["author"])
    assert pentarch("team", "create", "crew").out == "crew: author (captain)\n"
    assert pentarch("team", "add", "crew", "rival", "--captain").code == 0
    monkeypatch.setenv("PENTARCH_TOKEN", hall.tokens["admin"])
    made = pentarch("owner", "invite", "ann", "--team", "crew", "--expires", "2d", "--json").json
    assert made["link"].endswith(f"/join?code={made['code']}")
    monkeypatch.setenv("PENTARCH_TOKEN", accept(hall, made["code"]))
    assert pentarch("account", "show", "--json").json["teams"] == [
        {"team": "crew", "role": "member"}
    ]
    token = pentarch(
        *("account", "token", "create", "laptop", "--scope", "play", "--expires", "12h", "--json")
    ).json
    assert token["scopes"] == ["read", "play"]
    assert "laptop" in pentarch("account", "token", "list").out
    with monkeypatch.context() as other:
        other.setenv("PENTARCH_TOKEN", f"crew:{os.environ['PENTARCH_TOKEN']}")
        shown = pentarch("account", "show").out
        assert shown.startswith("crew, by ann: author, read play submit\n")
        assert "PERMISSION_DENIED" in pentarch("account", "token", "list").err
    assert pentarch("account", "token", "revoke", token["key"]).code == 0
    assert pentarch("team", "remove", "crew", "ann").code == 0
    [crew] = pentarch("team", "list", "--json").json
    assert [member["person"] for member in crew["members"]] == ["author", "rival"]
    assert "12h or 7d" in pentarch("owner", "invite", "ann", "--expires", "soon").err


def test_quotas_are_shown_and_changed_and_a_challenge_counts(
    hall: Hall, pentarch: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    with hall.store.writing() as session:
        author = owners.by_name(session, "author").id
        for name in ("greedy", "random"):
            add_builtin(session, author, name, NOW)
    assert pentarch("owner", "quota", "author", "matches", "2").code == 0
    with monkeypatch.context() as other:
        other.setenv("PENTARCH_TOKEN", hall.tokens["author"])
        challenge = ("challenge", "township", "random", "--with", "greedy")
        played = [match["match"] for match in pentarch(*challenge, "--json").json]
        assert len(played) == 2
        assert "RESOURCE_EXHAUSTED" in pentarch(*challenge).err
    play_matches(hall.host, played)
    quotas = {row["good"]: row for row in pentarch("owner", "quota", "author", "--json").json}
    assert (quotas["matches"]["most"], quotas["matches"]["taken"]) == (2, 2)
    # What their bots were charged is counted for whoever asked for the matches.
    assert quotas["cpu-seconds"]["taken"] > 0
    assert pentarch("owner", "quota", "author", "matches").out.count("(own)") == 0
