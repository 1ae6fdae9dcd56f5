"""Changes between views: applied, they give the next view, and nothing is sent for nothing."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pentarch.bots.greedy import greedy
from pentarch.dashboard.viewer.frames import EVERYTHING, apply_change, change, payload, views
from pentarch.engine import registry
from pentarch.engine.chance import Seeded
from pentarch.engine.match import Match
from pentarch.engine.plain import Json
from pentarch.engine.record import record_of
from pentarch.engine.ruleset import OMNISCIENT
from tests.catalogue import ROOT
from tests.playing import play_bots

LEAVES: st.SearchStrategy[Any] = (
    st.none() | st.booleans() | st.sampled_from([2, 3, 7, "", "a", "1"])
)
KEYS = st.sampled_from(["a", "b", "0", "1"])
VALUES: st.SearchStrategy[Any] = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=8,
)


def same(one: Json, other: Json) -> bool:
    """Equal as JSON: true is not 1."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


@given(VALUES, VALUES)
def test_a_change_leads_from_one_value_to_the_other(old: Json, new: Json) -> None:
    assert same(apply_change(old, change(old, new)), new)


@given(VALUES)
def test_nothing_is_sent_for_equal_values(value: Json) -> None:
    assert change(value, value) is None
    assert change(value, json.loads(json.dumps(value))) is None


@given(VALUES, VALUES)
def test_applying_a_change_leaves_the_old_value_alone(old: Json, new: Json) -> None:
    before = json.dumps(old)
    apply_change(old, change(old, new))
    assert json.dumps(old) == before


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ({"a": 1, "b": [1, 2]}, {"a": 1, "b": [1, 3]}, {"b": {"1": [3]}}),
        ([1, 2], [1, 2, 3], [[1, 2, 3]]),
        ({"a": 1}, {"b": 1}, [{"b": 1}]),
        (True, False, [False]),
        (None, [], [[]]),
        ({"a": None}, {"a": {"c": 1}}, {"a": [{"c": 1}]}),
    ],
)
def test_only_what_differs_is_sent(old: Json, new: Json, expected: Json) -> None:
    assert same(change(old, new), expected)


def test_a_payload_holds_every_view_of_the_match() -> None:
    match = Match(registry.get("kingdom"), 2, {"max_rounds": 5}, 4)
    play_bots(match, [greedy("kingdom"), greedy("kingdom")])
    sent: Any = payload(record_of(match, ["one", "two"]))
    assert len(sent["steps"]) == len(match.steps)
    for eye, seat in ((EVERYTHING, OMNISCIENT), ("p1", 0), ("p2", 1)):
        view = sent["eyes"][eye]["first"]
        assert len(sent["eyes"][eye]["changes"]) == len(match.steps)
        for step in sent["eyes"][eye]["changes"]:
            view = apply_change(view, step)
        assert same(view, match.ruleset.view(match.state, seat))


@pytest.mark.parametrize("ruleset", ["kingdom", "capital", "heroes"])
def test_a_step_says_who_may_know_its_command_as_the_rules_say_it(ruleset: str) -> None:
    match = Match(registry.get(ruleset), 2, {}, 4)
    chance = Seeded(4)
    while len(match.steps) < 80:
        seat = match.to_act()[0]
        match.play(seat, chance.choice(match.legal(seat)))
    match.forfeit(0, "BOT_ILLEGAL")
    sent: Any = payload(record_of(match, ["one", "two"]), only=EVERYTHING)
    known = [match.ruleset.audience(match.state, step.seat, step.command) for step in match.steps]
    assert any(known)
    for step, to in zip(sent["steps"], known, strict=True):
        assert step["to"] == (None if to is None else [f"p{seat + 1}" for seat in to])


def test_boards_do_not_say_again_what_is_secret() -> None:
    boards = sorted((ROOT / "dashboard" / "boards").glob("*.js"))
    assert [board.name for board in boards if "hides" in board.read_text()] == []


def test_other_views_are_left_out_and_had_later() -> None:
    match = Match(registry.get("kingdom"), 2, {"max_rounds": 5}, 4)
    play_bots(match, [greedy("kingdom"), greedy("kingdom")])
    record = record_of(match, ["one", "two"])
    whole: Any = payload(record)
    less: Any = payload(record, only=EVERYTHING)
    assert list(less["eyes"]) == list(whole["eyes"])
    assert less["eyes"]["p1"] is None
    assert less["eyes"][EVERYTHING] == whole["eyes"][EVERYTHING]
    assert views(record, 1) == whole["eyes"]["p2"]
