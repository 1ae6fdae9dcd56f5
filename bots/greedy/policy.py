"""What greedy bots have in common: their answer depends on the state at hand, and on no clock."""

from abc import abstractmethod
from typing import Any

from pentarch.bots.sdk.bot import Answer, Bot, Start, Turn
from pentarch.engine.commands import Command
from pentarch.engine.core import Seat


class Policy(Bot):
    """A bot that can be asked at the table and, with much less ado, inside a playout."""

    def reset(self, seed: int) -> None:
        """A match or a playout begins: forget what was before. `seed` is for the bot's own luck."""

    @abstractmethod
    def plan(self, state: Any, seat: Seat, legal: list[Command]) -> list[Command]:
        """The commands to give, at least one, of which the first is one of `legal`.

        The others are legal one after another, as long as nothing is drawn and no other seat acts
        in between. The state stays as it is.
        """

    def start(self, start: Start) -> None:
        self.reset(start.seed)

    def decide(self, turn: Turn) -> Answer:
        plan = self.plan(turn.sample(), turn.seat, turn.legal)
        return plan if len(plan) > 1 else plan[0]
