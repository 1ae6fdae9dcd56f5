"""Capital for bot authors: verbs, events, tables."""

from typing import Final

from pentarch.engine.capital import commands as verbs
from pentarch.engine.capital.rows import Card, Effect
from pentarch.engine.capital.schema import DECISIONS, VIEW
from pentarch.engine.capital.tables import (
    BUILDINGS,
    CITIES,
    MERCENARIES,
    TROOPS,
    UPGRADES,
)
from pentarch.engine.manual import (
    Manual,
    Table,
    verb_entries,
)
from pentarch.engine.plain import Json

VERBS: Final = verb_entries(
    "CP",
    (verbs.CHOOSE_CITY, "city", "Chooses an advanced city.", "13.2", "city b1"),
    (
        verbs.BUILD_BUILDING,
        "building",
        "Builds a building from the hand for Gold and 1 Build.",
        "4.4 4.5 4.9 4.12",
        "build library",
    ),
    (
        verbs.BUILD_UNIT,
        "unit location",
        "Hires a troop or mercenary from the hand into a free slot, face down.",
        "4.4 4.6 4.15",
        "build militia city",
    ),
    (
        verbs.UPGRADE,
        "upgrade",
        "Completes a Capital upgrade, for Gold by its level and 1 Build.",
        "4.7 4.8 4.22",
        "upgrade gold",
    ),
    (
        verbs.USE,
        "mercenary location",
        "Uses up a mercenary for its ability.",
        "8.1 8.2 8.3",
        "use moneylender city",
    ),
    (
        verbs.USE_SALVAGER,
        "location building",
        "Uses up a Salvager to take a building out of the discard pile.",
        "8.8",
        "use salvager city library",
    ),
    (
        verbs.USE_SPY,
        "location seat",
        "Uses up a Spy to see a seat's hand and face-down units, and to burn a card.",
        "8.9",
        "use spy city p2",
    ),
    (
        verbs.USE_KILLER,
        "mercenary location troop home",
        "Uses up an Assassin or Shadow Hand to remove an enemy troop from the battle.",
        "8.10",
        "use assassin city militia city",
    ),
    (
        verbs.SETTLE,
        "mercenary location building",
        "Settles a mercenary for good under a building that its effect names.",
        "10.1 10.2 10.4",
        "settle scholar city library",
    ),
    (
        verbs.QUEST,
        "mercenary location",
        "Completes a mercenary's Quest and looks at Legendary cards.",
        "9.1 9.2 9.3",
        "quest captain city",
    ),
    (verbs.DONE_VERB, "", "Ends the phase, razing or saving.", "3.1 5.14", "done"),
    (verbs.TAKE, "card", "Takes a Legendary card.", "9.3", "take great_works"),
    (verbs.BURN, "card", "Discards a card of the spied hand.", "8.9", "burn library"),
    (verbs.WAR, "seat", "Declares war on an opponent.", "5.1 5.2", "war p2"),
    (
        verbs.SEND,
        "troop location",
        "Sends a troop to attack; it is spent for the turn.",
        "5.3 5.4",
        "send cavalry stables",
    ),
    (verbs.CHARGE_VERB, "", "Attacks with the troops sent so far.", "5.3", "charge"),
    (
        verbs.GUARD,
        "troop location",
        "Defends with a troop.",
        "5.5",
        "guard spearmen watchtower",
    ),
    (verbs.HOLD_VERB, "", "Defends with the troops committed so far.", "5.5", "hold"),
    (
        verbs.AID,
        "troop location",
        "Lends a troop to the partner who is attacked.",
        "5.6 12.6",
        "aid spearmen watchtower",
    ),
    (verbs.PASS_VERB, "", "Lends, uses or gives nothing more.", "5.7 12.8", "pass"),
    (
        verbs.RAZE,
        "location",
        "Razes a building, or the city, of the beaten defender.",
        "5.11 5.13 5.15",
        "raze library",
    ),
    (
        verbs.SAVE,
        "troop home",
        "Brings a troop home within the budget of the winner.",
        "5.19 5.21",
        "save cavalry stables",
    ),
    (
        verbs.HEAL,
        "troop home",
        "Brings a troop home beyond the budget, by a Field Surgeon.",
        "5.24",
        "heal cavalry stables",
    ),
    (
        verbs.MOVE,
        "unit from to",
        "Moves a unit to a free slot of its kind.",
        "6.1 6.2",
        "move militia city watchtower",
    ),
    (
        verbs.SWAP,
        "unit location other place",
        "Lets two units of a kind exchange places.",
        "6.1 6.2",
        "swap militia city archers watchtower",
    ),
    (verbs.GIVE, "card", "Gives a hand card to the partner.", "6.3 12.8", "give inn"),
    (verbs.KEEP, "card", "Keeps a hand card for the next turn.", "6.4", "keep inn"),
)

EVENTS: Final = {
    "city": "A city was chosen: its id.",
    "turn": "A turn began: the round.",
    "round_cap": "The last round is over: its number.",
    "reshuffled": "The discard pile became a new Deck: how many cards.",
    "drew": "Cards were drawn: how many.",
    "drew_cards": "The cards drawn, for those who may see them.",
    "discarded": "Cards went to the discard pile.",
    "kept": "The cards kept, for those who may see them.",
    "built": "A building was built: the card and its location.",
    "hired": "A unit was hired: `troop` or `merc`, and where.",
    "hired_card": "The unit hired and where, for those who may see it.",
    "upgraded": "An upgrade was completed: which, and the Gold paid.",
    "capital": "The seat has reached the goal and wins.",
    "used": "A mercenary was used up: the card and where it was.",
    "salvaged": "A building was taken out of the discard pile.",
    "spied": "A Spy was used: on whom.",
    "saw_hand": "The hand that the Spy saw, for the spying seat alone.",
    "saw_unit": "A unit that the Spy saw and where it is, for the spying seat alone.",
    "burned": "A card of the seat's hand was burned.",
    "settled": "A mercenary was settled: the card, where it was, and the building's location.",
    "quest": "A Quest was completed: the mercenary and where it was.",
    "looked": "The Legendary cards looked at, for the seat alone.",
    "took_legend": "A Legendary card was taken.",
    "took_card": "The Legendary card taken, for those who may see it.",
    "war": "War was declared: on whom.",
    "sent": "A troop attacks: the card and its home.",
    "guarded": "A troop defends: the card and its home.",
    "aided": "A troop was lent: the card and its home.",
    "called_off": "An Envoy ended the battle without a result.",
    "battle": "The battle was decided: attack total, defence total, score.",
    "razed": "A building was razed: the card and its location.",
    "plundered": "A hand card was plundered: from whom.",
    "plundered_card": "The card plundered, for those who may see it.",
    "returned": "A troop came home: the card and its home.",
    "rallied": "A troop went back to the hand: the card and its home.",
    "lost": "A troop was lost: the card and its home.",
    "defeated": "The seat's city was razed: by whom.",
    "conquest": "No enemy city stands any more: the seat wins.",
    "moved": "A unit moved: `troop` or `merc`, from where, to where.",
    "moved_card": "The unit that moved, from where and to where, for those who may see it.",
    "swapped": "Two units exchanged places: `troop` or `merc`, and the two locations.",
    "swapped_cards": "The two units and their locations, for those who may see them.",
    "gave": "A card was given away: to whom.",
    "gave_card": "The card given away, for those who may see it.",
}


def _told(effect: Effect) -> str:
    return ", ".join([f"+{amount} {word}" for word, amount in effect.tracked()])


def _building(card: Card) -> "list[Json]":
    return [
        *(card.slug, card.banner, card.hit_points, card.needs, card.copies, card.legendary),
        *(_told(card.effect), card.troop_slots, card.merc_slots),
        *(card.housed_attack, card.housed_defence),
    ]


def _troop(card: Card) -> "list[Json]":
    return [
        *(card.slug, card.attack, card.defence, card.siege, card.trait.name, card.mounted),
        *(card.copies, card.legendary),
    ]


def _mercenary(card: Card) -> "list[Json]":
    return [
        *(card.slug, ", ".join(card.ability.times), card.quest is not None, card.settles_on),
        *(_told(card.settled), card.copies, card.legendary),
    ]


TABLES: Final = [
    Table(
        "buildings",
        "buildings; a Village (green) costs 1 Gold more than its owner has Villages",
        (
            *("card", "banner", "hit_points", "needs", "copies", "legendary"),
            *("effect", "troop_slots", "merc_slots", "housed_attack", "housed_defence"),
        ),
        [_building(card) for card in BUILDINGS],
    ),
    Table(
        "troops",
        "troops",
        ("card", "attack", "defence", "siege", "trait", "mounted", "copies", "legendary"),
        [_troop(card) for card in TROOPS],
    ),
    Table(
        "mercenaries",
        "mercenaries, and when their abilities may be used",
        ("card", "times", "quest", "settles_on", "settled", "copies", "legendary"),
        [_mercenary(card) for card in MERCENARIES],
    ),
    Table(
        "cities",
        "what cities begin with, and what their upgrades give",
        ("city", "start", *UPGRADES),
        [
            [city.id, _told(city.start), *[_told(city.upgrades[word]) for word in UPGRADES]]
            for city in CITIES
        ],
    ),
]

MANUAL: Final = Manual(decisions=DECISIONS, verbs=VERBS, events=EVENTS, tables=TABLES, view=VIEW)
