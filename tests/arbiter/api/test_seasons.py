"""SeasonService and `pentarch season`, against a real arbiter with real matches."""

import json
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import grpc
import pytest

from pentarch.arbiter.competition.bundle.verification import NoBundle
from pentarch.arbiter.competition.seasons.bundle import SEASON, check_season
from pentarch.arbiter.store import seasons
from pentarch.arbiter.v1 import matches_pb2, tournaments_pb2
from pentarch.arbiter.v1 import seasons_pb2 as pb
from pentarch.arbiter.v1.matches_pb2_grpc import MatchServiceStub
from pentarch.arbiter.v1.seasons_pb2_grpc import SeasonServiceStub
from pentarch.workers.conductor import conduct_all
from pentarch.workers.host import Host
from pentarch.workers.verification import verify_matches
from pentarch.workers.windows import play_matches
from tests.arbiter.api.conftest import Arbiter
from tests.arbiter.api.test_tournament_cli import says, worker
from tests.tournaments import waiting

__all__ = ["says", "worker"]
Says = Callable[..., str]

PLAN = """
title = "Spring"
access = "{access}"
seed = 5
invited = ["rival"]

[policies]
records = "season"
keep_logs_days = 30
conduct = "Be kind."

[[disciplines]]
ruleset = "township"
seats = [2]
options = {{ round_cap = 5 }}
ladder = {{ max_blocks = 6 }}
round_robin = {{ blocks = 1 }}
field = 3
cut = 2
"""


@pytest.fixture
def stub(arbiter: Arbiter) -> Iterator[SeasonServiceStub]:
    with arbiter.channel("admin") as channel:
        yield SeasonServiceStub(channel)


def plan(**changes: Any) -> pb.SeasonPlan:
    made = pb.SeasonPlan(
        access=pb.SeasonPlan.ACCESS_PUBLIC,
        disciplines=[pb.Discipline(ruleset="township", seats=[2])],
    )
    made.MergeFrom(pb.SeasonPlan(**changes))
    return made


def creation(request_id: str = "one", **changes: Any) -> pb.CreateSeasonRequest:
    return pb.CreateSeasonRequest(request_id=request_id, title="Spring", plan=plan(**changes))


def code(call: Callable[[], object]) -> grpc.StatusCode:
    """How a call is refused."""
    with pytest.raises(grpc.RpcError) as refused:
        call()
    found: grpc.StatusCode = refused.value.code()
    return found


def played_out(host: Host, id: int) -> None:
    """Conduct a season and play its matches until nothing is left."""
    other = replace(host, name="worker-2")
    for _ in range(100):
        conduct_all(host)
        with host.store.reading() as session:
            parts = [p for d in seasons.get(session, id).disciplines for p in d.tournaments]
            ids = [match for part in parts for match in waiting(session, part.tournament_id)]
        if not ids and len(parts) >= 3:
            return
        verify_matches(other, play_matches(host, ids))
    raise AssertionError("it does not end")


def test_a_season_from_the_command_line(
    arbiter: Arbiter, says: Says, worker: Host, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "plan.toml"
    file.write_text(PLAN.format(access="private"))
    made = json.loads(says("season", "create", str(file), "--json"))
    assert (made["phase"], made["access"], made["secret"]) == ("announced", "private", "")
    shown = says("season", "show", "1")
    assert "township: tables of 2, " in shown
    assert "round_cap 5" in shown
    assert "finals: round-robin of the best 3, halved until 2 are left" in shown
    assert "What bots print is deleted after 30 days." in shown
    says("season", "invite", "1", "author", "admin")
    asked = says("season", "invite", "1", "author", "ann", code=2)
    assert "no owner 'ann': who is invited becomes one by opening the link" in asked
    early = says("season", "close", "1", code=2)
    assert "season 1 is announced: its finals must be played first" in early
    assert "private, open" in says("season", "phase", "1", "open")
    assert "Spring" in says("season", "list")
    conduct_all(worker)
    assert "ant@1" in says("season", "table", "1")
    assert "must be played first" in says("season", "close", "1", code=2)
    says("season", "phase", "1", "finals")
    played_out(worker, 1)
    with arbiter.channel("author") as channel:
        found = MatchServiceStub(channel)
        with pytest.raises(grpc.RpcError) as refused:
            found.GetRecord(matches_pb2.GetRecordRequest(match_id=1))
        assert "when its season is closed" in (refused.value.details() or "")
        with pytest.raises(grpc.RpcError) as unseen:
            list(found.WatchMatch(matches_pb2.WatchMatchRequest(match_id=1)))
        assert "can be seen when its season is closed" in (unseen.value.details() or "")
    assert "not closed" in says("season", "export", "1", str(tmp_path / "no.zip"), code=2)
    closed = says("season", "close", "1")
    assert "secret " in closed
    assert "Be kind." in closed
    table = json.loads(says("season", "table", "1", "--json"))
    assert [line["stage"] for line in table] == [2, 2, 1]
    assert {line["bot"] for line in table} == {"ant@1", "bee@1", "cat@1"}
    assert "came to" in says("season", "table", "1")
    bundle = tmp_path / "season.zip"
    says("season", "export", "1", str(bundle))
    assert "everything holds: signatures, secrets" in says("bundle", "verify", str(bundle))
    with arbiter.channel("author") as channel:
        found = MatchServiceStub(channel)
        assert found.GetRecord(matches_pb2.GetRecordRequest(match_id=1)).record
    request = matches_pb2.VoidMatchRequest(match_id=1, reason="late")
    with arbiter.channel("admin") as channel, pytest.raises(grpc.RpcError) as final:
        MatchServiceStub(channel).VoidMatch(request)
    assert "its tables are final" in (final.value.details() or "")
    assert "private, after" in says("season", "phase", "1", "after")
    check_changed_bundles(bundle, tmp_path)


def check_changed_bundles(bundle: Path, folder: Path) -> None:
    """Whatever is changed in a season's bundle is found."""
    with zipfile.ZipFile(bundle) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    told = json.loads(parts[SEASON])
    told["places"][0]["rank"] = 2
    other = json.dumps(told, sort_keys=True, separators=(",", ":")).encode()
    cases = {
        "signature": {**parts, SEASON: other},
        "tournament 1": {**parts, "tournaments/1.zip": parts["tournaments/2.zip"]},
        "tournament 2": {n: c for n, c in parts.items() if n != "tournaments/2.zip"},
        "extra": {**parts, "extra": b""},
    }
    for wrong, changed in cases.items():
        path = folder / "changed.zip"
        with zipfile.ZipFile(path, "w") as archive:
            for name, content in changed.items():
                archive.writestr(name, content)
        assert wrong in [finding.part for finding in check_season(path).findings]
    with zipfile.ZipFile(folder / "empty.zip", "w") as archive:
        archive.writestr(SEASON, b"{}")
    with pytest.raises(NoBundle):
        check_season(folder / "empty.zip")


def test_creating_twice_under_one_request_id_makes_one(stub: SeasonServiceStub) -> None:
    first = stub.CreateSeason(creation()).season
    assert stub.CreateSeason(creation()).season.id == first.id
    assert len(stub.ListSeasons(pb.ListSeasonsRequest()).seasons) == 1
    assert first.commitment
    assert not first.secret


BAD_PLANS: dict[str, dict[str, Any]] = {
    "no discipline twice": {"disciplines": [pb.Discipline(ruleset="township", seats=[2])]},
    "no end of finals": {
        "disciplines": [
            pb.Discipline(ruleset="kingdom", seats=[2], settling=tournaments_pb2.Ladder())
        ],
    },
    "a cut without finals": {"disciplines": [pb.Discipline(ruleset="kingdom", seats=[2], cut=4)]},
    "a field of one": {
        "disciplines": [
            pb.Discipline(ruleset="kingdom", seats=[2], swiss=tournaments_pb2.Swiss(), field=1)
        ],
    },
    "duels of three": {
        "disciplines": [
            pb.Discipline(
                ruleset="kingdom", seats=[3], single_elimination=tournaments_pb2.SingleElimination()
            )
        ],
    },
    "too many seats": {"disciplines": [pb.Discipline(ruleset="kingdom", seats=[9])]},
    "another order": {"open_time": {"seconds": 2000}, "freeze_time": {"seconds": 1000}},
    "finals before it was announced": {"finals_time": {"seconds": 1000}},
    "closed before it was announced": {"close_time": {"seconds": 1000}},
    "guests where everybody may come": {"invited": ["rival"]},
    "a time beyond all years": {"open_time": {"seconds": 1 << 50}},
    "a weight of a hundred": {"weight": 100.0},
    "logs for a thousand years": {"policies": {"keep_logs_days": 365_000}},
    "a novel": {"policies": {"conduct": "x" * 30_000}},
}


@pytest.mark.parametrize("name", BAD_PLANS)
def test_a_bad_plan_is_refused_and_makes_nothing(stub: SeasonServiceStub, name: str) -> None:
    with pytest.raises(grpc.RpcError) as refused:
        stub.CreateSeason(creation(**BAD_PLANS[name]))
    assert refused.value.code() is grpc.StatusCode.INVALID_ARGUMENT
    assert not stub.ListSeasons(pb.ListSeasonsRequest()).seasons


def test_only_administrators_make_public_seasons_and_only_owners_steer(arbiter: Arbiter) -> None:
    private: dict[str, Any] = {"access": pb.SeasonPlan.ACCESS_PRIVATE}
    denied = grpc.StatusCode.PERMISSION_DENIED
    with arbiter.channel("author") as channel:
        mine = SeasonServiceStub(channel)
        assert code(lambda: mine.CreateSeason(creation())) is denied
        assert code(lambda: mine.CreateSeason(creation(weight=2.0, **private))) is denied
        id = mine.CreateSeason(creation(**private)).season.id
    move = pb.MoveSeasonRequest(season_id=id, phase=pb.Season.PHASE_OPEN)
    with arbiter.channel("rival") as channel:
        other = SeasonServiceStub(channel)
        assert code(lambda: other.MoveSeason(move)) is denied
        invite = pb.InviteOwnersRequest(season_id=id, owners=["rival"])
        assert code(lambda: other.InviteOwners(invite)) is denied
    with arbiter.channel("reader") as channel:
        reading = SeasonServiceStub(channel)
        assert reading.GetSeason(pb.GetSeasonRequest(season_id=id)).season.title == "Spring"
        assert code(lambda: reading.MoveSeason(move)) is denied
    with arbiter.channel("admin") as channel:
        moved = SeasonServiceStub(channel).MoveSeason(move).season
        assert moved.phase == pb.Season.PHASE_OPEN


def test_nobody_is_invited_to_a_public_season(stub: SeasonServiceStub) -> None:
    id = stub.CreateSeason(creation()).season.id
    invite = pb.InviteOwnersRequest(season_id=id, owners=["rival"])
    with pytest.raises(grpc.RpcError) as refused:
        stub.InviteOwners(invite)
    assert "is public: the bots of all owners take part" in (refused.value.details() or "")


def test_owners_weigh_the_same_unless_the_plan_says_otherwise(
    arbiter: Arbiter, stub: SeasonServiceStub
) -> None:
    ladders = [tournaments_pb2.Ladder(max_blocks=6), tournaments_pb2.Ladder(equal_owners=0)]
    for number, ladder in enumerate(ladders):
        one = pb.Discipline(ruleset="township", seats=[2], ladder=ladder)
        wanted = pb.SeasonPlan(access=pb.SeasonPlan.ACCESS_PUBLIC, disciplines=[one])
        request = pb.CreateSeasonRequest(request_id=str(number), title="Spring", plan=wanted)
        stub.CreateSeason(request)
    with arbiter.store.reading() as session:
        kept = [seasons.get(session, id).disciplines[0].ladder for id in (1, 2)]
    assert [one["equal_owners"] for one in kept] == [1, 0]
    assert kept[0]["max_blocks"] == 6


def test_owners_take_their_own_bots_out_and_in(arbiter: Arbiter, says: Says) -> None:
    with arbiter.channel("admin") as channel:
        id = SeasonServiceStub(channel).CreateSeason(creation()).season.id
    assert "Spring" in says("season", "withdraw", str(id), "ant")
    assert "Spring" in says("season", "enter", str(id), "ant")
    assert "belongs to somebody else" in says("season", "withdraw", str(id), "bee", code=2)
    assert "there is no season" in says("season", "show", "99", code=2)
    for text in ("0001-01-01T00:00+05:00", "9999-12-31T23:59-12:00"):
        assert "is no time" in says("season", "dates", str(id), "--open", text, code=2)
    misspelt = says("season", "table", str(id), "--ruleset", "townshp", code=2)
    assert f"season {id} plays township, not townshp" in misspelt
    with arbiter.channel("admin") as channel:
        frozen = pb.MoveSeasonRequest(season_id=id, phase=pb.Season.PHASE_FROZEN)
        SeasonServiceStub(channel).MoveSeason(frozen)
    assert "it is frozen since" in says("season", "enter", str(id), "ant", code=2)


def test_a_plan_that_cannot_be_read_is_refused_before_any_call(says: Says, tmp_path: Path) -> None:
    file = tmp_path / "plan.toml"
    for text, told in (
        ("title = ", "is no TOML"),
        ("disciplines = 'all'", "is no plan of a season"),
        ("colour = 'red'", "a plan has no setting 'colour'; there are access, disciplines, "),
        ("access = 'secret'", "access is public, private or practice, not 'secret'"),
        ("policies = {records = 3}", "policies.records is match or season, not 3"),
        (
            "disciplines = [{ladder = {max_block = 4}}]",
            "disciplines[0].ladder has no setting 'max_block'; there are ",
        ),
        ("open_time = 2030-01-01T00:00:00", "needs a zone"),
        (
            "open_time = 2030-01-01",
            "open_time is a time such as 2027-03-01T12:00:00Z, not 2030-01-01",
        ),
        (
            "open_time = 'soon'",
            "open_time is a time such as 2027-03-01T12:00:00Z, not 'soon'",
        ),
        (
            "disciplines = [{swiss = {}, settling = {settled_width = 90}}]",
            "disciplines[0] has more than one of swiss, settling",
        ),
    ):
        file.write_text(text)
        assert told in says("season", "create", str(file), code=2)
    assert "cannot read" in says("season", "create", str(tmp_path / "none.toml"), code=2)
