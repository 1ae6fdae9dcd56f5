"""The cluster: the commands of the manifests run for real, and a rolling restart loses nothing."""

from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import grpc
import pytest

from arbiter.store import Store, matches, owners, ratings
from arbiter.store.pages import Ask
from arbiter.store.words import AttemptState, MatchState, Role
from arbiter.v1 import matches_pb2, matches_pb2_grpc
from tests.deploy.cluster import Cluster, Node
from tests.processes import await_that

RULESET = "township"
OPTIONS = {"round_cap": "12"}
AWAY = {grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.CANCELLED, grpc.StatusCode.DEADLINE_EXCEEDED}


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    made = Cluster(tmp_path)
    try:
        yield made
    finally:
        made.close()


class Client:
    """Asks for matches, now at one arbiter and now at the other, and again when one is away."""

    def __init__(self, arbiters: list[Node], token: str) -> None:
        self._arbiters = arbiters
        self._metadata = (("authorization", f"Bearer {token}"),)
        self.refused = 0

    def create(self, number: int) -> int:
        """The match with that number: the same one however often it is asked for."""
        seats = ["greedy", "random"] if number % 2 == 0 else ["random", "greedy"]
        request = matches_pb2.CreateMatchRequest(
            request_id=f"match-{number}", ruleset=RULESET, bots=seats, rated=True, seed=number // 2
        )
        request.options.update(OPTIONS)
        made: list[int] = []

        def ask() -> bool:
            node = self._arbiters[(number + self.refused) % len(self._arbiters)]
            with grpc.insecure_channel(node.address) as channel:
                stub = matches_pb2_grpc.MatchServiceStub(channel)
                try:
                    answer = stub.CreateMatch(request, metadata=self._metadata, timeout=60)
                except grpc.RpcError as error:
                    if error.code() not in AWAY:
                        raise
                    self.refused += 1
                    return False
            made.append(answer.match.id)
            return True

        await_that(ask, f"match {number} is taken")
        return made[0]


def admin_token(store: Store) -> str:
    now = datetime.now(UTC)
    with store.writing() as session:
        owner = owners.create(session, "organiser", now)
        return owners.create_token(session, owner.id, Role.ADMIN, label="", now=now)[1]


def play_through_restarts(cluster: Cluster, count: int) -> None:
    """So many matches, while every node is stopped and started again in turn."""
    cluster.migrate()
    arbiters = [cluster.run(f"arbiter-{number}") for number in (1, 2)]
    workers = [cluster.run("play", f"play-{number}") for number in (1, 2)]
    workers.append(cluster.run("verify"))
    dashboard = cluster.run("dashboard")
    for node in (*arbiters, *workers, dashboard):
        node.wait_healthy()
    dashboard.stop()
    store = Store(cluster.database)
    client = Client(arbiters, admin_token(store))
    turns = [*arbiters, *workers]
    made = set()
    for number in range(count):
        made.add(client.create(number))
        if turns and number >= (len(arbiters) + len(workers) - len(turns) + 1) * count // 6:
            node = turns.pop(0)
            node.stop()
            made.add(client.create(number))
            node.start()
            node.wait_healthy()
    assert not turns
    assert len(made) == count
    await_that(lambda: rated(store) == count, "all matches are rated", patience=900)
    check(store, made)
    store.close()
    for node in (*arbiters, *workers):
        node.stop()


def rated(store: Store) -> int:
    with store.reading() as session:
        return matches.count_by_state(session)[MatchState.RATED]


def check(store: Store, made: set[int]) -> None:
    """Every match counts once, for both bots, and no bot paid for a restart."""
    count = len(made)
    ends: Counter[AttemptState] = Counter()
    with store.reading() as session:
        assert sum(matches.count_by_state(session).values()) == count
        for line in ratings.ladder(session, Ask(size=10), RULESET).items:
            assert line.rating.matches == count
        for match_id in made:
            row = matches.get(session, match_id)
            assert [seat.verdict for seat in row.seats] == [None, None]
            states = [attempt.state for attempt in row.attempts]
            assert states.count(AttemptState.FINISHED) == 1
            ends.update(states)
    print(f"attempts {dict(ends)}")


@pytest.mark.timeout(900)
def test_a_rolling_restart_loses_nothing(cluster: Cluster) -> None:
    play_through_restarts(cluster, 60)


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_a_rolling_restart_loses_nothing_of_a_long_tournament(cluster: Cluster) -> None:
    play_through_restarts(cluster, 500)
