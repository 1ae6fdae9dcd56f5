"""Playing as a hosted bot: messages on standard input and output, in either encoding."""

import os
import sys
from collections.abc import Callable, Iterable
from typing import BinaryIO, Final, TypeAlias

from pentarch.arbiter.v1 import play_pb2
from pentarch.bots.sdk import wire
from pentarch.bots.sdk.session import Maker, Session

CLIENT = "pentarch-python"
_LINES: Final = "lines"

Read: TypeAlias = Callable[[bytes], Iterable[play_pb2.PlayResponse]]
Write: TypeAlias = Callable[[play_pb2.PlayRequest], bytes]


def play_hosted(make: Maker) -> None:
    """Play until the host closes standard input.

    Standard output belongs to the protocol: what the bot prints goes to standard error.
    """
    source = os.fdopen(os.dup(0), "rb", buffering=0)
    target = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    sys.stdout.flush()  # also what was printed while the bot was imported
    sys.stdout = sys.stderr
    serve(make, source, target, os.environ.get("PENTARCH_PROTOCOL", ""))


def serve(make: Maker, source: BinaryIO, target: BinaryIO, protocol: str = "") -> None:
    """Answer the messages of `source` on `target` until it ends."""
    read, write = _json_lines() if protocol == _LINES else _protobuf()
    session = Session(make)
    hello = play_pb2.Hello(max_matches=1, client=CLIENT)
    _send(target, write(play_pb2.PlayRequest(hello=hello)))
    while chunk := source.read(1 << 16):
        for response in read(chunk):
            for request in session.take(response):
                _send(target, write(request))


def _protobuf() -> tuple[Read, Write]:
    frames = wire.Frames()
    parsed = play_pb2.PlayResponse.FromString
    return lambda chunk: map(parsed, frames.whole(chunk)), wire.framed


def _json_lines() -> tuple[Read, Write]:
    # Bots that speak protobuf start faster without.
    from pentarch.bots.sdk import lines

    source = lines.Lines()

    def read(chunk: bytes) -> Iterable[play_pb2.PlayResponse]:
        return (lines.message_of(line, play_pb2.PlayResponse) for line in source.whole(chunk))

    return read, lines.line_of


def _send(target: BinaryIO, data: bytes) -> None:
    # A pipe takes little at once, and mostly that is all of it.
    while (written := target.write(data)) < len(data):
        data = data[written:]
