"""Three ways to number commands, and arrays of views."""

from typing import Any

import pytest

from pentarch.engine import registry
from pentarch.engine.chance import Seeded
from pentarch.research.actions import Factored, Listed, Numbered, actions_of
from pentarch.research.course import Course, Kind
from pentarch.research.knowledge import known
from tests.pentarch.research.tables import rulesets


@rulesets
def test_actions_of_all_three_kinds_mean_the_same(id: str) -> None:
    ruleset = registry.get(id)
    ways: list[Any] = [Listed(), Factored(ruleset)]
    if ruleset.commands.size <= 200_000:
        ways.append(Numbered(ruleset))
    course = Course.begin(Kind(id, None, {}, "listed"), 5)
    chance = Seeded(5)
    while not course.is_over and course.steps < 200:
        seat = course.acting()[0]
        legal = course.legal(seat)
        for command in legal:
            for way in ways:
                assert way.command(legal, way.action(legal, command)) is command
        course.play(seat, chance.choice(legal))


@pytest.mark.parametrize("id", ["kingdom", "capital"])
def test_a_table_that_is_too_large_for_a_mask_is_refused_with_what_to_do(id: str) -> None:
    with pytest.raises(ValueError, match="use 'listed' or 'factored'"):
        actions_of(registry.get(id), "numbered")


def test_a_list_that_is_too_long_is_refused_and_not_cut_off() -> None:
    course = Course.begin(Kind("township", None, {}, "listed"), 5)
    legal = course.legal(course.acting()[0])
    assert Listed(len(legal)).mask(legal).all()
    with pytest.raises(ValueError, match="15 commands are legal, and 'listed' tells 14 apart"):
        Listed(len(legal) - 1).mask(legal)


@rulesets
def test_every_column_has_a_name_of_its_own(id: str) -> None:
    names = Kind(id, None, {}, "listed").layout.names
    assert len(set(names)) == len(names)


def test_knowledge_is_made_when_it_is_read_and_stays_as_it_was() -> None:
    course = Course.begin(Kind("township", None, {}, "listed"), 1)
    seat = course.acting()[0]
    now = known(course, seat)
    legal = [command.text for command in course.legal(seat)]
    first = course.kept_view(seat)
    course.play(seat, course.legal(seat)[0])
    assert (
        {**now}
        == now
        == {
            "view": first,
            "legal": legal,
            "phrases": [
                course.kind.ruleset.phrase(course.kind.ruleset.read(text)) for text in legal
            ],
            "events": [],
        }
    )
    later = known(course, seat)
    assert later.get("events") != []
    assert later.get("nothing", 7) == 7
    assert type(later.copy()) is dict
    assert set(later | {"more": 1}) == {*later, "more"}
