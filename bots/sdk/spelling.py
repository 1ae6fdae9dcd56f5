"""Commands as people and language models give them: by their text, or by their number."""

import json
from typing import Final

from pentarch.bots.sdk.bot import Turn
from pentarch.engine.commands import Command
from pentarch.engine.errors import EngineError, InvalidCommand

_MOST_TEXT: Final = 120
_MOST_DIGITS: Final = 6


def named(turn: Turn, text: str) -> Command:
    """The legal command of that text, or of that number in `turn.legal`.

    Raises InvalidCommand, which says why as the rules do.
    """
    word = " ".join(text[:_MOST_TEXT].split())
    for command in turn.legal:
        if command.text == word:
            return command
    if word.isdecimal() and len(word) <= _MOST_DIGITS:
        if int(word) < len(turn.legal):
            return turn.legal[int(word)]
        raise InvalidCommand(f"the legal commands are numbered from 0 to {len(turn.legal) - 1}")
    raise InvalidCommand(_refusal(turn, word))


def _refusal(turn: Turn, word: str) -> str:
    shown = json.dumps(word)
    try:
        command = turn.ruleset.read(word)
        # What is legal is the same in every state that looks the same to the seat.
        refusal = turn.ruleset.check(turn.sample(), turn.seat, command)
    except EngineError:
        return f"{shown} is none of the legal commands"
    assert refusal is not None
    return f"{shown} is not legal now: {refusal.reason} ({refusal.rule})"
