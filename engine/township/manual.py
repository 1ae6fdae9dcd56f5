"""Township for bot authors: verbs, events, tables."""

from typing import Final

from pentarch.engine.manual import (
    Manual,
    Table,
    verb_entries,
)
from pentarch.engine.plain import Json
from pentarch.engine.township.commands import (
    ASSIGN,
    ATTACK,
    BREAK,
    DAMAGE,
    DEFEND,
    DISCARD,
    DONE,
    FEAST,
    LOOT,
    MUSTER,
    PRODUCE,
    PRODUCE_TOOLED,
    RAZE,
    RECRUIT,
    REPAIR,
    REPAIR_TOOLED,
    SKIP,
    USE_SHIELDS,
    USE_SWORDS,
)
from pentarch.engine.township.schema import DECISIONS, VIEW
from pentarch.engine.township.tables import (
    ATTACK_ARMS,
    DEFENCE_ARMS,
    FEAST_PRICE,
    GOODS,
    KINDS,
    UNIT_PRICE,
    Price,
)

VERBS: Final = verb_entries(
    "TS",
    (
        BREAK,
        "kind",
        "Begins a new building, which carries five damage tokens to be repaired away.",
        "7.1 7.2",
        "break farm",
    ),
    (SKIP, "", "Breaks no ground this turn.", "7.1", "skip"),
    (
        REPAIR,
        "site",
        "Sends a unit to take one damage token off a building, for its materials.",
        "9.1 9.2 9.4",
        "repair house2",
    ),
    (
        REPAIR_TOOLED,
        "site",
        "Sends a unit with a tool to take two damage tokens off, for twice the materials.",
        "4.2 9.3",
        "repair house2 tooled",
    ),
    (
        PRODUCE,
        "site good",
        "Sends a unit to make one batch of a good in an undamaged building.",
        "10.1 10.2 10.4",
        "produce smithy1 swords",
    ),
    (
        PRODUCE_TOOLED,
        "site good",
        "Sends a unit with a tool to make two batches, for twice the inputs.",
        "4.2 10.5",
        "produce farm1 grain tooled",
    ),
    (
        RECRUIT,
        "site",
        "Turns grain into a new unit in an undamaged house; it works from the next turn on.",
        "11.1 11.2",
        "recruit house1",
    ),
    (
        MUSTER,
        "site",
        "Readies a unit in an undamaged academy: it attacks in this turn.",
        "11.5 11.6",
        "muster academy1",
    ),
    (
        FEAST,
        "site",
        "Turns one ale and one finery into laurels in an undamaged town hall.",
        "11.7",
        "feast townhall1",
    ),
    (DONE, "", "Ends the activities of this turn.", "8.7", "done"),
    (DISCARD, "good", "Throws one piece away.", "12.4", "discard lumber"),
    (
        ASSIGN,
        "units seat",
        "Sends mustered units against an opponent; the last opponent gets all that are left.",
        "14.1 14.2",
        "assign 2 p2",
    ),
    (ATTACK, "seat", "Begins the attack on that opponent.", "14.5", "attack p2"),
    (
        USE_SWORDS,
        "swords",
        "Uses up swords: an attacker with one scores more easily.",
        "15.1 15.2 15.7",
        "swords 1",
    ),
    (
        DEFEND,
        "units",
        "Defends with so many units, which can fall; others are safe.",
        "15.3 15.4 16.3",
        "defend 3",
    ),
    (
        USE_SHIELDS,
        "shields",
        "Uses up shields: a defender with one scores more easily. Then the dice fall.",
        "15.5 15.6 15.8",
        "shields 0",
    ),
    (
        LOOT,
        "",
        "Takes random pieces of the defender's stock for the points left over.",
        "16.5 16.6",
        "loot",
    ),
    (RAZE, "", "Makes the defender damage its buildings by the points left over.", "16.8", "raze"),
    (DAMAGE, "site", "Puts one of the razed points on that building.", "16.8 16.9", "damage farm1"),
)

EVENTS: Final = {
    "removed": "A destroyed building left play: its site.",
    "wear_dice": "The dice thrown for used tools: one value each.",
    "worn": "Tools broke: how many, and `tools`.",
    "spoiled": "Grain beyond the granaries was lost: how much, and `grain`.",
    "depletion_die": "A die was thrown for a raw material building: its site and the die.",
    "depleted": "A building got a depletion token: its site.",
    "attack_dice": "The attackers' dice, those with swords first.",
    "defence_dice": "The defenders' dice, those with shields first.",
    "killed": "Units fell: how many, and whose.",
    "laurels": "The winner of a fight got laurels: new ones, and captured ones.",
    "looted": "Pieces changed hands: a good for each piece.",
    "razed": "A building got a damage token: its site.",
    "homeless": "Units left for lack of houses: how many.",
    "eliminated": "The seat has left the match.",
    "ended": "The match is over: by conquest, renown or cap.",
}


def _priced(price: Price) -> str:
    return ", ".join([f"{pieces} {GOODS[good]}" for good, pieces in price])


def _buildings() -> "list[list[Json]]":
    return [
        [
            *(kind.id, kind.band, kind.copies, _priced(kind.repair), kind.renown),
            *(kind.offers, kind.holds, kind.room),
        ]
        for kind in KINDS
    ]


def _recipes() -> "list[list[Json]]":
    return [
        [kind.id, GOODS[recipe.good], recipe.output, _priced(recipe.inputs)]
        for kind in KINDS
        for recipe in kind.makes
    ]


TABLES: Final = [
    Table(
        "buildings",
        "the building types, with the price of each damage token",
        ("kind", "band", "copies", "repair", "renown", "service", "holds", "room"),
        _buildings(),
    ),
    Table("recipes", "what a batch makes and takes", ("kind", "good", "out", "in"), _recipes()),
    Table(
        "prices",
        "what a unit and a feast cost",
        ("what", "price"),
        [["unit", _priced(UNIT_PRICE)], ["feast", _priced(FEAST_PRICE)]],
    ),
    Table(
        "dice",
        "from which number on a die scores",
        ("side", "bare", "armed"),
        [
            ["attack", ATTACK_ARMS.bare_from, ATTACK_ARMS.armed_from],
            ["defence", DEFENCE_ARMS.bare_from, DEFENCE_ARMS.armed_from],
        ],
    ),
]

MANUAL: Final = Manual(decisions=DECISIONS, verbs=VERBS, events=EVENTS, tables=TABLES, view=VIEW)
