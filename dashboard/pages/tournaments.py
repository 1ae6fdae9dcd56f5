"""Tournaments: the list of them, and one with progress, standings and matches."""

from datetime import UTC, datetime
from typing import Final

import streamlit as st

from pentarch.arbiter.competition.formats.registry import FORMATS
from pentarch.arbiter.competition.formats.settings import InvalidPlan
from pentarch.arbiter.store import order
from pentarch.arbiter.store.errors import Archived, NotFound
from pentarch.arbiter.store.words import MatchState, TournamentState
from pentarch.dashboard import data, labels, links, listing
from pentarch.dashboard.data import StandingLine, TournamentLine

_LISTING: Final = "tournaments"
_MATCHES: Final = "tournament-matches"
_EVERY: Final = "5s"
_SOON: Final = "1s"
_PATIENCE: Final = 0.25
_ALL: Final = {listing.EVERYTHING: "All states"}
SORTED: Final = {
    "tournament": "id",
    "title": "title",
    "ruleset": "ruleset",
    "format": "format",
    "state": "state",
    "owner": "owner",
}
"""By which field of the store a column is sorted."""


def show() -> None:
    """Draw the page."""
    tournament_id = links.number("tournament")
    if tournament_id is None:
        _show_all()
    else:
        _show_one(tournament_id)


def _show_all() -> None:
    st.title("Tournaments")
    links.link("create", "Create a tournament", icon=":material/add:")
    with listing.filters(_LISTING):
        ruleset = listing.choose_ruleset() or None
        states = [listing.EVERYTHING, *(state.value for state in TournamentState)]
        state = listing.choose("State", "state", states, shown=_ALL) or None
    sort = listing.sorting(data.LATEST, order.TOURNAMENTS)
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
            "ruleset": labels.title(line.ruleset),
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
    listing.table(
        rows,
        "tournaments-table",
        to=[links.address("tournaments", tournament=line.id) for line in page.items],
        linked="title",
        sort=(sort, SORTED),
        columns={
            "progress": st.column_config.ProgressColumn(
                format="percent", min_value=0.0, max_value=1.0
            ),
        },
    )
    listing.page_buttons(_LISTING, page.next_token)


def _show_one(tournament_id: int) -> None:
    links.turn("tournaments", "All tournaments", icon=":material/arrow_back:")
    try:
        line = data.tournament(tournament_id)
    except NotFound:
        st.warning(
            f"There is no tournament {tournament_id}. Choose one from the list of all tournaments."
        )
        return
    st.title(labels.text_only(line.title))
    st.caption(
        labels.text_only(
            f"{labels.title(line.ruleset)}, {line.format}, {_seats(line)} seats, "
            f"by {line.owner}, {'rated' if line.is_rated else 'private'}"
        )
    )
    _show_progress(tournament_id)
    st.header("Standings")
    _show_standings(line)
    st.header("Matches")
    page = data.match_page(listing.page_token(_MATCHES, tournament_id), tournament_id=tournament_id)
    if not page.items:
        listing.nothing("No match yet", "The scheduler queues matches once it is started.")
        return
    listing.match_table(page.items, "tournament-matches-table")
    listing.page_buttons(_MATCHES, page.next_token)


def _show_standings(line: TournamentLine) -> None:
    """The table, renewed while the tournament runs, and awaited while there is none yet."""
    try:
        is_there = data.standings(line.id, _PATIENCE) is not None
    except (Archived, InvalidPlan):
        is_there = True
    is_over = line.state in (TournamentState.FINISHED, TournamentState.CANCELLED)
    every = _SOON if not is_there else None if is_over else _EVERY
    st.fragment(_show_table, run_every=every)(line, is_there=is_there)


def _show_table(line: TournamentLine, *, is_there: bool) -> None:
    try:
        standings = data.standings(line.id)
    except (Archived, InvalidPlan) as error:
        st.warning(labels.sentence(f"There is no table: {error}"))
        return
    if standings is None:
        st.info("The table is being drawn up. It appears here in a moment.")
        return
    if not is_there:
        # The whole page, so that this part is not run so often any more.
        st.rerun()
    if not standings:
        listing.nothing("Nobody takes part yet", "Entries appear here with their results.")
        return
    is_by_rating = FORMATS[line.format].is_by_rating
    listing.table(
        [_standing(one, is_by_rating=is_by_rating) for one in standings],
        "tournament-standings",
        columns={
            "points": st.column_config.NumberColumn(format="%.2f"),
            "rating": st.column_config.NumberColumn(format="%.0f"),
        },
    )
    by = "rating" if is_by_rating else "the format's points and tie-breaks"
    st.caption(f"Ordered by {by}. Rating: fit over this tournament alone, with its 95 % interval.")


def _standing(one: StandingLine, *, is_by_rating: bool) -> dict[str, object]:
    return {
        "rank": one.rank,
        "bot": one.ref,
        "owner": one.owner,
        **({} if is_by_rating else {"points": one.points}),
        "matches": one.matches,
        "ahead": one.wins,
        "level": one.draws,
        "behind": one.losses,
        "forfeits": one.forfeits,
        "rating": one.rating,
        "95 % interval": labels.interval(one.low, one.high),
        "note": one.note,
    }


def _seats(line: TournamentLine) -> str:
    return " and ".join(str(count) for count in line.seats)


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
    fourth.metric("Time left", "-" if left is None else labels.span(left))
    if line.end_reason:
        st.caption(labels.text_only(f"Ended: {line.end_reason}"))
    secret = f"Secret {line.secret}. " if line.secret else ""
    chosen = " Chosen by a person: not proof against foresight." if line.seed_chosen else ""
    st.caption(f"{secret}Commitment to the secret of all chance: {line.commitment}.{chosen}")
