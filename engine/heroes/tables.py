"""Numbers and names: races, units, Heroes, buildings, guards, dice tables, quests, limits."""

from typing import Final

from pentarch.engine.core import Numbers, Words

# Races. The fourth "race" are the neutral guards.
KNIGHTS: Final = 0
AMAZONS: Final = 1
BARBARIANS: Final = 2
NEUTRAL: Final = 3
RACES: Final[Words] = ("knights", "amazons", "barbarians")
LETTERS: Final[Words] = ("k", "a", "b")
HERO_NAMES: Final[Words] = ("hk1", "hk2", "ha1", "ha2", "hb1", "hb2")

# Units: a code is race * 6 + level - 1; the mercenary stands behind the guards.
CLOSE: Final = 0
RANGED: Final = 1
CAVALRY: Final = 2
KIND_NAMES: Final[Words] = ("close", "ranged", "cavalry")
LEVELS: Final = 6
MERC: Final = 24
UNIT_COUNT: Final = 25
UNIT_NAMES: Final[Words] = (
    "levy",
    "footman",
    "crossbowman",
    "swordsman",
    "lancer",
    "paladin",
    "spearmaiden",
    "outrider",
    "longbow",
    "bladedancer",
    "temple_guard",
    "valkyrie",
    "brawler",
    "axeman",
    "slinger",
    "berserker",
    "wolf_rider",
    "ogre",
    "goblin",
    "orc",
    "bone_archer",
    "troll",
    "centaur",
    "dragon",
    "mercenary",
)
KIND: Final[Numbers] = (
    CLOSE,
    CLOSE,
    RANGED,
    CLOSE,
    CAVALRY,
    CLOSE,
    CLOSE,
    CAVALRY,
    RANGED,
    CLOSE,
    CLOSE,
    CLOSE,
    CLOSE,
    CLOSE,
    RANGED,
    CLOSE,
    CAVALRY,
    CLOSE,
    CLOSE,
    CLOSE,
    RANGED,
    CLOSE,
    CAVALRY,
    CLOSE,
    CLOSE,
)
ATTACK: Final[Numbers] = (
    2, 5, 6, 9, 13, 15,
    3, 4, 7, 10, 12, 16,
    3, 6, 5, 11, 14, 17,
    2, 3, 5, 7, 10, 13,
    4,
)  # fmt: skip
DEFENSE: Final[Numbers] = (
    3, 5, 2, 10, 11, 16,
    2, 5, 2, 9, 12, 15,
    2, 3, 3, 8, 10, 14,
    2, 3, 2, 7, 9, 13,
    3,
)  # fmt: skip
PACE: Final[Numbers] = (3, 3, 3, 3, 5, 3, 3, 6, 3, 4, 4, 4, 3, 3, 3, 4, 6, 4, 3, 3, 2, 3, 5, 4, 3)
LEVEL: Final[Numbers] = (1, 2, 3, 4, 5, 6) * 4 + (2,)
UNIT_WORDS: Final[Words] = ("l1", "l2", "l3", "l4", "l5", "l6", "merc")
MERC_WORD: Final = 6

# Heroes.
ABILITIES: Final[Words] = ("attack", "defense", "initiative", "movement")
ABILITY_CAPS: Final[Numbers] = (12, 12, 15, 10)
HERO_START: Final[tuple[Numbers, ...]] = ((3, 3, 5, 5), (2, 3, 7, 5), (4, 2, 6, 5))
TOP_LEVEL: Final = 20
SKILL_CAP: Final = 6
HONOR_CAP: Final = 20
SKILLS: Final[Words] = ("trade", "diplomacy", "experience", "fury", "cleverness")
RACE_SKILL: Final[Numbers] = (2, 4, 3)
# HW-16.1.2.a: whether diplomacy works on odd (1) or even (0) guard levels.
DIPLOMACY_PARITY: Final[Numbers] = (1, 1, 0)
HERO_KILL_EP: Final = 10

# Resources.
GOLD: Final = 0
CRYSTAL: Final = 1
STONE: Final = 2
WOOD: Final = 3
RESOURCES: Final[Words] = ("gold", "crystal", "stone", "wood")
START_STOCK: Final[Numbers] = (4, 0, 2, 2)
START_BUDGET: Final = 20
REPLACEMENT_BUDGET: Final = 10
ARCHER_LIMIT: Final = 3

# Buildings.
HAMLET: Final = 0
BARRACKS: Final = 1
GARDE: Final = 5
WALL2: Final = 6
WALL3: Final = 7
TOWER1: Final = 8
TOWER2: Final = 9
TRAINING: Final = 10
TAVERN: Final = 11
TOWNHALL: Final = 12
CITYHALL: Final = 13
PALACE: Final = 14
TRADEHALL: Final = 15
STOREHOUSE: Final = 16
BLACKSMITH: Final = 17
TEMPLE: Final = 18
SHAMANTENT: Final = 19
BUILDINGS: Final = [
    "hamlet",
    "barracks",
    "range",
    "academy",
    "tiltyard",
    "garde",
    "wall2",
    "wall3",
    "tower1",
    "tower2",
    "training",
    "tavern",
    "townhall",
    "cityhall",
    "palace",
    "tradehall",
    "storehouse",
    "blacksmith",
    "temple",
    "shamantent",
]
BUILDING_WORDS: Final = tuple(BUILDINGS)
PREREQUISITE: Final[Numbers] = (
    -1, 0, 1, 2, 3, 4, -1, 6, -1, 8,
    -1, -1, -1, 12, 13, -1, 15, -1, -1, -1,
)  # fmt: skip
ARMY_MASK: Final = 0b111111
GOLD_BUILDINGS: Final[Numbers] = (TOWNHALL, CITYHALL, PALACE, STOREHOUSE)
SPECIAL_OF_RACE: Final[Numbers] = (BLACKSMITH, TEMPLE, SHAMANTENT)
RACE_OF_SPECIAL: Final[Numbers] = (KNIGHTS, AMAZONS, BARBARIANS)
_NONE: Final[Numbers] = (99, 99, 99, 99)
# Gold, crystal, stone, wood; 99 marks what a race cannot build.
PRICES: Final[tuple[tuple[Numbers, ...], ...]] = (
    (
        (0, 0, 0, 0),
        (2, 0, 3, 1),
        (2, 0, 4, 3),
        (4, 1, 6, 3),
        (5, 2, 7, 5),
        (6, 4, 9, 6),
        (2, 0, 6, 2),
        (4, 1, 12, 4),
        (2, 0, 5, 2),
        (3, 0, 6, 3),
        (4, 0, 5, 2),
        (3, 0, 2, 4),
        (2, 0, 4, 2),
        (3, 0, 6, 3),
        (4, 1, 8, 5),
        (2, 0, 3, 2),
        (6, 0, 9, 6),
        (3, 1, 4, 3),
        _NONE,
        _NONE,
    ),
    (
        (0, 0, 0, 0),
        (2, 0, 2, 2),
        (2, 0, 3, 4),
        (4, 1, 5, 4),
        (5, 2, 6, 6),
        (6, 4, 7, 8),
        (2, 0, 5, 3),
        (4, 1, 10, 6),
        (2, 0, 4, 3),
        (3, 0, 5, 4),
        (4, 0, 4, 3),
        (3, 0, 3, 3),
        (2, 0, 3, 3),
        (3, 0, 5, 4),
        (4, 1, 6, 7),
        (2, 0, 2, 3),
        (6, 0, 7, 8),
        _NONE,
        (3, 1, 4, 3),
        _NONE,
    ),
    (
        (0, 0, 0, 0),
        (2, 0, 1, 3),
        (2, 0, 2, 5),
        (4, 1, 3, 6),
        (5, 2, 5, 7),
        (6, 4, 6, 9),
        (1, 0, 2, 5),
        (2, 1, 4, 9),
        (2, 0, 2, 5),
        (3, 0, 3, 6),
        (3, 0, 3, 5),
        (2, 0, 2, 5),
        (2, 0, 2, 4),
        (3, 0, 3, 6),
        (4, 1, 5, 8),
        (3, 0, 2, 2),
        (6, 0, 6, 9),
        _NONE,
        _NONE,
        (3, 1, 2, 5),
    ),
)
UNIT_GOLD: Final[Numbers] = (1, 2, 3, 4, 5, 6, 1)
UNIT_CRYSTAL: Final[Numbers] = (0, 0, 0, 0, 1, 2, 0)
CITY_POINTS: Final[Numbers] = (10, 20, 40)
CAMP_POINTS: Final[Numbers] = (5, 10, 20)
WORKS_BONUS: Final[Numbers] = (1, 2, 4)
TOWER_BONUS: Final[Numbers] = (0, 2, 4)
HERO_PRICE: Final = 6
TRADE_RATE: Final = 3
STOREHOUSE_RATE: Final = 2

# Guards Table: rows by d6, columns wood/stone, gold/crystal, ruin, tower; (level, number) pairs.
GUARDS: Final[tuple[tuple[tuple[tuple[int, int], ...], ...], ...]] = (
    (
        (),
        ((1, 6),),
        ((1, 8),),
        ((2, 5),),
        ((1, 4), (3, 1)),
        ((2, 3), (3, 1)),
    ),
    (
        ((1, 8),),
        ((2, 6),),
        ((1, 5), (3, 1)),
        ((4, 4),),
        ((2, 4), (4, 2)),
        ((5, 4),),
    ),
    (
        ((1, 10),),
        ((2, 8),),
        ((4, 5),),
        ((5, 4),),
        ((4, 4), (3, 2)),
        ((6, 5),),
    ),
    (
        (),
        (),
        (),
        ((1, 8),),
        ((2, 4), (3, 1)),
        ((4, 4),),
    ),
)
START_TILE_GUARDS: Final = 5
# By level: with method 4 one in so many guards appears (see RULES.md, changed numbers).
DISPLAY_SHARE: Final[Numbers] = (1, 1, 1, 1, 2, 5, 5)
REACTION_PER_LEVEL: Final = 2

OUTPOST: Final[tuple[tuple[int, int], ...]] = (
    (WOOD, 2),
    (WOOD, 2),
    (STONE, 2),
    (STONE, 2),
    (GOLD, 2),
    (CRYSTAL, 1),
)
# Percent captured by resource and d6.
CONQUEST: Final[tuple[Numbers, ...]] = (
    (0, 10, 20, 30, 40, 50),
    (0, 10, 20, 30, 40, 50),
    (10, 20, 30, 40, 50, 60),
    (10, 20, 30, 40, 50, 60),
)

# Equipment markers: ability and bonus; COPIES of each are in the cup.
EQUIPMENT: Final[Words] = (
    "attack1",
    "attack2",
    "defense1",
    "defense2",
    "initiative1",
    "initiative2",
    "movement1",
    "movement2",
)
EQUIPMENT_ABILITY: Final[Numbers] = (0, 0, 1, 1, 2, 2, 3, 3)
EQUIPMENT_BONUS: Final[Numbers] = (1, 2, 1, 2, 1, 2, 1, 2)
EQUIPMENT_COPIES: Final[Numbers] = (3, 1, 3, 1, 2, 2, 2, 2)

HONOR_OF_LEVEL: Final[Numbers] = (0, 1, 1, 2, 2, 3, 3)
HONOR_OF_HERO: Final = 3

# Quests.
QUESTS: Final = tuple(f"q{number:02d}" for number in range(1, 17))
Q_ROAD: Final = 0
Q_ARMORY: Final = 1
Q_EYES: Final = 2
Q_SURVEYOR: Final = 3
Q_TOLL: Final = 4
Q_HORDE: Final = 5
Q_GIANT: Final = 6
Q_VEIN: Final = 7
Q_RAIDER: Final = 8
Q_DUEL: Final = 9
Q_PILGRIM: Final = 10
Q_MUSTER: Final = 11
Q_DUTY: Final = 12
Q_RIDE: Final = 13
Q_BLOOD: Final = 14
Q_VETERAN: Final = 15
QUEST_GOAL: Final[Numbers] = (1, 1, 1, 2, 2, 8, 1, 1, 1, 1, 1, 15, 5, 10, 4, 1)
# Gold, crystal, stone, wood paid by the plain quests.
QUEST_PAY: Final = {
    Q_ROAD: (2, 0, 0, 0),
    Q_ARMORY: (0, 0, 3, 0),
    Q_EYES: (0, 0, 0, 3),
    Q_SURVEYOR: (2, 0, 0, 0),
    Q_TOLL: (0, 1, 0, 0),
    Q_GIANT: (0, 2, 0, 0),
    Q_VEIN: (2, 0, 0, 0),
    Q_RAIDER: (4, 0, 0, 0),
    Q_DUTY: (0, 0, 2, 2),
}
QUEST_EP: Final = {Q_HORDE: 5, Q_RIDE: 3}
GIANT_LEVEL: Final = 4

# Limits.
SECTIONS: Final = 6
STACK_LIMIT: Final = 20
CITY_LIMIT: Final = 60
HEX_LIMIT: Final = 20
STOCK_LIMIT: Final = 20
AMOUNTS: Final[Numbers] = (1, 2, 5, 10)
RECRUIT_AMOUNTS: Final[Numbers] = (1, 2, 5, 10, 20)
QUIET_ROUNDS: Final = 3
START_DISTANCE: Final = 8
APPEAR_DISTANCE: Final = 4
SEQUENCES: Final = 3
MAX_PRESSURE: Final = 5
