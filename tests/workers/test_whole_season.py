"""A whole season by gRPC with real nodes, from signing in by invitation to after-play.

An arbiter and a node are killed while it runs. The final table must be the one of an undisturbed
season with the same seed, which is played in this process.
"""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import grpc
import pytest

from pentarch.arbiter.api.desk import Desk
from pentarch.arbiter.competition.seasons.bundle import check_season
from pentarch.arbiter.season_files import read_plan
from pentarch.arbiter.v1 import bots_pb2
from pentarch.arbiter.v1 import seasons_pb2 as pb
from pentarch.arbiter.v1.bots_pb2_grpc import BotServiceStub
from pentarch.arbiter.v1.seasons_pb2_grpc import SeasonServiceStub
from tests.arbiter.api.conftest import Noted as Handed
from tests.arbiter.api.conftest import Running, Silence
from tests.arbiter.api.test_services import package, upload
from tests.arbiter_process import ArbiterProcess
from tests.needs import needs_redis, needs_sandbox
from tests.nodes import Node
from tests.remote import Hall
from tests.waiting import until
from tests.whole_season import (
    SMALL,
    WHOLE,
    Size,
    channel,
    is_moved,
    move,
    plan_text,
    settled,
    table,
    take_part,
    undisturbed,
)

pytestmark = [needs_redis, needs_sandbox]


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
    title, wanted = read_plan(plan_text(size))
    now = hall.store.now()
    # By the clock; what follows is done by hand, so that a slow machine misses nothing.
    wanted.open_time.FromDatetime(now + timedelta(seconds=1))
    wanted.freeze_time.FromDatetime(now + timedelta(seconds=2))
    with channel(first.port, hall.tokens["admin"]) as opened:
        request = pb.CreateSeasonRequest(request_id="one", title=title, plan=wanted)
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
            until(lambda: settled(hall.store, made.id) >= 4, what="some matches are over")
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
    assert len(stages) == size.stages
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
