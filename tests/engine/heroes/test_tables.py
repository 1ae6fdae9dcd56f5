"""The tables, written down a second time as they are printed: a slip of the pen shows."""

import pytest

from pentarch.engine.heroes import tables
from pentarch.engine.heroes.combat.board import (
    AREA,
    BATTLE_HEXES,
    BATTLE_NAMES,
    BESIDE,
    CITY_TENTS,
    DISTANCE,
    FORDS,
    GRAVEYARD,
    OPEN_TENTS,
    STONES,
    TOWER_HEXES,
    WALL_HEXES,
    WOODS,
)
from pentarch.engine.heroes.tables import GUARDS_TABLE
from pentarch.engine.heroes.world.map import HEX_NAMES, world_of
from pentarch.engine.heroes.world.tile import HEXES, TERRAIN_COST, TERRAINS, TILE_NAMES, TILES

UNIT_ROWS = """
knights     2/3/3 5/5/3  6/2/3* 9/10/3 13/11/5! 15/16/3
amazons     3/2/3 4/5/6! 7/2/3* 10/9/4 12/12/4  16/15/4
barbarians  3/2/3 6/3/3  5/3/3* 11/8/4 14/10/6! 17/14/4
neutral     2/2/3 3/3/3  5/2/2* 7/7/3  10/9/5!  13/13/4
"""
BUILDING_ROWS = """
hamlet      0/0/0/0  0/0/0/0  0/0/0/0
barracks    2/0/3/1  2/0/2/2  2/0/1/3
range       2/0/4/3  2/0/3/4  2/0/2/5
academy     4/1/6/3  4/1/5/4  4/1/3/6
tiltyard    5/2/7/5  5/2/6/6  5/2/5/7
garde       6/4/9/6  6/4/7/8  6/4/6/9
wall2       2/0/6/2  2/0/5/3  1/0/2/5
wall3       4/1/12/4 4/1/10/6 2/1/4/9
tower1      2/0/5/2  2/0/4/3  2/0/2/5
tower2      3/0/6/3  3/0/5/4  3/0/3/6
training    4/0/5/2  4/0/4/3  3/0/3/5
tavern      3/0/2/4  3/0/3/3  2/0/2/5
townhall    2/0/4/2  2/0/3/3  2/0/2/4
cityhall    3/0/6/3  3/0/5/4  3/0/3/6
palace      4/1/8/5  4/1/6/7  4/1/5/8
tradehall   2/0/3/2  2/0/2/3  3/0/2/2
storehouse  6/0/9/6  6/0/7/8  6/0/6/9
blacksmith  3/1/4/3  -        -
temple      -        3/1/4/3  -
shamantent  -        -        3/1/2/5
"""
GUARD_ROWS = """
-         8xL1       10xL1      -
6xL1      6xL2       8xL2       -
8xL1      5xL1+1xL3  5xL4       -
5xL2      4xL4       4xL5       8xL1
4xL1+1xL3 4xL2+2xL4  4xL4+2xL3  4xL2+1xL3
3xL2+1xL3 4xL5       5xL6       4xL4
"""
# Centres of t1 to t24.
CENTRES = """
2,1  -1,3 0,0  3,-2 1,4 -3,2 1,-3 5,-1 4,2  -2,6 -4,5 -2,-1
4,-5 6,-4 3,5  0,7 -6,4 -5,1 7,0 -5,8 -1,-4 2,-6 8,-3 6,3
"""


def rows(text: str) -> list[list[str]]:
    return [line.split() for line in text.strip().splitlines()]


@pytest.mark.rule("HW-4.2.a", "HW-2.0.h", "HW-4.2.b")
def test_units() -> None:
    marks = {"close": "", "ranged": "*", "cavalry": "!"}
    for race, words in enumerate(rows(UNIT_ROWS)):
        for level, word in enumerate(words[1:], start=1):
            unit = tables.UNITS[6 * race + level - 1]
            kind = marks[tables.KIND_NAMES[unit.kind]]
            assert f"{unit.attack}/{unit.defense}/{unit.pace}{kind}" == word
            assert (unit.race, unit.level) == (race, level)
    merc = tables.UNITS[tables.MERC]
    assert (merc.attack, merc.defense, merc.pace, merc.level) == (4, 3, 3, 2)
    assert [unit.number for unit in tables.UNITS] == list(range(tables.UNIT_COUNT))


@pytest.mark.rule("HW-4.3.a", "HW-11.2.1.a")
def test_prices() -> None:
    for building, words in enumerate(rows(BUILDING_ROWS)):
        row = tables.BUILDINGS[building]
        assert (words[0], building) == (row.name, row.number)
        for race, word in enumerate(words[1:]):
            price = "/".join(map(str, row.prices[race]))
            assert price == ("99/99/99/99" if word == "-" else word), words[0]
    for race in range(3):
        units = [tables.unit_of(race, word) for word in range(7)]
        assert [unit.gold for unit in units] == [1, 2, 3, 4, 5, 6, 1]
        assert [unit.crystal for unit in units] == [0, 0, 0, 0, 1, 2, 0]


@pytest.mark.rule("HW-3.3.1.b", "HW-3.3.3.a", "HW-3.3.4.a")
def test_guards() -> None:
    for roll, words in enumerate(rows(GUARD_ROWS)):
        for column, word in enumerate(words):
            guards = "+".join(f"{number}xL{level}" for level, number in GUARDS_TABLE[column][roll])
            assert (guards or "-") == word


@pytest.mark.rule("HW-3.3.5.a", "HW-8.12.a", "HW-19.21.a", "HW-4.1.c", "HW-4.3.1.1.a")
def test_small_tables() -> None:
    found = [f"{number} {tables.RESOURCES[kind]}" for kind, number in tables.OUTPOST_ROLLS]
    assert found == ["2 wood", "2 wood", "2 stone", "2 stone", "2 gold", "1 crystal"]
    for kind, shares in enumerate(tables.CONQUEST):
        least = 0 if tables.RESOURCES[kind] in ("gold", "crystal") else 10
        assert shares == tuple(least + 10 * step for step in range(6))
    assert [unit.honor for unit in tables.UNITS[:6]] == [1, 1, 2, 2, 3, 3]
    starts = [race.abilities for race in tables.RACES]
    assert starts == [(3, 3, 5, 5), (2, 3, 7, 5), (4, 2, 6, 5)]
    assert tables.ABILITY_CAPS == (12, 12, 15, 10)
    points = [race.points for race in tables.RACES]
    works = zip(points[1], points[2], tables.WORKS_BONUS, strict=True)
    assert list(works) == [(10, 5, 1), (20, 10, 2), (40, 20, 4)]
    markers = {marker.name: marker.copies for marker in tables.EQUIPMENT}
    assert markers == {
        "attack1": 3,
        "attack2": 1,
        "defense1": 3,
        "defense2": 1,
        "initiative1": 2,
        "initiative2": 2,
        "movement1": 2,
        "movement2": 2,
    }
    assert dict(zip(TERRAINS, TERRAIN_COST, strict=True)) == {
        "cl": 1,
        "de": 1,
        "hi": 2,
        "wo": 2,
        "mo": 3,
    }


@pytest.mark.rule("HW-2.0.a", "HW-3.3.3.b")
def test_each_marker_adds_to_its_ability() -> None:
    found = [f"{tables.ABILITIES[marker.ability]}{marker.bonus}" for marker in tables.EQUIPMENT]
    assert found == list(tables.EQUIPMENT_WORDS)


@pytest.mark.rule("HW-3.1.a", "HW-3.3.1.a")
def test_both_halves_of_the_tiles_hold_the_same() -> None:
    most = {"gold": 4, "crystal": 3, "stone": 3, "wood": 3}
    most |= {"ruin": 4, "tower": 3, "outpost": 3, "holy": 2}
    assert TILE_NAMES[:2] == ("T01", "T02")
    for half in (TILES[:12], TILES[12:24]):
        words = [word.removesuffix("+r") for tile in half for word in tile.words]
        held = [word.split(":")[1] for word in words if ":" in word]
        assert {name: held.count(name) for name in held} == most


@pytest.mark.rule("HW-3.1.a", "HW-5.3.2.b")
def test_ex_34_tiles_meet_without_gaps() -> None:
    world = world_of(24, (-1, -1, -1))
    for slot, words in enumerate(CENTRES.split()):
        assert f"{world.q[slot * HEXES]},{world.r[slot * HEXES]}" == words
    hex = HEX_NAMES.index("t1.se")
    assert (world.q[hex], world.r[hex]) == (3, 1)
    near = [HEX_NAMES[other] for other in world.neighbours[hex]]
    assert near == ["t1.ne", "t8.sw", "t9.n", "t9.nw", "t1.s", "t1.c"]


@pytest.mark.rule("HW-19.4.a", "HW-19.4.1.1.a", "HW-19.4.1.2.a")
def test_the_display() -> None:
    def named(hexes: list[int]) -> str:
        return " ".join(sorted(BATTLE_NAMES[hex] for hex in hexes))

    def marked(flags: list[int]) -> str:
        return named([hex for hex, flag in enumerate(flags) if flag])

    assert named(OPEN_TENTS) == "g6 h5 h6 i6 i7 i8"
    assert named(CITY_TENTS) == "a2 a3 b2 b3 i5 i6"
    assert marked(GRAVEYARD) == "c12 c2 d13 d3 e13 e3 f14 f4 g14 g4"
    assert named(WALL_HEXES) == "a8 b9 c9 d10 e10 f11 g11 h12 i12"
    assert named(TOWER_HEXES) == "c10 g12"
    assert [marked(flags) for flags in STONES] == ["b7 d7 f9", "d6 g8"]
    assert [marked(flags) for flags in WOODS] == ["a6 c6 e8 g8 h10", "c5 e6 h9"]
    assert [marked(flags) for flags in FORDS] == ["d9 e9 f10 g10", "c8 d9 f10 g10"]
    area = "a10 a11 a9 b10 b11 b12 c10 c11 d11 d12 e11 e12 f12 f13 g12 g13"
    assert named(AREA) == f"{area} h13 h14 h15 i13 i14 i15"
    for hex, near in enumerate(BESIDE):
        assert sorted(near) == [n for n in range(BATTLE_HEXES) if DISTANCE[hex][n] == 1]
    far = DISTANCE[BATTLE_NAMES.index("a1")]
    assert (far[BATTLE_NAMES.index("a11")], far[BATTLE_NAMES.index("i15")]) == (10, 14)
