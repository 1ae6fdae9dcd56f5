"""Everything a seat can say, in a fixed order: the order is the numbering in records."""

from typing import Final

from pentarch.engine.commands import CommandTable, numbers
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

COMMANDS: Final = CommandTable()
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
BUY: Final = COMMANDS.verb("buy {} {}", UNIT_WORDS[:3], AMOUNT)
DONE: Final = COMMANDS.verb("done")
VOTE: Final = COMMANDS.verb("vote {}", METHOD_WORDS)
VOTE_KEEP: Final = COMMANDS.verb("vote keep")
PLACE: Final = COMMANDS.verb("place {}", PLACES)
# A turn.
CAMP_STAY: Final = COMMANDS.verb("camp stay")
CAMP: Final = COMMANDS.verb("camp {}", DIRECTIONS)
CAMP_WITH: Final = COMMANDS.verb("camp {} with {}", DIRECTIONS, COMPANY)
MOVE: Final = COMMANDS.verb("move {} {}", HERO, DIRECTIONS)
TAKE: Final = COMMANDS.verb("take {} {} {} {}", HERO, UNIT_WORDS, AMOUNT, SECTION_WORDS)
DROP: Final = COMMANDS.verb("drop {} {} {}", HERO, SECTION_WORDS, AMOUNT)
GIVE: Final = COMMANDS.verb("give {} {} {} {}", HERO, SECTION_WORDS, AMOUNT, SECTION_WORDS)
TRAIN: Final = COMMANDS.verb("train {} {}", HERO, ABILITIES)
PRAY: Final = COMMANDS.verb("pray {}", HERO)
QUEST_DRAW: Final = COMMANDS.verb("quest draw {}", HERO)
QUEST_DROP: Final = COMMANDS.verb("quest drop {}", HERO)
STORE: Final = COMMANDS.verb("store {} {}", HERO, AMOUNT)
END: Final = COMMANDS.verb("end")
# Answers that a turn can call for.
REACT: Final = COMMANDS.verb("react")
DECLINE: Final = COMMANDS.verb("decline")
RAISE: Final = COMMANDS.verb("raise {}", ABILITIES)
SKILL: Final = COMMANDS.verb("skill {}", SKILLS)
FLEE: Final = COMMANDS.verb("flee {}", DIRECTIONS)
APPEAR: Final = COMMANDS.verb("appear {}", HEX_NAMES)
RETREAT: Final = COMMANDS.verb("retreat {}", DIRECTIONS)
# Combat, before the first round.
FIGHT: Final = COMMANDS.verb("fight")
AVOID: Final = COMMANDS.verb("avoid")
PARLEY: Final = COMMANDS.verb("parley {}", STACK_WORDS)
NO: Final = COMMANDS.verb("no")
MAN: Final = COMMANDS.verb("man {}", STACK_WORDS)
MAN_NONE: Final = COMMANDS.verb("man none")
MAN_SPLIT: Final = COMMANDS.verb("man split")
DEPLOY: Final = COMMANDS.verb("deploy {} {}", STACK_WORDS, BATTLE_NAMES)
SUBVERT: Final = COMMANDS.verb("subvert {}", AMOUNT)
PASS: Final = COMMANDS.verb("pass")
# Combat rounds.
BREACH: Final = COMMANDS.verb("breach")
HOLD: Final = COMMANDS.verb("hold")
TOWER: Final = COMMANDS.verb("tower {}", HERO)
STRIKE: Final = COMMANDS.verb("attack {} {}", STACK_WORDS, STACK_WORDS)
USE: Final = COMMANDS.verb("use {}", SKILLS[2:])
SEIZE: Final = COMMANDS.verb("seize")
SPEND: Final = COMMANDS.verb("spend {} {} {}", STACK_WORDS, numbers(0, 20), HONOR_SOURCES)
STAY: Final = COMMANDS.verb("stay")
WITHDRAW: Final = COMMANDS.verb("withdraw")
# The Battle Display.
AIM: Final = COMMANDS.verb("breach {}", BATTLE_NAMES)
SHIFT: Final = COMMANDS.verb("shift {}", BATTLE_NAMES)
GO: Final = COMMANDS.verb("go {} {}", STACK_WORDS, BATTLE_NAMES)
HOLD_STACK: Final = COMMANDS.verb("hold {}", STACK_WORDS)
FIRE: Final = COMMANDS.verb("fire {} {}", STACK_WORDS, STACK_WORDS)
SKIP: Final = COMMANDS.verb("skip {}", STACK_WORDS)
# Production and the end of a Round.
BUILD: Final = COMMANDS.verb("build {} {}", LETTERS, BUILDING_WORDS)
RECRUIT: Final = COMMANDS.verb("recruit {} {} {}", LETTERS, UNIT_WORDS, AMOUNT)
TRADE: Final = COMMANDS.verb("trade {} {} {}", LETTERS, RESOURCES, RESOURCES)
BUY_HERO: Final = COMMANDS.verb("hero {}", HERO)
AGREE: Final = COMMANDS.verb("agree")
CONTINUE: Final = COMMANDS.verb("continue")
