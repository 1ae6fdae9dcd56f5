"""What the parts of a hosted decision cost, each by itself in one process, again and again.

Between two processes each of them takes two to three times as long, because the other side has used
the caches meanwhile; so these are floors, and their proportions are what matters.
"""

import os
import statistics
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import orjson

from pentarch.arbiter.v1 import play_pb2
from pentarch.bots.sdk import Clock, Start, Turn, wire
from pentarch.workers.process_tree import CpuMeter

ROUNDS: Final = 400
_EACH: Final = 20


def parts(start: Start, turn: Turn) -> dict[str, float]:
    """Microseconds of each part, in the order in which they happen; the medians."""
    asked = replace(turn)
    asking = wire.asking(1, asked)
    framed = wire.framed(asking)
    source, target = os.pipe()
    frames = wire.Frames()
    [body] = frames.whole(framed)
    response = play_pb2.PlayResponse.FromString(body)
    known: dict[str, Any] = {}
    seen = wire.turn_of(response.turn, start, known)
    request = wire.answering(1, seen, seen.legal[0])
    answer = request.SerializeToString()
    decide = wire.parse_request(answer).decide
    meter = CpuMeter(os.getpid())

    def carry() -> None:
        os.write(target, framed)
        os.read(source, 1 << 16)

    def clocks() -> Clock:
        return wire.turn_of(response.turn, start, known).clock

    measured: dict[str, Callable[[], object]] = {
        "view as JSON": lambda: orjson.dumps(asked.view),
        "message, with the view": lambda: wire.asking(1, asked),
        "message framed": lambda: wire.framed(asking),
        "one write and one read of a pipe": carry,
        "frame read": lambda: frames.whole(framed),
        "message parsed": lambda: play_pb2.PlayResponse.FromString(body),
        "turn for the bot": lambda: wire.turn_of(response.turn, start, known),
        "the same with its clock": clocks,
        "answer made": lambda: wire.answering(1, seen, seen.legal[0]),
        "answer framed": lambda: wire.framed(request),
        "answer parsed": lambda: wire.parse_request(answer),
        "command looked up": lambda: wire.answer_of(decide, seen.legal),
        "CPU time read": meter.read,
    }
    try:
        return {name: _microseconds(part) for name, part in measured.items()}
    finally:
        os.close(source)
        os.close(target)


def _microseconds(part: Callable[[], object]) -> float:
    kept = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        for _ in range(_EACH):
            part()
        kept.append((time.perf_counter() - began) / _EACH)
    return statistics.median(kept) * 1e6
