"""The organiser's desk: for administrators, and for holders of seasons with their own."""

from collections.abc import Callable
from typing import Final

import streamlit as st

from pentarch.dashboard import identity, links
from pentarch.dashboard.accounts import Account
from pentarch.dashboard.desk import announcements, audit, faults, matches, owners, seasons
from pentarch.dashboard.desk.acts import show_done

_SEASONS: Final = "seasons"
# What administrators alone do.
_PARTS: Final[dict[str, tuple[str, Callable[[], None]]]] = {
    "matches": ("Void and re-run", matches.show),
    "owners": ("Owners and quotas", owners.show),
    "faults": ("Faults", faults.show),
    "announcements": ("Announcements", announcements.show),
    "audit": ("Audit", audit.show),
}


def is_for(account: Account | None) -> bool:
    """Whether there is anything here for somebody."""
    return account is not None and account.may("author")


def show() -> None:
    """Draw the page."""
    st.title("Desk")
    account = identity.account()
    if account is None or not is_for(account):
        st.info(
            "The desk is for administrators, and for authors who hold seasons. "
            "Sign in on the page Account with a role and a token that allow it."
        )
        return
    parts = _PARTS if account.may("admin") else {}
    part = st.query_params.get("part", "")
    part = part if part in parts else _SEASONS
    titles = {_SEASONS: "Seasons"} | {name: title for name, (title, _) in parts.items()}
    with st.container(horizontal=True):
        for name, title in titles.items():
            links.turn("desk", f"**{title}**" if name == part else title, part=name)
    show_done()
    if part in parts:
        title, show_part = parts[part]
        st.header(title)
        show_part()
    else:
        seasons.show(account)
