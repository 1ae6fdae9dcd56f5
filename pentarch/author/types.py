"""Types of a ruleset's view in the languages that bots are written in, made from its schema."""

import keyword
import textwrap
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Final

from pentarch.engine.plain import Json

_WIDTH: Final = 100


def python(schema: dict[str, Json]) -> str:
    """`TypedDict`s, those that others use first; the last one is the view."""
    return _Python().module(schema)


def typescript(schema: dict[str, Json]) -> str:
    """Interfaces, those that others use first; the last one is the view."""
    return _TypeScript().module(schema)


LANGUAGES: Final[dict[str, Callable[[dict[str, Json]], str]]] = {
    "python": python,
    "typescript": typescript,
}


class _Writer(ABC):
    """Goes through a schema, and writes one declaration for every object with a title."""

    head: str
    number: str
    text: str
    flag: str
    null: str

    def __init__(self) -> None:
        self._written: Final[dict[str, str]] = {}
        self._shapes: Final[dict[str, dict[str, str]]] = {}

    def module(self, schema: dict[str, Json]) -> str:
        """The whole file."""
        self.type_of(schema)
        return "\n\n".join([self.head, *self._written.values()]) + "\n"

    def type_of(self, schema: Json) -> str:
        """How the language spells what the schema allows."""
        assert isinstance(schema, dict)
        if "anyOf" in schema:
            return self.union([self.type_of(part) for part in _list(schema["anyOf"])])
        if "enum" in schema:
            return self.union([f'"{word}"' for word in _list(schema["enum"])], literal=True)
        match schema["type"]:
            case "object":
                return self._object(schema)
            case "array":
                return self.listing(self.type_of(schema["items"]))
            case "integer":
                return self.number
            case "string":
                return self.text
            case "boolean":
                return self.flag
            case "null":
                return self.null
        raise ValueError(f"no type for {schema}")

    def _object(self, schema: dict[str, Json]) -> str:
        if "title" not in schema:
            return self.keyed(self.type_of(schema["additionalProperties"]))
        title = str(schema["title"])
        properties = schema["properties"]
        assert isinstance(properties, dict)
        fields = {}
        for name, part in properties.items():
            assert isinstance(part, dict)
            fields[name] = (self.type_of(part), str(part["description"]))
        shape = {name: type_ for name, (type_, _) in fields.items()}
        if self._shapes.setdefault(title, shape) != shape:
            raise ValueError(f"two kinds of object are called {title}")
        if title not in self._written:
            self._written[title] = self.declaration(title, str(schema["description"]), fields)
        return title

    @abstractmethod
    def union(self, parts: list[str], *, literal: bool = False) -> str:
        """One of several types, or of several words."""

    @abstractmethod
    def listing(self, item: str) -> str:
        """A list."""

    @abstractmethod
    def keyed(self, item: str) -> str:
        """An object with any of a set of keys."""

    @abstractmethod
    def declaration(self, title: str, meaning: str, fields: dict[str, tuple[str, str]]) -> str:
        """An object's type: name, sentence, and for every field its type and its sentence."""


class _Python(_Writer):
    head = "from typing import Literal, TypedDict\n"
    number, text, flag, null = "int", "str", "bool", "None"

    def union(self, parts: list[str], *, literal: bool = False) -> str:
        return f"Literal[{', '.join(parts)}]" if literal else " | ".join(dict.fromkeys(parts))

    def listing(self, item: str) -> str:
        return f"list[{item}]"

    def keyed(self, item: str) -> str:
        return f"dict[str, {item}]"

    def declaration(self, title: str, meaning: str, fields: dict[str, tuple[str, str]]) -> str:
        if any(keyword.iskeyword(name) or not name.isidentifier() for name in fields):
            return self._functional(title, meaning, fields)
        lines = [f"class {title}(TypedDict):", *_docstring(meaning), ""]
        for name, (type_, sentence) in fields.items():
            lines += [f"    {name}: {type_}", *_docstring(sentence)]
        return "\n".join(lines) + "\n"

    def _functional(self, title: str, meaning: str, fields: dict[str, tuple[str, str]]) -> str:
        """The form that allows any key (`from`)."""
        lines = [*_comment("# ", meaning), f"{title} = TypedDict(", f'    "{title}",', "    {"]
        for name, (type_, sentence) in fields.items():
            lines += [*_comment("        # ", sentence), f'        "{name}": {type_},']
        return "\n".join([*lines, "    },", ")"]) + "\n"


class _TypeScript(_Writer):
    head = "// What a seat may know."
    number, text, flag, null = "number", "string", "boolean", "null"

    def union(self, parts: list[str], *, literal: bool = False) -> str:
        return " | ".join(dict.fromkeys(parts))

    def listing(self, item: str) -> str:
        return f"({item})[]" if " " in item else f"{item}[]"

    def keyed(self, item: str) -> str:
        return f"Record<string, {item}>"

    def declaration(self, title: str, meaning: str, fields: dict[str, tuple[str, str]]) -> str:
        lines = [f"/** {meaning} */", f"export interface {title} {{"]
        for name, (type_, sentence) in fields.items():
            key = name if name.isidentifier() else f'"{name}"'
            lines += [f"  /** {sentence} */", f"  {key}: {type_};"]
        return "\n".join([*lines, "}"])


def _docstring(sentence: str) -> list[str]:
    return textwrap.wrap(
        f'"""{sentence}"""', _WIDTH, initial_indent="    ", subsequent_indent="    "
    )


def _comment(mark: str, sentence: str) -> list[str]:
    return textwrap.wrap(sentence, _WIDTH, initial_indent=mark, subsequent_indent=mark)


def _list(value: Json) -> list[Json]:
    assert isinstance(value, list)
    return value
