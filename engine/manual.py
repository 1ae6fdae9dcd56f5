"""Manuals: a ruleset described for those who write bots.

A manual says what every decision asks, what every verb means, what every event tells, the numbers
of the ruleset as tables, and what a view holds, as a JSON Schema with a sentence for every field.
Prose is written by hand beside the ruleset; names, words and numbers come from its own tables.
"""

from typing import Final, final

from pentarch.engine.commands import Verb
from pentarch.engine.core import MAX_SEATS, SEAT_NAMES, Words
from pentarch.engine.options import Option
from pentarch.engine.plain import Json

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


@final
class VerbEntry:
    """A verb: what each slot is called, what the command does, the rules it follows, an example."""

    def __init__(
        self, verb: Verb, slots: Words, meaning: str, *, rules: Words, example: str
    ) -> None:
        self.verb: Final = verb
        self.slots: Final = slots
        self.meaning: Final = meaning
        self.rules: Final = rules
        self.example: Final = example

    @property
    def usage(self) -> str:
        """The pattern with the names of its slots: `assign UNITS SEAT`."""
        return self.verb.pattern.format(*[name.upper() for name in self.slots])

    def plain(self) -> Json:
        """The entry as plain values."""
        slots = zip(self.slots, self.verb.slots, strict=True)
        return {
            "pattern": self.verb.pattern,
            "usage": self.usage,
            "slots": [{"name": name, "words": list(words)} for name, words in slots],
            "meaning": self.meaning,
            "rules": list(self.rules),
            "example": self.example,
        }


def verb_entries(prefix: str, *rows: "tuple[Verb, str, str, str, str]") -> "list[VerbEntry]":
    """An entry for each row: the verb, names of its slots, what it does, its rules, an example.

    Rules are given without the ruleset's prefix; names and rules are apart by spaces.
    """
    entries: list[VerbEntry] = []
    for verb, slots, meaning, rules, example in rows:
        ids = tuple([f"{prefix}-{rule}" for rule in rules.split()])
        named = tuple(slots.split())
        entries.append(VerbEntry(verb, named, meaning, rules=ids, example=example))
    return entries


@final
class Table:
    """Numbers of a ruleset: rows under named columns, each a plain value."""

    def __init__(self, name: str, title: str, columns: Words, rows: "list[list[Json]]") -> None:
        self.name: Final = name
        self.title: Final = title
        self.columns: Final = columns
        self.rows: Final = rows

    def plain(self) -> Json:
        """The table as plain values."""
        return {
            "name": self.name,
            "title": self.title,
            "columns": list(self.columns),
            "rows": [list(row) for row in self.rows],
        }


@final
class Manual:
    """Everything a bot author needs to know of a ruleset beside its rules.

    `decisions` and `events` have a sentence for each name; an event's sentence names its values in
    their order. `view` is the schema of what `Ruleset.view` gives. `rare` lists the places of the
    view (`attack.swords`) that ordinary matches hardly ever show.
    """

    def __init__(
        self,
        *,
        decisions: "dict[str, str]",
        verbs: "list[VerbEntry]",
        events: "dict[str, str]",
        tables: "list[Table]",
        view: "dict[str, Json]",
        rare: Words = (),
    ) -> None:
        self.decisions: Final = decisions
        self.verbs: Final = verbs
        self.events: Final = events
        self.tables: Final = tables
        self.view: Final = view
        self.rare: Final = rare

    def schema(self) -> "dict[str, Json]":
        """The schema of a view as a document of its own."""
        return {"$schema": DIALECT, **self.view}

    def plain(self, options: "tuple[Option, ...]") -> "dict[str, Json]":
        """All of it as plain values."""
        return {
            "decisions": _meanings(self.decisions),
            "verbs": [entry.plain() for entry in self.verbs],
            "events": _meanings(self.events),
            "options": [option.schema() for option in options],
            "tables": [table.plain() for table in self.tables],
            "view": self.schema(),
        }


def _meanings(sentences: "dict[str, str]") -> Json:
    return [{"name": name, "meaning": meaning} for name, meaning in sentences.items()]


# The parts that schemas are made of. Each takes the sentence that describes it.


def whole(meaning: str, low: "int | None" = 0, high: "int | None" = None) -> "dict[str, Json]":
    """A whole number, not negative unless `low` says so."""
    schema: dict[str, Json] = {"type": "integer", "description": meaning}
    if low is not None:
        schema["minimum"] = low
    if high is not None:
        schema["maximum"] = high
    return schema


def flag(meaning: str) -> "dict[str, Json]":
    """True or false."""
    return {"type": "boolean", "description": meaning}


def name(meaning: str, words: "Words | list[str]") -> "dict[str, Json]":
    """One of a list of words."""
    return {"type": "string", "enum": list(words), "description": meaning}


def text(meaning: str) -> "dict[str, Json]":
    """Any text."""
    return {"type": "string", "description": meaning}


def seat(meaning: str) -> "dict[str, Json]":
    """The name of a seat."""
    return name(meaning, SEAT_NAMES)


def listing(meaning: str, item: "dict[str, Json]", most: int) -> "dict[str, Json]":
    """A list of at most so many items."""
    return {"type": "array", "items": item, "maxItems": most, "description": meaning}


def per_seat(meaning: str, item: "dict[str, Json]") -> "dict[str, Json]":
    """A list with one item for each seat, in the order of seats."""
    return {
        "type": "array",
        "items": item,
        "minItems": 2,
        "maxItems": MAX_SEATS,
        "description": meaning,
    }


def either(meaning: str, *schemas: "dict[str, Json]") -> "dict[str, Json]":
    """One of several shapes."""
    return {"anyOf": list(schemas), "description": meaning}


def maybe(schema: "dict[str, Json]", absent: str) -> "dict[str, Json]":
    """A value, or null; `absent` says when it is null."""
    meaning = f"{schema['description']} Null: {absent}"
    return {"anyOf": [schema, {"type": "null"}], "description": meaning}


def record(title: str, meaning: str, fields: "dict[str, dict[str, Json]]") -> "dict[str, Json]":
    """An object with exactly these fields; `title` is what generated types are called."""
    return {
        "type": "object",
        "title": title,
        "description": meaning,
        "properties": dict(fields),
        "required": list(fields),
        "additionalProperties": False,
    }


def keyed(meaning: str, words: "Words | list[str]", item: "dict[str, Json]") -> "dict[str, Json]":
    """An object whose keys are some of these words."""
    return {
        "type": "object",
        "propertyNames": {"enum": list(words)},
        "additionalProperties": item,
        "description": meaning,
    }


def chosen_options(options: "tuple[Option, ...]") -> "dict[str, Json]":
    """The options of a match, as views show them."""
    fields: dict[str, dict[str, Json]] = {}
    for option in options:
        meaning = f"{option.help[0].upper()}{option.help[1:]}."
        if option.kind == "number":
            fields[option.name] = whole(meaning, option.low, option.high)
        elif option.kind == "flag":
            fields[option.name] = flag(meaning)
        else:
            fields[option.name] = name(meaning, option.words)
    return record("Options", "The options of the match.", fields)
