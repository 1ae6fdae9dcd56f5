"""The ladder: ratings with their intervals, how they came about, and who beats whom."""

from collections.abc import Sequence
from typing import Final

import streamlit as st

from dashboard import data, figures, links, listing, words
from dashboard.data import LadderLine

_LISTING: Final = "ladder"
_PLOTTED: Final = 5
_COMPARED: Final = 15
_MOST_PLOTTED: Final = 8


def show() -> None:
    """Draw the page."""
    st.title("Ladder")
    left, _ = st.columns([1, 2])
    with left:
        scope = listing.choose_ruleset(overall=True)
    token = listing.page_token(_LISTING, scope)
    page = data.ladder(scope, token)
    if not page.items:
        listing.nothing(
            f"Nobody is rated yet: {words.title(scope)}",
            "Ratings appear as soon as rated matches have been played and verified.",
        )
        return
    opened = listing.table(_rows(page.items), "ladder-table", opens=True, columns=_columns())
    st.caption(
        "Rating: fit over all rated matches, with its 95 % interval. Elo: the live number. "
        "Click a row for the bot."
    )
    listing.page_buttons(_LISTING, page.next_token)
    if opened is not None:
        links.go("bots", bot=page.items[opened].bot)
    ratings, history, matchups = st.tabs(["Ratings", "History", "Matchups"])
    with ratings:
        st.altair_chart(figures.rating_intervals(page.items), key="ladder-ratings")
    with history:
        _show_history(scope, page.items)
    with matchups:
        _show_matchups(scope, page.items)


def _show_history(scope: str, lines: Sequence[LadderLine]) -> None:
    refs = {line.ref: line for line in lines}
    chosen = st.multiselect(
        "Versions",
        list(refs),
        default=list(refs)[:_PLOTTED],
        max_selections=_MOST_PLOTTED,
        key=f"history-{scope}",
    )
    points = data.elo_history(scope, tuple((refs[ref].version_id, ref) for ref in chosen))
    if not points:
        listing.nothing("No changes to plot", "Choose versions that have played rated matches.")
        return
    st.altair_chart(figures.elo_history(points), key="ladder-history")


def _show_matchups(scope: str, lines: Sequence[LadderLine]) -> None:
    best = lines[:_COMPARED]
    cells = data.matchups(scope, tuple((line.version_id, line.ref) for line in best))
    if not cells:
        listing.nothing("No two of these have met", "Matchups appear with the first rated match.")
        return
    st.altair_chart(figures.matchup_map(cells, [line.ref for line in best]), key="ladder-matchups")
    st.caption(f"The share of points of the row against the column; the best {len(best)} shown.")


def _rows(lines: Sequence[LadderLine]) -> list[dict[str, object]]:
    return [
        {
            "rank": line.rank,
            "bot": line.ref,
            "owner": line.owner,
            "rating": line.fit,
            "95 % interval": words.interval(line.low, line.high),
            "rank interval": words.interval(line.rank_low, line.rank_high),
            "Elo": line.elo,
            "matches": line.matches,
            "ahead": line.wins,
            "level": line.draws,
            "behind": line.losses,
        }
        for line in lines
    ]


def _columns() -> dict[str, object]:
    whole = st.column_config.NumberColumn(format="%.0f")
    return {"rating": whole, "Elo": whole}
