"""Numbers, names, cards and the lie of the land: data only, no behaviour.

Spaces are numbered in their lexicographic order: the eight gates, then the 36 march squares.
"""

from typing import Final

from pentarch.engine.core import Numbers, Words

NONE: Final = 255
"""Nobody, nothing, nowhere: fits a byte, so that a state packs into bytes."""

# Resources, in the order of every listing; a resource tile's terrain is its resource.
GOLD: Final = 0
LUMBER: Final = 1
MINING: Final = 2
WHEAT: Final = 3
MOUNTAIN: Final = 4
LAKE: Final = 5
RESOURCE_NAMES: Final[Words] = ("gold", "lumber", "mining", "wheat")
TERRAIN_NAMES: Final[Words] = ("none", "lumber", "mining", "wheat", "mountain", "lake")
TERRAIN_COUNTS: Final[Numbers] = (0, 12, 12, 12, 7, 6)
DIAL_TOP: Final = 21
DIAL_FALL: Final = 11
DIAL_FALL_GOLDEN_AGE: Final = 8
WEALTH_ABOVE: Final = 12
WEALTH_ABOVE_BARTER: Final = 5
START_RESOURCE: Final = 6

# Spaces and tiles.
GATES: Final = 8
SQUARES: Final = 36
SPACES: Final = GATES + SQUARES
TILES: Final = 49
DIAGONALS: Final = 50


def square(x: int, y: int) -> int:
    """The space number of march square sxy."""
    return GATES + (x - 1) * 6 + y - 1


def tile(x: int, y: int) -> int:
    """The number of the tile in column x and row y."""
    return (x - 1) * 7 + y - 1


GATE_NAMES: Final = tuple(f"gate{k}" for k in range(1, GATES + 1))
SQUARE_NAMES: Final = tuple(f"s{x}{y}" for x in range(1, 7) for y in range(1, 7))
SPACE_NAMES: Final[Words] = GATE_NAMES + SQUARE_NAMES
TILE_NAMES: Final = tuple(f"{'abcdefg'[x - 1]}{y}" for x in range(1, 8) for y in range(1, 8))
GATE_SQUARES: Final[tuple[Numbers, ...]] = (
    (square(1, 2), square(1, 3)),
    (square(1, 4), square(1, 5)),
    (square(2, 6), square(3, 6)),
    (square(4, 6), square(5, 6)),
    (square(6, 4), square(6, 5)),
    (square(6, 2), square(6, 3)),
    (square(4, 1), square(5, 1)),
    (square(2, 1), square(3, 1)),
)
START_TILES: Final[Numbers] = (
    tile(1, 3), tile(1, 5), tile(3, 7), tile(5, 7), tile(7, 5), tile(7, 3), tile(5, 1), tile(3, 1)
)  # fmt: skip
RIM_TILES: Final = tuple(
    [tile(1, y) for y in range(1, 8)]
    + [tile(x, 7) for x in range(2, 8)]
    + [tile(7, y) for y in range(6, 0, -1)]
    + [tile(x, 1) for x in range(6, 1, -1)]
)
INNER_TILES: Final = tuple(tile(x, y) for y in range(2, 7) for x in range(2, 7))


def _touching() -> "tuple[tuple[int, ...], ...]":
    rows: list[tuple[int, ...]] = [() for _ in range(GATES)]
    for x in range(1, 7):
        for y in range(1, 7):
            rows.append((tile(x, y), tile(x, y + 1), tile(x + 1, y), tile(x + 1, y + 1)))
    return tuple(rows)


TOUCHING: Final = _touching()
"""TW-MAP.5: the four tiles around each square, in the order of their names; gates touch none."""


def _channels() -> "tuple[tuple[int, int, int, int], ...]":
    rows: list[tuple[int, int, int, int]] = []
    for x in range(1, 7):
        for y in range(1, 7):
            if x < 6:
                rows.append((square(x, y), square(x + 1, y), tile(x + 1, y), tile(x + 1, y + 1)))
            if y < 6:
                rows.append((square(x, y), square(x, y + 1), tile(x, y + 1), tile(x + 1, y + 1)))
    return tuple(rows)


CHANNELS: Final = _channels()
"""Each channel: its two squares and the two tiles it passes between."""


def _diagonals() -> "tuple[tuple[int, int, int], ...]":
    rows: list[tuple[int, int, int]] = []
    for x in range(2, 7):
        for y in range(2, 7):
            rows.append((tile(x, y), square(x - 1, y - 1), square(x, y)))
            rows.append((tile(x, y), square(x - 1, y), square(x, y - 1)))
    return tuple(rows)


DIAGONAL_ENDS: Final = _diagonals()
"""Each diagonal: its tile and its two squares; the two of one tile stand at 2k and 2k + 1."""


def _crossings() -> "tuple[tuple[tuple[int, int], ...], ...]":
    rows: list[list[tuple[int, int]]] = [[] for _ in range(SPACES)]
    for index, (_, one, other) in enumerate(DIAGONAL_ENDS):
        rows[one].append((index, other))
        rows[other].append((index, one))
    return tuple(tuple(sorted(row, key=_by_square)) for row in rows)


def _by_square(crossing: "tuple[int, int]") -> int:
    return crossing[1]


CROSSINGS: Final = _crossings()
"""For each space the diagonals that start there: (diagonal, square at the other end)."""

# The sea.
ANCHORS: Final = 32
DOCK_GAP: Final = 4

# Trading posts: (posts used, links) for few and for many seats.
POSTS_FEW: Final = 3
POSTS_MANY: Final = 4
MANY_SEATS: Final = 4
LINKS_FEW: Final[tuple[Numbers, ...]] = ((1, 2), (0, 2), (0, 1))
LINKS_MANY: Final[tuple[Numbers, ...]] = ((2,), (3,), (0,), (1,))

# Seasons and dice: the steps of each face (TW-TURN.1, TW-TURN.10).
SEASON_NAMES: Final[Words] = ("summer", "harvest", "fall", "winter", "spring")
SPRING: Final = 4
RED_DIE: Final[Numbers] = (1, 2, 2, 3, 3, 3)
BLUE_DIE: Final[Numbers] = (1, 1, 1, 2, 2, 3)
SEASON_DICE: Final[tuple[Numbers, ...]] = (RED_DIE, RED_DIE, BLUE_DIE, BLUE_DIE, RED_DIE)
LONGEST_ROLL: Final = 3

# Tokens.
MARCH: Final = 0
BUILD: Final = 1
RECRUIT: Final = 2
RESOURCES: Final = 3
TECH: Final = 4
RETREAT: Final = 5
TOKEN_NAMES: Final[Words] = ("march", "build", "recruit", "resources", "tech", "retreat")
TOKENS: Final[Numbers] = (2, 2, 2, 2, 1, 1)

# Buildings. Costs are (gold, lumber, mining, wheat).
SETTLEMENT: Final = 1
VILLAGE: Final = 2
CASTLE: Final = 3
BUILDING_NAMES: Final[Words] = ("none", "settlement", "village", "castle")
SETTLEMENT_COST: Final[tuple[int, int, int, int]] = (0, 2, 0, 1)
UPGRADE_COST: Final[tuple[int, int, int, int]] = (1, 1, 2, 0)
VILLAGE_COST: Final[tuple[int, int, int, int]] = (1, 3, 2, 1)
CASTLE_COST: Final[tuple[int, int, int, int]] = (2, 3, 4, 2)
SUPPORT: Final[Numbers] = (0, 1, 2, 4)
BASE_SUPPORT: Final = 2
MOST_SITES: Final = 6  # TW-BLD.3
MOST_VILLAGES: Final = 5  # TW-BLD.11
MOST_CASTLES: Final = 2
CASTLE_STRENGTH: Final = 2  # TW-CAS.7
CASTLE_BLOCKS: Final = 1
WALL_STRENGTH: Final = 1  # TW-CAP.5
WALL_BLOCKS: Final = 1
MILITIA_STRENGTH: Final = 2

# Structures.
ROAD: Final = 0
BRIDGE: Final = 1
TUNNEL: Final = 2
STRUCTURE_NAMES: Final[Words] = ("road", "bridge", "tunnel")
STRUCTURE_COSTS: Final[tuple[tuple[int, int, int, int], ...]] = (
    (0, 1, 1, 0),
    (1, 3, 0, 0),
    (1, 0, 3, 0),
)
STRUCTURE_SUPPLY: Final[Numbers] = (20, 6, 14)
STRUCTURE_OF_TERRAIN: Final[Numbers] = (ROAD, ROAD, ROAD, ROAD, TUNNEL, BRIDGE)

# Soldiers.
START_SOLDIERS: Final = 2  # TW-SEA.2
SOLDIER_LIMIT: Final = 10  # TW-REC.3
MUSTER: Final = 6
SQUAD_LIMIT: Final = 3
BIG_SQUAD_LIMIT: Final = 4
MOST_SQUADS: Final = 4  # TW-MAR.13
GATE_LIMIT: Final = 6  # TW-CAP.4
RECRUIT_COST: Final[tuple[int, int, int, int]] = (1, 0, 0, 2)

# Yearly gifts of a capital (TW-CAP.2).
SPONSORSHIP: Final[Numbers] = (3, 1, 1, 1)
CASTLE_GOLD: Final = 2  # TW-CAS.4
POST_GOLD: Final = 1
POST_GOLD_ECONOMY: Final = 2
POST_GOLD_LEVEL: Final = 3

# Yearly gifts of economy techs: ec01-ec04, ec14 of each field, ec15.
CROP_GIFT: Final = 2
FESTIVAL_GIFT: Final = 2
BANK_GIFT: Final = 5

# Universities and techs.
ECONOMY: Final = 0
ENGINEERING: Final = 1
MILITARY: Final = 2
CATEGORY_NAMES: Final[Words] = ("economy", "engineering", "military")
TOP_LEVEL: Final = 4
UNIVERSITY_COSTS: Final[tuple[tuple[Numbers, ...], ...]] = (
    ((1, 1, 0, 1), (1, 1, 0, 1), (2, 1, 0, 1), (2, 2, 0, 2)),
    ((1, 1, 1, 0), (1, 1, 1, 0), (1, 1, 2, 0), (2, 2, 2, 0)),
    ((1, 0, 1, 1), (1, 0, 1, 1), (1, 0, 1, 2), (2, 0, 2, 2)),
)
TECH_COSTS: Final[tuple[tuple[Numbers, ...], ...]] = (
    ((2, 1, 0, 0), (2, 0, 0, 1), (2, 1, 0, 1), (3, 2, 0, 1)),
    ((1, 0, 1, 0), (1, 1, 1, 0), (2, 1, 1, 0), (3, 1, 2, 0)),
    ((1, 0, 0, 1), (1, 0, 1, 1), (2, 0, 1, 1), (3, 0, 2, 1)),
)
TECHS: Final = 48  # TW-CARD.9
TECH_NAMES: Final = tuple(
    f"{prefix}{number:02d}" for prefix in ("ec", "en", "mi") for number in range(1, 17)
)


def category_of(tech: int) -> int:
    """The category of a tech."""
    return tech // 16


def level_of(tech: int) -> int:
    """The level of a tech, 1 to 4."""
    return tech % 16 // 4 + 1


EC01: Final = 0
EC02: Final = 1
EC03: Final = 2
EC04: Final = 3
EC05: Final = 4
EC06: Final = 5
EC07: Final = 6
EC08: Final = 7
EC09: Final = 8
EC10: Final = 9
EC11: Final = 10
EC12: Final = 11
EC13: Final = 12
EC14: Final = 13
EC15: Final = 14
EC16: Final = 15
EN01: Final = 16
EN02: Final = 17
EN03: Final = 18
EN04: Final = 19
EN05: Final = 20
EN06: Final = 21
EN07: Final = 22
EN08: Final = 23
EN09: Final = 24
EN10: Final = 25
EN11: Final = 26
EN12: Final = 27
EN13: Final = 28
EN14: Final = 29
EN15: Final = 30
EN16: Final = 31
MI01: Final = 32
MI02: Final = 33
MI03: Final = 34
MI04: Final = 35
MI05: Final = 36
MI06: Final = 37
MI07: Final = 38
MI08: Final = 39
MI09: Final = 40
MI10: Final = 41
MI11: Final = 42
MI12: Final = 43
MI13: Final = 44
MI14: Final = 45
MI15: Final = 46
MI16: Final = 47

TECH_TITLES: Final[Words] = (
    "Crop Rotation", "Sawmills", "Ore Carts", "Coin Mint",
    "Granary Network", "Barter House", "Tithe Barns", "Draft Call",
    "Royal Muster", "Master Builders", "Caravan Charter", "Open Archives",
    "Grand Exchange", "Harvest Festival", "Crown Bank", "Golden Age",
    "Palisades", "Pit Traps", "Stone Walls", "Road Crews",
    "Watchtowers", "Boiling Oil", "Supply Depots", "Mountain Guard",
    "Army Camps", "Moats", "Stone Golem", "Catapult Crew",
    "Citadel", "Militia Bells", "Iron Colossus", "Sky Lanterns",
    "Bronze Spears", "Sling Corps", "Hide Shields", "Forced March",
    "Iron Swords", "Fire Arrows", "Drill Yards", "War Hounds",
    "Siege Ladders", "Plunder Rights", "Berserkers", "Siege Ram",
    "Steel Legion", "War Elephants", "Fire Drake", "Shadow Blades",
)  # fmt: skip

TECH_BATTLE: Final[tuple[Numbers, ...]] = (
    *[(0, 0, 0) for _ in range(16)],
    (1, 0, 0), (0, 1, 0), (0, 0, 1), (0, 0, 0),
    (1, 0, 0), (0, 2, 0), (0, 0, 0), (0, 0, 2),
    (0, 0, 1), (1, 0, 1), (1, 0, 1), (0, 2, 0),
    (2, 0, 0), (0, 0, 0), (2, 0, 1), (1, 0, 0),
    (1, 0, 0), (0, 1, 0), (0, 0, 1), (0, 0, 0),
    (1, 0, 0), (0, 1, 0), (0, 0, 0), (1, 0, 0),
    (2, 0, 0), (0, 0, 0), (1, 1, 0), (1, 0, 0),
    (2, 0, 0), (2, 1, 0), (1, 2, 0), (1, 0, 0),
)  # fmt: skip
"""Strength, kills and blocks of every tech and super unit."""

BUILDING_DEFENCES: Final[Numbers] = (EN05, EN10)
STRONGHOLD_DEFENCES: Final[Numbers] = (EN06,)
SIEGE_ATTACKS: Final[Numbers] = (MI09,)
RAM_STRENGTH: Final = 2
SHADOW_BLOCKS: Final = 2
PLUNDER_GOLD: Final = 2
DEPOT_SUPPORT: Final = 2

# Super units, by the number of their tech.
UNITS: Final[Numbers] = (EN08, EN11, EN12, EN15, EN16, MI08, MI11, MI12, MI14, MI15, MI16)
UNIT_NAMES: Final = tuple(TECH_NAMES[tech] for tech in UNITS)
UNIT_OF_TECH: Final = tuple(UNITS.index(t) if t in UNITS else NONE for t in range(TECHS))
MOST_UNITS: Final = 4
CAPITAL: Final = 100
"""Where a super unit is that is kept in its owner's capital."""
SKY_LANTERNS: Final = UNITS.index(EN16)
SIEGE_RAM: Final = UNITS.index(MI12)
SHADOW_BLADES: Final = UNITS.index(MI16)

# Battle cards: name, strength, kills, blocks; four copies each.
BATTLE_CARDS: Final[tuple[tuple[str, int, int, int], ...]] = (
    ("bc01", 1, 3, 2), ("bc02", 1, 2, 3), ("bc03", 1, 3, 1),
    ("bc04", 2, 3, 1), ("bc05", 2, 2, 2), ("bc06", 2, 1, 3),
    ("bc07", 3, 2, 1), ("bc08", 3, 1, 2), ("bc09", 3, 2, 0),
    ("bc10", 4, 1, 2), ("bc11", 4, 1, 1), ("bc12", 4, 2, 0),
)  # fmt: skip
BATTLE_NAMES: Final = tuple(card[0] for card in BATTLE_CARDS)
BATTLE_TITLES: Final[Words] = (
    "Ambush", "Shield Circle", "Night Foray", "Volley", "Line of Battle", "Hold the Ground",
    "Flank Attack", "Phalanx", "Headlong Rush", "Banner Guard", "Cavalry Charge", "All or Nothing",
)  # fmt: skip
BATTLE_TYPES: Final = 12
BATTLE_COPIES: Final = 4
DECK: Final = 6
EQUAL_DEAL: Final[Numbers] = (0, 3, 5, 7, 9, 11)

# Morale cards.
GOODCROP: Final = 0
TIMBERRAFT: Final = 1
RICHVEIN: Final = 2
WINDFALL: Final = 3
BAZAAR: Final = 4
FREEMASONS: Final = 5
VOLUNTEERS: Final = 6
SCHOLARS: Final = 7
BATTLECRY: Final = 8
HEROSONG: Final = 9
DEADLYAIM: Final = 10
SHIELDWALL: Final = 11
FAIRWINDS: Final = 12
CANCELBATTLE: Final = 13
TRUSTED: Final = 14
RANSOM: Final = 15
MORALE_NAMES: Final[Words] = (
    "goodcrop", "timberraft", "richvein", "windfall", "bazaar", "freemasons", "volunteers",
    "scholars", "battlecry", "herosong", "deadlyaim", "shieldwall", "fairwinds", "cancelbattle",
    "trusted", "ransom",
)  # fmt: skip
MORALE_COPIES: Final[Numbers] = (3, 3, 3, 3, 3, 3, 3, 3, 4, 3, 3, 3, 3, 3, 3, 2)
MORALE_TYPES: Final = 16
MORALE_CARDS: Final = 48
TURN_CARDS: Final = tuple(range(GOODCROP, SCHOLARS + 1))
WINDOW_BATTLE: Final[Numbers] = (
    BATTLECRY, HEROSONG, DEADLYAIM, SHIELDWALL, CANCELBATTLE, TRUSTED, RANSOM
)  # fmt: skip
SINGLE_CARDS: Final[Numbers] = (CANCELBATTLE, TRUSTED, RANSOM)
MORALE_GIFTS: Final[tuple[Numbers, ...]] = (
    (0, 0, 0, 3),
    (0, 3, 0, 0),
    (0, 0, 3, 0),
    (3, 0, 0, 0),
    (1, 1, 1, 1),
)
MORALE_BATTLE: Final[tuple[Numbers, ...]] = (
    *[(0, 0, 0) for _ in range(8)],
    (1, 0, 0), (2, 0, 0), (0, 2, 0), (0, 0, 2),
    (0, 0, 0), (0, 0, 0), (0, 0, 0), (0, 0, 0),
)  # fmt: skip
MASONS_DISCOUNT: Final[tuple[int, int, int, int]] = (0, 2, 1, 0)
BUILDERS_DISCOUNT: Final[tuple[int, int, int, int]] = (0, 1, 1, 0)
SCHOLARS_DISCOUNT: Final = 2
MOST_COMMITTED: Final = 2
CANCEL_GOLD: Final = 2
RANSOM_GOLD: Final = 3

# Diplomacy.
MOST_OFFERS: Final = 2
MOST_TRADED: Final = 3
ALLIANCE_GOLD: Final = 4
ALLIANCE_EXTRA: Final = 2

GOLDEN_XADLAS: Final = 40
SILVER_XADLAS: Final = 20
CAPITAL_XADLAS: Final = 2
HOUSE_NAMES: Final[Words] = ("auren", "karsk", "velmar", "thornwold", "ombrel", "sablen")
