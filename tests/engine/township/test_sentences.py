"""Every event and every verb of Township in words: one example of each in `sentences.txt`."""

import ast
from pathlib import Path

import pytest

from pentarch.bots.greedy import greedy
from pentarch.engine.core import COMMAND, SEAT_NAMES, Event
from pentarch.engine.match import Match
from pentarch.engine.township import RULESET
from pentarch.engine.township.commands import TABLE
from tests.playing import play_bots, play_random

ROOT = Path(__file__).parent.parent.parent.parent
LINES = Path(__file__).with_name("sentences.txt").read_text().splitlines()
EVENTS, COMMANDS = (
    [line.split(" = ") for line in LINES if line.startswith("- ") is is_event]
    for is_event in (True, False)
)


def event_of(code: str) -> Event:
    """The event that a line writes as programs see it."""
    words = code.removeprefix("- ").split(" ")
    seat = SEAT_NAMES.index(words.pop(0)) if words[0] in SEAT_NAMES else -1
    name = words.pop(0)
    values = (" ".join(words),) if name == COMMAND else tuple(words)
    return Event(name, seat, tuple(int(v) if v.isdecimal() else v for v in values))


def written_events() -> set[str]:
    """The names of all events that the rules make."""
    found = set()
    for path in (ROOT / "engine" / "township").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "Event":
                assert isinstance(node.args[0], ast.Constant)
                found.add(str(node.args[0].value))
    return found


@pytest.mark.parametrize(("code", "words"), EVENTS)
def test_an_event_reads_as_written_down(code: str, words: str) -> None:
    assert RULESET.sentence(event_of(code)) == words
    assert f"- {event_of(code)}" == code


@pytest.mark.parametrize(("code", "words"), COMMANDS)
def test_a_command_reads_as_written_down(code: str, words: str) -> None:
    assert RULESET.phrase(RULESET.read(code)) == words


def test_every_event_and_every_verb_has_an_example() -> None:
    assert {event_of(code).name for code, _ in EVENTS} == written_events() | {COMMAND}
    assert {RULESET.read(code).verb for code, _ in COMMANDS} == set(TABLE.verbs)


def test_no_sentence_is_a_code() -> None:
    for code, words in EVENTS:
        assert words != str(event_of(code))
        assert words.endswith(".")
    same = [code for code, words in COMMANDS if words == code]
    assert same == []


def test_every_command_has_a_phrase() -> None:
    for number in range(TABLE.size):
        assert RULESET.phrase(TABLE.by_number(number))


def test_an_unknown_event_is_an_error() -> None:
    with pytest.raises(KeyError):
        RULESET.sentence(Event("flooded", 0))


def test_whole_matches_can_be_told() -> None:
    matches = [play_random(Match(RULESET, 3, {"tool_wear": "die"}, seed), seed) for seed in (1, 2)]
    bots = [greedy("township") for _ in range(4)]
    matches.append(play_bots(Match(RULESET, 4, {}, 5), bots))
    for match in matches:
        again = Match(RULESET, match.seats, match.options.plain(), match.seed or 0)
        for step in match.steps:
            before = RULESET.copy(again.state)
            events = again.play(step.seat, step.command)
            for event in RULESET.told(before, step.seat, step.command, events, None):
                assert RULESET.sentence(event) != str(event)
