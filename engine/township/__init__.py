"""Township: 2 to 6 towns race and fight for renown."""

from pentarch.engine.township.rules import RULESET

__all__ = ["RULESET"]
