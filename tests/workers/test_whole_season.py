"""A whole season by gRPC with real nodes: ladder, freeze, finals with cuts, closing, after-play.

An arbiter and a node are killed while it runs. The final table must be the one of an undisturbed
season with the same seed, which is played in this process.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path

import grpc
import pytest

from pentarch.arbiter.api.desk import Desk
from pentarch.arbiter.competition.seasons.bundle import check_season
from pentarch.arbiter.store import (
    Store,
    bots,
    owners,
    seasons,
    tournaments,
)
from pentarch.arbiter.store.words import MatchState, Role, VersionKind
from pentarch.arbiter.v1 import bots_pb2
from pentarch.arbiter.v1 import seasons_pb2 as pb
from pentarch.arbiter.v1.bots_pb2_grpc import BotServiceStub
from pentarch.arbiter.v1.seasons_pb2_grpc import SeasonServiceStub
from pentarch.workers.conductor import conduct_all
from pentarch.workers.host import Host
from pentarch.workers.package_cache import PackageCache
from pentarch.workers.verification import verify_matches
from pentarch.workers.windows import play_matches
from tests.arbiter.api.conftest import Noted as Handed
from tests.arbiter.api.conftest import Running, Silence, WithToken
from tests.arbiter.api.test_services import package, upload
from tests.arbiter_process import ArbiterProcess
from tests.nodes import Node
from tests.remote import Hall
from tests.stores import new_store
from tests.tournaments import RULESET, START, waiting
from tests.waiting import until
from tests.workers.hosts import Noted

SEED = 2030


@dataclass(frozen=True)
class Size:
    """How large a season is."""

    bots: int
    owners: int
    blocks: int
    field: int
    cut: int


SMALL = Size(bots=8, owners=4, blocks=16, field=4, cut=2)
WHOLE = Size(bots=40, owners=12, blocks=400, field=16, cut=4)


def add_bots(store: Store, size: Size) -> None:
    """Reference bots of many owners, every third of them a greedy one."""
    with store.writing() as session:
        people = [owners.create(session, f"person{n:02d}", START).id for n in range(size.owners)]
        for number in range(size.bots):
            bots.ensure_running(
                session,
                people[number % size.owners],
                f"bot{number:02d}",
                kind=VersionKind.BUILTIN,
                build="random" if number % 3 else "greedy",
                rulesets=[RULESET],
                now=store.now(),
            )


def plan(size: Size) -> pb.SeasonPlan:
    made = pb.SeasonPlan(access=pb.SeasonPlan.ACCESS_PUBLIC, seed=SEED)
    one = made.disciplines.add(
        ruleset=RULESET,
        options={"round_cap": "5"},
        seats=[2],
        field=size.field,
        cut=size.cut,
    )
    one.ladder.max_blocks = size.blocks
    one.round_robin.blocks = 1
    return made


def table(stub: SeasonServiceStub, id: int) -> list[tuple[int, str, int]]:
    request = pb.ListPlacesRequest(season_id=id, ruleset=RULESET, page_size=1000)
    return [(one.rank, one.bot, one.stage) for one in stub.ListPlaces(request).places]


def channel(port: int, token: str) -> grpc.Channel:
    return grpc.intercept_channel(grpc.insecure_channel(f"127.0.0.1:{port}"), WithToken(token))


def move(stub: SeasonServiceStub, id: int, phase: "pb.Season.Phase.ValueType") -> None:
    stub.MoveSeason(pb.MoveSeasonRequest(season_id=id, phase=phase))


def is_moved(stub: SeasonServiceStub, id: int, phase: "pb.Season.Phase.ValueType") -> bool:
    """Bring a season to a phase, if what must be played before is over."""
    try:
        move(stub, id, phase)
    except grpc.RpcError as error:
        code: grpc.StatusCode = error.code()
        assert code is grpc.StatusCode.FAILED_PRECONDITION
        return False
    return True


def undisturbed(folder: Path, size: Size) -> list[tuple[int, str, int]]:
    """The final table of the same season, played here by two hosts and nobody else."""
    store = new_store(folder / "undisturbed.db")
    with store.writing() as session:
        admin = owners.create(session, "admin", START)
        _, token = owners.create_token(session, admin.id, Role.ADMIN, label="test", now=START)
    add_bots(store, size)
    running = Running(Desk(store, Handed(), Silence(), data=folder))
    host = Host(store, Noted(), PackageCache(folder / "cache"), "worker-1")
    other = replace(host, name="worker-2")
    try:
        with channel(running.port, token) as opened:
            stub = SeasonServiceStub(opened)
            made = stub.CreateSeason(
                pb.CreateSeasonRequest(request_id="one", title="Season", plan=plan(size))
            ).season
            move(stub, made.id, pb.Season.PHASE_FINALS)
            for _ in range(10_000):
                conduct_all(host)
                with store.reading() as session:
                    row = seasons.get(session, made.id)
                    ids = [
                        id
                        for discipline in row.disciplines
                        for part in discipline.tournaments
                        for id in waiting(session, part.tournament_id)
                    ]
                verify_matches(other, play_matches(host, ids))
                if not ids and is_moved(stub, made.id, pb.Season.PHASE_CLOSED):
                    break
            return table(stub, made.id)
    finally:
        running.stop()
        store.close()


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    made = Hall(tmp_path)
    yield made
    made.close()


@pytest.mark.parametrize(
    "size",
    [
        pytest.param(SMALL, id="small"),
        pytest.param(WHOLE, id="whole", marks=pytest.mark.long),
    ],
)
def test_a_whole_season_comes_out_the_same_whoever_dies(
    hall: Hall, tmp_path: Path, size: Size
) -> None:
    add_bots(hall.store, size)
    wanted = plan(size)
    now = hall.store.now()
    # By the clock; what follows is done by hand, so that a slow machine misses nothing.
    wanted.open_time.FromDatetime(now + timedelta(seconds=1))
    wanted.freeze_time.FromDatetime(now + timedelta(seconds=2))
    first = ArbiterProcess(str(hall.store.engine.url), hall.redis.address)
    with channel(first.port, hall.tokens["admin"]) as opened:
        request = pb.CreateSeasonRequest(request_id="one", title="Season", plan=wanted)
        made = SeasonServiceStub(opened).CreateSeason(request).season
    nodes = [Node(tmp_path, "play", "--concurrency", "1"), Node(tmp_path, "verify")]
    second = Running(Desk(hall.store, Handed(), Silence(), data=tmp_path))
    try:
        with channel(second.port, hall.tokens["admin"]) as opened:
            stub = SeasonServiceStub(opened)

            def season() -> pb.Season:
                return stub.GetSeason(pb.GetSeasonRequest(season_id=made.id)).season

            until(lambda: season().phase >= pb.Season.PHASE_FROZEN, what="it is frozen")
            _check_that_nobody_enters(second.port, hall.tokens["author"], made.id)
            until(lambda: season().tournaments, what="its ladder begins")
            ladder = season().tournaments[0].tournament_id
            until(lambda: _settled(hall.store, ladder) >= 4, what="some matches are over")
            first.kill()
            nodes[0].kill()
            nodes.append(Node(tmp_path, "play", "--concurrency", "2"))
            move(stub, made.id, pb.Season.PHASE_FINALS)
            until(
                lambda: is_moved(stub, made.id, pb.Season.PHASE_CLOSED),
                patience=3600 if size is WHOLE else 300,
                what="the season is over",
            )
            disturbed = table(stub, made.id)
            closed = season()
            move(stub, made.id, pb.Season.PHASE_AFTER)
            until(lambda: any(one.part == 3 for one in season().tournaments), what="after-play")
            chunks = stub.ExportSeason(pb.ExportSeasonRequest(season_id=made.id))
            bundle = tmp_path / "season.zip"
            bundle.write_bytes(b"".join(part.chunk for part in chunks))
    finally:
        first.kill()
        for node in nodes:
            node.kill()
        second.stop()
    assert closed.secret
    assert len(disturbed) == size.bots
    stages = [one for one in closed.tournaments if one.part == pb.SeasonTournament.PART_FINALS]
    assert len(stages) == (2 if size is SMALL else 3)
    checked = check_season(bundle)
    assert checked.findings == ()
    assert checked.records >= 2 * size.blocks
    assert disturbed == undisturbed(tmp_path, size)


def _check_that_nobody_enters(port: int, token: str, id: int) -> None:
    """An upload for the season is refused with the reason, and any other told that it stays out."""
    content = package()
    with channel(port, token) as opened:
        stub = BotServiceStub(opened)
        with pytest.raises(grpc.RpcError) as refused:
            stub.SubmitBot(upload(content, season_id=id))
        assert refused.value.code() is grpc.StatusCode.FAILED_PRECONDITION
        assert "takes no new versions" in (refused.value.details() or "")
        answer: bots_pb2.SubmitBotResponse = stub.SubmitBot(upload(content, request_id="r2"))
        assert [line.startswith(f"season {id} takes no new") for line in answer.left_out] == [True]


def _settled(store: Store, tournament_id: int) -> int:
    with store.reading() as session:
        counts = tournaments.progress(session, [tournament_id])[tournament_id]
        return counts[MatchState.RATED]
