"""What every language has to say."""

import textwrap
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

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

_WIDTH: Final = 100
MOST_WORDS: Final = 16
"""Lists of words that are longer, of all areas of a map for instance, are left to `describe`."""
MODULES: Final = "What a seat may know, as types: a module for each ruleset."


class Writer(ABC):
    """Writes a ruleset's records as source code.

    `scalars` has the names of plain types; `listing`, `keyed` and `nullable` say how a type is made
    of another, and `anything` is the type of what has several. `folder` is the part of the
    language's starter kit that is no author's: types, and what reads them.
    """

    folder: ClassVar[str] = "pentarch"
    scalars: ClassVar[Mapping[str, str]]
    listing: ClassVar[str]
    keyed: ClassVar[str]
    nullable: ClassVar[str]
    anything: ClassVar[str] = ""

    @abstractmethod
    def file(self, ruleset: str, records: list[Struct]) -> str:
        """The whole file, with a last newline."""

    @abstractmethod
    def place(self, ruleset: str) -> str:
        """Where the language's starter kit has the file."""

    def index(self, rulesets: Sequence[str]) -> dict[str, str]:
        """Files beside those of the rulesets, by their paths, where the language wants any."""
        return {}

    def type_of(self, shape: Shape) -> str:
        """How the language spells what a shape allows."""
        match shape:
            case Scalar(kind):
                return self.scalars[kind]
            case Words(words):
                return self.one_of(words)
            case Listing(item):
                return self.listing.format(self.part(item))
            case Dictionary(item):
                return self.keyed.format(self.part(item))
            case Named(title):
                return title
            case Nullable(item):
                return self.nullable.format(self.part(item))
            case Either(parts):
                return self.either(parts)

    def part(self, shape: Shape) -> str:
        """How a type is spelled inside another."""
        return self.type_of(shape)

    def one_of(self, words: tuple[str, ...]) -> str:
        """The type of a word from a list."""
        return self.scalars["string"]

    def either(self, parts: tuple[Shape, ...]) -> str:
        """The type of what has one of several shapes."""
        return self.anything


def origin(ruleset: str, language: str) -> str:
    """Where a file comes from, for its first line."""
    return f"What a seat may know in {ruleset}: `pentarch describe {ruleset} --types {language}`."


def comment(mark: str, sentence: str) -> list[str]:
    """A sentence in lines that each begin with a mark."""
    return textwrap.wrap(sentence, _WIDTH, initial_indent=mark, subsequent_indent=mark)


def sentences(field: Field) -> str:
    """What a field means, with its words where the type does not tell them and they are few."""
    words = _words(field.shape)
    if not 0 < len(words) <= MOST_WORDS:
        return field.meaning
    return f"{field.meaning} One of: {', '.join(word or '(empty)' for word in words)}."


def _words(shape: Shape) -> tuple[str, ...]:
    match shape:
        case Words(words):
            return words
        case Listing(item) | Dictionary(item) | Nullable(item):
            return _words(item)
    return ()


def camel(name: str) -> str:
    """`attack_laurels` as `AttackLaurels`."""
    return "".join(word[:1].upper() + word[1:] for word in name.split("_"))


def reserved(words: str) -> frozenset[str]:
    """The words that a language keeps for itself, of a text with spaces between them."""
    return frozenset(words.split())
