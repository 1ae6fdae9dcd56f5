"""All matches, newest first, by ruleset, state and bot."""

from typing import Final

import streamlit as st

from pentarch.arbiter.store import order
from pentarch.arbiter.store.errors import NotFound
from pentarch.arbiter.store.words import MatchState
from pentarch.dashboard import data, labels, links, listing
from pentarch.dashboard.data import FinishKind

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

_ENDED: Final = {
    listing.EVERYTHING: "In any way",
    FinishKind.LOST.value: "lost by the bot",
    FinishKind.UPSET.value: "upset: won by the lower rated",
    FinishKind.CLOSE.value: "close: scores nearly level",
}
_REMARKABLE: Final = 50
SORTED: Final = {
    "match": "id",
    "ruleset": "ruleset",
    "state": "state",
    "steps": "steps",
}
"""By which field of the store a column is sorted."""


def show() -> None:
    """Draw the page."""
    st.title("Matches")
    with listing.filters(_LISTING):
        ruleset = listing.choose_ruleset() or None
        state = listing.choose("State", "state", list(_STATES), shown=_STATES) or None
        bot = listing.type_in("Bot", "bot", most=40, placeholder="name of a bot") or None
        rival = listing.type_in("Against", "against", most=40, placeholder="another bot") or None
        ended = listing.choose("Ended", "ended", list(_ENDED), shown=_ENDED) or None
    if ended is not None or rival is not None:
        _show_ended(ended, ruleset, bot, rival)
        return
    sort = listing.sorting(data.NEWEST, order.MATCHES)
    token = listing.page_token(_LISTING, ruleset, state, bot, sort)
    try:
        page = data.match_page(token, ruleset=ruleset, state=state, bot=bot, sort=sort)
    except NotFound as error:
        st.warning(labels.sentence(str(error), "The page Bots lists all of them."))
        return
    if not page.items:
        listing.nothing(
            "No match fits",
            "Widen the filters, or wait: matches appear here as soon as they are queued.",
        )
        return
    listing.match_table(page.items, "matches-table", sort=(sort, SORTED))
    listing.page_buttons(_LISTING, page.next_token)


def _show_ended(ended: str | None, ruleset: str | None, bot: str | None, rival: str | None) -> None:
    """Rated matches that two bots played, or that ended in a way worth looking at."""
    if bot is None and (rival is not None or ended == FinishKind.LOST):
        listing.nothing("Which bot?", "Enter the name of a bot.")
        return
    try:
        if ended is None:
            assert bot is not None
            assert rival is not None
            found = data.comparison(bot, rival, ruleset).matches[:_REMARKABLE]
        else:
            ends = data.ended(FinishKind(ended), ruleset, bot, rival, _REMARKABLE)
            found = tuple(one.match_id for one in ends)
    except NotFound as error:
        st.warning(labels.sentence(str(error), "The page Bots lists all of them."))
        return
    if bot is not None and rival is not None:
        links.link("compare", "Compare the two", icon=":material/balance:", a=bot, b=rival)
    if not found:
        listing.nothing("No match fits", f"Of the newest {data.LOOKED_AT} rated ones.")
        return
    listing.match_table(data.matches_of(found), "matches-ended")
    st.caption(f"At most {_REMARKABLE}, of the newest {data.LOOKED_AT} rated ones.")
