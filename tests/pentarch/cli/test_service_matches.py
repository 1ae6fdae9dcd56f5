"""Matches of an arbiter on the command line: made, listed, watched, fetched, voided."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pentarch.bots.random import Random
from pentarch.engine.record import verify
from pentarch.workers.verification import verify_matches
from pentarch.workers.windows import play_matches
from tests.needs import needs_redis
from tests.remote import Hall

pytestmark = needs_redis


@pytest.fixture
def hall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hall]:
    made = Hall(tmp_path / "hall")
    made.bot(Random, "left", "township", max_matches=2)
    made.bot(Random, "right", "township", max_matches=2)
    monkeypatch.setenv("PENTARCH_ARBITER", f"127.0.0.1:{made.port}")
    monkeypatch.setenv("PENTARCH_TOKEN", made.tokens["author"])
    yield made
    made.close()


CREATE = ["match", "create", "township", "left", "right", "--option", "round_cap=5", "--json"]


def test_a_match_from_its_creation_to_its_record(hall: Hall, pentarch: Any, tmp_path: Path) -> None:
    made = pentarch(*CREATE, "--seed", "3").json
    number = made["match"]
    assert (made["ruleset"], made["state"], made["rated"]) == ("township", "queued", False)
    assert [seat["bot"] for seat in made["seats"]] == ["left", "right"]
    assert play_matches(hall.host, [number]) == [number]
    verify_matches(hall.verifier, [number])

    watched = pentarch("match", "watch", str(number))
    assert watched.code == 0
    lines = watched.out.splitlines()
    assert lines[0].split()[:2] == ["1", "p1"]
    assert f"match {number} of township is settled" in watched.out

    told = pentarch("match", "get", str(number), "--json").json
    assert told["reason"] == "cap"
    assert sorted(seat["rank"] for seat in told["seats"]) in ([1, 2], [1, 1])
    assert [match["match"] for match in pentarch("match", "list", "--json").json] == [number]
    assert pentarch("match", "list", "--state", "queued", "--json").json == []
    (settled,) = pentarch("match", "list", "--state", "settled", "--json").json
    assert (settled["state"], settled["rated"]) == ("settled", False), "private, so not rated"
    assert str(number) in pentarch("match", "list", "--bot", "left").out

    file = tmp_path / "kept.pentarch"
    got = pentarch("record", "get", str(number), "-o", str(file), "--json").json
    assert got == {"match": number, "file": str(file), "bytes": file.stat().st_size}
    assert verify(file.read_bytes()).bots == ["left@1", "right@1"]
    asked = pentarch("bot", "ask", "greedy", str(number), "--step", "5", "--json").json
    assert asked["commands"], "a position of the arbiter's record is put before a bot"


def test_a_match_is_voided_with_a_reason(hall: Hall, pentarch: Any) -> None:
    number = str(pentarch(*CREATE).json["match"])
    void = ["match", "void", number, "--reason", "made by mistake", "--json"]
    assert pentarch(*void).code == 2
    voided = pentarch(*void, "--token", hall.tokens["admin"]).json
    assert (voided["state"], voided["void_reason"]) == ("void", "made by mistake")
    assert pentarch("match", "watch", number).code == 1
    assert "void: made by mistake" in pentarch("match", "get", number).out


def test_what_does_not_exist_is_refused_in_one_line(hall: Hall, pentarch: Any) -> None:
    for arguments in (
        ["match", "get", "99"],
        ["match", "create", "township", "left", "nobody"],
        ["match", "create", "chess", "left", "right"],
        ["record", "get", "99"],
    ):
        ran = pentarch(*arguments)
        assert ran.code == 2
        assert ran.err.count("\n") == 1


def test_a_version_is_retired(hall: Hall, pentarch: Any) -> None:
    assert pentarch("bot", "retire", "left@1", "--json").json["state"] == "retired"
    assert pentarch("bot", "retire", "left").code == 2
    assert pentarch(*CREATE).code == 2
