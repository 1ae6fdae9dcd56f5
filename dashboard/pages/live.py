"""Matches that are being played right now, with the board of one of them."""

from datetime import UTC, datetime
from typing import Any, Final

import redis
import streamlit as st

from pentarch.arbiter.store.errors import Archived, NotFound
from pentarch.arbiter.store.words import MatchState
from pentarch.dashboard import current, data, labels, links, listing
from pentarch.dashboard.viewer import component

_EVERY: Final = "2s"
_RARELY: Final = "5s"
_LISTING: Final = "live-matches"
_NOT_RUNNING: Final = {
    MatchState.QUEUED: "The match waits for a worker. Its board appears here when it begins.",
    MatchState.PLAYED: "The match is over, and waits to be verified.",
    MatchState.VERIFIED: "The match is over and verified, and waits to be settled.",
    MatchState.RATED: "The match is over, verified and settled.",
    MatchState.VOID: "The match is void and counts for nothing. Its page says why.",
}


def show() -> None:
    """Draw the page."""
    st.title("Live")
    _show_running()
    match_id = links.number("match")
    if match_id is not None:
        _show_board(match_id)
    _show_tournaments()


@st.fragment(run_every=_EVERY)
def _show_running() -> None:
    now = datetime.now(UTC)
    page = data.match_page(listing.page_token(_LISTING), state=MatchState.LEASED.value)
    if not page.items:
        waiting = data.waiting()
        listing.nothing(
            "No match is being played",
            f"{waiting} matches wait for a worker. This page looks again every two seconds.",
        )
        return
    rows: list[dict[str, Any]] = [
        {
            "match": line.id,
            "ruleset": labels.title(line.ruleset),
            "seats": ", ".join(seat.ref for seat in line.seats),
            "running for": ""
            if line.start is None
            else labels.span((now - line.start).total_seconds()),
            "attempt": line.epoch,
        }
        for line in page.items
    ]
    to = [links.address("live", match=line.id) for line in page.items]
    listing.table(rows, "live-table", to=to)
    st.caption("The list is renewed every two seconds.")
    listing.page_buttons(_LISTING, page.next_token)


@st.fragment(run_every=_EVERY)
def _show_board(match_id: int) -> None:
    try:
        line, _ = data.match(match_id)
    except NotFound:
        st.warning(
            f"There is no match {match_id}. The page Matches lists all of them; those that are "
            "being played stand above."
        )
        return
    except Archived as error:
        st.warning(labels.sentence(str(error)))
        return
    st.header(f"Match {match_id}")
    is_over = line.state is not MatchState.LEASED
    if is_over:
        st.info(_NOT_RUNNING[line.state])
        links.link("replay", "Open its page", icon=":material/play_circle:", match=match_id)
    # Whoever has followed it sees it to its end.
    if is_over and not current.has_followed(line):
        return
    if not component.has_board(line.ruleset):
        st.info(f"There is no board for {labels.title(line.ruleset)} in this release.")
        return
    current.forget_all_but([line])
    try:
        current.board(line)
    except redis.RedisError:
        st.warning(
            "Redis does not answer: the steps of running matches cannot be followed. This page "
            "tries again every two seconds; the page Health tells more."
        )


@st.fragment(run_every=_RARELY)
def _show_tournaments() -> None:
    current.tournaments()
