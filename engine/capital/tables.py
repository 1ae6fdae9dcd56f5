"""Cards, cities and numbers of Capital: rows as printed, and flat lists derived from them.

A card is an int: buildings, then troops, then mercenaries, within each kind the ordinary ones
before the Legendary ones, in the canonical order of the rules. Effects are pairs (position in a
seat's tally, amount).
"""

from typing import Final, TypeAlias

from pentarch.engine.core import Numbers, Words

Effect: TypeAlias = "tuple[tuple[int, int], ...]"

# Positions in a seat's tally. The first seven are the Income Tracker.
GOLD: Final = 0
BUILD: Final = 1
DRAW: Final = 2
STORE: Final = 3
PASSIVE: Final = 4
DISCOUNT: Final = 5
BONUS: Final = 6
GREEN: Final = 7
YELLOW: Final = 8
BLUE: Final = 9
RED: Final = 10
HP: Final = 11
CITY_TROOPS: Final = 12
CITY_MERCS: Final = 13
ATTACK_OPEN: Final = 14
DEFENCE_OPEN: Final = 15
MERC_OPEN: Final = 16
# What follows is not made of effects.
GOLD_POOL: Final = 17
BUILD_POOL: Final = 18
PHASE_DISCOUNT: Final = 19
REBATE: Final = 20
FREE_BUILDINGS: Final = 21
FREE_TROOPS: Final = 22
WON_ATTACK: Final = 23
RAZED_HP: Final = 24
WON_DEFENCE: Final = 25
KEEP_ALL: Final = 26
ALIVE: Final = 27
DEFEAT: Final = 28
FOUNDED: Final = 29
CITY: Final = 30
TALLY_SIZE: Final = 31
DERIVED: Final = 17
TRACKER_WORDS: Final[Words] = (
    "gold",
    "build",
    "draw",
    "store",
    "passive",
    "discount",
    "attack_bonus",
)

NO_BANNER: Final = -1
BANNERS: Final[Numbers] = (GREEN, YELLOW, BLUE, RED)
BANNER_WORDS: Final[Words] = ("green", "yellow", "blue", "red")

BUILDING: Final = 0
TROOP: Final = 1
MERC: Final = 2
KIND_WORDS: Final[Words] = ("building", "troop", "merc")

# Numbers of the rules.
START_HAND: Final = 5
CITY_HP: Final = 5
LOOK: Final = 3
SHORT_GOAL: Final = 6
FULL_GOAL: Final = 8
UNIT_PRICE: Final = 1
TAX_CAP: Final = 4
INSPIRE_CAP: Final = 2
BRACE: Final = 2
FORAGE: Final = 2
HEALS: Final = 2
SABOTAGE: Final = 3
MOST_VILLAGES: Final = 99
# CP-3.7: in this round a seat has a little more to spend, once; by seat count and seat, 0 is never.
LATE_BONUS_ROUND: Final[tuple[Numbers, ...]] = ((), (), (0, 3), (0, 5, 2), (0, 5, 4, 2))
TEAM_BONUS_ROUND: Final[Numbers] = (0, 5, 0, 0)
LATE_BONUS_GOLD: Final = 1
LATE_BONUS_BUILD: Final = 1

# Troop traits.
RALLY: Final = 1
BRACED: Final = 2
FALL_BACK: Final = 3
DOOMED: Final = 4
FORAGING: Final = 5
PLUNDER: Final = 6
INSPIRE: Final = 7
IMMORTAL: Final = 8

# When a mercenary's ability may be used, as bits (CP-8.3).
IN_BUILD: Final = 1
IN_ATTACK: Final = 2
AS_ATTACKER: Final = 4
AS_DEFENDER: Final = 8
IN_REGROUP: Final = 16

# Quests.
NO_QUEST: Final = 0
QUEST_INCOME: Final = 1
QUEST_REALM: Final = 2
QUEST_HOST: Final = 3
QUEST_REALM8: Final = 4
QUEST_HAVOC: Final = 5
QUEST_VICTORY: Final = 6
QUEST_THRONE: Final = 7
QUEST_BULWARK: Final = 8
INCOME_GOAL: Final = 6
HOST_GOAL: Final = 4
REALM_GOAL: Final = 8
HAVOC_GOAL: Final = 3
THRONE_GOAL: Final = 4


class Card:
    """One row of the card tables; fields that a kind does not have stay 0 or empty."""

    def __init__(self, slug: str, kind: int, copies: int, legendary: bool) -> None:
        self.slug: Final = slug
        self.kind: Final = kind
        self.copies: Final = copies
        self.legendary: Final = legendary
        self.banner = NO_BANNER
        self.number = 0
        self.needs = NO_BANNER
        self.effect: Effect = ()
        self.troops = 0
        self.mercs = 0
        self.housed_attack = 0
        self.housed_defence = 0
        self.attack = 0
        self.defence = 0
        self.mounted = False
        self.trait = 0
        self.siege = 0
        self.when = 0
        self.settle_on = ""
        self.settle_effect: Effect = ()
        self.quest = NO_QUEST


CARDS: Final[list[Card]] = []


def _building(
    slug: str,
    banner: int,
    number: int,
    needs: int,
    copies: int,
    effect: Effect = (),
    *,
    troops: int = 0,
    mercs: int = 0,
    housed: "tuple[int, int]" = (0, 0),
    legendary: bool = False,
) -> None:
    card = Card(slug, BUILDING, copies, legendary)
    card.banner = banner
    card.number = number
    card.needs = needs
    card.effect = (*effect, (banner, 1), (HP, number))
    card.troops = troops
    card.mercs = mercs
    card.housed_attack, card.housed_defence = housed
    CARDS.append(card)


def _troop(
    slug: str,
    attack: int,
    defence: int,
    copies: int,
    trait: int = 0,
    *,
    mounted: bool = False,
    siege: int = 0,
    legendary: bool = False,
) -> None:
    card = Card(slug, TROOP, copies, legendary)
    card.attack = attack
    card.defence = defence
    card.trait = trait
    card.mounted = mounted
    card.siege = siege
    CARDS.append(card)


def _merc(
    slug: str,
    copies: int,
    when: int,
    *,
    settle_on: str = "",
    settle: Effect = (),
    quest: int = NO_QUEST,
    legendary: bool = False,
) -> None:
    card = Card(slug, MERC, copies, legendary)
    card.when = when
    card.settle_on = settle_on
    card.settle_effect = settle
    card.quest = quest
    CARDS.append(card)


_building("farming_village", GREEN, 1, NO_BANNER, 16, ((GOLD, 1),))
_building("fishing_village", GREEN, 1, NO_BANNER, 3, ((DRAW, 1), (STORE, 1)))
_building("border_village", GREEN, 1, NO_BANNER, 4, troops=1, mercs=1)
_building("inn", YELLOW, 1, NO_BANNER, 4, mercs=1)
_building("warehouse", YELLOW, 1, NO_BANNER, 3, ((STORE, 2),))
_building("market", YELLOW, 2, GREEN, 4, ((GOLD, 1),))
_building("workshop", YELLOW, 2, YELLOW, 4, ((BUILD, 1),))
_building("harbour", YELLOW, 3, GREEN, 3, ((GOLD, 1), (DRAW, 1)))
_building("guildhall", YELLOW, 2, YELLOW, 2, mercs=2)
_building("bank", YELLOW, 4, YELLOW, 3, ((GOLD, 2),))
_building("library", BLUE, 1, NO_BANNER, 4, ((DRAW, 1),))
_building("monastery", BLUE, 2, GREEN, 3, ((DRAW, 1), (PASSIVE, 1)))
_building("masons_lodge", BLUE, 3, BLUE, 3, ((BUILD, 1), (STORE, 1)))
_building("cathedral", BLUE, 3, BLUE, 3, ((DISCOUNT, 1),))
_building("university", BLUE, 2, BLUE, 2, ((DRAW, 2),))
_building("royal_court", BLUE, 4, BLUE, 3, ((DISCOUNT, 1), (GOLD, 1)))
_building("watchtower", RED, 1, NO_BANNER, 5, troops=1)
_building("palisade", RED, 1, NO_BANNER, 4, ((PASSIVE, 1),))
_building("barracks", RED, 2, RED, 3, troops=2)
_building("stables", RED, 2, RED, 2, troops=1, housed=(1, 0))
_building("gatehouse", RED, 2, RED, 2, troops=1, housed=(0, 1))
_building("stronghold", RED, 3, GREEN, 4, troops=3)
_building("stone_wall", RED, 3, RED, 3, ((PASSIVE, 2),))
_building("citadel", RED, 4, RED, 3, ((PASSIVE, 2),), troops=2)
_building("royal_estate", GREEN, 1, NO_BANNER, 1, ((GOLD, 2),), legendary=True)
_building("golden_exchange", YELLOW, 4, YELLOW, 1, ((GOLD, 3),), legendary=True)
_building("great_works", YELLOW, 3, YELLOW, 1, ((BUILD, 2),), legendary=True)
_building("grand_temple", BLUE, 4, BLUE, 1, ((DISCOUNT, 2),), legendary=True)
_building("observatory", BLUE, 2, BLUE, 1, ((DRAW, 2), (STORE, 2)), legendary=True)
_building("dragon_keep", RED, 4, RED, 1, ((PASSIVE, 2),), troops=3, housed=(0, 1), legendary=True)

_troop("militia", 1, 1, 4, RALLY)
_troop("spearmen", 1, 2, 5)
_troop("shieldbearers", 0, 3, 4)
_troop("pikemen", 1, 1, 3, BRACED)
_troop("archers", 1, 1, 3, FALL_BACK)
_troop("cavalry", 2, 1, 5, mounted=True)
_troop("royal_guard", 2, 2, 3)
_troop("berserkers", 3, 0, 3, DOOMED)
_troop("sappers", 1, 0, 3, siege=2)
_troop("outriders", 1, 1, 2, FORAGING, mounted=True)
_troop("raiders", 1, 1, 3, PLUNDER)
_troop("standard_bearers", 0, 1, 2, INSPIRE)
_troop("dragon_riders", 4, 2, 1, mounted=True, legendary=True)
_troop("imperial_guard", 3, 3, 1, legendary=True)
_troop("iron_phalanx", 1, 5, 1, legendary=True)
_troop("siege_tower", 2, 0, 1, siege=4, legendary=True)
_troop("immortals", 3, 2, 1, IMMORTAL, legendary=True)
_troop("winged_lancers", 3, 1, 1, FORAGING, mounted=True, legendary=True)

_merc("master_mason", 2, IN_BUILD, settle_on="workshop", settle=((BUILD, 1),))
_merc("tax_collector", 2, IN_BUILD, settle_on="green", settle=((GOLD, 1),))
_merc("moneylender", 2, IN_BUILD, quest=QUEST_INCOME)
_merc("surveyor", 2, IN_BUILD, settle_on="cathedral", settle=((DISCOUNT, 1),))
_merc("scholar", 2, IN_BUILD, settle_on="library", settle=((DRAW, 1), (STORE, 1)))
_merc("architect", 2, IN_BUILD, quest=QUEST_REALM)
_merc("recruiter", 2, IN_BUILD, quest=QUEST_HOST)
_merc("salvager", 2, IN_BUILD, quest=QUEST_REALM8)
_merc("spy", 2, IN_BUILD | IN_ATTACK)
_merc("saboteur", 2, AS_ATTACKER, quest=QUEST_HAVOC)
_merc("captain", 2, AS_ATTACKER, quest=QUEST_VICTORY)
_merc("gatekeeper", 2, AS_DEFENDER, settle_on="watchtower", settle=((PASSIVE, 1),))
_merc("envoy", 2, AS_DEFENDER, quest=QUEST_THRONE)
_merc("assassin", 1, AS_ATTACKER | AS_DEFENDER)
_merc("field_surgeon", 2, AS_ATTACKER | AS_DEFENDER, quest=QUEST_BULWARK)
_merc("quartermaster", 1, IN_REGROUP, settle_on="warehouse", settle=((DRAW, 1),))
_merc("grand_architect", 1, IN_BUILD, legendary=True)
_merc("royal_treasurer", 1, IN_BUILD, settle_on="yellow", settle=((GOLD, 2),), legendary=True)
_merc("high_chancellor", 1, IN_BUILD, settle_on="blue", settle=((DISCOUNT, 1),), legendary=True)
_merc("court_sage", 1, IN_BUILD, settle_on="blue", settle=((DRAW, 1), (BUILD, 1)), legendary=True)
_merc("warlord", 1, AS_ATTACKER, settle_on="red", settle=((BONUS, 1),), legendary=True)
_merc("shadow_hand", 1, AS_ATTACKER | AS_DEFENDER, legendary=True)

CARD_COUNT: Final = len(CARDS)
SLUGS: Final = tuple(card.slug for card in CARDS)
CARD_BY_SLUG: Final = {slug: number for number, slug in enumerate(SLUGS)}
KIND: Final = [card.kind for card in CARDS]
COPIES: Final = [card.copies for card in CARDS]
LEGENDARY: Final = [card.legendary for card in CARDS]
BANNER: Final = [card.banner for card in CARDS]
NUMBER: Final = [card.number for card in CARDS]
NEEDS: Final = [card.needs for card in CARDS]
EFFECT: Final = [card.effect for card in CARDS]
TROOP_SLOTS: Final = [card.troops for card in CARDS]
MERC_SLOTS: Final = [card.mercs for card in CARDS]
HOUSED_ATTACK: Final = [card.housed_attack for card in CARDS]
HOUSED_DEFENCE: Final = [card.housed_defence for card in CARDS]
ATTACK: Final = [card.attack for card in CARDS]
DEFENCE: Final = [card.defence for card in CARDS]
MOUNTED: Final = [card.mounted for card in CARDS]
TRAIT: Final = [card.trait for card in CARDS]
SIEGE: Final = [card.siege for card in CARDS]
WHEN: Final = [card.when for card in CARDS]
SETTLE_EFFECT: Final = [card.settle_effect for card in CARDS]
QUEST: Final = [card.quest for card in CARDS]

FIRST_TROOP: Final = KIND.index(TROOP)
FIRST_MERC: Final = KIND.index(MERC)
BUILDING_SLUGS: Final = SLUGS[:FIRST_TROOP]
TROOP_SLUGS: Final = SLUGS[FIRST_TROOP:FIRST_MERC]
MERC_SLUGS: Final = SLUGS[FIRST_MERC:]
UNIT_SLUGS: Final = SLUGS[FIRST_TROOP:]


def _settle_mask(rule: str) -> int:
    """The buildings that a Settle effect names, as bits: one slug, or all of a banner."""
    mask = 0
    for number, card in enumerate(CARDS[:FIRST_TROOP]):
        if card.slug == rule or (rule in BANNER_WORDS and card.banner == _banner_of(rule)):
            mask |= 1 << number
    return mask


def _banner_of(word: str) -> int:
    return BANNERS[BANNER_WORDS.index(word)]


SETTLE_ON: Final = [_settle_mask(card.settle_on) if card.settle_on else 0 for card in CARDS]

DECK_CARDS: Final = [
    number for number, card in enumerate(CARDS) for _ in range(card.copies) if not card.legendary
]
LEGENDARY_CARDS: Final = [number for number, card in enumerate(CARDS) if card.legendary]

# Locations of a seat: its city, a place per building name, and its Villages by number (CP-4.11).
AT_CITY: Final = 0
_NAMED: Final = tuple(card for card in range(FIRST_TROOP) if BANNER[card] != GREEN)
FIRST_VILLAGE: Final = len(_NAMED) + 1
LOCATIONS: Final[Words] = (
    "city",
    *[SLUGS[card] for card in _NAMED],
    *[f"v{number}" for number in range(1, MOST_VILLAGES + 1)],
)
LOCATION_COUNT: Final = len(LOCATIONS)
LOCATION_BY_WORD: Final = {word: number for number, word in enumerate(LOCATIONS)}
ALLY: Final = LOCATION_COUNT
BATTLE_LOCATIONS: Final[Words] = (*LOCATIONS, "ally")
LOCATION_OF: Final = [LOCATION_BY_WORD.get(slug, AT_CITY) for slug in BUILDING_SLUGS]
NAMED_AT: Final = [AT_CITY, *_NAMED]
"""The building that stands at a named location; Villages keep their card in their place."""

# The eight Capital upgrades.
UPGRADES: Final[Words] = (
    "gold",
    "build",
    "draw",
    "store",
    "passive",
    "mercenary",
    "attack",
    "defense",
)
UPGRADE_COUNT: Final = len(UPGRADES)
UP_GOLD: Final = 0
UP_BUILD: Final = 1
UP_DRAW: Final = 2
UP_STORE: Final = 3
UP_PASSIVE: Final = 4
UP_MERCENARY: Final = 5
UP_ATTACK: Final = 6
UP_DEFENSE: Final = 7

_STANDARD_UPGRADES: Final[list[Effect]] = [
    ((GOLD, 1),),
    ((BUILD, 1),),
    ((DRAW, 1),),
    ((STORE, 1),),
    ((PASSIVE, 1),),
    ((MERC_OPEN, 1),),
    ((ATTACK_OPEN, 1),),
    ((DEFENCE_OPEN, 1),),
]


class City:
    """A kind of city: what it gives from the start and what its upgrades give."""

    def __init__(
        self,
        id: str,
        income: "tuple[int, int, int, int, int]",
        troops: int,
        mercs: int,
        changed: "dict[int, Effect]",
        merc_open: int = 0,
    ) -> None:
        self.id: Final = id
        gold, build, draw, store, passive = income
        self.start: Final[Effect] = (
            (GOLD, gold),
            (BUILD, build),
            (DRAW, draw),
            (STORE, store),
            (PASSIVE, passive),
            (CITY_TROOPS, troops),
            (CITY_MERCS, mercs),
            (MERC_OPEN, merc_open),
        )
        self.upgrades: Final = [
            changed.get(upgrade, effect) for upgrade, effect in enumerate(_STANDARD_UPGRADES)
        ]


CITIES: Final = [
    City("a", (1, 1, 3, 1, 1), 1, 1, {}),
    City("b1", (1, 1, 3, 1, 1), 2, 0, {UP_MERCENARY: ((BONUS, 1),)}),
    City("b2", (1, 1, 2, 2, 0), 1, 1, {UP_GOLD: ((GOLD, 2),)}),
    City("b3", (1, 1, 4, 2, 1), 0, 1, {UP_ATTACK: ((DRAW, 1),), UP_DEFENSE: ((PASSIVE, 1),)}),
    City("b4", (1, 1, 3, 2, 2), 1, 1, {UP_PASSIVE: ((PASSIVE, 2),)}),
    City(
        "b5",
        (1, 1, 4, 1, 1),
        0,
        1,
        {
            UP_MERCENARY: ((CITY_MERCS, 1),),
            UP_ATTACK: ((STORE, 1),),
            UP_DEFENSE: ((STORE, 1),),
        },
        merc_open=1,
    ),
    City("b6", (1, 1, 3, 1, 1), 1, 0, {UP_MERCENARY: ((DISCOUNT, 1), (STORE, 1))}),
]
CITY_IDS: Final = tuple(city.id for city in CITIES)
NO_CITY: Final = 255
STANDARD_CITY: Final = 0
FIRST_ADVANCED: Final = 1
ADVANCED_IDS: Final = CITY_IDS[FIRST_ADVANCED:]

SEATS: Final[Words] = ("p1", "p2", "p3", "p4")

# Cards that the rules name.
MASTER_MASON: Final = CARD_BY_SLUG["master_mason"]
TAX_COLLECTOR: Final = CARD_BY_SLUG["tax_collector"]
MONEYLENDER: Final = CARD_BY_SLUG["moneylender"]
SURVEYOR: Final = CARD_BY_SLUG["surveyor"]
SCHOLAR: Final = CARD_BY_SLUG["scholar"]
ARCHITECT: Final = CARD_BY_SLUG["architect"]
RECRUITER: Final = CARD_BY_SLUG["recruiter"]
SALVAGER: Final = CARD_BY_SLUG["salvager"]
SPY: Final = CARD_BY_SLUG["spy"]
SABOTEUR: Final = CARD_BY_SLUG["saboteur"]
CAPTAIN: Final = CARD_BY_SLUG["captain"]
GATEKEEPER: Final = CARD_BY_SLUG["gatekeeper"]
ENVOY: Final = CARD_BY_SLUG["envoy"]
ASSASSIN: Final = CARD_BY_SLUG["assassin"]
FIELD_SURGEON: Final = CARD_BY_SLUG["field_surgeon"]
QUARTERMASTER: Final = CARD_BY_SLUG["quartermaster"]
GRAND_ARCHITECT: Final = CARD_BY_SLUG["grand_architect"]
ROYAL_TREASURER: Final = CARD_BY_SLUG["royal_treasurer"]
HIGH_CHANCELLOR: Final = CARD_BY_SLUG["high_chancellor"]
COURT_SAGE: Final = CARD_BY_SLUG["court_sage"]
WARLORD: Final = CARD_BY_SLUG["warlord"]
SHADOW_HAND: Final = CARD_BY_SLUG["shadow_hand"]
