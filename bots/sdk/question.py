"""The message that asks for a decision, written byte by byte.

It is made at every decision, and building it field by field costs more than sending it. The bytes
are those of `wire.asking`, in the order of the fields' numbers; a test compares them.
"""

from functools import lru_cache
from typing import Final

import orjson

from pentarch.bots.sdk.bot import Clock, Turn
from pentarch.engine.commands import Command
from pentarch.engine.core import Event

# Fields of bytes, by number: the number times eight, and two.
_FIRST: Final = b"\x0a"
_SECOND: Final = b"\x12"
_THIRD: Final = b"\x1a"
_FOURTH: Final = b"\x22"
_FIFTH: Final = b"\x2a"
_SIXTH: Final = b"\x32"
_SEVENTH: Final = b"\x3a"
# Fields of whole numbers: the number times eight.
_FIRST_NUMBER: Final = b"\x08"
_SECOND_NUMBER: Final = b"\x10"
_FOREVER: Final = 1e9
_NANO: Final = 1_000_000_000
_MOST_KNOWN: Final = 10_000
_FEW: Final = 4


def varint(value: int) -> bytes:
    """A number from 0 on in seven bits a byte, the lowest first."""
    if value < 0x80:
        return _SMALL[value]
    if value < 0x4000:
        return bytes((0x80 | (value & 0x7F), value >> 7))
    written = bytearray()
    while value >= 0x80:
        written.append(0x80 | (value & 0x7F))
        value >>= 7
    written.append(value)
    return bytes(written)


def numbered(delivery: int, body: bytes) -> bytes:
    """A PlayResponse that has no delivery number yet, with one."""
    return _FIRST_NUMBER + varint(delivery) + body


class Asking:
    """Asks one seat of a match, decision by decision."""

    def __init__(self, match_id: int) -> None:
        self._match: Final = _number(_FIRST_NUMBER, match_id)
        self._legal: Final[dict[Command, bytes]] = {}

    def body(self, turn: Turn, deadline: float | None = None) -> bytes:
        """The bytes of a PlayResponse without a delivery number. The deadline is in Unix time."""
        known = self._legal
        view = orjson.dumps(turn.view)
        parts = [
            self._match,
            _number(_SECOND_NUMBER, turn.sequence),
            _THIRD,
            varint(len(view)),
            view,
            *[known.get(command) or self._write(command) for command in turn.legal],
            _clock(turn.clock),
        ]
        if deadline is not None:
            parts.append(_part(_SIXTH, _seconds(deadline)))
        parts += [_event(event) for event in turn.events]
        return _part(_FOURTH, b"".join(parts))

    def _write(self, command: Command) -> bytes:
        if len(self._legal) >= _MOST_KNOWN:
            self._legal.clear()
        written = _part(_FOURTH, command.text.encode())
        self._legal[command] = written
        return written


_SMALL: Final = [bytes([value]) for value in range(0x80)]


def _part(tag: bytes, content: bytes) -> bytes:
    return tag + varint(len(content)) + content


def _number(tag: bytes, value: int) -> bytes:
    """A number; 0 is what an absent one means."""
    return tag + varint(value) if value else b""


def _event(event: Event) -> bytes:
    # Most are short and come again; long ones would take too much room to be kept.
    write = _kept if len(event.values) <= _FEW else _told
    return write(event.name, event.seat, event.values)


def _told(name: str, seat: int, values: tuple[int | str, ...]) -> bytes:
    """An event; seat 0 is written, because nobody is what an absent one means."""
    parts = [_part(_FIRST, name.encode())]
    if seat >= 0:
        parts.append(_SECOND_NUMBER + varint(seat))
    parts += [_part(_THIRD, str(value).encode()) for value in values]
    return _part(_SEVENTH, b"".join(parts))


_kept: Final = lru_cache(maxsize=_MOST_KNOWN)(_told)


def _clock(clock: Clock) -> bytes:
    content = _terms(clock.increment, clock.cap)
    if clock.left < _FOREVER:
        content = _part(_FIRST, _seconds(clock.left)) + content
    return _part(_FIFTH, content) if content else b""


@lru_cache(maxsize=1_000)
def _terms(increment: float, cap: float) -> bytes:
    """What stays the same of a clock; a cap without a limit stays absent."""
    content = b""
    if increment < _FOREVER:
        content += _part(_SECOND, _seconds(increment))
    if cap < _FOREVER:
        content += _part(_THIRD, _seconds(cap))
    return content


def _seconds(value: float) -> bytes:
    """A protobuf duration or time."""
    seconds, nanos = divmod(round(max(value, 0.0) * 1e9), _NANO)
    return _number(_FIRST_NUMBER, seconds) + _number(_SECOND_NUMBER, nanos)
