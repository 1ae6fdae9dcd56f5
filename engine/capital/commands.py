"""Everything a seat can say in Capital."""

from operator import attrgetter
from typing import Final

from pentarch.engine.capital.tables import (
    ADVANCED_IDS,
    BATTLE_LOCATIONS,
    BUILDING_SLUGS,
    CARDS,
    LOCATIONS,
    MERC_SLUGS,
    SEATS,
    SLUGS,
    TROOP_SLUGS,
    UNIT_SLUGS,
    UPGRADES,
)
from pentarch.engine.commands import CommandTable
from pentarch.engine.core import Words

_AIMED: Final[Words] = ("salvager", "spy", "assassin", "shadow_hand")
PLAIN_MERCS: Final = tuple(slug for slug in MERC_SLUGS if slug not in _AIMED)
KILLERS: Final[Words] = ("assassin", "shadow_hand")
SETTLERS: Final = tuple(card.slug for card in CARDS if card.settle_on)
QUESTERS: Final = tuple(card.slug for card in CARDS if card.quest)
SALVAGE_SLUGS: Final = tuple(
    slug for slug, card in zip(BUILDING_SLUGS, CARDS, strict=False) if not card.legendary
)
LEGENDARY_SLUGS: Final = tuple(card.slug for card in CARDS if card.legendary)

BY_TEXT: Final = attrgetter("text")
"""The order in which commands are listed."""

COMMANDS: Final = CommandTable()

CHOOSE_CITY: Final = COMMANDS.verb("city {}", ADVANCED_IDS)
BUILD_BUILDING: Final = COMMANDS.verb("build {}", BUILDING_SLUGS)
BUILD_UNIT: Final = COMMANDS.verb("build {} {}", UNIT_SLUGS, LOCATIONS)
UPGRADE: Final = COMMANDS.verb("upgrade {}", UPGRADES)
USE: Final = COMMANDS.verb("use {} {}", PLAIN_MERCS, LOCATIONS)
USE_SALVAGER: Final = COMMANDS.verb("use salvager {} {}", LOCATIONS, SALVAGE_SLUGS)
USE_SPY: Final = COMMANDS.verb("use spy {} {}", LOCATIONS, SEATS)
USE_KILLER: Final = COMMANDS.verb(
    "use {} {} {} {}", KILLERS, LOCATIONS, TROOP_SLUGS, BATTLE_LOCATIONS
)
SETTLE: Final = COMMANDS.verb("settle {} {} {}", SETTLERS, LOCATIONS, LOCATIONS)
QUEST_VERB: Final = COMMANDS.verb("quest {} {}", QUESTERS, LOCATIONS)
DONE_VERB: Final = COMMANDS.verb("done")
TAKE: Final = COMMANDS.verb("take {}", LEGENDARY_SLUGS)
BURN: Final = COMMANDS.verb("burn {}", SLUGS)
WAR: Final = COMMANDS.verb("war {}", SEATS)
SEND: Final = COMMANDS.verb("send {} {}", TROOP_SLUGS, LOCATIONS)
CHARGE_VERB: Final = COMMANDS.verb("charge")
GUARD: Final = COMMANDS.verb("guard {} {}", TROOP_SLUGS, LOCATIONS)
HOLD_VERB: Final = COMMANDS.verb("hold")
AID: Final = COMMANDS.verb("aid {} {}", TROOP_SLUGS, LOCATIONS)
PASS_VERB: Final = COMMANDS.verb("pass")
RAZE: Final = COMMANDS.verb("raze {}", LOCATIONS)
SAVE: Final = COMMANDS.verb("save {} {}", TROOP_SLUGS, BATTLE_LOCATIONS)
HEAL: Final = COMMANDS.verb("heal {} {}", TROOP_SLUGS, BATTLE_LOCATIONS)
MOVE: Final = COMMANDS.verb("move {} {} {}", UNIT_SLUGS, LOCATIONS, LOCATIONS)
SWAP: Final = COMMANDS.verb("swap {} {} {} {}", UNIT_SLUGS, LOCATIONS, UNIT_SLUGS, LOCATIONS)
GIVE: Final = COMMANDS.verb("give {}", SLUGS)
KEEP: Final = COMMANDS.verb("keep {}", SLUGS)

DONE: Final = DONE_VERB()
CHARGE: Final = CHARGE_VERB()
HOLD: Final = HOLD_VERB()
PASS: Final = PASS_VERB()

# Commands that are listed often: `build` by its word, `keep` in the order of texts.
BUILDS: Final = [BUILD_BUILDING(word) for word in range(len(BUILDING_SLUGS))]
KEEPS: Final = sorted([KEEP(word) for word in range(len(SLUGS))], key=BY_TEXT)
KEEP_PLACE: Final = [KEEPS.index(KEEP(word)) for word in range(len(SLUGS))]

# From a slot's word to the card and back, where a slot does not take all cards.
PLAIN_CARD: Final = [SLUGS.index(slug) for slug in PLAIN_MERCS]
KILLER_CARD: Final = [SLUGS.index(slug) for slug in KILLERS]
SETTLER_CARD: Final = [SLUGS.index(slug) for slug in SETTLERS]
QUESTER_CARD: Final = [SLUGS.index(slug) for slug in QUESTERS]
LEGENDARY_CARD: Final = [SLUGS.index(slug) for slug in LEGENDARY_SLUGS]


def _positions(cards: list[int]) -> list[int]:
    """For each card its position in a slot's words, or -1."""
    return [cards.index(card) if card in cards else -1 for card in range(len(SLUGS))]


PLAIN_WORD: Final = _positions(PLAIN_CARD)
KILLER_WORD: Final = _positions(KILLER_CARD)
SETTLER_WORD: Final = _positions(SETTLER_CARD)
QUESTER_WORD: Final = _positions(QUESTER_CARD)
LEGENDARY_WORD: Final = _positions(LEGENDARY_CARD)
