"""Events and commands in plain English.

A template has slots: `{who}` and `{whose}` for the seat, `{0}` for the first value, and `{0 kind}`
for a value put into words; a kind that is not in `_WORDS` is a noun that is counted.
"""

import re
from typing import Final

from pentarch.engine.commands import Command, Verb
from pentarch.engine.core import COMMAND, SEAT_NAMES, Event
from pentarch.engine.heroes import commands
from pentarch.engine.heroes.tables import (
    ABILITIES,
    BUILDING_WORDS,
    BUILDINGS,
    EQUIPMENT,
    HERO_PRICE,
    KNIGHTS,
    LETTERS,
    QUESTS,
    RESOURCES,
    UNIT_WORDS,
    unit_of,
)

_SLOT: Final = re.compile(r"\{(\w+)(?: ([\w ]+))?\}")

# What words of events and commands mean, by kind.
_WORDS: Final[dict[str, dict[str, str]]] = {
    "hero": {"1": "Hero 1", "2": "Hero 2", "both": "both Heroes"},
    "city": {"k": "the Knights' City", "a": "the Amazons' City", "b": "the Barbarians' Camp"},
    "way": {
        **{"n": "north", "ne": "northeast", "se": "southeast"},
        **{"s": "south", "sw": "southwest", "nw": "northwest"},
    },
    "section": {f"s{number}": f"section {number}" for number in range(1, 7)},
    "unit": {
        **{f"l{level}": f"level {level} unit" for level in range(1, 7)},
        "merc": "mercenary",
    },
    "units": {
        **{f"l{level}": f"level {level} units" for level in range(1, 7)},
        "merc": "mercenaries",
    },
    "stack": {
        f"{side}{number}": f"{name} stack {number}"
        for side, name in (("att", "attacking"), ("def", "defending"))
        for number in range(1, commands.STACK_IDS + 1)
    },
    "method": {
        "1": "in the Arena",
        "2": "on the Battle Display",
        "3": "in the Arena with advanced hits",
        "4": "on the Battle Display with advanced hits",
    },
    "condition": {"1": "damaged", "2": "destroyed"},
    "battle": {"field": "a battle begins", "siege": "a siege begins"},
    "quest": {quest.name: f'"{quest.title}"' for quest in QUESTS},
    "marker": {
        marker.name: f"+{marker.bonus} {marker.name[:-1].capitalize()}" for marker in EQUIPMENT
    },
    "building": {
        **{building.name: f"the {building.name}" for building in BUILDINGS},
        **{"range": "the archery range", "wall2": "works of level 2", "wall3": "works of level 3"},
        **{"tower1": "the first tower", "tower2": "the second tower", "garde": "the guard house"},
        **{"training": "the Training Area", "townhall": "the town hall"},
        **{"cityhall": "the city hall", "tradehall": "the trade hall"},
        **{"shamantent": "the Shaman Tent"},
    },
    "purse": {"stored": "the store", "hero": "the Hero"},
    "ability": {word: word.capitalize() for word in ABILITIES},
}

_EVENTS: Final[dict[str, str]] = {
    # The course of a match.
    "init_roll": "{who} rolls {0} for the order of turns.",
    "placed": "{who} lays the start tile on place {0}.",
    "method": "From now on combats are fought {0 method}.",
    "round": "Round {0} begins.",
    "war": "All tiles are turned over: the war begins.",
    "term_over": "{who} has not retaken the capital in time.",
    "defeated": "{who} is defeated.",
    # Heroes on their way.
    "turned": "{who} turns over tile {1} on {0}.",
    "entered": "{whose} Hero {0} enters {1}.",
    "camp_moved": "{whose} Camp moves to {0}.",
    "guard_roll": "{who} rolls {0} on the Guards Table.",
    "controlled": "{who} takes control of {0}.",
    "explored": "{who} explores the ruin in {0}.",
    "outpost_roll": "{who} rolls {0} at the outpost.",
    "recruiting": "{who} opens the Recruitment Location in {0}.",
    "holy_roll": "{who} prays and rolls {0}.",
    "react_roll": "{who} tries to react and rolls {0}.",
    "guard_react": "The guards of {0} check whether they attack {who}, and roll {1}.",
    # Growth.
    "experience": "{whose} {0 hero} gains {1 experience point}.",
    "level": "{whose} {0 hero} reaches level {1}.",
    "equipment": "{whose} {0 hero} finds equipment: {1 marker}.",
    "honor": "{whose} {0 hero} gains {1 honour point}.",
    "gained": "{who} gains {1} {0}.",
    "quest": "{whose} {0 hero} draws the quest {1 quest}.",
    "quest_done": "{whose} {0 hero} completes the quest {1 quest}.",
    # Combat.
    "combat": "{who} attacks in {0}: {1 battle}.",
    "avoid_roll": "{who} tries to get past the guards and rolls {0}.",
    "parley": "{who} talks to the guards and scares off {0 unit}.",
    "strike": "{whose} {0 stack} strikes at {1 stack}: {2} against {3} on the dice.",
    "skill_used": "{whose} Hero uses a race skill of {0 point}.",
    "hits": "{whose} {0 stack} takes {1 hit} and loses {2 unit}.",
    "attrition": "{whose} {0 stack} takes {1 hit} in return and loses {2 unit}.",
    "aim_roll": "{who} aims at the works and rolls {0}.",
    "breach_roll": "{who} tries to breach and rolls {0}, in all {1} against {2}.",
    "wall": "{whose} wall is {0 condition}.",
    "tower_hit": "{whose} {0 stack} loses {1 unit} in its tower.",
    "seize_roll": "{who} tries to seize the initiative and rolls {0}.",
    "subvert_roll": "{who} tries to turn mercenaries: {0} against {1}.",
    "honor_spent": "{who} spends {0 honour point} on defenders.",
    "withdraw_roll": "{who} tries to withdraw and rolls {0}; up to {1} would do.",
    "retreated": "{who} retreats to {0}.",
    "broken_off": "The combat is broken off.",
    "hero_killed": "{whose} {0 hero} is killed.",
    "loot_roll": "{who} rolls {0} for a dead Hero's equipment.",
    "conquered": "{who} conquers {0 city}.",
    "conquest_roll": "{who} rolls {1} for a share of the {0}.",
    "replaced": "{whose} Hero 2 appears in {0}.",
    # Production, told to the seat alone.
    "built": "{who} builds {1 building} in {0 city}.",
    "arrived": "{whose} {0 hero} arrives in the capital.",
    "traded": "{who} trades {0} for {1}.",
}

_PHRASES: Final[dict[Verb, str]] = {
    commands.DONE: "finish",
    commands.VOTE: "vote for combats {0 method}",
    commands.VOTE_KEEP: "vote to keep the combat method",
    commands.PLACE: "lay the start tile on place {0}",
    commands.CAMP_STAY: "leave the Camp where it is",
    commands.CAMP: "move the Camp {0 way}",
    commands.CAMP_WITH: "move the Camp {0 way} with {1 hero}",
    commands.MOVE: "move {0 hero} {1 way}",
    commands.TAKE: "take {2} {1} into {3 section} of {0 hero}",
    commands.DROP: "leave {2 unit} of {0 hero}'s {1 section} here",
    commands.GIVE: "give {2 unit} of {0 hero}'s {1 section} to {3 section} of the other Hero",
    commands.TRAIN: "train {0 hero}'s {1 ability}",
    commands.PRAY: "let {0 hero} pray",
    commands.QUEST_DRAW: "draw a quest for {0 hero}",
    commands.QUEST_DROP: "drop {0 hero}'s quest",
    commands.STORE: "store {1 honour point} of {0 hero}",
    commands.END: "end the turn",
    commands.REACT: "try to react",
    commands.DECLINE: "stay out of it",
    commands.RAISE: "raise {0 ability}",
    commands.SKILL: "learn {0}",
    commands.FLEE: "flee {0 way} with the Camp",
    commands.APPEAR: "let Hero 2 appear in {0}",
    commands.RETREAT: "retreat {0 way}",
    commands.FIGHT: "fight the guards",
    commands.AVOID: "try to get past the guards",
    commands.PARLEY: "talk to {0 stack}",
    commands.NO: "let it be",
    commands.MAN: "man the tower with {0 stack}",
    commands.MAN_NONE: "leave the tower empty",
    commands.MAN_SPLIT: "split the archers over both towers",
    commands.DEPLOY: "deploy {0 stack} in {1}",
    commands.SUBVERT: "try to turn {0 mercenary} for {0 honour point}",
    commands.PASS: "let it pass",
    commands.BREACH: "breach the wall",
    commands.HOLD: "make no attempt to breach",
    commands.TOWER: "let tower {0} share the wall's fate",
    commands.STRIKE: "attack {1 stack} with {0 stack}",
    commands.USE: "use the Hero's {0}",
    commands.SEIZE: "try to seize the initiative",
    commands.SPEND: "use the special building on {0 stack} for {1}, paid by {2 purse}",
    commands.STAY: "stay in the combat",
    commands.WITHDRAW: "try to withdraw",
    commands.AIM: "aim a breach at {0}",
    commands.SHIFT: "move the missed aim to {0}",
    commands.GO: "move {0 stack} to {1}",
    commands.HOLD_STACK: "leave {0 stack} where it is",
    commands.FIRE: "fire at {1 stack} with {0 stack}",
    commands.SKIP: "hold the fire of {0 stack}",
    commands.TRADE: "trade {1} for {2} in {0 city}",
    commands.AGREE: "agree to end the match",
    commands.CONTINUE: "go on with the match",
}


def sentence(event: Event) -> str:
    """An event for people: "p1 conquers the Amazons' City." Raises KeyError for an unknown one."""
    who = SEAT_NAMES[event.seat] if event.seat >= 0 else "the guards"
    values = [str(value) for value in event.values]
    if event.name == COMMAND:
        return f"{who}: {phrase(commands.COMMANDS.read(values[0]))}."
    if event.name == "combat_over":
        return f"{who} wins the combat." if event.seat >= 0 else "The combat is over."
    told = _fill(_EVENTS[event.name], who, values)
    if event.seat < 0:
        # "the guards" are many.
        told = re.sub(r"^the guards attacks", "the guards attack", told)
    return told[0].upper() + told[1:] if told.startswith("the ") else told


def phrase(command: Command) -> str:
    """A command as people would say it, without the seat: "build the tavern for 3 gold"."""
    verb, words = command.verb, command.verb.words(command)
    if verb is commands.BUY:
        return f"buy {_units(words[0], words[1])} for {_gold(KNIGHTS, words[0], words[1])} gold"
    if verb is commands.RECRUIT:
        return f"recruit {_units(words[1], words[2])} in {_recruit_price(words)}"
    if verb is commands.BUILD:
        return f"build {_in_words('building', words[1])} in {_build_price(words)}"
    if verb is commands.BUY_HERO:
        return f"bring Hero {words[0]} into play for {HERO_PRICE} gold, more after deaths"
    if verb is commands.TAKE:
        section = _in_words("section", words[3])
        return f"take {_units(words[1], words[2])} into {section} of Hero {words[0]}"
    return _fill(_PHRASES[verb], "", words)


def _units(word: str, number: str) -> str:
    return f"{number} {_in_words('unit' if number == '1' else 'units', word)}"


def _gold(race: int, word: str, number: str) -> int:
    return unit_of(race, UNIT_WORDS.index(word)).gold * int(number)


def _recruit_price(words: list[str]) -> str:
    race = LETTERS.index(words[0])
    unit, number = unit_of(race, UNIT_WORDS.index(words[1])), int(words[2])
    price = _price([unit.gold * number, unit.crystal * number])
    return f"{_in_words('city', words[0])} for {price}"


def _build_price(words: list[str]) -> str:
    building = BUILDINGS[BUILDING_WORDS.index(words[1])]
    price = list(building.prices[LETTERS.index(words[0])])
    return f"{_in_words('city', words[0])} for {_price(price)}"


def _price(amounts: list[int]) -> str:
    """Resources in words; what is beyond all means is not for sale."""
    parts = [f"{n} {name}" for n, name in zip(amounts, RESOURCES, strict=False) if 0 < n < 99]
    if not parts:
        return "nothing"
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def _fill(template: str, who: str, values: list[str]) -> str:
    """A template with its slots filled."""
    told: list[str] = []
    end = 0
    for slot in _SLOT.finditer(template):
        told.append(template[end : slot.start()])
        end = slot.end()
        name, kind = slot.group(1), slot.group(2)
        if name == "who":
            told.append(who)
        elif name == "whose":
            told.append(f"{who}'" if who.endswith("s") else f"{who}'s")
        else:
            told.append(_in_words(kind or "", values[int(name)]))
    told.append(template[end:])
    return "".join(told)


def _in_words(kind: str, value: str) -> str:
    """A value in words."""
    if not kind:
        return value
    words = _WORDS.get(kind)
    if words is not None and value in words:
        return words[value]
    if kind == "mercenary":
        return f"{value} {'mercenary' if value == '1' else 'mercenaries'}"
    return f"{value} {kind}" if value == "1" else f"{value} {kind}s"
