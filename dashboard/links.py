"""Going from page to page: every page and every thing on it has an address."""

from urllib.parse import parse_qsl, urlencode

import streamlit as st
from streamlit.navigation.page import Page

_PAGES = "pages"


def know(pages: dict[str, Page]) -> None:
    """Keep the pages of this run, by name."""
    st.session_state[_PAGES] = pages


def go(page: str, /, **query: str | int) -> None:
    """Open a page at an address."""
    st.switch_page(
        st.session_state[_PAGES][page],
        query_params={key: str(value) for key, value in query.items()},
    )


def address(page: str, /, **query: str | int) -> str:
    """The address of a page, as it stands in a link beside other pages."""
    return f"{page}?{urlencode(query)}" if query else page


def follow(given: str) -> None:
    """Open the page of an address that came from the browser; nothing if there is no such page."""
    page, _, query = given.partition("?")
    if page in st.session_state[_PAGES]:
        go(page, **dict(parse_qsl(query)))


def has(page: str) -> bool:
    """Whether there is such a page."""
    return page in st.session_state[_PAGES]


def link(page: str, label: str, /, *, icon: str | None = None, **query: str | int) -> None:
    """A link to a page at an address. The label reads Markdown."""
    st.page_link(
        st.session_state[_PAGES][page],
        label=label,
        icon=icon,
        query_params={key: str(value) for key, value in query.items()},
    )


def turn(page: str, label: str, /, *, icon: str | None = None, **query: str | int) -> None:
    """A link to another address of the page that is open.

    Streamlit's own links leave the address as it was then, and the next thing that is sent would
    lead back to it.
    """
    named = "-".join(str(value) for value in (page, *query.values()))
    if st.button(label, icon=icon, type="tertiary", key=f"turn-{named}"):
        go(page, **query)


def number(name: str) -> int | None:
    """A number in the address; None without one or with anything else."""
    given = st.query_params.get(name, "")
    return int(given) if given.isascii() and given.isdecimal() and len(given) < 18 else None
