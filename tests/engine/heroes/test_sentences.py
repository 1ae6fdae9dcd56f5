"""Sentences for people: one example of every event and every verb, in sentences.txt."""

import ast
from pathlib import Path

import pytest

from pentarch.bots.greedy import greedy
from pentarch.engine.core import COMMAND, SEAT_NAMES, Event
from pentarch.engine.heroes import RULESET
from pentarch.engine.match import Match
from pentarch.engine.plain import Json
from tests.playing import play_bots

HERE = Path(__file__).parent
EXAMPLES = [line.split(" = ") for line in (HERE / "sentences.txt").read_text().splitlines()]
ENGINE = HERE.parents[2] / "engine" / "heroes"


def event_of(code: str) -> Event:
    """The event that a code such as `p1 level 2 5` stands for."""
    words = code.split()
    seat = SEAT_NAMES.index(words.pop(0)) if words[0] in SEAT_NAMES else -1
    if words[0] == COMMAND:
        return Event(COMMAND, seat, (" ".join(words[1:]),))
    values = tuple(int(word) if word.isdigit() else word for word in words[1:])
    return Event(words[0], seat, values)


def event_names() -> set[str]:
    """The names of all events in the rules."""
    calls = [
        node
        for path in ENGINE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call)
    ]
    names: set[str] = set()
    for call in calls:
        is_told = isinstance(call.func, ast.Attribute) and call.func.attr in ("note", "whisper")
        for arg in call.args[:1] if is_told else []:
            if isinstance(arg, ast.Constant) and isinstance(arg.value, str):
                names.add(arg.value)
    return names


@pytest.mark.parametrize(("code", "text"), EXAMPLES, ids=lambda value: value[:30])
def test_examples(code: str, text: str) -> None:
    event = event_of(code)
    assert str(event) == code
    assert RULESET.sentence(event) == text
    assert text != code
    assert text.endswith(".")


def test_every_event_and_every_verb_has_an_example() -> None:
    events = [event_of(code) for code, _ in EXAMPLES]
    assert event_names() | {COMMAND} == {event.name for event in events}
    given = [RULESET.read(str(event.values[0])) for event in events if event.name == COMMAND]
    assert [verb.pattern for verb in RULESET.commands.verbs] == [c.verb.pattern for c in given]


def test_an_unknown_event_has_no_sentence() -> None:
    with pytest.raises(KeyError):
        RULESET.sentence(Event("rained", 0))


@pytest.mark.parametrize("options", [{}, {"preset": "advanced"}])
def test_whatever_happens_has_a_sentence(options: dict[str, Json]) -> None:
    match = Match(RULESET, 3, {"rounds": 2, **options}, 5)
    play_bots(match, [greedy("heroes") for _ in range(3)])
    for step in match.steps:
        assert RULESET.phrase(step.command) != step.command.text
