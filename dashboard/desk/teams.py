"""Teams: who is in them, and who comes and goes."""

from typing import Final

import streamlit as st

from pentarch.dashboard import identity, listing, teams
from pentarch.dashboard.desk.acts import act, found
from pentarch.dashboard.teams import MEMBER_ROLES, TeamLine

_LISTING: Final = "desk-teams"
_ADD, _REMOVE = "let them join, in this role", "take them out"


def show() -> None:
    """Draw the part."""
    page = found(lambda: teams.page(identity.token(), listing.page_token(_LISTING)))
    if page is None:
        return
    lines, next_token = page
    with st.container():
        if lines:
            listing.table([_row(line) for line in lines], "desk-teams-table")
        else:
            listing.nothing("No team yet", "Make one with the form below.")
        listing.page_buttons(_LISTING, next_token)
    _show_creation()
    _show_members()
    _show_invitation()


def _row(line: TeamLine) -> dict[str, object]:
    return {
        "team": line.name,
        "members": ", ".join(f"{person} ({role})" for person, role in line.members),
    }


def _show_creation() -> None:
    st.subheader("A new team")
    with st.form("desk-team", border=False, enter_to_submit=False):
        name = st.text_input(
            "Name of the team; you are its captain", max_chars=40, key="desk-team-name"
        ).strip()
        is_sent = st.form_submit_button("Make it", key="desk-team-send")
    if is_sent:
        act(lambda: teams.create(identity.token(), name), lambda _: f"There is the team {name}.")


def _show_members() -> None:
    st.subheader("Who is in it")
    with st.form("desk-member", border=False, enter_to_submit=False):
        cells = listing.cells(2)
        team = next(cells).text_input("Team", max_chars=40, key="desk-member-team").strip()
        person = next(cells).text_input("Person", max_chars=40, key="desk-member-name").strip()
        role = next(cells).selectbox("Role in the team", MEMBER_ROLES, key="desk-member-role")
        way = next(cells).selectbox("What to do", (_ADD, _REMOVE), key="desk-member-way")
        is_sent = st.form_submit_button("Do it", key="desk-member-send")
    if is_sent and way == _ADD:
        act(
            lambda: teams.add(identity.token(), team, person, role),
            lambda _: f"{person} is in the team {team}: {role}.",
        )
    elif is_sent:
        act(
            lambda: teams.remove(identity.token(), team, person),
            lambda _: f"{person} has left the team {team}.",
        )


def _show_invitation() -> None:
    st.subheader("Invite somebody new")
    with st.form("desk-team-invite", border=False, enter_to_submit=False):
        cells = listing.cells(2)
        team = next(cells).text_input("Into the team", max_chars=40, key="desk-recruit-team")
        name = next(cells).text_input("Name of the owner", max_chars=40, key="desk-recruit-name")
        role = next(cells).selectbox("As", MEMBER_ROLES, key="desk-recruit-role")
        days = next(cells).number_input("Days until it expires", 1, 30, 7, key="desk-recruit-days")
        is_sent = st.form_submit_button("Make a link", key="desk-recruit-send")
    if is_sent:
        act(
            lambda: teams.invite(identity.token(), team.strip(), name.strip(), role, days),
            lambda _: f"Give this link to {name.strip()}: it is good once and kept nowhere.",
            lambda link: link,
        )
