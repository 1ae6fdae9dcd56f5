"""stub"""

from pentarch.engine.commands import Command
from pentarch.engine.core import Event


def sentence(event: Event) -> str:
    return str(event)


def phrase(command: Command) -> str:
    return command.text
