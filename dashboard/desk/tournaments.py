"""Tournaments under way: started, paused, ended early, and left by bots."""

from typing import Final

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pentarch.dashboard import identity, links, listing, organisers, service
from pentarch.dashboard.desk.acts import CONFIRM, act

_START, _PAUSE, _CANCEL = "start it, or go on", "pause it", "end it now"
_WAYS: Final = (_START, _PAUSE, _CANCEL)


def show() -> None:
    """Draw the part."""
    st.caption(
        "Paused, it begins no further match; those under way are played on. Ended early, it keeps "
        "what was settled. The ladders and finals of seasons are tournaments too."
    )
    links.link("tournaments", "All tournaments", icon=":material/trophy:")
    with st.form("desk-tournament", border=False, enter_to_submit=False):
        cells = listing.cells(2)
        number = _number(next(cells), "desk-tournament-number")
        way = next(cells).selectbox("What to do", _WAYS, key="desk-tournament-way")
        reason = st.text_input(
            "Reason, where it ends now", max_chars=500, key="desk-tournament-why"
        )
        is_sure = st.checkbox("I am sure", key="desk-tournament-sure")
        is_sent = st.form_submit_button("Do it", type="primary", key="desk-tournament-send")
    if is_sent:
        _steer(number, way, reason, is_sure=is_sure)
    _show_withdrawal()


def _steer(number: int | None, way: str, reason: str, *, is_sure: bool) -> None:
    if number is None:
        st.warning("Say which tournament.")
    elif way == _START:
        act(
            lambda: service.start_tournament(identity.token(), number),
            lambda _: f"Tournament {number} runs.",
        )
    elif way == _PAUSE:
        act(
            lambda: organisers.pause_tournament(identity.token(), number),
            lambda _: f"Tournament {number} is paused.",
        )
    elif not is_sure:
        st.warning(CONFIRM)
    else:
        act(
            lambda: organisers.cancel_tournament(identity.token(), number, reason),
            lambda _: f"Tournament {number} is cancelled.",
        )


def _show_withdrawal() -> None:
    st.subheader("Take a bot out")
    with st.form("desk-leaver", border=False, enter_to_submit=False):
        cells = listing.cells(2)
        number = _number(next(cells), "desk-leaver-number")
        bot = next(cells).text_input("Bot, or NAME@VERSION", max_chars=60, key="desk-leaver-bot")
        is_sent = st.form_submit_button("Take it out", key="desk-leaver-send")
    if is_sent and number is None:
        st.warning("Say which tournament.")
    elif is_sent and number is not None:
        act(
            lambda: organisers.withdraw_entry(identity.token(), number, bot.strip()),
            lambda _: f"{bot.strip()} plays no longer than it is seated in tournament {number}.",
        )


def _number(cell: DeltaGenerator, key: str) -> int | None:
    return cell.number_input("Tournament", 1, 1 << 52, None, placeholder="its number", key=key)
