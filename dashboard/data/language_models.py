"""What matches cost the bots that ask language models, beside how well they play."""

from typing import Final

import streamlit as st

from pentarch.arbiter.store import insights
from pentarch.arbiter.store.insights import Expenses
from pentarch.dashboard.data.source import store

MODEL_ROWS: Final = 100


@st.cache_data(ttl=30, show_spinner=False)
def models(scope: str) -> list[Expenses]:
    """The versions that report costs, the best rated first."""
    with store().reading() as session:
        return insights.expenses(session, scope, limit=MODEL_ROWS)
