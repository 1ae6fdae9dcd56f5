"""What organisers do: calls to the arbiter, in rows for the pages of the desk."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from google.protobuf.timestamp_pb2 import Timestamp

from pentarch.arbiter.competition.seasons.phases import Phase
from pentarch.arbiter.v1 import (
    bots_pb2,
    matches_pb2,
    organisers_pb2,
    owners_pb2,
    seasons_pb2,
    tournaments_pb2,
)
from pentarch.arbiter.v1.bots_pb2_grpc import BotServiceStub
from pentarch.arbiter.v1.matches_pb2_grpc import MatchServiceStub
from pentarch.arbiter.v1.organisers_pb2_grpc import OrganiserServiceStub
from pentarch.arbiter.v1.owners_pb2_grpc import OwnerServiceStub
from pentarch.arbiter.v1.seasons_pb2_grpc import SeasonServiceStub
from pentarch.arbiter.v1.tournaments_pb2_grpc import TournamentServiceStub
from pentarch.dashboard.accounts import Quota, quota, word
from pentarch.dashboard.service import PATIENCE, calling, known
from pentarch.engine import registry

GOODS: Final = ("versions", "matches", "cpu seconds", "storage")
"""What there are quotas of."""


@dataclass(frozen=True)
class OwnerLine:
    """An owner, with what they may take and have taken."""

    name: str
    kind: str
    role: str
    create: datetime
    is_disabled: bool
    quotas: tuple[Quota, ...]


@dataclass(frozen=True)
class FaultRows:
    """What went wrong in so many matches, as rows: by bot and by worker."""

    matches: int
    bots: tuple[tuple[str, str, str, int], ...]
    workers: tuple[tuple[str, str, int], ...]


@dataclass(frozen=True)
class AuditLine:
    """Something that somebody did."""

    moment: datetime
    who: str
    verb: str
    subject: str
    details: str


@dataclass(frozen=True)
class AuditPage:
    """A page of the audit."""

    items: tuple[AuditLine, ...]
    next_token: str


@dataclass(frozen=True)
class SeasonForm:
    """A plan as the form of the desk has it: all rulesets are played in the same way."""

    access: str
    rulesets: Sequence[str]
    times: Mapping[Phase, datetime | None]
    blocks: int
    finals: str
    field: int
    cut: int
    records: str
    keep_logs_days: int
    conduct: str
    invited: Sequence[str]


def announce(token: str, text: str, days: int) -> int:
    """Show a text on every page for so many days; its number. Raises Refused."""
    request = organisers_pb2.AnnounceRequest(
        text=text, expire_time=_stamp(datetime.now(UTC) + timedelta(days=days))
    )
    with calling() as channel:
        made = OrganiserServiceStub(channel).Announce(
            request, timeout=PATIENCE, metadata=known(token)
        )
    return made.announcement.id


def withdraw_announcement(token: str, announcement_id: int) -> None:
    """Take an announcement back. Raises Refused."""
    request = organisers_pb2.WithdrawAnnouncementRequest(announcement_id=announcement_id)
    with calling() as channel:
        OrganiserServiceStub(channel).WithdrawAnnouncement(
            request, timeout=PATIENCE, metadata=known(token)
        )


def audit(token: str, owner: str, subject: str, page_token: str) -> AuditPage:
    """Who did what, newest first. Raises Refused."""
    request = organisers_pb2.ListAuditRequest(owner=owner, subject=subject, page_token=page_token)
    with calling() as channel:
        found = OrganiserServiceStub(channel).ListAudit(
            request, timeout=PATIENCE, metadata=known(token)
        )
    return AuditPage(tuple(_audit_line(one) for one in found.entries), found.next_page_token)


def faults(token: str) -> FaultRows:
    """What went wrong in the newest matches. Raises Refused."""
    with calling() as channel:
        found = OrganiserServiceStub(channel).GetFaults(
            organisers_pb2.GetFaultsRequest(), timeout=PATIENCE, metadata=known(token)
        )
    return FaultRows(
        found.matches,
        tuple((one.bot, one.owner, one.verdict, one.seats) for one in found.bots),
        tuple((one.worker, one.verdict, one.attempts) for one in found.workers),
    )


def owners(token: str, page_token: str) -> tuple[list[OwnerLine], str]:
    """A page of owners with their quotas, by name, and the next page's token. Raises Refused."""
    with calling() as channel:
        stub, ours = OwnerServiceStub(channel), known(token)
        listed = stub.ListOwners(
            owners_pb2.ListOwnersRequest(page_token=page_token), timeout=PATIENCE, metadata=ours
        )
        usage = stub.ListUsage(
            owners_pb2.ListUsageRequest(page_token=page_token), timeout=PATIENCE, metadata=ours
        )
    taken = {one.owner: one.quotas for one in usage.usage}
    lines = [
        OwnerLine(
            one.name,
            "team" if one.team else "person",
            word(owners_pb2.Role.Name(one.role)),
            one.create_time.ToDatetime(UTC),
            one.HasField("disable_time"),
            tuple(quota(each) for each in taken.get(one.name, ())),
        )
        for one in listed.owners
    ]
    return lines, listed.next_page_token


def invite_owner(token: str, name: str, role: str, days: int) -> str:
    """The link by which somebody becomes an owner. Raises Refused."""
    request = owners_pb2.InviteOwnerRequest(
        name=name,
        role=owners_pb2.Role.Value(f"ROLE_{role.upper()}"),
        expire_time=_stamp(datetime.now(UTC) + timedelta(days=days)),
    )
    with calling() as channel:
        made = OwnerServiceStub(channel).InviteOwner(
            request, timeout=PATIENCE, metadata=known(token)
        )
    return made.link


def disable_owner(token: str, name: str) -> None:
    """Shut an owner out. Raises Refused."""
    with calling() as channel:
        OwnerServiceStub(channel).DisableOwner(
            owners_pb2.DisableOwnerRequest(owner=name), timeout=PATIENCE, metadata=known(token)
        )


def enable_owner(token: str, name: str) -> None:
    """Let an owner in again. Raises Refused."""
    with calling() as channel:
        OwnerServiceStub(channel).EnableOwner(
            owners_pb2.EnableOwnerRequest(owner=name), timeout=PATIENCE, metadata=known(token)
        )


def set_quota(token: str, name: str, good: str, most: float | None) -> None:
    """Give an owner a quota of its own; None takes it back. Raises Refused."""
    number = owners_pb2.Good.Value(f"GOOD_{good.upper().replace(' ', '_')}")
    request = owners_pb2.SetQuotaRequest(owner=name, good=number, most=most)
    with calling() as channel:
        OwnerServiceStub(channel).SetQuota(request, timeout=PATIENCE, metadata=known(token))


def void_match(token: str, match_id: int, reason: str) -> None:
    """Take a match out of all results. Raises Refused."""
    request = matches_pb2.VoidMatchRequest(match_id=match_id, reason=reason)
    with calling() as channel:
        MatchServiceStub(channel).VoidMatch(request, timeout=PATIENCE, metadata=known(token))


def rerun_match(token: str, match_id: int, reason: str) -> int | None:
    """Void a match and have it played again: the number of the other one, or None where its
    tournament sees to it. Raises Refused."""
    request = matches_pb2.RerunMatchRequest(match_id=match_id, reason=reason)
    with calling() as channel:
        made = MatchServiceStub(channel).RerunMatch(
            request, timeout=PATIENCE, metadata=known(token)
        )
    return made.again.id if made.HasField("again") else None


def pause_tournament(token: str, tournament_id: int) -> None:
    """Let no further match of a tournament begin. Raises Refused."""
    request = tournaments_pb2.PauseTournamentRequest(tournament_id=tournament_id)
    with calling() as channel:
        TournamentServiceStub(channel).PauseTournament(
            request, timeout=PATIENCE, metadata=known(token)
        )


def cancel_tournament(token: str, tournament_id: int, reason: str) -> None:
    """End a tournament early. Raises Refused."""
    request = tournaments_pb2.CancelTournamentRequest(tournament_id=tournament_id, reason=reason)
    with calling() as channel:
        TournamentServiceStub(channel).CancelTournament(
            request, timeout=PATIENCE, metadata=known(token)
        )


def withdraw_entry(token: str, tournament_id: int, bot: str) -> None:
    """Take a bot out of a tournament. Raises Refused."""
    request = tournaments_pb2.WithdrawEntryRequest(tournament_id=tournament_id, bot=bot)
    with calling() as channel:
        TournamentServiceStub(channel).WithdrawEntry(
            request, timeout=PATIENCE, metadata=known(token)
        )


def retire_version(token: str, bot: str, number: int) -> None:
    """Let a version take part in nothing new. Raises Refused."""
    request = bots_pb2.RetireVersionRequest(bot=bot, number=number)
    with calling() as channel:
        BotServiceStub(channel).RetireVersion(request, timeout=PATIENCE, metadata=known(token))


def create_season(token: str, title: str, plan: seasons_pb2.SeasonPlan) -> int:
    """Announce a season; its number. Raises Refused."""
    request = seasons_pb2.CreateSeasonRequest(request_id=str(uuid.uuid4()), title=title, plan=plan)
    with calling() as channel:
        made = SeasonServiceStub(channel).CreateSeason(
            request, timeout=PATIENCE, metadata=known(token)
        )
    return made.season.id


def move_season(token: str, season_id: int, phase: Phase) -> None:
    """Bring a season to a phase by hand. Raises Refused."""
    request = seasons_pb2.MoveSeasonRequest(
        season_id=season_id, phase=seasons_pb2.Season.Phase.Value(f"PHASE_{phase.name}")
    )
    with calling() as channel:
        SeasonServiceStub(channel).MoveSeason(request, timeout=PATIENCE, metadata=known(token))


def reschedule_season(token: str, season_id: int, times: Mapping[Phase, datetime | None]) -> None:
    """Give a season another timetable. Raises Refused."""
    request = seasons_pb2.RescheduleSeasonRequest(
        season_id=season_id,
        open_time=_stamp(times.get(Phase.OPEN)),
        freeze_time=_stamp(times.get(Phase.FROZEN)),
        finals_time=_stamp(times.get(Phase.FINALS)),
        close_time=_stamp(times.get(Phase.CLOSED)),
        after_time=_stamp(times.get(Phase.AFTER)),
    )
    with calling() as channel:
        SeasonServiceStub(channel).RescheduleSeason(
            request, timeout=PATIENCE, metadata=known(token)
        )


def invite_to_season(token: str, season_id: int, names: Sequence[str]) -> None:
    """Let owners take part in a season. Raises Refused."""
    request = seasons_pb2.InviteOwnersRequest(season_id=season_id, owners=names)
    with calling() as channel:
        SeasonServiceStub(channel).InviteOwners(request, timeout=PATIENCE, metadata=known(token))


def enter_season(token: str, season_id: int, bot: str) -> None:
    """Let a bot take part again. Raises Refused."""
    request = seasons_pb2.EnterSeasonRequest(season_id=season_id, bot=bot)
    with calling() as channel:
        SeasonServiceStub(channel).EnterSeason(request, timeout=PATIENCE, metadata=known(token))


def withdraw_from_season(token: str, season_id: int, bot: str) -> None:
    """Take a bot out of a season. Raises Refused."""
    request = seasons_pb2.WithdrawFromSeasonRequest(season_id=season_id, bot=bot)
    with calling() as channel:
        SeasonServiceStub(channel).WithdrawFromSeason(
            request, timeout=PATIENCE, metadata=known(token)
        )


def season_bundle(token: str, season_id: int) -> bytes:
    """The signed bundle of a season that is closed. Raises Refused."""
    request = seasons_pb2.ExportSeasonRequest(season_id=season_id)
    with calling() as channel:
        parts = SeasonServiceStub(channel).ExportSeason(request, metadata=known(token))
        return b"".join(part.chunk for part in parts)


def plan_of(form: SeasonForm) -> seasons_pb2.SeasonPlan:
    """The plan that a form describes."""
    made = seasons_pb2.SeasonPlan(
        access=seasons_pb2.SeasonPlan.Access.Value(f"ACCESS_{form.access.upper()}"),
        open_time=_stamp(form.times.get(Phase.OPEN)),
        freeze_time=_stamp(form.times.get(Phase.FROZEN)),
        finals_time=_stamp(form.times.get(Phase.FINALS)),
        close_time=_stamp(form.times.get(Phase.CLOSED)),
        after_time=_stamp(form.times.get(Phase.AFTER)),
        policies=seasons_pb2.SeasonPolicies(
            records=seasons_pb2.SeasonPolicies.Records.Value(f"RECORDS_{form.records.upper()}"),
            keep_logs_days=form.keep_logs_days,
            conduct=form.conduct,
        ),
        invited=form.invited,
    )
    for ruleset in form.rulesets:
        one = made.disciplines.add(ruleset=ruleset, seats=[registry.get(ruleset).info.min_seats])
        one.ladder.max_blocks = form.blocks
        if form.finals:
            getattr(one, form.finals).SetInParent()
            one.field, one.cut = form.field, form.cut
    return made


def _stamp(moment: datetime | None) -> Timestamp | None:
    if moment is None:
        return None
    made = Timestamp()
    made.FromDatetime(moment)
    return made


def _audit_line(one: organisers_pb2.AuditEntry) -> AuditLine:
    who = f"{one.owner} ({one.person})" if one.person else one.owner
    return AuditLine(
        one.create_time.ToDatetime(UTC),
        who or "the arbiter",
        one.verb.replace("_", " "),
        one.subject,
        ", ".join(f"{name} {value}" for name, value in sorted(one.details.items())),
    )
