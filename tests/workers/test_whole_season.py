"""A whole season by gRPC with real nodes, from signing in by invitation to after-play.

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
from pentarch.arbiter.store.words import MatchState, Role, VersionKind, VersionState
from pentarch.arbiter.v1 import accounts_pb2, bots_pb2, owners_pb2
from pentarch.arbiter.v1 import seasons_pb2 as pb
from pentarch.arbiter.v1.accounts_pb2_grpc import AccountServiceStub
from pentarch.arbiter.v1.bots_pb2_grpc import BotServiceStub
from pentarch.arbiter.v1.owners_pb2_grpc import OwnerServiceStub
from pentarch.arbiter.v1.seasons_pb2_grpc import SeasonServiceStub
from pentarch.workers.conductor import conduct_all
from pentarch.workers.host import Host
from pentarch.workers.package_cache import PackageCache
from pentarch.workers.validation import validate_next
from pentarch.workers.verification import verify_matches
from pentarch.workers.windows import play_matches
from tests.arbiter.api.conftest import Noted as Handed
from tests.arbiter.api.conftest import Running, Silence, WithToken
from tests.arbiter.api.test_services import package, upload
from tests.arbiter_process import ArbiterProcess
from tests.needs import needs_redis, needs_sandbox
from tests.nodes import Node
from tests.remote import Hall
from tests.stores import new_store
from tests.tournaments import RULESET, START, waiting
from tests.waiting import until
from tests.workers.hosts import Noted

pytestmark = [needs_redis, needs_sandbox]

SEED = 2030
UPLOADED = """
from pentarch.bots.sdk import Bot
from pentarch.bots.sdk.hosted import play_hosted

class Uploaded(Bot):
    def decide(self, turn):
        return turn.legal[{number} % len(turn.legal)]

play_hosted(Uploaded)
"""


@dataclass(frozen=True)
class Size:
    """How large a season is. The first bots are uploaded, the others are reference bots."""

    bots: int
    owners: int
    uploads: int
    blocks: int
    field: int
    cut: int


SMALL = Size(bots=8, owners=4, uploads=1, blocks=16, field=4, cut=2)
WHOLE = Size(bots=40, owners=12, uploads=12, blocks=400, field=16, cut=4)


def take_part(host: Host, port: int, admin: str, size: Size) -> None:
    """Owners sign in by invitation and upload bots; reference bots fill the field."""
    for number in range(size.owners):
        token = signed_in(port, admin, f"person{number:02d}")
        if number < size.uploads:
            upload_one(host, port, token, number)
    with host.store.writing() as session:
        for number in range(size.uploads, size.bots):
            bots.ensure_running(
                session,
                owners.by_name(session, f"person{number % size.owners:02d}").id,
                f"bot{number:02d}",
                kind=VersionKind.BUILTIN,
                build="random" if number % 3 else "greedy",
                rulesets=[RULESET],
                now=host.store.now(),
            )


def signed_in(port: int, admin: str, name: str) -> str:
    """The token of somebody who was invited and came."""
    with channel(port, admin) as opened:
        invite = owners_pb2.InviteOwnerRequest(name=name)
        code = OwnerServiceStub(opened).InviteOwner(invite).code
    with grpc.insecure_channel(f"127.0.0.1:{port}") as opened:
        accept = accounts_pb2.AcceptInvitationRequest(code=code)
        answer: accounts_pb2.AcceptInvitationResponse
        answer = AccountServiceStub(opened).AcceptInvitation(accept)
        return answer.token


def upload_one(host: Host, port: int, token: str, number: int) -> None:
    content = package(UPLOADED.format(number=number))
    with channel(port, token) as opened:
        BotServiceStub(opened).SubmitBot(upload(content, bot=f"bot{number:02d}"))

    def is_active() -> bool:
        validate_next(host)
        with host.store.reading() as session:
            state = bots.find_version(session, f"bot{number:02d}@1").state
        assert state is not VersionState.REJECTED
        return state is VersionState.ACTIVE

    until(is_active, what=f"bot {number} is validated")


def plan(size: Size) -> pb.SeasonPlan:
    made = pb.SeasonPlan(access=pb.SeasonPlan.ACCESS_PUBLIC, seed=SEED)
    one = made.disciplines.add(
        ruleset=RULESET,
        options={"round_cap": "5"},
        seats=[2],
        field=size.field,
        cut=size.cut,
    )
    # More than a busy machine takes.
    one.time_control.bank.FromSeconds(600)
    one.time_control.cap.FromSeconds(300)
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
    running = Running(Desk(store, Handed(), Silence(), data=folder))
    host = Host(store, Noted(), PackageCache(folder / "cache"), "worker-1")
    other = replace(host, name="worker-2")
    try:
        take_part(host, running.port, token, size)
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
        pytest.param(WHOLE, id="whole", marks=[pytest.mark.long, pytest.mark.timeout(7200)]),
    ],
)
def test_a_whole_season_comes_out_the_same_whoever_dies(
    hall: Hall, tmp_path: Path, size: Size
) -> None:
    first = ArbiterProcess(str(hall.store.engine.url), hall.redis.address)
    take_part(hall.host, first.port, hall.tokens["admin"], size)
    wanted = plan(size)
    now = hall.store.now()
    # By the clock; what follows is done by hand, so that a slow machine misses nothing.
    wanted.open_time.FromDatetime(now + timedelta(seconds=1))
    wanted.freeze_time.FromDatetime(now + timedelta(seconds=2))
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
            assert _left_out(second.port, hall.tokens["author"], "r3") == []
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
    with channel(port, token) as opened, pytest.raises(grpc.RpcError) as refused:
        BotServiceStub(opened).SubmitBot(upload(package(), season_id=id))
    assert refused.value.code() is grpc.StatusCode.FAILED_PRECONDITION
    assert "takes no new versions" in (refused.value.details() or "")
    [line] = _left_out(port, token, "r2")
    assert line.startswith(f"season {id} takes no new")


def _left_out(port: int, token: str, request_id: str) -> list[str]:
    """The seasons that an upload without any is told to stay out of, with the reasons."""
    with channel(port, token) as opened:
        answer: bots_pb2.SubmitBotResponse
        answer = BotServiceStub(opened).SubmitBot(upload(package(), request_id=request_id))
        return list(answer.left_out)


def _settled(store: Store, tournament_id: int) -> int:
    with store.reading() as session:
        counts = tournaments.progress(session, [tournament_id])[tournament_id]
        return counts[MatchState.RATED]
