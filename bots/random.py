"""The random bot: every legal command is equally likely."""

from pentarch.bots.sdk import Answer, Bot, Start, Turn
from pentarch.engine.chance import Seeded


class Random(Bot):
    """Picks at random, by its own seed."""

    def __init__(self) -> None:
        self._chance = Seeded(0)

    def start(self, start: Start) -> None:
        self._chance = Seeded(start.seed)

    def decide(self, turn: Turn) -> Answer:
        return self._chance.choice(turn.legal)
