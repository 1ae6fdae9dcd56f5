"""Small readers of plain values, each held to its range: a hostile one is refused by name."""

from typing import Final

from pentarch.engine.core import SEAT_NAMES
from pentarch.engine.errors import InvalidValue
from pentarch.engine.heroes.tables import QUEST_WORDS
from pentarch.engine.heroes.world.map import HEX_NAMES
from pentarch.engine.plain import Json, as_list, as_str, field

HEX_OF: Final = {name: hex for hex, name in enumerate(HEX_NAMES)}
MOST: Final = 9_999


def within(value: Json, low: int, high: int, what: str) -> int:
    """A whole number in its range."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise InvalidValue(f"{what} must be a whole number")
    if not low <= value <= high:
        raise InvalidValue(f"{what!r} must be {low} to {high}")
    return value


def number(value: Json, key: str, low: int, high: int) -> int:
    """The number at a key."""
    return within(field(value, key), low, high, key)


def index(word: Json, words: "tuple[str, ...] | list[str]", what: str) -> int:
    """The place of a word among those it can be."""
    name = as_str(word, what)
    if name not in words:
        raise InvalidValue(f"{what!r} must be one of {', '.join(words)}")
    return words.index(name)


def word_of(word: Json, words: "tuple[str, ...] | list[str]", what: str) -> str:
    """The word itself, one of those it can be."""
    return words[index(word, words, what)]


def hex_of(value: Json, what: str) -> int:
    """A hex's number; None is -1."""
    if value is None:
        return -1
    name = as_str(value, what)
    if name not in HEX_OF:
        raise InvalidValue(f"{what!r} is no hex")
    return HEX_OF[name]


def seat_or_nobody(value: Json, seats: int, what: str) -> int:
    """A seat; None is -1."""
    return -1 if value is None else index(value, SEAT_NAMES[:seats], what)


def numbers(value: Json, what: str, count: int, low: int, high: int) -> list[int]:
    """So many numbers in their range."""
    items = as_list(value, what)
    if len(items) != count:
        raise InvalidValue(f"{what!r} must hold {count} numbers")
    return [within(item, low, high, what) for item in items]


def words_in(value: Json, words: "tuple[str, ...] | list[str]", what: str) -> list[int]:
    """The places of some words, ascending, each once."""
    return sorted({index(name, words, what) for name in as_list(value, what)})


def cards(value: Json, what: str) -> list[int]:
    """Quest cards, each once."""
    found = [index(name, QUEST_WORDS, what) for name in as_list(value, what)]
    if len(set(found)) != len(found):
        raise InvalidValue(f"{what!r} holds a card twice")
    return found


def exactly(items: "list[Json]", count: int, what: str) -> "list[Json]":
    """So many items."""
    if len(items) != count:
        raise InvalidValue(f"{what!r} must hold {count} items")
    return items
