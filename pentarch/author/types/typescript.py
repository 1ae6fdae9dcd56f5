"""Types for TypeScript: interfaces of what `JSON.parse` gives."""

from typing import Final

from pentarch.author.types.shapes import Field, Listing, Shape, Struct
from pentarch.author.types.writer import MOST_WORDS, Writer, origin

_SCALARS: Final = {"integer": "number", "string": "string", "boolean": "boolean", "null": "null"}


class TypeScript(Writer):
    """Names are those of the wire: nothing is converted."""

    scalars = _SCALARS
    listing = "{}[]"
    keyed = "Record<string, {}>"
    nullable = "{} | null"

    def file(self, ruleset: str, records: list[Struct]) -> str:
        head = f"// {origin(ruleset, 'typescript')}"
        return "\n\n".join([head, *map(self._declaration, records)]) + "\n"

    def place(self, ruleset: str) -> str:
        return f"{self.folder}/views/{ruleset}.d.ts"

    def type_of(self, shape: Shape) -> str:
        match shape:
            case Listing(item) if " " in (inner := self.type_of(item)):
                return f"({inner})[]"
        return super().type_of(shape)

    def one_of(self, words: tuple[str, ...]) -> str:
        if len(words) > MOST_WORDS:
            return "string"
        return " | ".join(f'"{word}"' for word in words)

    def either(self, parts: tuple[Shape, ...]) -> str:
        return " | ".join(map(self.type_of, parts))

    def _declaration(self, record: Struct) -> str:
        lines = [f"/** {record.meaning} */", f"export interface {record.title} {{"]
        for field in record.fields:
            lines += [f"  /** {field.meaning} */", self._field(field)]
        return "\n".join([*lines, "}"])

    def _field(self, field: Field) -> str:
        key = field.name if field.name.isidentifier() else f'"{field.name}"'
        return f"  {key}: {self.type_of(field.shape)};"
