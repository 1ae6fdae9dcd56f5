"""Who may make which call: the guard's table. A call that is not in it is nobody's."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from pentarch.arbiter.store.words import Role, Scope

PACKAGE: Final = "/pentarch.arbiter.v1."
_OPEN: Final = ("/grpc.health.v1.", "/grpc.reflection.")


class Whose(StrEnum):
    """Whose things a call may be about. The guard cannot know; the services see to it."""

    ANY = "anybody's"
    OWN = "their own"
    """Administrators: anybody's."""
    ONLY_OWN = "only their own"
    """Administrators, too."""


@dataclass(frozen=True)
class Permission:
    """What a call needs: the least role and the scope of the token; without a role, no token."""

    role: Role | None
    scope: Scope = Scope.READ
    whose: Whose = Whose.ANY


OPEN: Final = Permission(None)
_READ: Final = Permission(Role.READER)
_PLAY: Final = Permission(Role.AUTHOR, Scope.PLAY)
_ALL: Final = Permission(Role.AUTHOR, Scope.ALL)
_ALL_OWN: Final = Permission(Role.AUTHOR, Scope.ALL, Whose.OWN)
_ALL_OWN_ONLY: Final = Permission(Role.AUTHOR, Scope.ALL, Whose.ONLY_OWN)
_SELF: Final = Permission(Role.READER, Scope.ALL)
"""Whatever it is, it is about the caller."""
_ADMIN: Final = Permission(Role.ADMIN, Scope.ALL)

TABLE: Final[dict[str, Permission]] = {
    "RulesetService/ListRulesets": OPEN,
    "RulesetService/DescribeRuleset": OPEN,
    "BotService/SubmitBot": Permission(Role.AUTHOR, Scope.SUBMIT, Whose.ONLY_OWN),
    "BotService/ListBots": _READ,
    "BotService/GetBot": _READ,
    "BotService/ListVersions": _READ,
    "BotService/GetVersion": _READ,
    "BotService/RetireVersion": Permission(Role.AUTHOR, Scope.SUBMIT, Whose.OWN),
    "BotService/ListLogs": Permission(Role.READER, Scope.READ, Whose.OWN),
    "MatchService/CreateMatch": _PLAY,
    "MatchService/CreateChallenge": Permission(Role.AUTHOR, Scope.PLAY, Whose.OWN),
    "MatchService/GetMatch": _READ,
    "MatchService/ListMatches": _READ,
    "MatchService/GetRecord": _READ,
    "MatchService/WatchMatch": _READ,
    "MatchService/AnalyseMatch": _PLAY,
    "MatchService/GetAnalysis": _READ,
    "MatchService/VoidMatch": _ADMIN,
    "MatchService/RerunMatch": _ADMIN,
    "OwnerService/ListOwners": _ADMIN,
    "OwnerService/DisableOwner": _ADMIN,
    "OwnerService/EnableOwner": _ADMIN,
    "OwnerService/InviteOwner": _ADMIN,
    "OwnerService/GetQuotas": _ADMIN,
    "OwnerService/ListUsage": _ADMIN,
    "OwnerService/SetQuota": _ADMIN,
    "OrganiserService/Announce": _ADMIN,
    "OrganiserService/ListAnnouncements": _READ,
    "OrganiserService/WithdrawAnnouncement": _ADMIN,
    "OrganiserService/ListAudit": _ADMIN,
    "OrganiserService/GetFaults": _ADMIN,
    "AccountService/LookUpInvitation": OPEN,
    "AccountService/AcceptInvitation": OPEN,
    "AccountService/SignIn": OPEN,
    "AccountService/SignOut": _READ,
    "AccountService/GetAccount": _READ,
    "AccountService/ListTokens": _SELF,
    "AccountService/IssueToken": _SELF,
    "AccountService/RevokeToken": Permission(Role.READER, Scope.ALL, Whose.OWN),
    "TeamService/CreateTeam": _ALL,
    "TeamService/ListTeams": _READ,
    "TeamService/AddMember": _ALL_OWN,
    "TeamService/RemoveMember": _ALL_OWN,
    "TeamService/InviteMember": _ALL_OWN,
    "SeasonService/CreateSeason": _ALL,
    "SeasonService/GetSeason": _READ,
    "SeasonService/ListSeasons": _READ,
    "SeasonService/MoveSeason": _ALL_OWN,
    "SeasonService/RescheduleSeason": _ALL_OWN,
    "SeasonService/InviteOwners": _ALL_OWN,
    "SeasonService/EnterSeason": Permission(Role.AUTHOR, Scope.SUBMIT, Whose.OWN),
    "SeasonService/WithdrawFromSeason": Permission(Role.AUTHOR, Scope.SUBMIT, Whose.OWN),
    "SeasonService/ListPlaces": _READ,
    "SeasonService/ExportSeason": _READ,
    "NoticeService/Subscribe": _ALL,
    "NoticeService/ListSubscriptions": _ALL,
    "NoticeService/ConfirmSubscription": _ALL_OWN_ONLY,
    "NoticeService/EnableSubscription": _ALL_OWN_ONLY,
    "NoticeService/TestSubscription": _ALL_OWN_ONLY,
    "NoticeService/DeleteSubscription": _ALL_OWN_ONLY,
    "NoticeService/ListDeliveries": _ALL,
    "StudyService/CreateStudy": _ALL,
    "StudyService/UpdateStudy": _ALL_OWN_ONLY,
    "StudyService/DeleteStudy": _ALL_OWN,
    "StudyService/GetStudy": _READ,
    "StudyService/ListStudies": _READ,
    "PlayService/Play": Permission(Role.AUTHOR, Scope.PLAY, Whose.ONLY_OWN),
    "RatingService/ListLadder": _READ,
    "RatingService/ListRatingHistory": _READ,
    "RatingService/GetPairwise": _READ,
    "TournamentService/CreateTournament": _ALL,
    "TournamentService/StartTournament": _ALL_OWN,
    "TournamentService/PauseTournament": _ALL_OWN,
    "TournamentService/CancelTournament": _ALL_OWN,
    "TournamentService/WithdrawEntry": _ALL_OWN,
    "TournamentService/GetTournament": _READ,
    "TournamentService/ListTournaments": _READ,
    "TournamentService/ListStandings": _READ,
    "TournamentService/WatchTournament": _READ,
    "TournamentService/ExportTournament": _READ,
    "ExportService/ExportMatches": _READ,
}


def access_to(method: str) -> Permission | None:
    """What a call needs, by its full name as gRPC has it; None: nobody may make it."""
    if method.startswith(_OPEN):
        return OPEN
    return TABLE.get(method.removeprefix(PACKAGE))
