"""Heroes vs Warlords: a fantasy war of two or three races in an unexplored world."""

from engine.heroes.rules import RULESET

__all__ = ["RULESET"]
