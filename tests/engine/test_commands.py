"""Command tables: numbers, texts, and what is no command."""

import pytest

from pentarch.engine import registry
from pentarch.engine.commands import CommandTable, numbers
from pentarch.engine.errors import InvalidCommand


def table() -> CommandTable:
    made = CommandTable()
    made.verb("skip")
    made.verb("send {} to {}", numbers(0, 3), ("a", "b", "c"))
    made.verb("send all")
    made.verb("build {} tooled", ("farm", "mine"))
    return made


def test_numbers_run_through_the_verbs_in_their_order() -> None:
    made = table()
    assert made.size == 1 + 12 + 1 + 2
    texts = [made.by_number(number).text for number in range(made.size)]
    assert texts[:3] == ["skip", "send 0 to a", "send 0 to b"]
    assert texts[12:] == ["send 3 to c", "send all", "build farm tooled", "build mine tooled"]
    assert [made.read(text).number for text in texts] == list(range(made.size))


def test_equal_commands_are_one_object() -> None:
    made = table()
    send = made.verbs[1]
    assert send(2, 1) is made.read("send 2 to b") is made.by_number(send(2, 1).number)
    assert send.words(send(2, 1)) == ["2", "b"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "skip ",
        " skip",
        "skip  ",
        "SKIP",
        "send 4 to a",
        "send 02 to a",
        "send 1 to",
        "x" * 10_000,
    ],
)
def test_a_text_that_is_no_command_is_refused(text: str) -> None:
    with pytest.raises(InvalidCommand, match="is not a command"):
        table().read(text)


@pytest.mark.parametrize("number", [-1, 16, 10**30])
def test_a_number_that_does_not_exist_is_refused(number: int) -> None:
    with pytest.raises(InvalidCommand, match="no command number"):
        table().by_number(number)


def test_a_pattern_must_have_its_slots() -> None:
    with pytest.raises(ValueError, match="has not 2 slots"):
        CommandTable().verb("send {}", ("a",), ("b",))


@pytest.mark.parametrize("ruleset", registry.IDS)
def test_no_text_reads_as_two_commands(ruleset: str) -> None:
    """Verbs with one first word and length differ in a literal or in the words of a slot."""
    verbs = registry.get(ruleset).commands.verbs
    for verb in verbs:
        sample = verb.at(verb.count - 1)
        spelled = [other for other in verbs if other.match(sample.text.split(" ")) is not None]
        assert spelled == [verb], sample.text
