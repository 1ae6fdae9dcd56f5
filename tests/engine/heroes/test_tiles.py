"""The tiles as they are printed, and what their roads, rivers and borders do to a Hero's steps."""

import pytest

from pentarch.engine.heroes.world.map import HEX_NAMES
from pentarch.engine.heroes.world.path import is_passable, step_cost
from pentarch.engine.heroes.world.tile import (
    CAMP,
    CENTRE,
    CITY,
    HEXES,
    POSITIONS,
    TILE_NAMES,
    TILES,
)
from tests.engine.heroes.build import at, lay, start

# Tile, hexes c n ne se s sw nw, closed hexsides.
PRINTED = """
T01 | cl+r cl+r hi:gold cl cl+r cl:outpost wo | -
T02 | wo wo cl hi:ruin cl cl wo:wood | c/ne c/se ne/se
T03 | mo hi:tower cl cl mo:stone hi cl | c/sw s/sw
T04 | hi:crystal+r cl+r cl:outpost de de cl cl | n/ne c/nw nw/sw
T05 | cl hi:ruin cl+r cl+r cl+r hi:gold cl | -
T06 | cl wo wo wo:wood wo cl cl:holy | c/s c/sw s/sw
T07 | hi cl mo:stone hi cl:outpost cl cl | c/ne n/ne
T08 | de hi:crystal hi de de:tower cl cl | c/s s/sw
T09 | de:gold de de cl cl hi:ruin hi | c/nw nw/sw
T10 | wo+r cl+r cl:tower+r wo wo:wood cl mo | c/nw n/nw nw/sw
T11 | cl hi cl cl:holy hi:crystal cl mo:stone | c/n c/ne ne/se
T12 | cl+r cl cl hi:gold+r cl cl+r hi:ruin | c/n n/ne c/ne
T13 | cl cl:holy cl wo de:gold de hi:stone | -
T14 | hi mo hi cl:ruin cl cl hi:crystal | c/n n/ne
T15 | wo:wood+r wo cl:outpost+r cl cl cl+r wo | -
T16 | mo hi cl:tower cl cl hi:stone mo | c/nw n/nw
T17 | cl cl cl cl hi:ruin cl hi:gold | c/nw n/nw s/sw
T18 | wo wo:wood cl de:crystal de cl:outpost wo | c/ne n/ne c/n
T19 | cl+r cl cl+r mo:stone hi cl+r cl:tower | c/s s/se
T20 | hi cl hi:gold mo cl wo:ruin wo | c/se ne/se se/s
T21 | cl:holy wo wo cl cl wo:wood cl | c/se c/s se/s
T22 | de+r cl:outpost+r de de hi:crystal+r hi cl | -
T23 | hi mo mo cl cl:tower cl hi | c/ne c/se s/se
T24 | de:gold+r cl cl:ruin cl+r hi cl cl+r | n/nw c/n
K | cl:city+r hi:stone cl+r wo:wood cl+r cl:recruit cl+r | -
A | cl:city+r hi:stone cl+r wo:wood cl+r cl:recruit cl+r | -
B | cl:camp+r hi:stone cl+r wo:wood cl+r cl:recruit cl+r | -
"""
BRIDGES = (
    ("T04", "c/n"),
    ("T08", "s/se"),
    ("T11", "n/nw"),
    ("T17", "c/sw"),
    ("T23", "n/ne"),
)


def is_closed(tile: int, side: str) -> bool:
    one, other = [POSITIONS.index(name) for name in side.split("/")]
    walls = TILES[tile].walls
    flags = [walls[a][b] for a, b in ((one, other), (other, one))]
    assert flags[0] == flags[1]
    return flags[0]


@pytest.mark.rule("HW-3.1.a", "HW-3.3.1.a", "HW-15.1.a", "HW-15.2.a")
def test_tiles_are_those_of_the_table() -> None:
    for tile, line in enumerate(PRINTED.strip().splitlines()):
        name, words, sides = line.split(" | ")
        assert (TILE_NAMES[tile], " ".join(TILES[tile].words)) == (name, words)
        closed = [] if sides == "-" else sides.split()
        assert all(is_closed(tile, side) for side in closed), name
        assert sum(map(sum, TILES[tile].walls)) == 2 * len(closed), name
    for name, side in BRIDGES:
        assert not is_closed(TILE_NAMES.index(name), side), name


@pytest.mark.rule("HW-2.0.g", "HW-3.3.2.a")
def test_capitals_lie_in_the_middle_of_start_tiles_beside_two_mines_and_a_ground() -> None:
    for name, capital in (("K", CITY), ("A", CITY), ("B", CAMP)):
        features = TILES[TILE_NAMES.index(name)].features
        assert features[CENTRE] is capital
        assert [features[spot].name for spot in (1, 3, 5)] == ["stone", "wood", "recruit"]


@pytest.mark.rule("HW-15.1.c")
def test_every_side_between_tiles_is_open() -> None:
    state = start(3, war=True, tiles=24, terrain="on")
    for slot in range(24):
        state.lay(slot, TILES[slot])
        state.turn(slot)
    crossed = 0
    for hex in state.world.hexes:
        for near in state.world.near[hex]:
            if near // HEXES != hex // HEXES:
                crossed += 1
                assert is_passable(state, hex, near), (HEX_NAMES[hex], HEX_NAMES[near])
    assert crossed > 300


@pytest.mark.rule("HW-15.1.b")
def test_a_hex_with_closed_sides_is_entered_over_its_open_one() -> None:
    state = start(war=True, terrain="on")
    lay(state, "t3", "T03")
    for origin, target, is_open in (
        ("t3.nw", "t3.sw", True),
        ("t3.sw", "t3.nw", True),
        ("t3.c", "t3.sw", False),
        ("t3.s", "t3.sw", False),
        ("t3.c", "t3.s", True),
    ):
        assert is_passable(state, at(origin), at(target)) is is_open


@pytest.mark.rule("HW-15.5.a")
def test_a_road_leads_from_road_to_road() -> None:
    state = start(war=True, terrain="on")
    lay(state, "t9", "T22")
    assert step_cost(state, at("t9.c"), at("t9.s")) == 1
    assert step_cost(state, at("t9.se"), at("t9.s")) == 2
    assert step_cost(state, at("t9.c"), at("t9.sw")) == 2
    for slot in range(12):
        state.lay(slot, TILES[slot])
    for hex in state.world.hexes:
        for near in state.world.near[hex]:
            here, there = [state.tiles[h // HEXES].roads[h % HEXES] for h in (hex, near)]
            if here and there:
                assert is_passable(state, hex, near)
                assert step_cost(state, hex, near) == 1
