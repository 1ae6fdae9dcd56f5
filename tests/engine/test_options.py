"""Options: defaults, types and refusals by name."""

import pytest

from pentarch.engine import registry
from pentarch.engine.errors import InvalidOption, InvalidSeats, UnknownRuleset
from pentarch.engine.match import Match
from pentarch.engine.options import choose, flag, number, word
from pentarch.engine.plain import Json

SCHEMA = (
    number("target", 50, 20, 200, "renown that ends it"),
    word("rule", "single", ("single", "double"), "how it is counted"),
    flag("quests", True, "whether there are quests"),
)


def test_what_is_not_given_has_its_default() -> None:
    options = choose(SCHEMA, {"target": 30})
    assert options.plain() == {"target": 30, "rule": "single", "quests": True}
    assert (options.number("target"), options.word("rule"), options.flag("quests")) == (
        30,
        "single",
        True,
    )


def test_text_is_read_as_the_option_s_type() -> None:
    options = choose(SCHEMA, {"target": "200", "rule": "double", "quests": "false"})
    assert options.plain() == {"target": 200, "rule": "double", "quests": False}


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("target", 19, "a whole number from 20 to 200"),
        ("target", "x", "a whole number"),
        ("target", True, "a whole number"),
        ("target", 2.5, "a whole number"),
        ("target", None, "a whole number"),
        ("target", "9" * 5000, "a whole number"),
        ("rule", "triple", "one of single, double"),
        ("rule", 1, "one of single, double"),
        ("quests", "yes", "true or false"),
        ("quests", 1, "true or false"),
    ],
)
def test_a_bad_value_is_refused_by_name(name: str, value: Json, says: str) -> None:
    with pytest.raises(InvalidOption, match=f"option '{name}' must be {says}") as caught:
        choose(SCHEMA, {name: value})
    assert len(str(caught.value)) < 160


def test_an_unknown_option_is_refused_with_those_there_are() -> None:
    with pytest.raises(InvalidOption, match="no option 'colour'; there are: target, rule, quests"):
        choose(SCHEMA, {"colour": "red"})


@pytest.mark.parametrize("ruleset", registry.IDS)
def test_seat_counts_outside_the_range_are_refused(ruleset: str) -> None:
    rules = registry.get(ruleset)
    for seats in (rules.info.min_seats - 1, rules.info.max_seats + 1, 0, -1):
        with pytest.raises(InvalidSeats, match="is played by"):
            Match(rules, seats, {}, 1)


@pytest.mark.parametrize("ruleset", registry.IDS)
def test_every_default_is_a_value_the_option_takes(ruleset: str) -> None:
    for option in registry.get(ruleset).info.options:
        assert option.accept(option.default) == option.default
        assert option.help
        assert option.schema()["name"] == option.name


def test_an_unknown_ruleset_is_refused_with_those_there_are() -> None:
    with pytest.raises(UnknownRuleset, match="no ruleset 'chess'; there are: township"):
        registry.get("chess")
