"""Account: sign in, speak for a team, see your quotas, and keep your tokens."""

from typing import Final

import streamlit as st

from pentarch.arbiter.settings import settings
from pentarch.dashboard import (
    accounts,
    handover,
    identity,
    labels,
    links,
    listing,
    redraw,
    service,
)
from pentarch.dashboard.accounts import ROLES, Account, OwnToken, Quota
from pentarch.dashboard.service import Refused

_MADE: Final = "account"
_SCOPES: Final = {
    "read": "read",
    "play": "play: remote bots, matches and analyses",
    "submit": "submit: versions",
    "all": "everything",
}
_LONGEST_DAYS: Final = 3650


def show() -> None:
    """Draw the page."""
    st.title("Account")
    code = st.query_params.get("code", "")
    if code:
        _show_invitation(code)
        return
    account = identity.account()
    if identity.is_unknown():
        st.warning(labels.sentence(identity.trouble()))
        st.button("Try again", on_click=identity.look_again, key="account-again")
        return
    if account is None:
        _show_doors()
        return
    _show_account(account)
    _show_quotas(account.quotas)
    if account.may("reader"):
        _show_tokens(account)
    elif account.person != account.owner:
        st.caption("Tokens are kept by captains, for the whole team.")
    else:
        st.caption("Tokens are kept with a token that is good for everything: yours is not.")


def _show_doors() -> None:
    """The ways in."""
    if settings().oidc_metadata_url:
        _show_provider()
    st.markdown(
        "If you were invited, open the link that you got. With a token you can also sign in here. "
        "Whoever runs this service invites people and makes tokens."
    )
    with st.form("sign-in", border=False):
        token = st.text_input("Token", type="password", key="account-token")
        is_sent = st.form_submit_button("Sign in with it", key="account-sign-in")
    if is_sent:
        try:
            identity.take(token)
        except Refused as error:
            st.error(labels.sentence(str(error)))
            return
        st.rerun()


def _show_provider() -> None:
    name = settings().oidc_name
    given = identity.id_token()
    if not given:
        st.button(f"Sign in with {name}", type="primary", on_click=st.login, key="account-login")
        return
    st.warning(labels.sentence(identity.trouble() or "you are not signed in here yet"))
    if settings().open_registration:
        with st.form("register", border=False):
            wanted = st.text_input("Name of your account", max_chars=40, key="account-name")
            if st.form_submit_button("Register", type="primary", key="account-register"):
                _register(given, wanted)
    st.button(f"Sign in with {name} again", on_click=st.login, key="account-login")


def _register(id_token: str, name: str) -> None:
    try:
        identity.take(accounts.sign_in(id_token, name))
    except Refused as error:
        st.error(labels.sentence(str(error)))
        return
    st.rerun()


def _show_invitation(code: str) -> None:
    """Accept an invitation as the person whom the provider knows."""
    if not settings().oidc_metadata_url:
        st.markdown("Open the link of your invitation as you got it: it leads to another page.")
        return
    name = settings().oidc_name
    given = identity.id_token()
    if not given:
        st.markdown(
            f"Sign in with {labels.text_only(name)}, then open the link of your invitation again."
        )
        st.button(f"Sign in with {name}", type="primary", on_click=st.login, key="account-login")
        return
    try:
        found = service.invitation(code)
    except Refused as error:
        st.error(labels.sentence(str(error)))
        return
    team = f", in the team {found.team}" if found.team else ""
    st.markdown(labels.text_only(f"You are invited as the {found.role} {found.owner}{team}"))
    if st.button("Accept", type="primary", key="account-accept"):
        try:
            identity.take(service.accept(code, given).token)
        except Refused as error:
            st.error(labels.sentence(str(error)))
            return
        links.go("account")


def _show_account(account: Account) -> None:
    by = "" if account.person == account.owner else f", by {account.person}"
    st.markdown(labels.text_only(f"Signed in as {account.owner}{by}: {account.role}"))
    with st.container(horizontal=True):
        for team in ["", *account.teams]:
            if (team or account.person) != account.owner:
                label = f"Speak for {team}" if team else "Speak for yourself"
                if st.button(label, key=f"account-for-{team}"):
                    _turn_to(team)
        if st.button("Sign out", icon=":material/logout:", key="account-sign-out"):
            _leave()


def _turn_to(team: str) -> None:
    try:
        identity.speak_for(team)
    except Refused as error:
        st.error(labels.sentence(str(error)))
        return
    st.rerun()


def _leave() -> None:
    try:
        identity.leave()
    except Refused as error:
        st.error(labels.sentence(str(error)))
        return
    st.rerun()


def _show_quotas(quotas: tuple[Quota, ...]) -> None:
    st.header("Quotas")
    listing.table(
        [
            {
                "quota": quota.good,
                "taken": labels.amount(quota.good, quota.taken),
                "most": "no limit" if quota.most is None else labels.amount(quota.good, quota.most),
                "new at": "" if quota.renew is None else f"{quota.renew:%Y-%m-%d %H:%M} UTC",
            }
            for quota in quotas
        ],
        "account-quotas",
    )


def _show_tokens(account: Account) -> None:
    st.header("Tokens")
    try:
        found = accounts.tokens(identity.token())
    except Refused as error:
        st.error(labels.sentence(str(error)))
        return
    listing.table([_row(token) for token in found], "account-tokens")
    open_ones = {token.key: token.name for token in found if not token.is_revoked}
    with st.form("revoke", border=False, enter_to_submit=False):
        key = st.selectbox(
            "Revoke a token",
            list(open_ones),
            format_func=lambda key: f"{open_ones[key]} ({key})",
            key="account-revoked",
        )
        if st.form_submit_button("Revoke", key="account-revoke") and key:
            _revoke(key)
    _show_new_token(account)


def _row(token: OwnToken) -> dict[str, object]:
    return {
        "key": token.key,
        "name": token.name,
        "role": token.role,
        "good for": "everything" if "all" in token.scopes else ", ".join(token.scopes),
        "made": f"{token.create:%Y-%m-%d %H:%M}",
        "last used": "never" if token.used is None else f"{token.used:%Y-%m-%d %H:%M}",
        "good until": _end(token),
    }


def _end(token: OwnToken) -> str:
    if token.is_revoked:
        return "revoked"
    return "for ever" if token.expire is None else f"{token.expire:%Y-%m-%d %H:%M}"


def _revoke(key: str) -> None:
    try:
        accounts.revoke(identity.token(), key)
    except Refused as error:
        st.error(labels.sentence(str(error)))
        return
    redraw.ask()


def _show_new_token(account: Account) -> None:
    st.header("A new token")
    roles = ROLES[: ROLES.index(account.role) + 1]
    with st.form("new-token", border=False, clear_on_submit=True):
        cells = listing.cells(2)
        name = next(cells).text_input("What it is for", max_chars=100, key="account-new-name")
        role = next(cells).selectbox("Role", roles, len(roles) - 1, key="account-new-role")
        scopes = next(cells).multiselect(
            "Good for",
            list(_SCOPES),
            ["all"],
            format_func=_SCOPES.__getitem__,
            key="account-new-scopes",
        )
        days = next(cells).number_input(
            "Days, 0 for ever", 0, _LONGEST_DAYS, 90, key="account-new-days"
        )
        is_sent = st.form_submit_button("Make it", type="primary", key="account-new-send")
    if is_sent:
        try:
            made = accounts.issue(identity.token(), name, role, scopes, days)
        except Refused as error:
            st.error(labels.sentence(f"It was not made: {error}"))
            return
        handover.keep(_MADE, f"Copy it now, it is kept nowhere: the token {name}", made)
        redraw.ask()
    handover.show(_MADE)
