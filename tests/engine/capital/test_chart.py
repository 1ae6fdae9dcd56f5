"""The chart says what the tables say, and the board in the browser says nothing of it again."""

import re

from pentarch.engine.capital.rules import RULESET
from pentarch.engine.capital.tables import (
    BUILDINGS,
    CARD,
    CARDS,
    FULL_GOAL,
    SHORT_GOAL,
    TROOPS,
    UPGRADES,
)
from pentarch.engine.plain import Json, as_dict
from tests.catalogue import ROOT
from tests.engine.capital.build import arrange

BOARD = (ROOT / "dashboard" / "boards" / "capital.js").read_text()


def chart(mode: str = "full") -> dict[str, Json]:
    """The chart of a match."""
    return as_dict(RULESET.chart(arrange("", "", options={"mode": mode})), "the chart")


def test_the_chart_has_every_building_with_its_banners() -> None:
    buildings = as_dict(chart()["buildings"], "buildings")
    assert list(buildings) == [card.slug for card in BUILDINGS]
    for slug, plan in buildings.items():
        card = CARD[slug]
        shown = as_dict(plan, "a building")
        assert (shown["banner"], shown["needs"]) == (card.banner, card.needs or None)


def test_the_chart_tells_the_effects_of_buildings() -> None:
    buildings = as_dict(chart()["buildings"], "buildings")
    effects = {slug: as_dict(plan, "a building")["effect"] for slug, plan in buildings.items()}
    assert effects["harbour"] == ["+1 gold", "+1 draw"]
    assert effects["royal_court"] == ["+1 gold", "+1 discount"]
    assert effects["stables"] == ["attack +1"]
    assert effects["dragon_keep"] == ["+2 passive", "defence +1"]
    assert effects["inn"] == []
    for card in BUILDINGS:
        told = str(effects[card.slug])
        assert sum(int(digit) for digit in re.findall(r"\d", told)) == (
            sum(amount for _, amount in card.effect.tracked())
            + card.housed_attack
            + card.housed_defence
        )


def test_the_chart_has_the_values_of_troops_legends_upgrades_and_the_goal() -> None:
    assert chart()["troops"] == {
        card.slug: {"attack": card.attack, "defence": card.defence} for card in TROOPS
    }
    assert chart()["legendary"] == [card.slug for card in CARDS if card.legendary]
    assert chart()["upgrades"] == list(UPGRADES)
    assert chart()["phases"] == ["build", "attack", "regroup"]
    assert (chart()["goal"], chart("short")["goal"]) == (FULL_GOAL, SHORT_GOAL)


def test_the_chart_is_the_same_all_match_long() -> None:
    early, late = arrange("", ""), arrange("bank inn[spy]", "", hands=["library"])
    assert RULESET.chart(early) == RULESET.chart(late)


def test_the_board_types_no_card_and_no_list_of_upgrades_again() -> None:
    assert [card.slug for card in CARDS if re.search(rf"\b{card.slug}\b", BOARD)] == []
    assert not re.search(r'"mercenary"|"defense"', BOARD)
    assert "options.mode" not in BOARD
