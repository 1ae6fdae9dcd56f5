"""Secrets that are handed over once: each stays where it is shown until whoever got it says so.

Somebody who goes on working makes the page be drawn anew. It must not take away what nobody can
look up again, perhaps before they have seen it.
"""

from typing import Final

import streamlit as st

from pentarch.dashboard import labels

_KEPT: Final = "handover"
_COUNT: Final = "handover-count"


def keep(place: str, words: str, secret: str) -> None:
    """Show a secret at a place from the next run on, with words about it."""
    number = st.session_state.get(_COUNT, 0) + 1
    st.session_state[_COUNT] = number
    _kept()[number] = (place, words, secret)


def show(place: str) -> None:
    """Draw the secrets of a place."""
    for number, (where, words, secret) in _kept().items():
        if where == place:
            st.success(labels.text_only(words))
            st.code(secret, language=None, wrap_lines=True)
            st.button("I have it", key=f"handover-{number}", on_click=_forget, args=(number,))


def forget_all() -> None:
    """Show none of them any more."""
    _kept().clear()


def _kept() -> dict[int, tuple[str, str, str]]:
    found: dict[int, tuple[str, str, str]] = st.session_state.setdefault(_KEPT, {})
    return found


def _forget(number: int) -> None:
    _kept().pop(number, None)
