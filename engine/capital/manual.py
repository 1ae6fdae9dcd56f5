"""Capital for bot authors: decisions, verbs, events, tables, and what a view holds."""

from typing import Final

from pentarch.engine.capital import commands as verbs
from pentarch.engine.capital.places import LOCATION_WORDS
from pentarch.engine.capital.rows import Card, Effect
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
    MERCENARIES,
    SEATS,
    TRACKER,
    TROOPS,
    UNITS,
    UPGRADES,
)
from pentarch.engine.commands import Verb
from pentarch.engine.manual import (
    Manual,
    Table,
    VerbEntry,
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


def _verb(
    verb: Verb, slots: "tuple[str, ...]", meaning: str, rules: str, example: str
) -> VerbEntry:
    ids = tuple([f"CP-{rule}" for rule in rules.split()])
    return VerbEntry(verb, slots, meaning, rules=ids, example=example)


VERBS: Final = [
    _verb(verbs.CHOOSE_CITY, ("city",), "Chooses an advanced city.", "13.2", "city b1"),
    _verb(
        verbs.BUILD_BUILDING,
        ("building",),
        "Builds a building from the hand for Gold and 1 Build.",
        "4.4 4.5 4.9 4.12",
        "build library",
    ),
    _verb(
        verbs.BUILD_UNIT,
        ("unit", "location"),
        "Hires a troop or mercenary from the hand into a free slot, face down.",
        "4.4 4.6 4.15",
        "build militia city",
    ),
    _verb(
        verbs.UPGRADE,
        ("upgrade",),
        "Completes a Capital upgrade, for Gold by its level and 1 Build.",
        "4.7 4.8 4.22",
        "upgrade gold",
    ),
    _verb(
        verbs.USE,
        ("mercenary", "location"),
        "Uses up a mercenary for its ability.",
        "8.1 8.2 8.3",
        "use moneylender city",
    ),
    _verb(
        verbs.USE_SALVAGER,
        ("location", "building"),
        "Uses up a Salvager to take a building out of the discard pile.",
        "8.8",
        "use salvager city library",
    ),
    _verb(
        verbs.USE_SPY,
        ("location", "seat"),
        "Uses up a Spy to see a seat's hand and face-down units, and to burn a card.",
        "8.9",
        "use spy city p2",
    ),
    _verb(
        verbs.USE_KILLER,
        ("mercenary", "location", "troop", "home"),
        "Uses up an Assassin or Shadow Hand to remove an enemy troop from the battle.",
        "8.10",
        "use assassin city militia city",
    ),
    _verb(
        verbs.SETTLE,
        ("mercenary", "location", "building"),
        "Settles a mercenary for good under a building that its effect names.",
        "10.1 10.2 10.4",
        "settle scholar city library",
    ),
    _verb(
        verbs.QUEST,
        ("mercenary", "location"),
        "Completes a mercenary's Quest and looks at Legendary cards.",
        "9.1 9.2 9.3",
        "quest captain city",
    ),
    _verb(verbs.DONE_VERB, (), "Ends the phase, razing or saving.", "3.1 5.14", "done"),
    _verb(verbs.TAKE, ("card",), "Takes a Legendary card.", "9.3", "take great_works"),
    _verb(verbs.BURN, ("card",), "Discards a card of the spied hand.", "8.9", "burn library"),
    _verb(verbs.WAR, ("seat",), "Declares war on an opponent.", "5.1 5.2", "war p2"),
    _verb(
        verbs.SEND,
        ("troop", "location"),
        "Sends a troop to attack; it is spent for the turn.",
        "5.3 5.4",
        "send cavalry stables",
    ),
    _verb(verbs.CHARGE_VERB, (), "Attacks with the troops sent so far.", "5.3", "charge"),
    _verb(
        verbs.GUARD,
        ("troop", "location"),
        "Defends with a troop.",
        "5.5",
        "guard spearmen watchtower",
    ),
    _verb(verbs.HOLD_VERB, (), "Defends with the troops committed so far.", "5.5", "hold"),
    _verb(
        verbs.AID,
        ("troop", "location"),
        "Lends a troop to the partner who is attacked.",
        "5.6 12.6",
        "aid spearmen watchtower",
    ),
    _verb(verbs.PASS_VERB, (), "Lends, uses or gives nothing more.", "5.7 12.8", "pass"),
    _verb(
        verbs.RAZE,
        ("location",),
        "Razes a building, or the city, of the beaten defender.",
        "5.11 5.13 5.15",
        "raze library",
    ),
    _verb(
        verbs.SAVE,
        ("troop", "home"),
        "Brings a troop home within the budget of the winner.",
        "5.19 5.21",
        "save cavalry stables",
    ),
    _verb(
        verbs.HEAL,
        ("troop", "home"),
        "Brings a troop home beyond the budget, by a Field Surgeon.",
        "5.24",
        "heal cavalry stables",
    ),
    _verb(
        verbs.MOVE,
        ("unit", "from", "to"),
        "Moves a unit to a free slot of its kind.",
        "6.1 6.2",
        "move militia city watchtower",
    ),
    _verb(
        verbs.SWAP,
        ("unit", "location", "other", "place"),
        "Lets two units of a kind exchange places.",
        "6.1 6.2",
        "swap militia city archers watchtower",
    ),
    _verb(verbs.GIVE, ("card",), "Gives a hand card to the partner.", "6.3 12.8", "give inn"),
    _verb(verbs.KEEP, ("card",), "Keeps a hand card for the next turn.", "6.4", "keep inn"),
]

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

MANUAL: Final = Manual(decisions=DECISIONS, verbs=VERBS, events=EVENTS, tables=TABLES, view=VIEW)
