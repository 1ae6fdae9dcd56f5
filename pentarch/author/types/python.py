"""Types for Python: `TypedDict`s, which say of plain values what is in them."""

import keyword
from collections.abc import Sequence
from typing import Final

from pentarch.author.types.shapes import Shape, Struct
from pentarch.author.types.writer import MODULES, MOST_WORDS, Writer, comment, origin

_SCALARS: Final = {"integer": "int", "string": "str", "boolean": "bool", "null": "None"}


class Python(Writer):
    """Fields have their sentences below them, where editors look for them."""

    folder = "views"
    scalars = _SCALARS
    listing = "list[{}]"
    keyed = "dict[str, {}]"
    nullable = "{} | None"

    def file(self, ruleset: str, records: list[Struct]) -> str:
        head = f'"""{origin(ruleset, "python")}"""\n\nfrom typing import Literal, TypedDict\n'
        return "\n\n".join([head, *map(self._declaration, records)])

    def place(self, ruleset: str) -> str:
        return f"{self.folder}/{ruleset}.py"

    def index(self, rulesets: Sequence[str]) -> dict[str, str]:
        return {f"{self.folder}/__init__.py": f'"""{MODULES}"""\n'}

    def one_of(self, words: tuple[str, ...]) -> str:
        if len(words) > MOST_WORDS:
            return "str"
        return "Literal[" + ", ".join(f'"{word}"' for word in words) + "]"

    def either(self, parts: tuple[Shape, ...]) -> str:
        return " | ".join(map(self.type_of, parts))

    def _declaration(self, record: Struct) -> str:
        names = [field.name for field in record.fields]
        if any(keyword.iskeyword(name) or not name.isidentifier() for name in names):
            return self._functional(record)
        lines = [f"class {record.title}(TypedDict):", *_docstring(record.meaning), ""]
        for field in record.fields:
            lines += [f"    {field.name}: {self.type_of(field.shape)}", *_docstring(field.meaning)]
        return "\n".join(lines) + "\n"

    def _functional(self, record: Struct) -> str:
        """The form that allows any key (`from`)."""
        title = record.title
        lines = comment("# ", record.meaning)
        lines += [f"{title} = TypedDict(", f'    "{title}",', "    {"]
        for field in record.fields:
            lines += comment("        # ", field.meaning)
            lines += [f'        "{field.name}": {self.type_of(field.shape)},']
        return "\n".join([*lines, "    },", ")"]) + "\n"


def _docstring(sentence: str) -> list[str]:
    return comment("    ", f'"""{sentence}"""')
