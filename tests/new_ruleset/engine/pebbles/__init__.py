"""Pebbles: 2 to 4 seats take from a heap until the wind and they have emptied it."""

from pentarch.engine.pebbles.rules import RULESET

__all__ = ["RULESET"]
