"""TradeWarz: five seasons a year of marching, building and trading for Xadlas."""

from pentarch.engine.tradewarz.rules import RULESET

__all__ = ["RULESET"]
