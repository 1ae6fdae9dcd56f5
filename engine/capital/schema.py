"""What Capital asks seats, and what a view holds, with a sentence for every field."""

from typing import Final

from pentarch.engine.capital.places import LOCATION_WORDS
from pentarch.engine.capital.settings import OPTIONS
from pentarch.engine.capital.state import (
    DECIDE_AID,
    DECIDE_ATTACK,
    DECIDE_BUILD,
    DECIDE_BURN,
    DECIDE_CITY,
    DECIDE_GIVE,
    DECIDE_GUARD,
    DECIDE_KEEP,
    DECIDE_NOTHING,
    DECIDE_RAZE,
    DECIDE_REGROUP,
    DECIDE_SAVE,
    DECIDE_SAVE_DEFEND,
    DECIDE_SEND,
    DECIDE_TACTICS_ATTACK,
    DECIDE_TACTICS_DEFEND,
    DECIDE_TAKE,
    ENDINGS,
    PHASES,
)
from pentarch.engine.capital.tables import (
    BUILDINGS,
    CARDS,
    CITIES,
    LOOK,
    SEATS,
    TRACKER,
    TROOPS,
    UNITS,
    UPGRADES,
)
from pentarch.engine.manual import (
    chosen_options,
    flag,
    listing,
    maybe,
    name,
    per_seat,
    record,
    whole,
)
from pentarch.engine.plain import Json

DECISIONS: Final = {
    DECIDE_CITY: "Which advanced city to play with.",
    DECIDE_BUILD: "Build phase: the next thing to build, upgrade, use, settle or quest, or `done`.",
    DECIDE_TAKE: "Which of the Legendary cards looked at to take.",
    DECIDE_BURN: "Which card of the spied hand to burn.",
    DECIDE_ATTACK: "Attack phase: a war, a mercenary, a Quest, or `done`.",
    DECIDE_SEND: "Which troop to send into the battle next, or `charge`.",
    DECIDE_GUARD: "Which troop to defend with next, or `hold`.",
    DECIDE_AID: "Which troop to lend to the attacked partner, or `pass`.",
    DECIDE_TACTICS_ATTACK: "Which battle mercenary the attacker uses, or `pass`.",
    DECIDE_TACTICS_DEFEND: "Which battle mercenary the defender uses, or `pass`.",
    DECIDE_RAZE: "Which building the winning attacker razes next, or `done`.",
    DECIDE_SAVE: "Which attacker to bring home, or `done`.",
    DECIDE_SAVE_DEFEND: "Which defender to bring home, or `done`.",
    DECIDE_REGROUP: "Regroup phase: which units to move or exchange, or `done`.",
    DECIDE_GIVE: "Which card to give to the partner, or `pass`.",
    DECIDE_KEEP: "Which card to keep next.",
    DECIDE_NOTHING: "Nobody decides: the match is over.",
}

_SLUGS: Final = [card.slug for card in CARDS]
_MOST_CARDS: Final = sum([card.copies for card in CARDS])
_MOST_UNITS: Final = 8


def _seat(meaning: str) -> "dict[str, Json]":
    return name(meaning, SEATS)


def _card(meaning: str) -> "dict[str, Json]":
    return name(meaning, _SLUGS)


def _place(meaning: str) -> "dict[str, Json]":
    return name(meaning, LOCATION_WORDS)


def _cards(meaning: str, most: int = _MOST_CARDS) -> "dict[str, Json]":
    return listing(meaning, _card("A card."), most)


def _pile(meaning: str, most: int = _MOST_CARDS) -> "dict[str, Json]":
    return record(
        "Pile",
        meaning,
        {
            "count": whole("How many cards there are."),
            "cards": maybe(_cards("The cards, the top one first.", most), "they are hidden."),
        },
    )


_UNIT: Final = record(
    "Unit",
    "A unit in a slot.",
    {
        "card": maybe(name("The card.", [card.slug for card in UNITS]), "it lies face down."),
        "spent": flag("Whether it has attacked this turn."),
        "moved": flag("Whether it has moved in this Regroup phase."),
        "on_battlefield": flag("Whether it is in the battle."),
    },
)


def _units(meaning: str) -> "dict[str, Json]":
    return listing(meaning, _UNIT, _MOST_UNITS)


_CITY: Final = record(
    "City",
    "A seat's city.",
    {
        "id": maybe(name("Which city it is.", [city.id for city in CITIES]), "not chosen yet."),
        "hp": whole("Points of a score that raze it."),
        "troop_slots": whole("Slots for troops."),
        "merc_slots": whole("Slots for mercenaries."),
        "attack_open": flag("Whether troops may attack from here."),
        "defense_open": flag("Whether troops may defend from here."),
        "merc_open": flag("Whether mercenaries may act from here."),
        "troops": _units("The troops here, in order of arrival."),
        "mercs": _units("The mercenaries here, in order of arrival."),
    },
)

_BUILDING: Final = record(
    "Building",
    "A building on the table.",
    {
        "at": _place("Its location: its name, or a Village's number."),
        "card": name("The card.", [card.slug for card in BUILDINGS]),
        "hp": whole("Points that raze it."),
        "settled": maybe(_card("The mercenary settled under it."), "nobody is."),
        "troop_slots": whole("Slots for troops."),
        "merc_slots": whole("Slots for mercenaries."),
        "troops": _units("The troops here, in order of arrival."),
        "mercs": _units("The mercenaries here, in order of arrival."),
    },
)

_REALM: Final = record(
    "Realm",
    "Everything of one seat.",
    {
        "seat": _seat("Whose it is."),
        "team": maybe(name("The team.", ("A", "B")), "nobody plays in teams."),
        "alive": flag("Whether its city stands."),
        "defeat": whole("The place in the order of defeat; 0 while it plays."),
        "city": _CITY,
        "upgrades": listing("The upgrades completed.", name("An upgrade.", UPGRADES), 8),
        "tracker": record(
            "Tracker",
            "The sums of all that is in play.",
            {word: whole(f"The sum of {word.replace('_', ' ')}.") for word in TRACKER},
        ),
        "pools": record(
            "Pools",
            "What is left to spend in this Build phase.",
            {
                "gold": whole("Gold."),
                "build": whole("Build."),
                "discount": whole("Gold less for each upgrade."),
                "rebate": whole("Gold less for the next upgrade."),
                "free_buildings": whole("Buildings to come that need no Build and no banner."),
                "free_troops": whole("Troops to come that are free."),
            },
        ),
        "prices": record(
            "Prices",
            "What the next of each costs.",
            {"village": whole("Gold for a Village."), "upgrade": whole("Gold for an upgrade.")},
        ),
        "deeds": record(
            "Deeds",
            "What the seat did, as Quests ask for it.",
            {
                "won_attack": flag("Whether it won an attack this turn."),
                "razed_hp": whole("Hit points razed this turn."),
                "won_defence": flag("Whether it won a defence since its last turn."),
                "keep_all": flag("Whether it keeps its whole hand this turn."),
            },
        ),
        "villages_founded": whole("Villages ever built; the next one gets the next number."),
        "hand": _pile("The hand."),
        "kept": _pile("The cards kept so far in this Regroup phase."),
        "buildings": listing("The buildings, in order.", _BUILDING, 99),
    },
)

_FIGHTER: Final = record(
    "Fighter",
    "A troop in the battle.",
    {
        "seat": _seat("Whose it is."),
        "card": name("The card.", [card.slug for card in TROOPS]),
        "at": _place("Its home."),
        "has_home": flag("Whether its home stands."),
    },
)

_BATTLE: Final = record(
    "Battle",
    "The battle being fought.",
    {
        "attacker": _seat("Who attacks."),
        "defender": _seat("Who is attacked."),
        "attackers": listing("The attackers, in order of commitment.", _FIGHTER, 40),
        "defenders": listing("The defenders, in order of commitment.", _FIGHTER, 40),
        "attack_total": whole("The attack total as it stands.", None),
        "defence_total": whole("The defence total as it stands.", None),
        "attack_extra": whole("What mercenaries add to the attack.", None),
        "defence_extra": whole("What mercenaries add to the defence.", None),
        "passive_cut": whole("How much Passive Defence is cut."),
        "attack_heals": whole("Heals of the attacker left."),
        "defence_heals": whole("Heals of the defender left."),
        "score": whole("Attack minus defence, once it is decided.", None),
        "points": whole("Points of the score left for razing.", None),
        "siege": whole("Siege points left.", None),
        "budget": whole("What the winner can still save.", None),
        "defeated": flag("Whether the defender's city was razed."),
    },
)

VIEW: Final = record(
    "View",
    "What a seat may know of a match.",
    {
        "options": chosen_options(OPTIONS),
        "round": whole("The round, from 1 on."),
        "phase": name("The phase of the turn.", PHASES),
        "active": _seat("Whose turn it is."),
        "decision": name("What is being decided.", list(DECISIONS)),
        "to_act": maybe(_seat("Who decides."), "the match is over."),
        "deck": _pile("The Deck."),
        "discard": _cards("The discard pile, the latest card last."),
        "legendary": _pile("The Legendary Deck."),
        "looked": _pile("The Legendary cards being looked at.", LOOK),
        "spied": maybe(_seat("Who is being spied on."), "nobody is."),
        "seats": per_seat("The realms in the order of seats.", _REALM),
        "battle": maybe(_BATTLE, "there is none."),
        "ending": name("How the match ended.", ENDINGS),
        "winner": maybe(_seat("Who has won."), "nobody yet, or a cap ended it."),
    },
)
