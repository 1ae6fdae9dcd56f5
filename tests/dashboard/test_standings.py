"""The table on a tournament's page is the one that the arbiter gives out."""

from collections.abc import Iterator
from pathlib import Path

import grpc
import pytest

from pentarch.arbiter.v1 import tournaments_pb2 as pb
from pentarch.arbiter.v1.tournaments_pb2_grpc import TournamentServiceStub
from pentarch.dashboard.data.tables import TableCache
from tests.dashboard import scenes
from tests.remote import Hall
from tests.waiting import PATIENCE


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    hall = Hall(tmp_path, scenes.build(tmp_path).url)
    yield hall
    hall.close()


def test_the_dashboard_and_the_arbiter_agree(hall: Hall) -> None:
    tables = TableCache(hall.store)
    with grpc.insecure_channel(f"127.0.0.1:{hall.port}") as channel:
        stub = TournamentServiceStub(channel)
        for tournament_id in (3, 4):
            answer = stub.ListStandings(
                pb.ListStandingsRequest(tournament_id=tournament_id),
                metadata=(("authorization", f"Bearer {hall.tokens['reader']}"),),
                timeout=PATIENCE,
            )
            told = [
                (
                    *(line.rank, f"{line.bot}@{line.version}", line.owner, line.points),
                    *(line.matches, line.wins, line.draws, line.losses, line.forfeits),
                    *(line.rating, line.rating_low, line.rating_high, line.note),
                )
                for line in answer.standings
            ]
            drawn = tables.get(tournament_id, PATIENCE)
            assert drawn is not None
            shown = [
                (
                    *(line.rank, line.ref, line.owner, line.points),
                    *(line.matches, line.wins, line.draws, line.losses, line.forfeits),
                    *(line.rating, line.low, line.high, line.note),
                )
                for line in drawn.lines
            ]
            assert shown == told
            assert len(told) == scenes.AMOUNTS.bots
