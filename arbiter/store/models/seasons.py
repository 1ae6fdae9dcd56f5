"""Seasons, what is played in them, who may take part, and how they ended."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKey, ForeignKeyConstraint, Index, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from pentarch.arbiter.competition.seasons.entrance import Access
from pentarch.arbiter.competition.seasons.phases import Phase
from pentarch.arbiter.store.columns import Blob, Id, Seed, word
from pentarch.arbiter.store.models.base import NAME, SHA256, Base
from pentarch.arbiter.store.models.bots import Version
from pentarch.arbiter.store.models.owners import Owner
from pentarch.arbiter.store.words import SeasonPart


class Season(Base):
    """Ladders and finals under one title, one timetable and one secret.

    `phase` is where it stands and `goal` how far somebody wants it; the five times are those of its
    timetable. `froze_time` is the moment from which versions came too late.
    """

    __tablename__ = "seasons"
    __table_args__ = (Index(None, "phase", "id"),)

    id: Mapped[int] = mapped_column(Id, primary_key=True)
    owner_id: Mapped[int] = mapped_column(ForeignKey("owners.id"), index=True)
    title: Mapped[str] = mapped_column(String(200))
    access: Mapped[Access] = mapped_column(word(Access))
    phase: Mapped[Phase] = mapped_column(word(Phase))
    goal: Mapped[Phase] = mapped_column(word(Phase))
    phase_time: Mapped[datetime]
    open_time: Mapped[datetime | None]
    freeze_time: Mapped[datetime | None]
    finals_time: Mapped[datetime | None]
    close_time: Mapped[datetime | None]
    after_time: Mapped[datetime | None]
    froze_time: Mapped[datetime | None]
    policies: Mapped[dict[str, Any]] = mapped_column(JSON)
    weight: Mapped[float]
    # The secrets of its tournaments follow from it; told when it is closed.
    secret: Mapped[bytes] = mapped_column(Blob)
    commitment: Mapped[str] = mapped_column(SHA256)
    seed: Mapped[int | None] = mapped_column(Seed)
    create_time: Mapped[datetime]

    owner: Mapped[Owner] = relationship(lazy="raise")
    disciplines: Mapped[list["Discipline"]] = relationship(
        lazy="raise", order_by="Discipline.ruleset"
    )


class Discipline(Base):
    """A ruleset as a season plays it: `ladder` are the settings of its ladder, `finals` how it is
    decided."""

    __tablename__ = "disciplines"

    season_id: Mapped[int] = mapped_column(ForeignKey("seasons.id"), primary_key=True)
    ruleset: Mapped[str] = mapped_column(NAME, primary_key=True)
    options: Mapped[dict[str, Any]] = mapped_column(JSON)
    clock: Mapped[dict[str, Any]] = mapped_column(JSON)
    seats: Mapped[list[int]] = mapped_column(JSON)
    ladder: Mapped[dict[str, Any]] = mapped_column(JSON)
    finals: Mapped[dict[str, Any]] = mapped_column(JSON)

    tournaments: Mapped[list["SeasonTournament"]] = relationship(
        lazy="raise", order_by="SeasonTournament.tournament_id"
    )


class SeasonTournament(Base):
    """A tournament of a discipline: its ladder, a stage of its finals, or its after-play."""

    __tablename__ = "season_tournaments"
    __table_args__ = (
        UniqueConstraint("tournament_id"),
        ForeignKeyConstraint(
            ["season_id", "ruleset"], ["disciplines.season_id", "disciplines.ruleset"]
        ),
    )

    season_id: Mapped[int] = mapped_column(Id, primary_key=True, autoincrement=False)
    ruleset: Mapped[str] = mapped_column(NAME, primary_key=True)
    part: Mapped[SeasonPart] = mapped_column(word(SeasonPart), primary_key=True)
    stage: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    tournament_id: Mapped[int] = mapped_column(ForeignKey("tournaments.id"))


class Guest(Base):
    """An owner who may take part in a season that is not public."""

    __tablename__ = "season_owners"

    season_id: Mapped[int] = mapped_column(ForeignKey("seasons.id"), primary_key=True)
    owner_id: Mapped[int] = mapped_column(ForeignKey("owners.id"), primary_key=True)


class Leaver(Base):
    """A bot whose owner took it out of a season."""

    __tablename__ = "season_leavers"

    season_id: Mapped[int] = mapped_column(ForeignKey("seasons.id"), primary_key=True)
    bot_id: Mapped[int] = mapped_column(ForeignKey("bots.id"), primary_key=True)
    create_time: Mapped[datetime]


class SeasonPlace(Base):
    """A line of the final table of a discipline, from the moment the season was closed."""

    __tablename__ = "season_places"

    season_id: Mapped[int] = mapped_column(ForeignKey("seasons.id"), primary_key=True)
    ruleset: Mapped[str] = mapped_column(NAME, primary_key=True)
    version_id: Mapped[int] = mapped_column(ForeignKey("versions.id"), primary_key=True)
    rank: Mapped[int]
    stage: Mapped[int]

    version: Mapped[Version] = relationship(lazy="raise")
