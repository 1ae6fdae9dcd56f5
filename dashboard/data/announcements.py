"""What is announced to everybody."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

import streamlit as st

from pentarch.arbiter.store import Ask, announcements
from pentarch.dashboard.data.source import store

_MOST: Final = 10


@dataclass(frozen=True)
class AnnouncementLine:
    """A text for everybody."""

    id: int
    text: str
    owner: str
    expire: datetime


@st.cache_data(ttl=5, show_spinner=False)
def announced() -> tuple[AnnouncementLine, ...]:
    """What is announced now, newest first."""
    opened = store()
    with opened.reading() as session:
        page = announcements.page(session, Ask(_MOST), opened.now())
        return tuple(
            AnnouncementLine(row.id, row.text, row.owner.name, row.expire_time)
            for row in page.items
        )
