"""Drawing a page anew, once it is drawn to its end.

Buttons that are pressed while a page is drawn are answered together, by its next run. To stop that
run at the first of them would be to lose the others.
"""

from typing import Final

import streamlit as st

_ASKED: Final = "redraw"


def ask() -> None:
    """Have the page drawn anew when this run is through."""
    st.session_state[_ASKED] = True


def if_asked() -> None:
    """Draw the page anew if anything in it has asked for that."""
    if st.session_state.pop(_ASKED, False):
        st.rerun()
