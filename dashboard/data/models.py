"""What matches cost the bots that ask language models, beside how well they play."""

from dataclasses import dataclass
from typing import Final

import streamlit as st

from pentarch.arbiter.store import insights
from pentarch.dashboard.data.source import store

MODEL_ROWS: Final = 100


@dataclass(frozen=True)
class ModelLine:
    """A version that reports what its matches cost; the costs are of one match on average."""

    ref: str
    bot: str
    owner: str
    elo: float | None
    fit: float | None
    matches: int
    calls: float
    tokens: float
    cost: float


@st.cache_data(ttl=30, show_spinner=False)
def models(scope: str) -> list[ModelLine]:
    """The versions that report costs, the best rated first."""
    with store().reading() as session:
        return [
            ModelLine(
                f"{one.bot}@{one.number}",
                one.bot,
                one.owner,
                one.elo,
                one.fit,
                one.matches,
                one.calls,
                one.tokens,
                one.cost,
            )
            for one in insights.spending(session, scope, limit=MODEL_ROWS)
        ]
