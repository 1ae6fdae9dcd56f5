"""Numbers, names and rows of the rulebook: data only, no behaviour.

The map is in `lattice`, techs are in `techs`, cards in `cards`; what they give comes from here.
"""

from typing import Final, TypeAlias, final

from pentarch.engine.core import Numbers, Words

NONE: Final = 255
"""Nobody, nothing, nowhere: fits a byte, so that a state packs into bytes."""

Cost: TypeAlias = "tuple[int, int, int, int]"
"""So much gold, lumber, mining, wheat."""
FREE: Final[Cost] = (0, 0, 0, 0)

# Resources, in the order of every listing; a field's terrain is its resource.
GOLD: Final = 0
LUMBER: Final = 1
MINING: Final = 2
WHEAT: Final = 3
RESOURCE_NAMES: Final[Words] = ("gold", "lumber", "mining", "wheat")
DIAL_TOP: Final = 21
DIAL_FALL: Final = 11
WEALTH_ABOVE: Final = 12
START_RESOURCE: Final = 6
HARVEST: Final = 2
"""TW-RES.1: resources that a RESOURCES token gives."""


@final
class Might:
    """What somebody brings to a battle."""

    def __init__(self, strength: int, kills: int, blocks: int) -> None:
        self.strength: Final = strength
        self.kills: Final = kills
        self.blocks: Final = blocks

    def plus(self, other: "Might") -> "Might":
        """Both together."""
        return Might(
            self.strength + other.strength, self.kills + other.kills, self.blocks + other.blocks
        )

    def total(self) -> int:
        """All three added up, to compare super units (TW-SUN.6)."""
        return self.strength + self.kills + self.blocks


NO_MIGHT: Final = Might(0, 0, 0)


@final
class Structure:
    """What is laid on a diagonal; `crews` is what Road Crews save."""

    def __init__(self, name: str, cost: Cost, supply: int, crews: Cost) -> None:
        self.name: Final = name
        self.cost: Final = cost
        self.supply: Final = supply
        self.crews: Final = crews


ROAD: Final = 0
BRIDGE: Final = 1
TUNNEL: Final = 2
STRUCTURES: Final["tuple[Structure, ...]"] = (
    Structure("road", cost=(0, 1, 1, 0), supply=20, crews=(0, 1, 1, 0)),
    Structure("bridge", cost=(1, 3, 0, 0), supply=6, crews=(0, 1, 0, 0)),
    Structure("tunnel", cost=(1, 0, 3, 0), supply=14, crews=(0, 0, 1, 0)),
)
STRUCTURE_NAMES: Final = tuple(row.name for row in STRUCTURES)


@final
class Terrain:
    """A kind of tile: how many the map has, and what a diagonal across it takes."""

    def __init__(self, name: str, count: int, structure: int) -> None:
        self.name: Final = name
        self.count: Final = count
        self.structure: Final = structure


MOUNTAIN: Final = 4
"""Fields come before mountains and lakes."""
LAKE: Final = 5
TERRAINS: Final["tuple[Terrain, ...]"] = (
    Terrain("none", 0, ROAD),
    Terrain("lumber", 12, ROAD),
    Terrain("mining", 12, ROAD),
    Terrain("wheat", 12, ROAD),
    Terrain("mountain", 7, TUNNEL),
    Terrain("lake", 6, BRIDGE),
)
TERRAIN_NAMES: Final = tuple(row.name for row in TERRAINS)

# The sea.
ANCHORS: Final = 32
DOCK_GAP: Final = 4

# Trading posts: how many, and which are linked, for few and for many seats.
POSTS_FEW: Final = 3
POSTS_MANY: Final = 4
MANY_SEATS: Final = 4
LINKS_FEW: Final[tuple[Numbers, ...]] = ((1, 2), (0, 2), (0, 1))
LINKS_MANY: Final[tuple[Numbers, ...]] = ((2,), (3,), (0,), (1,))


def post_count(seats: int) -> int:
    """How many posts lie on the map."""
    return POSTS_MANY if seats >= MANY_SEATS else POSTS_FEW


def links(seats: int) -> "tuple[Numbers, ...]":
    """TW-TP.2, TW-TP.3: for each post the posts that it is linked with."""
    return LINKS_MANY if seats >= MANY_SEATS else LINKS_FEW


# Seasons and dice: the steps of each face (TW-TURN.1, TW-TURN.10).
RED_DIE: Final[Numbers] = (1, 2, 2, 3, 3, 3)
BLUE_DIE: Final[Numbers] = (1, 1, 1, 2, 2, 3)
LONGEST_ROLL: Final = 3


@final
class Season:
    """A season, and the die that a march rolls in it."""

    def __init__(self, name: str, die: Numbers) -> None:
        self.name: Final = name
        self.die: Final = die


SPRING: Final = 4
SEASONS: Final["tuple[Season, ...]"] = (
    Season("summer", RED_DIE),
    Season("harvest", RED_DIE),
    Season("fall", BLUE_DIE),
    Season("winter", BLUE_DIE),
    Season("spring", RED_DIE),
)
SEASON_NAMES: Final = tuple(row.name for row in SEASONS)


@final
class Token:
    """A main action, and how often it can be taken in a year."""

    def __init__(self, name: str, count: int) -> None:
        self.name: Final = name
        self.count: Final = count


MARCH: Final = 0
BUILD: Final = 1
RECRUIT: Final = 2
RESOURCES: Final = 3
TECH: Final = 4
RETREAT: Final = 5
TOKENS: Final["tuple[Token, ...]"] = (
    Token("march", 2),
    Token("build", 2),
    Token("recruit", 2),
    Token("resources", 2),
    Token("tech", 1),
    Token("retreat", 1),
)
TOKEN_NAMES: Final = tuple(row.name for row in TOKENS)


@final
class BuildingKind:
    """What stands on a square: field soldiers it supports, yearly gold, silos, size in ties."""

    def __init__(
        self, name: str, *, cost: Cost, support: int, gold: int, silos: int, size: int
    ) -> None:
        self.name: Final = name
        self.cost: Final = cost
        self.support: Final = support
        self.gold: Final = gold
        self.silos: Final = silos
        self.size: Final = size


NOTHING: Final = 0
SETTLEMENT: Final = 1
VILLAGE: Final = 2
CASTLE: Final = 3
BUILDINGS: Final["tuple[BuildingKind, ...]"] = (
    BuildingKind("none", cost=FREE, support=0, gold=0, silos=0, size=0),
    BuildingKind("settlement", cost=(0, 2, 0, 1), support=1, gold=0, silos=1, size=1),
    BuildingKind("village", cost=(1, 3, 2, 1), support=2, gold=1, silos=2, size=2),
    BuildingKind("castle", cost=(2, 3, 4, 2), support=4, gold=3, silos=2, size=4),  # TW-CAS.4
)
BUILDING_NAMES: Final = tuple(row.name for row in BUILDINGS)
UPGRADE_COST: Final[Cost] = (1, 1, 2, 0)
BASE_SUPPORT: Final = 2
MOST_SITES: Final = 6  # TW-BLD.3
MOST_VILLAGES: Final = 5  # TW-BLD.11
MOST_CASTLES: Final = 2
CASTLE_MIGHT: Final = Might(2, 0, 1)  # TW-CAS.7
WALL_MIGHT: Final = Might(1, 0, 1)  # TW-CAP.5

# Soldiers.
START_SOLDIERS: Final = 2  # TW-SEA.2
SOLDIER_LIMIT: Final = 10  # TW-REC.3
SQUAD_LIMIT: Final = 3
MOST_SQUADS: Final = 4  # TW-MAR.13
GATE_LIMIT: Final = 6  # TW-CAP.4
RECRUIT_COST: Final[Cost] = (1, 0, 0, 2)
MOST_UNITS: Final = 4
CAPITAL: Final = 100
"""Where a super unit is that is kept in its owner's capital."""

# Yearly gifts of a capital (TW-CAP.2) and of posts.
SPONSORSHIP: Final[Numbers] = (3, 1, 1, 1)
POST_GOLD: Final = 1
POST_GOLD_ECONOMY: Final = 2
POST_GOLD_LEVEL: Final = 3


@final
class Level:
    """A level of a university: what raising it costs, and what its techs cost."""

    def __init__(self, raising: Cost, tech: Cost) -> None:
        self.raising: Final = raising
        self.tech: Final = tech


@final
class Category:
    """A university and its four levels."""

    def __init__(self, name: str, levels: "list[Level]") -> None:
        self.name: Final = name
        self.levels: Final = levels


ECONOMY: Final = 0
ENGINEERING: Final = 1
MILITARY: Final = 2
TOP_LEVEL: Final = 4
CATEGORIES: Final["tuple[Category, ...]"] = (
    Category(
        "economy",
        [
            Level(raising=(1, 1, 0, 1), tech=(2, 1, 0, 0)),
            Level(raising=(1, 1, 0, 1), tech=(2, 0, 0, 1)),
            Level(raising=(2, 1, 0, 1), tech=(2, 1, 0, 1)),
            Level(raising=(2, 2, 0, 2), tech=(3, 2, 0, 1)),
        ],
    ),
    Category(
        "engineering",
        [
            Level(raising=(1, 1, 1, 0), tech=(1, 0, 1, 0)),
            Level(raising=(1, 1, 1, 0), tech=(1, 1, 1, 0)),
            Level(raising=(1, 1, 2, 0), tech=(2, 1, 1, 0)),
            Level(raising=(2, 2, 2, 0), tech=(3, 1, 2, 0)),
        ],
    ),
    Category(
        "military",
        [
            Level(raising=(1, 0, 1, 1), tech=(1, 0, 0, 1)),
            Level(raising=(1, 0, 1, 1), tech=(1, 0, 1, 1)),
            Level(raising=(1, 0, 1, 2), tech=(2, 0, 1, 1)),
            Level(raising=(2, 0, 2, 2), tech=(3, 0, 2, 1)),
        ],
    ),
)
CATEGORY_NAMES: Final = tuple(row.name for row in CATEGORIES)

# Cards in play.
MASONS_DISCOUNT: Final[Cost] = (0, 2, 1, 0)
SCHOLARS_DISCOUNT: Final = 2
MOST_COMMITTED: Final = 2
DECK: Final = 6

# Swapping with the bank.
BARTER_PRICE: Final = 2
EXCHANGE_PRICE: Final = 1

# Diplomacy.
MOST_OFFERS: Final = 2
MOST_TRADED: Final = 3
ALLIANCE_GOLD: Final = 4
ALLIANCE_EXTRA: Final = 2

# Xadlas.
GOLDEN_XADLAS: Final = 40
SILVER_XADLAS: Final = 20
CAPITAL_XADLAS: Final = 2
POSTS_FOR_XADLA: Final = 2
"""TW-YEAR.4, TW-TP.9: posts that earn a golden Xadla at the year end."""

HOUSE_NAMES: Final[Words] = ("auren", "karsk", "velmar", "thornwold", "ombrel", "sablen")


@final
class Ending:
    """How a match ended, and the rule that says so."""

    def __init__(self, number: int, name: str, rule: str, *, natural: bool) -> None:
        self.number: Final = number
        self.name: Final = name
        self.rule: Final = rule
        self.natural: Final = natural


GOES_ON: Final = Ending(0, "goes_on", "TW-LEN.1", natural=False)
BY_TARGET: Final = Ending(1, "target", "TW-LEN.6", natural=True)
BY_ALLIANCE: Final = Ending(2, "alliance", "TW-ALL.12", natural=True)
BY_YEARS: Final = Ending(3, "years", "TW-LEN.9", natural=True)
BY_SEASONS: Final = Ending(4, "seasons", "TW-LEN.4", natural=True)
BY_SUPPLY: Final = Ending(5, "supply", "TW-LEN.12", natural=True)
BY_CAP: Final = Ending(6, "year_cap", "TW-LEN.11", natural=False)
ENDINGS: Final["tuple[Ending, ...]"] = (
    GOES_ON,
    BY_TARGET,
    BY_ALLIANCE,
    BY_YEARS,
    BY_SEASONS,
    BY_SUPPLY,
    BY_CAP,
)
