"""What organisers do: announcements, the audit, faults, usage, and matches that are run again."""

import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import grpc
import pytest
from google.protobuf.timestamp_pb2 import Timestamp

from pentarch.arbiter.competition.seasons.phases import PHASES
from pentarch.arbiter.referee.verdicts import Verdict
from pentarch.arbiter.store import bots, leases, matches, seasons, tournaments
from pentarch.arbiter.store.attempts import AttemptFailure
from pentarch.arbiter.store.leases import Lease, LeasePolicy
from pentarch.arbiter.store.models import Seat
from pentarch.arbiter.store.words import MatchState
from pentarch.arbiter.v1 import bots_pb2, matches_pb2, owners_pb2, seasons_pb2
from pentarch.arbiter.v1 import organisers_pb2 as pb
from pentarch.arbiter.v1.bots_pb2_grpc import BotServiceStub
from pentarch.arbiter.v1.matches_pb2_grpc import MatchServiceStub
from pentarch.arbiter.v1.organisers_pb2_grpc import OrganiserServiceStub
from pentarch.arbiter.v1.owners_pb2_grpc import OwnerServiceStub
from pentarch.arbiter.v1.seasons_pb2_grpc import SeasonServiceStub
from pentarch.workers.conductor import conduct_all
from pentarch.workers.host import Host
from tests import one_match
from tests.arbiter.api.conftest import Arbiter
from tests.arbiter.api.test_seasons import code, creation
from tests.arbiter.api.test_services import running_bots
from tests.arbiter.api.test_tournament_cli import says, worker
from tests.tournaments import settle, waiting

__all__ = ["says", "worker"]
Says = Callable[..., str]
Code = grpc.StatusCode
POLICY = LeasePolicy(timedelta(minutes=30), timedelta(minutes=30), 3)


@pytest.fixture
def channel(arbiter: Arbiter) -> Iterator[grpc.Channel]:
    with arbiter.channel("admin") as opened:
        yield opened


@pytest.fixture
def desk(channel: grpc.Channel) -> OrganiserServiceStub:
    return OrganiserServiceStub(channel)


def after(seconds: float) -> Timestamp:
    made = Timestamp()
    made.FromDatetime(datetime.now(UTC) + timedelta(seconds=seconds))
    return made


def audited(desk: OrganiserServiceStub, **filters: Any) -> list[pb.AuditEntry]:
    return list(desk.ListAudit(pb.ListAuditRequest(**filters)).entries)


def queue(channel: grpc.Channel, request_id: str = "one", **more: Any) -> int:
    request = matches_pb2.CreateMatchRequest(
        request_id=request_id, ruleset="township", bots=["greedy", "random"], **more
    )
    made: matches_pb2.CreateMatchResponse = MatchServiceStub(channel).CreateMatch(request)
    return made.match.id


def test_an_announcement_is_there_until_it_expires_or_is_withdrawn(
    arbiter: Arbiter, desk: OrganiserServiceStub
) -> None:
    made = desk.Announce(pb.AnnounceRequest(text="  Finals\n at noon. ")).announcement
    assert (made.text, made.owner) == ("Finals at noon.", "admin")
    days = made.expire_time.ToDatetime() - made.create_time.ToDatetime()
    assert days == timedelta(days=7)
    other = desk.Announce(pb.AnnounceRequest(text="Late.", expire_time=after(3600))).announcement
    with arbiter.channel("reader") as opened:
        listed = OrganiserServiceStub(opened).ListAnnouncements(pb.ListAnnouncementsRequest())
    assert [one.text for one in listed.announcements] == ["Late.", "Finals at noon."]
    page = desk.ListAnnouncements(pb.ListAnnouncementsRequest(page_size=1))
    rest = desk.ListAnnouncements(
        pb.ListAnnouncementsRequest(page_size=1, page_token=page.next_page_token)
    )
    assert [one.id for one in (*page.announcements, *rest.announcements)] == [other.id, made.id]
    desk.WithdrawAnnouncement(pb.WithdrawAnnouncementRequest(announcement_id=other.id))
    desk.WithdrawAnnouncement(pb.WithdrawAnnouncementRequest(announcement_id=other.id))
    left = desk.ListAnnouncements(pb.ListAnnouncementsRequest()).announcements
    assert [one.id for one in left] == [made.id]
    told = [(one.verb, one.subject, one.details["text"]) for one in audited(desk, owner="admin")]
    assert told == [
        ("withdraw_announcement", "announcement 2", "Late."),
        ("withdraw_announcement", "announcement 2", "Late."),
        ("announce", "announcement 2", "Late."),
        ("announce", "announcement 1", "Finals at noon."),
    ]


@pytest.mark.parametrize(
    "request_",
    [
        pb.AnnounceRequest(),
        pb.AnnounceRequest(text=" \n "),
        pb.AnnounceRequest(text="x" * 501),
        pb.AnnounceRequest(text="bell \a"),
        pb.AnnounceRequest(text="past", expire_time=after(-60)),
        pb.AnnounceRequest(text="far", expire_time=after(367 * 86400)),
        pb.AnnounceRequest(text="never", expire_time=Timestamp(seconds=1 << 60)),
    ],
)
def test_what_is_no_announcement_is_refused_and_leaves_nothing(
    desk: OrganiserServiceStub, request_: pb.AnnounceRequest
) -> None:
    assert code(lambda: desk.Announce(request_)) is Code.INVALID_ARGUMENT
    assert not desk.ListAnnouncements(pb.ListAnnouncementsRequest()).announcements
    assert audited(desk) == []


def test_the_audit_is_filtered_and_paged(channel: grpc.Channel, desk: OrganiserServiceStub) -> None:
    people = OwnerServiceStub(channel)
    people.SetQuota(owners_pb2.SetQuotaRequest(owner="rival", good=owners_pb2.GOOD_MATCHES, most=5))
    people.DisableOwner(owners_pb2.DisableOwnerRequest(owner="rival"))
    people.EnableOwner(owners_pb2.EnableOwnerRequest(owner="rival"))
    desk.Announce(pb.AnnounceRequest(text="Hello."))
    [first, second] = audited(desk, page_size=2)
    assert (first.verb, second.verb) == ("announce", "enable_owner")
    page = desk.ListAudit(pb.ListAuditRequest(page_size=2))
    rest = audited(desk, page_size=2, page_token=page.next_page_token)
    assert [one.verb for one in rest] == ["disable_owner", "set_quota"]
    assert dict(rest[1].details) == {"good": "matches", "most": "5.0"}
    about = audited(desk, subject=rest[1].subject)
    assert [one.verb for one in about] == ["enable_owner", "disable_owner", "set_quota"]
    assert audited(desk, owner="author") == []
    foreign = pb.ListAuditRequest(page_token=page.next_page_token, owner="admin")
    assert code(lambda: desk.ListAudit(foreign)) is Code.INVALID_ARGUMENT
    assert code(lambda: audited(desk, owner="nobody")) is Code.NOT_FOUND
    assert code(lambda: audited(desk, subject="x" * 201)) is Code.INVALID_ARGUMENT


def test_what_is_refused_is_not_in_the_audit(
    channel: grpc.Channel, desk: OrganiserServiceStub
) -> None:
    people = OwnerServiceStub(channel)
    nobody = owners_pb2.DisableOwnerRequest(owner="nobody")
    assert code(lambda: people.DisableOwner(nobody)) is Code.NOT_FOUND
    lost = matches_pb2.VoidMatchRequest(match_id=99, reason="lost")
    assert code(lambda: MatchServiceStub(channel).VoidMatch(lost)) is Code.NOT_FOUND
    assert audited(desk) == []


def test_faults_are_counted_by_bot_and_by_worker(
    arbiter: Arbiter, channel: grpc.Channel, desk: OrganiserServiceStub
) -> None:
    assert desk.GetFaults(pb.GetFaultsRequest()).matches == 0
    running_bots(arbiter)
    first, second = queue(channel), queue(channel, "two")
    with arbiter.store.writing() as session:
        now = arbiter.store.now()
        for match_id in (first, second):
            lease = one_match.lease(session, match_id, "worker-7", now, POLICY)
            assert isinstance(lease, Lease)
            failure = AttemptFailure(Verdict.WORKER_STALL, "too slow")
            leases.abort(session, match_id, lease.epoch, failure, now, POLICY)
        session.get_one(Seat, (first, 1)).verdict = Verdict.BOT_CRASH
    found = desk.GetFaults(pb.GetFaultsRequest())
    assert found.matches == 2
    assert [(one.bot, one.verdict, one.seats) for one in found.bots] == [("random", "BOT_CRASH", 1)]
    assert [(one.worker, one.verdict, one.attempts) for one in found.workers] == [
        ("worker-7", "WORKER_STALL", 2)
    ]


def test_usage_lists_every_owner_once_with_what_is_taken(
    arbiter: Arbiter, channel: grpc.Channel
) -> None:
    running_bots(arbiter)
    queue(channel)
    people = OwnerServiceStub(channel)
    people.SetQuota(owners_pb2.SetQuotaRequest(owner="admin", good=owners_pb2.GOOD_MATCHES, most=9))
    found: list[owners_pb2.Usage] = []
    page = people.ListUsage(owners_pb2.ListUsageRequest(page_size=3))
    found += page.usage
    request = owners_pb2.ListUsageRequest(page_size=3, page_token=page.next_page_token)
    found += people.ListUsage(request).usage
    assert [one.owner for one in found] == ["admin", "author", "reader", "rival"]
    [taken] = [q for q in found[0].quotas if q.good == owners_pb2.GOOD_MATCHES]
    assert (taken.taken, taken.most, taken.own) == (1.0, 9.0, True)
    alone = people.GetQuotas(owners_pb2.GetQuotasRequest(owner="admin")).quotas
    assert list(found[0].quotas) == list(alone)


def test_a_match_is_run_again_once_with_fresh_keys(
    arbiter: Arbiter, channel: grpc.Channel, desk: OrganiserServiceStub
) -> None:
    running_bots(arbiter)
    id = queue(channel, options={"round_cap": "5"})
    stub = MatchServiceStub(channel)
    request = matches_pb2.RerunMatchRequest(match_id=id, reason="the host was ill")
    made = stub.RerunMatch(request)
    assert made.match.void_reason == "the host was ill"
    with arbiter.store.reading() as session:
        old, new = matches.get(session, id), matches.get(session, made.again.id)
        assert (old.state, new.state) == (MatchState.VOID, MatchState.QUEUED)
        assert [s.version_id for s in old.seats] == [s.version_id for s in new.seats]
        assert (old.options, old.clock, old.owner_id) == (new.options, new.clock, new.owner_id)
        assert old.key != new.key
        assert old.bot_key != new.bot_key
    assert arbiter.dispatch.played[-1] == [new.id]
    assert code(lambda: stub.RerunMatch(request)) is Code.FAILED_PRECONDITION
    assert len(arbiter.dispatch.played) == 2
    [entry] = audited(desk, subject=f"match {id}")
    told = {"reason": "the host was ill", "again": str(new.id)}
    assert (entry.verb, dict(entry.details)) == ("rerun_match", told)
    chosen = queue(channel, "two", seed=7)
    again = stub.RerunMatch(matches_pb2.RerunMatchRequest(match_id=chosen, reason="again")).again
    with arbiter.store.reading() as session:
        assert matches.get(session, chosen).key == matches.get(session, again.id).key


def test_a_match_that_cannot_be_played_again_is_left_as_it_is(
    arbiter: Arbiter, channel: grpc.Channel
) -> None:
    running_bots(arbiter)
    id, stub = queue(channel), MatchServiceStub(channel)
    for reason in ("", "  ", "x" * 501):
        empty = matches_pb2.RerunMatchRequest(match_id=id, reason=reason)
        assert code(lambda: stub.RerunMatch(empty)) is Code.INVALID_ARGUMENT  # noqa: B023
    with arbiter.store.writing() as session:
        bots.retire(session, bots.find_version(session, "random@1").id, arbiter.store.now())
    gone = matches_pb2.RerunMatchRequest(match_id=id, reason="again")
    assert code(lambda: stub.RerunMatch(gone)) is Code.FAILED_PRECONDITION
    with arbiter.store.reading() as session:
        assert matches.get(session, id).state is MatchState.QUEUED


def test_a_tournament_plays_the_block_again_by_itself(
    arbiter: Arbiter, says: Says, worker: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    says("tournament", "create", "township", "ant", "bee", "--blocks", "1")
    says("tournament", "start", "1")
    conduct_all(worker)
    monkeypatch.setenv("PENTARCH_TOKEN", arbiter.tokens["admin"])
    told = json.loads(says("match", "rerun", "1", "--reason", "wrong", "--json"))
    assert (told["match"]["state"], told["again"]) == ("void", None)
    conduct_all(worker)
    with arbiter.store.writing() as session:
        ids = waiting(session, 1)
        assert 2 in {matches.get(session, id).block_id for id in ids}
        settle(session, ids)
    conduct_all(worker)
    with arbiter.store.reading() as session:
        assert tournaments.get(session, 1).state.is_over
    assert "is over" in says("match", "rerun", "3", "--reason", "late", code=2)


def test_a_season_gets_another_timetable(
    channel: grpc.Channel, desk: OrganiserServiceStub, arbiter: Arbiter
) -> None:
    stub = SeasonServiceStub(channel)
    old = {"open_time": after(3600), "freeze_time": after(7200)}
    id = stub.CreateSeason(creation("one", **old)).season.id

    def moved(**times: Timestamp) -> seasons_pb2.SeasonPlan:
        request = seasons_pb2.RescheduleSeasonRequest(season_id=id, **times)
        return stub.RescheduleSeason(request).season.plan

    later = after(9000)
    made = moved(open_time=old["open_time"], close_time=later)
    assert made.open_time == old["open_time"]
    assert made.close_time == later
    assert not made.HasField("freeze_time")
    assert code(lambda: moved(close_time=after(-60))) is Code.INVALID_ARGUMENT
    turned = {"open_time": after(60), "freeze_time": after(30)}
    assert code(lambda: moved(**turned)) is Code.INVALID_ARGUMENT
    stub.MoveSeason(
        seasons_pb2.MoveSeasonRequest(season_id=id, phase=seasons_pb2.Season.PHASE_OPEN)
    )
    assert code(lambda: moved(open_time=after(60))) is Code.FAILED_PRECONDITION
    assert moved(open_time=old["open_time"], freeze_time=after(5400)).HasField("freeze_time")
    kept = moved(freeze_time=later)
    # The hand was faster than the clock.
    assert not kept.HasField("open_time")
    assert kept.freeze_time == later
    assert not kept.HasField("close_time")
    with arbiter.store.reading() as session:
        times = seasons.timetable_of(seasons.get(session, id))
    assert [times.beginning(phase) is not None for phase in PHASES[1:]] == [
        *(False, True, False, False, False)
    ]
    entries = [one for one in audited(desk, subject=f"season {id}") if "resch" in one.verb]
    assert [sorted(one.details) for one in entries] == [
        ["frozen"],
        ["frozen", "open"],
        ["closed", "open"],
    ]


def test_organisers_at_the_command_line(
    arbiter: Arbiter, says: Says, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "role admin" in says("announce", "add", "no", code=2)
    monkeypatch.setenv("PENTARCH_TOKEN", arbiter.tokens["admin"])
    made = json.loads(says("announce", "add", "Finals [b]at[/b] noon.", "--json"))
    assert (made["id"], made["owner"]) == (1, "admin")
    assert "Finals [b]at[/b] noon." in says("announce", "list")
    assert "withdrawn" in says("announce", "withdraw", "1")
    assert json.loads(says("announce", "list", "--json")) == []
    [last, _] = json.loads(says("audit", "--subject", "announcement 1", "--json"))
    assert (last["verb"], last["owner"]) == ("withdraw_announcement", "admin")
    assert "announcement 1" in says("audit", "--owner", "admin")
    assert json.loads(says("faults", "--json")) == {"matches": 0, "bots": [], "workers": []}
    assert "of the newest 0 matches" in says("faults")
    usage = json.loads(says("owner", "usage", "--json"))
    assert [one["owner"] for one in usage] == ["admin", "author", "reader", "rival"]
    assert "rival" in says("owner", "usage")
    assert "needs a zone" in says("season", "dates", "1", "--open", "2027-03-01T12:00", code=2)
    assert "is no time" in says("season", "dates", "1", "--close", "soon", code=2)


def test_dates_of_a_season_at_the_command_line(
    arbiter: Arbiter, says: Says, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PENTARCH_TOKEN", arbiter.tokens["admin"])
    file = tmp_path / "plan.toml"
    file.write_text(
        'title = "Spring"\naccess = "public"\n[[disciplines]]\nruleset = "township"\nseats = [2]\n'
    )
    says("season", "create", str(file))
    told = says("season", "dates", "1", "--open", "2099-03-01T12:00Z", "--close", "2099-04-01T00Z")
    assert "open from 2099-03-01 12:00:00 UTC" in told
    assert "closed from 2099-04-01 00:00:00 UTC" in told
    told = says("season", "dates", "1", "--freeze", "2099-03-20T12:00Z")
    assert "open from 2099-03-01 12:00:00 UTC" in told
    assert "frozen from 2099-03-20 12:00:00 UTC" in told
    told = says("season", "dates", "1", "--freeze", "hand")
    assert "frozen" not in told
    assert "closed from 2099-04-01 00:00:00 UTC" in told
    assert "must not begin before" in says(
        *("season", "dates", "1", "--open", "2099-03-01T12:00Z", "--freeze", "2098-03-01T12:00Z"),
        code=2,
    )


def test_whoever_retires_a_version_is_in_the_audit(
    arbiter: Arbiter, channel: grpc.Channel, desk: OrganiserServiceStub
) -> None:
    running_bots(arbiter)
    BotServiceStub(channel).RetireVersion(bots_pb2.RetireVersionRequest(bot="greedy", number=1))
    [entry] = audited(desk)
    told = ("retire_version", "admin", {"bot": "greedy@1"})
    assert (entry.verb, entry.owner, dict(entry.details)) == told
