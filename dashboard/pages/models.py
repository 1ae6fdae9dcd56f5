"""Models: what a match costs the bots that ask language models, beside how well they play."""

from collections.abc import Sequence
from typing import Final

import streamlit as st

from pentarch.arbiter.store.insights import Expenses
from pentarch.dashboard import data, labels, links, listing

_LISTING: Final = "models"


def show() -> None:
    """Draw the page."""
    st.title("Models")
    with listing.filters(_LISTING):
        scope = listing.choose_ruleset(overall=True)
    lines = data.models(scope)
    if not lines:
        listing.nothing(
            f"No bot has reported what its matches cost: {labels.title(scope)}",
            "Bots that ask language models can note it with their decisions.",
        )
        return
    listing.table(
        _rows(lines),
        "models-table",
        to=[links.address("bots", bot=line.bot) for line in lines],
        columns=_columns(),
    )
    st.caption(
        "Calls, tokens and cost of a match on average, over settled matches with a report, as the "
        "bots report them: nobody checks. Elo and live Elo as on the ladder."
    )


def _rows(lines: Sequence[Expenses]) -> list[dict[str, object]]:
    return [
        {
            "bot": line.ref,
            "owner": line.owner,
            "Elo": line.fit,
            "live Elo": line.elo,
            "matches": line.matches,
            "calls": line.calls,
            "tokens": line.tokens,
            "cost": line.cost,
        }
        for line in lines
    ]


def _columns() -> dict[str, object]:
    whole = st.column_config.NumberColumn(format="%.0f")
    money = st.column_config.NumberColumn(format="%.4f")
    return {"Elo": whole, "live Elo": whole, "calls": whole, "tokens": whole, "cost": money}
