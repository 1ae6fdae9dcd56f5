"""Events and commands in plain English, from the same tables as the rules."""

from collections.abc import Callable
from typing import Final

from pentarch.engine.commands import Command, Verb
from pentarch.engine.core import COMMAND, SEAT_NAMES, Event
from pentarch.engine.kingdom.commands import (
    AT,
    BUY,
    CAST,
    DISBAND,
    DONE,
    HALT,
    LOAD_MAGE,
    LOAD_ONE,
    MOVE_ALL,
    MOVE_MAGE,
    MOVE_ONE,
    ON,
    RESEARCH,
    SAIL,
    SELECT,
    TABLE,
    TRAIN,
    TRAIN_SHIP,
    UNLOAD_MAGE,
    UNLOAD_ONE,
    USE,
    USE_BLUEPRINT,
)
from pentarch.engine.kingdom.tables import (
    ENDINGS,
    GALLEON_BLUEPRINT,
    KINDS,
    NEUTRAL,
    SCROLLS,
    SIDE_NAMES,
    SPELLS,
    TECHS,
    TRIREME,
)

_KINDS: Final = {kind.name: kind for kind in KINDS}
_SCROLLS: Final = {scroll.name: scroll for scroll in SCROLLS}
_TECHS: Final = {tech.name: tech for tech in TECHS}
_SPELLS: Final = {spell.name: spell for spell in SPELLS}
_ENDINGS: Final = {ending.reason: ending for ending in ENDINGS}
_GARRISON: Final = "the garrison"


# --- commands ------------------------------------------------------------------------------------


def phrase_of(command: Command) -> str:
    """A command as people would say it, without the seat."""
    return _PHRASES[command.verb](command.verb.words(command))


def _train(words: list[str]) -> str:
    kind = _KINDS[words[0]]
    return f"train {_a(kind.title)} in {words[1]} for {kind.price} gold"


def _train_ship(words: list[str]) -> str:
    return (
        f"train {_a(TRIREME.title)} in {words[0]} for {TRIREME.price} gold, to sail from {words[1]}"
    )


def _buy(words: list[str]) -> str:
    scroll = _SCROLLS[words[0]]
    return f"buy {_a(scroll.title)} (list price {scroll.price} gold)"


def _research(words: list[str]) -> str:
    tech = _TECHS[words[0]]
    return (
        f"research {tech.title} for {tech.cost} gold in each of {tech.rounds} rounds: {tech.effect}"
    )


def _cast(words: list[str]) -> str:
    spell = _SPELLS[words[0]]
    return f"have mage {words[1]} cast {spell.name} for {spell.cost} mana: {spell.effect}"


_PHRASES: Final[dict[Verb, Callable[[list[str]], str]]] = {
    DONE: lambda words: "end the orders",
    HALT: lambda words: "stop there",
    ON: lambda words: f"go on to {words[0]}",
    AT: lambda words: f"cast it on {words[0]}",
    SELECT: lambda words: f"give an order in {words[0]}",
    BUY: _buy,
    RESEARCH: _research,
    DISBAND: lambda words: f"disband {_a_kind(words[0])} in {words[1]}",
    TRAIN: _train,
    TRAIN_SHIP: _train_ship,
    USE: lambda words: f"{_SCROLLS[words[0]].use} {words[1]}",
    USE_BLUEPRINT: lambda words: f"{GALLEON_BLUEPRINT.use} {words[0]}, to sail from {words[1]}",
    MOVE_ONE: lambda words: f"move {_a_kind(words[0])} from {words[1]} to {words[2]}",
    MOVE_ALL: lambda words: f"move all {_KINDS[words[0]].plural} from {words[1]} to {words[2]}",
    MOVE_MAGE: lambda words: f"move mage {words[0]} to {words[1]}",
    CAST: _cast,
    SAIL: lambda words: f"sail ship {words[0]} to {words[1]}",
    UNLOAD_MAGE: lambda words: f"land mage {words[0]} in {words[1]}",
    UNLOAD_ONE: lambda words: f"land {_a_kind(words[0])} of ship {words[1]} in {words[2]}",
    LOAD_ONE: lambda words: f"load {_a_kind(words[0])} in {words[1]} onto ship {words[2]}",
    LOAD_MAGE: lambda words: f"load mage {words[0]} onto ship {words[1]}",
}


# --- events --------------------------------------------------------------------------------------


def sentence_of(event: Event) -> str:
    """An event in a sentence. Raises KeyError for an event that this ruleset does not have."""
    words = [str(value) for value in event.values]
    sentence = _SENTENCES[event.name](_whose(event), words)
    # Names of seats are small also at the beginning.
    return "The " + sentence[4:] if sentence.startswith("the ") else sentence


def _command(who: str, words: list[str]) -> str:
    return f"{who}: {phrase_of(TABLE.read(words[0]))}."


def _orders(who: str, words: list[str]) -> str:
    given = [phrase_of(TABLE.read(text)) for text in words if text != DONE.of().text]
    return f"{who} ordered: {'; '.join(given)}." if given else f"{who} gave no orders."


def _battle(who: str, words: list[str]) -> str:
    if len(words) == 2:
        return f"{words[1]} attacks the empty castle in {words[0]}."
    return f"{_listed(_sides(words[1:]))} fight in {words[0]}."


def _struck(who: str, words: list[str]) -> str:
    return f"{who} deals {words[2]} damage in round {words[1]} of the battle {_place(words[0])}."


def _built(who: str, words: list[str]) -> str:
    return f"{who} gets {_a_kind(words[1])}, {words[0]}, in {words[2]}."


def _tech(who: str, words: list[str]) -> str:
    tech = _TECHS[words[0]]
    return f"the tech on offer is {tech.title}: {tech.effect}."


_SENTENCES: Final[dict[str, Callable[[str, list[str]], str]]] = {
    COMMAND: _command,
    "orders": _orders,
    "cast": lambda who, words: f"{who}'s mage {words[1]} casts {words[0]} on {words[2]}.",
    "moved": lambda who, words: (
        f"{who}'s {words[0]} goes from {words[1]} to {words[2]} in step {words[3]}."
    ),
    "skirmish": lambda who, words: f"{_listed(_sides(words[1:]))} meet {_place(words[0])}.",
    "battle": _battle,
    "struck": _struck,
    "eliminated": lambda who, words: f"{who}'s {words[0]} falls.",
    "drowned": lambda who, words: f"{who}'s {words[0]} goes down with its ship.",
    "captured": lambda who, words: f"{who} captures {words[0]}.",
    "neutralised": lambda who, words: f"{who}'s dragon frees {words[0]} from its owner.",
    "income": lambda who, words: f"{who} earns {words[0]} gold.",
    "upkeep": lambda who, words: f"{who} pays {words[0]} gold for units and research.",
    "learned": lambda who, words: (
        f"{who} has learned {_TECHS[words[0]].title}: {_TECHS[words[0]].effect}."
    ),
    "built": _built,
    "fallen": lambda who, words: f"{who}'s kingdom has fallen.",
    "ended": lambda who, words: f"the match is over: {_ENDINGS[words[0]].words}.",
    "offered": lambda who, words: (
        f"the market offers {_a(_SCROLLS[words[0]].title)} for {words[1]} gold."
    ),
    "tech": _tech,
    "forgiven": lambda who, words: (
        f"{who}'s debt is forgiven, since no unit is left to pay for it."
    ),
    "disbanded": lambda who, words: f"{who} disbands {_listed(words)}.",
}
EVENT_NAMES: Final = tuple(_SENTENCES)


# --- words ---------------------------------------------------------------------------------------


def _whose(event: Event) -> str:
    return SEAT_NAMES[event.seat] if event.seat >= 0 else _GARRISON


def _sides(names: list[str]) -> list[str]:
    return [_GARRISON if name == SIDE_NAMES[NEUTRAL] else name for name in names]


def _place(name: str) -> str:
    """An area, or the midpoint of two."""
    areas = name.split("-")
    return f"in {name}" if len(areas) == 1 else f"between {areas[0]} and {areas[1]}"


def _listed(words: list[str]) -> str:
    """Words in a row: `a, b and c`."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _a(noun: str) -> str:
    return f"an {noun}" if noun[0] in "aeiou" else f"a {noun}"


def _a_kind(name: str) -> str:
    return _a(_KINDS[name].title)
