"""Tournaments: the list of them, and one with progress, standings and matches."""

from datetime import UTC, datetime
from typing import Final

import streamlit as st

from arbiter.store import sorting
from arbiter.store.errors import NotFound
from arbiter.store.words import MatchState, TournamentState
from dashboard import data, links, listing, words
from dashboard.data import StandingLine
from dashboard.pages import creation

_LISTING: Final = "tournaments"
_MATCHES: Final = "tournament-matches"
_EVERY: Final = "5s"
_ALL: Final = {listing.EVERYTHING: "All states"}


def show() -> None:
    """Draw the page."""
    tournament_id = links.number("tournament")
    if tournament_id is None:
        _show_all()
    else:
        _show_one(tournament_id)


def _show_all() -> None:
    st.title("Tournaments")
    creation.show()
    first, second, _ = st.columns(3)
    with first:
        ruleset = listing.choose_ruleset() or None
    with second:
        states = [listing.EVERYTHING, *(state.value for state in TournamentState)]
        state = listing.choose("State", "state", states, shown=_ALL) or None
    sort = listing.sorting(data.LATEST, sorting.TOURNAMENTS)
    token = listing.page_token(_LISTING, ruleset, state, sort)
    page = data.tournament_page(token, ruleset, state, sort)
    if not page.items:
        listing.nothing(
            "No tournament fits",
            "Widen the filters, or make one with pentarch tournament create.",
        )
        return
    rows = [
        {
            "tournament": line.id,
            "title": line.title,
            "ruleset": words.title(line.ruleset),
            "format": line.format,
            "state": line.state.value,
            "bots": len(line.entries),
            "progress": line.over / line.total if line.total else 0.0,
            "matches": line.total,
            "owner": line.owner,
            "created": line.create,
        }
        for line in page.items
    ]
    opened = listing.table(
        rows,
        "tournaments-table",
        opens=True,
        sort=(sort, sorting.TOURNAMENTS),
        columns={
            "title": st.column_config.TextColumn(width="medium"),
            "progress": st.column_config.ProgressColumn(
                format="percent", min_value=0.0, max_value=1.0
            ),
        },
    )
    st.caption("Click a row for standings and matches, a header to sort.")
    listing.page_buttons(_LISTING, page.next_token)
    if opened is not None:
        links.go("tournaments", tournament=page.items[opened].id)


def _show_one(tournament_id: int) -> None:
    links.link("tournaments", "All tournaments", icon=":material/arrow_back:")
    try:
        line = data.tournament(tournament_id)
    except NotFound:
        st.warning(f"There is no tournament {tournament_id}.")
        return
    st.title(words.text_only(line.title))
    st.caption(
        words.text_only(
            f"{words.title(line.ruleset)}, {line.format}, {line.seat_count} seats, "
            f"by {line.owner}, {'rated' if line.is_rated else 'not rated'}"
        )
    )
    _show_progress(tournament_id)
    st.subheader("Standings")
    standings = data.standings(tournament_id)
    if standings:
        is_ladder = line.format == "ladder"
        listing.table(
            [_standing(one, is_ladder=is_ladder) for one in standings],
            "tournament-standings",
            columns={
                "mean rank": st.column_config.NumberColumn(format="%.2f"),
                "Elo": st.column_config.NumberColumn(format="%.0f"),
            },
        )
        by = "Elo" if is_ladder else "mean rank over the matches that count"
        st.caption(f"Ordered by {by}. The format's own points and tie-breaks decide at the end.")
    else:
        listing.nothing("Nobody takes part yet", "Entries appear here with their results.")
    st.subheader("Matches")
    page = data.match_page(listing.page_token(_MATCHES, tournament_id), tournament_id=tournament_id)
    if not page.items:
        listing.nothing("No match yet", "The scheduler queues matches once it is started.")
        return
    opened = listing.table(listing.match_rows(page.items), "tournament-matches-table", opens=True)
    listing.page_buttons(_MATCHES, page.next_token)
    if opened is not None:
        links.go("replay", match=page.items[opened].id)


def _standing(one: StandingLine, *, is_ladder: bool) -> dict[str, object]:
    counted: dict[str, object] = {
        "first places": one.firsts,
        "mean rank": one.mean_rank,
        "forfeits": one.forfeits,
    }
    return {
        "rank": one.rank,
        "bot": one.ref,
        "matches": one.played,
        **({} if is_ladder else counted),
        "Elo": one.elo,
        "note": one.note,
    }


@st.fragment(run_every=_EVERY)
def _show_progress(tournament_id: int) -> None:
    line = data.tournament(tournament_id)
    share = line.over / line.total if line.total else 0.0
    st.progress(share, text=f"{line.over} of {line.total} planned matches are over")
    first, second, third, fourth = st.columns(4)
    first.metric("State", line.state.value)
    second.metric("Waiting", line.counts[MatchState.QUEUED])
    third.metric("Being played", line.counts[MatchState.LEASED])
    left = line.seconds_left(datetime.now(UTC))
    fourth.metric("Time left", "-" if left is None else words.span(left))
    if line.end_reason:
        st.caption(words.text_only(f"Ended: {line.end_reason}"))
