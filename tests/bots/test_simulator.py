"""The rules as a service: true to the engine, and not to be brought down."""

import base64
import json
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pentarch.bots.simulator import MOST_STATES, Simulator
from pentarch.engine import registry
from pentarch.engine.chance import Seeded
from pentarch.engine.match import Match
from pentarch.engine.record import encode, record_of
from tests.playing import play_random

rulesets = pytest.mark.parametrize("id", registry.IDS)


def ask(simulator: Simulator, **request: Any) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(simulator.answer(json.dumps(request).encode()))
    return answer


@rulesets
def test_it_plays_as_the_engine_does(id: str) -> None:
    simulator, ruleset = Simulator(), registry.get(id)
    seats = max(2, ruleset.info.min_seats)
    match = play_random(Match(ruleset, seats, {}, 3), 3, most=40)
    state = ask(simulator, do="load", ruleset=id, dump=ruleset.dump(match.state), seed=5)["state"]
    twin, chance = ruleset.load(ruleset.dump(match.state)), Seeded(8)
    for _ in range(20):
        acting = ruleset.to_act(twin)
        told = ask(simulator, do="legal", state=state)
        assert told["acting"] == acting
        if not acting:
            break
        seat = acting[0]
        legal = ruleset.legal(twin, seat)
        assert told["legal"][seat] == [command.text for command in legal]
        assert ask(simulator, do="view", state=state, seat=seat)["view"] == ruleset.view(twin, seat)
        command = chance.choice(legal)
        told = ask(simulator, do="apply", state=state, seat=seat, command=command.text)
        assert "error" not in told
        # Its dice are its own: go on from where it has come.
        twin = ruleset.load(ask(simulator, do="dump", state=state)["dump"])


@rulesets
def test_a_view_is_enough_to_look_ahead(id: str) -> None:
    simulator, ruleset = Simulator(), registry.get(id)
    match = play_random(Match(ruleset, max(2, ruleset.info.min_seats), {}, 4), 4, most=30)
    view = ruleset.view(match.state, 0)
    state = ask(simulator, do="sample", ruleset=id, view=view, seat=0, seed=1)["state"]
    assert ask(simulator, do="view", state=state, seat=0)["view"] == view
    first = ask(simulator, do="playout", state=state, seed=2, most=300)
    again = ask(simulator, do="playout", state=state, seed=2, most=300)
    other = ask(simulator, do="copy", state=state, seed=9)["state"]
    assert first == again
    assert sorted(first["ranks"])[0] == 1
    assert ask(simulator, do="view", state=other, seed=0, seat=0)["view"] == view


def test_a_record_is_entered_at_any_step() -> None:
    simulator = Simulator()
    match = play_random(Match(registry.get("township"), 2, {"round_cap": 5}, 3), 3)
    content = base64.b64encode(encode(record_of(match, ["a", "b"]))).decode()
    last = ask(simulator, do="record", record=content, step=len(match.steps))["state"]
    told = ask(simulator, do="outcome", state=last)
    assert match.outcome is not None
    assert (told["over"], told["ranks"]) == (True, match.outcome.ranks)
    first = ask(simulator, do="record", record=content, step=0)["state"]
    assert ask(simulator, do="outcome", state=first)["over"] is False
    assert "error" in ask(simulator, do="record", record=content, step=10_000)
    assert "error" in ask(simulator, do="record", record="%%%", step=0)


def test_several_requests_fit_into_one_line() -> None:
    simulator = Simulator()
    made = ask(
        simulator,
        do="all",
        requests=[
            {"id": "a", "do": "new", "ruleset": "township", "seats": 3},
            {"id": "b", "do": "legal", "state": 1},
            {"id": "c", "do": "nothing"},
        ],
    )["answers"]
    assert [part["id"] for part in made] == ["a", "b", "c"]
    assert made[1]["acting"] == [0]
    assert "is not one of new, load" in made[2]["error"]


def test_requests_in_one_line_hold_no_others() -> None:
    line = b'{"do": "legal", "state": 1}'
    for _ in range(400):
        line = b'{"do": "all", "requests": [' + line + b"]}"
    [told] = json.loads(Simulator().answer(line))["answers"]
    assert told["error"].startswith("'all' is not one of new, load")


def test_of_several_commands_all_are_carried_out_or_none() -> None:
    simulator = Simulator()
    ask(simulator, do="new", ruleset="township", seats=2)
    before = ask(simulator, do="dump", state=1)
    refused = ask(simulator, do="apply", state=1, seat=0, command=["break farm", "raze"])
    assert "'raze' is refused" in refused["error"]
    assert ask(simulator, do="dump", state=1) == before
    both = ask(simulator, do="apply", state=1, seat=0, command=["break farm", "recruit house1"])
    ask(simulator, do="new", ruleset="township", seats=2)
    each = [
        ask(simulator, do="apply", state=2, seat=0, command=command)["events"]
        for command in ("break farm", "recruit house1")
    ]
    assert both["events"] == each[0] + each[1]
    assert ask(simulator, do="dump", state=1) == ask(simulator, do="dump", state=2)


@pytest.mark.parametrize(
    ("request_", "words"),
    [
        ({"do": "apply", "state": 1, "seat": 0, "command": "raze"}, "is refused"),
        ({"do": "apply", "state": 1, "seat": 9, "command": "skip"}, "no seat 9"),
        ({"do": "apply", "state": 1, "seat": 0, "command": 7}, "is a text"),
        ({"do": "apply", "state": 1, "seat": 0, "command": "fly"}, "not a command"),
        ({"do": "legal", "state": 77}, "no state 77"),
        ({"do": "view", "state": 1, "seat": -1}, "no seat -1"),
        ({"do": "new", "ruleset": "chess", "seats": 2}, "chess"),
        ({"do": "new", "ruleset": "township", "seats": 99}, "not 99"),
        ({"do": "load", "ruleset": "township", "dump": {}}, "options"),
        ({"do": "sample", "ruleset": "heroes", "view": [], "seat": 0}, ""),
        ({}, "do"),
        ([], ""),
    ],
)
def test_a_bad_request_gets_a_clear_answer(request_: Any, words: str) -> None:
    simulator = Simulator()
    ask(simulator, do="new", ruleset="township", seats=2)
    answer = json.loads(simulator.answer(json.dumps(request_).encode()))
    assert words in answer["error"]


@given(st.binary(max_size=100) | st.text(max_size=60).map(str.encode))
@settings(max_examples=100, derandomize=True)
def test_nothing_brings_it_down(line: bytes) -> None:
    assert "error" in json.loads(Simulator().answer(line))


def test_states_are_bounded_and_can_be_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pentarch.bots.simulator.MOST_STATES", 2)
    assert MOST_STATES > 2
    simulator = Simulator()
    new = {"do": "new", "ruleset": "township", "seats": 2}
    assert [ask(simulator, **new).get("state") for _ in range(3)] == [1, 2, None]
    assert ask(simulator, do="drop", states=[1])["states"] == 1
    assert ask(simulator, **new)["state"] == 3


def test_it_runs_as_a_program() -> None:
    lines = (
        b'{"id":1,"do":"new","ruleset":"township","seats":2}\n\n{"id":2,"do":"legal","state":1}\n'
    )
    for command in (["pentarch.bots.simulator"], ["pentarch.cli", "simulate"]):
        done = subprocess.run(
            [sys.executable, "-m", *command], input=lines, capture_output=True, check=True
        )
        first, second = map(json.loads, done.stdout.splitlines())
        assert first == {"id": 1, "state": 1}
        assert second["acting"] == [0]
