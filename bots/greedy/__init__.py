"""The greedy reference bots: one package per ruleset, each with a class `Greedy`.

A package has `STYLES`: by name, other ways in which its bot can be made to play, each a frozen
`Style` of likings. `TRIED` names those that a search tries beside the usual one.
"""

from importlib import import_module
from typing import Any

from pentarch.bots.greedy.policy import Policy

USUAL = "usual"
"""The style of the reference bot itself."""


def greedy(ruleset: str, style: str = USUAL) -> Policy:
    """A new greedy bot for a ruleset of the registry, of one of its styles."""
    module = _package(ruleset)
    bot: Policy = module.Greedy() if style == USUAL else module.Greedy(module.STYLES[style])
    return bot


def styles(ruleset: str) -> list[str]:
    """The styles of a ruleset's greedy bot, the usual one first."""
    return [USUAL, *getattr(_package(ruleset), "STYLES", {})]


def tried_styles(ruleset: str) -> list[str]:
    """The styles that a search tries, the usual one first."""
    return [USUAL, *getattr(_package(ruleset), "TRIED", ())]


def _package(ruleset: str) -> Any:
    return import_module(f"pentarch.bots.greedy.{ruleset}")
