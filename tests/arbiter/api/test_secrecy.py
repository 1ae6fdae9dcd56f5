"""Nobody learns a key or a secret while it could still be of use; administrators excepted."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import grpc
import pytest

from pentarch.arbiter.referee.keys import planned
from pentarch.arbiter.store import bots, leases, matches, owners, tournaments
from pentarch.arbiter.store.leases import Lease
from pentarch.arbiter.store.words import MatchState, VersionKind
from pentarch.arbiter.v1 import matches_pb2 as matches_v1
from pentarch.arbiter.v1 import tournaments_pb2 as pb
from pentarch.arbiter.v1.matches_pb2_grpc import MatchServiceStub
from pentarch.arbiter.v1.tournaments_pb2_grpc import TournamentServiceStub
from pentarch.engine.chance import commitment, seed_key
from pentarch.engine.record import verify
from pentarch.workers.conductor import conduct
from pentarch.workers.host import Host
from pentarch.workers.package_cache import PackageCache
from pentarch.workers.verification import verify_matches
from pentarch.workers.windows import play_matches
from tests import one_match
from tests.arbiter.api.conftest import NOW, Arbiter
from tests.arbiter.api.test_services import Handed, code_of
from tests.tournaments import blocks_of
from tests.workers.hosts import LEASES

SHORT = {"round_cap": "5"}


@dataclass
class Cup:
    """A tournament of two bots, its matches, and who looks at it."""

    arbiter: Arbiter
    host: Host
    other: Host
    stub: TournamentServiceStub
    matches: MatchServiceStub
    made: pb.Tournament
    ids: list[int]

    def play(self, match_id: int) -> None:
        """From the queue to the ratings."""
        assert play_matches(self.host, [match_id]) == [match_id]
        verify_matches(self.other, [match_id])

    def get(self) -> pb.Tournament:
        named = pb.GetTournamentRequest(tournament_id=self.made.id)
        return self.stub.GetTournament(named).tournament

    def shown(self, match_id: int) -> list[matches_v1.Match]:
        """A match in every message that holds one."""
        got = self.matches.GetMatch(matches_v1.GetMatchRequest(match_id=match_id)).match
        page = self.matches.ListMatches(matches_v1.ListMatchesRequest(tournament_id=self.made.id))
        return [got, *(match for match in page.matches if match.id == match_id)]

    def watched(self, match_id: int) -> list[matches_v1.Match]:
        """The match as the beginning and the end of a stream that watches it say it."""
        request = matches_v1.WatchMatchRequest(match_id=match_id)
        stream = list(self.matches.WatchMatch(request))
        return [stream[0].start.match, stream[-1].end.match]

    def export(self) -> bytes:
        asked = pb.ExportTournamentRequest(tournament_id=self.made.id)
        return b"".join(part.chunk for part in self.stub.ExportTournament(asked))

    def record(self, match_id: int, who: str = "author") -> bytes:
        with self.arbiter.channel(who) as channel:
            asked = matches_v1.GetRecordRequest(match_id=match_id)
            return MatchServiceStub(channel).GetRecord(asked).record


def add_bots(arbiter: Arbiter, kind: VersionKind = VersionKind.BUILTIN) -> None:
    """A reference bot, and one of that kind."""
    with arbiter.store.writing() as session:
        for name in ("ant", "bee"):
            bots.ensure_running(
                session,
                owners.by_name(session, "author").id,
                name,
                kind=kind if name == "bee" else VersionKind.BUILTIN,
                build="random",
                rulesets=["township"],
                now=NOW,
            )


def begin(arbiter: Arbiter, folder: Path, stub: TournamentServiceStub, kind: VersionKind) -> Cup:
    add_bots(arbiter, kind)
    plan = pb.TournamentPlan(
        ruleset="township",
        seats=[2],
        bots=["ant", "bee"],
        options=SHORT,
        round_robin=pb.RoundRobin(blocks=1),
    )
    request = pb.CreateTournamentRequest(request_id="one", title="Cup", plan=plan)
    made = stub.CreateTournament(request).tournament
    stub.StartTournament(pb.StartTournamentRequest(tournament_id=made.id))
    host, other = (
        Host(arbiter.store, Handed(), PackageCache(folder / name), name) for name in ("w1", "w2")
    )
    assert conduct(host, made.id) == 1
    with arbiter.store.reading() as session:
        page = tournaments.progress(session, [made.id])[made.id]
        assert page[MatchState.QUEUED] == 2
    channel = arbiter.channel("author")
    return Cup(arbiter, host, other, stub, MatchServiceStub(channel), made, [1, 2])


@pytest.fixture
def stub(arbiter: Arbiter) -> Iterator[TournamentServiceStub]:
    with arbiter.channel() as channel:
        yield TournamentServiceStub(channel)


def test_a_record_waits_for_every_match_of_its_key(
    arbiter: Arbiter, stub: TournamentServiceStub, tmp_path: Path
) -> None:
    cup = begin(arbiter, tmp_path, stub, VersionKind.BUILTIN)
    first, second = cup.ids
    cup.play(first)
    for match in (*cup.shown(first), *cup.watched(first)):
        assert match.state == matches_v1.Match.STATE_RATED
        assert list(match.outcome.ranks), "the result is no secret"
        assert not match.key
        assert not match.HasField("seed")
        assert len(match.commitment) == 64
    for who in ("author", "reader", "rival"):
        with pytest.raises(grpc.RpcError) as refused:
            cup.record(first, who)
        assert code_of(refused) is grpc.StatusCode.FAILED_PRECONDITION
        assert "when all matches of its block are over" in str(refused.value.details())
    key = verify(cup.record(first, "admin")).key
    cup.play(second)
    for match_id in cup.ids:
        record = verify(cup.record(match_id))
        assert (record.key, record.seed) == (key, None)
        for match in (*cup.shown(match_id), cup.watched(match_id)[1]):
            assert match.key == key
            assert match.commitment == commitment(key)
            assert not match.HasField("seed")


def test_a_record_is_not_there_before_its_match_is_rated(
    arbiter: Arbiter, stub: TournamentServiceStub, tmp_path: Path
) -> None:
    cup = begin(arbiter, tmp_path, stub, VersionKind.BUILTIN)
    assert play_matches(cup.host, [1]) == [1]
    with pytest.raises(grpc.RpcError) as refused:
        cup.record(1)
    assert "when it is rated" in str(refused.value.details())
    assert not cup.watched(1)[1].key


def test_a_match_with_a_key_of_its_own_waits_for_no_other(
    arbiter: Arbiter, stub: TournamentServiceStub, tmp_path: Path
) -> None:
    cup = begin(arbiter, tmp_path, stub, VersionKind.REMOTE)
    first, second = cup.ids
    with arbiter.store.writing() as session:
        lease = one_match.lease(session, first, "w1", NOW, LEASES)
        assert isinstance(lease, Lease)
        leases.void(session, first, "a test", NOW)
        secret = tournaments.get(session, cup.made.id).secret
        label = blocks_of(session, cup.made.id)[0].label
    assert [match.key for match in cup.shown(first)] == [planned(secret, label, 0).match] * 2
    assert [match.key for match in cup.shown(second)] == [b"", b""]


def test_a_secret_is_told_when_the_tournament_and_all_of_its_matches_are_over(
    arbiter: Arbiter, stub: TournamentServiceStub, tmp_path: Path
) -> None:
    cup = begin(arbiter, tmp_path, stub, VersionKind.BUILTIN)
    assert len(cup.made.commitment) == 64
    assert not cup.made.seed_chosen
    with arbiter.store.writing() as session:
        lease = one_match.lease(session, 1, "w1", NOW, LEASES)
        assert isinstance(lease, Lease)
    stop = pb.CancelTournamentRequest(tournament_id=cup.made.id, reason="rain")
    assert not stub.CancelTournament(stop).tournament.secret, "a match is still being played"
    listed = stub.ListTournaments(pb.ListTournamentsRequest()).tournaments[0]
    for seen in (cup.get(), listed):
        assert seen.state == pb.Tournament.STATE_CANCELLED
        assert not seen.secret
    with pytest.raises(grpc.RpcError) as refused:
        cup.export()
    assert "still being played" in str(refused.value.details())
    with arbiter.store.writing() as session:
        leases.void(session, 1, "a test", NOW)
    told = cup.get().secret
    assert told.hex().encode() in cup.export()
    assert commitment(told) == cup.made.commitment == cup.get().commitment
    with arbiter.store.reading() as session:
        label = blocks_of(session, cup.made.id)[0].label
        assert matches.get(session, 2).key == planned(told, label, None).match


def test_a_chosen_seed_is_marked_and_kept(arbiter: Arbiter, stub: TournamentServiceStub) -> None:
    add_bots(arbiter)
    plan = pb.TournamentPlan(ruleset="township", seats=[2], seed=5, ladder=pb.Ladder())
    request = pb.CreateTournamentRequest(request_id="one", title="Cup", plan=plan)
    made = stub.CreateTournament(request).tournament
    assert made.seed_chosen
    assert not made.plan.HasField("seed")
    assert made.commitment == commitment(seed_key(5, "tournament"))


@pytest.mark.parametrize("kind", [VersionKind.BUILTIN, VersionKind.REMOTE])
def test_nobody_is_rated_by_a_seed_that_could_be_guessed(
    arbiter: Arbiter, kind: VersionKind
) -> None:
    """Found: with a small one a remote bot can try them all against the commitment."""
    add_bots(arbiter, kind)
    pair = ["ant", "bee"]
    ladder = pb.Ladder()
    with arbiter.channel("admin") as channel:
        games, cups = MatchServiceStub(channel), TournamentServiceStub(channel)

        def code(*, rated: bool, seed: int | None, bots: list[str]) -> grpc.StatusCode:
            plan = pb.TournamentPlan(
                ruleset="township", seats=[2], bots=bots, seed=seed, rated=rated, ladder=ladder
            )
            told = pb.CreateTournamentRequest(title="Cup", plan=plan, validate_only=True)
            found: grpc.StatusCode = cups.CreateTournament.future(told).code()
            if bots:
                asked = matches_v1.CreateMatchRequest(
                    request_id=f"{rated} {seed}",
                    ruleset="township",
                    bots=bots,
                    seed=seed,
                    rated=rated,
                )
                assert games.CreateMatch.future(asked).code() is found
            return found

        is_reference = kind is VersionKind.BUILTIN
        refused = grpc.StatusCode.INVALID_ARGUMENT
        assert code(rated=True, seed=5, bots=pair) is (
            grpc.StatusCode.OK if is_reference else refused
        )
        assert code(rated=True, seed=5, bots=[]) is refused, "anybody may enter later"
        assert code(rated=False, seed=5, bots=pair) is grpc.StatusCode.OK
        assert code(rated=True, seed=None, bots=pair) is grpc.StatusCode.OK


def test_two_tournaments_have_secrets_of_their_own(
    arbiter: Arbiter, stub: TournamentServiceStub
) -> None:
    add_bots(arbiter)
    plan = pb.TournamentPlan(ruleset="township", seats=[2], ladder=pb.Ladder())
    made = {
        stub.CreateTournament(
            pb.CreateTournamentRequest(request_id=name, title="Cup", plan=plan)
        ).tournament.commitment
        for name in ("one", "two", "three")
    }
    assert len(made) == 3
