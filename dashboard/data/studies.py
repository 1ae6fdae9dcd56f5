"""Studies of matches."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

import streamlit as st

from pentarch.arbiter.store import Ask, studies
from pentarch.arbiter.store.models import Study
from pentarch.arbiter.store.pages import Page
from pentarch.arbiter.studies.drafts import StudyDraft
from pentarch.dashboard.data.source import store

STUDY_ROWS: Final = 25
_MOST_NAMED: Final = 5


@dataclass(frozen=True)
class StudyLine:
    """A line of the listing."""

    id: str
    title: str
    owner: str
    pages: int
    update: datetime


@dataclass(frozen=True)
class StudyDetail:
    """A study with all that it says."""

    id: str
    owner: str
    revision: int
    draft: StudyDraft
    update: datetime


@st.cache_data(ttl=5, show_spinner=False)
def study_page(token: str) -> Page[StudyLine]:
    """A page of public studies, newest first."""
    with store().reading() as session:
        return studies.page(session, Ask(STUDY_ROWS, token)).map(_line)


@st.cache_data(ttl=5, max_entries=256, show_spinner=False)
def studies_of(match_id: int) -> list[StudyLine]:
    """The newest public studies with steps of a match."""
    with store().reading() as session:
        return studies.page(session, Ask(_MOST_NAMED), match_id=match_id).map(_line).items


def study(id: str) -> StudyDetail:
    """One study, as it stands now. Raises NotFound."""
    with store().reading() as session:
        row = studies.get(session, id)
        draft = studies.draft_of(row)
        return StudyDetail(row.name, row.owner.name, row.revision, draft, row.update_time)


def _line(row: Study) -> StudyLine:
    return StudyLine(row.name, row.title, row.owner.name, row.page_count, row.update_time)
