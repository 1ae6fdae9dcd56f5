"""The numbers and names of Township. Order of rows is the canonical order; ids never change."""

from typing import Final, final

from pentarch.engine.core import Numbers, Words

# Commodities.
GRAIN: Final = 0
LUMBER: Final = 1
ORE: Final = 2
STONE: Final = 3
TOOLS: Final = 4
SWORDS: Final = 5
SHIELDS: Final = 6
ALE: Final = 7
FINERY: Final = 8
GOODS: Final[Words] = (
    "grain",
    "lumber",
    "ore",
    "stone",
    "tools",
    "swords",
    "shields",
    "ale",
    "finery",
)

# Building types.
FARM: Final = 0
WOODLOT: Final = 1
MINE: Final = 2
QUARRY: Final = 3
SMITHY: Final = 4
BREWERY: Final = 5
GOLDSMITH: Final = 6
HOUSE: Final = 7
GRANARY: Final = 8
WAREHOUSE: Final = 9
SCHOOL: Final = 10
ACADEMY: Final = 11
TOWNHALL: Final = 12
MONUMENT: Final = 13

RAW: Final = "raw"
FINISHED: Final = "finished"
STORAGE: Final = "storage"
CIVIC: Final = "civic"


@final
class Kind:
    """A building type: copies in a seat's set, materials per damage token, renown undamaged."""

    def __init__(
        self, id: str, band: str, *, copies: int, lumber: int, stone: int, renown: int
    ) -> None:
        self.id: Final = id
        self.band: Final = band
        self.copies: Final = copies
        self.lumber: Final = lumber
        self.stone: Final = stone
        self.renown: Final = renown


KINDS: Final[tuple[Kind, ...]] = (
    Kind("farm", RAW, copies=4, lumber=0, stone=0, renown=0),
    Kind("woodlot", RAW, copies=3, lumber=0, stone=0, renown=0),
    Kind("mine", RAW, copies=3, lumber=1, stone=0, renown=0),
    Kind("quarry", RAW, copies=2, lumber=1, stone=0, renown=0),
    Kind("smithy", FINISHED, copies=2, lumber=1, stone=0, renown=0),
    Kind("brewery", FINISHED, copies=2, lumber=1, stone=0, renown=0),
    Kind("goldsmith", FINISHED, copies=2, lumber=1, stone=0, renown=0),
    Kind("house", STORAGE, copies=5, lumber=1, stone=0, renown=1),
    Kind("granary", STORAGE, copies=3, lumber=0, stone=0, renown=0),
    Kind("warehouse", STORAGE, copies=5, lumber=1, stone=0, renown=0),
    Kind("school", CIVIC, copies=1, lumber=1, stone=0, renown=2),
    Kind("academy", CIVIC, copies=4, lumber=1, stone=0, renown=1),
    Kind("townhall", CIVIC, copies=1, lumber=1, stone=1, renown=3),
    Kind("monument", CIVIC, copies=2, lumber=1, stone=1, renown=5),
)
KIND_IDS: Final = tuple(kind.id for kind in KINDS)

# A site is a place for one building card of a seat's set: type by type, copy by copy. Sites in
# ascending order are the canonical order of a seat's buildings.
KIND_OF: Final = [k for k, kind in enumerate(KINDS) for _ in range(kind.copies)]
SITES: Final = len(KIND_OF)
FIRST_SITE: Final = [KIND_OF.index(k) for k in range(len(KINDS))]
SITE_NAMES: Final = tuple(
    f"{KINDS[k].id}{site - FIRST_SITE[k] + 1}" for site, k in enumerate(KIND_OF)
)
RAW_SITES: Final = sum(kind.copies for kind in KINDS if kind.band == RAW)
SITES_OF: Final = [
    list(range(FIRST_SITE[k], FIRST_SITE[k] + kind.copies)) for k, kind in enumerate(KINDS)
]
SITE_RENOWN: Final = [KINDS[k].renown for k in KIND_OF]
SITE_LUMBER: Final = [KINDS[k].lumber for k in KIND_OF]
SITE_STONE: Final = [KINDS[k].stone for k in KIND_OF]


@final
class Recipe:
    """One batch: what goes in and how many pieces of the good come out."""

    def __init__(self, good: int, inputs: "tuple[tuple[int, int], ...]", output: int) -> None:
        self.good: Final = good
        self.inputs: Final = inputs
        self.output: Final = output


RECIPES: Final[list[list[Recipe]]] = [
    [Recipe(GRAIN, (), 1)],
    [Recipe(LUMBER, (), 1)],
    [Recipe(ORE, (), 1)],
    [Recipe(STONE, (), 1)],
    [
        Recipe(TOOLS, ((LUMBER, 1), (ORE, 1)), 1),
        Recipe(SWORDS, ((ORE, 1),), 2),
        Recipe(SHIELDS, ((LUMBER, 1),), 2),
    ],
    [Recipe(ALE, ((GRAIN, 2),), 1)],
    [Recipe(FINERY, ((ORE, 1), (STONE, 1)), 1)],
    [],
    [],
    [],
    [],
    [],
    [],
    [],
]

DIE: Final = 6
ATTACK_BARE: Final = 4  # a die scores at or above this
ATTACK_SWORD: Final = 3
DEFENCE_BARE: Final = 5
DEFENCE_SHIELD: Final = 4
DEPLETES: Final = 1
WEARS: Final = 1

FULL: Final = 5  # tokens that destroy a building, and that a new one carries
PLACES: Final = 5  # activities per building and turn
STORE: Final = 10  # pieces per granary or warehouse
STORE_LOSS: Final = 2  # fewer per damage token
HOUSED: Final = 5  # units per house
UNIT_PRICE: Final = 5
FEAST_LAURELS: Final = 2
SPOILS_CAPTURE: Final = 1  # times `capture_laurels`, per point of a success left over

START_UNITS: Final = 5
START_KINDS: Final[Numbers] = (FARM, WOODLOT, HOUSE, GRANARY, WAREHOUSE)
START_STOCK: Final[Numbers] = (5, 5, 0, 0, 0, 0, 0, 0, 0)

MOST_UNITS: Final = 60  # no seat can ever have more: 25 housed, 25 recruited in a turn
