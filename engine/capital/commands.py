"""Everything a seat can say in Capital."""

from operator import attrgetter
from typing import Final

from pentarch.engine.capital.places import BATTLE_WORDS, BY_WORD, LOCATION_WORDS
from pentarch.engine.capital.rows import Card
from pentarch.engine.capital.tables import (
    ADVANCED_CITIES,
    BUILDINGS,
    BY_SLUG,
    CARDS,
    LEGENDARY_CARDS,
    MERCENARIES,
    SEATS,
    TROOPS,
    UNITS,
    UPGRADE_NUMBER,
    UPGRADES,
)
from pentarch.engine.commands import Command, CommandTable
from pentarch.engine.core import Words

# The cards that a slot of a verb takes where it does not take all of a kind.
PLAIN_MERCS: Final = [card for card in MERCENARIES if not card.ability.is_aimed()]
KILLERS: Final = [card for card in MERCENARIES if card.ability.kills]
SETTLERS: Final = [card for card in MERCENARIES if card.settles_on]
QUESTERS: Final = [card for card in MERCENARIES if card.quest is not None]
SALVAGE: Final = [card for card in BUILDINGS if not card.legendary]


def _slugs(cards: list[Card]) -> Words:
    return tuple([card.slug for card in cards])


_TROOPS: Final = _slugs(TROOPS)
_UNITS: Final = _slugs(UNITS)
_CARDS: Final = _slugs(CARDS)

BY_TEXT: Final = attrgetter("text")
"""The order in which commands are listed."""

COMMANDS: Final = CommandTable()

CHOOSE_CITY: Final = COMMANDS.verb("city {}", tuple([city.id for city in ADVANCED_CITIES]))
BUILD_BUILDING: Final = COMMANDS.verb("build {}", _slugs(BUILDINGS))
BUILD_UNIT: Final = COMMANDS.verb("build {} {}", _UNITS, LOCATION_WORDS)
UPGRADE: Final = COMMANDS.verb("upgrade {}", UPGRADES)
USE: Final = COMMANDS.verb("use {} {}", _slugs(PLAIN_MERCS), LOCATION_WORDS)
USE_SALVAGER: Final = COMMANDS.verb("use salvager {} {}", LOCATION_WORDS, _slugs(SALVAGE))
USE_SPY: Final = COMMANDS.verb("use spy {} {}", LOCATION_WORDS, SEATS)
USE_KILLER: Final = COMMANDS.verb(
    "use {} {} {} {}", _slugs(KILLERS), LOCATION_WORDS, _TROOPS, BATTLE_WORDS
)
SETTLE: Final = COMMANDS.verb("settle {} {} {}", _slugs(SETTLERS), LOCATION_WORDS, LOCATION_WORDS)
QUEST: Final = COMMANDS.verb("quest {} {}", _slugs(QUESTERS), LOCATION_WORDS)
DONE_VERB: Final = COMMANDS.verb("done")
TAKE: Final = COMMANDS.verb("take {}", _slugs(LEGENDARY_CARDS))
BURN: Final = COMMANDS.verb("burn {}", _CARDS)
WAR: Final = COMMANDS.verb("war {}", SEATS)
SEND: Final = COMMANDS.verb("send {} {}", _TROOPS, LOCATION_WORDS)
CHARGE_VERB: Final = COMMANDS.verb("charge")
GUARD: Final = COMMANDS.verb("guard {} {}", _TROOPS, LOCATION_WORDS)
HOLD_VERB: Final = COMMANDS.verb("hold")
AID: Final = COMMANDS.verb("aid {} {}", _TROOPS, LOCATION_WORDS)
PASS_VERB: Final = COMMANDS.verb("pass")
RAZE: Final = COMMANDS.verb("raze {}", LOCATION_WORDS)
SAVE: Final = COMMANDS.verb("save {} {}", _TROOPS, BATTLE_WORDS)
HEAL: Final = COMMANDS.verb("heal {} {}", _TROOPS, BATTLE_WORDS)
MOVE: Final = COMMANDS.verb("move {} {} {}", _UNITS, LOCATION_WORDS, LOCATION_WORDS)
SWAP: Final = COMMANDS.verb("swap {} {} {} {}", _UNITS, LOCATION_WORDS, _UNITS, LOCATION_WORDS)
GIVE: Final = COMMANDS.verb("give {}", _CARDS)
KEEP: Final = COMMANDS.verb("keep {}", _CARDS)

DONE: Final = DONE_VERB()
CHARGE: Final = CHARGE_VERB()
HOLD: Final = HOLD_VERB()
PASS: Final = PASS_VERB()

# Commands that are listed often: by the card's id, the upgrade, the seat or the card's rank.
BUILDS: Final = [BUILD_BUILDING(card.id) for card in BUILDINGS]
UPGRADINGS: Final = {upgrade: UPGRADE(UPGRADE_NUMBER[upgrade]) for upgrade in sorted(UPGRADES)}
WARS: Final = [WAR(seat) for seat in range(len(SEATS))]
KEEPS: Final = [KEEP(card.id) for card in BY_SLUG]


def _words(cards: list[Card]) -> list[int]:
    """By the id of each card its word in a slot that takes these cards; -1 for others."""
    return [cards.index(card) if card in cards else -1 for card in CARDS]


def _hires() -> "dict[Card, list[Command]]":
    """By card, what puts it into a slot of each location, in the order of their words."""
    return {
        card: [BUILD_UNIT(word, location.number) for location in BY_WORD]
        for word, card in enumerate(UNITS)
    }


HIRES: Final = _hires()
TROOP_WORD: Final = _words(TROOPS)
UNIT_WORD: Final = _words(UNITS)
PLAIN_WORD: Final = _words(PLAIN_MERCS)
KILLER_WORD: Final = _words(KILLERS)
SETTLER_WORD: Final = _words(SETTLERS)
QUESTER_WORD: Final = _words(QUESTERS)
LEGENDARY_WORD: Final = _words(LEGENDARY_CARDS)
