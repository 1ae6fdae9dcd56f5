"""What can go wrong in the engine.

EngineError
├── InvalidValue      a value from outside does not have the expected shape
├── InvalidOption     an option that does not exist, or a value it does not take
├── InvalidSeats      a ruleset cannot be played by that many seats
├── InvalidCommand    a text that is no command of the ruleset
├── IllegalCommand    a command that the rules refuse here; carries the refusal
├── UnknownRuleset    no such ruleset
├── DamagedRecord     bytes that are not a whole record; names the damaged part
├── OtherVersion      a record made under another version of the rules
└── Diverged          a record that does not replay; names the first bad step
"""

from pentarch.engine.core import Refusal


class EngineError(Exception):
    """Base of everything the engine raises on purpose. The message is one clear line."""


class InvalidValue(EngineError):
    """A value from outside does not have the expected shape."""


class InvalidOption(EngineError):
    """An option that does not exist, or a value that it does not take."""


class InvalidSeats(EngineError):
    """The ruleset cannot be played by that many seats."""


class InvalidCommand(EngineError):
    """A text that is no command of the ruleset, whatever the state."""


class IllegalCommand(EngineError):
    """A command of the ruleset that the rules refuse in this state."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.reason} ({refusal.rule})")
        self.refusal = refusal


class UnknownRuleset(EngineError):
    """No ruleset has that id."""


class DamagedRecord(EngineError):
    """Bytes that are not a whole record."""

    def __init__(self, part: str, reason: str) -> None:
        super().__init__(f"damaged record: {part}: {reason}")
        self.part = part


class OtherVersion(EngineError):
    """A record made under another version of the ruleset."""


class Diverged(EngineError):
    """A record that does not replay: the first step where the two disagree."""

    def __init__(self, step: int, reason: str) -> None:
        super().__init__(f"step {step}: {reason}")
        self.step = step
        self.reason = reason
