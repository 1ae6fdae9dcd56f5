"""A bot's side of the protocol, whatever carries the messages: responses in, requests out."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from pentarch.arbiter.v1 import play_pb2
from pentarch.bots.sdk import wire
from pentarch.bots.sdk.bot import Bot, Start
from pentarch.engine.commands import Command

Maker: TypeAlias = Callable[[], Bot]
"""Makes a bot for each match: usually the bot's class."""

_MOST_ANSWERS: Final = 50


@dataclass(slots=True)
class _Playing:
    """A match under way: the bot, and what it was asked and answered lately."""

    bot: Bot
    start: Start
    refused: str = ""
    answers: dict[int, tuple[play_pb2.Turn, play_pb2.PlayRequest]] = field(default_factory=dict)
    commands: dict[str, Command] = field(default_factory=dict)

    def decide(self, message: play_pb2.Turn) -> play_pb2.PlayRequest:
        """The answer to a decision; the same again when it is asked again."""
        sequence = message.sequence
        if sequence in self.answers:
            asked, request = self.answers[sequence]
            if asked.view == message.view and asked.legal == message.legal:
                # The answer was lost on its way. Deciding again could give another one.
                return request
        turn = wire.turn_of(message, self.start, self.commands)
        turn.refused, self.refused = self.refused, ""
        request = wire.answering(message.match_id, turn, self.bot.decide(turn))
        self.answers[sequence] = (message, request)
        self.answers.pop(sequence - _MOST_ANSWERS, None)
        return request


class Session:
    """Plays the matches of one connection, each with a bot of its own."""

    def __init__(self, make: Maker) -> None:
        self._make = make
        self._matches: dict[int, _Playing] = {}

    def take(self, response: play_pb2.PlayResponse) -> list[play_pb2.PlayRequest]:
        """What the bot says to a message. Exceptions of the bot are the caller's."""
        kind = response.WhichOneof("message")
        if kind == "turn":
            turn = response.turn
            return [self._matches[turn.match_id].decide(turn)]
        if kind == "match_start":
            return [self._start(response.match_start)]
        if kind == "ping":
            return [play_pb2.PlayRequest(pong=play_pb2.Pong(number=response.ping.number))]
        if kind == "refused":
            self._refuse(response.refused)
        elif kind == "match_end":
            self._end(response.match_end)
        return []

    @property
    def matches(self) -> int:
        """How many matches are under way."""
        return len(self._matches)

    def _start(self, message: play_pb2.MatchStart) -> play_pb2.PlayRequest:
        # A match that goes on after its worker was lost: the bot remembers where it is.
        is_known = message.first_sequence > 1 and message.match_id in self._matches
        if not is_known:
            start = wire.start_of(message)
            bot = self._make()
            bot.start(start)
            self._matches[message.match_id] = _Playing(bot, start)
        return play_pb2.PlayRequest(ready=play_pb2.Ready(match_id=message.match_id))

    def _refuse(self, message: play_pb2.Refused) -> None:
        playing = self._matches.get(message.match_id)
        if playing is not None and message.cause == play_pb2.Refused.CAUSE_ILLEGAL:
            playing.refused = f"{message.command}: {message.refusal.reason}"

    def _end(self, message: play_pb2.MatchEnd) -> None:
        playing = self._matches.pop(message.match_id, None)
        ending = wire.ending_of(message)
        if playing is not None and ending is not None:
            playing.bot.finish(ending)
