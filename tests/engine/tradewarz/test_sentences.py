"""Every event and every verb has a sentence; one example of each is kept in `sentences.txt`.

`python -m tests.engine.tradewarz.test_sentences` writes the file anew.
"""

import re
from pathlib import Path

import pytest

from pentarch.engine.chance import Seeded
from pentarch.engine.core import COMMAND, Event
from pentarch.engine.match import Match
from pentarch.engine.tradewarz import RULESET
from pentarch.engine.tradewarz.sentences import EVENTS
from pentarch.engine.tradewarz.tables import ENDINGS
from pentarch.engine.tradewarz.techs import TECH_NAMES
from tests.catalogue import ROOT

FILE = Path(__file__).with_name("sentences.txt")
MATCHES = ((6, 1), (3, 2), (4, 3))
# What random play does not come to soon.
RARE = (
    Event("cancelled", 0, ("s34",)),
    Event("castle_taken", 1, ("s34",)),
    Event("conquered", 0, ("gate3",)),
    Event("lent", 0, ("mi08", "s34")),
    Event("retreated", 2, ("s34", "gate1")),
    Event("appointed", 0, ("mi08", "s33")),
    Event("morale_card", 0, ("herosong",), to=(0,)),
    Event("battle", 0, ("gate3", 1, 2, 0)),
    Event("post", -1, (2,)),
    Event("over", -1, ("target",)),
)


def played() -> list[Event]:
    """The events of a few random matches, in order."""
    found: list[Event] = []
    for seats, seed in MATCHES:
        match, pick = Match(RULESET, seats, {"target": 20}, seed), Seeded(seed)
        while match.outcome is None and len(match.steps) < 2000:
            seat = pick.choice(match.to_act())
            found += match.play(seat, pick.choice(match.legal(seat)))
    return found


def examples() -> list[str]:
    """A line for each event name and verb: the code, then the sentence."""
    events: dict[str, Event] = {}
    for event in [*played(), *RARE]:
        events.setdefault(event.name, event)
    lines = [f"{event} | {RULESET.sentence(event)}" for _, event in sorted(events.items())]
    for verb in RULESET.commands.verbs:
        command = verb.at(verb.count // 2)
        told = Event(COMMAND, 0, (command.text,))
        lines.append(f"{told} | {RULESET.sentence(told)}")
    return lines


def test_the_examples_read_as_written() -> None:
    assert examples() == FILE.read_text().splitlines()


def test_every_event_of_the_engine_has_an_example() -> None:
    named = set()
    for path in (ROOT / "engine" / "tradewarz").glob("*.py"):
        named |= set(re.findall(r'\bEvent\(\s*"(\w+)"', path.read_text()))
    named |= {"burned", "revealed"}
    shown = {line.split(" | ")[0] for line in examples()}
    assert named == set(EVENTS)
    for name in named:
        assert any(name in line.split(" ") for line in shown), name


def test_no_sentence_is_a_code() -> None:
    for line in examples():
        code, words = line.split(" | ")
        assert words.endswith(".")
        assert words.removesuffix(".") != code
        assert not re.search(r"[{}_]|\b(bc|ec|en|mi)\d\d\b", words), words
    for verb in RULESET.commands.verbs:
        for offset in range(0, verb.count, max(1, verb.count // 50)):
            command = verb.at(offset)
            assert RULESET.phrase(command) != command.text


def test_every_tech_and_card_says_what_it_does() -> None:
    for code in TECH_NAMES:
        assert "()" not in RULESET.phrase(RULESET.read(f"buy {code}"))
    for verb in ("play", "commit"):
        for name in RULESET.commands.read(f"{verb} bazaar").verb.slots[0]:
            assert "()" not in RULESET.phrase(RULESET.read(f"{verb} {name}"))


def test_every_ending_and_source_has_words() -> None:
    for ending in ENDINGS[1:]:
        assert RULESET.sentence(Event("over", -1, (ending.name,))).startswith("The match is over: ")
    for source in ("battle", "capital", "posts", "wealth", "university", "dial"):
        assert " for " in RULESET.sentence(Event("golden", 0, (source,)))


def test_an_unknown_event_is_an_error() -> None:
    with pytest.raises(KeyError):
        RULESET.sentence(Event("unheard_of", 0))


if __name__ == "__main__":
    FILE.write_text("\n".join(examples()) + "\n")
