"""TradeWarz for bot authors: verbs, events, tables."""

from typing import Final

from pentarch.engine.manual import (
    Manual,
    Table,
    verb_entries,
)
from pentarch.engine.tradewarz import commands as verbs
from pentarch.engine.tradewarz.cards import BATTLE_CARDS, MORALE
from pentarch.engine.tradewarz.schema import DECISIONS, VIEW
from pentarch.engine.tradewarz.tables import (
    BUILDINGS,
    CATEGORIES,
    CATEGORY_NAMES,
    RECRUIT_COST,
    SEASONS,
    STRUCTURES,
    TOKENS,
    UPGRADE_COST,
    Cost,
)
from pentarch.engine.tradewarz.techs import TECHS, UNIT_NAMES
from pentarch.engine.tradewarz.wording import card_words, goods, might_words, tech_words

VERBS: Final = verb_entries(
    "TW",
    (verbs.POST, "number square", "Lays a trading post.", "TP.1", "post 1 s33"),
    (verbs.HOUSE, "house", "Picks a house, which is only a name.", "SEA.1", "house auren"),
    (verbs.DOCK, "dock", "Lands at a dock within the roll.", "SEA.6 SEA.10", "dock 3"),
    (verbs.SAIL, "", "Sails the whole roll.", "SEA.6", "sail"),
    (verbs.PLAY, "card", "Plays a morale card.", "CARD.7 TURN.8", "play goodcrop"),
    (verbs.TRADE, "seat", "Opens a trade with a seat.", "TRD.1 TRD.4", "trade p2"),
    (verbs.ALLY, "seat", "Proposes an alliance.", "ALL.1 ALL.3", "ally p2"),
    (verbs.BREAK, "", "Breaks the own alliance for gold.", "ALL.6", "break"),
    (
        verbs.BARTER,
        "give get",
        "Swaps two of a resource for one of another with the bank (a tech allows it).",
        "TURN.8",
        "barter gold wheat",
    ),
    (
        verbs.EXCHANGE,
        "give get",
        "Swaps one resource for another with the bank (a tech allows it).",
        "TURN.8",
        "exchange gold wheat",
    ),
    (verbs.MARCH, "", "Main action: rolls for a march.", "TURN.4 MAR.1", "march"),
    (verbs.BUILD, "", "Main action: builds something.", "TURN.4 BLD.1", "build"),
    (verbs.RECRUIT, "", "Main action: recruits soldiers.", "TURN.4 REC.1", "recruit"),
    (verbs.TECH, "", "Main action: buys techs.", "TURN.4 TEC.4", "tech"),
    (verbs.RETREAT, "", "Main action: moves a squad home.", "TURN.4 RET.1", "retreat"),
    (
        verbs.RESOURCES,
        "first second",
        "Main action: gathers two resources.",
        "RES.1",
        "resources gold wheat",
    ),
    (
        verbs.RESOURCES_3,
        "first second third",
        "Main action: gathers three resources (a tech allows it).",
        "RES.1",
        "resources gold gold wheat",
    ),
    (verbs.PASS, "", "Does nothing, if nothing can be done.", "TURN.6", "pass"),
    (
        verbs.MOVE,
        "space soldiers",
        "Forms a group of soldiers of one space.",
        "MAR.3 MAR.4",
        "move gate1 2",
    ),
    (
        verbs.MOVE_WITH,
        "space soldiers unit",
        "Forms a group that a super unit goes with.",
        "MAR.4 MAR.19",
        f"move gate1 2 with {UNIT_NAMES[0]}",
    ),
    (verbs.END, "", "Ends the march.", "MAR.18", "end"),
    (verbs.STEP, "space", "Moves the group one step.", "MAR.6 MAR.12", "step s12"),
    (
        verbs.LAY,
        "structure square",
        "Lays a structure on the diagonal to a square and crosses it.",
        "MAR.8 MAR.9",
        "lay road s23",
    ),
    (verbs.WARP, "square", "Steps to a linked trading post.", "TP.5", "warp s33"),
    (verbs.LEND, "unit", "Leaves a super unit with an ally.", "ALL.10", f"lend {UNIT_NAMES[0]}"),
    (verbs.STOP, "", "Ends the group's steps.", "MAR.5", "stop"),
    (verbs.COMMIT, "card", "Commits a morale card in secret.", "BAT.3", "commit battlecry"),
    (verbs.READY, "", "Commits no more cards.", "BAT.4", "ready"),
    (verbs.DISPLACE, "space", "Sends a beaten soldier.", "BAT.15 BAT.19", "displace s12"),
    (verbs.RECALL, "space", "Takes a soldier out of the field.", "SUP.3 SUP.4", "recall s12"),
    (
        verbs.SETTLE,
        "square tile",
        "Builds a settlement with a silo on a tile.",
        "BLD.4 BLD.5",
        "build settlement s12 silo a2",
    ),
    (
        verbs.FOUND,
        "square tile tile",
        "Builds a village with two silos.",
        "BLD.4 BLD.6",
        "build village s12 silo a2 b2",
    ),
    (
        verbs.UPGRADE,
        "square tile",
        "Makes a settlement a village, with one more silo.",
        "BLD.10",
        "build upgrade s12 silo b2",
    ),
    (verbs.FORTIFY, "square", "Makes a village a castle.", "CAS.1", "build castle s12"),
    (
        verbs.RAISE,
        "category level",
        "Raises a university to a level, for the sum of the levels' costs.",
        "UNI.1 UNI.2",
        "build university economy 1",
    ),
    (verbs.MUSTER_GATE, "", "Recruits a soldier at the own gate.", "REC.1", "recruit gate"),
    (verbs.MUSTER_AT, "square", "Recruits a soldier in the field.", "REC.1", "recruit s12"),
    (verbs.DONE, "", "Recruits or buys no more.", "REC.1 TEC.4", "done"),
    (verbs.BUY, "tech", "Buys a tech.", "TEC.1 TEC.2 TEC.3", "buy ec01"),
    (
        verbs.APPOINT,
        "unit space",
        "Sends a bought super unit to a squad.",
        "SUN.1",
        f"appoint {UNIT_NAMES[0]} s12",
    ),
    (
        verbs.APPOINT_HOME,
        "unit",
        "Keeps a bought super unit in the capital.",
        "SUN.1",
        f"appoint {UNIT_NAMES[0]} capital",
    ),
    (
        verbs.RETREAT_TO,
        "from to",
        "Takes a whole squad to the nearest own building.",
        "RET.1",
        "retreat s12 gate1",
    ),
    (
        verbs.MOVEOUT,
        "space",
        "Lets a soldier leave a conquered capital.",
        "CAP.11",
        "moveout s12",
    ),
    (verbs.GIVE, "resource count", "Names what is given.", "TRD.2", "give gold 1"),
    (verbs.WANT, "resource count", "Names what is asked for.", "TRD.2", "want wheat 2"),
    (verbs.ACCEPT, "", "Accepts a trade or an alliance.", "TRD.3 ALL.2", "accept"),
    (verbs.DECLINE, "", "Declines a trade or an alliance.", "TRD.3 ALL.2", "decline"),
)

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

MANUAL: Final = Manual(
    decisions=DECISIONS,
    verbs=VERBS,
    events=EVENTS,
    tables=TABLES,
    view=VIEW,
    rare=("loose.placed[]", "winners[]"),
)
