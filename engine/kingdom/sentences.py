"""Events and commands in plain English."""

from pentarch.engine.commands import Command
from pentarch.engine.core import Event


def sentence_of(event: Event) -> str:
    """An event in a sentence."""
    return str(event)


def phrase_of(command: Command) -> str:
    """A command as people would say it."""
    return command.text
