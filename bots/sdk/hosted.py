"""Playing as a hosted bot: length-delimited messages on standard input and output."""

import os
import sys
from typing import BinaryIO

from pentarch.arbiter.v1 import play_pb2
from pentarch.bots.sdk import wire
from pentarch.bots.sdk.session import Maker, Session

CLIENT = "pentarch-python"


def play_hosted(make: Maker) -> None:
    """Play until the host closes standard input.

    Standard output belongs to the protocol: what the bot prints goes to standard error.
    """
    source = os.fdopen(os.dup(0), "rb", buffering=0)
    target = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    sys.stdout.flush()  # also what was printed while the bot was imported
    sys.stdout = sys.stderr
    serve(make, source, target)


def serve(make: Maker, source: BinaryIO, target: BinaryIO) -> None:
    """Answer the messages of `source` on `target` until it ends."""
    session = Session(make)
    frames = wire.Frames()
    hello = play_pb2.Hello(max_matches=1, client=CLIENT)
    _send(target, play_pb2.PlayRequest(hello=hello))
    while chunk := source.read(1 << 16):
        for body in frames.whole(chunk):
            response = play_pb2.PlayResponse.FromString(body)
            for request in session.take(response):
                _send(target, request)


def _send(target: BinaryIO, request: play_pb2.PlayRequest) -> None:
    data = wire.framed(request)
    # A pipe takes little at once, and mostly that is all of it.
    while (written := target.write(data)) < len(data):
        data = data[written:]
