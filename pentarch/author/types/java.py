"""Types for Java: records, each made of a `Json` of the starter by its `of`."""

from collections.abc import Sequence
from dataclasses import replace
from textwrap import indent
from typing import Final

from pentarch.author.types.shapes import (
    Dictionary,
    Either,
    Field,
    Listing,
    Named,
    Nullable,
    Scalar,
    Shape,
    Struct,
    Words,
)
from pentarch.author.types.writer import Writer, camel, comment, origin, reserved, sentences

_SCALARS: Final = {"integer": "int", "string": "String", "boolean": "boolean"}
_BOXED: Final = {"int": "Integer", "boolean": "Boolean"}
_READERS: Final = {"integer": "integer", "string": "text", "boolean": "flag"}
_HEAD: Final = """\
// {origin}
package pentarch.views;

import java.util.List;
import java.util.Map;
import pentarch.Json;

"""
# Those that could be a field's name, and what a component of a record may not be called.
_TAKEN: Final = reserved(
    "abstract assert boolean break byte case catch char class const continue default do double "
    "else enum extends final finally float for goto if implements import instanceof int interface "
    "long native new package private protected public return short static strictfp super switch "
    "synchronized this throw throws transient try void volatile while "
    "clone finalize getClass hashCode notify notifyAll toString wait"
)


class Java(Writer):
    """A record for each ruleset, with the others inside. Words stay `String`; null stays null."""

    folder = "src/pentarch"
    scalars = _SCALARS
    listing = "List<{}>"
    keyed = "Map<String, {}>"
    nullable = "{}"
    anything = "Json"

    def file(self, ruleset: str, records: list[Struct]) -> str:
        *parts, view = records
        inner = [indent(self._declaration(part), " " * 4) for part in parts]
        whole = replace(view, title=f"{camel(ruleset)}View")
        head = _HEAD.format(origin=origin(ruleset, "java"))
        return head + self._declaration(whole, inner)

    def place(self, ruleset: str) -> str:
        return f"{self.folder}/views/{camel(ruleset)}View.java"

    def part(self, shape: Shape) -> str:
        name = self.type_of(shape)
        return _BOXED.get(name, name)

    def _declaration(self, record: Struct, inner: Sequence[str] = ()) -> str:
        title = record.title
        parts = [f"{self.type_of(field.shape)} {_name(field.name)}" for field in record.fields]
        lines = ["/**", *comment(" * ", record.meaning), " *"]
        for field in record.fields:
            lines += comment(" * ", f"@param {_name(field.name)} {sentences(field)}")
        lines += [" */", f"public record {title}(", _listed(parts, " " * 8) + ") {"]
        lines += ["    /** Reads it. */", f"    public static {title} of(Json json) {{"]
        values = [self._value(field) for field in record.fields]
        lines += [f"        return new {title}(", _listed(values, " " * 12) + ");", "    }"]
        for part in inner:
            lines += ["", part.rstrip("\n")]
        return "\n".join([*lines, "}"]) + "\n"

    def _value(self, field: Field) -> str:
        found = f'json.get("{field.name}")'
        match field.shape:
            case Either():
                return found
            case Named(title):
                return f"{title}.of({found})"
            case shape:
                return f"{found}.{self._call(shape)}"

    def _call(self, shape: Shape, depth: int = 1) -> str:
        """The method of `Json` that gives a value of the shape, with its arguments."""
        match shape:
            case Scalar(kind):
                return f"{_READERS[kind]}()"
            case Words():
                return "text()"
            case Listing(item):
                return f"list({self._reader(item, depth)})"
            case Dictionary(item):
                return f"map({self._reader(item, depth)})"
            case Nullable(item):
                return f"orNull({self._reader(item, depth)})"
        raise AssertionError(f"{shape} is read without a method")

    def _reader(self, shape: Shape, depth: int) -> str:
        """What makes a value of the shape, as a function of a `Json`."""
        name = "item" if depth == 1 else f"item{depth}"
        match shape:
            case Scalar(kind):
                return f"Json::{_READERS[kind]}"
            case Words():
                return "Json::text"
            case Either():
                return f"{name} -> {name}"
            case Named(title):
                return f"{title}::of"
        return f"{name} -> {name}.{self._call(shape, depth + 1)}"


def _listed(parts: list[str], margin: str) -> str:
    return ",\n".join(margin + part for part in parts)


def _name(name: str) -> str:
    """`attack_laurels` as `attackLaurels`."""
    found = camel(name)
    found = found[:1].lower() + found[1:]
    return f"{found}_" if found in _TAKEN else found
