"""The greedy reference bots: one package per ruleset, each with a class `Greedy`.

A package may have `STYLES`: by name, other ways in which its bot can be made to play.
"""

from importlib import import_module
from typing import Any

from pentarch.bots.greedy.policy import Policy

USUAL = "usual"
"""The style of the reference bot itself."""


def greedy(ruleset: str, style: str = USUAL) -> Policy:
    """A new greedy bot for a ruleset of the registry, of one of its styles."""
    module: Any = import_module(f"pentarch.bots.greedy.{ruleset}")
    bot: Policy = module.Greedy() if style == USUAL else module.Greedy(module.STYLES[style])
    return bot


def styles(ruleset: str) -> list[str]:
    """The styles of a ruleset's greedy bot, the usual one first."""
    module: Any = import_module(f"pentarch.bots.greedy.{ruleset}")
    return [USUAL, *getattr(module, "STYLES", {})]
