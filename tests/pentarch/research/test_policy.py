"""A policy becomes a bot: it plays at the desk, is submitted, hosted and rated."""

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from scipy.stats import binomtest

from pentarch import Bot, PolicyBot, play
from pentarch.arbiter.packages.manifest import pack
from pentarch.arbiter.store import bots, matches
from pentarch.arbiter.store.bots import HostedVersion
from pentarch.arbiter.store.models import Rating
from pentarch.arbiter.store.words import MatchState
from pentarch.engine.plain import Json
from pentarch.local import Series, play_series
from pentarch.workers.verification import verify_matches
from pentarch.workers.windows import play_matches
from tests.hosting import builtin, owner_id, queue
from tests.needs import needs_sandbox, needs_torch
from tests.pentarch.research.tables import SHORT, rulesets
from tests.remote import NOW, Hall

LEARNER = Path(__file__).parents[3] / "docs" / "examples" / "learner"


class Likeliest:
    """The legal action with the largest number."""

    def act(self, observation: Any, mask: Any) -> int:
        assert observation.dtype == np.float32
        return int(np.flatnonzero(mask)[-1])


class Wrong:
    def act(self, observation: Any, mask: Any) -> int:
        return int(mask.argmin())


@rulesets
def test_anything_that_acts_is_a_bot(id: str) -> None:
    way = "listed" if id in ("kingdom", "capital") else "numbered"
    seated: list[str | Bot] = [PolicyBot(Likeliest(), actions=way), "random"]
    record = play(id, seated, seed=3, options=SHORT[id])
    assert record.forfeits == []


def test_a_policy_that_gives_no_legal_action_forfeits_and_says_why() -> None:
    record = play("township", [PolicyBot(Wrong()), "random"], seed=3, options=SHORT["township"])
    assert [forfeit.seat for forfeit in record.forfeits] == [0]
    assert "is not a place in a list of" in str(record.annotations)


@pytest.fixture
def training(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """The example's `train.py`."""
    monkeypatch.syspath_prepend(LEARNER)
    yield importlib.import_module("train")
    for name in ("train_torch", "train", "policy"):
        sys.modules.pop(name, None)


def wins(policy: Any, matches: int, options: dict[str, Json] | None = None) -> int:
    """How many matches against random it wins, sitting at each seat by turns."""
    won = 0
    for number in range(matches):
        own = number % 2
        seated: list[Any] = ["random", "random"]
        seated[own] = PolicyBot(policy, actions="numbered")
        record = play("township", seated, seed=number // 2, options=options)
        won += record.outcome.winners() == [own]
    return won


def test_a_little_training_makes_the_policy_better(training: ModuleType) -> None:
    short: dict[str, Json] = {"round_cap": 10}
    assert wins(training.train(160, options=short), 16, short) >= 12


@needs_torch
def test_pytorch_learns_the_same_from_the_same_matches(training: ModuleType) -> None:
    """The first change; later ones follow matches that rounding lets run apart."""
    short: dict[str, Json] = {"round_cap": 5}
    with_torch = importlib.import_module("train_torch").TorchTrainer
    expected = training.train(training.BATCH, options=short).weights
    learned = training.train(training.BATCH, options=short, kind=with_torch).weights
    assert abs(expected).max() > 0.01
    # Adam makes full strides of all slopes, also of a few that are nothing but rounding.
    assert np.isclose(learned, expected, atol=1e-3).mean() > 0.999
    assert np.isclose(learned, expected, atol=1e-3)[abs(expected) > 0.0299].all()


@needs_torch
@pytest.mark.long
def test_training_with_pytorch_beats_random_in_95_of_100_matches(training: ModuleType) -> None:
    with_torch = importlib.import_module("train_torch").TorchTrainer
    won = wins(training.train(640, kind=with_torch), 400)
    low = binomtest(won, 400).proportion_ci(method="wilson").low
    print(f"trained with PyTorch: {won} of 400, at least {low:.1%}")
    assert low >= 0.95


@pytest.mark.long
def test_training_beats_random_in_95_of_100_matches(training: ModuleType) -> None:
    won = wins(training.train(640), 400)
    low = binomtest(won, 400).proportion_ci(method="wilson").low
    print(f"trained anew: {won} of 400, at least {low:.1%}")
    assert low >= 0.95


@pytest.mark.long
def test_the_weights_that_are_shipped_beat_random_in_95_of_100_matches() -> None:
    series = Series("township", [str(LEARNER), "random"], seed=7, matches=1_000)
    won = sum(played.ranks[played.seating.index(0)] == 1 for played in play_series(series, jobs=2))
    interval = binomtest(won, 1_000).proportion_ci(method="wilson")
    print(f"shipped: {won} of 1000, {interval.low:.1%} to {interval.high:.1%}")
    assert interval.low >= 0.95


@needs_sandbox
def test_the_learner_is_submitted_hosted_and_rated(tmp_path: Path) -> None:
    hall = Hall(tmp_path)
    try:
        package = pack(LEARNER)
        manifest = package.manifest
        version = HostedVersion(
            bot=manifest.name,
            rulesets=list(manifest.rulesets),
            entry_point=manifest.entry_point,
            language=manifest.language,
            is_reusable=manifest.is_reusable,
        )
        owner = owner_id(hall.store, "author")
        with hall.store.writing() as session:
            submitted = bots.submit(session, owner, version, package.content, NOW).id
        hall.validated()
        match_id = queue(hall.store, [submitted, builtin(hall.store, "random")], seed=2)
        assert play_matches(hall.host, [match_id]) == [match_id]
        verify_matches(hall.verifier, [match_id])
        with hall.store.reading() as session:
            played = matches.get(session, match_id)
            assert played.state is MatchState.RATED
            assert [(seat.rank, seat.verdict) for seat in played.seats] == [(1, None), (2, None)]
            rating = session.get_one(Rating, ("township", submitted))
            assert rating.elo > 1500
    finally:
        hall.close()
