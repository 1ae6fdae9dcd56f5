"""The cluster: the commands of the manifests run for real, and a rolling upgrade loses nothing."""

import time
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

import grpc
import pytest
from sqlalchemy import select

from pentarch.arbiter.store import Store, ladder, matches, owners
from pentarch.arbiter.store.models import Match
from pentarch.arbiter.store.pages import Ask
from pentarch.arbiter.store.words import AttemptState, MatchState, Role
from pentarch.arbiter.v1 import tournaments_pb2 as pb
from pentarch.arbiter.v1.tournaments_pb2_grpc import TournamentServiceStub
from tests.copies import upgraded
from tests.deploy.cluster import Cluster, Node
from tests.waiting import until

A = TypeVar("A")
Q = TypeVar("Q")

BOTS = ("greedy", "random")
LONG = 1800.0
AWAY = {grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.CANCELLED, grpc.StatusCode.DEADLINE_EXCEEDED}


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    made = Cluster(tmp_path)
    try:
        yield made
    finally:
        made.close()


class Client:
    """Asks the arbiters in turn, and the next one when one is away."""

    def __init__(self, arbiters: list[Node], token: str) -> None:
        self._arbiters = arbiters
        self._metadata = (("authorization", f"Bearer {token}"),)
        self._asked = 0

    def ask(self, rpc: Callable[[TournamentServiceStub], Callable[..., A]], request: Q) -> A:
        """What an arbiter answers."""
        answers: list[A] = []

        def answered() -> bool:
            node = self._arbiters[self._asked % len(self._arbiters)]
            self._asked += 1
            with grpc.insecure_channel(node.address) as channel:
                call = rpc(TournamentServiceStub(channel))
                try:
                    answers.append(call(request, metadata=self._metadata, timeout=60))
                except grpc.RpcError as error:
                    if error.code() not in AWAY:
                        raise
            return bool(answers)

        until(answered, what="an arbiter answers")
        return answers[0]

    def begin(self, ruleset: str, matches: int) -> int:
        """Make a tournament of so many matches, asking both arbiters for it, and start it."""
        plan = pb.TournamentPlan(ruleset=ruleset, seats=[2], bots=BOTS, rated=True, seed=7)
        plan.round_robin.blocks = matches // 2
        request = pb.CreateTournamentRequest(request_id="one", title="A rolling restart", plan=plan)
        made = [self.ask(lambda stub: stub.CreateTournament, request) for _ in range(2)]
        assert made[0].tournament.id == made[1].tournament.id
        assert made[0].estimate.matches == matches
        named = pb.StartTournamentRequest(tournament_id=made[0].tournament.id)
        return self.ask(lambda stub: stub.StartTournament, named).tournament.id

    def show(self, id: int) -> pb.Tournament:
        """How far it is."""
        request = pb.GetTournamentRequest(tournament_id=id)
        return self.ask(lambda stub: stub.GetTournament, request).tournament

    def await_rated(self, id: int, count: int) -> None:
        """Until so many of its matches are rated."""
        until(lambda: self.show(id).progress.rated >= count, LONG, f"{count} rated")

    def standings(self, id: int) -> list[pb.Standing]:
        """Its table."""
        request = pb.ListStandingsRequest(tournament_id=id)
        return [*self.ask(lambda stub: stub.ListStandings, request).standings]


def admin_token(store: Store) -> str:
    now = datetime.now(UTC)
    with store.writing() as session:
        owner = owners.create(session, "organiser", now)
        return owners.create_token(session, owner.id, Role.ADMIN, label="", now=now)[1]


def play_through_restarts(
    cluster: Cluster, ruleset: str, count: int, newer: Path | None = None
) -> None:
    """A tournament of so many matches, while every node is stopped and started again in turn, from
    a newer tree if one is given."""
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
    began = time.monotonic()
    id = client.begin(ruleset, count)
    nodes = [*workers, *arbiters]
    if newer is not None:
        cluster.upgrade(newer)
    for number, node in enumerate(nodes):
        due = number * count // (2 * len(nodes))
        client.await_rated(id, due)
        node.stop()
        print(f"{node.name} stopped with {client.show(id).progress.rated} of {count} rated")
        node.start()
        node.wait_healthy()
    until(lambda: client.show(id).state == pb.Tournament.STATE_FINISHED, LONG, "it ends")
    print(f"{count} matches in {time.monotonic() - began:.0f} s")
    check(client.show(id), client.standings(id), count)
    check_store(store, ruleset, count)
    played_by = by_version(store)
    print(f"matches by version of the rules: {dict(played_by)}")
    assert set(played_by) == ({1} if newer is None else {1, 2})
    store.close()
    for node in nodes:
        node.stop()


def check(tournament: pb.Tournament, standings: list[pb.Standing], count: int) -> None:
    """The tournament is complete, and both bots have played all of it without a fault."""
    progress = tournament.progress
    assert (progress.planned, progress.rated, progress.void) == (count, count, 0)
    assert {line.bot for line in standings} == set(BOTS)
    assert [(line.matches, line.forfeits) for line in standings] == [(count, 0)] * 2
    assert sum(line.wins + line.losses + line.draws for line in standings) == 2 * count


def check_store(store: Store, ruleset: str, count: int) -> None:
    """Every match was finished once and counts once, and no bot paid for a restart."""
    ends: Counter[AttemptState] = Counter()
    with store.reading() as session:
        assert matches.count_by_state(session)[MatchState.RATED] == count
        assert [
            line.rating.matches for line in ladder.page(session, Ask(size=10), ruleset).items
        ] == [count, count]
        for match_id in session.scalars(select(Match.id)):
            row = matches.get(session, match_id)
            assert [seat.verdict for seat in row.seats] == [None, None]
            states = [attempt.state for attempt in row.attempts]
            assert states.count(AttemptState.FINISHED) == 1
            ends.update(states)
    assert ends[AttemptState.FINISHED] == count
    print(f"attempts: { {state.value: number for state, number in ends.items()} }")


def by_version(store: Store) -> Counter[int | None]:
    """How many matches count by which version of the rules."""
    with store.reading() as session:
        return Counter(session.scalars(select(Match.rules_version)))


@pytest.mark.timeout(900)
def test_a_rolling_upgrade_that_raises_a_ruleset_s_version_loses_nothing(
    cluster: Cluster, tmp_path: Path
) -> None:
    # What nobody has rules for any more is taken over soon.
    cluster.environment["PENTARCH_SWEEP_PATIENCE"] = "4"
    # Matches of heroes last long enough for all nodes to be restarted under a few of them.
    play_through_restarts(cluster, "heroes", 40, upgraded(tmp_path / "newer", "heroes"))


@pytest.mark.long
@pytest.mark.timeout(900)
def test_a_rolling_restart_loses_nothing(cluster: Cluster) -> None:
    play_through_restarts(cluster, "heroes", 60)


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_a_rolling_restart_loses_nothing_of_a_long_tournament(cluster: Cluster) -> None:
    play_through_restarts(cluster, "tradewarz", 500)
