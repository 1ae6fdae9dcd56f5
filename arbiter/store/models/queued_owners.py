"""How far every owner has come in a queue."""

from sqlalchemy import ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from pentarch.arbiter.store.models.base import NAME, Base


class QueuedOwner(Base):
    """An owner in a queue: where its last job ends, and the queue's time when it came."""

    __tablename__ = "queued_owners"
    __table_args__ = (Index(None, "queue", "finish_tag"), Index(None, "queue", "came"))

    queue: Mapped[str] = mapped_column(NAME, primary_key=True)
    owner_id: Mapped[int] = mapped_column(ForeignKey("owners.id"), primary_key=True)
    finish_tag: Mapped[float]
    came: Mapped[float]
