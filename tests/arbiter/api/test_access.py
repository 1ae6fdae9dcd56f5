"""Who may make which call: every call of the protocol, made for real by everybody there is.

The calls come from the descriptors. One without a row in the guard's table is nobody's, and one
without a request here fails.
"""

import hashlib
import importlib
import io
import itertools
import pkgutil
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

import grpc
import pytest
from google.protobuf import message_factory
from google.protobuf.descriptor import MethodDescriptor
from google.protobuf.message import Message

from pentarch.arbiter import v1
from pentarch.arbiter.api import callers
from pentarch.arbiter.api.access import PACKAGE, TABLE, Permission, Whose, access_to
from pentarch.arbiter.store import (
    announcements,
    invitations,
    owners,
    subscriptions,
    teams,
    tournaments,
)
from pentarch.arbiter.store.invitations import Welcome
from pentarch.arbiter.store.pages import Ask
from pentarch.arbiter.store.words import MemberRole, Role, Scope
from pentarch.arbiter.v1 import (
    accounts_pb2,
    bots_pb2,
    exports_pb2,
    matches_pb2,
    notices_pb2,
    organisers_pb2,
    owners_pb2,
    play_pb2,
    ratings_pb2,
    rulesets_pb2,
    seasons_pb2,
    studies_pb2,
    teams_pb2,
    tournaments_pb2,
)
from pentarch.workers.verification import verify_matches
from pentarch.workers.windows import play_matches
from tests.builtin_bots import add_builtin
from tests.needs import needs_redis
from tests.remote import NOW, Hall
from tests.waiting import PATIENCE

pytestmark = needs_redis

Code = grpc.StatusCode
METHODS: list[MethodDescriptor] = [
    method
    for module in pkgutil.iter_modules(v1.__path__, f"{v1.__name__}.")
    if module.name.endswith("_pb2")
    for service in importlib.import_module(module.name).DESCRIPTOR.services_by_name.values()
    for method in service.methods
]
NAMES = [f"{method.containing_service.name}/{method.name}" for method in METHODS]
NUMBERS = itertools.count(1)


@dataclass(frozen=True)
class Kind:
    """Somebody who calls: the token's role and scopes, and whether it is the author's."""

    role: Role | None
    scopes: tuple[Scope, ...] = (Scope.ALL,)
    is_author: bool = False
    is_good: bool = True

    def expected(self, access: Permission, others: Code = Code.PERMISSION_DENIED) -> Code | None:
        """The status of a call about the author's things; None: it is let in."""
        if access.role is None:
            return None
        if self.role is None or not self.is_good:
            return Code.UNAUTHENTICATED
        powers = [Role.READER, Role.AUTHOR, Role.ADMIN]
        if powers.index(self.role) < powers.index(access.role):
            return Code.PERMISSION_DENIED
        if access.scope is not Scope.READ and not {Scope.ALL, access.scope} & {*self.scopes}:
            return Code.PERMISSION_DENIED
        is_everybodys = access.whose is Whose.ANY or self.is_author
        is_admins = access.whose is Whose.OWN and self.role is Role.ADMIN
        return None if is_everybodys or is_admins else others


CALLERS = {
    "nobody": Kind(None),
    "garbage": Kind(None),
    "revoked": Kind(Role.ADMIN, is_good=False),
    "expired": Kind(Role.ADMIN, is_good=False),
    "disabled": Kind(Role.ADMIN, is_good=False),
    "reader": Kind(Role.READER),
    "stranger": Kind(Role.AUTHOR),
    "author's reader": Kind(Role.READER, is_author=True),
    "author to read": Kind(Role.AUTHOR, (Scope.READ,), is_author=True),
    "author to play": Kind(Role.AUTHOR, (Scope.PLAY,), is_author=True),
    "author to submit": Kind(Role.AUTHOR, (Scope.SUBMIT,), is_author=True),
    "author": Kind(Role.AUTHOR, is_author=True),
    "admin to read": Kind(Role.ADMIN, (Scope.READ,)),
    "admin to play and submit": Kind(Role.ADMIN, (Scope.PLAY, Scope.SUBMIT)),
    "admin": Kind(Role.ADMIN),
}


@dataclass(frozen=True)
class World:
    """An arbiter with things of the author in it, and a token for everybody."""

    hall: Hall
    channel: grpc.Channel
    tokens: dict[str, str]
    played: int
    """A match that is over and analysed."""
    tournament: int
    """One that is under way."""
    season: int = 1


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    hall = Hall(tmp_path_factory.mktemp("access") / "hall")
    patience = pytest.MonkeyPatch()
    # More wrong tokens come from here than an arbiter listens to.
    patience.setattr(callers, "_WRONG_BURST", 10_000)
    try:
        with hall.store.writing() as session:
            author = owners.by_name(session, "author").id
            for name in ("greedy", "random"):
                add_builtin(session, author, name, NOW)
            teams.create(session, "crew", author, NOW)
            tokens = everybody(session, author)
        played = hall.queue_between("township", ["greedy@1", "random@1"], seed=1)
        play_matches(hall.host, [played])
        verify_matches(hall.verifier, [played])
        with grpc.insecure_channel(f"127.0.0.1:{hall.unlimited().port}") as channel:
            made = World(hall, channel, tokens, played, tournament=1)
            assert _under_way(made) == made.tournament
            assert _announced(made) == made.season
            made_by(made, "MatchService/AnalyseMatch")
            yield made
    finally:
        patience.undo()
        hall.close()


def everybody(session: Any, author: int) -> dict[str, str]:
    now = datetime.now(UTC)
    tokens = {"garbage": f"pent_{'0' * 16}_{'x' * 43}"}
    for name, kind in CALLERS.items():
        if kind.role is None:
            continue
        own = f"owner-{next(NUMBERS)}"
        owner = author if kind.is_author else owners.create(session, own, NOW).id
        token, tokens[name] = owners.create_token(
            session,
            owner,
            kind.role,
            label=name,
            now=NOW,
            scopes=kind.scopes,
            expire_time=now - timedelta(seconds=1) if name == "expired" else None,
        )
        if name == "revoked":
            owners.revoke_token(session, token.key, now)
        if name == "disabled":
            owners.disable(session, own, now)
    return tokens


def again(world: World) -> dict[str, str]:
    """Another token of the same kind for everybody, where theirs does not outlive the call."""
    with world.hall.store.writing() as session:
        author = owners.create(session, f"author-{next(NUMBERS)}", NOW).id
        return everybody(session, author)


def _upload() -> list[Message]:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("bot.py", f"# {next(NUMBERS)}")
    content = file.getvalue()
    manifest = bots_pb2.Manifest(
        request_id=_fresh(),
        bot="greedy",
        rulesets=["township"],
        entry_point="bot.py",
        language="python",
        size=len(content),
        sha256=hashlib.sha256(content).hexdigest(),
    )
    return [
        bots_pb2.SubmitBotRequest(manifest=manifest),
        bots_pb2.SubmitBotRequest(chunk=content),
    ]


def _fresh() -> str:
    return f"request-{next(NUMBERS)}"


def _match() -> Message:
    return matches_pb2.CreateMatchRequest(
        request_id=_fresh(), ruleset="township", bots=["greedy@1", "random@1"]
    )


def _tournament() -> Message:
    return tournaments_pb2.CreateTournamentRequest(
        request_id=_fresh(),
        title="Cup",
        plan=tournaments_pb2.TournamentPlan(
            ruleset="township",
            seats=[2],
            bots=["greedy@1", "random@1"],
            round_robin=tournaments_pb2.RoundRobin(blocks=1),
        ),
    )


Made = Message | list[Message]
REQUESTS: dict[str, Callable[[World], Made]] = {
    "RulesetService/ListRulesets": lambda _: rulesets_pb2.ListRulesetsRequest(),
    "RulesetService/DescribeRuleset": lambda _: rulesets_pb2.DescribeRulesetRequest(
        ruleset="township"
    ),
    "BotService/SubmitBot": lambda _: _upload(),
    "BotService/ListBots": lambda _: bots_pb2.ListBotsRequest(),
    "BotService/GetBot": lambda _: bots_pb2.GetBotRequest(bot="greedy"),
    "BotService/ListVersions": lambda _: bots_pb2.ListVersionsRequest(bot="greedy"),
    "BotService/GetVersion": lambda _: bots_pb2.GetVersionRequest(bot="greedy", number=1),
    "BotService/RetireVersion": lambda world: bots_pb2.RetireVersionRequest(
        bot=_spare(world), number=1
    ),
    "BotService/ListLogs": lambda _: bots_pb2.ListLogsRequest(bot="greedy", number=1),
    "MatchService/CreateMatch": lambda _: _match(),
    "MatchService/CreateChallenge": lambda _: matches_pb2.CreateChallengeRequest(
        request_id=_fresh(), ruleset="township", bot="greedy@1", rivals=["random@1"], matches=1
    ),
    "MatchService/GetMatch": lambda world: matches_pb2.GetMatchRequest(match_id=world.played),
    "MatchService/ListMatches": lambda _: matches_pb2.ListMatchesRequest(),
    "MatchService/GetRecord": lambda world: matches_pb2.GetRecordRequest(match_id=world.played),
    "MatchService/WatchMatch": lambda world: matches_pb2.WatchMatchRequest(match_id=world.played),
    "MatchService/AnalyseMatch": lambda world: matches_pb2.AnalyseMatchRequest(
        match_id=world.played
    ),
    "MatchService/GetAnalysis": lambda world: matches_pb2.GetAnalysisRequest(match_id=world.played),
    "MatchService/VoidMatch": lambda world: matches_pb2.VoidMatchRequest(
        match_id=world.hall.queue_between("township", ["greedy@1", "random@1"], seed=2),
        reason="test",
    ),
    "MatchService/RerunMatch": lambda world: matches_pb2.RerunMatchRequest(
        match_id=world.hall.queue_between("township", ["greedy@1", "random@1"], seed=2),
        reason="test",
    ),
    "OrganiserService/Announce": lambda _: organisers_pb2.AnnounceRequest(text="Hello."),
    "OrganiserService/ListAnnouncements": lambda _: organisers_pb2.ListAnnouncementsRequest(),
    "OrganiserService/WithdrawAnnouncement": lambda world: (
        organisers_pb2.WithdrawAnnouncementRequest(announcement_id=_said(world))
    ),
    "OrganiserService/ListAudit": lambda _: organisers_pb2.ListAuditRequest(),
    "OrganiserService/GetFaults": lambda _: organisers_pb2.GetFaultsRequest(),
    "OwnerService/ListOwners": lambda _: owners_pb2.ListOwnersRequest(),
    "OwnerService/DisableOwner": lambda _: owners_pb2.DisableOwnerRequest(owner="rival"),
    "OwnerService/EnableOwner": lambda _: owners_pb2.EnableOwnerRequest(owner="rival"),
    "OwnerService/InviteOwner": lambda _: owners_pb2.InviteOwnerRequest(name="guest"),
    "OwnerService/GetQuotas": lambda _: owners_pb2.GetQuotasRequest(owner="author"),
    "OwnerService/ListUsage": lambda _: owners_pb2.ListUsageRequest(),
    "OwnerService/SetQuota": lambda _: owners_pb2.SetQuotaRequest(
        owner="rival", good=owners_pb2.GOOD_MATCHES, most=5
    ),
    "AccountService/LookUpInvitation": lambda world: accounts_pb2.LookUpInvitationRequest(
        code=_code(world)
    ),
    "AccountService/AcceptInvitation": lambda world: accounts_pb2.AcceptInvitationRequest(
        code=_code(world)
    ),
    "AccountService/SignIn": lambda _: accounts_pb2.SignInRequest(id_token="e30.e30.e30"),
    "AccountService/SignOut": lambda _: accounts_pb2.SignOutRequest(),
    "AccountService/GetAccount": lambda _: accounts_pb2.GetAccountRequest(),
    "AccountService/ListTokens": lambda _: accounts_pb2.ListTokensRequest(),
    "AccountService/IssueToken": lambda _: accounts_pb2.IssueTokenRequest(
        name="another", scopes=[accounts_pb2.SCOPE_READ]
    ),
    "AccountService/RevokeToken": lambda world: accounts_pb2.RevokeTokenRequest(
        key=_token_key(world)
    ),
    "TeamService/CreateTeam": lambda _: teams_pb2.CreateTeamRequest(
        request_id=_fresh(), team=f"team-{next(NUMBERS)}"
    ),
    "TeamService/ListTeams": lambda _: teams_pb2.ListTeamsRequest(),
    "TeamService/AddMember": lambda _: teams_pb2.AddMemberRequest(team="crew", person="rival"),
    "TeamService/RemoveMember": lambda world: teams_pb2.RemoveMemberRequest(
        team="crew", person=_mate(world)
    ),
    "TeamService/InviteMember": lambda _: teams_pb2.InviteMemberRequest(
        team="crew", name=f"guest-{next(NUMBERS)}"
    ),
    "PlayService/Play": lambda _: [
        play_pb2.PlayRequest(
            hello=play_pb2.Hello(bot="greedy", rulesets=["township"], build="b", max_matches=1)
        )
    ],
    "RatingService/ListLadder": lambda _: ratings_pb2.ListLadderRequest(ruleset="township"),
    "RatingService/ListRatingHistory": lambda _: ratings_pb2.ListRatingHistoryRequest(
        bot="greedy", version=1, ruleset="township"
    ),
    "RatingService/GetPairwise": lambda _: ratings_pb2.GetPairwiseRequest(
        ruleset="township", versions=["greedy@1", "random@1"]
    ),
    "TournamentService/CreateTournament": lambda _: _tournament(),
    "TournamentService/StartTournament": lambda world: tournaments_pb2.StartTournamentRequest(
        tournament_id=_created(world)
    ),
    "TournamentService/PauseTournament": lambda world: tournaments_pb2.PauseTournamentRequest(
        tournament_id=_under_way(world)
    ),
    "TournamentService/CancelTournament": lambda world: tournaments_pb2.CancelTournamentRequest(
        tournament_id=_under_way(world), reason="test"
    ),
    "TournamentService/WithdrawEntry": lambda world: tournaments_pb2.WithdrawEntryRequest(
        tournament_id=_under_way(world), bot="greedy@1"
    ),
    "TournamentService/GetTournament": lambda world: tournaments_pb2.GetTournamentRequest(
        tournament_id=world.tournament
    ),
    "TournamentService/ListTournaments": lambda _: tournaments_pb2.ListTournamentsRequest(),
    "TournamentService/ListStandings": lambda world: tournaments_pb2.ListStandingsRequest(
        tournament_id=world.tournament
    ),
    "TournamentService/WatchTournament": lambda world: tournaments_pb2.WatchTournamentRequest(
        tournament_id=world.tournament
    ),
    "TournamentService/ExportTournament": lambda world: tournaments_pb2.ExportTournamentRequest(
        tournament_id=world.tournament
    ),
    "ExportService/ExportMatches": lambda _: exports_pb2.ExportMatchesRequest(),
    "SeasonService/CreateSeason": lambda _: _season(),
    "SeasonService/GetSeason": lambda world: seasons_pb2.GetSeasonRequest(season_id=world.season),
    "SeasonService/ListSeasons": lambda _: seasons_pb2.ListSeasonsRequest(),
    "SeasonService/MoveSeason": lambda world: seasons_pb2.MoveSeasonRequest(
        season_id=_announced(world), phase=seasons_pb2.Season.PHASE_OPEN
    ),
    "SeasonService/RescheduleSeason": lambda world: seasons_pb2.RescheduleSeasonRequest(
        season_id=_announced(world)
    ),
    "SeasonService/InviteOwners": lambda world: seasons_pb2.InviteOwnersRequest(
        season_id=world.season, owners=["rival"]
    ),
    "SeasonService/EnterSeason": lambda world: seasons_pb2.EnterSeasonRequest(
        season_id=world.season, bot="greedy"
    ),
    "SeasonService/WithdrawFromSeason": lambda world: seasons_pb2.WithdrawFromSeasonRequest(
        season_id=_announced(world), bot="greedy"
    ),
    "SeasonService/ListPlaces": lambda world: seasons_pb2.ListPlacesRequest(
        season_id=world.season, ruleset="township"
    ),
    "SeasonService/ExportSeason": lambda world: seasons_pb2.ExportSeasonRequest(
        season_id=world.season
    ),
    "NoticeService/Subscribe": lambda _: _subscription(),
    "NoticeService/ListSubscriptions": lambda _: notices_pb2.ListSubscriptionsRequest(),
    "NoticeService/ConfirmSubscription": lambda world: notices_pb2.ConfirmSubscriptionRequest(
        subscription_id=_subscribed(world), code="000000"
    ),
    "NoticeService/EnableSubscription": lambda world: notices_pb2.EnableSubscriptionRequest(
        subscription_id=_subscribed(world)
    ),
    "NoticeService/TestSubscription": lambda world: notices_pb2.TestSubscriptionRequest(
        subscription_id=_subscribed(world)
    ),
    "NoticeService/DeleteSubscription": lambda world: notices_pb2.DeleteSubscriptionRequest(
        subscription_id=_subscribed(world)
    ),
    "NoticeService/ListDeliveries": lambda _: notices_pb2.ListDeliveriesRequest(),
    "StudyService/CreateStudy": lambda world: studies_pb2.CreateStudyRequest(
        request_id=_fresh(), study=_draft(world)
    ),
    "StudyService/UpdateStudy": lambda world: studies_pb2.UpdateStudyRequest(
        id=_studied(world), revision=1, study=_draft(world)
    ),
    "StudyService/DeleteStudy": lambda world: studies_pb2.DeleteStudyRequest(id=_studied(world)),
    "StudyService/GetStudy": lambda world: studies_pb2.GetStudyRequest(id=_studied(world)),
    "StudyService/ListStudies": lambda _: studies_pb2.ListStudiesRequest(own=True),
}
"""A call of each kind that is about things of the author."""
NOT_NOW = {
    "TournamentService/ExportTournament": Code.FAILED_PRECONDITION,
    "AccountService/SignIn": Code.FAILED_PRECONDITION,
    "SeasonService/ExportSeason": Code.FAILED_PRECONDITION,
    "NoticeService/ConfirmSubscription": Code.FAILED_PRECONDITION,
}
"""What whoever is let in is told where nothing is ready to be answered."""
SECRET = {
    f"NoticeService/{verb}Subscription": Code.NOT_FOUND
    for verb in ("Confirm", "Enable", "Test", "Delete")
}
"""What others are told where they must not even learn that there is something."""


def _season() -> Message:
    return seasons_pb2.CreateSeasonRequest(
        request_id=_fresh(),
        title="Spring",
        plan=seasons_pb2.SeasonPlan(
            access=seasons_pb2.SeasonPlan.ACCESS_PRACTICE,
            disciplines=[seasons_pb2.Discipline(ruleset="township", seats=[2])],
            invited=["author"],
        ),
    )


def _announced(world: World) -> int:
    """A new season of the author."""
    id: int = made_by(world, "SeasonService/CreateSeason").season.id
    return id


def _said(world: World) -> int:
    """A new announcement."""
    now = datetime.now(UTC)
    with world.hall.store.writing() as session:
        admin = owners.by_name(session, "admin").id
        end = now + timedelta(hours=1)
        return announcements.announce(session, admin, "Hello.", expire_time=end, now=now).id


def _subscription() -> Message:
    return notices_pb2.SubscribeRequest(way="feed", kinds=["version_rejected"])


def _subscribed(world: World) -> int:
    """The author's one feed, made anew."""
    with world.hall.store.writing() as session:
        author = owners.by_name(session, "author").id
        for row in subscriptions.page(session, Ask(100, ""), author).items:
            subscriptions.remove(session, row)
    id: int = made_by(world, "NoticeService/Subscribe").subscription.id
    return id


def _draft(world: World) -> studies_pb2.StudyDraft:
    page = studies_pb2.StudyPage(match_id=world.played, step=3, text="here", marks=["p1.farm1"])
    return studies_pb2.StudyDraft(title="A turning point", pages=[page])


def _studied(world: World) -> str:
    """A new study of the author."""
    id: str = made_by(world, "StudyService/CreateStudy").study.id
    return id


def _code(world: World) -> str:
    with world.hall.store.writing() as session:
        welcome = Welcome(
            f"guest-{next(NUMBERS)}", Role.AUTHOR, 1, datetime.now(UTC) + timedelta(hours=1)
        )
        return invitations.invite(session, welcome, NOW)


def _token_key(world: World) -> str:
    with world.hall.store.writing() as session:
        author = owners.by_name(session, "author").id
        token, _ = owners.create_token(session, author, Role.READER, label="old", now=NOW)
        return token.key


def _mate(world: World) -> str:
    """A new member of the author's team."""
    name = f"mate-{next(NUMBERS)}"
    with world.hall.store.writing() as session:
        team, mate = teams.by_name(session, "crew"), owners.create(session, name, NOW)
        teams.join(session, team.id, mate.id, MemberRole.MEMBER, NOW)
    return name


def _spare(world: World) -> str:
    name = f"spare-{next(NUMBERS)}"
    with world.hall.store.writing() as session:
        add_builtin(session, owners.by_name(session, "author").id, name, NOW)
    return name


def _created(world: World) -> int:
    """A new tournament of the author."""
    id: int = made_by(world, "TournamentService/CreateTournament").tournament.id
    return id


def _under_way(world: World) -> int:
    """A tournament of the author that has begun."""
    id = _created(world)
    with world.hall.store.writing() as session:
        tournaments.start(session, id, NOW)
    return id


def made_by(world: World, name: str) -> Any:
    """The answer to a call of the author."""
    return call(world, "author", METHODS[NAMES.index(name)], REQUESTS[name](world))


def call(world: World, who: str, method: MethodDescriptor, request: Made) -> Any:
    """Make a call; its first answer. Raises grpc.RpcError."""
    sent = request if isinstance(request, list) else [request]
    kind = (
        f"{'stream' if method.client_streaming else 'unary'}"
        f"_{'stream' if method.server_streaming else 'unary'}"
    )
    made: Any = getattr(world.channel, kind)(
        f"{PACKAGE}{method.containing_service.name}/{method.name}",
        request_serializer=lambda message: message.SerializeToString(),
        response_deserializer=message_factory.GetMessageClass(method.output_type).FromString,
    )
    given = iter(sent) if method.client_streaming else sent[0]
    metadata = [("authorization", f"Bearer {world.tokens[who]}")] if who in world.tokens else []
    answer = made(given, metadata=metadata, timeout=PATIENCE)
    if not method.server_streaming:
        return answer
    try:
        return next(answer, None)
    finally:
        answer.cancel()


def send(world: World, who: str, method: MethodDescriptor) -> Code:
    """The status of a call of that kind."""
    name = f"{method.containing_service.name}/{method.name}"
    try:
        call(world, who, method, REQUESTS[name](world))
    except grpc.RpcError as error:
        code: Code = error.code()
        return code
    return Code.OK


def test_every_call_has_a_row_and_every_row_a_call() -> None:
    assert {*TABLE} == {*NAMES}
    assert {*REQUESTS} == {*NAMES}


def test_a_call_without_a_row_is_nobodys() -> None:
    assert access_to(f"{PACKAGE}BotService/DropEverything") is None
    assert access_to("/elsewhere.Service/Call") is None


@pytest.mark.parametrize("name", NAMES)
def test_everybody_gets_what_the_table_says(world: World, name: str) -> None:
    method, access = METHODS[NAMES.index(name)], TABLE[name]
    others = SECRET.get(name, Code.PERMISSION_DENIED)
    refused = {who: kind.expected(access, others) for who, kind in CALLERS.items()}
    asking = replace(world, tokens=again(world)) if name.endswith("/SignOut") else world
    got = {who: send(asking, who, method) for who in CALLERS}
    let_in = NOT_NOW.get(name, Code.OK)
    assert got == {who: code or let_in for who, code in refused.items()}
