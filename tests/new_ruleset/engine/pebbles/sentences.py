"""Events and commands in words for people."""

from pentarch.engine.commands import Command
from pentarch.engine.core import Event
from pentarch.engine.pebbles.turn import count_of


def sentence(event: Event) -> str:
    """An event in a sentence."""
    if event.name == "blown":
        return f"The wind takes a pebble; {event.values[0]} are left."
    return "The heap is empty."


def phrase(command: Command) -> str:
    """A command, without the seat."""
    count = count_of(command)
    return "take a pebble" if count == 1 else f"take {count} pebbles"
