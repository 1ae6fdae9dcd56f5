"""Views as arrays of numbers, laid out by the schema of the ruleset's manual.

Every value of a view has its columns, the same in every state of every match:

whole number        one column, the number itself
true or false       one column, 1 or 0
one of some words   a column for each word if there are few, else one with its place, from 1 on
value or null       a column that says whether it is there, then its own columns
one of some shapes  a column for each shape that says whether it is that, then the shape's columns
list                one column with its length, then the columns of its items, up to the most
object              the columns of its fields; where keys vary, each key like a value or null

What is not there is 0. Free text has no column. `Layout.names` says what stands where.
"""

from abc import ABC, abstractmethod
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from pentarch.engine.plain import Json

Array: TypeAlias = npt.NDArray[np.float32]

FEW_WORDS: Final = 8
"""Words up to which each has a column of its own."""


class Layout:
    """How the views of a ruleset become arrays: `size` columns, each with a name."""

    def __init__(self, schema: dict[str, Json]) -> None:
        self._root: Final = _part(schema)
        self.names: Final = [name.lstrip(".") for name in self._root.names("")]
        self.size: Final = len(self.names)

    def array(self, view: Json) -> Array:
        """The view as an array."""
        columns = np.zeros(self.size, np.float32)
        self.write(view, columns)
        return columns

    def write(self, view: Json, columns: Array) -> None:
        """Write the view into an array of `size` columns that are all 0."""
        self._root.write(view, columns, 0)


class _Part(ABC):
    """The columns of one part of a view."""

    width: int

    @abstractmethod
    def names(self, place: str) -> list[str]:
        """The names of its columns, for a part that stands at a place."""

    @abstractmethod
    def write(self, value: Json, columns: Array, at: int) -> None:
        """Write a value into its columns, which begin at `at` and are all 0."""


class _Number(_Part):
    width = 1

    def names(self, place: str) -> list[str]:
        return [place]

    def write(self, value: Json, columns: Array, at: int) -> None:
        assert isinstance(value, int)
        columns[at] = value


class _Text(_Part):
    """Free text: nothing."""

    width = 0

    def names(self, place: str) -> list[str]:
        return []

    def write(self, value: Json, columns: Array, at: int) -> None:
        pass


class _Word(_Part):
    def __init__(self, words: list[Json]) -> None:
        self._words: Final = [str(word) for word in words]
        self._place: Final = {word: place for place, word in enumerate(self._words)}
        self._is_spread: Final = len(words) <= FEW_WORDS
        self.width = len(words) if self._is_spread else 1

    def names(self, place: str) -> list[str]:
        return [f"{place}={word}" for word in self._words] if self._is_spread else [place]

    def write(self, value: Json, columns: Array, at: int) -> None:
        place = self._place[str(value)]
        if self._is_spread:
            columns[at + place] = 1
        else:
            columns[at] = place + 1


class _Maybe(_Part):
    """A value or null, or one of several shapes."""

    def __init__(self, shapes: list[dict[str, Json]]) -> None:
        self._kinds: Final = [_KINDS[str(shape["type"])] for shape in shapes]
        self._shapes: Final = [_part(shape) for shape in shapes]
        self.width = sum(1 + shape.width for shape in self._shapes)

    def names(self, place: str) -> list[str]:
        listed = []
        for number, shape in enumerate(self._shapes):
            mark = "?" if len(self._shapes) == 1 else f"?{number}"
            listed += [place + mark, *shape.names(place)]
        return listed

    def write(self, value: Json, columns: Array, at: int) -> None:
        for kind, shape in zip(self._kinds, self._shapes, strict=True):
            if isinstance(value, kind):
                columns[at] = 1
                shape.write(value, columns, at + 1)
                return
            at += 1 + shape.width


class _Listing(_Part):
    def __init__(self, item: _Part, most: int) -> None:
        self._item: Final = item
        self._most: Final = most
        self.width = 1 + most * item.width

    def names(self, place: str) -> list[str]:
        items = [self._item.names(f"{place}[{number}]") for number in range(self._most)]
        return [f"{place}.length", *[name for names in items for name in names]]

    def write(self, value: Json, columns: Array, at: int) -> None:
        assert isinstance(value, list)
        columns[at] = len(value)
        at += 1
        item, width = self._item.write, self._item.width
        for each in value:
            item(each, columns, at)
            at += width


class _Numbers(_Listing):
    """A list of numbers, written at one stroke."""

    def write(self, value: Json, columns: Array, at: int) -> None:
        assert isinstance(value, list)
        columns[at] = len(value)
        numbers: Any = value  # the schema says that it is a list of numbers
        columns[at + 1 : at + 1 + len(value)] = numbers


class _Record(_Part):
    def __init__(self, fields: dict[str, Json]) -> None:
        self._fields: Final = {name: _part(_dict(part)) for name, part in fields.items()}
        self.width = sum(part.width for part in self._fields.values())
        # Most fields are numbers, and most numbers 0: those are written here, without a call.
        self._numbers: Final[list[tuple[str, int]]] = []
        self._others: Final[list[tuple[str, int, _Part]]] = []
        at = 0
        for name, part in self._fields.items():
            if isinstance(part, _Number):
                self._numbers.append((name, at))
            elif part.width:
                self._others.append((name, at, part))
            at += part.width

    def names(self, place: str) -> list[str]:
        return [name for key, part in self._fields.items() for name in part.names(f"{place}.{key}")]

    def write(self, value: Json, columns: Array, at: int) -> None:
        assert isinstance(value, dict)
        for key, offset in self._numbers:
            number: Any = value[key]  # the schema says that it is a number
            if number:
                columns[at + offset] = number
        for key, offset, part in self._others:
            part.write(value[key], columns, at + offset)


class _Keyed(_Part):
    def __init__(self, words: list[Json], item: _Part) -> None:
        self._words: Final = [str(word) for word in words]
        self._item: Final = item
        self.width = len(words) * (1 + item.width)

    def names(self, place: str) -> list[str]:
        listed = []
        for word in self._words:
            listed += [f"{place}.{word}?", *self._item.names(f"{place}.{word}")]
        return listed

    def write(self, value: Json, columns: Array, at: int) -> None:
        assert isinstance(value, dict)
        for word in self._words:
            if word in value:
                columns[at] = 1
                self._item.write(value[word], columns, at + 1)
            at += 1 + self._item.width


_KINDS: Final[dict[str, type | tuple[type, ...]]] = {
    "integer": int,
    "boolean": bool,
    "string": str,
    "array": list,
    "object": dict,
}


def _part(schema: dict[str, Json]) -> _Part:
    """The columns of a schema. Raises ValueError for one that arrays cannot be made of."""
    if "anyOf" in schema:
        shapes = [_dict(shape) for shape in _list(schema["anyOf"])]
        return _Maybe([shape for shape in shapes if shape["type"] != "null"])
    if "enum" in schema:
        return _Word(_list(schema["enum"]))
    match schema["type"]:
        case "integer" | "boolean":
            return _Number()
        case "string":
            return _Text()
        case "array":
            most = schema["maxItems"]
            assert isinstance(most, int)
            item = _part(_dict(schema["items"]))
            return _Numbers(item, most) if isinstance(item, _Number) else _Listing(item, most)
        case "object" if "properties" in schema:
            return _Record(_dict(schema["properties"]))
        case "object":
            words = _list(_dict(schema["propertyNames"])["enum"])
            return _Keyed(words, _part(_dict(schema["additionalProperties"])))
    raise ValueError(f"no columns for {schema}")


def _dict(value: Json) -> dict[str, Json]:
    assert isinstance(value, dict)
    return value


def _list(value: Json) -> list[Json]:
    assert isinstance(value, list)
    return value
