"""The bot author's kit: a bot is one class with one method, `decide(turn)`."""

from pentarch.bots.sdk.bot import Answer, Bot, Clock, Ending, Start, Turn
from pentarch.bots.sdk.run import run
from pentarch.engine.core import Event

__all__ = ["Answer", "Bot", "Clock", "Ending", "Event", "Start", "Turn", "run"]
