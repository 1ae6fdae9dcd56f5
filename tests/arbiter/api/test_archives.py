"""Seasons in archives, as callers of a real arbiter meet them."""

from collections.abc import Callable
from pathlib import Path

import grpc
import pytest

from pentarch.arbiter.competition.bundle.signature import Signer
from pentarch.arbiter.store import season_archives
from pentarch.arbiter.v1 import matches_pb2 as matches
from pentarch.arbiter.v1 import seasons_pb2 as seasons
from pentarch.arbiter.v1 import tournaments_pb2 as tournaments
from pentarch.arbiter.v1.matches_pb2_grpc import MatchServiceStub
from pentarch.arbiter.v1.seasons_pb2_grpc import SeasonServiceStub
from pentarch.arbiter.v1.tournaments_pb2_grpc import TournamentServiceStub
from pentarch.workers.package_cache import PackageCache
from tests.arbiter.api.conftest import Arbiter
from tests.arbiter.store.test_season_archives import AWAY, of_season, play_season
from tests.tournaments import RULESET, START
from tests.workers.hosts import At, Noted


def refused(call: Callable[[], object]) -> tuple[grpc.StatusCode, str]:
    """How a call is refused."""
    with pytest.raises(grpc.RpcError) as error:
        call()
    return error.value.code(), error.value.details() or ""


def test_calls_about_what_is_away_say_where_it_is_and_the_season_stays(
    arbiter: Arbiter, tmp_path: Path
) -> None:
    cache = PackageCache(tmp_path / "packages")
    play_season(At(arbiter.store, Noted(), cache, "conductor", time=START))
    first = of_season(arbiter.store)[0]
    with arbiter.channel("admin") as channel:
        played, cups = MatchServiceStub(channel), TournamentServiceStub(channel)
        held = SeasonServiceStub(channel)
        table = seasons.ListPlacesRequest(season_id=1, ruleset=RULESET)
        places = held.ListPlaces(table)
        before = held.GetSeason(seasons.GetSeasonRequest(season_id=1))
        cup = cups.GetTournament(tournaments.GetTournamentRequest(tournament_id=1))
        season_archives.move_out(arbiter.store, 1, str(tmp_path / "away"), Signer(tmp_path))
        bundle = b"".join(
            one.chunk for one in held.ExportSeason(seasons.ExportSeasonRequest(season_id=1))
        )
        assert bundle.startswith(b"PK")
        assert held.ListPlaces(table) == places
        assert held.GetSeason(seasons.GetSeasonRequest(season_id=1)) == before
        again = cups.GetTournament(tournaments.GetTournamentRequest(tournament_id=1))
        assert again.tournament.progress == cup.tournament.progress
        for call in (
            lambda: played.GetMatch(matches.GetMatchRequest(match_id=first)),
            lambda: played.GetRecord(matches.GetRecordRequest(match_id=first)),
            lambda: list(played.WatchMatch(matches.WatchMatchRequest(match_id=first))),
            lambda: played.AnalyseMatch(matches.AnalyseMatchRequest(match_id=first)),
            lambda: played.GetAnalysis(matches.GetAnalysisRequest(match_id=first)),
            lambda: played.VoidMatch(matches.VoidMatchRequest(match_id=first, reason="no")),
            lambda: played.RerunMatch(matches.RerunMatchRequest(match_id=first, reason="no")),
            lambda: played.ListMatches(matches.ListMatchesRequest(tournament_id=1)),
            lambda: cups.ListStandings(tournaments.ListStandingsRequest(tournament_id=1)),
            lambda: list(
                cups.ExportTournament(tournaments.ExportTournamentRequest(tournament_id=1))
            ),
        ):
            code, said = refused(call)
            assert code is grpc.StatusCode.FAILED_PRECONDITION, said
            assert AWAY in said
        missing = refused(lambda: played.GetMatch(matches.GetMatchRequest(match_id=4711)))
        assert missing == (grpc.StatusCode.NOT_FOUND, "there is no match 4711")
