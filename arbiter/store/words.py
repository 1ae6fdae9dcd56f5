"""The states and kinds that the database stores. Values never change once released."""

from enum import StrEnum
from typing import Final

# Words of the database, too, and imported from here like the others.
from pentarch.arbiter.competition.version_kinds import VersionKind as VersionKind
from pentarch.arbiter.notices.kinds import NoticeKind as NoticeKind
from pentarch.arbiter.notices.kinds import Way as Way

OVERALL: Final = "overall"
"""The scope of ratings over all rulesets; every other scope is the id of a ruleset."""


class Role(StrEnum):
    """What the holder of a token may do; each may do what those after it may."""

    ADMIN = "admin"
    AUTHOR = "author"
    READER = "reader"


class Scope(StrEnum):
    """What a token is good for, within its role: reading always, and each of these it names."""

    READ = "read"
    """Look at what the owner may see."""
    PLAY = "play"
    """Connect remote bots; ask for matches and analyses."""
    SUBMIT = "submit"
    """Submit versions and retire them."""
    ALL = "all"
    """Everything that the owner may do."""


class OwnerKind(StrEnum):
    """Whether an owner is one person or a team of them."""

    PERSON = "person"
    TEAM = "team"


class MemberRole(StrEnum):
    """What a member may do for a team: captains everything, members submit and play."""

    MEMBER = "member"
    CAPTAIN = "captain"

    @property
    def scopes(self) -> frozenset[Scope]:
        """What a token of such a member is good for when it speaks for the team."""
        if self is MemberRole.CAPTAIN:
            return frozenset(Scope)
        return frozenset({Scope.READ, Scope.PLAY, Scope.SUBMIT})


class Good(StrEnum):
    """What owners have a quota of."""

    VERSIONS = "versions"
    """Versions made in a day."""
    MATCHES = "matches"
    """Matches asked for by hand in a day."""
    CPU_SECONDS = "cpu-seconds"
    """Seconds that bots were charged in matches asked for by hand, in a day."""
    STORAGE = "storage"
    """Bytes of packages, of all days."""

    @property
    def is_daily(self) -> bool:
        """Whether there is a new quota every day."""
        return self is not Good.STORAGE


class VersionState(StrEnum):
    """Where a version stands: submitted, validating, active or rejected, retired."""

    SUBMITTED = "submitted"
    VALIDATING = "validating"
    ACTIVE = "active"
    REJECTED = "rejected"
    RETIRED = "retired"


class TournamentState(StrEnum):
    """Where a tournament stands."""

    CREATED = "created"
    RUNNING = "running"
    PAUSED = "paused"
    FINISHED = "finished"
    CANCELLED = "cancelled"

    @property
    def is_over(self) -> bool:
        """Whether nothing will change any more."""
        return self in (TournamentState.FINISHED, TournamentState.CANCELLED)


class AnalysisState(StrEnum):
    """Where the analysis of a match stands."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


class EntryState(StrEnum):
    """Whether a version still takes part in a tournament."""

    PLAYING = "playing"
    WITHDRAWN = "withdrawn"


class SeasonPart(StrEnum):
    """What a tournament is to its season."""

    LADDER = "ladder"
    FINALS = "finals"
    AFTER = "after"


class MatchState(StrEnum):
    """Where a match stands: queued, leased, played, verified, rated; or void."""

    QUEUED = "queued"
    LEASED = "leased"
    PLAYED = "played"
    VERIFIED = "verified"
    RATED = "rated"
    VOID = "void"

    @property
    def is_over(self) -> bool:
        """Whether it is an end of the match's life."""
        return self in (MatchState.RATED, MatchState.VOID)


class AttemptState(StrEnum):
    """How an attempt to play a match went."""

    RUNNING = "running"
    FINISHED = "finished"
    LOST = "lost"
    ABORTED = "aborted"
    RETURNED = "returned"
    VOIDED = "voided"


class RecordKind(StrEnum):
    """Where a record comes from: the match itself, or playing it again with another result."""

    PLAYED = "played"
    REPLAYED = "replayed"


class SubscriptionState(StrEnum):
    """Whether a subscription is told anything."""

    UNCONFIRMED = "unconfirmed"
    ON = "on"
    OFF = "off"


class DeliveryState(StrEnum):
    """Where a delivery stands."""

    WAITING = "waiting"
    TRYING = "trying"
    DELIVERED = "delivered"
    GIVEN_UP = "given_up"
    DROPPED = "dropped"
    """Its subscription was switched off before it was tried often enough."""

    @property
    def is_over(self) -> bool:
        """Whether nothing will change any more."""
        return self not in (DeliveryState.WAITING, DeliveryState.TRYING)
