"""Kingdom: two to six kings, secret orders given at once, and castles to be taken."""

from pentarch.engine.kingdom.rules import RULESET

__all__ = ["RULESET"]
