"""Types of a ruleset's view in the languages that bots are written in, made from its schema."""

import enum
from typing import Final

from pentarch.author.types.cpp import Cpp
from pentarch.author.types.go import Go
from pentarch.author.types.java import Java
from pentarch.author.types.python import Python
from pentarch.author.types.rust import Rust
from pentarch.author.types.shapes import records
from pentarch.author.types.typescript import TypeScript
from pentarch.author.types.writer import Writer
from pentarch.engine.plain import Json


class Language(enum.StrEnum):
    """What types can be written in."""

    PYTHON = "python"
    TYPESCRIPT = "typescript"
    CPP = "cpp"
    RUST = "rust"
    JAVA = "java"
    GO = "go"


WRITERS: Final[dict[Language, Writer]] = {
    Language.PYTHON: Python(),
    Language.TYPESCRIPT: TypeScript(),
    Language.CPP: Cpp(),
    Language.RUST: Rust(),
    Language.JAVA: Java(),
    Language.GO: Go(),
}


def source(language: Language, ruleset: str, schema: dict[str, Json]) -> str:
    """A whole file: types that others use first; the last one is the view."""
    return WRITERS[language].file(ruleset, records(schema))
