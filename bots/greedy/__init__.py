"""The greedy reference bots: one module per ruleset, each with a class `Greedy`."""

from importlib import import_module

from bots.sdk import Bot


def greedy(ruleset: str) -> Bot:
    """A new greedy bot for a ruleset of the registry."""
    bot: Bot = import_module(f"bots.greedy.{ruleset}").Greedy()
    return bot
