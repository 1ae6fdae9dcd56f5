"""Township told to people: a sentence for every event, a phrase for every command."""

from collections.abc import Callable
from typing import Final, TypeAlias

from pentarch.engine.commands import Command, Verb
from pentarch.engine.core import COMMAND, SEAT_NAMES, Event
from pentarch.engine.township.activity import ACTIVITIES, Production
from pentarch.engine.township.commands import (
    ASSIGN,
    ATTACK,
    BREAK,
    DAMAGE,
    DEFEND,
    DISCARD,
    DONE,
    FEAST,
    LOOT,
    MUSTER,
    PRODUCE,
    PRODUCE_TOOLED,
    RAZE,
    RECRUIT,
    REPAIR,
    REPAIR_TOOLED,
    SKIP,
    TABLE,
    USE_SHIELDS,
    USE_SWORDS,
)
from pentarch.engine.township.tables import (
    CAP,
    CONQUEST,
    FEAST_LAURELS,
    GOODS,
    KINDS,
    RENOWN,
    SITE_OF,
    SITES,
    Price,
)

Told: TypeAlias = "Callable[[str, list[str]], str]"
"""Of the seat that an event concerns and the event's values as words, the sentence."""

# What one piece of a good is called; the others are counted by the name of the good.
_ONE: Final = {"tools": "tool", "swords": "sword", "shields": "shield"}
_ENDED: Final = {
    CONQUEST: "The match is over: one town is left.",
    RENOWN: "The match is over: a town has the renown that wins it.",
    CAP: "The match is over: this was the last round.",
}


def sentence(event: Event) -> str:
    """What happened. Raises KeyError for an event that Township does not have."""
    who = SEAT_NAMES[event.seat] if event.seat >= 0 else ""
    if event.name == COMMAND:
        return f"{who}: {phrase(TABLE.read(str(event.values[0])))}."
    return _SENTENCES[event.name](who, [str(value) for value in event.values])


def phrase(command: Command) -> str:
    """What a seat says it will do."""
    return _PHRASES[command.verb](command)


def listed(words: list[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def pieces(count: int, good: str) -> str:
    """`1 sword`, `2 swords`, `3 grain`."""
    return f"{count} {_ONE.get(good, good) if count == 1 else good}"


def units(count: int) -> str:
    """`1 unit`, `2 units`, `no unit`."""
    if count == 0:
        return "no unit"
    return "1 unit" if count == 1 else f"{count} units"


def cost(price: Price) -> str:
    """`1 lumber and 1 stone`."""
    return listed([pieces(count, GOODS[good]) for good, count in price])


def _site(name: str) -> str:
    return SITE_OF[name].title


def _of(who: str, name: str) -> str:
    """`p1's farm 2`, `p1's school`."""
    return f"{who}'s {_site(name).removeprefix('the ')}"


def _dice(words: list[str]) -> str:
    return listed(words) if len(words) > 1 else f"a {words[0]}"


def _removed(who: str, values: list[str]) -> str:
    return f"{_of(who, values[0])} is destroyed and removed."


def _wear_dice(who: str, values: list[str]) -> str:
    return f"{who} rolls {_dice(values)} for the tools that were used."


def _worn(who: str, values: list[str]) -> str:
    return f"{who} wears out {pieces(int(values[0]), values[1])}."


def _spoiled(who: str, values: list[str]) -> str:
    return f"{who} loses {pieces(int(values[0]), values[1])} for want of a granary."


def _depletion_die(who: str, values: list[str]) -> str:
    return f"{who} checks {_site(values[0])} for depletion and rolls a {values[1]}."


def _depleted(who: str, values: list[str]) -> str:
    return f"{_of(who, values[0])} gets a depletion token."


def _attack_dice(who: str, values: list[str]) -> str:
    return f"{who} attacks and rolls {_dice(values)}."


def _defence_dice(who: str, values: list[str]) -> str:
    if not values:
        return f"{who} does not defend."
    return f"{who} defends and rolls {_dice(values)}."


def _killed(who: str, values: list[str]) -> str:
    return f"{who} eliminates {units(int(values[0]))} of {values[1]}."


def _laurels(who: str, values: list[str]) -> str:
    gained, captured = int(values[0]), int(values[1])
    parts: list[str] = []
    if gained or not captured:
        parts.append(f"gains {_count_laurels(gained)}")
    if captured:
        parts.append(f"captures {_count_laurels(captured)}")
    return f"{who} {listed(parts)}."


def _count_laurels(count: int) -> str:
    if count == 0:
        return "no laurels"
    return "1 laurel" if count == 1 else f"{count} laurels"


def _looted(who: str, values: list[str]) -> str:
    taken = [pieces(values.count(good), good) for good in GOODS if good in values]
    return f"{who} loots {listed(taken)}."


def _razed(who: str, values: list[str]) -> str:
    return f"{_of(who, values[0])} gets a damage token."


def _homeless(who: str, values: list[str]) -> str:
    return f"{who} loses {units(int(values[0]))} for want of a home."


def _eliminated(who: str, values: list[str]) -> str:
    return f"{who} has no unit left and is eliminated."


def _ended(who: str, values: list[str]) -> str:
    return _ENDED[values[0]]


_SENTENCES: Final[dict[str, Told]] = {
    "removed": _removed,
    "wear_dice": _wear_dice,
    "worn": _worn,
    "spoiled": _spoiled,
    "depletion_die": _depletion_die,
    "depleted": _depleted,
    "attack_dice": _attack_dice,
    "defence_dice": _defence_dice,
    "killed": _killed,
    "laurels": _laurels,
    "looted": _looted,
    "razed": _razed,
    "homeless": _homeless,
    "eliminated": _eliminated,
    "ended": _ended,
}


def _break(command: Command) -> str:
    kind = KINDS[command.args[0]]
    return f"break ground for {'an' if kind.title[0] == 'a' else 'a'} {kind.title}"


def _skip(command: Command) -> str:
    return "break no ground"


def _repair(command: Command) -> str:
    tooled = " with a tool" if command.verb is REPAIR_TOOLED else ""
    price = ACTIVITIES[command].price
    return f"repair {_at(command)}{tooled}" + (f" for {cost(price)}" if price else "")


def _produce(command: Command) -> str:
    good = GOODS[command.args[1]]
    activity = ACTIVITIES.get(command)
    if activity is None or not isinstance(activity.effect, Production):
        # It can be written, but there is no such recipe.
        return f"make {good} in {_at(command)}"
    inputs = f" from {cost(activity.price)}" if activity.price else ""
    tool = " with a tool" if activity.is_tooled else ""
    return f"make {pieces(activity.effect.output, good)}{inputs} in {_at(command)}{tool}"


def _recruit(command: Command) -> str:
    return f"recruit a unit in {_at(command)}{_paid(command)}"


def _muster(command: Command) -> str:
    return f"muster a unit in {_at(command)}"


def _feast(command: Command) -> str:
    return f"feast in {_at(command)}{_paid(command)}, which brings {_count_laurels(FEAST_LAURELS)}"


def _done(command: Command) -> str:
    return "stop working"


def _discard(command: Command) -> str:
    return f"discard {pieces(1, GOODS[command.args[0]])}"


def _assign(command: Command) -> str:
    return f"send {units(command.args[0])} against {SEAT_NAMES[command.args[1]]}"


def _attack(command: Command) -> str:
    return f"attack {SEAT_NAMES[command.args[0]]} next"


def _swords(command: Command) -> str:
    return _use(command.args[0], "swords")


def _defend(command: Command) -> str:
    return f"defend with {units(command.args[0])}"


def _shields(command: Command) -> str:
    return _use(command.args[0], "shields")


def _loot(command: Command) -> str:
    return "loot the defender's stock"


def _raze(command: Command) -> str:
    return "raze the defender's buildings"


def _damage(command: Command) -> str:
    return f"put a damage token on {_at(command)}"


def _at(command: Command) -> str:
    return SITES[command.args[0]].title


def _paid(command: Command) -> str:
    """What it costs, where it can be done at all."""
    activity = ACTIVITIES.get(command)
    return "" if activity is None else f" for {cost(activity.price)}"


def _use(count: int, good: str) -> str:
    return f"use {pieces(count, good)}" if count else f"use no {good}"


_PHRASES: Final[dict[Verb, Callable[[Command], str]]] = {
    BREAK: _break,
    SKIP: _skip,
    REPAIR: _repair,
    REPAIR_TOOLED: _repair,
    PRODUCE: _produce,
    PRODUCE_TOOLED: _produce,
    RECRUIT: _recruit,
    MUSTER: _muster,
    FEAST: _feast,
    DONE: _done,
    DISCARD: _discard,
    ASSIGN: _assign,
    ATTACK: _attack,
    USE_SWORDS: _swords,
    DEFEND: _defend,
    USE_SHIELDS: _shields,
    LOOT: _loot,
    RAZE: _raze,
    DAMAGE: _damage,
}
