"""Plain values: the JSON that states, views and records are made of, and its typed readers.

Every reader raises `InvalidValue` with the path of what was wrong, so a damaged file or a hostile
message is refused by name instead of failing somewhere inside the rules.
"""

import json
from typing import TypeAlias

from pentarch.engine.errors import InvalidValue

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | bool | None"


def canonical(value: Json) -> bytes:
    """The one byte form of a value: sorted keys, no spaces, ASCII only."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode()


def parse(data: bytes, what: str) -> Json:
    """Read bytes as JSON; `what` names the thing in the error."""
    try:
        value: Json = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise InvalidValue(f"{what} is not valid JSON") from error
    return value


def as_int(value: Json, what: str) -> int:
    """A whole number (a bool is not one)."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise InvalidValue(f"{what} must be a whole number")
    return value


def as_bool(value: Json, what: str) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise InvalidValue(f"{what} must be true or false")
    return value


def as_str(value: Json, what: str) -> str:
    """A text."""
    if not isinstance(value, str):
        raise InvalidValue(f"{what} must be text")
    return value


def as_list(value: Json, what: str) -> "list[Json]":
    """A list of anything."""
    if not isinstance(value, list):
        raise InvalidValue(f"{what} must be a list")
    return value


def as_dict(value: Json, what: str) -> "dict[str, Json]":
    """A mapping from text."""
    if not isinstance(value, dict):
        raise InvalidValue(f"{what} must be an object")
    return value


def as_ints(value: Json, what: str) -> list[int]:
    """A list of whole numbers."""
    return [as_int(item, what) for item in as_list(value, what)]


def as_strs(value: Json, what: str) -> list[str]:
    """A list of texts."""
    return [as_str(item, what) for item in as_list(value, what)]


def field(value: Json, key: str) -> Json:
    """The entry of an object that must be there."""
    if not isinstance(value, dict):
        raise InvalidValue(f"what holds {key!r} must be an object")
    if key not in value:
        raise InvalidValue(f"{key!r} is missing")
    return value[key]


def int_field(value: Json, key: str) -> int:
    """A whole number at `key`."""
    return as_int(field(value, key), key)


def bool_field(value: Json, key: str) -> bool:
    """True or false at `key`."""
    return as_bool(field(value, key), key)


def str_field(value: Json, key: str) -> str:
    """A text at `key`."""
    return as_str(field(value, key), key)


def list_field(value: Json, key: str) -> "list[Json]":
    """A list at `key`."""
    return as_list(field(value, key), key)


def ints_field(value: Json, key: str) -> list[int]:
    """A list of whole numbers at `key`."""
    return as_ints(field(value, key), key)


def strs_field(value: Json, key: str) -> list[str]:
    """A list of texts at `key`."""
    return as_strs(field(value, key), key)


def require(fits: bool, what: str) -> None:
    """Refuse a value that does not fit; `what` says what is wrong."""
    if not fits:
        raise InvalidValue(what)


def within(number: int, low: int, high: int, what: str) -> int:
    """The number, which must be from `low` to `high`."""
    if not low <= number <= high:
        raise InvalidValue(f"{what} must be from {low} to {high}")
    return number


def spanned(numbers: list[int], length: int, low: int, high: int, what: str) -> list[int]:
    """The numbers: so many, each from `low` to `high`."""
    if len(numbers) != length or (numbers and not low <= min(numbers) <= max(numbers) <= high):
        raise InvalidValue(f"{what} must be {length} numbers from {low} to {high}")
    return numbers


def number_of(word: Json, numbers: "dict[str, int]", what: str) -> int:
    """What a word stands for."""
    if not isinstance(word, str) or word not in numbers:
        raise InvalidValue(f"{what} has an unknown word")
    return numbers[word]


def ints(values: list[int]) -> "list[Json]":
    """A copy of whole numbers as a plain list (lists are invariant, hence the function)."""
    return list(values)


def strs(values: list[str]) -> "list[Json]":
    """A copy of texts as a plain list."""
    return list(values)
