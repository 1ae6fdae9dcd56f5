"""Notes of bots are kept, whatever they contain, and never grow without bound."""

from math import inf, nan
from typing import Any

import pytest

from pentarch.arbiter.referee import UNTIMED
from pentarch.arbiter.referee.annotations import (
    MOST_NOTE_BYTES,
    MOST_NOTES_BYTES,
    MOST_REFUSALS,
    Annotations,
    safe,
)
from pentarch.bots.random import Random
from pentarch.bots.sdk import Answer, Turn
from pentarch.engine.plain import Json, canonical
from pentarch.engine.record import decode, encode
from tests.arbiter.referee.doubles import play


class Noting(Random):
    """Attaches the same note to each of its first three decisions."""

    def __init__(self, note: Any) -> None:
        super().__init__()
        self.note = note
        self.left = 3

    def decide(self, turn: Turn) -> Answer:
        if self.left:
            self.left -= 1
            turn.note("it", self.note)
        return super().decide(turn)


class Hostile(dict[str, Json]):
    """A mapping that fails when it is read."""

    def items(self) -> Any:
        raise RuntimeError("not for you")


def test_notes_are_kept_with_step_and_seat() -> None:
    result = play([Noting({"value": 0.5, "places": ["a", "b"]}), Random()])
    record = decode(encode(result.record(timed=False)))
    assert isinstance(record.annotations, dict)
    notes = record.annotations["notes"]
    assert isinstance(notes, list)
    assert notes[0] == [1, 0, {"it": {"value": 0.5, "places": ["a", "b"]}}]
    assert len(notes) == 3
    for note in notes:
        assert isinstance(note, list)
        assert isinstance(note[0], int)
        assert record.steps[note[0] - 1][0] == 0


@pytest.mark.parametrize(
    ("value", "kept"),
    [
        (nan, "nan"),
        (inf, "inf"),
        (10**5000, "(a large number)"),
        (True, True),
        ("\ud800x", "?x"),
        ("x" * 10_000, "x" * 500),
        (object(), "(object)"),
        (b"bytes", "(bytes)"),
        ({1: 2}, {"(int)": 2}),
        ({"k" * 100: 1}, {"k" * 60: 1}),
        ((1, (2,)), [1, [2]]),
        (list(range(1000)), list(range(100))),
    ],
    ids=[
        "nan",
        "infinity",
        "large number",
        "flag",
        "half a character",
        "long text",
        "object",
        "bytes",
        "number as a name",
        "long name",
        "tuples",
        "long list",
    ],
)
def test_hostile_values_become_harmless(value: Any, kept: Json) -> None:
    assert safe(value) == kept
    result = play([Noting(value), Random()])
    decode(encode(result.record(timed=True)))


def test_a_value_inside_itself_ends_somewhere() -> None:
    endless: list[Any] = []
    endless.append(endless)
    assert "too deep" in str(safe(endless))


def test_notes_that_fail_when_read_are_left_out() -> None:
    result = play([Noting(Hostile()), Random()])
    annotations = result.record(timed=False).annotations
    assert isinstance(annotations, dict)
    assert annotations["omitted"] == 3
    assert result.evidence == []


def test_notes_that_are_no_mapping_are_kept_as_what_they_are() -> None:
    annotations = Annotations(UNTIMED)
    annotations.note(1, 0, ["just", "a", "list"])
    assert annotations.plain(timed=False) == {"how": "", "notes": [[1, 0, ["just", "a", "list"]]]}


def test_the_size_of_annotations_is_bounded() -> None:
    annotations = Annotations(UNTIMED)
    for step in range(400):
        annotations.note(step, 0, {"text": "x" * 400})
        annotations.note(step, 0, [["x" * 400] * 90])
        annotations.refused(step, 0, "y" * 10_000, "z" * 10_000)
    plain = annotations.plain(timed=False)
    assert isinstance(plain, dict)
    notes, refused = plain["notes"], plain["refused"]
    assert isinstance(notes, list)
    assert isinstance(refused, list)
    assert all(len(canonical(note)) < MOST_NOTE_BYTES + 50 for note in notes)
    assert len(canonical(notes)) < 1.1 * MOST_NOTES_BYTES
    assert len(refused) == MOST_REFUSALS
    assert plain["omitted"] == 800 - len(notes) + 400 - len(refused)
