"""A bot's side of the protocol, whatever carries the messages: responses in, requests out."""

from collections.abc import Callable, Iterator
from typing import TypeAlias

from arbiter.v1 import play_pb2
from bots.sdk import wire
from bots.sdk.bot import Bot, Start

Maker: TypeAlias = Callable[[], Bot]
"""Makes a bot for each match: usually the bot's class."""


class Session:
    """Plays the matches of one connection, each with a bot of its own."""

    def __init__(self, make: Maker) -> None:
        self._make = make
        self._matches: dict[int, tuple[Bot, Start]] = {}
        self._refused: dict[int, str] = {}

    def take(self, response: play_pb2.PlayResponse) -> Iterator[play_pb2.PlayRequest]:
        """What the bot says to a message. Exceptions of the bot are the caller's."""
        kind = response.WhichOneof("message")
        if kind == "match_start":
            yield self._start(response.match_start)
        elif kind == "turn":
            yield self._turn(response.turn)
        elif kind == "refused":
            refused = response.refused
            self._refused[refused.match_id] = f"{refused.command}: {refused.refusal.reason}"
        elif kind == "match_end":
            self._end(response.match_end)
        elif kind == "ping":
            yield play_pb2.PlayRequest(pong=play_pb2.Pong(number=response.ping.number))

    @property
    def matches(self) -> int:
        """How many matches are under way."""
        return len(self._matches)

    def _start(self, message: play_pb2.MatchStart) -> play_pb2.PlayRequest:
        start = wire.start_of(message)
        bot = self._make()
        bot.start(start)
        self._matches[message.match_id] = (bot, start)
        return play_pb2.PlayRequest(ready=play_pb2.Ready(match_id=message.match_id))

    def _turn(self, message: play_pb2.Turn) -> play_pb2.PlayRequest:
        bot, start = self._matches[message.match_id]
        turn = wire.turn_of(message, start)
        turn.refused = self._refused.pop(message.match_id, "")
        answer = bot.decide(turn)
        return play_pb2.PlayRequest(decide=wire.decide_message(message.match_id, turn, answer))

    def _end(self, message: play_pb2.MatchEnd) -> None:
        bot, _ = self._matches.pop(message.match_id, (None, None))
        self._refused.pop(message.match_id, None)
        ending = wire.ending_of(message)
        if bot is not None and ending is not None:
            bot.finish(ending)
