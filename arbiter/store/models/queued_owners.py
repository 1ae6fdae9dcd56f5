"""How far every owner has come in a queue.

The database calls a start tag `turn`, and keeps doing so: renaming a column would stop programs of
the version before, which run beside new ones during an upgrade.
"""

from sqlalchemy import ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from pentarch.arbiter.store.models.base import NAME, Base


class QueuedOwner(Base):
    """An owner in a queue: the finish tag of its last job, and the queue's time when it came."""

    __tablename__ = "turns"
    __table_args__ = (Index(None, "queue", "ends"), Index(None, "queue", "came"))

    queue: Mapped[str] = mapped_column(NAME, primary_key=True)
    owner_id: Mapped[int] = mapped_column(ForeignKey("owners.id"), primary_key=True)
    ends: Mapped[float]
    came: Mapped[float]
