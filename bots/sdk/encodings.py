"""How a program at the other end of two pipes is spoken to: the host's side of both encodings."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Final

from pentarch.arbiter.packages.languages import LINES, PROTOBUF
from pentarch.arbiter.v1 import play_pb2
from pentarch.bots.sdk import lines, wire


class Encoding(ABC):
    """One program's dialogue in bytes. Messages of the program are the bodies of PlayRequests."""

    greeting: Sequence[bytes] = ()
    """What counts as said when the program has begun to run."""

    @abstractmethod
    def encode(self, response: play_pb2.PlayResponse) -> bytes:
        """A message to the program."""

    @abstractmethod
    def whole(self, data: bytes) -> list[bytes]:
        """Bytes that came from it: the messages that are complete by now. Raises Garbled."""

    def implied(self, response: play_pb2.PlayResponse) -> Sequence[bytes]:
        """What counts as said by the program when it has been sent that message."""
        return ()


class Protobuf(Encoding):
    """Messages with their lengths before them. The program says everything itself."""

    def __init__(self) -> None:
        self._frames: Final = wire.Frames()

    def encode(self, response: play_pb2.PlayResponse) -> bytes:
        return wire.framed(response)

    def whole(self, data: bytes) -> list[bytes]:
        return self._frames.whole(data)


class JsonLines(Encoding):
    """JSON lines. The host says Hello and Ready for the program, which need only decide."""

    greeting = (play_pb2.PlayRequest(hello=play_pb2.Hello(max_matches=1)).SerializeToString(),)

    def __init__(self) -> None:
        self._lines: Final = lines.Lines()
        self._asked: play_pb2.Turn | None = None

    def encode(self, response: play_pb2.PlayResponse) -> bytes:
        self._asked = response.turn if response.HasField("turn") else None
        return lines.line_of(response)

    def implied(self, response: play_pb2.PlayResponse) -> Sequence[bytes]:
        if not response.HasField("match_start"):
            return ()
        ready = play_pb2.Ready(match_id=response.match_start.match_id)
        return (play_pb2.PlayRequest(ready=ready).SerializeToString(),)

    def whole(self, data: bytes) -> list[bytes]:
        messages = []
        for line in self._lines.whole(data):
            request = lines.answer_of(line, self._asked)
            if request is None or not request.HasField("decide"):
                # The rest is said for it.
                continue
            if self._asked is not None and request.decide.sequence == self._asked.sequence:
                self._asked = None
            messages.append(request.SerializeToString())
        return messages


def encoding_of(protocol: str) -> Encoding:
    """A fresh dialogue in that encoding, `protobuf` or `lines`."""
    return {PROTOBUF: Protobuf, LINES: JsonLines}[protocol]()
