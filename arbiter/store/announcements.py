"""Announcements: texts for everybody, until they expire."""

from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session, joinedload

from pentarch.arbiter.store.errors import NotFound
from pentarch.arbiter.store.models import Announcement
from pentarch.arbiter.store.pages import Ask, Page


def announce(
    session: Session, owner_id: int, text: str, *, expire_time: datetime, now: datetime
) -> Announcement:
    """Say something to everybody."""
    row = Announcement(owner_id=owner_id, text=text, create_time=now, expire_time=expire_time)
    session.add(row)
    session.flush()
    return get(session, row.id)


def get(session: Session, announcement_id: int) -> Announcement:
    """The announcement with its owner. Raises NotFound."""
    query = select(Announcement).where(Announcement.id == announcement_id)
    row = session.scalar(query.options(joinedload(Announcement.owner)))
    if row is None:
        raise NotFound(f"there is no announcement {announcement_id}")
    return row


def page(session: Session, ask: Ask, now: datetime) -> Page[Announcement]:
    """What is announced at a moment, newest first, with owners."""
    query = (
        select(Announcement)
        .where(Announcement.expire_time > now)
        .options(joinedload(Announcement.owner))
        .order_by(Announcement.id.desc())
        .limit(ask.limit + 1)
    )
    after = ask.after_id("announcements")
    if after is not None:
        query = query.where(Announcement.id < after)
    return ask.page(session.scalars(query).all(), lambda row: [row.id], "announcements")


def withdraw(session: Session, announcement_id: int, now: datetime) -> Announcement:
    """Take an announcement back: from now on it has expired. Raises NotFound."""
    row = get(session, announcement_id)
    row.expire_time = min(row.expire_time, now)
    session.flush()
    return row
