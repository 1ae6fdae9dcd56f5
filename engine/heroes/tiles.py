"""The terrain tiles and start tiles, and what each of their seven hexes holds."""

from typing import Final

from pentarch.engine.core import Numbers, Words

POSITIONS: Final[Words] = ("c", "n", "ne", "se", "s", "sw", "nw")
HEXES: Final = 7
CENTRE: Final = 0
RECRUIT_POSITION: Final = 5

TERRAINS: Final[Words] = ("cl", "de", "hi", "wo", "mo")
TERRAIN_COST: Final[Numbers] = (1, 1, 2, 2, 3)

F_NONE: Final = 0
F_GOLD: Final = 1
F_WOOD: Final = 4
F_RUIN: Final = 5
F_TOWER: Final = 6
F_OUTPOST: Final = 7
F_HOLY: Final = 8
F_RECRUIT: Final = 9
F_CITY: Final = 10
F_CAMP: Final = 11
FEATURES: Final[Words] = (
    "",
    "gold",
    "crystal",
    "stone",
    "wood",
    "ruin",
    "tower",
    "outpost",
    "holy",
    "recruit",
    "city",
    "camp",
)
# Column of the Guards Table by feature (-1: never guarded).
GUARD_COLUMN: Final[Numbers] = (-1, 1, 1, 0, 0, 2, 3, -1, -1, -1, -1, -1)

# One tile per row: its hexes c n ne se s sw nw, then the impassable hexsides. Bridges mark river
# hexsides that stay open, so they need no entry of their own.
_ROWS: Final[Words] = (
    "T01 cl+r cl+r hi:gold cl cl+r cl:outpost wo",
    "T02 wo wo cl hi:ruin cl cl wo:wood lake c/ne c/se ne/se",
    "T03 mo hi:tower cl cl mo:stone hi cl range c/sw s/sw",
    "T04 hi:crystal+r cl+r cl:outpost de de cl cl river n/ne c/nw nw/sw",
    "T05 cl hi:ruin cl+r cl+r cl+r hi:gold cl",
    "T06 cl wo wo wo:wood wo cl cl:holy lake c/s c/sw s/sw",
    "T07 hi cl mo:stone hi cl:outpost cl cl range c/ne n/ne",
    "T08 de hi:crystal hi de de:tower cl cl river c/s s/sw",
    "T09 de:gold de de cl cl hi:ruin hi range c/nw nw/sw",
    "T10 wo+r cl+r cl:tower+r wo wo:wood cl mo range c/nw n/nw nw/sw",
    "T11 cl hi cl cl:holy hi:crystal cl mo:stone river c/n c/ne ne/se",
    "T12 cl+r cl cl hi:gold+r cl cl+r hi:ruin lake c/n n/ne c/ne",
    "T13 cl cl:holy cl wo de:gold de hi:stone",
    "T14 hi mo hi cl:ruin cl cl hi:crystal range c/n n/ne",
    "T15 wo:wood+r wo cl:outpost+r cl cl cl+r wo",
    "T16 mo hi cl:tower cl cl hi:stone mo range c/nw n/nw",
    "T17 cl cl cl cl hi:ruin cl hi:gold river c/nw n/nw s/sw",
    "T18 wo wo:wood cl de:crystal de cl:outpost wo lake c/ne n/ne c/n",
    "T19 cl+r cl cl+r mo:stone hi cl+r cl:tower range c/s s/se",
    "T20 hi cl hi:gold mo cl wo:ruin wo range c/se ne/se se/s",
    "T21 cl:holy wo wo cl cl wo:wood cl lake c/se c/s se/s",
    "T22 de+r cl:outpost+r de de hi:crystal+r hi cl",
    "T23 hi mo mo cl cl:tower cl hi river c/ne c/se s/se",
    "T24 de:gold+r cl cl:ruin cl+r hi cl cl+r range n/nw c/n",
    "K cl:city+r hi:stone cl+r wo:wood cl+r cl:recruit cl+r",
    "A cl:city+r hi:stone cl+r wo:wood cl+r cl:recruit cl+r",
    "B cl:camp+r hi:stone cl+r wo:wood cl+r cl:recruit cl+r",
)
TERRAIN_TILES: Final = 24
TILES: Final = 27
TILE_NAMES: Final = tuple(row.split()[0] for row in _ROWS)
TILE_WORDS: Final = tuple(tuple(row.split()[1 : 1 + HEXES]) for row in _ROWS)


def _feature(word: str) -> int:
    name = word.removesuffix("+r")
    return FEATURES.index(name.split(":")[1]) if ":" in name else F_NONE


def _walls(row: str) -> "list[int]":
    """For one tile, 49 flags: whether the hexside between two positions is impassable."""
    flags = [0] * (HEXES * HEXES)
    for side in row.split()[1 + HEXES :]:
        if "/" in side:
            one, other = [POSITIONS.index(name) for name in side.split("/")]
            flags[one * HEXES + other] = 1
            flags[other * HEXES + one] = 1
    return flags


FEATURE: Final = [_feature(word) for words in TILE_WORDS for word in words]
TERRAIN: Final = [TERRAINS.index(word[:2]) for words in TILE_WORDS for word in words]
ROAD: Final = [1 if word.endswith("+r") else 0 for words in TILE_WORDS for word in words]
WALLS: Final = [flag for row in _ROWS for flag in _walls(row)]
