"""What the board in the browser is given, and that it types nothing of it a second time."""

import re
from pathlib import Path
from typing import Any

import pytest

from pentarch.engine.heroes import RULESET
from pentarch.engine.heroes.combat.board import BATTLE_NAMES, STONES, WALL_HEXES
from pentarch.engine.heroes.combat.method import METHODS
from pentarch.engine.heroes.tables import RESOURCES, UNITS
from pentarch.engine.heroes.world.map import LATTICE, START_PLACES
from pentarch.engine.heroes.world.tile import POSITIONS, TILES
from tests.engine.heroes.build import fresh, start

BOARDS = Path(__file__).parents[3] / "dashboard" / "boards"


def chart(**options: Any) -> Any:
    return RULESET.chart(fresh(**options))


def test_the_map_is_that_of_the_match() -> None:
    for tiles in (12, 18, 24):
        found = chart(tiles=tiles)
        assert found["lattice"] == [list(spot) for spot in LATTICE[:tiles]]
        assert found["places"] == [list(spot) for spot in START_PLACES[tiles - 12]]
    assert found["positions"] == list(POSITIONS)
    assert found["resources"] == list(RESOURCES)
    assert len(found["steps"]) == len(POSITIONS)


def test_borders_are_the_hexsides_that_cannot_be_crossed() -> None:
    borders = chart()["borders"]
    for tile in TILES:
        sides = borders.get(tile.name, {"sides": []})["sides"]
        assert 2 * len(sides) == sum(map(sum, tile.walls))
        for side in sides:
            one, other = [POSITIONS.index(name) for name in side.split("/")]
            assert tile.walls[one][other]
    rivers = [name for name, border in borders.items() if border["kind"] == "river"]
    assert all(borders[name]["bridge"] for name in rivers)


def test_units_have_levels_and_kinds() -> None:
    units = chart()["units"]
    assert list(units) == [unit.name for unit in UNITS]
    assert units["lancer"] == {"level": "L5", "kind": "cavalry"}
    assert units["mercenary"] == {"level": "M", "kind": "close"}


@pytest.mark.parametrize(("option", "drawn"), [("auto", [4]), ("on", [2, 4]), ("off", [])])
def test_methods_say_what_is_drawn(option: str, drawn: list[int]) -> None:
    methods = chart(battle_terrain=option)["methods"]
    assert [n for n in METHODS if methods[str(n)]["display"]] == [2, 4]
    assert [n for n in METHODS if methods[str(n)]["terrain"]] == drawn
    assert methods["1"]["level_prices"][7] == 10
    assert methods["4"]["level_prices"][7] == 70


def test_the_display_has_its_hexes() -> None:
    display = chart()["display"]
    assert [name for row in display["rows"] for name in row] == list(BATTLE_NAMES)
    assert display["walls"] == [BATTLE_NAMES[hex] for hex in WALL_HEXES]
    assert display["drawbridge"] == "e10"
    stones = [name for hex, name in enumerate(BATTLE_NAMES) if STONES[1][hex]]
    assert display["city"]["stones"] == stones


def test_it_never_changes_in_a_match() -> None:
    state = start()
    assert RULESET.chart(state) == RULESET.chart(fresh(start_placement="auto"))


def test_the_board_types_nothing_of_it() -> None:
    source = "".join(part.read_text() for part in BOARDS.glob("heroes*.js"))
    assert "pentarch.boards.heroes" in source
    for word in [unit.name for unit in UNITS] + [tile.name for tile in TILES[:24]]:
        assert not re.search(rf"\b{word}\b", source), word
    for name in ("e10", "c10", "g12", "b7", "abcdefghi"):
        assert f'"{name}' not in source, name
    assert not re.search(r"-?\d,-?\d -?\d,-?\d", source)
    assert not re.search(r"view\.method [!=]== ", source)
