"""How well ratings predict: a table by the favourite's chance, and the log loss."""

import streamlit as st

from pentarch.arbiter.competition.ratings import Score
from pentarch.dashboard import listing


def show(score: Score, key: str) -> None:
    """Draw how often favourites came out ahead, beside what the ratings said before."""
    if not score.comparisons:
        listing.nothing(
            "Nothing was predicted yet",
            "Each new match is held against the Elo that stood before it.",
        )
        return
    share = st.column_config.NumberColumn(format="%.1f %%")
    rows: list[dict[str, object]] = [
        {
            "favourite's chance": f"{50 + 5 * place} to {55 + 5 * place} %",
            "comparisons": one.comparisons,
            "predicted": 100 * one.expected / one.comparisons,
            "came out ahead": 100 * one.won / one.comparisons,
        }
        for place, one in enumerate(score.bins)
        if one.comparisons
    ]
    listing.table(rows, key, columns={"predicted": share, "came out ahead": share})
    st.caption(
        f"Log loss {score.mean_loss:.3f} over {score.comparisons} comparisons; a coin has 0.693. "
        "Every match is held against the Elo that stood before it was known."
    )
