"""What boards get from the engine, and that they have it from nowhere else."""

import re
from pathlib import Path
from typing import Any

import pytest

from pentarch.engine.chance import Seeded
from pentarch.engine.kingdom.menu import QUESTIONS
from pentarch.engine.kingdom.rules import RULESET
from pentarch.engine.kingdom.state import DONE
from pentarch.engine.kingdom.tables import (
    KINDS,
    MOST_ATTACK,
    MOST_PRODUCTION,
    SAWMILL_YIELD,
    SCROLLS,
    SPELL_RANGE,
    SPELLS,
    TECHS,
)
from tests.playing import new_state

BOARD = Path(__file__).parents[3] / "dashboard" / "boards" / "kingdom.js"


def chart() -> Any:
    return RULESET.chart(new_state(RULESET, 2, {}, Seeded(1)))


def test_the_chart_has_every_row_of_the_tables() -> None:
    found = chart()
    assert list(found["kinds"]) == [kind.name for kind in KINDS]
    assert list(found["scrolls"]) == [scroll.name for scroll in SCROLLS]
    assert list(found["techs"]) == [tech.name for tech in TECHS]
    assert list(found["spells"]) == [spell.name for spell in SPELLS]
    assert set(found["decisions"]) == {*QUESTIONS, DONE}


def test_the_chart_has_the_numbers_of_the_tables() -> None:
    found = chart()
    for kind in KINDS:
        row = found["kinds"][kind.name]
        assert (row["attack"], row["hit_points"]) == (kind.attack, kind.hit_points)
        assert (row["movement"], row["upkeep"]) == (kind.movement, kind.upkeep)
        assert (row["price"], row["capacity"]) == (kind.price, kind.capacity)
        assert (row["build_time"], row["battle_value"]) == (kind.build_time, kind.battle_value)
    assert {scroll.price for scroll in SCROLLS} == {
        row["price"] for row in found["scrolls"].values()
    }
    assert [(tech.cost, tech.rounds, tech.effect) for tech in TECHS] == [
        (row["cost"], row["rounds"], row["effect"]) for row in found["techs"].values()
    ]
    assert [spell.cost for spell in SPELLS] == [row["cost"] for row in found["spells"].values()]
    limits = (found["most_production"], found["most_attack"])
    assert limits == (MOST_PRODUCTION, MOST_ATTACK)
    assert (found["spell_range"], found["sawmill_yield"]) == (SPELL_RANGE, SAWMILL_YIELD)


def test_the_chart_is_the_same_in_every_state() -> None:
    other = new_state(RULESET, 6, {"map": "random"}, Seeded(2))
    assert RULESET.chart(other) == chart()


@pytest.mark.parametrize(
    "typed",
    [
        *[re.escape(tech.name) for tech in TECHS],
        *[re.escape(tech.title) for tech in TECHS if " " in tech.title],
        *[re.escape(scroll.name) for scroll in SCROLLS if scroll.name.startswith("improve")],
        r"dragon_egg|galleon_blueprint",
        r"writing orders|choosing a path|paying its debt",
        r"replace\(/_/g",
        r"seat > 5",
    ],
)
def test_the_board_does_not_repeat_the_tables(typed: str) -> None:
    words = "\n".join(
        line for line in BOARD.read_text().split("\n") if not line.lstrip().startswith("//")
    )
    assert not re.search(typed, words)
