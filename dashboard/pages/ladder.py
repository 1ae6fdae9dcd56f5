"""The ladder: ratings with their intervals, how they came about, and who beats whom."""

from collections.abc import Sequence
from typing import Final

import streamlit as st

from pentarch.arbiter.store import order
from pentarch.arbiter.store.words import OVERALL
from pentarch.dashboard import data, figures, labels, links, listing, predictions
from pentarch.dashboard.data import LadderLine, Whole

_LISTING: Final = "ladder"
_PLOTTED: Final = 5
_COMPARED: Final = 15
_MOST_PLOTTED: Final = 8
_MEASURED: Final = ("matches", "first", "mean rank")
SORTED: Final = {
    "bot": "bot",
    "owner": "owner",
    "Elo": "fit",
    "live Elo": "elo",
    "matches": "matches",
    "ahead": "wins",
    "level": "draws",
    "behind": "losses",
}
"""By which field of the store a column is sorted."""


def show() -> None:
    """Draw the page."""
    st.title("Ladder")
    with listing.filters(_LISTING):
        scope = listing.choose_ruleset(overall=True)
    sort = listing.sorting(data.BEST, order.LADDER)
    page = data.ladder(scope, listing.page_token(_LISTING, scope, sort), sort)
    if not page.items:
        listing.nothing(
            f"Nobody is rated yet: {labels.title(scope)}",
            "Ratings appear as soon as rated matches have been played and verified.",
        )
        return
    listing.table(
        _rows(page.items),
        "ladder-table",
        to=[links.address("bots", bot=line.bot) for line in page.items],
        linked="bot",
        columns=_columns(),
        sort=(sort, SORTED),
    )
    st.caption(
        "Elo decides: it is fitted to all rated matches at once, and comes with its 95 % interval. "
        "Live Elo moves with every match, for watching. Ahead, level, behind: compared with every "
        "other seat."
    )
    whole = data.whole_ladder(scope)
    _say_cycles(whole)
    listing.page_buttons(_LISTING, page.next_token)
    ratings, history, matchups, seats, sizes, forecasts = st.tabs(
        ["Ratings", "History", "Matchups", "By seat", "By table size", "Forecasts"],
        on_change="rerun",
    )
    # Only what can be seen is read.
    if ratings.open:
        with ratings:
            st.html(figures.rating_intervals(page.items))
            st.caption(
                "With the 95 % interval; a ring is the live Elo of a version not fitted yet."
            )
    if history.open:
        with history:
            _show_history(scope, page.items)
    if matchups.open:
        with matchups:
            _show_matchups(scope, page.items)
    if seats.open:
        with seats:
            _show_places(scope, page.items, is_by_size=False)
    if sizes.open:
        with sizes:
            _show_places(scope, page.items, is_by_size=True)
    if forecasts.open:
        with forecasts:
            predictions.show(whole.score, "ladder-forecasts")


def _say_cycles(whole: Whole) -> None:
    if whole.by_chance is None:
        return
    if whole.has_cycles:
        st.caption(
            "Some bots here beat each other in circles, more than chance would make "
            f"(p = {whole.by_chance:.3f}): one number for each does not tell the whole story. Nash "
            "is points against the mix of bots that nobody beats; 0 is best, and copies of a bot "
            "change nothing in it."
        )
        return
    st.caption(
        f"No circles of bots beating each other, beyond what chance makes (p = "
        f"{whole.by_chance:.2f}): Elo tells the story."
    )


def _show_history(scope: str, lines: Sequence[LadderLine]) -> None:
    refs = {line.ref: line for line in lines}
    chosen = st.multiselect(
        "Versions",
        list(refs),
        default=list(refs)[:_PLOTTED],
        max_selections=_MOST_PLOTTED,
        key=f"history-{scope}",
        persist_state="session",
    )
    points = data.elo_history(scope, tuple((refs[ref].version_id, ref) for ref in chosen))
    if not points:
        listing.nothing("No changes to plot", "Choose versions that have played rated matches.")
        return
    st.vega_lite_chart(spec=figures.elo_history(points), key="ladder-history")


def _show_matchups(scope: str, lines: Sequence[LadderLine]) -> None:
    best = lines[:_COMPARED]
    cells = data.matchups(scope, tuple((line.version_id, line.ref) for line in best))
    if not cells:
        listing.nothing("No two of these have met", "Matchups appear with the first rated match.")
        return
    st.vega_lite_chart(
        spec=figures.matchup_map(cells, [line.ref for line in best]), key="ladder-matchups"
    )
    st.caption(f"The share of points of the row against the column; the best {len(best)} shown.")


def _show_places(scope: str, lines: Sequence[LadderLine], *, is_by_size: bool) -> None:
    """A table with a column for each seat or table size."""
    if scope == OVERALL:
        listing.nothing("Choose a ruleset", "Seats of different rulesets are not compared.")
        return
    versions = tuple((line.version_id, line.ref) for line in lines)
    found = data.by_place(scope, versions, is_by_size=is_by_size)
    if not found:
        listing.nothing("No match counts yet", "The table appears with the first rated match.")
        return
    places = sorted({one.place for one in found})
    heads = {place: f"{place} seats" if is_by_size else f"p{place + 1}" for place in places}
    rows: dict[str, dict[str, object]] = {
        line.ref: {
            "bot": line.ref,
            **{f"{heads[place]} {what}": None for place in places for what in _MEASURED},
        }
        for line in lines
    }
    for one in found:
        head = heads[one.place]
        rows[one.ref] |= {
            f"{head} matches": one.matches,
            f"{head} first": 100 * one.firsts / one.matches,
            f"{head} mean rank": one.mean_rank,
        }
    share = st.column_config.NumberColumn(format="%.0f %%")
    mean = st.column_config.NumberColumn(format="%.2f")
    listing.table(
        list(rows.values()),
        f"ladder-places-{is_by_size}",
        columns={
            **{f"{head} first": share for head in heads.values()},
            **{f"{head} mean rank": mean for head in heads.values()},
        },
    )
    st.caption(
        "How many matches, the share of first places, and the mean rank, of the newest "
        f"{data.PLACED:,} that count."
    )


def _rows(lines: Sequence[LadderLine]) -> list[dict[str, object]]:
    has_nash = any(line.nash is not None for line in lines)
    return [
        {
            "rank": line.rank,
            "bot": line.ref,
            "owner": line.owner,
            "Elo": line.fit,
            "95 % interval": labels.interval(line.low, line.high),
            "rank interval": labels.interval(line.rank_low, line.rank_high),
            **_nash(line, has_nash),
            "live Elo": line.elo,
            "matches": line.matches,
            "ahead": line.wins,
            "level": line.draws,
            "behind": line.losses,
        }
        for line in lines
    ]


def _nash(line: LadderLine, is_shown: bool) -> dict[str, object]:
    if not is_shown:
        return {}
    return {"Nash": line.nash, "Nash interval": labels.interval(line.nash_low, line.nash_high)}


def _columns() -> dict[str, object]:
    whole = st.column_config.NumberColumn(format="%.0f")
    return {"Elo": whole, "Nash": whole, "live Elo": whole}
