"""Numbers and names of the kingdom ruleset: units, scrolls, techs, spells, options."""

from typing import Final

from pentarch.engine.core import MAX_SEATS, SEAT_NAMES, Numbers, Words
from pentarch.engine.options import Option, flag, number, word

# --- sides: seats 0..5, then the garrisons -------------------------------------------------------

NEUTRAL: Final = MAX_SEATS
SIDE_NAMES: Final[Words] = (*SEAT_NAMES, "n0")

# --- areas: land regions first, then sea regions; a position in this list names an area ----------

MOST_LANDS: Final = 97
MOST_SEAS: Final = 30
AREAS: Final = MOST_LANDS + MOST_SEAS
LAND_NAMES: Final = tuple(f"r{i + 1}" for i in range(MOST_LANDS))
SEA_NAMES: Final = tuple(f"z{i + 1}" for i in range(MOST_SEAS))
AREA_NAMES: Final[Words] = LAND_NAMES + SEA_NAMES
AREA_NUMBERS: Final = {name: area for area, name in enumerate(AREA_NAMES)}

# --- units ---------------------------------------------------------------------------------------

SWORDSMAN: Final = 0
GUARD_TOWER: Final = 1
MAGE: Final = 2
KNIGHT: Final = 3
TRIREME: Final = 4
GALLEON: Final = 5
DRAGON: Final = 6
KINDS: Final = 7
KIND_NAMES: Final[Words] = (
    "swordsman",
    "guard_tower",
    "mage",
    "knight",
    "trireme",
    "galleon",
    "dragon",
)
KIND_LETTERS: Final = "sTmktgD"

#                   sword tower mage knight trireme galleon dragon
MOVEMENT: Final = [1, 0, 1, 2, 1, 1, 3]
HIT_POINTS: Final = [2, 1, 1, 3, 2, 7, 5]
ATTACK: Final = [1, 3, 1, 2, 2, 4, 3]
PRICE: Final = [2, 0, 5, 5, 5, 0, 0]
UPKEEP: Final = [1, 0, 1, 2, 1, 2, 4]
CAPACITY: Final = [0, 0, 0, 0, 3, 1, 0]
BUILD_TIME: Final = [1, 2, 1, 1, 1, 2, 2]
BATTLE_VALUE: Final = [2, 4, 5, 5, 5, 10, 12]
IS_CAPTURER: Final = [True, False, True, True, False, False, False]
IS_BUILDER: Final = [True, False, False, True, False, False, False]
IS_GROUND: Final = [True, True, True, True, False, False, False]
IS_SHIP: Final = [False, False, False, False, True, True, False]
IS_CARRIED: Final = [True, False, True, True, False, False, False]
SOLDIERS: Final[Numbers] = (SWORDSMAN, MAGE, KNIGHT, TRIREME)
"""What a castle trains for gold, in type order."""

# KC-11.6 (b, c): cheap before dear, then type order.
TARGET_RANK: Final = [
    sorted(range(KINDS), key=lambda kind: (BATTLE_VALUE[kind], kind)).index(k) for k in range(KINDS)
]

FIRST_MANA: Final = 1
MANA_GAIN: Final = 1
MOST_MANA: Final = 3
MOST_UNITS: Final = 9999
"""Unit numbers end here, so that every command has a number (see RULES.md, Decisions)."""

# --- castles -------------------------------------------------------------------------------------

HOME_PRODUCTION: Final = 2
CASTLE_PRODUCTION: Final = 1
CASTLE_ATTACK: Final = 1
MOST_PRODUCTION: Final = 6
MOST_ATTACK: Final = 6
HOME_TAX: Final = 4

# --- scrolls -------------------------------------------------------------------------------------

IMPROVE_DEFENSE: Final = 0
IMPROVE_PRODUCTION: Final = 1
SAWMILL: Final = 2
MARKET: Final = 3
DRAGON_EGG: Final = 4
GALLEON_BLUEPRINT: Final = 5
TOWER_SCROLL: Final = 6
SCROLLS: Final = 7
SCROLL_NAMES: Final[Words] = (
    "improve_defense",
    "improve_production",
    "sawmill",
    "market",
    "dragon_egg",
    "galleon_blueprint",
    "guard_tower",
)
SCROLL_PRICE: Final = [4, 6, 8, 9, 10, 9, 4]
SAWMILL_SURCHARGE: Final = 2
SAWMILL_YIELD: Final = 2
MARKET_YIELD: Final = 1
LOWEST_PRICE: Final = 1

# --- techs ---------------------------------------------------------------------------------------

SHIELD_WALL: Final = 0
HEAVY_LANCES: Final = 1
PLATE_ARMOR: Final = 2
CONSCRIPTION: Final = 3
QUARTERMASTERS: Final = 4
LAND_REGISTRY: Final = 5
FORESTRY: Final = 6
MASONRY: Final = 7
HAGGLING: Final = 8
SEAMANSHIP: Final = 9
ARCANE_STUDY: Final = 10
DRAGON_BOND: Final = 11
TECHS: Final = 12
TECH_NAMES: Final[Words] = (
    "shield_wall",
    "heavy_lances",
    "plate_armor",
    "conscription",
    "quartermasters",
    "land_registry",
    "forestry",
    "masonry",
    "haggling",
    "seamanship",
    "arcane_study",
    "dragon_bond",
)
TECH_COST: Final = [4, 3, 3, 4, 4, 4, 2, 3, 3, 3, 3, 3]
TECH_ROUNDS: Final = [4, 4, 4, 3, 3, 3, 3, 3, 3, 3, 3, 3]
SHIELD_WALL_HIT_POINTS: Final = 1
LANCE_ATTACK: Final = 1
PLATE_HIT_POINTS: Final = 1
CONSCRIPT_PRICE: Final = 1
QUARTERMASTER_SHARE: Final = 5
REGISTRY_REGIONS: Final = 3
FORESTRY_YIELD: Final = 1
MASONRY_ATTACK: Final = 1
HAGGLING_DISCOUNT: Final = 2
SEAMAN_MOVEMENT: Final = 1
STUDY_GAIN: Final = 1
STUDY_MANA: Final = 1
BOND_UPKEEP: Final = 2
BOND_HIT_POINTS: Final = 1

# --- spells --------------------------------------------------------------------------------------

FOG: Final = 0
EARTHQUAKE: Final = 1
BLESSING: Final = 2
SPELL_NAMES: Final[Words] = ("fog", "earthquake", "blessing")
SPELL_COST: Final = [1, 2, 1]
SPELL_RANGE: Final = 2
EARTHQUAKE_DAMAGE: Final = 2
BLESSING_ATTACK: Final = 1

# --- order entry ---------------------------------------------------------------------------------

LONG_MENU: Final = 250

# --- options -------------------------------------------------------------------------------------

AUTO_MAPS: Final = {2: "duel", 3: "crowns", 4: "winds", 5: "pentacle", 6: "realms"}
MAP_NAMES: Final[Words] = (
    "duel",
    "strait",
    "crowns",
    "winds",
    "isles",
    "pentacle",
    "realms",
)
SIZE_NAMES: Final[Words] = ("small", "medium", "large")
GARRISON_NAMES: Final[Words] = ("none", "normal", "strong")
LEAST_GOAL: Final = 2
LEAST_ROUNDS: Final = 5

OPTIONS: Final[tuple[Option, ...]] = (
    word("map", "auto", ("auto", *MAP_NAMES, "random"), "the map; auto picks one by seats"),
    word("map_size", "medium", SIZE_NAMES, "how large a random map is"),
    number("castles_to_win", 0, 0, 25, "castles that win; 0: the map's number"),
    number("max_rounds", 0, 0, 200, "the last round, from 5; 0: the map's number"),
    number("start_gold", 10, 0, 50, "gold of each kingdom at the start"),
    number("start_swordsmen", 2, 1, 6, "swordsmen in each home at the start"),
    number("home_attack", 2, 1, 6, "attack of the home castles at the start"),
    word("garrisons", "normal", GARRISON_NAMES, "how strongly neutral castles are held"),
    number("market_size", 4, 0, 7, "scrolls on offer each round"),
    number("price_spread", 2, 0, 3, "how far prices stray from the list"),
    number("tech_interval", 3, 0, 10, "a tech is offered every so many rounds; 0: never"),
    number("tower_build_time", 2, 1, 2, "rounds until a guard tower can fight"),
    flag("extra_spells", False, "mages can cast blessing too"),
)
