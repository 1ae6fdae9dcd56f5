"""How good versions are, and how that came about."""

from datetime import datetime

from sqlalchemy import JSON, CheckConstraint, ForeignKey, Index, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from pentarch.arbiter.store.columns import Id
from pentarch.arbiter.store.models.base import NAME, Base
from pentarch.arbiter.store.models.bots import Version


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
    nash: Mapped[float | None]
    """Points against the mix that nobody beats; only where cycles are significant."""
    nash_low: Mapped[float | None]
    nash_high: Mapped[float | None]

    version: Mapped[Version] = relationship(lazy="raise")


class LadderFit(Base):
    """What a fit says of a whole ladder: whether there are cycles, and how well it predicts.

    `scored_to` is the last change of live Elo whose match was held against the fit before it.
    """

    __tablename__ = "ladders"

    scope: Mapped[str] = mapped_column(NAME, primary_key=True)
    cycles_by_chance: Mapped[float | None]
    scored_to: Mapped[int] = mapped_column(Id)
    comparisons: Mapped[int] = mapped_column(Id)
    loss: Mapped[float]
    bins: Mapped[list[list[float]]] = mapped_column(JSON)
    """By the favourite's chance: comparisons, the sum of the chances, and how many it won."""


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
