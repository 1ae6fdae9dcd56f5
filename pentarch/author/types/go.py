"""Types for Go: structs with tags, which `encoding/json` fills."""

from typing import Final

from pentarch.author.types.shapes import Dictionary, Listing, Nullable, Shape, Struct
from pentarch.author.types.writer import Writer, camel, comment, origin, sentences

_SCALARS: Final = {"integer": "int", "string": "string", "boolean": "bool"}


class Go(Writer):
    """A package for each ruleset. Words stay `string`; what may be null is a pointer."""

    scalars = _SCALARS
    listing = "[]{}"
    keyed = "map[string]{}"
    nullable = "*{}"
    anything = "any"

    def file(self, ruleset: str, records: list[Struct]) -> str:
        head = f"// {origin(ruleset, 'go')}\n\npackage {ruleset}\n"
        return "\n".join([head, *map(self._declaration, records)])

    def place(self, ruleset: str) -> str:
        return f"{self.folder}/views/{ruleset}/{ruleset}.go"

    def type_of(self, shape: Shape) -> str:
        match shape:
            case Nullable(Listing() | Dictionary() as item):
                return self.type_of(item)
        return super().type_of(shape)

    def _declaration(self, record: Struct) -> str:
        lines = [*comment("// ", record.meaning), f"type {record.title} struct {{"]
        for field in record.fields:
            lines += comment("\t// ", sentences(field))
            type_ = self.type_of(field.shape)
            lines += [f'\t{camel(field.name)} {type_} `json:"{field.name}"`']
        return "\n".join([*lines, "}"]) + "\n"
