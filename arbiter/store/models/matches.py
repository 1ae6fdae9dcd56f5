"""Matches from the queue to the ratings, the tries to play them and what came of those."""

from datetime import datetime
from typing import Any, Final

from sqlalchemy import (
    JSON,
    CheckConstraint,
    ForeignKey,
    Index,
    String,
    Text,
    UniqueConstraint,
    false,
    text,
)
from sqlalchemy.orm import Mapped, mapped_column, relationship

from pentarch.arbiter.store.columns import Blob, Id, Seed, word
from pentarch.arbiter.store.models.base import NAME, SHA256, VERDICT, Base
from pentarch.arbiter.store.models.bots import Version
from pentarch.arbiter.store.words import AnalysisState, AttemptState, MatchState, RecordKind
from pentarch.engine.plain import Json

_ORDER: Final = ("priority", "turn", "id")
_WAITING: Final = "state IN ('queued', 'played', 'verified')"


def _where(name: str, *columns: str, condition: str) -> Index:
    """An index of some of the rows: it serves only queries that name its condition."""
    where = text(condition)
    return Index(name, *columns, sqlite_where=where, postgresql_where=where)


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
        Index("ix_matches_steps", text("coalesce(steps, -1)"), "id"),
        _where("ix_matches_queued", "state", *_ORDER, condition="state = 'queued'"),
        _where(
            "ix_matches_next",
            "state",
            *_ORDER,
            condition="state = 'queued' AND epoch = 0 AND NOT is_held",
        ),
        _where("ix_matches_held", "tournament_id", condition="state = 'queued' AND is_held"),
        _where("ix_matches_deadlines", "lease_deadline", "id", condition="state = 'leased'"),
        _where(
            "ix_matches_asked",
            "owner_id",
            *_ORDER,
            condition="state = 'queued' AND tournament_id IS NULL",
        ),
        _where(
            "ix_matches_by_hand",
            "owner_id",
            "worker",
            condition="state = 'leased' AND tournament_id IS NULL",
        ),
        _where("ix_matches_waiting", "enqueue_time", "id", condition=f"{_WAITING} AND NOT is_held"),
        _where("ix_matches_verified", "id", condition="state = 'verified'"),
        _where("ix_matches_rules", "ruleset", "rules_version", condition=_WAITING),
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
    # Small numbers are played first, and among equal ones small start tags: see `store.fair_queue`.
    priority: Mapped[int]
    start_tag: Mapped[float] = mapped_column("turn", default=0.0)
    # Queued in a tournament that is not running: out of the way of those that may begin.
    is_held: Mapped[bool] = mapped_column(default=False, server_default=false())
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
    """The bytes of a record, by match, attempt and where they come from; none when they are on the
    shelf, which `records` sees to."""

    __tablename__ = "records"
    __table_args__ = (_where("ix_records_here", "create_time", condition="content IS NOT NULL"),)

    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    epoch: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    kind: Mapped[RecordKind] = mapped_column(word(RecordKind), primary_key=True)
    sha256: Mapped[str] = mapped_column(SHA256)
    content: Mapped[bytes | None] = mapped_column(Blob)
    size: Mapped[int]
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
