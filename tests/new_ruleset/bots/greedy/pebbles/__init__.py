"""A greedy bot for Pebbles: takes as many as it may."""

from pentarch.bots.sdk import Answer, Bot, Turn


class Greedy(Bot):
    """Takes the most."""

    def decide(self, turn: Turn) -> Answer:
        return turn.legal[-1]
