"""Chaos: everything happens to the service that can happen, while matches are played: kills,
pauses, a full disk, a read-only Redis, a busy machine, clocks that jump, nodes with other rules.

At the end every match is rated exactly once or void with a reason, no bot was charged for what the
infrastructure did, and the records are those of an undisturbed run.
"""

import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from multiprocessing import get_context
from multiprocessing.queues import Queue
from pathlib import Path
from typing import Any

import grpc
import pytest
from sqlalchemy.exc import OperationalError

from pentarch.arbiter.referee.keys import chosen
from pentarch.arbiter.store import Store, ladder, matches, owners
from pentarch.arbiter.store.matches import NewMatch
from pentarch.arbiter.store.pages import Ask
from pentarch.arbiter.store.words import OVERALL, AttemptState, MatchState, Role
from pentarch.arbiter.v1 import matches_pb2, matches_pb2_grpc
from pentarch.engine.chance import derive
from pentarch.engine.record import decode
from pentarch.local import play_local
from tests import disks, needs
from tests.builtin_bots import add_builtin
from tests.services import Postgres
from tests.waiting import until
from tests.workers.mishaps import RULESETS, Cluster

SPECS = ("greedy", "random")
MATCHES = 128
MANY = 1500
# After the last mishap; an idle machine needs a tenth of it.
DEADLINE = 1200.0


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    needs.need_redis()
    postgres = Postgres(room=0 if disks.trouble() else 1 << 29)
    made = Cluster(tmp_path, postgres)
    yield made
    made.stop()
    postgres.stop()


@dataclass(frozen=True)
class Wanted:
    """A match that somebody wants to be played."""

    number: int
    ruleset: str
    refs: tuple[str, ...]
    versions: tuple[int, ...]
    seed: int

    @property
    def options(self) -> dict[str, str]:
        return {"round_cap": "12"} if self.ruleset == "township" else {}


class Customers:
    """Ask for matches: half of them through the arbiter, half behind everybody's back."""

    def __init__(self, store: Store, address: str) -> None:
        self._store = store
        self.ids: dict[int, Wanted] = {}
        self._asked = 0
        now = datetime.now(UTC)
        with store.writing() as session:
            owner = owners.create(session, "pentarch", now)
            _, token = owners.create_token(session, owner.id, Role.ADMIN, label="chaos", now=now)
            made = [
                add_builtin(session, owner.id, spec, now, rulesets=[*RULESETS]) for spec in SPECS
            ]
            self._versions = [(f"{spec}@1", row.id) for spec, row in zip(SPECS, made, strict=True)]
        context = get_context("spawn")
        self._inbox: Queue[Wanted] = context.Queue()
        self._outbox: Queue[Any] = context.Queue()
        self._client = context.Process(
            target=_request, args=(address, token, self._inbox, self._outbox), daemon=True
        )
        self._client.start()

    def want(self, number: int) -> Wanted:
        seats = self._versions if number % 2 == 0 else self._versions[::-1]
        refs, versions = zip(*seats, strict=True)
        return Wanted(number, RULESETS[number // 2 % 2], refs, versions, derive(1, number // 2))

    def ask(self, numbers: range) -> None:
        """Ask for some matches. Those through the arbiter are asked for until it has taken them."""
        wanted = [self.want(number) for number in numbers]
        half = len(wanted) // 2
        self._queue(wanted[:half])
        for one in wanted[half:]:
            self._inbox.put(one)
            self._asked += 1

    def wait(self) -> None:
        """Until the arbiter has taken everything."""
        for _ in range(self._asked):
            id, one = self._outbox.get(timeout=DEADLINE)
            self.ids[id] = one

    def stop(self) -> None:
        self._client.kill()
        self._client.join()

    def _queue(self, wanted: list[Wanted]) -> None:
        """Into the database, without a word to the broker: the sweep must find them."""
        now = datetime.now(UTC)
        with self._store.writing() as session:
            for one in wanted:
                new = NewMatch(
                    ruleset=one.ruleset,
                    versions=one.versions,
                    keys=chosen(one.seed),
                    is_rated=True,
                    options={name: int(value) for name, value in one.options.items()},
                )
                self.ids[matches.create(session, new, now).id] = one


def _request(address: str, token: str, inbox: "Queue[Wanted]", outbox: "Queue[object]") -> None:
    """A client of the arbiter, in a process of its own: gRPC does not like its process to fork."""
    while True:
        one = inbox.get()
        while (id := _create(address, token, one)) is None:
            time.sleep(0.2)
        outbox.put((id, one))


def _create(address: str, token: str, one: Wanted) -> int | None:
    """The match's id; None when the arbiter did not answer, and has to be asked again."""
    with grpc.insecure_channel(address) as channel:
        try:
            answer = matches_pb2_grpc.MatchServiceStub(channel).CreateMatch(
                matches_pb2.CreateMatchRequest(
                    request_id=f"chaos-{one.number}",
                    ruleset=one.ruleset,
                    bots=one.refs,
                    seed=one.seed,
                    rated=True,
                    options=one.options,
                ),
                metadata=(("authorization", f"Bearer {token}"),),
                timeout=20,
            )
        except grpc.RpcError:
            return None
        return answer.match.id


def states(store: Store) -> Counter[MatchState]:
    try:
        with store.reading() as session:
            return +Counter(matches.count_by_state(session))
    except OperationalError:
        return Counter()


@pytest.mark.timeout(3600)
def test_nothing_is_lost_and_nothing_counts_twice(cluster: Cluster) -> None:
    play_through(cluster, MATCHES, [*cluster.mishaps(1.0).items()])


@pytest.mark.long
@pytest.mark.timeout(7200)
def test_nothing_is_lost_when_everything_happens_again_and_again(cluster: Cluster) -> None:
    play_through(cluster, MANY, [*cluster.mishaps(5.0).items()] * 3)


def play_through(
    cluster: Cluster, count: int, mishaps: list[tuple[str, Callable[[], None]]]
) -> None:
    """So many matches while all of this happens, in any order."""
    store = cluster.store
    customers = Customers(store, cluster.address)
    pick = random.Random(5)
    pick.shuffle(mishaps)
    began = time.monotonic()
    for place, (name, happen) in enumerate(mishaps):
        first, last = (count * (place + n) // len(mishaps) for n in (0, 1))
        customers.ask(range(first, last))
        # Nodes that are not up yet could not be hit.
        until(lambda: states(store)[MatchState.RATED], DEADLINE, "the first match is rated")
        time.sleep(pick.uniform(0.0, 0.5))
        print(f"{time.monotonic() - began:5.1f} s  {name}; {dict(states(store))}")
        happen()
        cluster.check_nodes()
    customers.wait()
    customers.stop()
    ends = time.monotonic() + DEADLINE
    while time.monotonic() < ends:
        cluster.check_nodes()
        now = states(store)
        if now[MatchState.RATED] + now[MatchState.VOID] == count:
            break
        time.sleep(0.5)
    print(f"{time.monotonic() - began:5.1f} s  {dict(states(store))}")
    assert len(customers.ids) == count
    check_counts(store, check_attempts(store, customers.ids))
    check_records(store, customers.ids)


def check_attempts(store: Store, wanted: dict[int, Wanted]) -> int:
    """Lost attempts are the infrastructure's, and one attempt of each match counts; how many do."""
    again: list[float] = []
    waits: list[float] = []
    ends: Counter[AttemptState] = Counter()
    rated = 0
    with store.reading() as session:
        assert sum(matches.count_by_state(session).values()) == len(wanted), "none was made twice"
        for match_id in wanted:
            row = matches.get(session, match_id)
            assert row.state in (MatchState.RATED, MatchState.VOID), row.state
            assert [seat.verdict for seat in row.seats] == [None, None]
            finished = [a for a in row.attempts if a.state is AttemptState.FINISHED]
            assert len(finished) == (row.state is MatchState.RATED)
            if row.state is MatchState.VOID:
                assert row.void_reason
                print(f"match {match_id} is void: {row.void_reason}")
            else:
                rated += 1
                assert row.end_time is not None
                waits.append((row.end_time - row.create_time).total_seconds())
                assert row.verifier != finished[0].worker
            ends.update(attempt.state for attempt in row.attempts)
            for lost, following in zip(row.attempts, row.attempts[1:], strict=False):
                beat = lost.heartbeat_time or lost.start_time
                again.append((following.start_time - beat).total_seconds())
    print(f"attempts {dict(ends)}; the longest wait for a result: {max(waits):.1f} s")
    if again:
        print(f"{len(again)} lost matches played again {max(again):.1f} s after the last heartbeat")
    return rated


def check_counts(store: Store, rated: int) -> None:
    """Every rated match moved the ratings of both bots once."""
    with store.reading() as session:
        lines = ladder.page(session, Ask(size=10), OVERALL).items
    for line in lines:
        assert line.rating.matches == rated
        assert line.rating.wins + line.rating.draws + line.rating.losses == rated
    assert sum(line.rating.elo for line in lines) == pytest.approx(2 * 1500.0)


def check_records(store: Store, wanted: dict[int, Wanted]) -> None:
    """What came out of the trouble is what comes out without any."""
    for match_id, one in wanted.items():
        with store.reading() as session:
            if matches.get(session, match_id).state is MatchState.VOID:
                continue
            kept = decode(matches.record(session, match_id).content)
        specs = [ref.removesuffix("@1") for ref in one.refs]
        alone = play_local(one.ruleset, [*specs], seed=one.seed, options={**one.options})
        assert kept.final_digest == alone.match.final_digest
        assert kept.outcome.ranks == alone.outcome.ranks
