"""Studies: steps of matches with words, marks and arrows."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKey, Index, String, Text
from sqlalchemy.orm import Mapped, mapped_column, relationship

from pentarch.arbiter.store.columns import Id, word
from pentarch.arbiter.store.models.base import Base
from pentarch.arbiter.store.models.owners import Owner
from pentarch.arbiter.store.words import Visibility


class Study(Base):
    """An owner's set of annotated steps. Its name is drawn: whoever knows it may read it."""

    __tablename__ = "studies"
    __table_args__ = (Index(None, "visibility", "id"),)

    id: Mapped[int] = mapped_column(Id, primary_key=True)
    name: Mapped[str] = mapped_column(String(32), unique=True)
    owner_id: Mapped[int] = mapped_column(ForeignKey("owners.id"), index=True)
    title: Mapped[str] = mapped_column(String(200))
    text: Mapped[str] = mapped_column(Text)
    visibility: Mapped[Visibility] = mapped_column(word(Visibility))
    pages: Mapped[list[dict[str, Any]]] = mapped_column(
        JSON, deferred=True, deferred_raiseload=True
    )
    page_count: Mapped[int]
    revision: Mapped[int]
    """How often it was written; a change names the one that it changes."""
    create_time: Mapped[datetime]
    update_time: Mapped[datetime]

    owner: Mapped[Owner] = relationship(lazy="raise")


class StudyMatch(Base):
    """A match of which a study has steps."""

    __tablename__ = "study_matches"
    __table_args__ = (Index(None, "study_id"),)

    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    study_id: Mapped[int] = mapped_column(ForeignKey("studies.id"), primary_key=True)
