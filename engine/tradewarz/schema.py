"""What TradeWarz asks seats, and what a view holds, with a sentence for every field."""

from typing import Final

from pentarch.engine.core import Words
from pentarch.engine.manual import (
    chosen_options,
    keyed,
    listing,
    maybe,
    name,
    per_seat,
    record,
    seat,
    whole,
)
from pentarch.engine.plain import Json
from pentarch.engine.tradewarz.cards import BATTLE_NAMES, MORALE, MORALE_NAMES
from pentarch.engine.tradewarz.lattice import (
    DIAGONALS,
    GATE_NAMES,
    SPACE_NAMES,
    SPACES,
    SQUARE_NAMES,
    SQUARES,
    TILE_NAMES,
)
from pentarch.engine.tradewarz.settings import OPTIONS
from pentarch.engine.tradewarz.state import DECISION_NAMES, STEPS, TURN
from pentarch.engine.tradewarz.tables import (
    BUILDING_NAMES,
    CATEGORY_NAMES,
    DECK,
    ENDINGS,
    HOUSE_NAMES,
    MOST_COMMITTED,
    RESOURCE_NAMES,
    SEASON_NAMES,
    STRUCTURE_NAMES,
    TERRAIN_NAMES,
    TOKEN_NAMES,
)
from pentarch.engine.tradewarz.techs import TECH_NAMES, TECHS, UNIT_NAMES
from pentarch.engine.tradewarz.views import HIDDEN

_MEANINGS: Final[Words] = (
    "Setup: where to lay the next trading post.",
    "Setup: which house to sail for.",
    "The voyage: a dock to land at, or sailing on.",
    "A turn: any number of free actions, then one main action.",
    "A march: which group sets out next, or the end of the march.",
    "A march: the next step of the group, or its stop.",
    "A battle: which morale card to commit in secret, or `ready`; both sides at once.",
    "After a battle: where a beaten soldier goes.",
    "Too many soldiers in the field: from where to recall one.",
    "What to build.",
    "Where to recruit the next soldier, or `done`.",
    "Which tech to buy next, or `done`.",
    "Which squad a bought super unit joins.",
    "Which squad retreats, and where to.",
    "Year end: where a soldier of a conquering army goes.",
    "A trade: what to give.",
    "A trade: what to ask for.",
    "A trade: whether to accept it.",
    "An alliance: whether to accept it.",
    "Nobody decides: the match is over.",
)
DECISIONS: Final = dict(zip(DECISION_NAMES, _MEANINGS, strict=True))

_MOST_CARDS: Final = sum([card.copies for card in MORALE])


def _space(meaning: str) -> "dict[str, Json]":
    return name(meaning, SPACE_NAMES)


def _square(meaning: str) -> "dict[str, Json]":
    return name(meaning, SQUARE_NAMES)


def _tile(meaning: str) -> "dict[str, Json]":
    return name(meaning, TILE_NAMES)


def _unit(meaning: str) -> "dict[str, Json]":
    return name(meaning, UNIT_NAMES)


def _counts(title: str, meaning: str, words: Words, what: str) -> "dict[str, Json]":
    return record(title, meaning, {word: whole(f"{what} {word}.") for word in words})


def _morale(meaning: str, most: int) -> "dict[str, Json]":
    return listing(meaning, name("A morale card.", MORALE_NAMES), most)


def _battle_cards(meaning: str) -> "dict[str, Json]":
    return listing(meaning, name("A battle card.", BATTLE_NAMES), DECK)


_BATTLE_CARDS: Final = record(
    "BattleCards",
    "A seat's six battle cards.",
    {
        "six": maybe(_battle_cards("All six."), "they are another seat's."),
        "known": _battle_cards("Those that everybody has seen."),
        "used": listing(
            "The used pile, in order.",
            name(f"A battle card, or `{HIDDEN}` for one that nobody saw.", (*BATTLE_NAMES, HIDDEN)),
            DECK,
        ),
        "unseen": listing("Places of the used pile that nobody saw.", whole("A place."), DECK),
        "stack_count": whole("Cards left in the stack."),
        "stack": maybe(_battle_cards("The stack, from the top."), "its order is hidden."),
    },
)

_HOUSE: Final = record(
    "House",
    "Everything of one seat.",
    {
        "seat": seat("Whose it is."),
        "house": maybe(name("The house.", HOUSE_NAMES), "not picked yet."),
        "gate": maybe(name("The own gate.", GATE_NAMES), "not landed yet."),
        "ship": whole("Where the ship is."),
        "xadlas": whole("Xadlas, which win."),
        "golden": whole("Golden Xadlas."),
        "silver": whole("Silver Xadlas."),
        "resources": _counts("Resources", "Resources in stock.", RESOURCE_NAMES, "Pieces of"),
        "tokens": _counts("Tokens", "Main actions left this year.", TOKEN_NAMES, "Tokens for"),
        "universities": _counts("Universities", "Levels.", CATEGORY_NAMES, "The level of"),
        "techs": listing("The techs owned.", name("A tech.", TECH_NAMES), len(TECHS)),
        "castles_built": whole("Castles ever built."),
        "reserve": whole("Soldiers that can be recruited."),
        "field": whole("Soldiers outside the own gate."),
        "capacity": whole("Soldiers that the field supports."),
        "allies": listing("The allies.", seat("An ally."), 5),
        "barred": whole("1 until the next turn of one who broke an alliance.", 0, 1),
        "battle_cards": _BATTLE_CARDS,
        "morale_count": whole("Morale cards held."),
        "morale": maybe(_morale("The morale cards.", _MOST_CARDS), "they are another seat's."),
    },
)

_FREE: Final = record(
    "Free",
    "Free actions of this turn.",
    {
        "offers": whole("Trades offered."),
        "proposed": whole("1 once an alliance was proposed.", 0, 1),
        "barters": whole("Barters made."),
        "exchanges": whole("Exchanges made."),
        "masons": whole("Cheaper buildings to come."),
        "scholars": whole("Cheaper techs or universities to come."),
        "gained": whole("Soldiers recruited or techs bought in this main action."),
        "appointed": maybe(_unit("The super unit to be appointed."), "there is none."),
    },
)

_MARCH: Final = record(
    "March",
    "The march under way; all 0 or null when there is none.",
    {
        "roll": whole("Steps that a group may make."),
        "grouped": whole("1 once a group was formed.", 0, 1),
        "moved": keyed(
            "Soldiers that have moved, by where they are.", SPACE_NAMES, whole("Soldiers.")
        ),
        "at": maybe(_space("Where the group is."), "there is no group."),
        "size": whole("Soldiers of the group."),
        "unit": maybe(_unit("The super unit of the group."), "it has none."),
        "left": whole("Steps left."),
        "made": whole("Steps made."),
    },
)

_BATTLE: Final = record(
    "Battle",
    "The battle under way; all 0 or null when there is none.",
    {
        "at": maybe(_space("Where it is."), "there is none."),
        "from": maybe(_space("Where the attackers came from."), "there is none."),
        "attacker": maybe(seat("Who attacks."), "there is none."),
        "defender": maybe(seat("Who defends."), "there is none."),
        "attackers": whole("Soldiers that attack."),
        "unit": maybe(_unit("The attackers' super unit."), "they have none."),
        "ready": listing("1 for a side that is ready, attacker first.", whole("Ready.", 0, 1), 2),
        "committed": listing(
            "The cards committed by each side, attacker first.",
            maybe(_morale("Cards committed.", MOST_COMMITTED), "they are another seat's."),
            2,
        ),
    },
)

VIEW: Final = record(
    "View",
    "What a seat may know of a match.",
    {
        "seats_count": whole("How many seats play.", 2, 6),
        "options": chosen_options(OPTIONS),
        "year": whole("The year, from 1 on."),
        "season": name("The season.", SEASON_NAMES),
        "seasons_done": whole("Seasons that are over."),
        "decision": name("What is being decided.", list(DECISIONS)),
        "turn": whole("Whose turn it is: the place in `order`."),
        "seat": seat("Whose turn it is."),
        "to_act": listing("Who decides now.", seat("A seat."), 6),
        "order": listing("The turn order.", seat("A seat."), 6),
        "ending": name("How the match ended.", [row.name for row in ENDINGS]),
        "winners": listing("Allies who won together.", seat("A seat."), 6),
        "tiles": record(
            "Tiles",
            "The terrain of every tile.",
            {tile: name(f"The terrain of {tile}.", TERRAIN_NAMES) for tile in TILE_NAMES},
        ),
        "posts": listing(
            "The trading posts.",
            record(
                "Post",
                "A trading post.",
                {
                    "square": maybe(_square("Where it lies."), "not laid yet."),
                    "owner": maybe(seat("Who owns it."), "nobody does."),
                },
            ),
            4,
        ),
        "structures": listing(
            "The structures laid.",
            record(
                "Structure",
                "A structure.",
                {
                    "kind": name("What it is.", STRUCTURE_NAMES),
                    "tile": _tile("The tile that it crosses."),
                    "ends": listing("The two squares it joins.", _square("A square."), 2),
                },
            ),
            DIAGONALS,
        ),
        "structures_left": _counts("StructuresLeft", "Supplies.", STRUCTURE_NAMES, "Left of"),
        "golden_left": whole("Golden Xadlas left."),
        "silver_left": whole("Silver Xadlas left."),
        "buildings": listing(
            "The buildings.",
            record(
                "Building",
                "A building.",
                {
                    "square": _square("Where it stands."),
                    "kind": name("What it is.", BUILDING_NAMES[1:]),
                    "owner": seat("Whose it is."),
                    "year": whole("The year in which it was built or upgraded."),
                    "silos": listing("The tiles of its silos.", _tile("A tile."), 2),
                },
            ),
            SQUARES,
        ),
        "armies": listing(
            "Soldiers on the map.",
            record(
                "Army",
                "Soldiers of one seat on one space.",
                {
                    "space": _space("Where they are."),
                    "seat": seat("Whose they are."),
                    "soldiers": whole("How many."),
                },
            ),
            6 * SPACES,
        ),
        "units": listing(
            "Super units that were bought.",
            record(
                "SuperUnit",
                "A super unit.",
                {
                    "unit": _unit("Which."),
                    "owner": seat("Who bought it."),
                    "holder": maybe(seat("Whose squad it is with."), "it is in the capital."),
                    "space": maybe(
                        name("Where it is.", (*SPACE_NAMES, "capital")), "it is in the capital."
                    ),
                },
            ),
            len(UNIT_NAMES),
        ),
        "conquered": keyed(
            "The year in which a capital was conquered last, by gate.", GATE_NAMES, whole("A year.")
        ),
        "morale_deck": record(
            "MoraleDeck",
            "Morale cards that were not drawn yet.",
            {
                "count": whole("How many cards."),
                "cards": maybe(_morale("The cards from the top.", _MOST_CARDS), "they are hidden."),
            },
        ),
        "seats": per_seat("The houses in the order of seats.", _HOUSE),
        "free": _FREE,
        "march": _MARCH,
        "battle": _BATTLE,
        "loose": record(
            "Loose",
            "Soldiers that look for a place; 0 or null when there are none.",
            {
                "seat": maybe(seat("Whose they are."), "there are none."),
                "soldiers": whole("How many."),
                "unit": maybe(_unit("Their super unit."), "they have none."),
                "placed": listing("Where others were placed.", _space("A space."), SPACES),
            },
        ),
        "recall": record(
            "Recall",
            "A recall under way.",
            {
                "seat": maybe(seat("Who recalls."), "nobody does."),
                "then": maybe(name("What goes on then.", (STEPS, TURN)), "nobody recalls."),
            },
        ),
        "offer": record(
            "Offer",
            "A trade or an alliance under way.",
            {
                "partner": maybe(seat("With whom."), "there is none."),
                "give": maybe(name("What is given.", RESOURCE_NAMES), "not named yet."),
                "give_count": whole("How much is given."),
                "want": maybe(name("What is wanted.", RESOURCE_NAMES), "not named yet."),
                "want_count": whole("How much is wanted."),
                "asked": listing("Seats still to answer a proposal.", seat("A seat."), 6),
            },
        ),
    },
)
