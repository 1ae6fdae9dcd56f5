"""Types for Java: records, each made of a `Json` of the starter by its `of`."""

from typing import Final

from pentarch.author.types.shapes import (
    Either,
    Field,
    Keyed,
    Listing,
    Named,
    Nullable,
    Record,
    Scalar,
    Shape,
    Words,
)
from pentarch.author.types.writer import Writer, camel, comment, origin, reserved, sentences

_SCALARS: Final = {"integer": "int", "string": "String", "boolean": "boolean"}
_BOXED: Final = {"int": "Integer", "boolean": "Boolean"}
_READERS: Final = {"integer": "Json::integer", "string": "Json::text", "boolean": "Json::flag"}
_HEAD: Final = """\
// {origin}
package pentarch.views;

import java.util.List;
import java.util.Map;
import pentarch.Json;

/** What a seat may know in {ruleset}; {title}.View is all of it. */
public final class {title} {{
    private {title}() {{}}
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
    """A class for each ruleset, with its records inside. Words stay `String`; null stays null."""

    def file(self, ruleset: str, records: list[Record]) -> str:
        title = camel(ruleset)
        head = _HEAD.format(origin=origin(ruleset, "java"), ruleset=ruleset, title=title)
        return "\n".join([head, "\n".join(map(self._declaration, records)) + "}\n"])

    def type_of(self, shape: Shape) -> str:
        match shape:
            case Scalar(kind):
                return _SCALARS[kind]
            case Words():
                return "String"
            case Listing(item):
                return f"List<{self._boxed(item)}>"
            case Keyed(item):
                return f"Map<String, {self._boxed(item)}>"
            case Named(title):
                return title
            case Nullable(item):
                return self._boxed(item)
            case Either():
                return "Json"

    def _boxed(self, shape: Shape) -> str:
        name = self.type_of(shape)
        return _BOXED.get(name, name)

    def _declaration(self, record: Record) -> str:
        title = record.title
        parts = [f"{self.type_of(field.shape)} {_name(field.name)}" for field in record.fields]
        lines = ["    /**", *comment("     * ", record.meaning), "     *"]
        for field in record.fields:
            lines += comment("     * ", f"@param {_name(field.name)} {sentences(field)}")
        lines += ["     */", f"    public record {title}(", _listed(parts, " " * 12) + ") {"]
        lines += ["        /** Reads it. */", f"        public static {title} of(Json json) {{"]
        values = [self._value(field) for field in record.fields]
        lines += [f"            return new {title}(", _listed(values, " " * 16) + ");"]
        return "\n".join([*lines, "        }", "    }"]) + "\n"

    def _value(self, field: Field) -> str:
        found = f'json.get("{field.name}")'
        match field.shape:
            case Scalar(kind):
                return f"{found}.{_READERS[kind].removeprefix('Json::')}()"
            case Words():
                return f"{found}.text()"
            case Either():
                return found
            case Named(title):
                return f"{title}.of({found})"
            case Listing(item):
                return f"{found}.list({self._reader(item)})"
            case Keyed(item):
                return f"{found}.map({self._reader(item)})"
            case Nullable(item):
                return f"{found}.orNull({self._reader(item)})"

    def _reader(self, shape: Shape) -> str:
        """What makes a value of the shape, as a function of a `Json`."""
        match shape:
            case Scalar(kind):
                return _READERS[kind]
            case Words():
                return "Json::text"
            case Either():
                return "each -> each"
            case Named(title):
                return f"{title}::of"
            case Listing(item):
                return f"each -> each.list({self._reader(item)})"
            case Keyed(item):
                return f"each -> each.map({self._reader(item)})"
            case Nullable(item):
                return f"each -> each.orNull({self._reader(item)})"


def _listed(parts: list[str], indent: str) -> str:
    return ",\n".join(f"{indent}{part}" for part in parts)


def _name(name: str) -> str:
    """`attack_laurels` as `attackLaurels`."""
    found = camel(name)
    found = found[:1].lower() + found[1:]
    return f"{found}_" if found in _TAKEN else found
