"""What a schema of ours is made of, as values that are easier to write types from."""

from dataclasses import dataclass
from typing import TypeAlias

from pentarch.engine.plain import Json


@dataclass(frozen=True)
class Scalar:
    """A whole number, a text, true or false, or null, by JSON Schema's name for it."""

    kind: str


@dataclass(frozen=True)
class Words:
    """One of several texts."""

    words: tuple[str, ...]


@dataclass(frozen=True)
class Listing:
    """A list."""

    item: "Shape"


@dataclass(frozen=True)
class Dictionary:
    """An object with any of a set of keys."""

    item: "Shape"


@dataclass(frozen=True)
class Named:
    """An object that has a record of its own."""

    title: str


@dataclass(frozen=True)
class Nullable:
    """A shape, or null."""

    item: "Shape"


@dataclass(frozen=True)
class Either:
    """One of several scalars."""

    parts: tuple["Shape", ...]


Shape: TypeAlias = Scalar | Words | Listing | Dictionary | Named | Nullable | Either

NULL = Scalar("null")


@dataclass(frozen=True)
class Field:
    """A field of a record, with its sentence."""

    name: str
    shape: Shape
    meaning: str


@dataclass(frozen=True)
class Struct:
    """An object with a title, with its sentence."""

    title: str
    meaning: str
    fields: tuple[Field, ...]


def records(schema: dict[str, Json]) -> list[Struct]:
    """The records of a view, those that others use first; the last one is the view."""
    found: dict[str, Struct] = {}
    _shape(schema, found)
    return list(found.values())


def _shape(schema: Json, found: dict[str, Struct]) -> Shape:
    assert isinstance(schema, dict)
    if "anyOf" in schema:
        return _either([_shape(part, found) for part in _list(schema["anyOf"])])
    if "enum" in schema:
        return Words(tuple(str(word) for word in _list(schema["enum"])))
    match schema["type"]:
        case "object":
            return _object(schema, found)
        case "array":
            return Listing(_shape(schema["items"], found))
        case "integer" | "string" | "boolean" | "null":
            return Scalar(schema["type"])
    raise ValueError(f"no type for {schema}")


def _either(parts: list[Shape]) -> Shape:
    others = tuple(part for part in dict.fromkeys(parts) if part != NULL)
    shape = others[0] if len(others) == 1 else Either(others)
    return Nullable(shape) if NULL in parts else shape


def _object(schema: dict[str, Json], found: dict[str, Struct]) -> Shape:
    if "title" not in schema:
        return Dictionary(_shape(schema["additionalProperties"], found))
    properties = schema["properties"]
    assert isinstance(properties, dict)
    fields = tuple(_field(name, part, found) for name, part in properties.items())
    record = Struct(str(schema["title"]), str(schema["description"]), fields)
    known = found.setdefault(record.title, record)
    if _outline(known) != _outline(record):
        raise ValueError(f"two kinds of object are called {record.title}")
    return Named(record.title)


def _field(name: str, schema: Json, found: dict[str, Struct]) -> Field:
    assert isinstance(schema, dict)
    return Field(name, _shape(schema, found), str(schema["description"]))


def _outline(record: Struct) -> dict[str, Shape]:
    return {field.name: field.shape for field in record.fields}


def _list(value: Json) -> list[Json]:
    assert isinstance(value, list)
    return value
