"""Playing as a hosted bot: messages on standard input and output, in either encoding."""

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import BinaryIO, TypeAlias

from pentarch.arbiter.packages.languages import LINES
from pentarch.arbiter.v1 import play_pb2
from pentarch.bots.sdk import wire
from pentarch.bots.sdk.session import Maker, Session

CLIENT = "pentarch-python"

Read: TypeAlias = Callable[[bytes], Iterable[play_pb2.PlayResponse]]
"""Bytes that have come: the messages that are complete by now."""


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
    if protocol == LINES:
        _serve_lines(make, source, target)
        return
    frames = wire.Frames()
    parsed = play_pb2.PlayResponse.FromString
    for request in _said(make, source, lambda chunk: map(parsed, frames.whole(chunk))):
        _send(target, request)


def _serve_lines(make: Maker, source: BinaryIO, target: BinaryIO) -> None:
    # Bots that speak protobuf start faster without.
    from pentarch.bots.sdk import lines

    whole = lines.Lines().whole

    def read(chunk: bytes) -> Iterable[play_pb2.PlayResponse]:
        return (lines.message_of(line, play_pb2.PlayResponse) for line in whole(chunk))

    for request in _said(make, source, read):
        _write(target, lines.line_of(request))


def _said(make: Maker, source: BinaryIO, read: Read) -> Iterator[play_pb2.PlayRequest]:
    """What the bot says, one after another."""
    session = Session(make)
    yield play_pb2.PlayRequest(hello=play_pb2.Hello(max_matches=1, client=CLIENT))
    while chunk := source.read(1 << 16):
        for response in read(chunk):
            yield from session.take(response)


def _send(target: BinaryIO, request: play_pb2.PlayRequest) -> None:
    _write(target, wire.framed(request))


def _write(target: BinaryIO, data: bytes) -> None:
    # A pipe takes little at once, and mostly that is all of it.
    while (written := target.write(data)) < len(data):
        data = data[written:]
