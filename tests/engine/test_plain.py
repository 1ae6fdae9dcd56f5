"""Readers of values from outside: what does not fit is refused by name."""

import pytest

from pentarch.engine.errors import InvalidValue
from pentarch.engine.plain import Json, number_of, require, spanned, within


def test_what_does_not_fit_is_refused_with_the_reason() -> None:
    require(True, "never said")
    with pytest.raises(InvalidValue, match=r"^a seat has nothing$"):
        require(False, "a seat has nothing")


@pytest.mark.parametrize(("number", "fits"), [(1, False), (2, True), (5, True), (6, False)])
def test_a_number_lies_within_its_bounds(number: int, fits: bool) -> None:
    if fits:
        assert within(number, 2, 5, "round") == number
    else:
        with pytest.raises(InvalidValue, match=r"^round must be from 2 to 5$"):
            within(number, 2, 5, "round")


@pytest.mark.parametrize("numbers", [[0, 3], [3, 3]])
def test_a_span_is_so_many_numbers_within_bounds(numbers: list[int]) -> None:
    assert spanned(numbers, 2, 0, 3, "gold") is numbers
    assert spanned([], 0, 1, 0, "gold") == []


@pytest.mark.parametrize("numbers", [[], [1], [1, 1, 1], [-1, 1], [1, 4]])
def test_other_spans_are_refused(numbers: list[int]) -> None:
    with pytest.raises(InvalidValue, match=r"^gold must be 2 numbers from 0 to 3$"):
        spanned(numbers, 2, 0, 3, "gold")


@pytest.mark.parametrize("word", ["", "p3", 1, None, ["p1"]])
def test_only_known_words_stand_for_a_number(word: Json) -> None:
    assert number_of("p2", {"p1": 0, "p2": 1}, "seat") == 1
    with pytest.raises(InvalidValue, match=r"^seat has an unknown word$"):
        number_of(word, {"p1": 0, "p2": 1}, "seat")
