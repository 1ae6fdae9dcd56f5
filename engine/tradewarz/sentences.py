"""Events and commands as people would say them."""

from collections.abc import Callable
from typing import Final

from pentarch.engine.commands import Command, Verb
from pentarch.engine.core import COMMAND, SEAT_NAMES, Event
from pentarch.engine.tradewarz import commands
from pentarch.engine.tradewarz.cards import BATTLE_CARDS, MORALE
from pentarch.engine.tradewarz.lattice import SPACE_NAMES, SQUARE_NAMES
from pentarch.engine.tradewarz.tables import (
    ALLIANCE_GOLD,
    BARTER_PRICE,
    BUILDINGS,
    BY_ALLIANCE,
    BY_CAP,
    BY_SEASONS,
    BY_SUPPLY,
    BY_TARGET,
    BY_YEARS,
    CASTLE,
    CATEGORIES,
    CATEGORY_NAMES,
    EXCHANGE_PRICE,
    HOUSE_NAMES,
    RECRUIT_COST,
    RESOURCE_NAMES,
    SETTLEMENT,
    STRUCTURES,
    UPGRADE_COST,
    VILLAGE,
)
from pentarch.engine.tradewarz.techs import TECH_NAMES, TECHS, UNITS
from pentarch.engine.tradewarz.wording import card_words, counted, goods, listed, tech_words, where

# Events. Words in braces are the event's values, `who` is its seat.

EVENTS: Final = {
    "order_roll": "{who} rolls {0} and {1} for the sailing order.",
    "sail_roll": "{who} rolls {0} and {1} at sea.",
    "docked": "{who} docks and founds its capital behind {0}.",
    "season": "{season} of year {1} begins.",
    "march_roll": "{who} rolls a march of {steps}.",
    "laid": "{who} lays a {0} from {1} to {2}.",
    "raid": "{who} raids {0} and destroys the building there.",
    "lent": "{who} lends {unit} to an ally on {1}.",
    "battle": "{who} attacks {defender} {place} with {attackers} against {defenders}.",
    "burned": "{who} burns {card}.",
    "revealed": "{who} reveals {card}.",
    "morale": "{who} plays {card}.",
    "strength": "{who} fights with strength {0}, {kills} and {blocks}, and loses {dead}.",
    "won": "{who} wins the battle {place}.",
    "drawn": "{who}'s attack {place} ends in a draw.",
    "cancelled": "{who}'s attack {place} is called off.",
    "castle_taken": "{who} takes the castle on {0}.",
    "conquered": "{who} conquers the capital behind {0}.",
    "reshuffled": "{who} shuffles its used battle cards into a new stack.",
    "recalled": "{who} recalls a soldier from {0}.",
    "retreated": "{who}'s squad retreats from {0} to {1}.",
    "built": "{who} builds a {0} on {1}.",
    "university": "{who} raises its {0} university to level {1}.",
    "recruited": "{who} recruits a soldier {place}.",
    "bought": "{who} buys {tech}.",
    "appointed": "{who} sends {unit} to its squad on {1}.",
    "offered": "{who} offers {0} {1} {2} for {3} {4}.",
    "traded": "{who} accepts the trade.",
    "declined": "{who} declines.",
    "proposed": "{who} proposes an alliance to {0}.",
    "allied": "{who} and {0} are allies now.",
    "broke": "{who} breaks its alliance.",
    "income": "{who}'s yearly income is {goods}.",
    "dial": "{who}'s {0} reaches the top of the dial and falls back.",
    "golden": "{who} gains a golden Xadla {reason}.",
    "morale_drawn": "{who} draws a morale card.",
    "morale_card": "{who}'s new morale card is {card}.",
    "post": "{owner} trading post {0}.",
    "over": "The match is over: {ending}.",
}

_REASONS: Final = {
    "battle": "for a won battle",
    "capital": "for a conquered capital",
    "posts": "for its trading posts",
    "wealth": "for its wealth",
    "university": "for its university",
    "dial": "for a full dial",
}
_ENDINGS: Final = {
    BY_TARGET.name: "the Xadlas needed have been reached",
    BY_ALLIANCE.name: "an alliance has won together",
    BY_YEARS.name: "its years have been played",
    BY_SEASONS.name: "its seasons have been played",
    BY_SUPPLY.name: "no golden Xadlas are left",
    BY_CAP.name: "no more years are played",
}
_MORALE_TITLES: Final = {card.name: card.title for card in MORALE}
_TITLES: Final = _MORALE_TITLES | {card.code: card.title for card in BATTLE_CARDS}


def sentence(event: Event) -> str:
    """An event in a sentence."""
    who = SEAT_NAMES[event.seat] if event.seat >= 0 else "Nobody"
    if event.name == COMMAND:
        return f"{who}: {phrase(commands.COMMANDS.read(str(event.values[0])))}."
    words = _WORDS.get(event.name, _no_words)(event)
    return EVENTS[event.name].format(*event.values, who=who, **words)


def _no_words(event: Event) -> "dict[str, str]":
    return {}


def _numbers(event: Event) -> list[int]:
    return [value for value in event.values if isinstance(value, int)]


def _season_words(event: Event) -> "dict[str, str]":
    return {"season": str(event.values[0]).capitalize()}


def _roll_words(event: Event) -> "dict[str, str]":
    return {"steps": counted(_numbers(event)[0], "step")}


def _unit_words(event: Event) -> "dict[str, str]":
    return {"unit": TECHS[TECH_NAMES.index(str(event.values[0]))].title}


def _tech_words(event: Event) -> "dict[str, str]":
    return {"tech": TECHS[TECH_NAMES.index(str(event.values[0]))].title}


def _card_words(event: Event) -> "dict[str, str]":
    return {"card": _TITLES[str(event.values[0])]}


def _place_words(event: Event) -> "dict[str, str]":
    return {"place": where(str(event.values[0]))}


def _battle_words(event: Event) -> "dict[str, str]":
    size, defender, crowd = _numbers(event)
    return {
        "place": where(str(event.values[0])),
        "defender": SEAT_NAMES[defender - 1],
        "attackers": counted(size, "soldier"),
        "defenders": counted(crowd, "soldier"),
    }


def _strength_words(event: Event) -> "dict[str, str]":
    _, kills, blocks, dead = _numbers(event)
    return {
        "kills": counted(kills, "kill"),
        "blocks": counted(blocks, "block"),
        "dead": counted(dead, "soldier") if dead else "nobody",
    }


def _income_words(event: Event) -> "dict[str, str]":
    gold, lumber, mining, wheat = _numbers(event)
    return {"goods": goods((gold, lumber, mining, wheat))}


def _golden_words(event: Event) -> "dict[str, str]":
    return {"reason": _REASONS[str(event.values[0])]}


def _post_words(event: Event) -> "dict[str, str]":
    taken = event.seat >= 0
    return {"owner": f"{SEAT_NAMES[event.seat]} takes" if taken else "Nobody holds"}


def _over_words(event: Event) -> "dict[str, str]":
    return {"ending": _ENDINGS[str(event.values[0])]}


_WORDS: Final[dict[str, Callable[[Event], dict[str, str]]]] = {
    "season": _season_words,
    "march_roll": _roll_words,
    "lent": _unit_words,
    "appointed": _unit_words,
    "bought": _tech_words,
    "burned": _card_words,
    "revealed": _card_words,
    "morale": _card_words,
    "morale_card": _card_words,
    "won": _place_words,
    "drawn": _place_words,
    "cancelled": _place_words,
    "recruited": _place_words,
    "battle": _battle_words,
    "strength": _strength_words,
    "income": _income_words,
    "golden": _golden_words,
    "post": _post_words,
    "over": _over_words,
}
"""Words of an event that are not its values."""

# Commands. Words in braces are those of the command's text.


def _times(count: int) -> str:
    """What recruiting costs, single or double."""
    gold, lumber, mining, wheat = RECRUIT_COST
    return goods((gold * count, lumber * count, mining * count, wheat * count))


_SETTLEMENT: Final = goods(BUILDINGS[SETTLEMENT].cost)
_VILLAGE: Final = goods(BUILDINGS[VILLAGE].cost)
_CASTLE: Final = goods(BUILDINGS[CASTLE].cost)
_UPGRADE: Final = goods(UPGRADE_COST)

PHRASES: Final = {
    commands.POST: "lay trading post {0} on {1}",
    commands.DOCK: "land at dock {0}",
    commands.SAIL: "sail on",
    commands.TRADE: "offer {0} a trade",
    commands.ALLY: f"propose an alliance to {{0}} for {ALLIANCE_GOLD} gold each",
    commands.BREAK: f"break the alliance, at {ALLIANCE_GOLD} gold for every other member",
    commands.BARTER: f"barter {BARTER_PRICE} {{0}} for 1 {{1}}",
    commands.EXCHANGE: f"exchange {EXCHANGE_PRICE} {{0}} for 1 {{1}}",
    commands.MARCH: "start a march",
    commands.BUILD: "build something",
    commands.RECRUIT: "recruit soldiers",
    commands.TECH: "buy techs",
    commands.RETREAT: "order a retreat",
    commands.PASS: "pass the turn",
    commands.END: "end the march",
    commands.STEP: "march to {0}",
    commands.WARP: "teleport to the trading post on {0}",
    commands.STOP: "stop the group here",
    commands.READY: "be ready for the battle",
    commands.DISPLACE: "send the beaten to {0}",
    commands.RECALL: "recall a soldier from {0}",
    commands.SETTLE: f"build a settlement on {{0}} with a silo on {{1}} for {_SETTLEMENT}",
    commands.FOUND: f"build a village on {{0}} with silos on {{1}} and {{2}} for {_VILLAGE}",
    commands.UPGRADE: f"make the settlement on {{0}} a village, silo on {{1}}, for {_UPGRADE}",
    commands.FORTIFY: f"make the village on {{0}} a castle for {_CASTLE}",
    commands.MUSTER_GATE: f"recruit a soldier at the gate for {_times(1)}",
    commands.MUSTER_AT: f"recruit a soldier on {{0}} for {_times(2)}",
    commands.DONE: "be done",
    commands.RETREAT_TO: "retreat from {0} to {1}",
    commands.MOVEOUT: "move out to {0}",
    commands.GIVE: "offer {1} {0}",
    commands.WANT: "ask for {1} {0} in return",
    commands.ACCEPT: "accept what is offered",
    commands.DECLINE: "decline what is offered",
}


def phrase(command: Command) -> str:
    """A command as people would say it, without the seat."""
    pattern = PHRASES.get(command.verb)
    if pattern is None:
        return _SPECIAL[command.verb](command)
    return pattern.format(*command.verb.words(command))


def _house(command: Command) -> str:
    return f"sail for House {HOUSE_NAMES[command.args[0]].capitalize()}"


def _card(command: Command) -> str:
    card = MORALE[command.args[0]]
    return f"{command.verb.tokens[0]} {card.title} ({card_words(card)})"


def _gather(command: Command) -> str:
    counts = [(command.args.count(good), name) for good, name in enumerate(RESOURCE_NAMES)]
    return "gather " + listed([f"{count} {name}" for count, name in counts if count])


def _move(command: Command) -> str:
    soldiers = counted(command.args[1] + 1, "soldier")
    return f"form a group of {soldiers} {where(SPACE_NAMES[command.args[0]])}"


def _move_with(command: Command) -> str:
    return f"{_move(command)} with {UNITS[command.args[2]].title}"


def _lay(command: Command) -> str:
    row = STRUCTURES[command.args[0]]
    goal = SQUARE_NAMES[command.args[1]]
    return f"lay a {row.name} to {goal} for {goods(row.cost)} and march over it"


def _lend(command: Command) -> str:
    return f"lend {UNITS[command.args[0]].title} to the ally here"


def _raise(command: Command) -> str:
    category, level = command.args
    cost = goods(CATEGORIES[category].levels[level].raising)
    return f"raise the {CATEGORY_NAMES[category]} university to level {level + 1}, at {cost} for it"


def _buy(command: Command) -> str:
    tech = TECHS[command.args[0]]
    return f"buy {tech.title} for {goods(tech.price)} ({tech_words(tech)})"


def _appoint(command: Command) -> str:
    unit, space = UNITS[command.args[0]].title, SPACE_NAMES[command.args[1]]
    return f"send {unit} to the squad on {space}"


def _appoint_home(command: Command) -> str:
    return f"keep {UNITS[command.args[0]].title} in the capital"


_SPECIAL: Final[dict[Verb, Callable[[Command], str]]] = {
    commands.HOUSE: _house,
    commands.PLAY: _card,
    commands.COMMIT: _card,
    commands.RESOURCES: _gather,
    commands.RESOURCES_3: _gather,
    commands.MOVE: _move,
    commands.MOVE_WITH: _move_with,
    commands.LAY: _lay,
    commands.LEND: _lend,
    commands.RAISE: _raise,
    commands.BUY: _buy,
    commands.APPOINT: _appoint,
    commands.APPOINT_HOME: _appoint_home,
}
"""Commands whose words follow from tables."""
