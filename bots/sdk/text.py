"""A decision in words, for people who play by hand and for language models."""

from typing import Any, Final

from pentarch.engine.commands import Command
from pentarch.engine.core import SEAT_NAMES, Event, Seat
from pentarch.engine.ruleset import Ruleset

LEFT_OUT: Final = "left_out"
"""The event that stands for those that would have been too much; its value is their number."""


def identity(ruleset: Ruleset[Any], seat: Seat, seats: int) -> str:
    """Who one is."""
    return f"You are {SEAT_NAMES[seat]}, one of {seats} seats in a match of {ruleset.info.title}."


def happened(ruleset: Ruleset[Any], events: list[Event]) -> list[str]:
    """What a seat was told since its last decision, an item for each event."""
    return [f"- {_sentence(ruleset, event)}" for event in events]


def _sentence(ruleset: Ruleset[Any], event: Event) -> str:
    if event.name == LEFT_OUT:
        return f"{event.values[0]} earlier events are left out."
    return ruleset.sentence(event)


def choices(ruleset: Ruleset[Any], legal: list[Command]) -> list[str]:
    """The legal commands by their numbers, from 0 on: the text that gives each, what it does."""
    return [
        f"{number}. {command.text}: {ruleset.phrase(command)}"
        for number, command in enumerate(legal)
    ]
