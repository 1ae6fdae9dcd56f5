"""Who sits in front of the browser: the token that speaks for them, and for which team.

The dashboard is trusted with nothing: it holds the same token that a person could type in. It comes
from a cookie that an invitation has set, from the arbiter in exchange for an ID token of the OpenID
provider, or from a field.
"""

import math
import time
from typing import Final

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pentarch.arbiter.settings import settings
from pentarch.dashboard import accounts, handover, labels
from pentarch.dashboard.accounts import Account
from pentarch.dashboard.server.doors import COOKIE
from pentarch.dashboard.service import Refused, Silent

_TOKEN: Final = "identity-token"
_ACCOUNT: Final = "identity-account"
_NEXT_TRY: Final = "identity-next-try"
_TROUBLE: Final = "identity-trouble"
_SILENCE: Final = 5.0
"""Seconds for which an arbiter that did not answer is not asked again: every page asks."""


def account() -> Account | None:
    """The account of this browser; None: nobody has signed in."""
    if _ACCOUNT not in st.session_state:
        now = time.monotonic()
        if now >= st.session_state.get(_NEXT_TRY, now):
            _look_around()
    found: Account | None = st.session_state.get(_ACCOUNT)
    return found


def token() -> str:
    """The token of whoever has signed in; empty: nobody."""
    return str(st.session_state.get(_TOKEN, "")) if account() is not None else ""


def trouble() -> str:
    """Why somebody is not signed in who seems to be; empty: there is nothing wrong."""
    return str(st.session_state.get(_TROUBLE, ""))


def is_unknown() -> bool:
    """Whether the arbiter did not answer when it was asked who sits here."""
    return account() is None and st.session_state[_NEXT_TRY] < math.inf


def look_again() -> None:
    """Ask the arbiter once more who sits here."""
    st.session_state.pop(_NEXT_TRY, None)


def take(text: str) -> None:
    """Sign in with a token, before which a team may stand. Raises Refused."""
    st.session_state[_ACCOUNT] = accounts.account(text)
    st.session_state[_TOKEN] = text
    st.session_state[_TROUBLE] = ""


def speak_for(team: str) -> None:
    """Go on for a team, or with an empty name for oneself. Raises Refused."""
    _, _, own = token().rpartition(":")
    take(f"{team}:{own}" if team else own)


def id_token() -> str:
    """The ID token of the provider; empty without one."""
    if not settings().oidc_metadata_url or not st.user.is_logged_in:
        return ""
    return str(st.user.tokens.get("id") or "")


def leave() -> None:
    """Sign out: the token becomes useless, whoever has it. Raises Refused."""
    text = token()
    for name in (_ACCOUNT, _TOKEN, _TROUBLE):
        st.session_state.pop(name, None)
    handover.forget_all()
    if text:
        accounts.sign_out(text)
    if settings().oidc_metadata_url and st.user.is_logged_in:
        st.logout()


def may(role: str, scope: str) -> bool:
    """Whether to offer what needs so much: to those who may, and to those who can type in a token.

    Others are told what is missing.
    """
    found = account()
    if found is None or found.may(role, scope):
        return True
    st.info(
        f"This needs the role {role} and a token that is good for it ({scope}). You have signed in "
        f"as {labels.text_only(found.owner)}, with the role {found.role}."
    )
    return False


def token_field(cell: DeltaGenerator, key: str) -> str:
    """The token of whoever has signed in, said in words; a field for one otherwise."""
    found = account()
    if found is None:
        return cell.text_input(
            "Token", type="password", key=key, placeholder="yours; the page Account makes them"
        )
    cell.text_input("As", found.owner, disabled=True, key=f"{key}-as-{found.owner}")
    return token()


def _look_around() -> None:
    """Sign in with what the browser has, once; later again if the arbiter does not answer."""
    st.session_state[_NEXT_TRY] = math.inf
    try:
        _take_what_is_there()
    except Silent as error:
        st.session_state[_NEXT_TRY] = time.monotonic() + _SILENCE
        st.session_state[_TROUBLE] = str(error)
    except Refused as error:
        st.session_state[_TROUBLE] = str(error)


def _take_what_is_there() -> None:
    cookie = st.context.cookies.get(COOKIE, "")
    if cookie:
        try:
            take(cookie)
            return
        except Silent:
            raise
        except Refused:
            pass  # It has expired, or was signed out.
    given = id_token()
    if given:
        take(accounts.sign_in(given))
