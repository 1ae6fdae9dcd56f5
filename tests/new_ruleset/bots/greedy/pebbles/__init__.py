"""A greedy bot for Pebbles: takes as many as it may."""

from typing import Any

from pentarch.bots.greedy.policy import Policy
from pentarch.engine.commands import Command
from pentarch.engine.core import Seat


class Greedy(Policy):
    """Takes the most."""

    def plan(self, state: Any, seat: Seat, legal: list[Command]) -> list[Command]:
        return legal[-1:]
