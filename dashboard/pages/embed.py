"""The replay of a match alone, to be shown in a frame of another site."""

import streamlit as st

from pentarch.arbiter.store.errors import NotFound
from pentarch.dashboard import data, links
from pentarch.dashboard.viewer import component

# The page around the board: another site has its own.
_STYLE = (
    "<style>.stMainBlockContainer { padding: 0.25rem 0.5rem; } "
    "[data-testid=stHeader] { display: none; }</style>"
)


def show() -> None:
    """Draw the page."""
    st.html(_STYLE)
    match_id = links.number("match")
    if match_id is None:
        st.info("The address of a match is `embed?match=17&step=40`.")
        return
    try:
        match, _ = data.match(match_id)
    except NotFound:
        st.warning(f"There is no match {match_id}.")
        return
    replay = data.replay(match_id)
    if replay is None or replay.trouble or not component.has_board(match.ruleset):
        st.info(f"There is no replay of match {match_id} yet.")
        return
    component.show(
        match.ruleset,
        replay.payload,
        name=f"embed-{match.id}-{replay.sha256[:16]}",
        steps=match.steps or 0,
        step=links.number("step") or 0,
        eye=st.query_params.get("eye", ""),
        verified=match.is_verified,
        seats=len(match.seats),
        views=lambda seat: data.replay_views(replay.sha256, replay.content, seat),
        is_embedded=True,
    )
