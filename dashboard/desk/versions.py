"""Versions of bots that are to take part in nothing new."""

import streamlit as st

from pentarch.dashboard import identity, links, listing, organisers
from pentarch.dashboard.desk.acts import CONFIRM, act


def show() -> None:
    """Draw the part."""
    st.caption("A retired version plays what it is seated in, and its results stay.")
    links.link("bots", "All bots", icon=":material/smart_toy:")
    with st.form("desk-version", border=False, enter_to_submit=False):
        cells = listing.cells(2)
        bot = next(cells).text_input("Bot", max_chars=40, key="desk-version-bot").strip()
        number = next(cells).number_input("Version", 1, 1 << 31, 1, key="desk-version-number")
        is_sure = st.checkbox("It cannot be undone: I am sure", key="desk-version-sure")
        is_sent = st.form_submit_button("Retire it", key="desk-version-send")
    if is_sent and not is_sure:
        st.warning(CONFIRM)
    elif is_sent:
        act(
            lambda: organisers.retire_version(identity.token(), bot, number),
            lambda _: f"{bot}@{number} is retired.",
        )
