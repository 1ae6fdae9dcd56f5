"""Capital: a card game of kingdom building for two to four seats."""

from pentarch.engine.capital.rules import RULESET

__all__ = ["RULESET"]
