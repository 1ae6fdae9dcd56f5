"""Commands: everything a seat can ever say, each with a stable number and one text.

A ruleset declares verbs in a fixed order; a verb is a pattern with slots and the words each slot
takes. The commands of a verb are numbered in the order of those words, verbs one after another, so
that a number never changes as long as verbs are only added at the end.
"""

from typing import Final, final

from pentarch.engine.core import Words
from pentarch.engine.errors import InvalidCommand

_SLOT: Final = "{}"
_LONGEST: Final = 200


@final
class Command:
    """One thing a seat can say. Equal commands are the same object: compare with `is` or `==`.

    `args` are positions in the verb's word lists; `number` and `text` name the command for good.

    Examples:
        >>> from pentarch import rulesets
        >>> township = rulesets()["township"]
        >>> command = township.read("break farm")
        >>> command.text, command.verb.pattern
        ('break farm', 'break {}')
        >>> command is township.commands.by_number(command.number)
        True
    """

    __slots__ = ("args", "number", "text", "verb")

    def __init__(self, verb: "Verb", args: "tuple[int, ...]", number: int, text: str) -> None:
        self.verb = verb
        self.args = args
        self.number = number
        self.text = text

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<{self.text}>"


@final
class Verb:
    """A family of commands: `verb(i, j)` is the command whose slots hold words i and j.

    Commands are made on first use and kept, so a verb with a million possible commands costs only
    those that matches really offer.
    """

    def __init__(self, pattern: str, slots: "tuple[Words, ...]", first: int) -> None:
        self.pattern: Final = pattern
        self.slots: Final = slots
        self.first: Final = first
        self.tokens: Final = pattern.split(" ")
        if self.tokens.count(_SLOT) != len(slots):
            raise ValueError(f"{pattern!r} has not {len(slots)} slots")
        count = 1
        for words in slots:
            count *= len(words)
        self.count: Final = count
        self._index: Final = [{word: i for i, word in enumerate(words)} for words in slots]
        self._made: dict[tuple[int, ...], Command] = {}

    def __call__(self, *args: int) -> Command:
        return self.of(*args)

    def of(self, *args: int) -> Command:
        """The same as calling the verb, for the engine's own lists: mypyc calls a method faster."""
        try:
            return self._made[args]
        except KeyError:
            command = self._make(args)
            self._made[args] = command
            return command

    def words(self, command: Command) -> list[str]:
        """The words in the command's slots."""
        return [words[arg] for words, arg in zip(self.slots, command.args, strict=True)]

    def at(self, offset: int) -> Command:
        """The command number `offset` of this verb."""
        args: list[int] = []
        for words in reversed(self.slots):
            offset, arg = divmod(offset, len(words))
            args.append(arg)
        return self(*reversed(args))

    def match(self, tokens: list[str]) -> "Command | None":
        """The command that these tokens spell, or None."""
        if len(tokens) != len(self.tokens):
            return None
        args: list[int] = []
        for token, expected in zip(tokens, self.tokens, strict=True):
            if expected != _SLOT:
                if token != expected:
                    return None
                continue
            arg = self._index[len(args)].get(token)
            if arg is None:
                return None
            args.append(arg)
        return self(*args)

    def _make(self, args: "tuple[int, ...]") -> Command:
        offset = 0
        named: list[str] = []
        for words, arg in zip(self.slots, args, strict=True):
            if not 0 <= arg < len(words):
                raise InvalidCommand(f"{self.pattern!r} has no word number {arg}")
            offset = offset * len(words) + arg
            named.append(words[arg])
        return Command(self, args, self.first + offset, self.pattern.format(*named))


@final
class CommandTable:
    """All commands of a ruleset."""

    def __init__(self) -> None:
        self.verbs: list[Verb] = []
        self.size = 0
        self._by_number: dict[int, Command] = {}

    def verb(self, pattern: str, *slots: Words) -> Verb:
        """Declare the next verb. Adding verbs only at the end keeps old numbers valid."""
        verb = Verb(pattern, slots, self.size)
        self.verbs.append(verb)
        self.size += verb.count
        return verb

    def by_number(self, number: int) -> Command:
        """The command with that number; raises InvalidCommand for one that does not exist."""
        command = self._by_number.get(number)
        if command is None:
            command = self._find(number)
            self._by_number[number] = command
        return command

    def _find(self, number: int) -> Command:
        if not 0 <= number < self.size:
            raise InvalidCommand(f"there is no command number {number}")
        low, high = 0, len(self.verbs) - 1
        while low < high:
            middle = (low + high + 1) // 2
            if self.verbs[middle].first <= number:
                low = middle
            else:
                high = middle - 1
        return self.verbs[low].at(number - self.verbs[low].first)

    def read(self, text: str) -> Command:
        """The command a text spells: exact words, single spaces. Raises InvalidCommand."""
        if len(text) <= _LONGEST:
            tokens = text.split(" ")
            for verb in self.verbs:
                if verb.tokens[0] == tokens[0] or verb.tokens[0] == _SLOT:
                    command = verb.match(tokens)
                    if command is not None:
                        return command
        shown = text if len(text) <= 60 else text[:57] + "..."
        raise InvalidCommand(f"{shown!r} is not a command of this ruleset")


def numbers(low: int, high: int) -> Words:
    """The numbers from low to high as words of a slot."""
    return tuple(str(number) for number in range(low, high + 1))
