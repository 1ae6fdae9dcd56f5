"""Who owns what, who may speak for them, and what was done in their name."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column, relationship

from pentarch.arbiter.store.columns import Id, word
from pentarch.arbiter.store.models.base import NAME, SHA256, Base
from pentarch.arbiter.store.words import OwnerKind, Role, Scope


class Owner(Base):
    """Somebody who owns bots and tournaments: a person, or a team of people."""

    __tablename__ = "owners"

    id: Mapped[int] = mapped_column(Id, primary_key=True)
    name: Mapped[str] = mapped_column(NAME, unique=True)
    kind: Mapped[OwnerKind] = mapped_column(word(OwnerKind), default=OwnerKind.PERSON)
    role: Mapped[Role] = mapped_column(word(Role), default=Role.AUTHOR)
    """What signing in gives."""
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
    scopes: Mapped[str] = mapped_column(NAME, default=Scope.ALL.value)
    """The words of its scopes, with spaces between."""
    label: Mapped[str] = mapped_column(String(200))
    maker_id: Mapped[int | None] = mapped_column(ForeignKey("owners.id"))
    """The person who made it; None: whoever may open the database."""
    is_session: Mapped[bool] = mapped_column(default=False)
    """Whether it was made by signing in on the dashboard."""
    create_time: Mapped[datetime]
    expire_time: Mapped[datetime | None]
    revoke_time: Mapped[datetime | None]
    use_time: Mapped[datetime | None]
    """When it was last used, to the minute."""

    owner: Mapped[Owner] = relationship(lazy="raise", foreign_keys=owner_id)


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
    person_id: Mapped[int | None] = mapped_column(ForeignKey("owners.id"))
    """Who did it in the name of a team."""
    verb: Mapped[str] = mapped_column(NAME)
    subject: Mapped[str] = mapped_column(String(200))
    detail: Mapped[dict[str, Any]] = mapped_column(JSON)
