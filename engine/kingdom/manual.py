"""Kingdom for bot authors: verbs, events, tables."""

from typing import Final

from pentarch.engine.kingdom import commands as verbs
from pentarch.engine.kingdom.schema import DECISIONS, VIEW
from pentarch.engine.kingdom.tables import (
    KINDS,
    SCROLLS,
    SPELLS,
    TECHS,
)
from pentarch.engine.manual import (
    Manual,
    Table,
    verb_entries,
)

VERBS: Final = verb_entries(
    "KC",
    (verbs.DONE, "", "Ends the own orders of this round.", "3.9 16.1", "done"),
    (verbs.HALT, "", "Ends the path of an order.", "16.3", "halt"),
    (verbs.ON, "area", "Leads the path of an order on.", "5.1 16.3", "on r2"),
    (verbs.AT, "area", "Names the target of a spell.", "9.2 16.4", "at r2"),
    (verbs.SELECT, "area", "Asks for the orders of one area.", "16.5", "select r2"),
    (verbs.BUY, "scroll", "Buys a scroll on offer.", "7.1 7.2", "buy sawmill"),
    (verbs.RESEARCH, "tech", "Starts the tech on offer.", "8.1 8.2", "research masonry"),
    (
        verbs.DISBAND,
        "kind area",
        "Disbands a unit to pay a debt.",
        "13.8 13.9",
        "disband knight r1",
    ),
    (
        verbs.TRAIN,
        "kind castle",
        "Trains a unit in a castle, for gold and a slot.",
        "4.1 4.2 4.3",
        "train knight r1",
    ),
    (
        verbs.TRAIN_SHIP,
        "castle sea",
        "Trains a trireme, which appears in a sea region beside the castle.",
        "4.2 4.6",
        "train trireme r1 z1",
    ),
    (
        verbs.USE,
        "scroll region",
        "Uses a scroll in a region.",
        "7.5 7.6 7.8 7.11 4.7",
        "use sawmill r2",
    ),
    (
        verbs.USE_BLUEPRINT,
        "castle sea",
        "Builds a galleon from a blueprint.",
        "4.8",
        "use galleon_blueprint r1 z1",
    ),
    (
        verbs.MOVE_ONE,
        "kind from to",
        "Sends one unit of a kind to a neighbouring area; a path may follow.",
        "5.1 5.5",
        "move one knight r1 r2",
    ),
    (
        verbs.MOVE_ALL,
        "kind from to",
        "Sends all units of a kind.",
        "5.1 5.5",
        "move all knight r1 r2",
    ),
    (verbs.MOVE_MAGE, "unit to", "Sends a mage.", "5.1", "move u3 r2"),
    (verbs.CAST, "spell unit", "Has a mage cast a spell.", "9.1 9.6", "cast fog u3"),
    (verbs.SAIL, "unit sea", "Sends a ship to a sea region.", "6.6", "sail u4 z2"),
    (verbs.UNLOAD_MAGE, "unit region", "Lands a mage.", "6.7 6.8", "unload u3 r2"),
    (
        verbs.UNLOAD_ONE,
        "kind ship region",
        "Lands a passenger of a ship.",
        "6.7 6.8",
        "unload one knight u4 r2",
    ),
    (
        verbs.LOAD_ONE,
        "kind region ship",
        "Takes a unit aboard.",
        "6.2 6.3",
        "load one knight r1 u4",
    ),
    (verbs.LOAD_MAGE, "unit ship", "Takes a mage aboard.", "6.2 6.3", "load u3 u4"),
)

EVENTS: Final = {
    "orders": "What a seat had ordered, told when the round is executed: its commands.",
    "cast": "A spell was cast: the spell, the mage, the target.",
    "moved": "A unit moved: which, from where, to where, in which slot.",
    "skirmish": "Sides met on the way: where, and who.",
    "battle": "A battle was fought: where, and who.",
    "struck": "A side dealt damage: where, in which round of the battle, how much.",
    "eliminated": "A unit fell: which.",
    "drowned": "A passenger went down with its ship: which.",
    "captured": "A region was captured: which.",
    "neutralised": "A dragon freed a region of its owner: which.",
    "income": "Gold earned: how much.",
    "upkeep": "Gold paid for units and research: how much.",
    "learned": "A tech is known now: which.",
    "built": "A unit appeared: its id, its kind, where.",
    "fallen": "The kingdom was eliminated.",
    "ended": "The match is over: why.",
    "offered": "A scroll is on offer: which, and its price.",
    "tech": "A tech is on offer: which.",
    "forgiven": "A debt was forgiven.",
    "disbanded": "Units were disbanded: which.",
}

TABLES: Final = [
    Table(
        "units",
        "the kinds of units",
        (
            *("kind", "element", "movement", "hit_points", "attack", "price", "upkeep"),
            *("capacity", "build_time", "battle_value", "captures", "builds"),
        ),
        [
            [
                *(kind.name, kind.element, kind.movement, kind.hit_points, kind.attack),
                *(kind.price or None, kind.upkeep, kind.capacity, kind.build_time),
                *(kind.battle_value, kind.is_capturer, kind.is_builder),
            ]
            for kind in KINDS
        ],
    ),
    Table(
        "scrolls",
        "scrolls with their list prices",
        ("scroll", "price", "use"),
        [[scroll.name, scroll.price, scroll.use] for scroll in SCROLLS],
    ),
    Table(
        "techs",
        "techs: gold in each of so many rounds",
        ("tech", "cost", "rounds", "effect"),
        [[tech.name, tech.cost, tech.rounds, tech.effect] for tech in TECHS],
    ),
    Table(
        "spells",
        "spells",
        ("spell", "mana", "effect"),
        [[spell.name, spell.cost, spell.effect] for spell in SPELLS],
    ),
]

MANUAL: Final = Manual(decisions=DECISIONS, verbs=VERBS, events=EVENTS, tables=TABLES, view=VIEW)
