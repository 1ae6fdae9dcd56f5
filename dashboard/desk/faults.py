"""Faults: which bots and which workers end matches with a verdict."""

import streamlit as st

from pentarch.dashboard import identity, links, listing, organisers
from pentarch.dashboard.desk.acts import found


def show() -> None:
    """Draw the part."""
    faults = found(lambda: organisers.faults(identity.token()))
    if faults is None:
        return
    st.caption(f"Of the newest {faults.matches:,} matches, most first.")
    st.subheader("By bot")
    if faults.bots:
        listing.table(
            [
                {"bot": bot, "owner": owner, "verdict": verdict, "seats": seats}
                for bot, owner, verdict, seats in faults.bots
            ],
            "desk-bot-faults",
            to=[links.address("bots", bot=bot) for bot, *_ in faults.bots],
        )
    else:
        listing.nothing("No bot was at fault", "Verdicts on seats are counted here.")
    st.subheader("By worker")
    if faults.workers:
        listing.table(
            [
                {"worker": worker, "verdict": verdict, "attempts": attempts}
                for worker, verdict, attempts in faults.workers
            ],
            "desk-worker-faults",
        )
    else:
        listing.nothing("No attempt failed", "Attempts that end without a record are counted here.")
