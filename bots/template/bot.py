"""A bot that plays every ruleset. Replace `choose` with something better than luck."""

import random

from pentarch import Answer, Bot, Command, Start, Turn, run


class MyBot(Bot):
    """Takes any legal command. Its luck comes from the match: the same match, the same play."""

    def start(self, start: Start) -> None:
        """A match begins: `start.ruleset`, `start.seat`, `start.options`, who plays."""
        self._luck = random.Random(start.seed)

    def decide(self, turn: Turn) -> Answer:
        """The next decision. One command of `turn.legal`, or several as a plan."""
        command = self.choose(turn)
        # Notes are shown beside the step when the match is played again.
        turn.note("choices", len(turn.legal))
        return command

    def choose(self, turn: Turn) -> Command:
        """`turn.view` is what this seat knows, `turn.sample()` a whole state to try things on."""
        return self._luck.choice(turn.legal)


if __name__ == "__main__":
    run(MyBot)
