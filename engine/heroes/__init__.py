"""Heroes vs Warlords: a fantasy war of two or three races in an unexplored world."""

from pentarch.engine.heroes.rules import RULESET

__all__ = ["RULESET"]
