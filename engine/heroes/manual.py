"""Heroes vs Warlords for bot authors: events and tables, with the verbs of `vocabulary.py`."""

from typing import Final

from pentarch.engine.heroes.schema import DECISIONS, VIEW
from pentarch.engine.heroes.tables import (
    BUILDINGS,
    KIND_NAMES,
    QUESTS,
    RACE_NAMES,
    RACES,
    RESOURCES,
    UNITS,
)
from pentarch.engine.heroes.vocabulary import VERBS
from pentarch.engine.manual import (
    Manual,
    Table,
)

# Of a Hero events tell the number, 1 or 2, unless they name him (`entered`).
EVENTS: Final = {
    "init_roll": "A roll for the order of turns: the die.",
    "placed": "The seat laid its start tile: the number of the place.",
    "method": "The combat method changed: to which.",
    "round": "A Round began: its number.",
    "war": "All tiles are turned over, and the war began.",
    "term_over": "The capital was not retaken in time.",
    "defeated": "The seat is defeated.",
    "turned": "A tile was turned over: its slot and its name.",
    "entered": "A Hero entered a hex: his name, and the hex.",
    "camp_moved": "The Camp moved: to which hex.",
    "guard_roll": "A Hero woke the guards of a hex: the die on the Guards Table.",
    "controlled": "The seat took control of a mine: its hex.",
    "explored": "A ruin was explored: its hex.",
    "outpost_roll": "A roll for resources at an outpost: the die.",
    "recruiting": "The seat opened its Recruitment Location: its hex.",
    "holy_roll": "A prayer at a holy place: the die.",
    "react_roll": "A Hero tried to react to a mover: the die, which his Initiative must reach.",
    "guard_react": "Guards checked whether they attack a Hero of the seat: their hex and the die.",
    "experience": "Experience was gained: by which Hero, how much.",
    "level": "A Hero reached a level: which Hero, which level.",
    "equipment": "A Hero got equipment: which Hero, which marker.",
    "honor": "Honour was gained: by which Hero, how much.",
    "gained": "Resources went into the home stock: which, how many.",
    "quest": "A quest was drawn: by which Hero, which.",
    "quest_done": "A quest was completed: by which Hero, which.",
    "combat": "The seat, or guards, began a combat: its hex, and `field` or `siege`.",
    "avoid_roll": "A try to get out of a guarded mine: the die, which Initiative must reach.",
    "parley": "Diplomacy killed guards before the combat: how many.",
    "strike": "A stack struck: the stack, its target, the attack die, the defense die.",
    "skill_used": "The race skill was used in the attack under way: its points.",
    "hits": "A stack was hit: which, the hits that counted, the units lost.",
    "attrition": "The winner of a Close Combat was hit in return: which, hits, units lost.",
    "aim_roll": "A breach was aimed: the die, which the Hero's Initiative must reach.",
    "breach_roll": "A breach was tried: the die, the total, the structure points it needs.",
    "wall": "The seat's wall was hit: 1 damaged, 2 destroyed.",
    "tower_hit": "A stack lost units because its tower was hit: which, how many.",
    "seize_roll": "A try to seize the initiative: the die, which Initiative must reach.",
    "subvert_roll": "A try to turn mercenaries: the seat's total and the enemy's.",
    "honor_spent": "Honour was spent on defenders: how much.",
    "withdraw_roll": "A try to withdraw: the die, and the highest that would do.",
    "combat_over": "The combat is over. The event's seat has won; without one guards or nobody.",
    "retreated": "The defending Heroes withdrew: to which hex.",
    "broken_off": "The combat was broken off without a winner.",
    "hero_killed": "A Hero of the seat was killed: which.",
    "loot_roll": "A roll for a marker of a dead Hero, won by even numbers: the die.",
    "conquered": "The seat conquered a City or Camp: the letter of its race.",
    "conquest_roll": "A roll for a share of a conquered stock: the resource and the die.",
    "replaced": "Hero 2 appeared for the dead Hero 1: in which hex.",
    "built": "The seat built something: in which City, what. Told to the seat alone.",
    "arrived": "A Hero arrived in the capital: which. Told to the seat alone.",
    "traded": "The seat traded resources: which for which. Told to the seat alone.",
}


def _price(numbers: "tuple[int, ...]") -> str:
    named = zip(numbers, RESOURCES, strict=True)
    return ", ".join([f"{count} {word}" for count, word in named if count])


TABLES: Final = [
    Table(
        "units",
        "the units of every race, of the neutrals, and mercenaries",
        ("unit", "race", "level", "kind", "attack", "defense", "movement"),
        [
            [
                *(unit.name, RACES[unit.race].name if unit.race < len(RACES) else "neutral"),
                *(unit.level, KIND_NAMES[unit.kind], unit.attack, unit.defense, unit.pace),
            ]
            for unit in UNITS
        ],
    ),
    Table(
        "buildings",
        "buildings with their prices for each race",
        ("building", "needs", *RACE_NAMES),
        [
            [
                building.name,
                BUILDINGS[building.needs].name if building.needs >= 0 else "",
                *[_price(price) if max(price) < 99 else "-" for price in building.prices],
            ]
            for building in BUILDINGS
        ],
    ),
    Table(
        "quests",
        "quest cards",
        ("quest", "title", "goal"),
        [[quest.name, quest.title, quest.goal] for quest in QUESTS],
    ),
]

MANUAL: Final = Manual(
    decisions=DECISIONS,
    verbs=VERBS,
    events=EVENTS,
    tables=TABLES,
    view=VIEW,
    rare=("combat.plan[]", "combat.plan[][]"),
)
