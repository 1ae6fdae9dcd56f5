"""Hostile clients: each is refused with the right code, costs little, and disturbs nobody."""

import hashlib
import io
import socket
import tarfile
import threading
import zipfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from typing import Any, Literal

import grpc
import pytest
from google.protobuf.unknown_fields import UnknownFieldSet

from pentarch.arbiter.api import bots as bot_service
from pentarch.arbiter.v1 import bots_pb2, bots_pb2_grpc, play_pb2
from pentarch.bots.random import Random
from pentarch.bots.sdk import Answer, Turn
from tests.arbiter_process import ArbiterProcess
from tests.remote import Client, Hall
from tests.threads import Background
from tests.waiting import PATIENCE, until

Code = grpc.StatusCode
MIB = 1 << 20
MOST_GROWTH = 150 * MIB
UNKNOWN = b"\xc0\x3e\x07\xca\x3e\x03new"


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    made = Hall(tmp_path_factory.mktemp("hall"))
    yield made
    made.close()


@pytest.fixture(scope="module")
def arbiter(hall: Hall) -> Iterator[ArbiterProcess]:
    """An arbiter whose memory can be measured."""
    made = ArbiterProcess(str(hall.store.engine.url), hall.redis.address)
    yield made
    made.stop()


class Patient(Random):
    """Plays until it is let go: the match lasts as long as the test."""

    go = threading.Event()
    decided = 0

    def decide(self, turn: Turn) -> Answer:
        Patient.decided += 1
        if not Patient.go.is_set():
            Patient.go.wait(0.02)
        return super().decide(turn)


@contextmanager
def honest_match(hall: Hall, port: int) -> Iterator[None]:
    """Two honest bots play meanwhile, and come to a good end without losing their streams."""
    Patient.go.clear()
    Patient.decided = 0
    pair = [hall.bot(Patient, name, "township", port=port) for name in ("red", "blue")]
    match_id = hall.queue("township", pair, seed=1)
    playing = Background(lambda: hall.play(match_id))
    try:
        until(lambda: Patient.decided > 3)
        before = Patient.decided
        yield
        until(lambda: Patient.decided > before)
    finally:
        Patient.go.set()
    assert playing.result().forfeits == []
    assert [bot.streams for bot in pair] == [1, 1]


def zipped(*names: str, content: bytes = b"x = 1\n", method: int = zipfile.ZIP_DEFLATED) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", method) as archive:
        for name in names:
            archive.writestr(name, content)
    return target.getvalue()


def tarred(mode: Literal["w:gz", "w:bz2", "w:xz"] = "w:gz", **changes: Any) -> bytes:
    target = io.BytesIO()
    with tarfile.open(fileobj=target, mode=mode) as archive:
        plain = tarfile.TarInfo("bot.py")
        archive.addfile(plain)
        odd = tarfile.TarInfo("odd")
        for name, value in changes.items():
            setattr(odd, name, value)
        archive.addfile(odd)
    return target.getvalue()


def changed(content: bytes, after: bytes, skipped: int, change: bytes) -> bytes:
    """Some bytes changed, so many after the first place that has others."""
    at = content.index(after) + len(after) + skipped
    return content[:at] + change + content[at + len(change) :]


def manifest(content: bytes, **changes: Any) -> bots_pb2.SubmitBotRequest:
    values: dict[str, Any] = {
        "request_id": hashlib.sha256(content).hexdigest()[:32],
        "bot": "hostile",
        "rulesets": ["township"],
        "entry_point": "bot.py",
        "language": "python",
        "size": len(content),
        "sha256": hashlib.sha256(content).hexdigest(),
    }
    return bots_pb2.SubmitBotRequest(manifest=bots_pb2.Manifest(**(values | changes)))


def chunks(content: bytes, size: int = MIB) -> Iterator[bots_pb2.SubmitBotRequest]:
    for start in range(0, len(content), size):
        yield bots_pb2.SubmitBotRequest(chunk=content[start : start + size])


def code_of(port: int, token: str, parts: Iterator[bots_pb2.SubmitBotRequest]) -> Code:
    """How an upload ends."""
    with grpc.insecure_channel(f"127.0.0.1:{port}") as channel:
        stub = bots_pb2_grpc.BotServiceStub(channel)
        try:
            stub.SubmitBot(
                parts, metadata=(("authorization", f"Bearer {token}"),), timeout=PATIENCE
            )
        except grpc.RpcError as error:
            code: Code = error.code()
            return code
    return Code.OK


def uploaded(content: bytes, chunk: int = MIB, **changes: Any) -> Iterator[Any]:
    yield manifest(content, **changes)
    yield from chunks(content, chunk)


def more_than_announced() -> Iterator[Any]:
    request = manifest(BIG)
    request.manifest.size = 16 * MIB
    yield request
    yield from chunks(BIG)


@cache
def bomb() -> bytes:
    return zipped("bot.py", content=bytes(100 * MIB))


@cache
def bomb_by_lzma() -> bytes:
    return zipped("bot.py", content=bytes(90 * MIB), method=zipfile.ZIP_LZMA)


BIG = bytes(17 * MIB)
ARCHIVES: dict[str, tuple[Callable[[], Iterator[Any]], Code]] = {
    "a bomb": (lambda: uploaded(bomb()), Code.INVALID_ARGUMENT),
    "a bomb by bzip2": (
        lambda: uploaded(zipped("bot.py", content=bytes(90 * MIB), method=zipfile.ZIP_BZIP2)),
        Code.INVALID_ARGUMENT,
    ),
    "a bomb by LZMA": (lambda: uploaded(bomb_by_lzma()), Code.INVALID_ARGUMENT),
    # Its header has a version and a size of two bytes each, a byte, and the dictionary's size.
    "LZMA with a dictionary of 4 GiB": (
        lambda: uploaded(changed(bomb_by_lzma(), b"bot.py", 5, b"\xff" * 4)),
        Code.INVALID_ARGUMENT,
    ),
    "damaged LZMA": (
        lambda: uploaded(changed(bomb_by_lzma(), b"bot.py", 9, b"\xff" * 9)),
        Code.INVALID_ARGUMENT,
    ),
    "bzip2 around it": (lambda: uploaded(tarred("w:bz2")), Code.INVALID_ARGUMENT),
    "LZMA around it": (lambda: uploaded(tarred("w:xz")), Code.INVALID_ARGUMENT),
    "a path that escapes": (
        lambda: uploaded(zipped("bot.py", "../../etc/passwd")),
        Code.INVALID_ARGUMENT,
    ),
    "an absolute path": (lambda: uploaded(zipped("bot.py", "/etc/x")), Code.INVALID_ARGUMENT),
    "a link": (
        lambda: uploaded(tarred(type=tarfile.SYMTYPE, linkname="/etc/passwd")),
        Code.INVALID_ARGUMENT,
    ),
    "a device": (lambda: uploaded(tarred(type=tarfile.CHRTYPE)), Code.INVALID_ARGUMENT),
    "too many files": (
        lambda: uploaded(zipped("bot.py", *(f"f{n}" for n in range(2_100)))),
        Code.INVALID_ARGUMENT,
    ),
    "no archive": (lambda: uploaded(b"#!/bin/sh\n" * 100), Code.INVALID_ARGUMENT),
    "more than announced": (more_than_announced, Code.INVALID_ARGUMENT),
    "more than allowed": (lambda: uploaded(BIG), Code.RESOURCE_EXHAUSTED),
    "too large a message": (lambda: uploaded(BIG, 17 * MIB), Code.RESOURCE_EXHAUSTED),
    "cut off": (
        lambda: iter([manifest(bomb()), *list(chunks(bomb(), 1000))[:5]]),
        Code.INVALID_ARGUMENT,
    ),
    "10,000 tiny chunks": (lambda: uploaded(bytes(10_000), 1), Code.INVALID_ARGUMENT),
}


def test_hostile_uploads_are_refused_and_nothing_grows(hall: Hall, arbiter: ArbiterProcess) -> None:
    token = hall.tokens["rival"]
    with honest_match(hall, arbiter.port):
        assert code_of(arbiter.port, "pent_wrong", uploaded(BIG)) is Code.UNAUTHENTICATED
        before = arbiter.memory
        for _ in range(2):
            for name, (make, code) in ARCHIVES.items():
                assert code_of(arbiter.port, token, make()) is code, name
        assert arbiter.memory - before < MOST_GROWTH


def test_an_owner_cannot_hold_many_uploads_at_once(hall: Hall) -> None:
    token = hall.tokens["rival"]
    release = threading.Event()
    content = zipped("bot.py")

    def slow() -> Iterator[Any]:
        yield manifest(content)
        release.wait(PATIENCE)
        yield from chunks(content)

    def hold() -> Code:
        # The question below may have taken the place for a moment.
        while (code := code_of(hall.port, token, slow())) is Code.RESOURCE_EXHAUSTED:
            pass
        return code

    held = [Background(hold) for _ in range(bot_service.MOST_UPLOADS_OF_ONE)]
    until(lambda: code_of(hall.port, token, uploaded(b"no")) is Code.RESOURCE_EXHAUSTED)
    assert code_of(hall.port, hall.tokens["author"], uploaded(content, bot="mine")) is Code.OK
    release.set()
    # The same request twice at once: one makes the version, the other gets it.
    assert [one.result() for one in held] == [Code.OK, Code.OK]


def test_an_upload_that_never_ends_is_ended(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_service, "UPLOAD_WAIT", 0.5)
    release = threading.Event()

    def never() -> Iterator[Any]:
        yield manifest(b"12345")
        release.wait(PATIENCE)

    assert code_of(hall.port, hall.tokens["rival"], never()) is Code.DEADLINE_EXCEEDED
    release.set()


def test_unknown_fields_are_ignored(hall: Hall) -> None:
    content = zipped("bot.py")
    first = manifest(content, request_id="unknown fields")
    first.manifest.MergeFromString(UNKNOWN)
    first.MergeFromString(UNKNOWN)
    assert len(UnknownFieldSet(first)) == 2
    parts = iter([first, *chunks(content)])
    assert code_of(hall.port, hall.tokens["rival"], parts) is Code.OK
    with Client(hall.port, hall.tokens["author"]) as bot:
        hello = play_pb2.Hello(bot="newer", rulesets=["township"], max_matches=1)
        hello.MergeFromString(UNKNOWN)
        bot.say(hello=hello)
        assert next(bot.call).welcome.version == "newer@1"


def test_half_open_connections_and_floods_disturb_nobody(
    hall: Hall, arbiter: ArbiterProcess
) -> None:
    preface = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
    with honest_match(hall, arbiter.port), ExitStack() as stack:
        before = arbiter.memory
        for number in range(200):
            half = stack.enter_context(socket.create_connection(("127.0.0.1", arbiter.port)))
            half.sendall((b"", preface[:10], preface, b"\x16\x03\x01garbage")[number % 4])
        for _ in range(20):
            # A stream that never says Hello, and one that is left in the middle.
            stack.enter_context(Client(arbiter.port, hall.tokens["rival"]))
        for number in range(20):
            left = Client(arbiter.port, hall.tokens["rival"])
            left.hello(f"left-{number}")
            left.channel.close()
        with Client(arbiter.port, hall.tokens["rival"]) as flood:
            flood.hello("flood")
            for number in range(10_000):
                flood.say(pong=play_pb2.Pong(number=number + 7))
            assert flood.code() is Code.RESOURCE_EXHAUSTED
        with Client(arbiter.port, hall.tokens["rival"]) as flood:
            flood.hello("flood")
            for number in range(10_000):
                flood.say(ready=play_pb2.Ready(match_id=number))
            assert flood.code() is Code.RESOURCE_EXHAUSTED
        assert arbiter.memory - before < MOST_GROWTH


def test_wrong_tokens_in_a_row_are_all_refused(hall: Hall, arbiter: ArbiterProcess) -> None:
    with (
        honest_match(hall, arbiter.port),
        grpc.insecure_channel(f"127.0.0.1:{arbiter.port}") as channel,
    ):
        before = arbiter.memory
        stub = bots_pb2_grpc.BotServiceStub(channel)
        calls = [
            stub.ListBots.future(
                bots_pb2.ListBotsRequest(),
                metadata=(("authorization", f"Bearer pent_{number:016d}_{'x' * 43}"),),
                timeout=PATIENCE,
            )
            for number in range(1_000)
        ]
        refusals = {Code.UNAUTHENTICATED, Code.RESOURCE_EXHAUSTED}
        assert {call.code() for call in calls} == refusals
        assert arbiter.memory - before < MOST_GROWTH
