"""Heroes vs Warlords for bot authors: verbs, events, tables."""

from typing import Final

from pentarch.engine.commands import Verb
from pentarch.engine.heroes import commands as verbs
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
from pentarch.engine.manual import (
    Manual,
    Table,
    VerbEntry,
)


def _verb(verb: Verb, slots: str, meaning: str, rules: str, example: str) -> VerbEntry:
    ids = tuple([f"HW-{rule}" for rule in rules.split()])
    return VerbEntry(verb, tuple(slots.split()), meaning, rules=ids, example=example)


VERBS: Final = [
    _verb(verbs.BUY, "unit count", "Buys units for the first army.", "5.1.c", "buy l1 5"),
    _verb(verbs.DONE, "", "Ends a purchase or production.", "11.1.c", "done"),
    _verb(verbs.VOTE, "method", "Votes for a combat method.", "19.0.a", "vote 1"),
    _verb(verbs.VOTE_KEEP, "", "Votes for the method in force.", "19.0.a", "vote keep"),
    _verb(verbs.PLACE, "place", "Lays the start tile.", "5.3.2.c", "place e1"),
    _verb(verbs.CAMP_STAY, "", "Leaves the Camp where it is.", "7.4.a", "camp stay"),
    _verb(verbs.CAMP, "direction", "Moves the Camp one hex.", "7.4.a", "camp n"),
    _verb(
        verbs.CAMP_WITH,
        "direction heroes",
        "Moves the Camp with Heroes in it.",
        "7.4.a",
        "camp n with 1",
    ),
    _verb(verbs.MOVE, "hero direction", "Moves a Hero one hex.", "7.1.a", "move 1 n"),
    _verb(
        verbs.TAKE,
        "hero unit count section",
        "Takes units of the hex into a section of the army.",
        "4.1.f 4.1.i",
        "take 1 l1 2 s1",
    ),
    _verb(
        verbs.DROP,
        "hero section count",
        "Leaves units of a section in the hex.",
        "4.1.f 4.1.i",
        "drop 1 s1 2",
    ),
    _verb(
        verbs.GIVE,
        "hero section count section",
        "Gives units to the other Hero in the hex.",
        "4.1.f",
        "give 1 s1 2 s1",
    ),
    _verb(verbs.TRAIN, "hero ability", "Trains an ability.", "4.3.3.a", "train 1 attack"),
    _verb(verbs.PRAY, "hero", "Prays at a holy place.", "15.4.a", "pray 1"),
    _verb(verbs.QUEST_DRAW, "hero", "Draws a quest.", "17.2.a", "quest draw 1"),
    _verb(verbs.QUEST_DROP, "hero", "Gives a quest up.", "17.2.a", "quest drop 1"),
    _verb(verbs.STORE, "hero count", "Stores honour in a City.", "17.3.a", "store 1 2"),
    _verb(verbs.END, "", "Ends the turn.", "6.0.b", "end"),
    _verb(verbs.REACT, "", "Reacts to a mover.", "7.3.2.a", "react"),
    _verb(verbs.DECLINE, "", "Does not react, vote or change.", "7.3.2.a", "decline"),
    _verb(verbs.RAISE, "ability", "Raises an ability by a level.", "4.1.c", "raise attack"),
    _verb(verbs.SKILL, "skill", "Raises a skill by a level.", "16.1.a", "skill trade"),
    _verb(verbs.FLEE, "direction", "Leaves a hex that is closed to the Hero.", "4.1.r", "flee n"),
    _verb(verbs.APPEAR, "hex", "Lets a Hero appear.", "4.1.l", "appear k.c"),
    _verb(verbs.RETREAT, "direction", "Retreats from a combat.", "8.9.g", "retreat n"),
    _verb(verbs.FIGHT, "", "Fights instead of avoiding it.", "16.1.2.b", "fight"),
    _verb(verbs.AVOID, "", "Tries to get past guards.", "16.1.2.b", "avoid"),
    _verb(verbs.PARLEY, "stack", "Talks to a stack of guards.", "16.1.2.b", "parley def1"),
    _verb(verbs.NO, "", "Makes no use of an opportunity.", "16.1.2.b", "no"),
    _verb(verbs.MAN, "stack", "Mans a tower.", "4.3.1.2.a 8.7.g", "man def1"),
    _verb(verbs.MAN_NONE, "", "Mans no tower.", "4.3.1.2.a", "man none"),
    _verb(verbs.MAN_SPLIT, "", "Splits a stack between two towers.", "4.3.1.2.a", "man split"),
    _verb(verbs.DEPLOY, "stack hex", "Deploys a stack.", "19.4.1.b", "deploy att1 a1"),
    _verb(verbs.SUBVERT, "count", "Tries to turn mercenaries by honour.", "19.8.a", "subvert 1"),
    _verb(verbs.PASS, "", "Does nothing in this step.", "8.3.a", "pass"),
    _verb(verbs.BREACH, "", "Tries to breach the wall.", "8.7.1.a", "breach"),
    _verb(verbs.HOLD, "", "Does not attack in this step.", "8.3.a", "hold"),
    _verb(verbs.TOWER, "tower", "Attacks a tower.", "8.7.g", "tower 1"),
    _verb(verbs.STRIKE, "stack target", "Attacks a stack.", "8.5.2.c", "attack att1 def1"),
    _verb(verbs.USE, "skill", "Uses the race skill.", "16.1.5.a", "use fury"),
    _verb(verbs.SEIZE, "", "Tries to seize the initiative.", "8.3.a", "seize"),
    _verb(
        verbs.SPEND,
        "stack points source",
        "Spends honour on a stack.",
        "17.3.3.a",
        "spend def1 2 stored",
    ),
    _verb(verbs.STAY, "", "Fights on.", "8.9.a", "stay"),
    _verb(verbs.WITHDRAW, "", "Tries to withdraw.", "8.9.a", "withdraw"),
    _verb(verbs.AIM, "hex", "Aims at works on the display.", "19.17.2.c", "breach a1"),
    _verb(verbs.SHIFT, "hex", "Shifts an aim to another hex.", "19.17.2.c", "shift a1"),
    _verb(verbs.GO, "stack hex", "Moves a stack on the display.", "19.4.1.b", "go att1 a1"),
    _verb(verbs.HOLD_STACK, "stack", "Leaves a stack where it is.", "19.7.a", "hold att1"),
    _verb(verbs.FIRE, "stack target", "Fires at a stack.", "19.10.c", "fire att1 def1"),
    _verb(verbs.SKIP, "stack", "Lets a stack do nothing.", "19.9.f", "skip att1"),
    _verb(verbs.BUILD, "city building", "Builds in a City or Camp.", "3.2.a", "build k barracks"),
    _verb(verbs.RECRUIT, "city unit count", "Recruits units.", "11.2.b", "recruit k l1 3"),
    _verb(verbs.TRADE, "city give get", "Trades resources.", "4.3.5.b", "trade k wood gold"),
    _verb(verbs.BUY_HERO, "hero", "Brings a Hero into play.", "4.1.l", "hero 2"),
    _verb(verbs.AGREE, "", "Agrees to end the match.", "12.1.c", "agree"),
    _verb(verbs.CONTINUE, "", "Wants to play on.", "12.1.c", "continue"),
]

EVENTS: Final = {
    "init_roll": "A roll for the order of turns: the die.",
    "placed": "The start tile was laid: on which place.",
    "method": "The combat method changed: to which.",
    "round": "A Round began: its number.",
    "war": "The war began.",
    "term_over": "The capital was not retaken in time.",
    "defeated": "The seat is defeated.",
    "turned": "A tile was turned over: its slot and its name.",
    "entered": "A Hero entered a hex: which Hero, which hex.",
    "camp_moved": "The Camp moved: to which hex.",
    "guard_roll": "A roll on the Guards Table: the die.",
    "controlled": "A mine or site was taken: its hex.",
    "explored": "A ruin was explored: its hex.",
    "outpost_roll": "A roll at an outpost: the die.",
    "recruiting": "A Recruitment Location was opened: its hex.",
    "holy_roll": "A prayer: the die.",
    "react_roll": "A try to react: the die.",
    "guard_react": "Guards checked whether they attack: their hex and the die.",
    "experience": "Experience was gained: by which Hero, how much.",
    "level": "A level was reached: by which Hero, which.",
    "equipment": "Equipment was found: by which Hero, what.",
    "honor": "Honour was gained: by which Hero, how much.",
    "gained": "Resources were gained: which, how much.",
    "quest": "A quest was drawn: by which Hero, which.",
    "quest_done": "A quest was completed: by which Hero, which.",
    "combat": "A combat began: its hex, and `field` or `siege`.",
    "avoid_roll": "A try to get past guards: the die.",
    "parley": "Guards were scared off: how many.",
    "strike": "A stack struck: attacker, target, attack die, defence die.",
    "skill_used": "A race skill was used: its points.",
    "hits": "A stack was hit: which, hits, units lost.",
    "attrition": "An attacker was hit in return: which, hits, units lost.",
    "aim_roll": "A roll for an aim at works: the die.",
    "breach_roll": "A try to breach: the die, the total, what it needs.",
    "wall": "A wall was damaged: its condition.",
    "tower_hit": "A stack lost units in its tower: which, how many.",
    "seize_roll": "A try to seize the initiative: the die.",
    "subvert_roll": "A try to turn mercenaries: two values.",
    "honor_spent": "Honour was spent: how much.",
    "withdraw_roll": "A try to withdraw: the die, and what would do.",
    "combat_over": "The combat is over: who has won, if anybody.",
    "retreated": "A Hero retreated: to which hex.",
    "broken_off": "The combat was broken off.",
    "hero_killed": "A Hero was killed: which.",
    "loot_roll": "A roll for a dead Hero's equipment: the die.",
    "conquered": "A City or Camp was conquered: whose.",
    "conquest_roll": "A roll for a share of a stock: the resource and the die.",
    "replaced": "Hero 2 appeared: in which hex.",
    "built": "Something was built: in which City, what.",
    "arrived": "A Hero arrived in the capital: which.",
    "traded": "Resources were traded: which for which.",
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

MANUAL: Final = Manual(decisions=DECISIONS, verbs=VERBS, events=EVENTS, tables=TABLES, view=VIEW)
