"""Analyses of matches."""

from dataclasses import dataclass

import streamlit as st

from pentarch.arbiter.store import analyses
from pentarch.arbiter.store.errors import NotFound
from pentarch.arbiter.store.words import AnalysisState
from pentarch.bots.analysis import Analysis
from pentarch.dashboard.data.source import store


@dataclass(frozen=True)
class AnalysisLine:
    """Where an analysis stands, with what is known so far."""

    state: AnalysisState
    failure: str
    content: Analysis | None

    @property
    def is_awaited(self) -> bool:
        """Whether more will come."""
        return self.state in (AnalysisState.WAITING, AnalysisState.RUNNING)


@st.cache_data(ttl=2, max_entries=64, show_spinner=False)
def analysis(match_id: int) -> AnalysisLine | None:
    """The analysis of a match; None when nobody has asked for one."""
    with store().reading() as session:
        try:
            row = analyses.get(session, match_id)
        except NotFound:
            return None
        content = None if row.content is None else Analysis.read(row.content)
        return AnalysisLine(row.state, row.failure, content)
