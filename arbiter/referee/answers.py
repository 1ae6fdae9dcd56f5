"""Reading answers: from whatever a seat sent to commands of the ruleset."""

from typing import Any, Final, TypeAlias

from pentarch.arbiter.referee.verdicts import Fault, Verdict
from pentarch.engine.commands import Command
from pentarch.engine.core import Seat
from pentarch.engine.errors import InvalidCommand
from pentarch.engine.ruleset import Ruleset

Plan: TypeAlias = "list[Command | str]"

MOST_COMMANDS: Final = 1000


def read_plan(ruleset: "Ruleset[Any]", state: object, seat: Seat, answer: object) -> Plan:
    """The commands of an answer, at least one, short forms written out.

    Raises Fault (BOT_PROTOCOL) for what is no answer at all, InvalidCommand for short forms that
    cannot be written out.
    """
    items = answer if isinstance(answer, list | tuple) else [answer]
    if not items:
        raise _garbage(answer, "a plan without commands")
    if len(items) > MOST_COMMANDS:
        raise _garbage(answer, f"a plan of {len(items)} commands; {MOST_COMMANDS} are the most")
    plan: Plan = []
    for item in items:
        if not isinstance(item, Command | str):
            raise _garbage(item, f"an answer is a command, not a {type(item).__name__}")
        plan.append(item)
    if not any(isinstance(item, str) for item in plan):
        return plan
    expanded = ruleset.expand(state, seat, [str(item) for item in plan])
    if not expanded:
        raise InvalidCommand("the plan comes to no command at all")
    return [*expanded[:MOST_COMMANDS]]


def readable(ruleset: "Ruleset[Any]", item: "Command | str") -> Command:
    """A command of the ruleset from its text or from itself. Raises InvalidCommand."""
    if isinstance(item, str):
        return ruleset.read(item)
    if ruleset.commands.by_number(item.number) is not item:
        raise InvalidCommand(f"{item.text!r} is not a command of this ruleset")
    return item


def shown(answer: object) -> bytes:
    """An answer as evidence. Only values of known types are printed: others could do anything."""
    if isinstance(answer, list | tuple):
        answer = answer[0] if answer else ""
    if isinstance(answer, Command):
        answer = answer.text
    if isinstance(answer, str):
        return answer[:MOST_COMMANDS].encode("utf-8", "backslashreplace")
    if isinstance(answer, bytes):
        return answer
    if answer is None or isinstance(answer, bool | float):
        return repr(answer).encode()
    return type(answer).__name__.encode("utf-8", "backslashreplace")


def _garbage(answer: object, error: str) -> Fault:
    return Fault(Verdict.BOT_PROTOCOL, error, offending=shown(answer))
