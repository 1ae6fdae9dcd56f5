"""The organiser's desk: for administrators, and for authors with what is their own."""

from collections.abc import Callable
from typing import Final

import streamlit as st

from pentarch.dashboard import identity, labels, links
from pentarch.dashboard.accounts import Account
from pentarch.dashboard.desk import (
    announcements,
    audit,
    faults,
    matches,
    owners,
    seasons,
    teams,
    tournaments,
    versions,
)
from pentarch.dashboard.desk.acts import show_done

_SEASONS: Final = "seasons"
_PARTS: Final[dict[str, tuple[str, Callable[[], None]]]] = {
    "tournaments": ("Tournaments", tournaments.show),
    "versions": ("Versions", versions.show),
    "teams": ("Teams", teams.show),
}
# What administrators alone do.
_ADMIN_PARTS: Final[dict[str, tuple[str, Callable[[], None]]]] = {
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
    if identity.is_unknown():
        st.warning(labels.sentence(identity.trouble()))
        return
    if account is None or not is_for(account):
        st.info(
            "The desk is for administrators, and for authors with what is their own. "
            "Sign in on the page Account with a role and a token that allow it."
        )
        return
    parts = _PARTS | (_ADMIN_PARTS if account.may("admin") else {})
    part = st.query_params.get("part", "")
    part = part if part in parts else _SEASONS
    titles = {_SEASONS: "Seasons"} | {name: title for name, (title, _) in parts.items()}
    with st.container(horizontal=True):
        for name, title in titles.items():
            links.turn("desk", f"**{title}**" if name == part else title, part=name)
    # A place of its own: the forms below keep theirs, with all that was entered in them.
    with st.container():
        show_done()
    if part in parts:
        title, show_part = parts[part]
        st.header(title)
        show_part()
    else:
        seasons.show(account)
