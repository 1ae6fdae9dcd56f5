"""Hostile bots as their authors bring them: uploaded, validated, played, verified and rated."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pentarch.arbiter.referee import Verdict
from pentarch.arbiter.store import bots
from pentarch.arbiter.store.models import Match
from pentarch.arbiter.store.words import MatchState, VersionState
from pentarch.cli.app import run
from pentarch.engine.plain import Json
from pentarch.workers.verification import verify_matches
from pentarch.workers.windows import play_matches
from tests.needs import needs_redis, needs_sandbox
from tests.remote import Hall
from tests.workers.kinds import ATTEMPTS, KINDS, RAW, Kind, all_attempts
from tests.workers.kinds.kind import TIMEOUT, kind

pytestmark = [needs_redis, needs_sandbox]

AMPLE: dict[str, Json] = {"bank": 60.0, "increment": 1.0, "cap": 30.0}
SHORT: dict[str, Json] = {"bank": 2.0, "increment": 0.1, "cap": 0.3}
HONEST = kind("pass", None)
MOST_TRIES = 10
PORTIONS = 5
MANIFEST = """
name = "{name}"
rulesets = ["township"]
entry_point = "bot.py"
language = "python"
"""


class House:
    """A service with an honest bot in it."""

    def __init__(self, hall: Hall, folder: Path) -> None:
        self.hall = hall
        self._folder = folder
        self._made = 0
        self._honest = self.upload(HONEST.source)
        assert self.state(self._honest) is VersionState.ACTIVE

    def upload(self, source: str) -> str:
        """Submit a program as a new bot, and have it validated: `name@1`."""
        self._made += 1
        name = f"bot-{self._made}"
        folder = self._folder / name
        folder.mkdir()
        (folder / "bot.py").write_text(source)
        (folder / "pentarch.toml").write_text(MANIFEST.format(name=name))
        assert run(["bot", "submit", str(folder), "--wait", "0"]) == 0
        self.hall.validated()
        return f"{name}@1"

    def state(self, ref: str) -> VersionState:
        """Where a version stands."""
        with self.hall.store.reading() as session:
            return bots.find_version(session, ref).state

    def played(self, ref: str, clock: dict[str, Json]) -> Match:
        """A match against the honest bot, again if the host was too busy; verified and rated."""
        refs = [ref, self._honest]
        for seed in range(MOST_TRIES):
            options: dict[str, Json] = {"round_cap": 5}
            match_id = self.hall.queue_between(
                "township", refs, seed=seed, clock=clock, options=options
            )
            if play_matches(self.hall.host, [match_id]):
                assert verify_matches(self.hall.verifier, [match_id]) == [match_id]
                return self.hall.row(match_id)
            row = self.hall.row(match_id)
            assert row.attempts[-1].verdict == Verdict.WORKER_STALL, row.attempts[-1].reason
        raise AssertionError(f"the host was too busy {MOST_TRIES} times")

    def meets(self, kind: Kind) -> None:
        """One kind plays, and becomes what it should; the honest bot is not blamed."""
        ref = self.upload(kind.source)
        assert self.state(ref) is VersionState.ACTIVE, "it behaves while it is tried out"
        row = self.played(ref, SHORT if kind.is_short else AMPLE)
        assert row.state is MatchState.RATED
        hostile, honest = row.seats
        assert honest.verdict is None
        assert (Verdict(hostile.verdict) if hostile.verdict else None) in kind.verdicts


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    hall = Hall(tmp_path / "hall")
    monkeypatch.setenv("PENTARCH_ARBITER", f"127.0.0.1:{hall.port}")
    monkeypatch.setenv("PENTARCH_TOKEN", hall.tokens["author"])
    try:
        yield House(hall, tmp_path)
    finally:
        hall.close()


def test_hostile_bots_are_uploaded_and_get_nothing_but_their_verdicts(house: House) -> None:
    house.meets(all_attempts())
    house.meets(KINDS["lives on in a child"])
    assert house.state(house.upload(RAW["prints text"][0])) is VersionState.REJECTED


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("portion", range(PORTIONS))
def test_every_hostile_kind_is_uploaded_and_gets_nothing_but_its_verdict(
    house: House, portion: int
) -> None:
    for name, one in [*{**KINDS, **ATTEMPTS}.items()][portion::PORTIONS]:
        print(f"    {name}", flush=True)
        house.meets(one)


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_whoever_does_not_speak_the_protocol_is_rejected(house: House) -> None:
    # Those that say nothing take a minute or more of every validation.
    for name, (source, verdict) in RAW.items():
        if verdict is not TIMEOUT:
            print(f"    {name}", flush=True)
            assert house.state(house.upload(source)) is VersionState.REJECTED
