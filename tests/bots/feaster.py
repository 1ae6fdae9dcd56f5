"""The weak bot of the README: it plays `pentarch match township tests/bots/feaster.py greedy`."""

from pentarch.bots.sdk import Answer, Bot, Turn


class Feaster(Bot):
    """Feasts when it can, else does the first thing on the list."""

    def decide(self, turn: Turn) -> Answer:
        feasts = [command for command in turn.legal if command.text.startswith("feast")]
        return feasts[0] if feasts else turn.legal[0]
