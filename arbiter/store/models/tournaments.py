"""Tournaments, who takes part, and the blocks they are planned in."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKey, Index, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from pentarch.arbiter.store.columns import Blob, Id, Seed, word
from pentarch.arbiter.store.models.base import NAME, SHA256, Base
from pentarch.arbiter.store.models.bots import Version
from pentarch.arbiter.store.models.owners import Owner
from pentarch.arbiter.store.words import EntryState, TournamentState


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
    # Of its matches in the queue: see `store.fair_queue`.
    priority: Mapped[int] = mapped_column(default=100)
    weight: Mapped[float] = mapped_column(default=1.0)
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
        Index(None, "tournament_id", "id"),
    )

    id: Mapped[int] = mapped_column(Id, primary_key=True)
    tournament_id: Mapped[int] = mapped_column(ForeignKey("tournaments.id"))
    label: Mapped[str] = mapped_column(String(64))
    number: Mapped[int]
    round: Mapped[int]
    is_paired: Mapped[bool]
    create_time: Mapped[datetime]
