"""Events and commands in plain English: one example of each in `sentences.txt`."""

import ast
from pathlib import Path

import pytest

from pentarch.engine.core import COMMAND, Event
from pentarch.engine.kingdom.commands import TABLE
from pentarch.engine.kingdom.rules import RULESET
from pentarch.engine.kingdom.sentences import EVENT_NAMES
from pentarch.engine.match import Match
from tests.playing import play_random

EXAMPLES = Path(__file__).parent / "sentences.txt"

EVENTS = [
    Event(COMMAND, 0, ("train mage r1",)),
    Event("orders", 0, ("train mage r1", "move all swordsman r1 r2", "done")),
    Event("orders", 1, ("done",)),
    Event("cast", 0, ("fog", "u4", "r5")),
    Event("moved", 1, ("u3", "r1", "z2", 2)),
    Event("skirmish", -1, ("r1-r2", "p1", "p3")),
    Event("battle", -1, ("r6", "p1", "p2", "n0")),
    Event("battle", -1, ("r1", "p2")),
    Event("struck", 0, ("r6", 2, 7)),
    Event("struck", -1, ("r6", 1, 3)),
    Event("struck", 2, ("r1-r2", 1, 1)),
    Event("eliminated", 0, ("u1",)),
    Event("eliminated", -1, ("u9",)),
    Event("drowned", 1, ("u5",)),
    Event("captured", 0, ("r5",)),
    Event("neutralised", 1, ("r1",)),
    Event("income", 0, (7,)),
    Event("upkeep", 0, (5,)),
    Event("learned", 1, ("shield_wall",)),
    Event("built", 0, ("u12", "knight", "r1")),
    Event("fallen", 1),
    Event("ended", -1, ("castles",)),
    Event("ended", -1, ("conquest",)),
    Event("ended", -1, ("cap",)),
    Event("offered", -1, ("improve_defense", 4)),
    Event("tech", -1, ("land_registry",)),
    Event("forgiven", 0),
    Event("disbanded", 0, ("u4",), (0,)),
    Event("disbanded", 0, ("u4", "u5", "u6"), (0,)),
]
COMMANDS = [
    "done",
    "halt",
    "on r5",
    "at r5",
    "select r5",
    "buy improve_production",
    "research arcane_study",
    "disband swordsman r1",
    "train swordsman r1",
    "train trireme r1 z1",
    "use sawmill r2",
    "use improve_defense r1",
    "use galleon_blueprint r1 z1",
    "move one guard_tower r1 r2",
    "move all swordsman r1 r2",
    "move u4 r2",
    "cast earthquake u4",
    "sail u5 z2",
    "unload u4 r3",
    "unload one knight u5 r3",
    "load one swordsman r1 u5",
    "load u4 u5",
]


def written() -> str:
    lines = [f"{event}\n    {RULESET.sentence(event)}" for event in EVENTS]
    lines += [f"{text}\n    {RULESET.phrase(RULESET.read(text))}" for text in COMMANDS]
    return "\n".join(lines) + "\n"


def test_examples_read_as_written_down() -> None:
    assert written() == EXAMPLES.read_text()


def test_every_event_and_every_verb_has_an_example() -> None:
    assert {event.name for event in EVENTS} == set(EVENT_NAMES)
    assert {RULESET.read(text).verb for text in COMMANDS} == set(TABLE.verbs)


def test_every_event_that_the_rules_can_make_has_a_sentence() -> None:
    """Events are made by `Event(name, ...)` and by `field.tell(name, ...)`."""
    made = {COMMAND}
    sources = sorted((Path(__file__).parents[3] / "engine" / "kingdom").glob("*.py"))
    for source in sources:
        for node in ast.walk(ast.parse(source.read_text())):
            if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
                name = node.func.attr if isinstance(node.func, ast.Attribute) else ""
                if isinstance(node.func, ast.Name):
                    name = node.func.id
                if name in ("Event", "tell"):
                    made.add(str(node.args[0].value))
    assert made == set(EVENT_NAMES)


def test_no_sentence_is_a_code() -> None:
    for event in EVENTS:
        sentence = RULESET.sentence(event)
        assert sentence != str(event)
        assert "_" not in sentence
        assert sentence.endswith(".")
    for text in COMMANDS:
        phrase = RULESET.phrase(RULESET.read(text))
        assert phrase != text
        assert "_" not in phrase


def test_whatever_happens_in_a_match_can_be_told() -> None:
    match = play_random(Match(RULESET, 4, {"extra_spells": True, "max_rounds": 8}, 3), 5)
    told = []
    again = Match(RULESET, 4, {"extra_spells": True, "max_rounds": 8}, 3)
    for step in match.steps:
        told += [RULESET.phrase(step.command)]
        told += [RULESET.sentence(event) for event in again.play(step.seat, step.command)]
    assert len(told) > 300
    assert not [words for words in told if "_" in words]


def test_an_unknown_event_is_an_error() -> None:
    with pytest.raises(KeyError):
        RULESET.sentence(Event("exploded", 0))
