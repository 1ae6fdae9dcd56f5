"""What people are told, where it goes, and the tries to get it there."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKey, Index, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from pentarch.arbiter.store.columns import Id, word
from pentarch.arbiter.store.models.base import NAME, SHA256, Base
from pentarch.arbiter.store.words import DeliveryState, NoticeKind, SubscriptionState, Way


class Notice(Base):
    """Something that people are told. Under one key it is said once."""

    __tablename__ = "notices"
    __table_args__ = (Index(None, "create_time"),)

    id: Mapped[int] = mapped_column(Id, primary_key=True)
    key: Mapped[str] = mapped_column(String(200), unique=True)
    kind: Mapped[NoticeKind] = mapped_column(word(NoticeKind))
    subject: Mapped[str] = mapped_column(String(200))
    text: Mapped[str] = mapped_column(Text)
    facts: Mapped[dict[str, Any]] = mapped_column(JSON)
    create_time: Mapped[datetime]


class NoticeTopic(Base):
    """Under what a feed finds a notice: `ruleset/township`, `bot/name`, `owner/17`."""

    __tablename__ = "notice_topics"
    __table_args__ = (Index(None, "notice_id"),)

    topic: Mapped[str] = mapped_column(String(100), primary_key=True)
    notice_id: Mapped[int] = mapped_column(ForeignKey("notices.id"), primary_key=True)


class Subscription(Base):
    """An owner's wish to be told certain kinds of notices at one address."""

    __tablename__ = "subscriptions"

    id: Mapped[int] = mapped_column(Id, primary_key=True)
    owner_id: Mapped[int] = mapped_column(ForeignKey("owners.id"), index=True)
    way: Mapped[Way] = mapped_column(word(Way))
    address: Mapped[str] = mapped_column(String(500))
    """A URL or an e-mail address; empty for a feed, of whose address only the hash is kept."""
    address_sha256: Mapped[str | None] = mapped_column(SHA256, unique=True)
    kinds: Mapped[list[str]] = mapped_column(JSON)
    state: Mapped[SubscriptionState] = mapped_column(word(SubscriptionState))
    off_reason: Mapped[str | None] = mapped_column(Text)
    secret: Mapped[str] = mapped_column(NAME)
    """What webhooks are signed with, or the code that confirms an e-mail address."""
    wrong_codes: Mapped[int]
    dropped: Mapped[int]
    """Notices that were not kept for it, because too many waited."""
    create_time: Mapped[datetime]


class Delivery(Base):
    """A notice on its way to a subscription. While it is tried, `due_time` is when the try counts
    as lost; the epoch goes with what came of it."""

    __tablename__ = "deliveries"
    __table_args__ = (
        UniqueConstraint("notice_id", "subscription_id"),
        Index(None, "state", "due_time"),
        Index(None, "subscription_id", "state", "id"),
    )

    id: Mapped[int] = mapped_column(Id, primary_key=True)
    notice_id: Mapped[int] = mapped_column(ForeignKey("notices.id"))
    subscription_id: Mapped[int] = mapped_column(ForeignKey("subscriptions.id"))
    state: Mapped[DeliveryState] = mapped_column(word(DeliveryState))
    tries: Mapped[int]
    due_time: Mapped[datetime]
    epoch: Mapped[int]
    log: Mapped[list[dict[str, Any]]] = mapped_column(JSON)
    """What came of each try: time, answer, seconds."""
    create_time: Mapped[datetime]
    end_time: Mapped[datetime | None]

    notice: Mapped[Notice] = relationship(lazy="raise")
    subscription: Mapped[Subscription] = relationship(lazy="raise")
