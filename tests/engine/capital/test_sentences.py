"""Every event and every verb has words for people; `sentences.txt` shows one example of each.

A line of the file is `event | p1 built inn inn | p1 builds the inn.` or the same with `command`.
"""

import re
from pathlib import Path

import pytest

from pentarch.engine.capital.commands import COMMANDS
from pentarch.engine.capital.rules import RULESET
from pentarch.engine.capital.tables import SEATS
from pentarch.engine.chance import Seeded
from pentarch.engine.core import COMMAND, Event
from pentarch.engine.match import Match
from tests.catalogue import ROOT

EXAMPLES = [
    tuple(line.split(" | "))
    for line in Path(__file__).with_name("sentences.txt").read_text().splitlines()
]
EVENTS = [(code, words) for kind, code, words in EXAMPLES if kind == "event"]
PHRASES = [(code, words) for kind, code, words in EXAMPLES if kind == "command"]


def event_of(code: str) -> Event:
    """The event that is written like this."""
    words = code.split(" ")
    seat = SEATS.index(words.pop(0)) if words[0] in SEATS else -1
    name, *values = words
    if name == COMMAND:
        return Event(name, seat, (" ".join(values),))
    return Event(name, seat, tuple(int(v) if re.fullmatch(r"-?\d+", v) else v for v in values))


def names_in_the_rules() -> set[str]:
    """The names of all events that the rules make."""
    sources = [path.read_text() for path in (ROOT / "engine" / "capital").glob("*.py")]
    made = r'\bEvent\(\s*"(\w+)"|\b(?:Send|Guard|Aid)\(\w+, "(\w+)"'
    return {first or second for source in sources for first, second in re.findall(made, source)}


@pytest.mark.parametrize(("code", "words"), EVENTS)
def test_events_read_as_sentences(code: str, words: str) -> None:
    event = event_of(code)
    assert str(event) == code
    assert RULESET.sentence(event) == words
    assert words != code
    assert words.endswith(".")


@pytest.mark.parametrize(("code", "words"), PHRASES)
def test_commands_read_as_phrases(code: str, words: str) -> None:
    assert RULESET.phrase(RULESET.read(code)) == words
    assert words != code


def test_every_event_has_an_example() -> None:
    assert len(names_in_the_rules()) > 40
    assert {event_of(code).name for code, _ in EVENTS} == names_in_the_rules() | {COMMAND}


def test_every_verb_has_an_example() -> None:
    assert [verb for verb in COMMANDS.verbs if not examples_of(verb.pattern)] == []


def examples_of(pattern: str) -> list[str]:
    """The phrases of a verb."""
    return [words for code, words in PHRASES if RULESET.read(code).verb.pattern == pattern]


def test_an_unknown_event_is_an_error() -> None:
    with pytest.raises(KeyError):
        RULESET.sentence(Event("rained", 0))


@pytest.mark.parametrize("seats", [2, 4])
def test_whole_matches_can_be_told(seats: int) -> None:
    match = Match(RULESET, seats, {"teams": "2v2"} if seats == 4 else {}, 3)
    pick = Seeded(3)
    while (acting := match.to_act()) and len(match.steps) < 1000:
        command = pick.choice(match.legal(acting[0]))
        assert RULESET.phrase(command) != command.text
        for event in match.play(acting[0], command):
            told = RULESET.sentence(event)
            assert "_" not in told
            assert told != str(event)
            assert re.match(r"[A-Zp]", told), told
