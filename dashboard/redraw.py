"""Drawing a page anew, once it is drawn to its end.

Buttons that are pressed while a page is drawn are answered together, by its next run. To stop that
run at the first of them would be to lose the others.

A part that is drawn alone is drawn anew alone. If all of the page were, and somebody pressed a
button of the part in the meantime, Streamlit (1.67) would drop what it had not sent of the page,
call it drawn nevertheless, and so take away the forms at its end with all that was entered.
"""

from typing import Final

import streamlit as st

from pentarch.dashboard import streamlit_session

_ASKED: Final = "redraw"


def ask() -> None:
    """Have the page drawn anew when this run is through."""
    st.session_state[_ASKED] = True


def if_asked() -> None:
    """Draw the page anew if anything in it has asked for that."""
    if st.session_state.pop(_ASKED, False):
        st.rerun(scope="fragment" if streamlit_session.is_part_alone() else "app")
