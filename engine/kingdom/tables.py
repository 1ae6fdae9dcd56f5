"""Names and numbers of the kingdom ruleset. A unit, scroll, tech or spell is one row."""

from typing import Final, final

from pentarch.engine.core import MAX_SEATS, SEAT_NAMES, Words

# --- sides: seats 0..5, then the garrisons; a region may be nobody's -----------------------------

NOBODY: Final = -1
NEUTRAL: Final = MAX_SEATS
SIDE_NAMES: Final[Words] = (*SEAT_NAMES, "n0")

# --- areas: land regions first, then sea regions; a position in this list names an area ----------

MOST_LANDS: Final = 97
MOST_SEAS: Final = 30
AREAS: Final = MOST_LANDS + MOST_SEAS
LAND_NAMES: Final[Words] = tuple(f"r{i + 1}" for i in range(MOST_LANDS))
SEA_NAMES: Final[Words] = tuple(f"z{i + 1}" for i in range(MOST_SEAS))
AREA_NAMES: Final[Words] = LAND_NAMES + SEA_NAMES
AREA_NUMBERS: Final = {name: area for area, name in enumerate(AREA_NAMES)}

# --- units ---------------------------------------------------------------------------------------

LAND: Final = "land"
SEA: Final = "sea"
AIR: Final = "air"


@final
class Kind:
    """A kind of unit. `rank` is its place among targets: cheap before dear, then type order
    (KC-11.6 b, c)."""

    def __init__(
        self,
        number: int,
        name: str,
        letter: str,
        element: str,
        *,
        movement: int,
        hit_points: int,
        attack: int,
        upkeep: int,
        battle_value: int,
        plural: str = "",
        build_time: int = 1,
        price: int = 0,
        capacity: int = 0,
        is_capturer: bool = False,
        is_builder: bool = False,
    ) -> None:
        self.number: Final = number
        self.name: Final = name
        self.title: Final = name.replace("_", " ")
        self.plural: Final = plural or self.title + "s"
        self.letter: Final = letter
        self.element: Final = element
        self.movement: Final = movement
        self.hit_points: Final = hit_points
        self.attack: Final = attack
        self.price: Final = price
        self.upkeep: Final = upkeep
        self.capacity: Final = capacity
        self.build_time: Final = build_time
        self.battle_value: Final = battle_value
        self.is_capturer: Final = is_capturer
        self.is_builder: Final = is_builder
        self.is_ground: Final = element == LAND
        self.is_ship: Final = element == SEA
        # KC-6.1: what walks can board.
        self.is_carried: Final = element == LAND and movement > 0
        self.rank = 0


SWORDSMAN: Final = Kind(
    0, "swordsman", "s", LAND, movement=1, hit_points=2, attack=1, upkeep=1, battle_value=2,
    plural="swordsmen", price=2, is_capturer=True, is_builder=True,
)  # fmt: skip
GUARD_TOWER: Final = Kind(
    1, "guard_tower", "T", LAND, movement=0, hit_points=1, attack=3, upkeep=0, battle_value=4,
    build_time=2,
)  # fmt: skip
MAGE: Final = Kind(
    2, "mage", "m", LAND, movement=1, hit_points=1, attack=1, upkeep=1, battle_value=5,
    price=5, is_capturer=True,
)  # fmt: skip
KNIGHT: Final = Kind(
    3, "knight", "k", LAND, movement=2, hit_points=3, attack=2, upkeep=2, battle_value=5,
    price=5, is_capturer=True, is_builder=True,
)  # fmt: skip
TRIREME: Final = Kind(
    4, "trireme", "t", SEA, movement=1, hit_points=2, attack=2, upkeep=1, battle_value=5,
    price=5, capacity=3,
)  # fmt: skip
GALLEON: Final = Kind(
    5, "galleon", "g", SEA, movement=1, hit_points=7, attack=4, upkeep=2, battle_value=10,
    build_time=2, capacity=1,
)  # fmt: skip
DRAGON: Final = Kind(
    6, "dragon", "D", AIR, movement=3, hit_points=5, attack=3, upkeep=4, battle_value=12,
    build_time=2,
)  # fmt: skip
KINDS: Final = [SWORDSMAN, GUARD_TOWER, MAGE, KNIGHT, TRIREME, GALLEON, DRAGON]
KIND_NAMES: Final[Words] = tuple([kind.name for kind in KINDS])
TRAINED: Final = [kind for kind in KINDS if kind.price]
"""What a castle trains for gold, in type order."""

for _rank, _kind in enumerate(sorted(KINDS, key=lambda kind: (kind.battle_value, kind.number))):
    _kind.rank = _rank

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


@final
class Scroll:
    """A scroll: its list price, what it is used for in words, and what it lets a castle build."""

    def __init__(
        self, number: int, name: str, price: int, use: str, unit: "Kind | None" = None
    ) -> None:
        self.number: Final = number
        self.name: Final = name
        self.title: Final = name.replace("_", "-") + " scroll"
        self.price: Final = price
        self.use: Final = use
        self.unit: Final = unit


IMPROVE_DEFENSE: Final = Scroll(0, "improve_defense", 4, "raise the attack of the castle in")
IMPROVE_PRODUCTION: Final = Scroll(
    1, "improve_production", 6, "raise the production of the castle in"
)
SAWMILL: Final = Scroll(2, "sawmill", 8, "build a sawmill in")
MARKET: Final = Scroll(3, "market", 9, "open a market in")
DRAGON_EGG: Final = Scroll(4, "dragon_egg", 10, "hatch a dragon egg in", DRAGON)
GALLEON_BLUEPRINT: Final = Scroll(5, "galleon_blueprint", 9, "build a galleon in", GALLEON)
TOWER_SCROLL: Final = Scroll(6, "guard_tower", 4, "build a guard tower in", GUARD_TOWER)
SCROLLS: Final = [
    IMPROVE_DEFENSE, IMPROVE_PRODUCTION, SAWMILL, MARKET, DRAGON_EGG, GALLEON_BLUEPRINT,
    TOWER_SCROLL,
]  # fmt: skip
SCROLL_NAMES: Final[Words] = tuple([scroll.name for scroll in SCROLLS])

SAWMILL_SURCHARGE: Final = 2
SAWMILL_YIELD: Final = 2
MARKET_YIELD: Final = 1
LOWEST_PRICE: Final = 1

# --- techs ---------------------------------------------------------------------------------------


@final
class Tech:
    """A tech: `cost` gold in each of `rounds` rounds, and its effect, in words and in numbers.

    By kind of unit: what is added to its hit points, attack, upkeep, price, movement. For the whole
    kingdom: `upkeep_share`: one gold in so many is saved; `regions_per_gold`: each so many regions
    pay one; `sawmill_yield`, `castle_attack`, `discount` on scrolls, `mana_gain` and `most_mana`.
    """

    def __init__(
        self,
        number: int,
        name: str,
        effect: str,
        *,
        cost: int,
        rounds: int,
        hit_points: "dict[Kind, int] | None" = None,
        attack: "dict[Kind, int] | None" = None,
        upkeep: "dict[Kind, int] | None" = None,
        price: "dict[Kind, int] | None" = None,
        movement: "dict[Kind, int] | None" = None,
        upkeep_share: int = 0,
        regions_per_gold: int = 0,
        sawmill_yield: int = 0,
        castle_attack: int = 0,
        discount: int = 0,
        mana_gain: int = 0,
        most_mana: int = 0,
    ) -> None:
        self.number: Final = number
        self.name: Final = name
        self.title: Final = name.replace("_", " ")
        self.effect: Final = effect
        self.cost: Final = cost
        self.rounds: Final = rounds
        self.hit_points: Final = hit_points or {}
        self.attack: Final = attack or {}
        self.upkeep: Final = upkeep or {}
        self.price: Final = price or {}
        self.movement: Final = movement or {}
        self.upkeep_share: Final = upkeep_share
        self.regions_per_gold: Final = regions_per_gold
        self.sawmill_yield: Final = sawmill_yield
        self.castle_attack: Final = castle_attack
        self.discount: Final = discount
        self.mana_gain: Final = mana_gain
        self.most_mana: Final = most_mana


SHIELD_WALL: Final = Tech(
    0, "shield_wall", "swordsmen take one more hit", cost=4, rounds=4, hit_points={SWORDSMAN: 1}
)
HEAVY_LANCES: Final = Tech(
    1, "heavy_lances", "knights strike with one more", cost=3, rounds=4, attack={KNIGHT: 1}
)
PLATE_ARMOR: Final = Tech(
    2, "plate_armor", "knights take one more hit", cost=3, rounds=4, hit_points={KNIGHT: 1}
)
CONSCRIPTION: Final = Tech(
    3, "conscription", "swordsmen cost one gold less", cost=4, rounds=3, price={SWORDSMAN: -1}
)
QUARTERMASTERS: Final = Tech(
    4, "quartermasters", "a fifth of all upkeep is saved", cost=4, rounds=3, upkeep_share=5
)
LAND_REGISTRY: Final = Tech(
    5, "land_registry", "every third region pays one gold more", cost=4, rounds=3,
    regions_per_gold=3,
)  # fmt: skip
FORESTRY: Final = Tech(
    6, "forestry", "sawmills yield one gold more", cost=2, rounds=3, sawmill_yield=1
)
MASONRY: Final = Tech(
    7, "masonry", "castles strike with one more", cost=3, rounds=3, castle_attack=1
)
HAGGLING: Final = Tech(8, "haggling", "scrolls cost two gold less", cost=3, rounds=3, discount=2)
SEAMANSHIP: Final = Tech(
    9, "seamanship", "ships sail one region further", cost=3, rounds=3,
    movement={TRIREME: 1, GALLEON: 1},
)  # fmt: skip
ARCANE_STUDY: Final = Tech(
    10, "arcane_study", "mages regain and hold one more mana", cost=3, rounds=3,
    mana_gain=1, most_mana=1,
)  # fmt: skip
DRAGON_BOND: Final = Tech(
    11, "dragon_bond", "dragons cost two gold less upkeep and take one more hit", cost=3, rounds=3,
    upkeep={DRAGON: -2}, hit_points={DRAGON: 1},
)  # fmt: skip
TECHS: Final = [
    SHIELD_WALL, HEAVY_LANCES, PLATE_ARMOR, CONSCRIPTION, QUARTERMASTERS, LAND_REGISTRY,
    FORESTRY, MASONRY, HAGGLING, SEAMANSHIP, ARCANE_STUDY, DRAGON_BOND,
]  # fmt: skip
TECH_NAMES: Final[Words] = tuple([tech.name for tech in TECHS])

# --- spells --------------------------------------------------------------------------------------


@final
class Spell:
    """A spell, the mana it takes, and its effect in words."""

    def __init__(self, number: int, name: str, cost: int, effect: str) -> None:
        self.number: Final = number
        self.name: Final = name
        self.cost: Final = cost
        self.effect: Final = effect


FOG: Final = Spell(0, "fog", 1, "who enters goes no further this round")
EARTHQUAKE: Final = Spell(1, "earthquake", 2, "two damage to the enemy's ground units")
BLESSING: Final = Spell(2, "blessing", 1, "one more damage by each own unit in the first strike")
SPELLS: Final = [FOG, EARTHQUAKE, BLESSING]
SPELL_NAMES: Final[Words] = tuple([spell.name for spell in SPELLS])
SPELL_RANGE: Final = 2
EARTHQUAKE_DAMAGE: Final = 2
BLESSING_ATTACK: Final = 1

# --- order entry ---------------------------------------------------------------------------------

LONG_MENU: Final = 250

# --- why a match is over -------------------------------------------------------------------------


@final
class Ending:
    """Why a match is over, also in words, and whether play rather than a cap has ended it."""

    def __init__(self, number: int, reason: str, words: str, rule: str, is_natural: bool) -> None:
        self.number: Final = number
        self.reason: Final = reason
        self.words: Final = words
        self.rule: Final = rule
        self.is_natural: Final = is_natural


GOING_ON: Final = Ending(0, "", "", "", False)
BY_CASTLES: Final = Ending(1, "castles", "a kingdom holds enough castles", "KC-15.3", True)
BY_CONQUEST: Final = Ending(2, "conquest", "at most one kingdom is left", "KC-15.4", True)
BY_CAP: Final = Ending(3, "cap", "the last round has been played", "KC-15.5", False)
ENDINGS: Final = [GOING_ON, BY_CASTLES, BY_CONQUEST, BY_CAP]
