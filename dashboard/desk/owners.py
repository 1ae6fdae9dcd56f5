"""Owners: who they are, what they take, and who may come in."""

from typing import Final

import streamlit as st

from pentarch.dashboard import accounts, identity, listing, organisers
from pentarch.dashboard.accounts import ROLES, Quota
from pentarch.dashboard.desk.acts import CONFIRM, act, found
from pentarch.dashboard.labels import amount
from pentarch.dashboard.organisers import GOODS, OwnerLine

_LISTING: Final = "desk-owners"
_SHUT, _OPEN = "shut out", "let in again"


def show() -> None:
    """Draw the part."""
    page = found(lambda: organisers.owners(identity.token(), listing.page_token(_LISTING)))
    if page is None:
        return
    lines, next_token = page
    with st.container():
        listing.table([_row(line) for line in lines], "desk-owners-table")
        listing.page_buttons(_LISTING, next_token)
    _show_invitation()
    _show_door()
    _show_quota()
    _show_revocation()


def _row(line: OwnerLine) -> dict[str, object]:
    return {
        "owner": line.name,
        "kind": line.kind,
        "role": line.role,
        "since": f"{line.create:%Y-%m-%d}",
        "state": "shut out" if line.is_disabled else "",
        **{quota.good: _share(quota) for quota in line.quotas},
    }


def _share(quota: Quota) -> str:
    most = "" if quota.most is None else f" of {amount(quota.good, quota.most)}"
    return f"{amount(quota.good, quota.taken)}{most}"


def _show_invitation() -> None:
    st.subheader("Invite")
    with st.form("desk-invite", border=False, enter_to_submit=False):
        cells = listing.cells(3)
        name = next(cells).text_input("Name of the owner", max_chars=40, key="desk-invite-name")
        role = next(cells).selectbox("Role", ROLES, 1, key="desk-invite-role")
        days = next(cells).number_input("Days until it expires", 1, 30, 7, key="desk-invite-days")
        is_sent = st.form_submit_button("Make a link", type="primary", key="desk-invite-send")
    if is_sent:
        act(
            lambda: organisers.invite_owner(identity.token(), name.strip(), role, days),
            lambda _: f"Give this link to {name.strip()}: it is good once and kept nowhere.",
            lambda link: link,
        )


def _show_door() -> None:
    st.subheader("Shut out, or let in again")
    with st.form("desk-door", border=False, enter_to_submit=False):
        cells = listing.cells(2)
        name = next(cells).text_input("Owner", max_chars=40, key="desk-door-name").strip()
        way = next(cells).selectbox("What to do", (_SHUT, _OPEN), key="desk-door-way")
        is_sure = st.checkbox("I am sure", key="desk-door-sure")
        is_sent = st.form_submit_button("Do it", key="desk-door-send")
    if not is_sent:
        return
    if not is_sure:
        st.warning(CONFIRM)
    elif way == _SHUT:
        act(
            lambda: organisers.disable_owner(identity.token(), name),
            lambda _: f"{name} is shut out: no token of theirs opens anything. Their bots play on.",
        )
    else:
        act(
            lambda: organisers.enable_owner(identity.token(), name),
            lambda _: f"{name} may come in again, with the tokens they had.",
        )


def _show_quota() -> None:
    st.subheader("Quota of an owner")
    with st.form("desk-quota", border=False, enter_to_submit=False):
        cells = listing.cells(3)
        name = next(cells).text_input("Owner", max_chars=40, key="desk-quota-name").strip()
        good = next(cells).selectbox("Of what", GOODS, key="desk-quota-good")
        most = next(cells).number_input(
            "The most; empty: as everybody",
            0.0,
            1e15,
            None,
            format="%.0f",
            help="a day; storage in bytes, for ever",
            key="desk-quota-most",
        )
        is_sent = st.form_submit_button("Set it", key="desk-quota-send")
    if is_sent:
        act(
            lambda: organisers.set_quota(identity.token(), name, good, most),
            lambda _: f"The quota of {name} is changed.",
        )


def _show_revocation() -> None:
    st.subheader("Revoke a token")
    with st.form("desk-token", border=False, enter_to_submit=False):
        key = st.text_input(
            "Its key, whosever it is: pent_KEY_secret", max_chars=64, key="desk-token-key"
        ).strip()
        is_sent = st.form_submit_button("Revoke", key="desk-token-send")
    if is_sent:
        act(
            lambda: accounts.revoke(identity.token(), key),
            lambda _: f"The token {key} opens nothing any more.",
        )
