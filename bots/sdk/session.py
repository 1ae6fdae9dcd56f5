"""A bot's side of the protocol, whatever carries the messages: responses in, requests out."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

from arbiter.v1 import play_pb2
from bots.sdk import wire
from bots.sdk.bot import Bot, Start

Maker: TypeAlias = Callable[[], Bot]
"""Makes a bot for each match: usually the bot's class."""


_MOST_ANSWERS: Final = 50


@dataclass(frozen=True)
class _Answered:
    """What was asked, and what the bot said."""

    turn: play_pb2.Turn
    request: play_pb2.PlayRequest

    def is_about(self, turn: play_pb2.Turn) -> bool:
        """Whether a decision is the same, whatever its clock."""
        return self.turn.view == turn.view and self.turn.legal == turn.legal


class Session:
    """Plays the matches of one connection, each with a bot of its own."""

    def __init__(self, make: Maker) -> None:
        self._make = make
        self._matches: dict[int, tuple[Bot, Start]] = {}
        self._refused: dict[int, str] = {}
        self._answers: dict[int, dict[int, _Answered]] = {}

    def take(self, response: play_pb2.PlayResponse) -> Iterator[play_pb2.PlayRequest]:
        """What the bot says to a message. Exceptions of the bot are the caller's."""
        kind = response.WhichOneof("message")
        if kind == "match_start":
            yield self._start(response.match_start)
        elif kind == "turn":
            yield self._turn(response.turn)
        elif kind == "refused":
            refused = response.refused
            if refused.cause != play_pb2.Refused.CAUSE_ILLEGAL:
                return
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
        # A match that goes on after its worker was lost: the bot remembers where it is.
        is_known = message.first_sequence > 1 and message.match_id in self._matches
        if not is_known:
            start = wire.start_of(message)
            bot = self._make()
            bot.start(start)
            self._matches[message.match_id] = (bot, start)
            self._answers[message.match_id] = {}
        return play_pb2.PlayRequest(ready=play_pb2.Ready(match_id=message.match_id))

    def _turn(self, message: play_pb2.Turn) -> play_pb2.PlayRequest:
        bot, start = self._matches[message.match_id]
        answers = self._answers[message.match_id]
        before = answers.get(message.sequence)
        if before is not None and before.is_about(message):
            # The answer was lost on its way. Deciding again could give another one.
            return before.request
        turn = wire.turn_of(message, start)
        turn.refused = self._refused.pop(message.match_id, "")
        answer = bot.decide(turn)
        request = play_pb2.PlayRequest(decide=wire.decide_message(message.match_id, turn, answer))
        answers[message.sequence] = _Answered(message, request)
        answers.pop(message.sequence - _MOST_ANSWERS, None)
        return request

    def _end(self, message: play_pb2.MatchEnd) -> None:
        bot, _ = self._matches.pop(message.match_id, (None, None))
        self._refused.pop(message.match_id, None)
        self._answers.pop(message.match_id, None)
        ending = wire.ending_of(message)
        if bot is not None and ending is not None:
            bot.finish(ending)
