"""The protocol as JSON lines, the encoding for programs in any language: one message a line.

A line is protobuf's JSON mapping of a message, with the names of the .proto files and with fields
that have their default. What holds JSON itself, `turn.view` and `decide.notes`, stands in place. A
bot may answer a Turn more shortly than by a whole Decide:

    0                                    the first of `legal`
    build farm1                          that command
    {"decide": {"text": "build farm1"}}  the same, with room for notes and plans
"""

import re
from collections.abc import Iterator
from typing import Final, TypeVar

import orjson
from google.protobuf.json_format import MessageToDict, ParseDict, ParseError

from pentarch.arbiter.v1 import play_pb2
from pentarch.bots.sdk.wire import MOST_MESSAGE_BYTES, Garbled
from pentarch.engine.plain import Json

Message = TypeVar("Message", play_pb2.PlayRequest, play_pb2.PlayResponse)

_INDEX: Final = re.compile(rb"[0-9]{1,9}")


def line_of(message: play_pb2.PlayRequest | play_pb2.PlayResponse) -> bytes:
    """A message as a line, with its end."""
    values = MessageToDict(
        message, preserving_proto_field_name=True, always_print_fields_with_no_presence=True
    )
    if isinstance(message, play_pb2.PlayResponse):
        _put(values.get("turn"), "view", message.turn.view)
    else:
        _put(values.get("decide"), "notes", message.decide.notes)
    return orjson.dumps(values, option=orjson.OPT_APPEND_NEWLINE)


def message_of(line: bytes, kind: type[Message]) -> Message:
    """The message that a line is. Raises Garbled."""
    return _parsed(_object(line), kind, line)


def answer_of(line: bytes, asked: play_pb2.Turn | None) -> play_pb2.PlayRequest | None:
    """What a bot says by a line while that Turn waits for its answer; None: nothing.

    What does not say which Turn it answers, answers the one that waits, and nothing when none does.
    Raises Garbled.
    """
    text = line.strip()
    if not text:
        return None
    if text.startswith(b"{"):
        return _said(text, asked)
    if asked is None:
        return None
    request = play_pb2.PlayRequest()
    request.decide.match_id = asked.match_id
    request.decide.sequence = asked.sequence
    if _INDEX.fullmatch(text):
        request.decide.index = int(text)
        return request
    try:
        request.decide.text = text.decode()
    except UnicodeDecodeError as error:
        raise Garbled("a line that is not UTF-8", line) from error
    return request


class Lines:
    """Takes bytes as they come and gives back whole lines, without their ends."""

    def __init__(self, most: int = MOST_MESSAGE_BYTES) -> None:
        self._most: Final = most
        self._partial = bytearray()

    def whole(self, data: bytes) -> Iterator[bytes]:
        """Bytes that have arrived: the lines that are complete by now. Raises Garbled."""
        *lines, rest = data.split(b"\n")
        for line in lines:
            self._add(line)
            yield bytes(self._partial)
            self._partial.clear()
        self._add(rest)

    def _add(self, part: bytes) -> None:
        self._partial += part
        if len(self._partial) > self._most:
            raise Garbled(f"a line of more than {self._most} bytes", bytes(self._partial[:2048]))


def _said(line: bytes, asked: play_pb2.Turn | None) -> play_pb2.PlayRequest | None:
    """What a bot says by an object; None for an answer to nothing."""
    values = _object(line)
    decide = values.get("decide")
    if isinstance(decide, dict):
        is_whole = "sequence" in decide and ("match_id" in decide or "matchId" in decide)
        if asked is None and not is_whole:
            return None
        if asked is not None:
            decide.setdefault("sequence", asked.sequence)
            if "matchId" not in decide:
                decide.setdefault("match_id", asked.match_id)
    request = _parsed(values, play_pb2.PlayRequest, line)
    if request.WhichOneof("message") is None:
        raise Garbled("a line that says nothing", line)
    return request


def _object(line: bytes) -> dict[str, Json]:
    try:
        values: Json = orjson.loads(line)
    except orjson.JSONDecodeError as error:
        raise Garbled(f"a line that is no JSON ({error})", line) from error
    if not isinstance(values, dict):
        raise Garbled("a line that is no JSON object", line)
    return values


def _parsed(values: dict[str, Json], kind: type[Message], line: bytes) -> Message:
    view, notes = _take(values, "turn", "view"), _take(values, "decide", "notes")
    message = kind()
    # A bot passes over what comes from a newer arbiter.
    is_told = kind is play_pb2.PlayResponse
    try:
        ParseDict(values, message, ignore_unknown_fields=is_told)
    except (ParseError, TypeError, ValueError, AttributeError) as error:
        raise Garbled(f"a line that is no {kind.__name__} ({_first_line(error)})", line) from error
    if isinstance(message, play_pb2.PlayResponse):
        if view is not None:
            message.turn.view = view
    elif notes is not None:
        message.decide.notes = notes
    return message


def _put(message: dict[str, object] | None, field: str, content: bytes) -> None:
    """Put JSON in the place of its bytes."""
    if message is None:
        return
    if content:
        # As white space between values a newline means nothing, and elsewhere JSON has none.
        message[field] = orjson.Fragment(content.replace(b"\n", b" "))
    else:
        del message[field]


def _take(values: dict[str, Json], kind: str, field: str) -> bytes | None:
    """Take JSON out of a message, as bytes; None when it is not there."""
    message = values.get(kind)
    if not isinstance(message, dict) or field not in message:
        return None
    return orjson.dumps(message.pop(field))


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0][:200]
