"""All matches, newest first, by ruleset, state and bot."""

from typing import Final

import streamlit as st

from pentarch.arbiter.store import order
from pentarch.arbiter.store.errors import NotFound
from pentarch.arbiter.store.words import MatchState
from pentarch.dashboard import data, listing, words

_LISTING: Final = "matches"
_STATES: Final = {
    listing.EVERYTHING: "All states",
    MatchState.QUEUED.value: "queued: waits for a worker",
    MatchState.LEASED.value: "leased: being played",
    MatchState.PLAYED.value: "played: waits to be verified",
    MatchState.VERIFIED.value: "verified: waits to be settled",
    MatchState.RATED.value: "settled: rated, or private and over",
    MatchState.VOID.value: "void: counts for nothing",
}

SORTED: Final = {
    "match": "id",
    "ruleset": "ruleset",
    "state": "state",
    "steps": "steps",
    "ended by": "reason",
}
"""By which field of the store a column is sorted."""


def show() -> None:
    """Draw the page."""
    st.title("Matches")
    with listing.filters(_LISTING):
        ruleset = listing.choose_ruleset() or None
        state = listing.choose("State", "state", list(_STATES), shown=_STATES) or None
        bot = listing.type_in("Bot", "bot", most=40, placeholder="name of a bot") or None
    sort = listing.sorting(data.NEWEST, order.MATCHES)
    token = listing.page_token(_LISTING, ruleset, state, bot, sort)
    try:
        page = data.match_page(token, ruleset=ruleset, state=state, bot=bot, sort=sort)
    except NotFound as error:
        st.warning(words.sentence(str(error), "The page Bots lists all of them."))
        return
    if not page.items:
        listing.nothing(
            "No match fits",
            "Widen the filters, or wait: matches appear here as soon as they are queued.",
        )
        return
    listing.match_table(page.items, "matches-table", sort=(sort, SORTED))
    listing.page_buttons(_LISTING, page.next_token)
