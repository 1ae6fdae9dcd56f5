"""Announcements: made, and taken back."""

import streamlit as st

from pentarch.dashboard import data, identity, listing, organisers
from pentarch.dashboard.desk.acts import act


def show() -> None:
    """Draw the part."""
    with st.container():
        _show_said()
    st.subheader("Announce")
    with st.form("desk-announce", border=False, enter_to_submit=False):
        text = st.text_area("Text", max_chars=500, key="desk-announce-text")
        days = st.number_input("Days until it expires", 1, 365, 7, key="desk-announce-days")
        is_sent = st.form_submit_button("Announce", type="primary", key="desk-announce-send")
    if is_sent:
        act(
            lambda: organisers.announce(identity.token(), text, days),
            lambda made: f"Announcement {made} stands on every page.",
        )


def _show_said() -> None:
    said = data.announced()
    if not said:
        listing.nothing("Nothing is announced", "What is announced stands on top of every page.")
        return
    listing.table(
        [
            {
                "number": one.id,
                "text": one.text,
                "by": one.owner,
                "until": f"{one.expire:%Y-%m-%d %H:%M} UTC",
            }
            for one in said
        ],
        "desk-announcements",
    )
    _show_withdrawing([one.id for one in said])


def _show_withdrawing(ids: list[int]) -> None:
    with st.form("desk-withdraw", border=False):
        chosen = st.selectbox("Take an announcement back", ids, key="desk-withdrawn")
        is_sent = st.form_submit_button("Take it back", key="desk-withdraw-send")
    if is_sent and chosen is not None:
        act(
            lambda: organisers.withdraw_announcement(identity.token(), chosen),
            lambda _: f"Announcement {chosen} is taken back.",
        )
