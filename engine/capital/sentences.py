"""Events and commands as people would say them, made of the same tables as the rules."""

from collections.abc import Callable
from typing import Final, TypeAlias

from pentarch.engine.capital.commands import (
    AID,
    BUILD_BUILDING,
    BUILD_UNIT,
    BURN,
    CHARGE_VERB,
    CHOOSE_CITY,
    COMMANDS,
    DONE_VERB,
    GIVE,
    GUARD,
    HEAL,
    HOLD_VERB,
    KEEP,
    MOVE,
    PASS_VERB,
    QUEST,
    RAZE,
    SAVE,
    SEND,
    SETTLE,
    SWAP,
    TAKE,
    UPGRADE,
    USE,
    USE_KILLER,
    USE_SALVAGER,
    USE_SPY,
    WAR,
)
from pentarch.engine.capital.rows import Ability, Effect
from pentarch.engine.capital.tables import CARD, CITY_HP, LOOK, SEATS, UNIT_PRICE
from pentarch.engine.commands import Command, Verb
from pentarch.engine.core import COMMAND, Event

_Telling: TypeAlias = "Callable[[str, list[str]], str]"
_Wording: TypeAlias = "Callable[[list[str]], str]"

_WITHOUT_ARTICLE: Final = ("militia", "cavalry", "spearmen", "pikemen")
_KINDS: Final = {"troop": "troop", "merc": "mercenary"}


def sentence(event: Event) -> str:
    """An event in a sentence. Raises KeyError for one that there is not."""
    who = SEATS[event.seat] if event.seat >= 0 else ""
    words = [str(value) for value in event.values]
    if event.name == COMMAND:
        return f"{who}: {phrase(COMMANDS.read(words[0]))}."
    return _SENTENCES[event.name](who, words)


def phrase(command: Command) -> str:
    """A command without the seat that gives it."""
    return _PHRASES[command.verb](command.verb.words(command))


# Names.


def _the(slug: str) -> str:
    return "the " + slug.replace("_", " ")


def _a(slug: str) -> str:
    """A card with an article, where its name takes one."""
    name = slug.replace("_", " ")
    is_many = name.endswith("s") and not CARD[slug].is_mercenary
    if slug in _WITHOUT_ARTICLE or is_many:
        return name
    return ("an " if name[0] in "aeiou" else "a ") + name


def _place(word: str) -> str:
    """A location: a Village by its number, anything else by its name."""
    return f"Village {word[1:]}" if word[1:].isdecimal() else _the(word)


def _home(slug: str, word: str) -> str:
    """A building by its name, a Village with its number."""
    name = slug.replace("_", " ")
    return name if slug == word else f"{name} ({_place(word)})"


def _all(words: list[str]) -> str:
    """Several cards: one, two and three."""
    names = [_a(word) for word in words]
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else "".join(names)


def _count(number: str, noun: str) -> str:
    if number == "0":
        return f"no {noun}s"
    return f"{number} {noun}" if number == "1" else f"{number} {noun}s"


def _gold(price: str) -> str:
    return "for free" if price == "0" else f"for {price} Gold"


# Effects.


def _gains(effect: Effect) -> str:
    return ", ".join([f"+{amount} {word.replace('_', ' ')}" for word, amount in effect.tracked()])


def _deeds(ability: Ability) -> str:
    """What an ability does."""
    numbers = [
        (ability.gold, f"{ability.gold} Gold"),
        (ability.build, f"{ability.build} Build"),
        (ability.tax, f"1 Gold and 1 more for each Village, {ability.tax} at most"),
        (ability.rebate, f"the next upgrade costs {ability.rebate} Gold less"),
        (ability.free_buildings, "the next building needs no Build and no banner"),
        (ability.free_troops, f"the next {ability.free_troops} troops are free"),
        (ability.draw, f"draw {ability.draw} cards"),
        (ability.strength, f"+{ability.strength} for one's side"),
        (ability.passive_cut, f"{ability.passive_cut} less Passive Defence"),
        (ability.heals, f"{ability.heals} heals"),
    ]
    told = [words for number, words in numbers if number]
    if ability.keeps_hand:
        told.append("keep the whole hand")
    if ability.calls_off:
        told.append("call the battle off")
    return " and ".join(told)


# Sentences.


def _battle(who: str, words: list[str]) -> str:
    attack, defence, score = words
    result = f"{who} wins by {score}"
    if score == "0":
        result = "nobody wins"
    elif score.startswith("-"):
        result = f"{who} fails by {score[1:]}"
    return f"Attack {attack} against defence {defence}: {result}."


def _hand(who: str, words: list[str]) -> str:
    return f"{who}'s hand holds {_all(words)}." if words else f"{who}'s hand is empty."


def _discarded(who: str, words: list[str]) -> str:
    return f"{who} discards {_all(words) if words else 'nothing'}."


def _kept(who: str, words: list[str]) -> str:
    return f"{who} keeps {_all(words) if words else 'nothing'}."


def _built(who: str, words: list[str]) -> str:
    slug, place = words
    return f"{who} builds {_the(slug) if slug == place else f'{_a(slug)} as {_place(place)}'}."


_SENTENCES: Final[dict[str, _Telling]] = {
    "city": lambda who, w: f"{who} chooses city {w[0]}.",
    "turn": lambda who, w: f"Round {w[0]}: {who}'s turn begins.",
    "round_cap": lambda who, w: f"Round {w[0]} was the last: nobody has won.",
    "reshuffled": lambda who, w: f"The discard pile becomes a new Deck of {_count(w[0], 'card')}.",
    "drew": lambda who, w: f"{who} draws {_count(w[0], 'card')}.",
    "drew_cards": lambda who, w: f"{who}'s new cards are {_all(w)}.",
    "discarded": _discarded,
    "kept": _kept,
    "built": _built,
    "hired": lambda who, w: f"{who} hires a {_KINDS[w[0]]} in {_place(w[1])}.",
    "hired_card": lambda who, w: f"{who} hires {_a(w[0])} in {_place(w[1])}.",
    "upgraded": lambda who, w: f"{who} completes the upgrade {w[0]} {_gold(w[1])}.",
    "capital": lambda who, w: f"{who} has made its city the Capital and wins.",
    "used": lambda who, w: f"{who} uses {_the(w[0])} from {_place(w[1])}.",
    "salvaged": lambda who, w: f"{who} takes {_the(w[0])} from the discard pile.",
    "spied": lambda who, w: f"{who} spies on {w[0]}.",
    "saw_hand": _hand,
    "saw_unit": lambda who, w: f"{who} has {_a(w[0])} in {_place(w[1])}.",
    "burned": lambda who, w: f"The spy burns {who}'s {w[0].replace('_', ' ')}.",
    "settled": lambda who, w: (
        f"{who} settles {_the(w[0])} from {_place(w[1])} under {_place(w[2])}."
    ),
    "quest": lambda who, w: f"{who} completes the Quest of {_the(w[0])} in {_place(w[1])}.",
    "looked": lambda who, w: f"{who} looks at {_all(w)}.",
    "took_legend": lambda who, w: f"{who} takes a Legendary card.",
    "took_card": lambda who, w: f"{who} takes {_the(w[0])}.",
    "war": lambda who, w: f"{who} declares war on {w[0]}.",
    "sent": lambda who, w: f"{who} sends {_a(w[0])} from {_place(w[1])}.",
    "guarded": lambda who, w: f"{who} defends with {_a(w[0])} from {_place(w[1])}.",
    "aided": lambda who, w: f"{who} lends {_a(w[0])} from {_place(w[1])}.",
    "called_off": lambda who, w: f"{who}'s envoy calls the battle off.",
    "battle": _battle,
    "razed": lambda who, w: f"The attackers raze {who}'s {_home(w[0], w[1])}.",
    "plundered": lambda who, w: f"{who} plunders a card from {w[0]}'s hand.",
    "plundered_card": lambda who, w: f"{who} plunders {_the(w[0])}.",
    "returned": lambda who, w: f"{who} brings {_the(w[0])} home to {_place(w[1])}.",
    "rallied": lambda who, w: f"{who} takes {_the(w[0])} of {_place(w[1])} back into the hand.",
    "lost": lambda who, w: f"{who} loses {_the(w[0])} of {_place(w[1])}.",
    "defeated": lambda who, w: f"{w[0]} razes {who}'s city, and {who} is out.",
    "conquest": lambda who, w: f"No enemy city stands any more: {who} wins.",
    "moved": lambda who, w: f"{who} moves a {_KINDS[w[0]]} from {_place(w[1])} to {_place(w[2])}.",
    "moved_card": lambda who, w: f"{who} moves {_the(w[0])} from {_place(w[1])} to {_place(w[2])}.",
    "swapped": lambda who, w: (
        f"{who} exchanges a {_KINDS[w[0]]} in {_place(w[1])} and one in {_place(w[2])}."
    ),
    "swapped_cards": lambda who, w: (
        f"{who} exchanges {_the(w[0])} in {_place(w[1])} and {_the(w[2])} in {_place(w[3])}."
    ),
    "gave": lambda who, w: f"{who} gives a card to {w[0]}.",
    "gave_card": lambda who, w: f"{who} gives away {_the(w[0])}.",
}


# Phrases.


def _build(words: list[str]) -> str:
    card = CARD[words[0]]
    if card.is_village:
        return f"build {_a(card.slug)}, for 1 Gold more than there are Villages"
    return f"build {_the(card.slug)} {_gold(str(card.hit_points))}"


def _use(words: list[str]) -> str:
    return f"use {_the(words[0])} from {_place(words[1])}: {_deeds(CARD[words[0]].ability)}"


def _fighter(troop: str, home: str) -> str:
    return f"{_the(troop)} {'lent by the ally' if home == 'ally' else 'of ' + _place(home)}"


def _kill(words: list[str]) -> str:
    return f"use {_the(words[0])} from {_place(words[1])} to remove {_fighter(words[2], words[3])}"


def _settle(words: list[str]) -> str:
    gains = _gains(CARD[words[0]].settled)
    return f"settle {_the(words[0])} from {_place(words[1])} under {_place(words[2])}: {gains}"


def _raze(words: list[str]) -> str:
    place = words[0]
    if place == "city":
        return f"raze the city with {CITY_HP} points of the score"
    hit_points = CARD[place].hit_points if place in CARD else 1
    return f"raze {_place(place)} with {_count(str(hit_points), 'hit point')}"


_PHRASES: Final[dict[Verb, _Wording]] = {
    CHOOSE_CITY: lambda w: f"choose city {w[0]}",
    BUILD_BUILDING: _build,
    BUILD_UNIT: lambda w: f"hire {_a(w[0])} in {_place(w[1])} {_gold(str(UNIT_PRICE))}",
    UPGRADE: lambda w: f"complete the upgrade {w[0]}",
    USE: _use,
    USE_SALVAGER: lambda w: f"use the salvager from {_place(w[0])} to take back {_the(w[1])}",
    USE_SPY: lambda w: f"use the spy from {_place(w[0])} to look at {w[1]}'s hand and burn a card",
    USE_KILLER: _kill,
    SETTLE: _settle,
    QUEST: lambda w: (
        f"complete the Quest of {_the(w[0])} in {_place(w[1])} and look at {LOOK} Legendary cards"
    ),
    DONE_VERB: lambda w: "be done with it",
    TAKE: lambda w: f"take {_the(w[0])}",
    BURN: lambda w: f"burn {_the(w[0])}",
    WAR: lambda w: f"declare war on {w[0]}",
    SEND: lambda w: f"send {_a(w[0])} from {_place(w[1])}, attack {CARD[w[0]].attack}",
    CHARGE_VERB: lambda w: "charge with the troops that were sent",
    GUARD: lambda w: f"defend with {_a(w[0])} from {_place(w[1])}, defence {CARD[w[0]].defence}",
    HOLD_VERB: lambda w: "commit no more troops",
    AID: lambda w: f"lend {_a(w[0])} from {_place(w[1])}, defence {CARD[w[0]].defence}",
    PASS_VERB: lambda w: "let it pass",
    RAZE: _raze,
    SAVE: lambda w: f"bring home {_fighter(w[0], w[1])}",
    HEAL: lambda w: f"heal {_fighter(w[0], w[1])}",
    MOVE: lambda w: f"move {_the(w[0])} from {_place(w[1])} to {_place(w[2])}",
    SWAP: lambda w: f"exchange {_the(w[0])} in {_place(w[1])} and {_the(w[2])} in {_place(w[3])}",
    GIVE: lambda w: f"give {_the(w[0])} to the partner",
    KEEP: lambda w: f"keep {_the(w[0])}",
}
