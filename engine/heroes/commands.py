"""Everything a seat can say, in a fixed order: the order is the numbering in records."""

from typing import Final

from pentarch.engine.commands import CommandTable, Verb, numbers
from pentarch.engine.core import Words
from pentarch.engine.heroes.combat.board import BATTLE_NAMES
from pentarch.engine.heroes.tables import (
    ABILITIES,
    BUILDING_WORDS,
    LETTERS,
    RESOURCES,
    SKILLS,
    UNIT_WORDS,
)
from pentarch.engine.heroes.world.map import DIRECTIONS, HEX_NAMES, MOST_PLACES

COMMANDS: Final[CommandTable] = CommandTable()
STACK_IDS: Final = 60
HERO: Final[Words] = ("1", "2")
SECTION_WORDS: Final = tuple(f"s{i}" for i in range(1, 7))
STACK_WORDS: Final = tuple(f"{side}{i}" for side in ("att", "def") for i in range(1, STACK_IDS + 1))
AMOUNT: Final = numbers(1, 20)
COMPANY: Final[Words] = ("1", "2", "both")
HONOR_SOURCES: Final[Words] = ("stored", "hero")
METHOD_WORDS: Final = numbers(1, 4)
PLACES: Final[Words] = tuple(f"e{i}" for i in range(1, MOST_PLACES + 1))

# Set-up and start of a Round.
BUY: Final[Verb] = COMMANDS.verb("buy {} {}", UNIT_WORDS[:3], AMOUNT)
DONE: Final[Verb] = COMMANDS.verb("done")
VOTE: Final[Verb] = COMMANDS.verb("vote {}", METHOD_WORDS)
VOTE_KEEP: Final[Verb] = COMMANDS.verb("vote keep")
PLACE: Final[Verb] = COMMANDS.verb("place {}", PLACES)
# A turn.
CAMP_STAY: Final[Verb] = COMMANDS.verb("camp stay")
CAMP: Final[Verb] = COMMANDS.verb("camp {}", DIRECTIONS)
CAMP_WITH: Final[Verb] = COMMANDS.verb("camp {} with {}", DIRECTIONS, COMPANY)
MOVE: Final[Verb] = COMMANDS.verb("move {} {}", HERO, DIRECTIONS)
TAKE: Final[Verb] = COMMANDS.verb("take {} {} {} {}", HERO, UNIT_WORDS, AMOUNT, SECTION_WORDS)
DROP: Final[Verb] = COMMANDS.verb("drop {} {} {}", HERO, SECTION_WORDS, AMOUNT)
GIVE: Final[Verb] = COMMANDS.verb("give {} {} {} {}", HERO, SECTION_WORDS, AMOUNT, SECTION_WORDS)
TRAIN: Final[Verb] = COMMANDS.verb("train {} {}", HERO, ABILITIES)
PRAY: Final[Verb] = COMMANDS.verb("pray {}", HERO)
QUEST_DRAW: Final[Verb] = COMMANDS.verb("quest draw {}", HERO)
QUEST_DROP: Final[Verb] = COMMANDS.verb("quest drop {}", HERO)
STORE: Final[Verb] = COMMANDS.verb("store {} {}", HERO, AMOUNT)
END: Final[Verb] = COMMANDS.verb("end")
# Answers that a turn can call for.
REACT: Final[Verb] = COMMANDS.verb("react")
DECLINE: Final[Verb] = COMMANDS.verb("decline")
RAISE: Final[Verb] = COMMANDS.verb("raise {}", ABILITIES)
SKILL: Final[Verb] = COMMANDS.verb("skill {}", SKILLS)
FLEE: Final[Verb] = COMMANDS.verb("flee {}", DIRECTIONS)
APPEAR: Final[Verb] = COMMANDS.verb("appear {}", HEX_NAMES)
RETREAT: Final[Verb] = COMMANDS.verb("retreat {}", DIRECTIONS)
# Combat, before the first round.
FIGHT: Final[Verb] = COMMANDS.verb("fight")
AVOID: Final[Verb] = COMMANDS.verb("avoid")
PARLEY: Final[Verb] = COMMANDS.verb("parley {}", STACK_WORDS)
NO: Final[Verb] = COMMANDS.verb("no")
MAN: Final[Verb] = COMMANDS.verb("man {}", STACK_WORDS)
MAN_NONE: Final[Verb] = COMMANDS.verb("man none")
MAN_SPLIT: Final[Verb] = COMMANDS.verb("man split")
DEPLOY: Final[Verb] = COMMANDS.verb("deploy {} {}", STACK_WORDS, BATTLE_NAMES)
SUBVERT: Final[Verb] = COMMANDS.verb("subvert {}", AMOUNT)
PASS: Final[Verb] = COMMANDS.verb("pass")
# Combat rounds.
BREACH: Final[Verb] = COMMANDS.verb("breach")
HOLD: Final[Verb] = COMMANDS.verb("hold")
TOWER: Final[Verb] = COMMANDS.verb("tower {}", HERO)
STRIKE: Final[Verb] = COMMANDS.verb("attack {} {}", STACK_WORDS, STACK_WORDS)
USE: Final[Verb] = COMMANDS.verb("use {}", SKILLS[2:])
SEIZE: Final[Verb] = COMMANDS.verb("seize")
SPEND: Final[Verb] = COMMANDS.verb("spend {} {} {}", STACK_WORDS, numbers(0, 20), HONOR_SOURCES)
STAY: Final[Verb] = COMMANDS.verb("stay")
WITHDRAW: Final[Verb] = COMMANDS.verb("withdraw")
# The Battle Display.
AIM: Final[Verb] = COMMANDS.verb("breach {}", BATTLE_NAMES)
SHIFT: Final[Verb] = COMMANDS.verb("shift {}", BATTLE_NAMES)
GO: Final[Verb] = COMMANDS.verb("go {} {}", STACK_WORDS, BATTLE_NAMES)
HOLD_STACK: Final[Verb] = COMMANDS.verb("hold {}", STACK_WORDS)
FIRE: Final[Verb] = COMMANDS.verb("fire {} {}", STACK_WORDS, STACK_WORDS)
SKIP: Final[Verb] = COMMANDS.verb("skip {}", STACK_WORDS)
# Production and the end of a Round.
BUILD: Final[Verb] = COMMANDS.verb("build {} {}", LETTERS, BUILDING_WORDS)
RECRUIT: Final[Verb] = COMMANDS.verb("recruit {} {} {}", LETTERS, UNIT_WORDS, AMOUNT)
TRADE: Final[Verb] = COMMANDS.verb("trade {} {} {}", LETTERS, RESOURCES, RESOURCES)
BUY_HERO: Final[Verb] = COMMANDS.verb("hero {}", HERO)
AGREE: Final[Verb] = COMMANDS.verb("agree")
CONTINUE: Final[Verb] = COMMANDS.verb("continue")
