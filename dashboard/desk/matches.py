"""Matches that are taken out of all results, or played again, with a reason."""

from typing import Final

import streamlit as st

from pentarch.dashboard import identity, listing, organisers
from pentarch.dashboard.desk.acts import CONFIRM, act

_VOID: Final = "void it"
_WAYS: Final = (_VOID, "void it and play it again")


def show() -> None:
    """Draw the part."""
    st.caption(
        "A void match counts for nobody, and ratings are computed anew without it. Of a tournament "
        "the whole block is void, and the tournament plays it again by itself. Once a season is "
        "closed, its matches stay as they are."
    )
    with st.form("desk-match", border=False, enter_to_submit=False):
        cells = listing.cells(2)
        number = next(cells).number_input(
            "Match", 1, 1 << 52, None, placeholder="its number", key="desk-match-number"
        )
        what = next(cells).selectbox("What to do", _WAYS, key="desk-match-way")
        reason = st.text_input("Reason, shown with the match", max_chars=500, key="desk-match-why")
        is_sure = st.checkbox("It cannot be undone: I am sure", key="desk-match-sure")
        is_sent = st.form_submit_button("Do it", type="primary", key="desk-match-send")
    if not is_sent:
        return
    if number is None:
        st.warning("Say which match.")
    elif not is_sure:
        st.warning(CONFIRM)
    elif what == _VOID:
        act(
            lambda: organisers.void_match(identity.token(), number, reason),
            lambda _: f"Match {number} is void.",
        )
    else:
        act(lambda: organisers.rerun_match(identity.token(), number, reason), _told)


def _told(again: int | None) -> str:
    if again is None:
        return "It is void, and its tournament plays the block again."
    return f"It is void, and match {again} is played instead."
