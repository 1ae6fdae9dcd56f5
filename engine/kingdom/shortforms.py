"""Short forms of a plan: paths in one line, numbers instead of `one`, targets beside their spell.

A plan is written out by entering it on a copy. Where an entry does not fit, it and the rest stay as
they are, so that whoever applies the plan meets the refusal at that entry.
"""

from typing import Final

from pentarch.engine.commands import Command
from pentarch.engine.core import Words
from pentarch.engine.errors import InvalidCommand
from pentarch.engine.kingdom.commands import HALT, ON, SELECT, TABLE
from pentarch.engine.kingdom.menu import area_of, enter, refusal
from pentarch.engine.kingdom.refusals import SELECT_FIRST
from pentarch.engine.kingdom.state import DONE, MENU, PATH, Plan
from pentarch.engine.kingdom.tables import SPELL_NAMES

_LONGEST: Final = 200
_COUNTED: Final[Words] = ("move", "load", "unload")
_MOST_DIGITS: Final = 4


def expand_plan(plan: Plan, texts: list[str]) -> list[str]:
    """The plan with every short form written out (KC-16.6)."""
    trial = plan.copy()
    written: list[str] = []
    for position, text in enumerate(texts):
        for part in _parts(trial, text):
            if not _enter(trial, part, written):
                return [*written, part, *texts[position + 1 :]]
    if trial.decision == PATH:
        written.append(HALT.of().text)
    return written


def read_order(text: str) -> Command:
    """The command a text spells; what is meant as a number of units and is none is named.

    Raises InvalidCommand.
    """
    try:
        return TABLE.read(text)
    except InvalidCommand:
        words = text.split(" ", 2)
        if words[0] not in _COUNTED or len(words) < 2 or not _is_bad_count(words[1]):
            raise
    shown = words[1] if len(words[1]) <= 20 else words[1][:17] + "..."
    most = "9" * _MOST_DIGITS
    raise InvalidCommand(f"a number of units is written in digits, 1 to {most}, not {shown!r}")


def _is_count(word: str) -> bool:
    """Whether a word is a number of units: plain digits without a leading zero."""
    return word.isascii() and word.isdecimal() and len(word) <= _MOST_DIGITS and word[0] != "0"


def _is_bad_count(word: str) -> bool:
    return word.lstrip("+-")[:1].isnumeric() and not _is_count(word)


def _parts(plan: Plan, text: str) -> list[str]:
    """A line as single commands, except for the halts and selects that depend on the moment."""
    words = text.split(" ")
    if len(text) > _LONGEST or len(words) < 3:
        return [text]
    if words[0] == "cast" and words[1] in SPELL_NAMES and len(words) == 4:
        return [" ".join(words[:3]), f"at {words[3]}"]
    count = 1
    if words[0] in _COUNTED and _is_count(words[1]):
        # More than there are units would be refused anyway.
        count = min(int(words[1]), len(plan.realm.units) + 1)
        words[1] = "one"
    length = 3 if words[0] == "sail" else 5
    head = " ".join(words[:length])
    if words[0] not in ("move", "sail") or (words[0] == "move" and words[1] not in ("one", "all")):
        return [" ".join(words)] * count
    return [head, *[f"on {word}" for word in words[length:]]] * count


def _enter(plan: Plan, text: str, written: list[str]) -> bool:
    """Enter one command with the halt or select it needs before it; whether it fits.

    What follows a `done` is written out as if there had been none.
    """
    try:
        command = TABLE.read(text)
    except InvalidCommand:
        return False
    if plan.decision == DONE:
        plan.decision = MENU
    if plan.decision == PATH and command.verb is not ON and command.verb is not HALT:
        _give(plan, HALT.of(), written)
    if _needs_selection(plan, command):
        _give(plan, SELECT.of(area_of(plan, command)), written)
    if refusal(plan, command) is not None:
        return False
    _give(plan, command, written)
    return True


def _needs_selection(plan: Plan, command: Command) -> bool:
    return plan.decision == MENU and refusal(plan, command) is SELECT_FIRST


def _give(plan: Plan, command: Command, written: list[str]) -> None:
    enter(plan, command, [])
    written.append(command.text)
