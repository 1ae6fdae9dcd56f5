"""How long calls take that look at a large store: to be read beside docs/performance.md.

    python -m tests.arbiter.api.timing URL [CALLS]

runs an arbiter on a PostgreSQL database that `tests.arbiter.store.bulk` has filled, and prints
a line for every call that reads: the middle and the slow end of many, in milliseconds of wall
time, each asking for something else. The times are this machine's, as busy as it is.
"""

import os
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any, Final, TypeAlias

import grpc
from google.protobuf.descriptor import MethodDescriptor, ServiceDescriptor
from google.protobuf.message_factory import GetMessageClass
from sqlalchemy import select

from pentarch.arbiter import v1
from pentarch.arbiter.store import Store, owners
from pentarch.arbiter.store.models import Match, Owner, Record, Tournament
from pentarch.arbiter.store.words import Role
from pentarch.arbiter.v1.matches_pb2 import Match as Told
from pentarch.engine import registry
from pentarch.workers.broker import PrivateRedis
from tests.arbiter_process import ArbiterProcess
from tests.waiting import PATIENCE

CALLS: Final = 100
_READING: Final = ("Get", "List", "Describe")
Fields: TypeAlias = dict[str, Any]


class Questions:
    """What is asked, drawn anew for every call."""

    def __init__(self, store: Store) -> None:
        self.random: Final = random.Random(1)
        with store.reading() as session:
            # The newest thousand, and as many of the oldest.
            ids = select(Match.id).limit(1000)
            newest = session.scalars(ids.order_by(Match.id.desc())).all()
            self.matches: list[int] = [*newest, *session.scalars(ids.order_by(Match.id))]
            self.cups = session.scalars(select(Tournament.id)).all()
            self.records = session.scalars(
                select(Record.match_id).where(Record.content.is_not(None)).limit(1000)
            ).all()
        self.fields: Final[Mapping[str, Sequence[Callable[[], Fields]]]] = {
            "ListMatches": [
                dict,
                lambda: {"ruleset": self.ruleset()},
                lambda: {"bot": self.bot()},
                lambda: {"bot": self.bot(), "ruleset": self.ruleset()},
                lambda: {"state": Told.STATE_VOID},
                lambda: {"tournament_id": self.cup()},
                lambda: {"tournament_id": self.cup(), "bot": self.bot()},
            ],
            "GetMatch": [lambda: {"match_id": self.match()}],
            "GetRecord": [lambda: {"match_id": self.random.choice(self.records)}]
            if self.records
            else [],
            "GetBot": [lambda: {"bot": self.bot()}],
            "ListVersions": [lambda: {"bot": self.bot()}],
            "GetVersion": [lambda: {"bot": self.bot(), "number": 1}],
            "ListLogs": [lambda: {"bot": self.bot(), "number": 1}],
            "ListLadder": [dict, lambda: {"ruleset": self.ruleset()}],
            "ListRatingHistory": [
                lambda: {"bot": self.bot(), "version": 1},
                lambda: {"bot": self.bot(), "version": 1, "ruleset": self.ruleset()},
            ],
            "GetPairwise": [lambda: {"ruleset": self.ruleset()}],
            "GetTournament": [lambda: {"tournament_id": self.cup()}],
            "ListTournaments": [dict, lambda: {"ruleset": self.ruleset()}],
            # From nothing, as nobody has asked for it before.
            "ListStandings": [lambda: {"tournament_id": self.cup()}],
            "GetQuotas": [lambda: {"owner": f"owner-{self.random.randint(1, 10)}"}],
            "DescribeRuleset": [lambda: {"ruleset": self.ruleset()}],
        }

    def ruleset(self) -> str:
        return self.random.choice(registry.IDS)

    def bot(self) -> str:
        return f"bot-{self.random.randint(1, 40):03}"

    def cup(self) -> int:
        return self.random.choice(self.cups)

    def match(self) -> int:
        return self.random.choice(self.matches)

    def of(self, method: MethodDescriptor) -> Sequence[Callable[[], Fields]]:
        """The kinds of questions of a call."""
        return self.fields.get(method.name, [dict])


def reading_calls() -> Iterator[tuple[ServiceDescriptor, MethodDescriptor]]:
    """All calls that change nothing and answer once, in the order of their names."""
    for module in sorted(found.name for found in iter_modules(v1.__path__)):
        if not module.endswith("_pb2"):
            continue
        file = import_module(f"{v1.__name__}.{module}").DESCRIPTOR
        for service in file.services_by_name.values():
            for method in service.methods:
                if method.name.startswith(_READING) and not method.server_streaming:
                    yield service, method


def measure(port: int, token: str, questions: Questions, calls: int) -> None:
    """Print a line for every call and kind of question."""
    metadata = (("authorization", f"Bearer {token}"),)
    with grpc.insecure_channel(f"127.0.0.1:{port}") as channel:
        for service, method in reading_calls():
            request = GetMessageClass(method.input_type)
            response = GetMessageClass(method.output_type)
            call = channel.unary_unary(
                f"/{service.full_name}/{method.name}",
                request_serializer=request.SerializeToString,
                response_deserializer=response.FromString,
            )
            for question in questions.of(method):
                times = []
                problem = ""
                named = ""
                for _ in range(calls):
                    fields = question()
                    named = ", ".join(name for name in fields)
                    began = time.perf_counter()
                    try:
                        call(request(**fields), metadata=metadata, timeout=PATIENCE)
                    except grpc.RpcError as error:
                        problem = str(error.code().name)  # type: ignore[attr-defined, unused-ignore]
                        break
                    times.append((time.perf_counter() - began) * 1000)
                what = f"{method.name}" + (f" ({named})" if named else "")
                if problem:
                    print(f"| {what} | {problem} | | |", flush=True)
                    continue
                first, ordered = times[0], sorted(times)
                middle, slow = ordered[len(ordered) // 2], ordered[len(ordered) * 95 // 100]
                print(
                    f"| {what} | {middle:.1f} | {slow:.1f} | {first:.1f} | {ordered[-1]:.1f} |",
                    flush=True,
                )


def main(arguments: Sequence[str]) -> None:
    """Print the table: middle, one in twenty, the first and the slowest."""
    url = arguments[0]
    calls = int(arguments[1]) if len(arguments) > 1 else CALLS
    store = Store(url)
    with store.writing() as session:
        owner = session.scalars(select(Owner).order_by(Owner.id)).first()
        assert owner is not None
        _, token = owners.create_token(
            session, owner.id, Role.ADMIN, label="timing", now=store.now()
        )
    with tempfile.TemporaryDirectory() as folder:
        redis = PrivateRedis(Path(folder) / "redis")
        redis.start()
        arbiter = ArbiterProcess(url, redis.address)
        try:
            print(f"{store.url.database}, load {os.getloadavg()[0]:.1f}")
            measure(arbiter.port, token, Questions(store), calls)
        finally:
            arbiter.stop()
            redis.stop()
            store.close()


if __name__ == "__main__":
    main(sys.argv[1:])
