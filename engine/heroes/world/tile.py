"""The terrain tiles and start tiles, and what each of their seven hexes holds."""

from typing import Final, final

from pentarch.engine.core import Numbers, Words

POSITIONS: Final[Words] = ("c", "n", "ne", "se", "s", "sw", "nw")
HEXES: Final = 7
CENTRE: Final = 0

TERRAINS: Final[Words] = ("cl", "de", "hi", "wo", "mo")
TERRAIN_COST: Final[Numbers] = (1, 1, 2, 2, 3)


@final
class Feature:
    """What a hex holds: its letter in drawings, the resource it gives, its column in GUARDS."""

    def __init__(self, name: str, letter: str, resource: int = -1, guards: int = -1) -> None:
        self.name: Final = name
        self.letter: Final = letter
        self.resource: Final = resource
        self.guards: Final = guards
        self.is_mine: Final = resource >= 0


NOTHING: Final = Feature("", ".")
GOLD_MINE: Final = Feature("gold", "g", resource=0, guards=1)
CRYSTAL_MINE: Final = Feature("crystal", "c", resource=1, guards=1)
STONE_MINE: Final = Feature("stone", "s", resource=2, guards=0)
WOOD_MINE: Final = Feature("wood", "w", resource=3, guards=0)
RUIN: Final = Feature("ruin", "R", guards=2)
TOWER: Final = Feature("tower", "T", guards=3)
OUTPOST: Final = Feature("outpost", "O")
HOLY_PLACE: Final = Feature("holy", "H")
RECRUITS: Final = Feature("recruit", "M")
CITY: Final = Feature("city", ".")
CAMP: Final = Feature("camp", ".")
FEATURES: Final[tuple[Feature, ...]] = (
    *(NOTHING, GOLD_MINE, CRYSTAL_MINE, STONE_MINE, WOOD_MINE, RUIN),
    *(TOWER, OUTPOST, HOLY_PLACE, RECRUITS, CITY, CAMP),
)
_BY_NAME: Final = {feature.name: feature for feature in FEATURES}


@final
class Tile:
    """A tile by its row: name, words of its hexes, then the impassable hexsides.

    `border` is what makes them so: a lake, a range, a river; `bridge` is where a river is crossed.
    `walls[one][other]` says that the hexside between two positions cannot be crossed; `bare` hexes
    hold nothing but perhaps a Camp.
    """

    def __init__(self, number: int, row: str) -> None:
        words = row.split()
        self.number: Final = number
        self.name: Final = words[0] if words else ""
        self.words: Final[Words] = tuple(words[1 : 1 + HEXES])
        self.features: Final = [_feature(word) for word in self.words]
        self.bare: Final = [feature is NOTHING or feature is CAMP for feature in self.features]
        self.terrains: Final = [TERRAINS.index(word[:2]) for word in self.words]
        self.costs: Final = [TERRAIN_COST[terrain] for terrain in self.terrains]
        self.roads: Final = [word.endswith("+r") for word in self.words]
        self.walls: Final = [[False] * HEXES for _ in range(HEXES)]
        rest = words[1 + HEXES :]
        self.bridge: Final = rest.pop() if "bridge" in rest else ""
        self.border: Final = rest[0] if rest else ""
        self.sides: Final = [side for side in rest if "/" in side]
        for side in self.sides:
            one, other = [POSITIONS.index(name) for name in side.split("/")]
            self.walls[one][other] = True
            self.walls[other][one] = True


def _feature(word: str) -> Feature:
    name = word.removesuffix("+r")
    return _BY_NAME[name.split(":")[1]] if ":" in name else NOTHING


# One tile per row: its hexes c n ne se s sw nw, then the impassable hexsides, then a river hexside
# that stays open because of a bridge.
_ROWS: Final[Words] = (
    "T01 cl+r cl+r hi:gold cl cl+r cl:outpost wo",
    "T02 wo wo cl hi:ruin cl cl wo:wood lake c/ne c/se ne/se",
    "T03 mo hi:tower cl cl mo:stone hi cl range c/sw s/sw",
    "T04 hi:crystal+r cl+r cl:outpost de de cl cl river n/ne c/nw nw/sw bridge c/n",
    "T05 cl hi:ruin cl+r cl+r cl+r hi:gold cl",
    "T06 cl wo wo wo:wood wo cl cl:holy lake c/s c/sw s/sw",
    "T07 hi cl mo:stone hi cl:outpost cl cl range c/ne n/ne",
    "T08 de hi:crystal hi de de:tower cl cl river c/s s/sw bridge s/se",
    "T09 de:gold de de cl cl hi:ruin hi range c/nw nw/sw",
    "T10 wo+r cl+r cl:tower+r wo wo:wood cl mo range c/nw n/nw nw/sw",
    "T11 cl hi cl cl:holy hi:crystal cl mo:stone river c/n c/ne ne/se bridge n/nw",
    "T12 cl+r cl cl hi:gold+r cl cl+r hi:ruin lake c/n n/ne c/ne",
    "T13 cl cl:holy cl wo de:gold de hi:stone",
    "T14 hi mo hi cl:ruin cl cl hi:crystal range c/n n/ne",
    "T15 wo:wood+r wo cl:outpost+r cl cl cl+r wo",
    "T16 mo hi cl:tower cl cl hi:stone mo range c/nw n/nw",
    "T17 cl cl cl cl hi:ruin cl hi:gold river c/nw n/nw s/sw bridge c/sw",
    "T18 wo wo:wood cl de:crystal de cl:outpost wo lake c/ne n/ne c/n",
    "T19 cl+r cl cl+r mo:stone hi cl+r cl:tower range c/s s/se",
    "T20 hi cl hi:gold mo cl wo:ruin wo range c/se ne/se se/s",
    "T21 cl:holy wo wo cl cl wo:wood cl lake c/se c/s se/s",
    "T22 de+r cl:outpost+r de de hi:crystal+r hi cl",
    "T23 hi mo mo cl cl:tower cl hi river c/ne c/se s/se bridge n/ne",
    "T24 de:gold+r cl cl:ruin cl+r hi cl cl+r range n/nw c/n",
    "K cl:city+r hi:stone cl+r wo:wood cl+r cl:recruit cl+r",
    "A cl:city+r hi:stone cl+r wo:wood cl+r cl:recruit cl+r",
    "B cl:camp+r hi:stone cl+r wo:wood cl+r cl:recruit cl+r",
)
TERRAIN_TILES: Final = 24
TILES: Final[tuple[Tile, ...]] = tuple([Tile(number, row) for number, row in enumerate(_ROWS)])
TILE_NAMES: Final[Words] = tuple([tile.name for tile in TILES])
NO_TILE: Final = Tile(255, "")
