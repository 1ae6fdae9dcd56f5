"""The processes that do the work, and the nodes they belong to."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Index, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from pentarch.arbiter.store.models.base import NAME, Base


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


class Duty(Base):
    """Work that a few nodes do for all of them, and who does it until when."""

    __tablename__ = "duties"

    name: Mapped[str] = mapped_column(NAME, primary_key=True)
    holder: Mapped[str] = mapped_column(NAME)
    deadline: Mapped[datetime]
