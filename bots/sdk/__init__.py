"""The bot author's kit: a bot is one class with one method, `decide(turn)`."""

from bots.sdk.bot import Answer, Bot, Clock, Ending, Start, Turn
from bots.sdk.run import run
from engine.core import Event

__all__ = ["Answer", "Bot", "Clock", "Ending", "Event", "Start", "Turn", "run"]
