"""Types for TypeScript: interfaces of what `JSON.parse` gives."""

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
from pentarch.author.types.writer import MOST_WORDS, Writer, origin

_SCALARS = {"integer": "number", "string": "string", "boolean": "boolean", "null": "null"}


class TypeScript(Writer):
    """Names are those of the wire: nothing is converted."""

    def file(self, ruleset: str, records: list[Record]) -> str:
        head = f"// {origin(ruleset, 'typescript')}"
        return "\n\n".join([head, *map(self._declaration, records)]) + "\n"

    def place(self, ruleset: str) -> str:
        return f"views/{ruleset}.d.ts"

    def type_of(self, shape: Shape) -> str:
        match shape:
            case Scalar(kind):
                return _SCALARS[kind]
            case Words(words) if len(words) > MOST_WORDS:
                return "string"
            case Words(words):
                return " | ".join(f'"{word}"' for word in words)
            case Listing(item):
                inner = self.type_of(item)
                return f"({inner})[]" if " " in inner else f"{inner}[]"
            case Keyed(item):
                return f"Record<string, {self.type_of(item)}>"
            case Named(title):
                return title
            case Nullable(item):
                return f"{self.type_of(item)} | null"
            case Either(parts):
                return " | ".join(map(self.type_of, parts))

    def _declaration(self, record: Record) -> str:
        lines = [f"/** {record.meaning} */", f"export interface {record.title} {{"]
        for field in record.fields:
            lines += [f"  /** {field.meaning} */", self._field(field)]
        return "\n".join([*lines, "}"])

    def _field(self, field: Field) -> str:
        key = field.name if field.name.isidentifier() else f'"{field.name}"'
        return f"  {key}: {self.type_of(field.shape)};"
