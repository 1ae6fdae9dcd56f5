"""Greedy for TradeWarz: the bot, where it marches, and what things are worth to it."""

from pentarch.bots.greedy.tradewarz.bot import Greedy

__all__ = ["Greedy"]
