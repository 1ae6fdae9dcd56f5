"""TournamentService over a real connection: what it answers, and how it refuses."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import grpc
import pytest

from pentarch.arbiter.store import owners, tournaments
from pentarch.arbiter.v1 import tournaments_pb2 as pb
from pentarch.arbiter.v1.tournaments_pb2_grpc import TournamentServiceStub
from pentarch.engine.chance import commitment, seed_key
from pentarch.workers.conductor import conduct
from tests.arbiter.api.conftest import NOW, Arbiter
from tests.arbiter.api.test_services import code_of, field_of
from tests.builtin_bots import add_builtin
from tests.tournaments import host_of, settle, waiting

State = pb.Tournament


@pytest.fixture
def stub(arbiter: Arbiter) -> Iterator[TournamentServiceStub]:
    with arbiter.store.writing() as session:
        for place, name in enumerate(("ant", "bee", "cat", "dog")):
            owner = owners.by_name(session, ("author", "rival", "admin", "reader")[place])
            add_builtin(session, owner.id, name, NOW, build="random")
    with arbiter.channel() as channel:
        yield TournamentServiceStub(channel)


def plan(**changes: Any) -> pb.TournamentPlan:
    fields: dict[str, Any] = {
        "ruleset": "township",
        "seats": [2],
        "bots": ["ant", "bee", "cat@1"],
        "seed": 11,
    }
    if not changes.keys() & {"swiss", "gauntlet", "single_elimination", "ladder", "version_test"}:
        fields["round_robin"] = pb.RoundRobin(blocks=2)
    return pb.TournamentPlan(**(fields | changes))


def creation(**changes: Any) -> pb.CreateTournamentRequest:
    fields: dict[str, Any] = {"request_id": "one", "title": "Spring cup", "plan": plan()}
    return pb.CreateTournamentRequest(**(fields | changes))


def test_a_tournament_from_the_plan_to_the_table(
    arbiter: Arbiter, stub: TournamentServiceStub, tmp_path: Path
) -> None:
    dry = stub.CreateTournament(creation(request_id="", validate_only=True))
    assert dry.tournament.id == 0
    assert (dry.estimate.blocks, dry.estimate.matches, dry.estimate.bounded) == (6, 12, False)
    assert not stub.ListTournaments(pb.ListTournamentsRequest()).tournaments
    made = stub.CreateTournament(creation()).tournament
    assert stub.CreateTournament(creation()).tournament.id == made.id, "the same request"
    assert made.state == State.STATE_CREATED
    assert list(made.plan.bots) == ["ant@1", "bee@1", "cat@1"]
    assert made.plan.round_robin.blocks == 2
    assert not made.plan.HasField("seed"), "the seed is told afterwards"
    assert made.commitment == commitment(seed_key(11, "tournament"))
    assert made.seed_chosen
    assert not made.secret
    named = pb.StartTournamentRequest(tournament_id=made.id)
    assert stub.StartTournament(named).tournament.state == State.STATE_RUNNING
    assert stub.StartTournament(named).tournament.state == State.STATE_RUNNING
    worker = host_of(arbiter.store, tmp_path)
    assert conduct(worker, made.id) == 6
    paused = stub.PauseTournament(pb.PauseTournamentRequest(tournament_id=made.id)).tournament
    assert paused.state == State.STATE_PAUSED
    assert (paused.progress.planned, paused.progress.queued, paused.progress.expected) == (
        12,
        12,
        12,
    )
    stub.StartTournament(named)
    with arbiter.store.writing() as session:
        settle(session, waiting(session, made.id)[:8])
    seen = stub.GetTournament(pb.GetTournamentRequest(tournament_id=made.id)).tournament
    assert seen.progress.rated == 8
    assert seen.progress.HasField("time_left")
    with arbiter.store.writing() as session:
        settle(session, waiting(session, made.id))
    conduct(worker, made.id)
    watched = list(stub.WatchTournament(pb.WatchTournamentRequest(tournament_id=made.id)))
    assert watched[-1].tournament.state == State.STATE_FINISHED
    assert watched[-1].tournament.plan.seed == 11
    assert watched[-1].tournament.secret == seed_key(11, "tournament")
    lines = stub.ListStandings(pb.ListStandingsRequest(tournament_id=made.id)).standings
    assert [line.rank for line in watched[-1].leaders] == [line.rank for line in lines]
    assert [line.bot for line in lines] == ["ant", "bee", "cat"]
    assert sum(line.wins for line in lines) == sum(line.losses for line in lines)
    assert all(line.matches == 8 and line.rating_low < line.rating_high for line in lines)
    first = stub.ListStandings(pb.ListStandingsRequest(tournament_id=made.id, page_size=2))
    rest = stub.ListStandings(
        pb.ListStandingsRequest(
            tournament_id=made.id, page_size=2, page_token=first.next_page_token
        )
    )
    assert [*first.standings, *rest.standings] == list(lines)
    assert not rest.next_page_token
    with pytest.raises(grpc.RpcError) as error:
        stub.StartTournament(named)
    assert code_of(error) is grpc.StatusCode.FAILED_PRECONDITION


def test_a_version_test_tells_its_decision(
    arbiter: Arbiter, stub: TournamentServiceStub, tmp_path: Path
) -> None:
    test = pb.VersionTest(elo_low=0, elo_high=200, max_blocks=200)
    wanted = creation(plan=plan(version_test=test, bots=["ant", "bee"]))
    made = stub.CreateTournament(wanted)
    assert made.estimate.bounded
    assert made.estimate.blocks == 200
    id = made.tournament.id
    begun = stub.StartTournament(pb.StartTournamentRequest(tournament_id=id)).tournament
    assert begun.progress.test.decision == pb.TestProgress.DECISION_CONTINUE
    worker = host_of(arbiter.store, tmp_path)
    for _ in range(100):
        conduct(worker, id)
        with arbiter.store.writing() as session:
            settle(session, waiting(session, id), gap=1.5)
            if tournaments.get(session, id).state.is_over:
                break
    seen = stub.GetTournament(pb.GetTournamentRequest(tournament_id=id)).tournament
    assert seen.state == State.STATE_FINISHED
    assert seen.progress.test.decision == pb.TestProgress.DECISION_ACCEPT
    assert seen.progress.test.ratio >= seen.progress.test.upper_bound
    assert seen.end_reason.startswith("accept after")


BAD_PLANS: dict[str, tuple[dict[str, Any], grpc.StatusCode, str]] = {
    "no request id": ({"request_id": ""}, grpc.StatusCode.INVALID_ARGUMENT, ""),
    "no title": ({"title": " "}, grpc.StatusCode.INVALID_ARGUMENT, "title"),
    "unknown ruleset": ({"plan": plan(ruleset="chess")}, grpc.StatusCode.NOT_FOUND, "ruleset"),
    "no seats": ({"plan": plan(seats=[])}, grpc.StatusCode.INVALID_ARGUMENT, "plan.seats"),
    "nine seats": ({"plan": plan(seats=[9])}, grpc.StatusCode.INVALID_ARGUMENT, "plan.seats"),
    "seats twice": ({"plan": plan(seats=[2, 2])}, grpc.StatusCode.INVALID_ARGUMENT, "plan.seats"),
    "unknown option": (
        {"plan": plan(options={"colour": "red"})},
        grpc.StatusCode.INVALID_ARGUMENT,
        "plan.options",
    ),
    "no bots": ({"plan": plan(bots=[])}, grpc.StatusCode.INVALID_ARGUMENT, "plan.bots"),
    "unknown bot": (
        {"plan": plan(bots=["ant", "ghost"])},
        grpc.StatusCode.NOT_FOUND,
        "plan.bots",
    ),
    "a bot twice": (
        {"plan": plan(bots=["ant", "ant@1"])},
        grpc.StatusCode.INVALID_ARGUMENT,
        "plan",
    ),
    "too few bots": ({"plan": plan(bots=["ant"])}, grpc.StatusCode.INVALID_ARGUMENT, "plan"),
    "no blocks": (
        {"plan": plan(round_robin=pb.RoundRobin(blocks=0))},
        grpc.StatusCode.INVALID_ARGUMENT,
        "plan.round_robin",
    ),
    "far too many blocks": (
        {"plan": plan(round_robin=pb.RoundRobin(blocks=2_000_000_000))},
        grpc.StatusCode.INVALID_ARGUMENT,
        "plan.round_robin",
    ),
    "hypotheses the wrong way": (
        {"plan": plan(version_test=pb.VersionTest(elo_low=30), bots=["ant", "bee"])},
        grpc.StatusCode.INVALID_ARGUMENT,
        "plan.version_test",
    ),
    "not a number": (
        {"plan": plan(version_test=pb.VersionTest(elo_high=float("nan")), bots=["ant", "bee"])},
        grpc.StatusCode.INVALID_ARGUMENT,
        "plan.version_test",
    ),
    "a challenger who is not there": (
        {"plan": plan(gauntlet=pb.Gauntlet(challengers=["dog"], blocks=1))},
        grpc.StatusCode.INVALID_ARGUMENT,
        "plan",
    ),
    "rated by an author": ({"plan": plan(rated=True)}, grpc.StatusCode.PERMISSION_DENIED, ""),
}


@pytest.mark.parametrize("is_dry", [False, True])
def test_bad_plans_are_refused_with_the_right_code(
    stub: TournamentServiceStub, is_dry: bool
) -> None:
    for name, (changes, code, field) in BAD_PLANS.items():
        if is_dry and name == "no request id":
            continue
        with pytest.raises(grpc.RpcError) as error:
            stub.CreateTournament(creation(**{"validate_only": is_dry, **changes}))
        assert code_of(error) is code, name
        if field:
            assert field_of(error) == field, name
    assert not stub.ListTournaments(pb.ListTournamentsRequest()).tournaments


def test_only_its_owner_and_administrators_steer_a_tournament(
    arbiter: Arbiter, stub: TournamentServiceStub
) -> None:
    id = stub.CreateTournament(creation()).tournament.id
    start = pb.StartTournamentRequest(tournament_id=id)
    for who in ("rival", "reader"):
        with arbiter.channel(who) as channel, pytest.raises(grpc.RpcError) as error:
            TournamentServiceStub(channel).StartTournament(start)
        assert code_of(error) is grpc.StatusCode.PERMISSION_DENIED
    with arbiter.channel("rival") as channel:
        rival = TournamentServiceStub(channel)
        for bot, code in (
            ("ant", grpc.StatusCode.PERMISSION_DENIED),
            ("ghost", grpc.StatusCode.NOT_FOUND),
        ):
            with pytest.raises(grpc.RpcError) as error:
                rival.WithdrawEntry(pb.WithdrawEntryRequest(tournament_id=id, bot=bot))
            assert code_of(error) is code
        left = pb.WithdrawEntryRequest(tournament_id=id, bot="bee")
        assert rival.WithdrawEntry(left).tournament.id == id
        lines = rival.ListStandings(pb.ListStandingsRequest(tournament_id=id)).standings
        assert {line.bot for line in lines if line.out} == {"bee"}
    with arbiter.channel("admin") as channel:
        admin = TournamentServiceStub(channel)
        with pytest.raises(grpc.RpcError) as error:
            admin.PauseTournament(pb.PauseTournamentRequest(tournament_id=id))
        assert code_of(error) is grpc.StatusCode.FAILED_PRECONDITION
        admin.StartTournament(start)
        with pytest.raises(grpc.RpcError) as error:
            admin.CancelTournament(pb.CancelTournamentRequest(tournament_id=id))
        assert field_of(error) == "reason"
        ended = admin.CancelTournament(
            pb.CancelTournamentRequest(tournament_id=id, reason="rain")
        ).tournament
        assert (ended.state, ended.end_reason) == (State.STATE_CANCELLED, "rain")
    with pytest.raises(grpc.RpcError) as error:
        stub.GetTournament(pb.GetTournamentRequest(tournament_id=99))
    assert code_of(error) is grpc.StatusCode.NOT_FOUND


def test_tournaments_are_listed_newest_first(stub: TournamentServiceStub) -> None:
    ids = [stub.CreateTournament(creation(request_id=f"r{n}")).tournament.id for n in range(3)]
    stub.StartTournament(pb.StartTournamentRequest(tournament_id=ids[1]))
    page = stub.ListTournaments(pb.ListTournamentsRequest(page_size=2))
    assert [row.id for row in page.tournaments] == [ids[2], ids[1]]
    rest = stub.ListTournaments(
        pb.ListTournamentsRequest(page_size=2, page_token=page.next_page_token)
    )
    assert [row.id for row in rest.tournaments] == [ids[0]]
    running = stub.ListTournaments(pb.ListTournamentsRequest(state=State.STATE_RUNNING))
    assert [row.id for row in running.tournaments] == [ids[1]]


def test_an_open_ladder_takes_everybody(stub: TournamentServiceStub) -> None:
    made = stub.CreateTournament(creation(plan=plan(ladder=pb.Ladder(), bots=[]))).tournament
    assert not made.plan.bots
    assert made.progress.expected == 0
    lines = stub.ListStandings(pb.ListStandingsRequest(tournament_id=made.id)).standings
    assert {line.bot for line in lines} == {"ant", "bee", "cat", "dog"}
