"""The tables. Queries live in the modules beside this one, transitions of matches in `leases`.

Relations are never loaded by accident (`lazy="raise"`): a query names what it needs. Large values
are deferred for the same reason.
"""

from datetime import datetime
from typing import Any, Final

from sqlalchemy import (
    JSON,
    CheckConstraint,
    ForeignKey,
    Index,
    MetaData,
    String,
    Text,
    UniqueConstraint,
    event,
    inspect,
    text,
)
from sqlalchemy.orm import (
    DeclarativeBase,
    Mapped,
    Mapper,
    mapped_column,
    relationship,
)

from pentarch.arbiter.packages.languages import PROTOBUF
from pentarch.arbiter.store.columns import Blob, Id, Seed, Time, word
from pentarch.arbiter.store.words import (
    AnalysisState,
    AttemptState,
    EntryState,
    MatchState,
    RecordKind,
    Role,
    TournamentState,
    VersionKind,
    VersionState,
)
from pentarch.engine.plain import Json

NAME: Final = String(64)
SHA256: Final = String(64)
VERDICT: Final = String(32)

_LEASED: Final = text("state = 'leased'")
_WAITING: Final = text("state IN ('queued', 'played', 'verified')")


class Base(DeclarativeBase):
    """Base of all tables; constraints have predictable names so that migrations can name them."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
    type_annotation_map = {datetime: Time()}  # noqa: RUF012 - read once by SQLAlchemy


class Owner(Base):
    """Somebody who owns bots and tournaments."""

    __tablename__ = "owners"

    id: Mapped[int] = mapped_column(Id, primary_key=True)
    name: Mapped[str] = mapped_column(NAME, unique=True)
    create_time: Mapped[datetime]
    disable_time: Mapped[datetime | None]


class Token(Base):
    """A secret that speaks for an owner. Only its hash is kept; `key` finds the row."""

    __tablename__ = "tokens"

    id: Mapped[int] = mapped_column(Id, primary_key=True)
    owner_id: Mapped[int] = mapped_column(ForeignKey("owners.id"), index=True)
    key: Mapped[str] = mapped_column(String(16), unique=True)
    secret_sha256: Mapped[str] = mapped_column(SHA256)
    role: Mapped[Role] = mapped_column(word(Role))
    label: Mapped[str] = mapped_column(String(200))
    create_time: Mapped[datetime]
    expire_time: Mapped[datetime | None]
    revoke_time: Mapped[datetime | None]

    owner: Mapped[Owner] = relationship(lazy="raise")


class Bot(Base):
    """A name under which an owner submits versions."""

    __tablename__ = "bots"
    __table_args__ = (Index(None, "owner_id", "name"),)

    id: Mapped[int] = mapped_column(Id, primary_key=True)
    owner_id: Mapped[int] = mapped_column(ForeignKey("owners.id"))
    name: Mapped[str] = mapped_column(NAME, unique=True)
    create_time: Mapped[datetime]

    owner: Mapped[Owner] = relationship(lazy="raise")


class Package(Base):
    """The bytes of a hosted version, kept once per content."""

    __tablename__ = "packages"

    sha256: Mapped[str] = mapped_column(SHA256, primary_key=True)
    size: Mapped[int]
    content: Mapped[bytes] = mapped_column(Blob, deferred=True, deferred_raiseload=True)
    create_time: Mapped[datetime]


class Version(Base):
    """One build of a bot. What it is never changes; only where it stands does."""

    __tablename__ = "versions"
    __table_args__ = (
        UniqueConstraint("bot_id", "number"),
        Index(None, "state", "id"),
        CheckConstraint("kind <> 'hosted' OR package_sha256 IS NOT NULL", name="hosted"),
        CheckConstraint("state <> 'rejected' OR reject_reason IS NOT NULL", name="rejected"),
    )

    id: Mapped[int] = mapped_column(Id, primary_key=True)
    bot_id: Mapped[int] = mapped_column(ForeignKey("bots.id"))
    number: Mapped[int]
    kind: Mapped[VersionKind] = mapped_column(word(VersionKind))
    package_sha256: Mapped[str | None] = mapped_column(SHA256, ForeignKey("packages.sha256"))
    package_size: Mapped[int]
    entry_point: Mapped[str] = mapped_column(String(200))
    language: Mapped[str] = mapped_column(String(32))
    build: Mapped[str] = mapped_column(String(200))
    # What makes a hosted bot out of its package, and what it made; the bot is run from that.
    build_command: Mapped[str] = mapped_column(Text, default="")
    built_sha256: Mapped[str | None] = mapped_column(SHA256, ForeignKey("packages.sha256"))
    protocol: Mapped[str] = mapped_column(String(32), default=PROTOBUF)
    is_reusable: Mapped[bool]
    create_time: Mapped[datetime]

    state: Mapped[VersionState] = mapped_column(word(VersionState))
    # A validation is leased like a match: a later epoch makes earlier results late.
    validation_epoch: Mapped[int] = mapped_column(default=0)
    validation_worker: Mapped[str | None] = mapped_column(NAME)
    validation_deadline: Mapped[datetime | None]
    # How many of them ended with their worker, and when it may be tried again that a host did not
    # let be validated.
    validation_losses: Mapped[int] = mapped_column(default=0)
    validation_retry_time: Mapped[datetime | None]
    validation_output: Mapped[str | None] = mapped_column(
        Text, deferred=True, deferred_raiseload=True
    )
    reject_reason: Mapped[str | None] = mapped_column(Text)
    activate_time: Mapped[datetime | None]
    retire_time: Mapped[datetime | None]

    bot: Mapped[Bot] = relationship(lazy="raise")
    rulesets: Mapped[list["VersionRuleset"]] = relationship(
        lazy="raise", order_by="VersionRuleset.ruleset"
    )

    @property
    def ref(self) -> str:
        """The version as `name@number`; needs `bot` loaded."""
        return f"{self.bot.name}@{self.number}"


class VersionRuleset(Base):
    """A ruleset that a version plays."""

    __tablename__ = "version_rulesets"
    __table_args__ = (Index(None, "ruleset", "version_id"),)

    version_id: Mapped[int] = mapped_column(ForeignKey("versions.id"), primary_key=True)
    ruleset: Mapped[str] = mapped_column(NAME, primary_key=True)


class Tournament(Base):
    """A set of versions that meet by a format, whose `settings` are its settings class as JSON.

    `seats` are the sizes of its tables. Every new version joins one that is open.
    """

    __tablename__ = "tournaments"
    __table_args__ = (
        Index(None, "ruleset", "id"),
        Index(None, "state", "id"),
        Index(None, "owner_id", "id"),
    )

    id: Mapped[int] = mapped_column(Id, primary_key=True)
    owner_id: Mapped[int] = mapped_column(ForeignKey("owners.id"))
    title: Mapped[str] = mapped_column(String(200))
    ruleset: Mapped[str] = mapped_column(NAME)
    format: Mapped[str] = mapped_column(String(32))
    settings: Mapped[dict[str, Any]] = mapped_column(JSON)
    options: Mapped[dict[str, Any]] = mapped_column(JSON)
    clock: Mapped[dict[str, Any]] = mapped_column(JSON)
    seats: Mapped[list[int]] = mapped_column(JSON)
    is_open: Mapped[bool]
    # Nobody learns the secret before the end; the seed is there when a person chose it.
    secret: Mapped[bytes] = mapped_column(Blob)
    commitment: Mapped[str] = mapped_column(SHA256)
    seed: Mapped[int | None] = mapped_column(Seed)
    is_rated: Mapped[bool]
    state: Mapped[TournamentState] = mapped_column(word(TournamentState))
    end_reason: Mapped[str | None] = mapped_column(Text)
    create_time: Mapped[datetime]
    start_time: Mapped[datetime | None]
    end_time: Mapped[datetime | None]

    owner: Mapped[Owner] = relationship(lazy="raise")
    entries: Mapped[list["Entry"]] = relationship(lazy="raise", order_by="Entry.seeding")


class Entry(Base):
    """A version that takes part in a tournament; `seeding` orders them from 1.

    It may be seated in blocks numbered from `joins` on, and below `leaves` once it has left.
    """

    __tablename__ = "entries"
    __table_args__ = (
        UniqueConstraint("tournament_id", "version_id"),
        UniqueConstraint("tournament_id", "seeding"),
        Index(None, "version_id"),
    )

    id: Mapped[int] = mapped_column(Id, primary_key=True)
    tournament_id: Mapped[int] = mapped_column(ForeignKey("tournaments.id"))
    version_id: Mapped[int] = mapped_column(ForeignKey("versions.id"))
    seeding: Mapped[int]
    state: Mapped[EntryState] = mapped_column(word(EntryState))
    joins: Mapped[int] = mapped_column(default=0)
    leaves: Mapped[int | None]
    create_time: Mapped[datetime]
    withdraw_time: Mapped[datetime | None]

    version: Mapped[Version] = relationship(lazy="raise")


class Block(Base):
    """The same bots in all seat rotations: the unit of scheduling.

    The scheduler labels the blocks of a tournament, so planning one twice makes one. `number` is
    the place in the tournament: the replacement of a void block has the same. The matches of a
    paired block share one key, and together are the unit of statistics.
    """

    __tablename__ = "blocks"
    __table_args__ = (
        UniqueConstraint("tournament_id", "label"),
        Index(None, "tournament_id", "number"),
    )

    id: Mapped[int] = mapped_column(Id, primary_key=True)
    tournament_id: Mapped[int] = mapped_column(ForeignKey("tournaments.id"))
    label: Mapped[str] = mapped_column(String(64))
    number: Mapped[int]
    round: Mapped[int]
    is_paired: Mapped[bool]
    create_time: Mapped[datetime]


class Match(Base):
    """One match from the queue to the ratings. Only `leases` and `ratings` change its state.

    `epoch` counts the leases: it is the number of the latest attempt. `failures` counts the
    attempts that ended without a record through nobody's fault. `enqueue_time` is when the work
    the match waits for was last handed to the broker.
    """

    __tablename__ = "matches"
    __table_args__ = (
        UniqueConstraint("block_id", "position"),
        Index(None, "ruleset", "id"),
        Index(None, "state", "id"),
        Index(None, "ruleset", "state", "id"),
        Index(None, "tournament_id", "id"),
        Index(None, "tournament_id", "state", "id"),
        Index("ix_matches_queue", "state", "priority", "id"),
        Index(
            "ix_matches_deadlines",
            "lease_deadline",
            "id",
            sqlite_where=_LEASED,
            postgresql_where=_LEASED,
        ),
        Index(
            "ix_matches_waiting",
            "enqueue_time",
            "id",
            sqlite_where=_WAITING,
            postgresql_where=_WAITING,
        ),
        CheckConstraint("(state = 'leased') = (lease_deadline IS NOT NULL)", name="leased"),
        CheckConstraint("(state = 'leased') = (worker IS NOT NULL)", name="worker"),
        CheckConstraint("(state = 'void') = (void_reason IS NOT NULL)", name="void"),
        CheckConstraint("(state IN ('rated', 'void')) = (end_time IS NOT NULL)", name="over"),
        CheckConstraint(
            "state NOT IN ('played', 'verified', 'rated') OR record_sha256 IS NOT NULL",
            name="recorded",
        ),
    )

    id: Mapped[int] = mapped_column(Id, primary_key=True)
    tournament_id: Mapped[int | None] = mapped_column(ForeignKey("tournaments.id"))
    block_id: Mapped[int | None] = mapped_column(ForeignKey("blocks.id"))
    position: Mapped[int | None]
    owner_id: Mapped[int | None] = mapped_column(ForeignKey("owners.id"))
    ruleset: Mapped[str] = mapped_column(NAME)
    options: Mapped[dict[str, Any]] = mapped_column(JSON)
    clock: Mapped[dict[str, Any]] = mapped_column(JSON)
    seat_count: Mapped[int]
    # All chance of the match and its bots; the seed is there when a person chose it.
    key: Mapped[bytes] = mapped_column(Blob)
    bot_key: Mapped[bytes] = mapped_column(Blob)
    seed: Mapped[int | None] = mapped_column(Seed)
    is_rated: Mapped[bool]
    is_journaled: Mapped[bool]
    # Small numbers are played first.
    priority: Mapped[int]
    create_time: Mapped[datetime]

    state: Mapped[MatchState] = mapped_column(word(MatchState))
    epoch: Mapped[int] = mapped_column(default=0)
    failures: Mapped[int] = mapped_column(default=0)
    worker: Mapped[str | None] = mapped_column(NAME)
    lease_deadline: Mapped[datetime | None]
    heartbeat_time: Mapped[datetime | None]
    enqueue_time: Mapped[datetime]
    start_time: Mapped[datetime | None]
    play_time: Mapped[datetime | None]
    verify_time: Mapped[datetime | None]
    verifier: Mapped[str | None] = mapped_column(NAME)
    end_time: Mapped[datetime | None]

    rules_version: Mapped[int | None]
    steps: Mapped[int | None]
    rule: Mapped[str | None] = mapped_column(String(32))
    reason: Mapped[str | None] = mapped_column(NAME)
    is_natural: Mapped[bool | None]
    record_sha256: Mapped[str | None] = mapped_column(SHA256)
    verdict: Mapped[str | None] = mapped_column(VERDICT)
    void_reason: Mapped[str | None] = mapped_column(Text)

    seats: Mapped[list["Seat"]] = relationship(lazy="raise", order_by="Seat.seat")
    attempts: Mapped[list["Attempt"]] = relationship(lazy="raise", order_by="Attempt.epoch")


class Seat(Base):
    """Who sits where in a match, and how it went. `bot_id` and `ruleset` repeat what the version
    and the match say, so that the matches of a bot are found by one index."""

    __tablename__ = "seats"
    __table_args__ = (
        Index(None, "version_id", "match_id"),
        Index(None, "bot_id", "match_id"),
        Index(None, "bot_id", "ruleset", "match_id"),
    )

    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    version_id: Mapped[int] = mapped_column(ForeignKey("versions.id"))
    bot_id: Mapped[int] = mapped_column(ForeignKey("bots.id"))
    ruleset: Mapped[str] = mapped_column(NAME)
    rank: Mapped[int | None]
    score: Mapped[int | None] = mapped_column(Id)
    verdict: Mapped[str | None] = mapped_column(VERDICT)
    forfeit_step: Mapped[int | None]

    version: Mapped[Version] = relationship(lazy="raise")


class Attempt(Base):
    """One try to play a match; its epoch is its number. All attempts are kept."""

    __tablename__ = "attempts"
    __table_args__ = (
        Index(None, "worker", "state"),
        CheckConstraint("(state = 'running') = (end_time IS NULL)", name="ended"),
    )

    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    epoch: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    worker: Mapped[str] = mapped_column(NAME)
    state: Mapped[AttemptState] = mapped_column(word(AttemptState))
    start_time: Mapped[datetime]
    heartbeat_time: Mapped[datetime | None]
    end_time: Mapped[datetime | None]
    verdict: Mapped[str | None] = mapped_column(VERDICT)
    reason: Mapped[str | None] = mapped_column(Text)
    evidence: Mapped[Json] = mapped_column(JSON(none_as_null=True), nullable=True)


class Record(Base):
    """The bytes of a record, by match, attempt and where they come from."""

    __tablename__ = "records"

    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    epoch: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    kind: Mapped[RecordKind] = mapped_column(word(RecordKind), primary_key=True)
    sha256: Mapped[str] = mapped_column(SHA256)
    content: Mapped[bytes] = mapped_column(Blob)
    create_time: Mapped[datetime]


class Output(Base):
    """What a seat printed in an attempt, for the owner of the bot."""

    __tablename__ = "outputs"
    __table_args__ = (
        UniqueConstraint("match_id", "epoch", "seat"),
        Index(None, "version_id", "id"),
    )

    id: Mapped[int] = mapped_column(Id, primary_key=True)
    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id"))
    epoch: Mapped[int]
    seat: Mapped[int]
    version_id: Mapped[int] = mapped_column(ForeignKey("versions.id"))
    text: Mapped[str] = mapped_column(Text)
    create_time: Mapped[datetime]


class Usage(Base):
    """What a match has cost a seat, as its bot reported it; only for bots that do. `version_id` and
    `ruleset` repeat what the seat says, so that one index finds what versions cost."""

    __tablename__ = "usages"
    __table_args__ = (Index(None, "ruleset", "version_id"),)

    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    version_id: Mapped[int] = mapped_column(ForeignKey("versions.id"))
    ruleset: Mapped[str] = mapped_column(NAME)
    calls: Mapped[int] = mapped_column(Id)
    tokens: Mapped[int] = mapped_column(Id)
    cost: Mapped[float]


class JournalEntry(Base):
    """A step or a forfeit of a match that is being played, so that another worker can go on.

    A step has a command number and no verdict, a forfeit a verdict and no command.
    """

    __tablename__ = "journal"
    __table_args__ = (
        CheckConstraint("(command IS NULL) <> (verdict IS NULL)", name="step_or_forfeit"),
    )

    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    epoch: Mapped[int]
    seat: Mapped[int]
    command: Mapped[int | None] = mapped_column(Id)
    verdict: Mapped[str | None] = mapped_column(VERDICT)
    digest: Mapped[bytes | None] = mapped_column(Blob)
    annotation: Mapped[Json] = mapped_column(JSON(none_as_null=True), nullable=True)
    create_time: Mapped[datetime]


class Rating(Base):
    """How good a version is: the live Elo, and the latest fit over all rated matches."""

    __tablename__ = "ratings"
    __table_args__ = (Index(None, "scope", "elo", "version_id"),)

    scope: Mapped[str] = mapped_column(NAME, primary_key=True)
    version_id: Mapped[int] = mapped_column(ForeignKey("versions.id"), primary_key=True)
    elo: Mapped[float]
    matches: Mapped[int] = mapped_column(default=0)
    wins: Mapped[int] = mapped_column(default=0)
    draws: Mapped[int] = mapped_column(default=0)
    losses: Mapped[int] = mapped_column(default=0)
    update_time: Mapped[datetime]
    fit: Mapped[float | None]
    fit_low: Mapped[float | None]
    fit_high: Mapped[float | None]
    rank_low: Mapped[int | None]
    rank_high: Mapped[int | None]
    fit_time: Mapped[datetime | None]

    version: Mapped[Version] = relationship(lazy="raise")


class RatingChange(Base):
    """What one match did to the Elo of a version. Ids follow the order in which it was done."""

    __tablename__ = "rating_history"
    __table_args__ = (
        UniqueConstraint("match_id", "scope", "version_id"),
        Index(None, "version_id", "scope", "id"),
        Index(None, "scope", "id"),
    )

    id: Mapped[int] = mapped_column(Id, primary_key=True)
    scope: Mapped[str] = mapped_column(NAME)
    version_id: Mapped[int] = mapped_column(ForeignKey("versions.id"))
    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id"))
    before: Mapped[float]
    after: Mapped[float]
    create_time: Mapped[datetime]


class Pair(Base):
    """The rated results of two versions against each other, seen from the one with the lower id."""

    __tablename__ = "pairs"
    __table_args__ = (
        Index(None, "scope", "second_id"),
        CheckConstraint("first_id < second_id", name="ordered"),
    )

    scope: Mapped[str] = mapped_column(NAME, primary_key=True)
    first_id: Mapped[int] = mapped_column(ForeignKey("versions.id"), primary_key=True)
    second_id: Mapped[int] = mapped_column(ForeignKey("versions.id"), primary_key=True)
    matches: Mapped[int]
    wins: Mapped[int]
    draws: Mapped[int]
    losses: Mapped[int]


class Worker(Base):
    """A worker process that has said it lives. Names are never used again."""

    __tablename__ = "workers"
    __table_args__ = (Index(None, "heartbeat_time"),)

    name: Mapped[str] = mapped_column(NAME, primary_key=True)
    start_time: Mapped[datetime]
    heartbeat_time: Mapped[datetime]
    stop_time: Mapped[datetime | None]
    # The rulesets it has, with their versions.
    rules: Mapped[dict[str, Any]] = mapped_column(JSON)
    # Why it cannot do all of its work at present.
    trouble: Mapped[str | None] = mapped_column(Text)


class Node(Base):
    """A node that has said it lives. Its processes are workers, which have rows of their own."""

    __tablename__ = "nodes"
    __table_args__ = (Index(None, "heartbeat_time"),)

    name: Mapped[str] = mapped_column(NAME, primary_key=True)
    role: Mapped[str] = mapped_column(String(32))
    heartbeat_time: Mapped[datetime]
    # What it has to build and run bots with, and in which versions.
    toolchains: Mapped[dict[str, Any]] = mapped_column(JSON)


class Request(Base):
    """A creating call that was answered, so that its repetition gets the same answer."""

    __tablename__ = "request_ids"
    __table_args__ = (Index(None, "create_time"),)

    owner_id: Mapped[int] = mapped_column(ForeignKey("owners.id"), primary_key=True)
    request_id: Mapped[str] = mapped_column(NAME, primary_key=True)
    method: Mapped[str] = mapped_column(NAME)
    fingerprint: Mapped[str] = mapped_column(SHA256)
    subject: Mapped[str | None] = mapped_column(String(200))
    create_time: Mapped[datetime]


class AuditEntry(Base):
    """Who did what, for administrators."""

    __tablename__ = "audit"
    __table_args__ = (Index(None, "subject", "id"), Index(None, "owner_id", "id"))

    id: Mapped[int] = mapped_column(Id, primary_key=True)
    create_time: Mapped[datetime]
    owner_id: Mapped[int | None] = mapped_column(ForeignKey("owners.id"))
    verb: Mapped[str] = mapped_column(NAME)
    subject: Mapped[str] = mapped_column(String(200))
    detail: Mapped[dict[str, Any]] = mapped_column(JSON)


class Analysis(Base):
    """What became of a match, as an analyst sees it. While it runs, what is known so far."""

    __tablename__ = "analyses"
    __table_args__ = (Index(None, "state", "create_time"),)

    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    owner_id: Mapped[int] = mapped_column(ForeignKey("owners.id"), index=True)
    """Who asked for it."""
    state: Mapped[AnalysisState] = mapped_column(word(AnalysisState))
    analyst: Mapped[int]
    """The version of the analyst that made it, or will."""
    content: Mapped[Json] = mapped_column(
        JSON(none_as_null=True), nullable=True, deferred=True, deferred_raiseload=True
    )
    failure: Mapped[str] = mapped_column(Text)
    epoch: Mapped[int]
    worker: Mapped[str | None] = mapped_column(String(200))
    deadline: Mapped[datetime | None]
    losses: Mapped[int]
    create_time: Mapped[datetime]
    update_time: Mapped[datetime]


_NEVER_CHANGE: Final = (
    "bot_id",
    "number",
    "kind",
    "package_sha256",
    "package_size",
    "entry_point",
    "language",
    "build",
    "is_reusable",
    "create_time",
)


@event.listens_for(Version, "before_update")
def _keep_versions_as_they_are(mapper: Mapper[Version], connection: object, row: Version) -> None:
    attributes = inspect(row).attrs
    for name in _NEVER_CHANGE:
        if attributes[name].history.has_changes():
            raise ValueError(f"a version never changes, and neither does its {name}")
