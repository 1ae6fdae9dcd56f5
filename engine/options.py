"""Options of a ruleset: what may be chosen for a match, with types, ranges and defaults."""

from typing import Final, TypeAlias, final

from pentarch.engine.errors import InvalidOption
from pentarch.engine.plain import Json

Value: TypeAlias = "int | bool | str"


@final
class Option:
    """One option: `low` and `high` bound a number, `words` list what a word may be.

    Made by `number`, `word` and `flag` below.
    """

    def __init__(
        self,
        name: str,
        kind: str,
        default: Value,
        help: str,
        *,
        low: int,
        high: int,
        words: "tuple[str, ...]",
    ) -> None:
        self.name: Final = name
        self.kind: Final = kind
        self.default: Final = default
        self.help: Final = help
        self.low: Final = low
        self.high: Final = high
        self.words: Final = words

    def accept(self, value: Json) -> Value:
        """The value in this option's type. Text is read, so that `k=v` of a command line works."""
        if self.kind == "number":
            return self._accept_number(value)
        if self.kind == "flag":
            return self._accept_flag(value)
        if isinstance(value, str) and value in self.words:
            return value
        raise self._bad(value)

    def describe(self) -> str:
        """The values it takes, in words."""
        if self.kind == "number":
            return f"a whole number from {self.low} to {self.high}"
        if self.kind == "flag":
            return "true or false"
        return "one of " + ", ".join(self.words)

    def schema(self) -> "dict[str, Json]":
        """The option as plain values, for services and pages."""
        schema: dict[str, Json] = {
            "name": self.name,
            "kind": self.kind,
            "default": self.default,
            "help": self.help,
        }
        if self.kind == "number":
            schema["low"] = self.low
            schema["high"] = self.high
        if self.kind == "word":
            schema["words"] = list(self.words)
        return schema

    def _accept_number(self, value: Json) -> int:
        number: int | None = None
        if isinstance(value, int) and not isinstance(value, bool):
            number = value
        elif isinstance(value, str) and len(value) <= 12 and value.removeprefix("-").isdecimal():
            number = int(value)
        if number is None or not self.low <= number <= self.high:
            raise self._bad(value)
        return number

    def _accept_flag(self, value: Json) -> bool:
        if isinstance(value, bool):
            return value
        if value == "true":
            return True
        if value == "false":
            return False
        raise self._bad(value)

    def _bad(self, value: Json) -> InvalidOption:
        shown = repr(value)
        if len(shown) > 40:
            shown = shown[:37] + "..."
        return InvalidOption(f"option {self.name!r} must be {self.describe()}, not {shown}")


def number(name: str, default: int, low: int, high: int, help: str) -> Option:
    """An option that is a whole number from low to high."""
    return Option(name, "number", default, help, low=low, high=high, words=())


def word(name: str, default: str, words: "tuple[str, ...]", help: str) -> Option:
    """An option that is one of a few words."""
    return Option(name, "word", default, help, low=0, high=0, words=words)


def flag(name: str, default: bool, help: str) -> Option:
    """An option that is true or false."""
    return Option(name, "flag", default, help, low=0, high=0, words=())


@final
class Options:
    """The options of one match, complete and valid. Made by `choose`."""

    def __init__(self, values: "dict[str, Value]") -> None:
        self.values: Final = values

    def number(self, name: str) -> int:
        """The value of a number option."""
        value = self.values[name]
        assert isinstance(value, int)
        return value

    def word(self, name: str) -> str:
        """The value of a word option."""
        value = self.values[name]
        assert isinstance(value, str)
        return value

    def flag(self, name: str) -> bool:
        """The value of a flag option."""
        value = self.values[name]
        assert isinstance(value, bool)
        return value

    def plain(self) -> "dict[str, Json]":
        """All options with their values, for records and views."""
        return dict(self.values.items())


def choose(schema: "tuple[Option, ...]", given: "dict[str, Json]") -> Options:
    """Complete the given options with defaults; an unknown name or a bad value is refused."""
    known = {option.name: option for option in schema}
    for name in given:
        if name not in known:
            raise InvalidOption(f"there is no option {name!r}; there are: {', '.join(known)}")
    values: dict[str, Value] = {}
    for option in schema:
        if option.name in given:
            values[option.name] = option.accept(given[option.name])
        else:
            values[option.name] = option.default
    return Options(values)
