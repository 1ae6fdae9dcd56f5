"""Notices: feeds for everybody, and what owners are told, and where."""

from typing import Final

import streamlit as st

from pentarch.arbiter.notices.kinds import CHOSEN, Way
from pentarch.dashboard import handover, identity, labels, listing, subscriptions
from pentarch.dashboard.service import Refused
from pentarch.engine import registry

_MADE: Final = "notices"
_KINDS: Final = {kind.value: kind.value.replace("_", " ") for kind in CHOSEN}
_WAYS: Final = {
    Way.WEBHOOK.value: "Webhook",
    Way.SLACK.value: "Slack",
    Way.DISCORD.value: "Discord",
    Way.EMAIL.value: "E-mail",
    Way.FEED.value: "Feed of your own",
}


def show() -> None:
    """Draw the page."""
    st.title("Notices")
    st.caption(
        "Be told when a version is rejected, a bot fails, a match or a tournament is over, a "
        "season changes its phase, or a ladder has a new first."
    )
    st.header("Feeds for everybody")
    feeds = "  \n".join(f"{labels.title(id)}: `feeds/ruleset/{id}.atom`" for id in registry.IDS)
    st.markdown(
        f"{feeds}  \nof a tournament: `feeds/tournament/NUMBER.atom`  \n"
        "of a bot: `feeds/bot/NAME.atom`"
    )
    st.header("Your subscriptions")
    if not identity.may("author", "all"):
        return
    with st.form("notices-list", border=False):
        token = identity.token_field(st.container(), "notices-token")
        is_asked = st.form_submit_button("Show", key="notices-show")
    if is_asked:
        _show_told(token)
    st.header("Subscribe")
    with st.form("notices-add", border=False):
        cells = listing.cells(2)
        own = identity.token_field(next(cells), "notices-add-token")
        way = next(cells).selectbox(
            "Way", list(_WAYS), format_func=_WAYS.__getitem__, key="notices-way"
        )
        address = next(cells).text_input(
            "Address",
            help="a URL, or an e-mail address; nothing for a feed",
            max_chars=500,
            key="notices-address",
        )
        kinds = next(cells).multiselect(
            "Kinds",
            list(_KINDS),
            format_func=_KINDS.__getitem__,
            help="nothing chosen: all of them",
            key="notices-kinds",
        )
        is_sent = st.form_submit_button("Subscribe", type="primary", key="notices-send")
    if is_sent:
        _subscribe(own, way, address, kinds)
    handover.show(_MADE)


def _subscribe(token: str, way: str, address: str, kinds: list[str]) -> None:
    try:
        id, secret = subscriptions.subscribe(token, way, address.strip(), kinds)
    except Refused as error:
        st.error(labels.sentence(f"It was not taken: {error}"))
        return
    made = f"Subscription {id} is made."
    if way == Way.FEED:
        words = "Copy its address now, it is kept nowhere; whoever knows it can read the feed:"
        handover.keep(_MADE, f"{made} {words}", f"feeds/private/{secret}.atom")
    elif secret:
        words = "Copy its secret now, it is kept nowhere; signatures are checked with it:"
        handover.keep(_MADE, f"{made} {words}", secret)
    else:
        st.success(made)
    if way == Way.EMAIL:
        st.write(f"A code is on its way: `pentarch notices confirm {id} CODE` takes it.")


def _show_told(token: str) -> None:
    try:
        lines, deliveries = subscriptions.told(token)
    except Refused as error:
        st.error(labels.sentence(str(error)))
        return
    if not lines:
        listing.nothing("You have no subscriptions", "The form below makes one.")
        return
    listing.table(
        [
            {
                "number": one.id,
                "way": one.way,
                "address": one.address,
                "kinds": ", ".join(_KINDS.get(kind, kind) for kind in one.kinds),
                "state": f"{one.state}: {one.off_reason}" if one.off_reason else one.state,
            }
            for one in lines
        ],
        "notices-subscriptions",
    )
    if deliveries:
        listing.table(
            [
                {
                    "to": one.subscription_id,
                    "notice": one.text,
                    "state": one.state,
                    "tries": one.tries,
                    "last answer": one.answer,
                }
                for one in deliveries
            ],
            "notices-log",
        )
