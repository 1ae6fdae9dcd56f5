"""Random messages to every call of every service: each is answered, and never with INTERNAL.

The calls come from the server's own reflection, so a new service is covered when it is served.
"""

import math
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import grpc
import pytest
from google.protobuf import message_factory
from google.protobuf.descriptor import Descriptor, FieldDescriptor, MethodDescriptor
from google.protobuf.descriptor_pool import DescriptorPool
from google.protobuf.message import Message
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import (
    ProtoReflectionDescriptorDatabase,
)

from pentarch.arbiter.store import owners
from pentarch.arbiter.store.words import Role
from pentarch.engine import registry
from pentarch.workers.verification import verify_matches
from pentarch.workers.windows import play_matches
from tests.builtin_bots import add_builtin
from tests.remote import NOW, Hall
from tests.services import Postgres
from tests.waiting import PATIENCE

Code = grpc.StatusCode
OURS = "pentarch.arbiter.v1."
WATCHING = 0.2
"""How long to listen to a stream that may have nothing to say."""
STREAMS_EVERY = 4
"""Streams take that long each, so they come up in one round of a few."""

TEXTS = ("", "a", "A b", "\x00", "\x1b[31m", "é" * 30, "x" * 5000, "-1", "9" * 30, "../..", "%s'--")
WHOLES = (0, 1, 2, 7, -1, 1 << 30, -(1 << 31), (1 << 31) - 1, (1 << 32) - 1, (1 << 63) - 1)
REALS = (0.0, -1.5, 1e308, math.nan, math.inf, -math.inf)
KNOWN: dict[str, tuple[Any, ...]] = {
    "ruleset": (*registry.IDS, "chess"),
    "rulesets": (*registry.IDS, "chess"),
    "bot": ("greedy", "random", "greedy@1", "ghost", "greedy@x", "greedy@99999999999999999999"),
    "bots": ("greedy", "random", "random@1", "greedy@0", "ghost"),
    "version": ("greedy@1", "random@1"),
    "owner": ("author", "rival", "nobody"),
    "match_id": (1, 2, 3, 99),
    "tournament_id": (1, 2, 99),
    "number": (0, 1, 2),
    "request_id": ("one", "two", "three", "four"),
    "page_size": (0, 1, 2, 1000, -5),
    "language": ("python", "node"),
    "entry_point": ("bot.py", "../bot.py"),
    "size": (1, 2, 10),
    "max_matches": (1, 2),
}
"""Values that lead deeper in, by the name of their field."""


class Dice:
    """Random messages from descriptors alone."""

    def __init__(self, seed: int) -> None:
        self._luck = random.Random(seed)
        self._page_tokens: list[str] = []

    def learn(self, response: Message) -> None:
        """Keep a page token to use it in the wrong places."""
        token = getattr(response, "next_page_token", "")
        if token and len(self._page_tokens) < 50:
            self._page_tokens.append(token)

    def message(self, kind: Descriptor, depth: int = 0) -> Message:
        made = message_factory.GetMessageClass(kind)()
        for field in kind.fields:
            # Oneofs keep the field that was set last; that is random enough.
            if self._luck.random() < (0.7 if depth < 3 else 0.2):
                self._fill(made, field, depth)
        return made

    def requests(self, method: MethodDescriptor) -> Iterator[bytes]:
        """What to send in one call: a message, or any number of them."""
        count = self._luck.choice([0, 1, 1, 2, 5]) if method.client_streaming else 1
        for _ in range(count):
            body = self.message(method.input_type).SerializeToString()
            if self._luck.random() < 0.15:
                yield self._garbled(body)
            else:
                yield body

    def _garbled(self, body: bytes) -> bytes:
        """Bytes with something wrong: cut off, flipped, random, or with unknown fields."""
        kind = self._luck.randrange(4)
        if kind == 0:
            return body[: self._luck.randint(0, len(body))]
        if kind == 1 and body:
            place = self._luck.randrange(len(body))
            return body[:place] + bytes([body[place] ^ 0xFF]) + body[place + 1 :]
        if kind == 2:
            return self._luck.randbytes(self._luck.randint(1, 40))
        return body + b"\xc0\x3e\x07\xca\x3e\x03new"

    def _fill(self, made: Message, field: FieldDescriptor, depth: int) -> None:
        is_map = field.message_type is not None and field.message_type.GetOptions().map_entry
        if is_map:
            getattr(made, field.name).update(self._entries())
        elif field.is_repeated:
            values = [self._value(field, depth) for _ in range(self._luck.choice([0, 1, 2, 2, 9]))]
            getattr(made, field.name).extend(values)
        elif field.message_type is not None:
            getattr(made, field.name).CopyFrom(self._value(field, depth))
        else:
            setattr(made, field.name, self._value(field, depth))

    def _entries(self) -> dict[str, str]:
        names = [option.name for id in registry.IDS for option in registry.get(id).info.options]
        return {
            self._luck.choice([*names, *TEXTS]): self._luck.choice([*TEXTS, "true", "5", "10"])
            for _ in range(self._luck.choice([0, 0, 1, 3]))
        }

    def _value(self, field: FieldDescriptor, depth: int) -> Any:
        if field.message_type is not None:
            return self.message(field.message_type, depth + 1)
        if field.name == "page_token" and self._page_tokens and self._luck.random() < 0.7:
            token = self._luck.choice(self._page_tokens)
            return token if self._luck.random() < 0.5 else token[: self._luck.randrange(len(token))]
        kind = field.cpp_type
        is_text = kind == FieldDescriptor.CPPTYPE_STRING
        known = [v for v in KNOWN.get(field.name, ()) if isinstance(v, str) == is_text]
        if known and self._luck.random() < 0.8:
            return self._luck.choice(known)
        if is_text:
            text = self._luck.choice(TEXTS)
            return text.encode() if field.type == FieldDescriptor.TYPE_BYTES else text
        if kind == FieldDescriptor.CPPTYPE_BOOL:
            return self._luck.random() < 0.5
        if kind == FieldDescriptor.CPPTYPE_ENUM:
            return self._luck.choice([0, 1, 2, 3, 77, -1])
        if kind in (FieldDescriptor.CPPTYPE_DOUBLE, FieldDescriptor.CPPTYPE_FLOAT):
            return self._luck.choice(REALS)
        return _fitting(self._luck.choice(WHOLES), kind)


def _fitting(value: int, kind: int) -> int:
    bits = 32 if kind in (FieldDescriptor.CPPTYPE_INT32, FieldDescriptor.CPPTYPE_UINT32) else 64
    if kind in (FieldDescriptor.CPPTYPE_UINT32, FieldDescriptor.CPPTYPE_UINT64):
        return abs(value) % (1 << bits)
    least = -(1 << (bits - 1))
    return min(max(value, least), -least - 1)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Databases differ in what they take: PostgreSQL has smaller numbers and no NUL in texts."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'fuzz.db'}"
        return
    server = Postgres()
    yield server.url(server.create())
    server.stop()


@pytest.fixture
def hall(tmp_path: Path, database: str) -> Iterator[Hall]:
    """An arbiter with a few bots, a match that is settled and one that waits."""
    made = Hall(tmp_path, database)
    with made.store.writing() as session:
        for spec in ("greedy", "random"):
            add_builtin(session, 1, spec, NOW, rulesets=list(registry.IDS))
    for seed in (1, 2):
        match_id = made.queue_between("township", ["greedy@1", "random@1"], seed=seed)
        if seed == 1:
            play_matches(made.host, [match_id])
            verify_matches(made.verifier, [match_id])
    yield made
    made.close()


def methods_of(channel: grpc.Channel) -> list[MethodDescriptor]:
    database = ProtoReflectionDescriptorDatabase(channel)
    pool = DescriptorPool(database)
    services = [pool.FindServiceByName(name) for name in database.get_services()]
    return [
        method
        for service in services
        if service.full_name.startswith((OURS, "grpc.health."))
        for method in service.methods
    ]


def call(channel: grpc.Channel, method: MethodDescriptor, sent: list[bytes], token: str) -> Any:
    """Make the call; its responses. Raises grpc.RpcError."""
    path = f"/{method.containing_service.full_name}/{method.name}"
    answer = message_factory.GetMessageClass(method.output_type).FromString
    kind = (
        f"{'stream' if method.client_streaming else 'unary'}"
        f"_{'stream' if method.server_streaming else 'unary'}"
    )
    made: Any = getattr(channel, kind)(path, response_deserializer=answer)
    request: Any = iter(sent) if method.client_streaming else sent[0]
    metadata = [("authorization", f"Bearer {token}")]
    if method.server_streaming:
        return list(made(request, metadata=metadata, timeout=WATCHING))
    return [made(request, metadata=metadata, timeout=PATIENCE)]


def spare(hall: Hall) -> str:
    """Another token of the author."""
    with hall.store.writing() as session:
        author = owners.by_name(session, "author").id
        _, text = owners.create_token(session, author, Role.AUTHOR, label="spare", now=NOW)
    return text


def fuzz(hall: Hall, seed: int, rounds: int) -> Counter[tuple[str, Code]]:
    dice = Dice(seed)
    wrong: dict[str, str] = {}
    codes: Counter[tuple[str, Code]] = Counter()
    port = hall.unlimited().port
    tokens = [hall.tokens[name] for name in ("author", "admin", "reader")]
    with grpc.insecure_channel(f"127.0.0.1:{port}") as channel:
        methods = methods_of(channel)
        for number in range(rounds):
            for method in methods:
                if method.server_streaming and number % STREAMS_EVERY:
                    continue
                sent = list(dice.requests(method))
                # Whoever signs out with a token has no more use for it.
                token = spare(hall) if method.name == "SignOut" else tokens[number % 3]
                try:
                    for response in call(channel, method, sent, token):
                        dice.learn(response)
                    code = Code.OK
                except grpc.RpcError as error:
                    code = error.code()
                    told = f"{method.full_name} says {code.name} to {sent}: {error.details()}"
                    if code in (Code.INTERNAL, Code.UNKNOWN):
                        wrong[method.full_name] = told
                    if code is Code.DEADLINE_EXCEEDED and not method.server_streaming:
                        wrong[method.full_name] = told
                codes[method.full_name, code] += 1
    assert not wrong, "\n".join(wrong.values())
    return codes


def test_no_random_message_leads_to_internal(hall: Hall) -> None:
    codes = fuzz(hall, seed=1, rounds=20)
    services = {name.rpartition(".")[0] for name, _ in codes}
    assert services >= {f"{OURS}{name}Service" for name in ("Bot", "Match", "Play", "Rating")}
    # The dice lead deep enough in: most calls have also been answered.
    answered = {name for name, code in codes if code is Code.OK}
    assert len(answered) >= 12, sorted(answered)


@pytest.mark.long
def test_no_random_message_leads_to_internal_in_the_long_run(hall: Hall) -> None:
    fuzz(hall, seed=2, rounds=400)
