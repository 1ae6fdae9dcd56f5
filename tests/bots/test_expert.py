"""The expert: what it reads off states, what it has learned, and how it plays."""

import json
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from pentarch.bots.evaluation import worth
from pentarch.bots.expert.batches import SIZE, Batch
from pentarch.bots.expert.bot import HORIZONS, Expert
from pentarch.bots.expert.lessons import lessons_of
from pentarch.bots.expert.model import RANK_WEIGHT, Features, Model, chance, place
from pentarch.bots.expert.weights import BadWeights, Weights, model_of, read
from pentarch.bots.mcts import Budget
from pentarch.bots.playout import Horizon
from pentarch.bots.registry import UnknownBot, make, reference
from pentarch.bots.sdk import Bot, Start
from pentarch.engine import registry
from pentarch.engine.chance import Seeded
from pentarch.engine.match import Match
from pentarch.engine.plain import Json
from pentarch.engine.record import encode
from pentarch.local import play_local
from tests.playing import play_random

OPTIONS: dict[str, dict[str, Json]] = {
    "township": {"round_cap": 5},
    "kingdom": {"max_rounds": 5},
    "capital": {"round_cap": 10},
    "heroes": {"rounds": 1},
    "tradewarz": {"target": 3, "year_cap": 1},
}
SEATS = [
    (id, seats)
    for id in registry.IDS
    for seats in (2, 3, 4)
    if registry.get(id).info.min_seats <= seats <= registry.get(id).info.max_seats
]


class Brief(Expert):
    """The expert, as it is but for playouts of a few steps."""

    def settings_of(self, start: Start) -> Any:
        horizon = Horizon(laps=1, steps=4, most=8)
        return replace(super().settings_of(start), horizon=horizon, worlds=2)


def midway(id: str, seats: int = 2, seed: int = 3) -> Match[Any]:
    """A match that has gone on for a while at random."""
    match = Match(registry.get(id), seats, {}, seed)
    noise = Seeded(seed)
    for _ in range(60):
        acting = match.to_act()
        if not acting:
            break
        match.submit(acting[0], noise.choice(match.legal(acting[0])))
    return match


def weights_of(id: str) -> Weights:
    features = Features(id)
    count = len(features.names)
    return Weights(
        ruleset=id,
        rules=registry.get(id).info.version,
        features=features.version,
        seed=4,
        matches=40,
        command=f"pentarch train {id}",
        names=list(features.names),
        stages=[[0.25 * number for number in range(count)], [1.0] * count],
    )


@pytest.mark.parametrize(("id", "seats"), SEATS)
def test_every_seat_has_a_value_for_each_feature(id: str, seats: int) -> None:
    features = Features(id)
    assert len(set(features.names)) == len(features.names)
    for match in (Match(registry.get(id), seats, {}, 1), midway(id, seats)):
        rows = features.rows(match.state)
        assert [len(row) for row in rows] == [len(features.names)] * seats
        assert all(type(value) is float for row in rows for value in row)
        assert 0.0 <= features.progress(match.state) <= 1.0


@pytest.mark.parametrize("id", registry.IDS)
def test_features_leave_the_state_as_it_is(id: str) -> None:
    match = midway(id)
    before = match.ruleset.fingerprint(match.state)
    Features(id).rows(match.state)
    assert match.ruleset.fingerprint(match.state) == before


@pytest.mark.parametrize("id", [id for id in registry.IDS if registry.get(id).info.is_open])
def test_where_nothing_is_hidden_equal_views_have_equal_features(id: str) -> None:
    match = midway(id)
    ruleset = match.ruleset
    twin = ruleset.sample(ruleset.view(match.state, 1), 1, Seeded(9))
    assert Features(id).rows(twin) == Features(id).rows(match.state)


@pytest.mark.parametrize("id", registry.IDS)
def test_features_differ_between_positions(id: str) -> None:
    features = Features(id)
    first = Match(registry.get(id), 2, {}, 3)
    later = midway(id)
    assert features.rows(first.state) != features.rows(later.state)
    assert features.progress(later.state) >= features.progress(first.state)


@pytest.mark.parametrize(("id", "seats"), SEATS)
def test_what_seats_are_worth_adds_up_to_half_of_them(id: str, seats: int) -> None:
    match = midway(id, seats)
    values = model_of(id).appraise(match.ruleset, match.state)
    assert len(values) == seats
    assert all(0.0 <= value <= 1.0 for value in values)
    if match.outcome is None:
        assert sum(values) == pytest.approx(seats / 2)


def test_a_match_that_is_over_is_worth_its_result() -> None:
    match = Match(registry.get("township"), 2, OPTIONS["township"], 2)
    play_random(match, 5)
    outcome = match.outcome
    assert outcome is not None
    values = model_of("township").appraise(match.ruleset, match.state)
    assert values == worth(outcome, rank_weight=RANK_WEIGHT)


def test_strengths_are_weighed_by_stage() -> None:
    features = Features("township")
    state = midway("township").state
    renown = features.names.index("renown")
    count = len(features.names)
    early, late = [0.0] * count, [0.0] * count
    early[renown], late[renown] = 1.0, 2.0
    own = [row[renown] for row in features.rows(state)]
    share = features.progress(state)
    expected = [value * (1.0 - share + 2.0 * share) for value in own]
    assert Model(features, [early, late]).strengths(state) == pytest.approx(expected)
    assert any(expected)


def test_stages_are_evenly_spread() -> None:
    assert place(0.0, 3) == (0, 0.0)
    assert place(0.75, 3) == (1, 0.5)
    assert place(1.0, 3) == (1, 1.0)
    assert chance(0.0) == 0.5
    assert chance(800.0) == 1.0
    assert chance(-3.0) == pytest.approx(1.0 - chance(3.0))


@pytest.mark.parametrize("id", registry.IDS)
def test_weights_are_read_as_they_were_written(id: str, tmp_path: Path) -> None:
    weights = weights_of(id)
    path = tmp_path / "w.json"
    weights.write(path)
    again = read(path.read_text())
    assert again == weights
    state = midway(id).state
    assert again.model().strengths(state) == weights.model().strengths(state)
    assert [file.name for file in tmp_path.iterdir()] == ["w.json"]


@pytest.mark.parametrize("id", registry.IDS)
def test_shipped_weights_fit_and_say_what_made_them(id: str) -> None:
    path = Path(__file__).parents[2] / "bots/expert/weights" / f"{id}.json"
    weights = read(path.read_text())
    assert path.stat().st_size < 2_000_000
    assert weights.ruleset == id
    assert weights.command.startswith(f"pentarch train {id} --matches {weights.matches} ")
    assert f"--seed {weights.seed}" in weights.command
    weights.model()


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", '{"weights": {"a": [1]}}', '{"weights": {"a": ["x", 2]}}', '{"weights": 3}'],
)
def test_what_is_no_file_of_weights_is_refused(text: str) -> None:
    with pytest.raises(BadWeights, match="no file of weights"):
        read(text)


def test_damaged_weights_are_refused() -> None:
    text = weights_of("capital").text()
    with pytest.raises(BadWeights):
        read(text[:-30])
    value = json.loads(text)
    first = next(iter(value["weights"]))
    value["weights"][first].pop()
    with pytest.raises(BadWeights):
        read(json.dumps(value))
    with pytest.raises(BadWeights, match="2 MB"):
        read(text + " " * 3_000_000)


def test_weights_of_other_rules_or_features_are_refused() -> None:
    weights = weights_of("capital")
    with pytest.raises(BadWeights, match="version 99 of the rules"):
        replace(weights, rules=99).model()
    with pytest.raises(BadWeights, match="other features: pentarch train capital"):
        replace(weights, features=99).model()
    with pytest.raises(BadWeights, match="other features"):
        replace(weights, names=weights.names[::-1]).model()


def test_lessons_are_the_same_every_time() -> None:
    ruleset = registry.get("capital")
    first, again, other = (lessons_of(ruleset, 2, number) for number in (5, 5, 6))
    assert first
    assert [lesson.leads for lesson in first] == [lesson.leads for lesson in again]
    assert {lesson.result for lesson in first} == {lesson.result for lesson in again}
    assert len({lesson.result for lesson in first}) == 1
    assert [lesson.leads for lesson in first] != [lesson.leads for lesson in other]


def test_a_batch_is_kept_and_found_and_a_damaged_one_is_not(tmp_path: Path) -> None:
    batch = Batch("capital", 1, 0)
    assert batch.find(tmp_path) is None
    matches = [lessons_of(registry.get("capital"), 1, number) for number in range(2)] * (SIZE // 2)
    batch.keep(tmp_path, matches)
    found = batch.find(tmp_path)
    assert found is not None
    assert [[lesson.leads for lesson in match] for match in found] == [
        [lesson.leads for lesson in match] for match in matches
    ]
    path = batch.path(tmp_path)
    path.write_text(path.read_text()[:-9])
    assert batch.find(tmp_path) is None
    batch.keep(tmp_path, matches[1:])
    assert batch.find(tmp_path) is None


@pytest.mark.parametrize(("id", "seats"), SEATS)
def test_it_plays_legal_matches_and_the_same_ones_again(id: str, seats: int) -> None:
    def record() -> bytes:
        bots: list[str | Bot] = [Brief(Budget(simulations=6)), *["greedy"] * (seats - 1)]
        result = play_local(id, bots, seed=4, options=OPTIONS[id])
        assert not result.evidence
        return encode(result.record(timed=False))

    assert sha256(record()).digest() == sha256(record()).digest()


def test_it_is_named_like_the_search() -> None:
    assert set(HORIZONS) == set(registry.IDS)
    bot = make("expert:0.5s", "capital")
    assert isinstance(bot, Expert)
    assert bot.budget == Budget(seconds=0.5)
    assert "expert:20" in reference("township", "20")
    with pytest.raises(UnknownBot, match="expert:200"):
        make("expert:many", "capital")
    with pytest.raises(UnknownBot, match="nothing has been learned"):
        make("expert", "chess")
