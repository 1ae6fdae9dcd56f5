"""Bots, their versions, and the packages versions are made of."""

from datetime import datetime
from typing import Final

from sqlalchemy import (
    CheckConstraint,
    ForeignKey,
    Index,
    String,
    Text,
    UniqueConstraint,
    event,
    inspect,
)
from sqlalchemy.orm import Mapped, Mapper, mapped_column, relationship

from pentarch.arbiter.packages.languages import PROTOBUF
from pentarch.arbiter.store.columns import Blob, Id, word
from pentarch.arbiter.store.models.base import NAME, SHA256, Base
from pentarch.arbiter.store.models.owners import Owner
from pentarch.arbiter.store.words import VersionKind, VersionState


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
        Index(None, "state", "turn", "id"),
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
    # Small ones are validated first: see `store.fair_queue`.
    start_tag: Mapped[float] = mapped_column("turn", default=0.0)
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
