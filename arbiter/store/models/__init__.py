"""The tables, a module for each room. Queries live in the modules beside this package.

Relations are never loaded by accident (`lazy="raise"`): a query names what it needs. Large values
are deferred for the same reason.
"""

from pentarch.arbiter.store.models.accounts import Identity, Invitation, Member, Quota, QuotaTally
from pentarch.arbiter.store.models.archives import (
    ArchivedRange,
    ArchivedTournament,
    SeasonArchive,
)
from pentarch.arbiter.store.models.base import Base
from pentarch.arbiter.store.models.bots import Bot, Package, Version, VersionRuleset
from pentarch.arbiter.store.models.fleet import Duty, Node, Worker
from pentarch.arbiter.store.models.matches import (
    Analysis,
    Attempt,
    JournalEntry,
    Match,
    Output,
    Record,
    Seat,
    Usage,
)
from pentarch.arbiter.store.models.notices import Delivery, Notice, NoticeTopic, Subscription
from pentarch.arbiter.store.models.owners import Announcement, AuditEntry, Owner, Request, Token
from pentarch.arbiter.store.models.queued_owners import QueuedOwner
from pentarch.arbiter.store.models.ratings import LadderFit, Pair, Rating, RatingChange
from pentarch.arbiter.store.models.seasons import (
    Discipline,
    Guest,
    Leaver,
    Season,
    SeasonPlace,
    SeasonTournament,
)
from pentarch.arbiter.store.models.studies import Study, StudyMatch
from pentarch.arbiter.store.models.tournaments import Block, Entry, Tournament

__all__ = [
    "Base",
    "Owner",
    "Token",
    "Request",
    "AuditEntry",
    "Announcement",
    "Identity",
    "Invitation",
    "Member",
    "Quota",
    "QuotaTally",
    "Bot",
    "Package",
    "Version",
    "VersionRuleset",
    "Tournament",
    "Entry",
    "Block",
    "Season",
    "Discipline",
    "SeasonTournament",
    "Guest",
    "Leaver",
    "SeasonPlace",
    "SeasonArchive",
    "ArchivedTournament",
    "ArchivedRange",
    "QueuedOwner",
    "Match",
    "Seat",
    "Attempt",
    "Record",
    "Output",
    "Usage",
    "JournalEntry",
    "Analysis",
    "Rating",
    "RatingChange",
    "Pair",
    "LadderFit",
    "Worker",
    "Node",
    "Duty",
    "Notice",
    "NoticeTopic",
    "Subscription",
    "Delivery",
    "Study",
    "StudyMatch",
]
