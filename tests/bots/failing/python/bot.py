"""A bot that fails in the way that FAIL names: never answers, or does wrong at decision 3."""

import os
import time

from pentarch import Answer, Bot, Turn, run


class Failing(Bot):
    def decide(self, turn: Turn) -> Answer:
        how = os.environ["FAIL"]
        if how == "sleep":
            time.sleep(5)
        return turn.legal[0] if turn.sequence < 3 else self.fail(turn, how)

    def fail(self, turn: Turn, how: str) -> Answer:
        if how == "crash":
            return turn.legal[len(turn.legal)]
        if how == "print":
            print("thinking about it")
        return "break castle"


if __name__ == "__main__":
    run(Failing)
