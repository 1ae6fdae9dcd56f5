"""Cards, cities and numbers of Capital, as printed: a row holds all there is to a thing."""

from operator import attrgetter
from typing import Final

from pentarch.engine.capital.rows import (
    Ability,
    Card,
    CityKind,
    Effect,
    Quest,
    Trait,
    building,
    mercenary,
    troop,
)
from pentarch.engine.core import Numbers, Words

SEATS: Final[Words] = ("p1", "p2", "p3", "p4")
TRACKER: Final[Words] = ("gold", "build", "draw", "store", "passive", "discount", "attack_bonus")

# Numbers of the rules.
START_HAND: Final = 5
CITY_HP: Final = 5
LOOK: Final = 3
SHORT_GOAL: Final = 6
FULL_GOAL: Final = 8
UNIT_PRICE: Final = 1
MOST_VILLAGES: Final = 99
# CP-3.7: in this round a seat has a little more to spend, once; by seat count and seat, 0 is never.
LATE_BONUS_ROUND: Final[tuple[Numbers, ...]] = ((), (), (0, 3), (0, 5, 2), (0, 5, 4, 2))
TEAM_BONUS_ROUND: Final[Numbers] = (0, 5, 0, 0)
LATE_BONUS_GOLD: Final = 1
LATE_BONUS_BUILD: Final = 1

# Banners.
GREEN: Final = "green"
YELLOW: Final = "yellow"
BLUE: Final = "blue"
RED: Final = "red"
ANY: Final = ""
"""No banner is needed."""
BANNERS: Final[Words] = (GREEN, YELLOW, BLUE, RED)

# Traits of troops.
RALLY: Final = Trait("rally", rallies=True)
BRACED: Final = Trait("braced", brace=2)
FALL_BACK: Final = Trait("fall_back", falls_back=True)
DOOMED: Final = Trait("doomed", is_doomed=True)
FORAGING: Final = Trait("foraging", forage=2)
PLUNDER: Final = Trait("plunder", plunders=True)
INSPIRE: Final = Trait("inspire", inspire=2)
IMMORTAL: Final = Trait("immortal", is_immortal=True)

# When a mercenary's ability may be used (CP-8.3).
IN_BUILD: Final = "build"
IN_ATTACK: Final = "attack"
AS_ATTACKER: Final = "attacker"
AS_DEFENDER: Final = "defender"
IN_REGROUP: Final = "regroup"

BUILDINGS: Final[list[Card]] = [
    building("farming_village", GREEN, 1, ANY, 16, Effect(gold=1)),
    building("fishing_village", GREEN, 1, ANY, 3, Effect(draw=1, store=1)),
    building("border_village", GREEN, 1, ANY, 4, troops=1, mercs=1),
    building("inn", YELLOW, 1, ANY, 4, mercs=1),
    building("warehouse", YELLOW, 1, ANY, 3, Effect(store=2)),
    building("market", YELLOW, 2, GREEN, 4, Effect(gold=1)),
    building("workshop", YELLOW, 2, YELLOW, 4, Effect(build=1)),
    building("harbour", YELLOW, 3, GREEN, 3, Effect(gold=1, draw=1)),
    building("guildhall", YELLOW, 2, YELLOW, 2, mercs=2),
    building("bank", YELLOW, 4, YELLOW, 3, Effect(gold=2)),
    building("library", BLUE, 1, ANY, 4, Effect(draw=1)),
    building("monastery", BLUE, 2, GREEN, 3, Effect(draw=1, passive=1)),
    building("masons_lodge", BLUE, 3, BLUE, 3, Effect(build=1, store=1)),
    building("cathedral", BLUE, 3, BLUE, 3, Effect(discount=1)),
    building("university", BLUE, 2, BLUE, 2, Effect(draw=2)),
    building("royal_court", BLUE, 4, BLUE, 3, Effect(discount=1, gold=1)),
    building("watchtower", RED, 1, ANY, 5, troops=1),
    building("palisade", RED, 1, ANY, 4, Effect(passive=1)),
    building("barracks", RED, 2, RED, 3, troops=2),
    building("stables", RED, 2, RED, 2, troops=1, housed_attack=1),
    building("gatehouse", RED, 2, RED, 2, troops=1, housed_defence=1),
    building("stronghold", RED, 3, GREEN, 4, troops=3),
    building("stone_wall", RED, 3, RED, 3, Effect(passive=2)),
    building("citadel", RED, 4, RED, 3, Effect(passive=2), troops=2),
    building("royal_estate", GREEN, 1, ANY, 1, Effect(gold=2), legendary=True),
    building("golden_exchange", YELLOW, 4, YELLOW, 1, Effect(gold=3), legendary=True),
    building("great_works", YELLOW, 3, YELLOW, 1, Effect(build=2), legendary=True),
    building("grand_temple", BLUE, 4, BLUE, 1, Effect(discount=2), legendary=True),
    building("observatory", BLUE, 2, BLUE, 1, Effect(draw=2, store=2), legendary=True),
    building(
        "dragon_keep",
        RED,
        4,
        RED,
        1,
        Effect(passive=2),
        troops=3,
        housed_defence=1,
        legendary=True,
    ),
]

TROOPS: Final[list[Card]] = [
    troop("militia", 1, 1, 4, RALLY),
    troop("spearmen", 1, 2, 5),
    troop("shieldbearers", 0, 3, 4),
    troop("pikemen", 1, 1, 3, BRACED),
    troop("archers", 1, 1, 3, FALL_BACK),
    troop("cavalry", 2, 1, 5, mounted=True),
    troop("royal_guard", 2, 2, 3),
    troop("berserkers", 3, 0, 3, DOOMED),
    troop("sappers", 1, 0, 3, siege=2),
    troop("outriders", 1, 1, 2, FORAGING, mounted=True),
    troop("raiders", 1, 1, 3, PLUNDER),
    troop("standard_bearers", 0, 1, 2, INSPIRE),
    troop("dragon_riders", 4, 2, 1, mounted=True, legendary=True),
    troop("imperial_guard", 3, 3, 1, legendary=True),
    troop("iron_phalanx", 1, 5, 1, legendary=True),
    troop("siege_tower", 2, 0, 1, siege=4, legendary=True),
    troop("immortals", 3, 2, 1, IMMORTAL, legendary=True),
    troop("winged_lancers", 3, 1, 1, FORAGING, mounted=True, legendary=True),
]

MERCENARIES: Final[list[Card]] = [
    mercenary(
        "master_mason", 2, Ability(IN_BUILD, build=2), on="workshop", settled=Effect(build=1)
    ),
    mercenary("tax_collector", 2, Ability(IN_BUILD, tax=4), on=GREEN, settled=Effect(gold=1)),
    mercenary("moneylender", 2, Ability(IN_BUILD, gold=3), quest=Quest(gold=6)),
    mercenary(
        "surveyor", 2, Ability(IN_BUILD, rebate=3), on="cathedral", settled=Effect(discount=1)
    ),
    mercenary(
        "scholar", 2, Ability(IN_BUILD, draw=3), on="library", settled=Effect(draw=1, store=1)
    ),
    mercenary("architect", 2, Ability(IN_BUILD, free_buildings=1), quest=Quest(banners=4)),
    mercenary("recruiter", 2, Ability(IN_BUILD, free_troops=2), quest=Quest(troops=4)),
    mercenary("salvager", 2, Ability(IN_BUILD, salvages=True), quest=Quest(buildings=8)),
    mercenary("spy", 2, Ability(IN_BUILD, IN_ATTACK, spies=True)),
    mercenary("saboteur", 2, Ability(AS_ATTACKER, passive_cut=3), quest=Quest(razed=3)),
    mercenary("captain", 2, Ability(AS_ATTACKER, strength=3), quest=Quest(won_attack=True)),
    mercenary(
        "gatekeeper",
        2,
        Ability(AS_DEFENDER, strength=3),
        on="watchtower",
        settled=Effect(passive=1),
    ),
    mercenary("envoy", 2, Ability(AS_DEFENDER, calls_off=True), quest=Quest(upgrades=4)),
    mercenary("assassin", 1, Ability(AS_ATTACKER, AS_DEFENDER, kills=True)),
    mercenary(
        "field_surgeon",
        2,
        Ability(AS_ATTACKER, AS_DEFENDER, heals=2),
        quest=Quest(won_defence=True),
    ),
    mercenary(
        "quartermaster",
        1,
        Ability(IN_REGROUP, keeps_hand=True),
        on="warehouse",
        settled=Effect(draw=1),
    ),
    mercenary("grand_architect", 1, Ability(IN_BUILD, gold=3, build=3), legendary=True),
    mercenary(
        "royal_treasurer",
        1,
        Ability(IN_BUILD, gold=6),
        on=YELLOW,
        settled=Effect(gold=2),
        legendary=True,
    ),
    mercenary(
        "high_chancellor",
        1,
        Ability(IN_BUILD, rebate=6),
        on=BLUE,
        settled=Effect(discount=1),
        legendary=True,
    ),
    mercenary(
        "court_sage",
        1,
        Ability(IN_BUILD, draw=5),
        on=BLUE,
        settled=Effect(draw=1, build=1),
        legendary=True,
    ),
    mercenary(
        "warlord",
        1,
        Ability(AS_ATTACKER, strength=6),
        on=RED,
        settled=Effect(attack_bonus=1),
        legendary=True,
    ),
    mercenary(
        "shadow_hand",
        1,
        Ability(AS_ATTACKER, AS_DEFENDER, kills=True, strength=2),
        legendary=True,
    ),
]

UNITS: Final = TROOPS + MERCENARIES
CARDS: Final = BUILDINGS + UNITS


BY_SLUG: Final = sorted(CARDS, key=attrgetter("slug"))


def _number() -> None:
    for number, card in enumerate(CARDS):
        card.id = number
    for number, card in enumerate(BY_SLUG):
        card.rank = number


_number()

CARD: Final = {card.slug: card for card in CARDS}
"""Every card by its slug."""
DECK_CARDS: Final = [card for card in CARDS for _ in range(card.copies) if not card.legendary]
LEGENDARY_CARDS: Final = [card for card in CARDS if card.legendary]

# The eight Capital upgrades, and what they give where a city does not say otherwise.
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
UPGRADE_NUMBER: Final = {upgrade: number for number, upgrade in enumerate(UPGRADES)}
_STANDARD: Final[dict[str, Effect]] = {
    "gold": Effect(gold=1),
    "build": Effect(build=1),
    "draw": Effect(draw=1),
    "store": Effect(store=1),
    "passive": Effect(passive=1),
    "mercenary": Effect(opens_mercs=True),
    "attack": Effect(opens_attack=True),
    "defense": Effect(opens_defence=True),
}


def _city(id: str, start: Effect, changed: "dict[str, Effect]") -> CityKind:
    return CityKind(id, start, {**_STANDARD, **changed})


CITIES: Final[list[CityKind]] = [
    _city(
        "a",
        Effect(gold=1, build=1, draw=3, store=1, passive=1, troop_slots=1, merc_slots=1),
        {},
    ),
    _city(
        "b1",
        Effect(gold=1, build=1, draw=3, store=1, passive=1, troop_slots=2),
        {"mercenary": Effect(attack_bonus=1)},
    ),
    _city(
        "b2",
        Effect(gold=1, build=1, draw=2, store=2, troop_slots=1, merc_slots=1),
        {"gold": Effect(gold=2)},
    ),
    _city(
        "b3",
        Effect(gold=1, build=1, draw=4, store=2, passive=1, merc_slots=1),
        {"attack": Effect(draw=1), "defense": Effect(passive=1)},
    ),
    _city(
        "b4",
        Effect(gold=1, build=1, draw=3, store=2, passive=2, troop_slots=1, merc_slots=1),
        {"passive": Effect(passive=2)},
    ),
    _city(
        "b5",
        Effect(gold=1, build=1, draw=4, store=1, passive=1, merc_slots=1, opens_mercs=True),
        {
            "mercenary": Effect(merc_slots=1),
            "attack": Effect(store=1),
            "defense": Effect(store=1),
        },
    ),
    _city(
        "b6",
        Effect(gold=1, build=1, draw=3, store=1, passive=1, troop_slots=1),
        {"mercenary": Effect(discount=1, store=1)},
    ),
]
CITY: Final = {city.id: city for city in CITIES}
"""Every kind of city by its id."""
STANDARD_CITY: Final = CITIES[0]
ADVANCED_CITIES: Final = CITIES[1:]
