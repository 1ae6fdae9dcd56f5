"""Greedy for TradeWarz: the bot, where it marches, and what things are worth to it."""

from pentarch.bots.greedy.tradewarz.bot import Greedy
from pentarch.bots.greedy.tradewarz.styles import STYLES, TRIED

__all__ = ["STYLES", "TRIED", "Greedy"]
