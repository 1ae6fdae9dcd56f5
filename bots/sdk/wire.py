"""The protocol's messages and our own types, converted in one place for both sides of the wire."""

import json
import re
from collections.abc import Iterator
from functools import lru_cache

import orjson
from google.protobuf import text_format
from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import DecodeError, Message
from google.protobuf.timestamp_pb2 import Timestamp

from pentarch.arbiter.v1 import common_pb2, play_pb2
from pentarch.bots.sdk.bot import Answer, Clock, Ending, Start, Turn
from pentarch.engine import registry
from pentarch.engine.commands import Command
from pentarch.engine.core import Event, Outcome
from pentarch.engine.errors import InvalidValue
from pentarch.engine.plain import Json

MOST_MESSAGE_BYTES = 1 << 20
_MOST_VARINT = 5
_FOREVER = 1e9
_MOST_KNOWN = 10_000
_FEW = 4
_NO_LIMIT = float("inf")
_NUMBER = re.compile("-?[0-9]{1,18}")


class Garbled(Exception):
    """Bytes that are no message of the protocol. `offending` holds the first of them."""

    def __init__(self, reason: str, offending: bytes = b"") -> None:
        super().__init__(reason)
        self.offending = offending[:2048]


def in_words(message: Message) -> bytes:
    """A message as people read it, in whichever encoding it came; for evidence."""
    return text_format.MessageToString(message, as_one_line=True).encode()


def framed(message: Message) -> bytes:
    """A message preceded by its length: seven bits a byte, the lowest first."""
    body = message.SerializeToString()
    head = bytearray()
    size = len(body)
    while size >= 0x80:
        head.append(0x80 | (size & 0x7F))
        size >>= 7
    head.append(size)
    return bytes(head) + body


class Frames:
    """Takes bytes as they come and gives back whole messages' bytes."""

    def __init__(self, most: int = MOST_MESSAGE_BYTES) -> None:
        self._most = most
        self._buffer = bytearray()

    def feed(self, data: bytes) -> None:
        """Bytes that have arrived."""
        self._buffer += data

    def whole(self, data: bytes) -> list[bytes]:
        """Bytes that have arrived: the messages that are complete by now. Raises Garbled."""
        if not self._buffer:
            found = self._head(data)
            if found is not None and found[0] + found[1] == len(data):
                # The usual case: one message came as a whole.
                return [data[found[0] :]]
        self._buffer += data
        return list(self)

    def __iter__(self) -> Iterator[bytes]:
        """The messages that are complete by now. Raises Garbled for an impossible length."""
        while (found := self._head(self._buffer)) is not None:
            at, size = found
            if len(self._buffer) < at + size:
                return
            body = bytes(self._buffer[at : at + size])
            del self._buffer[: at + size]
            yield body

    def _head(self, data: bytes | bytearray) -> tuple[int, int] | None:
        """Where the first message begins and how long it is; None when that is yet to come."""
        size = 0
        for at, byte in enumerate(data[:_MOST_VARINT]):
            size |= (byte & 0x7F) << (7 * at)
            if not byte & 0x80:
                if size > self._most:
                    raise Garbled(f"a message of {size} bytes", bytes(data[:64]))
                return at + 1, size
        if len(data) >= _MOST_VARINT:
            raise Garbled("no length where a message should begin", bytes(data[:64]))
        return None


def parse_request(body: bytes) -> play_pb2.PlayRequest:
    """What a bot says. Raises Garbled."""
    request = play_pb2.PlayRequest()
    try:
        request.ParseFromString(body)
    except DecodeError as error:
        raise Garbled("bytes that are no PlayRequest", body) from error
    if request.WhichOneof("message") is None:
        raise Garbled("a PlayRequest that says nothing", body)
    return request


def duration(seconds: float) -> Duration | None:
    """Seconds as a protobuf duration; None when there is no limit."""
    if seconds >= _FOREVER:
        return None
    value = Duration()
    _set_seconds(value, seconds)
    return value


def _set_seconds(value: Duration | Timestamp, seconds: float) -> None:
    value.seconds, value.nanos = divmod(round(max(seconds, 0.0) * 1e9), 1_000_000_000)


def _set_clock(message: common_pb2.Clock, clock: Clock) -> None:
    """Put a clock into a message; a bank or cap without a limit stays absent."""
    if clock.left < _FOREVER:
        _set_seconds(message.left, clock.left)
    if clock.increment < _FOREVER:
        _set_seconds(message.increment, clock.increment)
    if clock.cap < _FOREVER:
        _set_seconds(message.cap, clock.cap)


def clock_of(message: common_pb2.Clock) -> Clock:
    """A clock as it was sent."""
    return Clock(
        left=_seconds(message.left) if message.HasField("left") else _NO_LIMIT,
        increment=_seconds(message.increment),
        cap=_seconds(message.cap) if message.HasField("cap") else _NO_LIMIT,
    )


def _seconds(value: Duration) -> float:
    return value.seconds + value.nanos / 1e9


def start_message(match_id: int, start: Start, clock: Clock) -> play_pb2.MatchStart:
    """What seats a bot at a match."""
    message = play_pb2.MatchStart(
        match_id=match_id,
        ruleset=start.ruleset.info.id,
        rules_version=start.ruleset.info.version,
        options={name: option_text(value) for name, value in start.options.items()},
        seat=start.seat,
        seats=start.seats,
        bots=start.bots,
        bot_seed=start.seed,
        first_sequence=1,
    )
    _set_clock(message.clock, clock)
    return message


def start_of(message: play_pb2.MatchStart) -> Start:
    """The start as the bot's side has it. Raises EngineError for rules this side does not have."""
    ruleset = registry.get(message.ruleset)
    if message.rules_version != ruleset.info.version:
        raise InvalidValue(
            f"the arbiter plays version {message.rules_version} of {message.ruleset}, "
            f"this bot has version {ruleset.info.version}"
        )
    known = {option.name: option for option in ruleset.info.options}
    options: dict[str, Json] = {
        name: known[name].accept(text) if name in known else text
        for name, text in message.options.items()
    }
    return Start(
        ruleset=ruleset,
        seat=message.seat,
        seats=message.seats,
        options=options,
        bots=list(message.bots),
        seed=message.bot_seed,
    )


def option_text(value: Json) -> str:
    """An option's value as text."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def turn_message(match_id: int, turn: Turn) -> play_pb2.Turn:
    """A decision as it is sent."""
    message = play_pb2.Turn()
    _set_turn(message, match_id, turn)
    return message


def asking(match_id: int, turn: Turn, deadline: float | None = None) -> play_pb2.PlayResponse:
    """The response that asks for a decision. The deadline is in Unix time."""
    response = play_pb2.PlayResponse()
    _set_turn(response.turn, match_id, turn)
    if deadline is not None:
        _set_seconds(response.turn.deadline, deadline)
    return response


def _set_turn(message: play_pb2.Turn, match_id: int, turn: Turn) -> None:
    # Field by field: whole messages as arguments would be copied.
    message.match_id = match_id
    message.sequence = turn.sequence
    message.view = orjson.dumps(turn.view)
    message.legal.extend([command.text for command in turn.legal])
    _set_clock(message.clock, turn.clock)
    message.events.extend([_event_message(event) for event in turn.events])


def _event_message(event: Event) -> common_pb2.Event:
    # Most are short and come again; long ones would take too much room to be kept.
    make = _kept_event if len(event.values) <= _FEW else _made_event
    return make(event.name, event.seat, event.values)


def _made_event(name: str, seat: int, values: tuple[int | str, ...]) -> common_pb2.Event:
    message = common_pb2.Event(name=name, values=[str(value) for value in values])
    if seat >= 0:
        message.seat = seat
    return message


_kept_event = lru_cache(maxsize=_MOST_KNOWN)(_made_event)


def event_of(message: common_pb2.Event) -> Event:
    """An event as the bot's side has it: what reads like a number is one."""
    return Event(
        message.name,
        message.seat if message.HasField("seat") else -1,
        tuple([int(text) if _NUMBER.fullmatch(text) else text for text in message.values]),
    )


def refused_message(match_id: int, turn: Turn) -> play_pb2.Refused:
    """Why the rest of the seat's latest plan was dropped, as it is sent before the decision."""
    command, _, reason = turn.refused.partition(": ")
    return play_pb2.Refused(
        match_id=match_id,
        sequence=turn.sequence - 1,
        cause=play_pb2.Refused.CAUSE_ILLEGAL,
        command=command,
        refusal=common_pb2.Refusal(reason=reason),
    )


class _SentTurn(Turn):
    """A decision that came in a message. Its clock is read from there when the bot looks at it."""

    message: play_pb2.Turn

    def __getattr__(self, name: str) -> Clock:
        # Called for what is not there yet.
        if name != "clock":
            raise AttributeError(name)
        self.clock = clock_of(self.message.clock)
        return self.clock


def turn_of(message: play_pb2.Turn, start: Start, known: dict[str, Command]) -> Turn:
    """A decision as the bot's side has it. `known` keeps the commands read before by text."""
    view = message.view
    turn = _SentTurn.__new__(_SentTurn)
    turn.message = message
    turn.ruleset = start.ruleset
    turn.seat = start.seat
    turn.seats = start.seats
    turn.sequence = message.sequence
    turn.legal = [known.get(text) or _read(text, start, known) for text in message.legal]
    turn.look = lambda: orjson.loads(view)
    turn.notes = {}
    turn.refused = ""
    turn.hear = lambda: [event_of(event) for event in message.events]
    return turn


def _read(text: str, start: Start, known: dict[str, Command]) -> Command:
    command = start.ruleset.read(text)
    if len(known) >= _MOST_KNOWN:
        known.clear()
    known[text] = command
    return command


def answering(match_id: int, turn: Turn, answer: Answer) -> play_pb2.PlayRequest:
    """The request that answers a decision. Raises TypeError for what is no answer."""
    request = play_pb2.PlayRequest()
    decide = request.decide
    decide.match_id = match_id
    decide.sequence = turn.sequence
    index = _place_of(answer, turn.legal)
    if index is not None:
        # By its place: a text could be taken for a short form and be written out.
        decide.index = index
    elif isinstance(answer, Command | str):
        decide.text = str(answer)
    else:
        for item in answer:
            if not isinstance(item, Command | str):
                raise TypeError(f"a plan holds commands, not {type(item).__name__}")
            decide.plan.choices.add(text=str(item))
    if turn.notes:
        decide.notes = json.dumps(turn.notes, separators=(",", ":")).encode()
    return request


def _place_of(answer: Answer, legal: list[Command]) -> int | None:
    if not isinstance(answer, Command):
        return None
    try:
        return legal.index(answer)
    except ValueError:
        return None


def answer_of(decide: play_pb2.Decide, legal: list[Command]) -> Answer:
    """An answer as it was sent, indices looked up. Raises Garbled."""
    kind = decide.WhichOneof("answer")
    if kind == "text":
        return decide.text
    if kind == "index":
        return _by_index(decide.index, legal)
    if kind == "plan" and decide.plan.choices:
        return [_choice(choice, legal) for choice in decide.plan.choices]
    raise Garbled("a Decide without an answer", in_words(decide))


def notes_of(decide: play_pb2.Decide) -> Json:
    """The notes of an answer, None when there are none that can be read."""
    if not decide.notes:
        return None
    try:
        notes: Json = json.loads(decide.notes)
    except (ValueError, RecursionError):
        return None
    return notes


def end_message(match_id: int, ending: Ending) -> play_pb2.MatchEnd:
    """What ends a match for a bot."""
    outcome = ending.outcome
    return play_pb2.MatchEnd(
        match_id=match_id,
        seat=ending.seat,
        outcome=common_pb2.Outcome(
            ranks=outcome.ranks,
            scores=outcome.scores,
            rule=outcome.rule,
            reason=outcome.reason,
            natural=outcome.natural,
        ),
    )


def ending_of(message: play_pb2.MatchEnd) -> Ending | None:
    """The end of a match as the bot's side has it; None when the match has no result."""
    if not message.HasField("outcome"):
        return None
    sent = message.outcome
    return Ending(
        Outcome(
            ranks=list(sent.ranks),
            scores=list(sent.scores),
            rule=sent.rule,
            reason=sent.reason,
            natural=sent.natural,
        ),
        message.seat,
    )


def _choice(choice: play_pb2.Choice, legal: list[Command]) -> Command | str:
    kind = choice.WhichOneof("choice")
    if kind == "text":
        return choice.text
    if kind == "index":
        return _by_index(choice.index, legal)
    raise Garbled("a plan with an empty choice", choice.SerializeToString())


def _by_index(index: int, legal: list[Command]) -> Command | str:
    # An index out of range is an illegal command, not a broken message: let the referee name it.
    return legal[index] if index < len(legal) else f"index {index} of {len(legal)}"
