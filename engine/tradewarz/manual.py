"""TradeWarz for bot authors: decisions, verbs, events, tables, and what a view holds."""

from typing import Final

from pentarch.engine.commands import Verb
from pentarch.engine.core import Words
from pentarch.engine.manual import (
    Manual,
    Table,
    VerbEntry,
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
from pentarch.engine.tradewarz import commands as verbs
from pentarch.engine.tradewarz.cards import BATTLE_CARDS, BATTLE_NAMES, MORALE, MORALE_NAMES
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
    BUILDINGS,
    CATEGORIES,
    CATEGORY_NAMES,
    DECK,
    ENDINGS,
    HOUSE_NAMES,
    MOST_COMMITTED,
    RECRUIT_COST,
    RESOURCE_NAMES,
    SEASON_NAMES,
    SEASONS,
    STRUCTURE_NAMES,
    STRUCTURES,
    TERRAIN_NAMES,
    TOKEN_NAMES,
    TOKENS,
    UPGRADE_COST,
    Cost,
)
from pentarch.engine.tradewarz.techs import TECH_NAMES, TECHS, UNIT_NAMES
from pentarch.engine.tradewarz.views import HIDDEN
from pentarch.engine.tradewarz.wording import card_words, goods, might_words, tech_words

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


def _verb(verb: Verb, slots: str, meaning: str, rules: str, example: str) -> VerbEntry:
    ids = tuple([f"TW-{rule}" for rule in rules.split()])
    return VerbEntry(verb, tuple(slots.split()), meaning, rules=ids, example=example)


VERBS: Final = [
    _verb(verbs.POST, "number square", "Lays a trading post.", "TP.1", "post 1 s33"),
    _verb(verbs.HOUSE, "house", "Picks a house, which is only a name.", "SEA.1", "house auren"),
    _verb(verbs.DOCK, "dock", "Lands at a dock within the roll.", "SEA.6 SEA.10", "dock 3"),
    _verb(verbs.SAIL, "", "Sails the whole roll.", "SEA.6", "sail"),
    _verb(verbs.PLAY, "card", "Plays a morale card.", "CARD.7 TURN.8", "play goodcrop"),
    _verb(verbs.TRADE, "seat", "Opens a trade with a seat.", "TRD.1 TRD.4", "trade p2"),
    _verb(verbs.ALLY, "seat", "Proposes an alliance.", "ALL.1 ALL.3", "ally p2"),
    _verb(verbs.BREAK, "", "Breaks the own alliance for gold.", "ALL.6", "break"),
    _verb(
        verbs.BARTER,
        "give get",
        "Swaps two of a resource for one of another with the bank (a tech allows it).",
        "TURN.8",
        "barter gold wheat",
    ),
    _verb(
        verbs.EXCHANGE,
        "give get",
        "Swaps one resource for another with the bank (a tech allows it).",
        "TURN.8",
        "exchange gold wheat",
    ),
    _verb(verbs.MARCH, "", "Main action: rolls for a march.", "TURN.4 MAR.1", "march"),
    _verb(verbs.BUILD, "", "Main action: builds something.", "TURN.4 BLD.1", "build"),
    _verb(verbs.RECRUIT, "", "Main action: recruits soldiers.", "TURN.4 REC.1", "recruit"),
    _verb(verbs.TECH, "", "Main action: buys techs.", "TURN.4 TEC.4", "tech"),
    _verb(verbs.RETREAT, "", "Main action: moves a squad home.", "TURN.4 RET.1", "retreat"),
    _verb(
        verbs.RESOURCES,
        "first second",
        "Main action: gathers two resources.",
        "RES.1",
        "resources gold wheat",
    ),
    _verb(
        verbs.RESOURCES_3,
        "first second third",
        "Main action: gathers three resources (a tech allows it).",
        "RES.1",
        "resources gold gold wheat",
    ),
    _verb(verbs.PASS, "", "Does nothing, if nothing can be done.", "TURN.6", "pass"),
    _verb(
        verbs.MOVE,
        "space soldiers",
        "Forms a group of soldiers of one space.",
        "MAR.3 MAR.4",
        "move gate1 2",
    ),
    _verb(
        verbs.MOVE_WITH,
        "space soldiers unit",
        "Forms a group that a super unit goes with.",
        "MAR.4 MAR.19",
        f"move gate1 2 with {UNIT_NAMES[0]}",
    ),
    _verb(verbs.END, "", "Ends the march.", "MAR.18", "end"),
    _verb(verbs.STEP, "space", "Moves the group one step.", "MAR.6 MAR.12", "step s12"),
    _verb(
        verbs.LAY,
        "structure square",
        "Lays a structure on the diagonal to a square and crosses it.",
        "MAR.8 MAR.9",
        "lay road s23",
    ),
    _verb(verbs.WARP, "square", "Steps to a linked trading post.", "TP.5", "warp s33"),
    _verb(
        verbs.LEND, "unit", "Leaves a super unit with an ally.", "ALL.10", f"lend {UNIT_NAMES[0]}"
    ),
    _verb(verbs.STOP, "", "Ends the group's steps.", "MAR.5", "stop"),
    _verb(verbs.COMMIT, "card", "Commits a morale card in secret.", "BAT.3", "commit battlecry"),
    _verb(verbs.READY, "", "Commits no more cards.", "BAT.4", "ready"),
    _verb(verbs.DISPLACE, "space", "Sends a beaten soldier.", "BAT.15 BAT.19", "displace s12"),
    _verb(verbs.RECALL, "space", "Takes a soldier out of the field.", "SUP.3 SUP.4", "recall s12"),
    _verb(
        verbs.SETTLE,
        "square tile",
        "Builds a settlement with a silo on a tile.",
        "BLD.4 BLD.5",
        "build settlement s12 silo a2",
    ),
    _verb(
        verbs.FOUND,
        "square tile tile",
        "Builds a village with two silos.",
        "BLD.4 BLD.6",
        "build village s12 silo a2 b2",
    ),
    _verb(
        verbs.UPGRADE,
        "square tile",
        "Makes a settlement a village, with one more silo.",
        "BLD.10",
        "build upgrade s12 silo b2",
    ),
    _verb(verbs.FORTIFY, "square", "Makes a village a castle.", "CAS.1", "build castle s12"),
    _verb(
        verbs.RAISE,
        "category level",
        "Raises a university to a level, for the sum of the levels' costs.",
        "UNI.1 UNI.2",
        "build university economy 1",
    ),
    _verb(verbs.MUSTER_GATE, "", "Recruits a soldier at the own gate.", "REC.1", "recruit gate"),
    _verb(verbs.MUSTER_AT, "square", "Recruits a soldier in the field.", "REC.1", "recruit s12"),
    _verb(verbs.DONE, "", "Recruits or buys no more.", "REC.1 TEC.4", "done"),
    _verb(verbs.BUY, "tech", "Buys a tech.", "TEC.1 TEC.2 TEC.3", "buy ec01"),
    _verb(
        verbs.APPOINT,
        "unit space",
        "Sends a bought super unit to a squad.",
        "SUN.1",
        f"appoint {UNIT_NAMES[0]} s12",
    ),
    _verb(
        verbs.APPOINT_HOME,
        "unit",
        "Keeps a bought super unit in the capital.",
        "SUN.1",
        f"appoint {UNIT_NAMES[0]} capital",
    ),
    _verb(
        verbs.RETREAT_TO,
        "from to",
        "Takes a whole squad to the nearest own building.",
        "RET.1",
        "retreat s12 gate1",
    ),
    _verb(
        verbs.MOVEOUT,
        "space",
        "Lets a soldier leave a conquered capital.",
        "CAP.11",
        "moveout s12",
    ),
    _verb(verbs.GIVE, "resource count", "Names what is given.", "TRD.2", "give gold 1"),
    _verb(verbs.WANT, "resource count", "Names what is asked for.", "TRD.2", "want wheat 2"),
    _verb(verbs.ACCEPT, "", "Accepts a trade or an alliance.", "TRD.3 ALL.2", "accept"),
    _verb(verbs.DECLINE, "", "Declines a trade or an alliance.", "TRD.3 ALL.2", "decline"),
]

EVENTS: Final = {
    "order_roll": "The dice for the sailing order: two values.",
    "sail_roll": "The dice at sea: two values.",
    "docked": "A capital was founded: behind which gate.",
    "season": "A season began: its name and the year.",
    "march_roll": "The steps that a march may make.",
    "laid": "A structure was laid: its kind and both ends.",
    "raid": "A building was raided: its square.",
    "lent": "A super unit was lent: which, and where.",
    "battle": "A battle began: where, attackers, the defender's number, defenders.",
    "burned": "A battle card was burned.",
    "revealed": "A battle card was revealed.",
    "morale": "A morale card was played.",
    "strength": "A side of a battle: strength, kills, blocks, soldiers lost.",
    "won": "A battle was won: where.",
    "drawn": "A battle ended in a draw: where.",
    "cancelled": "A battle was called off: where.",
    "castle_taken": "A castle changed hands: its square.",
    "conquered": "A capital was conquered: its gate.",
    "reshuffled": "The used battle cards became a new stack.",
    "recalled": "A soldier was recalled: from where.",
    "retreated": "A squad retreated: from where, to where.",
    "built": "Something was built: its kind and its square.",
    "university": "A university was raised: its category and its level.",
    "recruited": "A soldier was recruited: where.",
    "bought": "A tech was bought: which.",
    "appointed": "A super unit joined a squad: which, and where.",
    "offered": "A trade was offered: partner, count and resource given, count and resource wanted.",
    "traded": "The trade was accepted.",
    "declined": "The trade or alliance was declined.",
    "proposed": "An alliance was proposed: to whom.",
    "allied": "An alliance came about: with whom.",
    "broke": "The seat broke its alliance.",
    "income": "The year's income: gold, lumber, mining, wheat.",
    "dial": "A resource reached the top of the dial and fell back: which.",
    "golden": "A golden Xadla was gained: what for.",
    "morale_drawn": "A morale card was drawn.",
    "morale_card": "The morale card drawn, for its seat alone.",
    "post": "A trading post changed hands: its number.",
    "over": "The match is over: how it ended.",
}


def _cost(cost: Cost) -> str:
    return goods(cost)


TABLES: Final = [
    Table(
        "techs",
        "the techs, and what each gives",
        ("tech", "title", "category", "level", "price", "effect"),
        [
            [
                *(tech.code, tech.title, CATEGORY_NAMES[tech.category], tech.level),
                *(_cost(tech.price), tech_words(tech)),
            ]
            for tech in TECHS
        ],
    ),
    Table(
        "universities",
        "what raising a university to each level costs",
        ("category", "level 1", "level 2", "level 3", "level 4"),
        [[row.name, *[_cost(level.raising) for level in row.levels]] for row in CATEGORIES],
    ),
    Table(
        "buildings",
        "buildings: price, soldiers supported, yearly gold, silos",
        ("kind", "price", "support", "gold", "silos"),
        [[row.name, _cost(row.cost), row.support, row.gold, row.silos] for row in BUILDINGS[1:]],
    ),
    Table(
        "prices",
        "other prices",
        ("what", "price"),
        [["soldier at the gate", _cost(RECRUIT_COST)], ["upgrade", _cost(UPGRADE_COST)]],
    ),
    Table(
        "structures",
        "structures on diagonals",
        ("kind", "price", "supply"),
        [[row.name, _cost(row.cost), row.supply] for row in STRUCTURES],
    ),
    Table(
        "battle_cards",
        "battle cards: four of each are dealt",
        ("card", "title", "strength", "kills", "blocks"),
        [
            [card.code, card.title, card.might.strength, card.might.kills, card.might.blocks]
            for card in BATTLE_CARDS
        ],
    ),
    Table(
        "morale_cards",
        "morale cards",
        ("card", "title", "copies", "effect"),
        [
            [card.name, card.title, card.copies, card_words(card) or might_words(card.might)]
            for card in MORALE
        ],
    ),
    Table(
        "seasons",
        "the die of a march in each season",
        ("season", "die"),
        [[row.name, " ".join([str(face) for face in row.die])] for row in SEASONS],
    ),
    Table(
        "tokens",
        "main actions, and how often a year",
        ("token", "count"),
        [[row.name, row.count] for row in TOKENS],
    ),
]

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
            "The morale deck.",
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

MANUAL: Final = Manual(
    decisions=DECISIONS,
    verbs=VERBS,
    events=EVENTS,
    tables=TABLES,
    view=VIEW,
    rare=("loose.placed[]", "winners[]"),
)
