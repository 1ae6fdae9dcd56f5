"""Numbers and names: races, units, buildings, guards, dice tables, quests, limits.

One thing is one row with all that it is. A row's number is its place in its table.
"""

from typing import Final, final

from pentarch.engine.core import Numbers, Words

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

# Abilities and skills of Heroes.
ATTACK: Final = 0
DEFENSE: Final = 1
INITIATIVE: Final = 2
MOVEMENT: Final = 3
ABILITIES: Final[Words] = ("attack", "defense", "initiative", "movement")
ABILITY_CAPS: Final[Numbers] = (12, 12, 15, 10)
TRADE: Final = 0
DIPLOMACY: Final = 1
RACE_SKILL: Final = 2
SKILLS: Final[Words] = ("trade", "diplomacy", "experience", "fury", "cleverness")
TOP_LEVEL: Final = 20
SKILL_CAP: Final = 6
HONOR_CAP: Final = 20
HERO_KILL_EP: Final = 10
HERO_LIMIT: Final = 6

# Kinds of units.
CLOSE: Final = 0
RANGED: Final = 1
CAVALRY: Final = 2
KIND_NAMES: Final[Words] = ("close", "ranged", "cavalry")

# Buildings, by number.
HAMLET: Final = 0
BARRACKS: Final = 1
GARDE: Final = 5
WALL2: Final = 6
WALL3: Final = 7
TOWER1: Final = 8
TOWER2: Final = 9
TRAINING: Final = 10
TAVERN: Final = 11
TRADEHALL: Final = 15
STOREHOUSE: Final = 16
BLACKSMITH: Final = 17
TEMPLE: Final = 18
SHAMANTENT: Final = 19


@final
class Race:
    """A race: `skill` is its race skill, `parity` which guard levels diplomacy works on.

    HW-16.1.2.a: 1 stands for odd levels, 0 for even ones. `points` are the SP of its works by
    level, `special` its special building.
    """

    def __init__(
        self,
        number: int,
        name: str,
        letter: str,
        abilities: Numbers,
        skill: int,
        parity: int,
        *,
        special: int,
        points: Numbers,
    ) -> None:
        self.number: Final = number
        self.name: Final = name
        self.letter: Final = letter
        self.abilities: Final = abilities
        self.skill: Final = skill
        self.parity: Final = parity
        self.special: Final = special
        self.points: Final = points
        self.heroes: Final[Words] = (f"h{letter}1", f"h{letter}2")


KNIGHTS: Final = 0
AMAZONS: Final = 1
BARBARIANS: Final = 2
# The fourth "race" are the neutral guards.
NEUTRAL: Final = 3
RACES: Final[tuple[Race, ...]] = (
    Race(KNIGHTS, "knights", "k", (3, 3, 5, 5), 2, 1, special=BLACKSMITH, points=(10, 20, 40)),
    Race(AMAZONS, "amazons", "a", (2, 3, 7, 5), 4, 1, special=TEMPLE, points=(10, 20, 40)),
    Race(BARBARIANS, "barbarians", "b", (4, 2, 6, 5), 3, 0, special=SHAMANTENT, points=(5, 10, 20)),
)
RACE_NAMES: Final[Words] = tuple([race.name for race in RACES])
LETTERS: Final[Words] = tuple([race.letter for race in RACES])


@final
class Unit:
    """A kind of unit. `word` is the place of `l1`..`l6` or `merc` among UNIT_WORDS."""

    def __init__(
        self,
        number: int,
        name: str,
        race: int,
        level: int,
        kind: int,
        attack: int,
        defense: int,
        pace: int,
        *,
        gold: int,
        crystal: int = 0,
        honor: int,
        is_merc: bool = False,
    ) -> None:
        self.number: Final = number
        self.name: Final = name
        self.race: Final = race
        self.level: Final = level
        self.kind: Final = kind
        self.attack: Final = attack
        self.defense: Final = defense
        self.pace: Final = pace
        self.gold: Final = gold
        self.crystal: Final = crystal
        self.honor: Final = honor
        self.is_merc: Final = is_merc
        self.is_ranged: Final = kind == RANGED
        self.word: Final = 6 if is_merc else level - 1


LEVELS: Final = 6
MERC: Final = 24
UNIT_COUNT: Final = 25
UNIT_WORDS: Final[Words] = ("l1", "l2", "l3", "l4", "l5", "l6", "merc")
MERC_WORD: Final = 6
# Number, name, race, level, kind, Attack, Defense, pace on the Battle Display.
UNITS: Final[tuple[Unit, ...]] = (
    Unit(0, "levy", KNIGHTS, 1, CLOSE, 2, 3, 3, gold=1, honor=1),
    Unit(1, "footman", KNIGHTS, 2, CLOSE, 5, 5, 3, gold=2, honor=1),
    Unit(2, "crossbowman", KNIGHTS, 3, RANGED, 6, 2, 3, gold=3, honor=2),
    Unit(3, "swordsman", KNIGHTS, 4, CLOSE, 9, 10, 3, gold=4, honor=2),
    Unit(4, "lancer", KNIGHTS, 5, CAVALRY, 13, 11, 5, gold=5, crystal=1, honor=3),
    Unit(5, "paladin", KNIGHTS, 6, CLOSE, 15, 16, 3, gold=6, crystal=2, honor=3),
    Unit(6, "spearmaiden", AMAZONS, 1, CLOSE, 3, 2, 3, gold=1, honor=1),
    Unit(7, "outrider", AMAZONS, 2, CAVALRY, 4, 5, 6, gold=2, honor=1),
    Unit(8, "longbow", AMAZONS, 3, RANGED, 7, 2, 3, gold=3, honor=2),
    Unit(9, "bladedancer", AMAZONS, 4, CLOSE, 10, 9, 4, gold=4, honor=2),
    Unit(10, "temple_guard", AMAZONS, 5, CLOSE, 12, 12, 4, gold=5, crystal=1, honor=3),
    Unit(11, "valkyrie", AMAZONS, 6, CLOSE, 16, 15, 4, gold=6, crystal=2, honor=3),
    Unit(12, "brawler", BARBARIANS, 1, CLOSE, 3, 2, 3, gold=1, honor=1),
    Unit(13, "axeman", BARBARIANS, 2, CLOSE, 6, 3, 3, gold=2, honor=1),
    Unit(14, "slinger", BARBARIANS, 3, RANGED, 5, 3, 3, gold=3, honor=2),
    Unit(15, "berserker", BARBARIANS, 4, CLOSE, 11, 8, 4, gold=4, honor=2),
    Unit(16, "wolf_rider", BARBARIANS, 5, CAVALRY, 14, 10, 6, gold=5, crystal=1, honor=3),
    Unit(17, "ogre", BARBARIANS, 6, CLOSE, 17, 14, 4, gold=6, crystal=2, honor=3),
    Unit(18, "goblin", NEUTRAL, 1, CLOSE, 2, 2, 3, gold=1, honor=1),
    Unit(19, "orc", NEUTRAL, 2, CLOSE, 3, 3, 3, gold=2, honor=1),
    Unit(20, "bone_archer", NEUTRAL, 3, RANGED, 5, 2, 2, gold=3, honor=2),
    Unit(21, "troll", NEUTRAL, 4, CLOSE, 7, 7, 3, gold=4, honor=2),
    Unit(22, "centaur", NEUTRAL, 5, CAVALRY, 10, 9, 5, gold=5, crystal=1, honor=3),
    Unit(23, "dragon", NEUTRAL, 6, CLOSE, 13, 13, 4, gold=6, crystal=2, honor=3),
    Unit(MERC, "mercenary", NEUTRAL, 2, CLOSE, 4, 3, 3, gold=1, honor=1, is_merc=True),
)
UNIT_NAMES: Final[Words] = tuple([unit.name for unit in UNITS])
RACE_UNITS: Final = [
    [unit for unit in UNITS if unit.race == race and not unit.is_merc]
    for race in range(NEUTRAL + 1)
]
"""By race and level, counted from 0; the guards' come last."""
HONOR_OF_HERO: Final = 3


def unit_of(race: int, word: int) -> Unit:
    """The unit that `l1`..`l6` or `merc` means for a race."""
    return UNITS[MERC] if word == MERC_WORD else RACE_UNITS[race][word]


# Gold, crystal, stone, wood; what a race cannot build costs more than anybody ever has.
_NONE: Final[Numbers] = (99, 99, 99, 99)


@final
class Building:
    """A building: what must stand first (-1: nothing), its price for each race, its Gold a turn.

    `race` is the only one that can build it, -1: all can.
    """

    def __init__(
        self,
        number: int,
        name: str,
        needs: int,
        prices: "tuple[Numbers, ...]",
        *,
        gold: int = 0,
        race: int = -1,
    ) -> None:
        self.number: Final = number
        self.name: Final = name
        self.needs: Final = needs
        self.prices: Final = prices
        self.gold: Final = gold
        self.race: Final = race
        # HW-8.12.c: army facilities survive a conquest.
        self.is_army: Final = number <= GARDE


_FREE: Final[Numbers] = (0, 0, 0, 0)
BUILDINGS: Final[tuple[Building, ...]] = (
    Building(0, "hamlet", -1, (_FREE, _FREE, _FREE)),
    Building(1, "barracks", 0, ((2, 0, 3, 1), (2, 0, 2, 2), (2, 0, 1, 3))),
    Building(2, "range", 1, ((2, 0, 4, 3), (2, 0, 3, 4), (2, 0, 2, 5))),
    Building(3, "academy", 2, ((4, 1, 6, 3), (4, 1, 5, 4), (4, 1, 3, 6))),
    Building(4, "tiltyard", 3, ((5, 2, 7, 5), (5, 2, 6, 6), (5, 2, 5, 7))),
    Building(5, "garde", 4, ((6, 4, 9, 6), (6, 4, 7, 8), (6, 4, 6, 9))),
    Building(6, "wall2", -1, ((2, 0, 6, 2), (2, 0, 5, 3), (1, 0, 2, 5))),
    Building(7, "wall3", WALL2, ((4, 1, 12, 4), (4, 1, 10, 6), (2, 1, 4, 9))),
    Building(8, "tower1", -1, ((2, 0, 5, 2), (2, 0, 4, 3), (2, 0, 2, 5))),
    Building(9, "tower2", TOWER1, ((3, 0, 6, 3), (3, 0, 5, 4), (3, 0, 3, 6))),
    Building(10, "training", -1, ((4, 0, 5, 2), (4, 0, 4, 3), (3, 0, 3, 5))),
    Building(11, "tavern", -1, ((3, 0, 2, 4), (3, 0, 3, 3), (2, 0, 2, 5))),
    Building(12, "townhall", -1, ((2, 0, 4, 2), (2, 0, 3, 3), (2, 0, 2, 4)), gold=1),
    Building(13, "cityhall", 12, ((3, 0, 6, 3), (3, 0, 5, 4), (3, 0, 3, 6)), gold=1),
    Building(14, "palace", 13, ((4, 1, 8, 5), (4, 1, 6, 7), (4, 1, 5, 8)), gold=1),
    Building(15, "tradehall", -1, ((2, 0, 3, 2), (2, 0, 2, 3), (3, 0, 2, 2))),
    Building(16, "storehouse", TRADEHALL, ((6, 0, 9, 6), (6, 0, 7, 8), (6, 0, 6, 9)), gold=1),
    Building(17, "blacksmith", -1, ((3, 1, 4, 3), _NONE, _NONE), race=KNIGHTS),
    Building(18, "temple", -1, (_NONE, (3, 1, 4, 3), _NONE), race=AMAZONS),
    Building(19, "shamantent", -1, (_NONE, _NONE, (3, 1, 2, 5)), race=BARBARIANS),
)
BUILDING_WORDS: Final[Words] = tuple([building.name for building in BUILDINGS])
WORKS_BONUS: Final[Numbers] = (1, 2, 4)
TOWER_BONUS: Final[Numbers] = (0, 2, 4)
HERO_PRICE: Final = 6
TRADE_RATE: Final = 3
STOREHOUSE_RATE: Final = 2

# Guards Table: rows by d6, columns wood/stone, gold/crystal, ruin, tower; (level, number) pairs.
GUARDS_TABLE: Final[tuple[tuple[tuple[tuple[int, int], ...], ...], ...]] = (
    ((), ((1, 6),), ((1, 8),), ((2, 5),), ((1, 4), (3, 1)), ((2, 3), (3, 1))),
    (((1, 8),), ((2, 6),), ((1, 5), (3, 1)), ((4, 4),), ((2, 4), (4, 2)), ((5, 4),)),
    (((1, 10),), ((2, 8),), ((4, 5),), ((5, 4),), ((4, 4), (3, 2)), ((6, 5),)),
    ((), (), (), ((1, 8),), ((2, 4), (3, 1)), ((4, 4),)),
)
START_TILE_GUARDS: Final = 5
# By level: with method 4 one in so many guards appears (see RULES.md, changed numbers).
DISPLAY_SHARE: Final[Numbers] = (1, 1, 1, 1, 2, 5, 5)
REACTION_PER_LEVEL: Final = 2

OUTPOST_ROLLS: Final[tuple[tuple[int, int], ...]] = (
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


@final
class Marker:
    """An equipment marker: what it adds to which ability, and how many are in the cup."""

    def __init__(self, name: str, ability: int, bonus: int, copies: int) -> None:
        self.name: Final = name
        self.ability: Final = ability
        self.bonus: Final = bonus
        self.copies: Final = copies


EQUIPMENT: Final[tuple[Marker, ...]] = (
    Marker("attack1", ATTACK, 1, copies=3),
    Marker("attack2", ATTACK, 2, copies=1),
    Marker("defense1", DEFENSE, 1, copies=3),
    Marker("defense2", DEFENSE, 2, copies=1),
    Marker("initiative1", INITIATIVE, 1, copies=2),
    Marker("initiative2", INITIATIVE, 2, copies=2),
    Marker("movement1", MOVEMENT, 1, copies=2),
    Marker("movement2", MOVEMENT, 2, copies=2),
)
EQUIPMENT_WORDS: Final[Words] = tuple([marker.name for marker in EQUIPMENT])


@final
class Quest:
    """A quest card: how often or how much, and what it pays: resources, or one of the others."""

    def __init__(
        self,
        number: int,
        title: str,
        goal: int,
        *,
        pay: Numbers = (),
        experience: int = 0,
        abilities: int = 0,
        honor: int = 0,
        recruits: "tuple[int, int]" = (0, 0),
        equipment: int = 0,
    ) -> None:
        self.number: Final = number
        self.name: Final = f"q{number + 1:02d}"
        self.title: Final = title
        self.goal: Final = goal
        self.pay: Final = pay
        self.experience: Final = experience
        self.abilities: Final = abilities
        # Without honour points in the match: two Gold instead.
        self.honor: Final = honor
        # Level and number of units for the capital's garrison.
        self.recruits: Final = recruits
        self.equipment: Final = equipment


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
QUESTS: Final[tuple[Quest, ...]] = (
    Quest(Q_ROAD, "Clear the Road", 1, pay=(2, 0, 0, 0)),
    Quest(Q_ARMORY, "The Buried Armory", 1, pay=(0, 0, 3, 0)),
    Quest(Q_EYES, "Eyes of the Tower", 1, pay=(0, 0, 0, 3)),
    Quest(Q_SURVEYOR, "Surveyor", 2, pay=(2, 0, 0, 0)),
    Quest(Q_TOLL, "Toll Collector", 2, pay=(0, 1, 0, 0)),
    Quest(Q_HORDE, "Break the Horde", 8, experience=5),
    Quest(Q_GIANT, "Giant Slayer", 1, pay=(0, 2, 0, 0)),
    Quest(Q_VEIN, "Claim the Vein", 1, pay=(2, 0, 0, 0)),
    Quest(Q_RAIDER, "Raider", 1, pay=(4, 0, 0, 0)),
    Quest(Q_DUEL, "Champion's Duel", 1, abilities=1),
    Quest(Q_PILGRIM, "Pilgrim", 1, honor=3),
    Quest(Q_MUSTER, "Grand Muster", 15, recruits=(1, 3)),
    Quest(Q_DUTY, "Garrison Duty", 5, pay=(0, 0, 2, 2)),
    Quest(Q_RIDE, "Long Ride", 10, experience=3),
    Quest(Q_BLOOD, "Fresh Blood", 4, recruits=(2, 2)),
    Quest(Q_VETERAN, "Veteran", 1, equipment=1),
)
QUEST_WORDS: Final[Words] = tuple([quest.name for quest in QUESTS])
PILGRIM_GOLD: Final = 2
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


def _amounts(most: int) -> Numbers:
    below = [amount for amount in AMOUNTS if amount < most]
    return (*below, most) if most > 0 else ()


_AMOUNTS: Final = [_amounts(most) for most in range(CITY_LIMIT + 1)]


def amounts(most: int) -> Numbers:
    """The amounts of T19 that can be named: 1, 2, 5, 10 below the maximum, and the maximum."""
    return _AMOUNTS[most] if most > 0 else ()
