"""Seasons that were moved out of the database, and what is to be known of them here."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from pentarch.arbiter.store.columns import Id
from pentarch.arbiter.store.models.base import SHA256, Base


class SeasonArchive(Base):
    """Where the matches of a season are, as long as they are not here.

    The three last numbers are those that SQLite would give away again.
    """

    __tablename__ = "season_archives"

    season_id: Mapped[int] = mapped_column(ForeignKey("seasons.id"), primary_key=True)
    url: Mapped[str] = mapped_column(String(500))
    manifest_sha256: Mapped[str] = mapped_column(SHA256)
    matches: Mapped[int] = mapped_column(Id)
    size: Mapped[int] = mapped_column(Id)
    """In bytes, of all files."""
    last_match: Mapped[int] = mapped_column(Id)
    last_block: Mapped[int] = mapped_column(Id)
    last_output: Mapped[int] = mapped_column(Id)
    create_time: Mapped[datetime]


class ArchivedTournament(Base):
    """A tournament whose matches are in an archive, and how many stood where."""

    __tablename__ = "archived_tournaments"

    tournament_id: Mapped[int] = mapped_column(ForeignKey("tournaments.id"), primary_key=True)
    season_id: Mapped[int] = mapped_column(ForeignKey("season_archives.season_id"), index=True)
    counts: Mapped[dict[str, Any]] = mapped_column(JSON)


class ArchivedRange(Base):
    """Matches in an archive that follow one another by their numbers."""

    __tablename__ = "archived_matches"

    first_id: Mapped[int] = mapped_column(Id, primary_key=True, autoincrement=False)
    last_id: Mapped[int] = mapped_column(Id)
    season_id: Mapped[int] = mapped_column(ForeignKey("season_archives.season_id"), index=True)
