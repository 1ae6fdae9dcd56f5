"""The chart gives pictures what the tables say, and the board types none of it a second time."""

import re
from typing import Any

from pentarch.engine.chance import Seeded
from pentarch.engine.plain import canonical
from pentarch.engine.tradewarz import RULESET
from pentarch.engine.tradewarz.cards import BATTLE_CARDS, MORALE
from pentarch.engine.tradewarz.lattice import SPACE_NAMES, TILE_NAMES
from pentarch.engine.tradewarz.state import State
from pentarch.engine.tradewarz.tables import (
    ANCHORS,
    BUILDINGS,
    DIAL_TOP,
    RESOURCE_NAMES,
    SEASON_NAMES,
    STRUCTURES,
    TOKENS,
)
from pentarch.engine.tradewarz.techs import TECHS
from tests.catalogue import ROOT
from tests.engine.tradewarz.build import start
from tests.playing import new_state

BOARD = (ROOT / "dashboard" / "boards" / "tradewarz.js").read_text()


def chart(state: State) -> Any:
    """The chart of a state; Any, because it is JSON."""
    return RULESET.chart(state)


def goods(cost: tuple[int, ...]) -> dict[str, int]:
    return {name: count for name, count in zip(RESOURCE_NAMES, cost, strict=True) if count}


def test_prices_strengths_and_effects_are_those_of_the_tables() -> None:
    found = chart(start())
    assert list(found["techs"]) == [tech.code for tech in TECHS]
    for tech in TECHS:
        shown = found["techs"][tech.code]
        assert (shown["title"], shown["price"]) == (tech.title, goods(tech.price))
        assert shown["effect"]
        assert shown["is_unit"] == (tech.unit is not None)
    for card in BATTLE_CARDS:
        shown = found["battle_cards"][card.code]
        might = [shown[part] for part in ("strength", "kills", "blocks")]
        assert might == [card.might.strength, card.might.kills, card.might.blocks]
    assert {name: row["copies"] for name, row in found["morale"].items()} == {
        card.name: card.copies for card in MORALE
    }
    for kind in BUILDINGS[1:]:
        assert found["buildings"][kind.name]["cost"] == goods(kind.cost)
        assert found["buildings"][kind.name]["support"] == kind.support
    for structure in STRUCTURES:
        assert found["structures"][structure.name]["supply"] == structure.supply
    assert found["seasons"] == list(SEASON_NAMES)
    assert found["tokens"] == {token.name: token.count for token in TOKENS}


def test_the_lattice_names_every_place() -> None:
    found = chart(start())
    assert [*found["gates"], *found["squares"]] == list(SPACE_NAMES)
    assert list(found["tiles"]) == list(TILE_NAMES)
    assert found["tiles"]["c5"] == [3, 5]
    assert found["squares"]["s26"] == [2, 6]
    assert found["gates"]["gate3"] == {"tile": "c7", "squares": ["s26", "s36"]}
    assert found["sea"] == {"anchors": ANCHORS, "gap": 4}
    assert found["dial"] == {"top": DIAL_TOP, "falls_to": 10, "wealth": 13}


def test_blocked_channels_and_links_follow_the_match() -> None:
    few, many = chart(start(2, tiles="c3=lake d3=mountain d4=lake f6=lake")), chart(start(4))
    assert sorted(few["shut"]) == [["c3", "d3"], ["d3", "d4"]]
    assert (few["links"], many["links"]) == ([[0, 1], [0, 2], [1, 2]], [[0, 2], [1, 3]])


def test_the_chart_never_changes_in_a_match() -> None:
    state: State = new_state(RULESET, 3, {}, Seeded(4))
    before, pick = canonical(RULESET.chart(state)), Seeded(1)
    for _ in range(300):
        seat = RULESET.to_act(state)[0]
        RULESET.apply(state, seat, pick.choice(RULESET.legal(state, seat)), pick)
    assert canonical(RULESET.chart(state)) == before


def test_the_board_types_nothing_of_the_rules() -> None:
    for name in SEASON_NAMES:
        assert f'"{name}"' not in BOARD, name
    for name in ("gate1", "gate8", "abcdefg", "[1-6]"):
        assert name not in BOARD, name
    for title in [tech.title for tech in TECHS] + [card.title for card in BATTLE_CARDS]:
        assert title not in BOARD, title
    # Docks, anchors, dials, levels, decks and links are the chart's.
    moved = (
        r"% 32",
        r"<= 32",
        r"/ 21\b",
        r"\[10, 13\]",
        r"/6`",
        r"\[\[0, 2\]",
        r"posts\.length > ",
    )
    for typed in moved:
        assert not re.search(typed, BOARD), typed
