"""Bots: the list of them, and one bot with versions, ratings, matches and failures."""

from typing import Final

import streamlit as st

from pentarch.arbiter.store import order
from pentarch.arbiter.store.errors import NotFound
from pentarch.dashboard import data, identity, labels, links, listing, service
from pentarch.dashboard.data.bots import BotLine
from pentarch.dashboard.pages import profile
from pentarch.dashboard.service import Refused

_LISTING: Final = "bots"
_MATCHES: Final = "bot-matches"
_VERSIONS: Final = "bot-versions"
SORTED: Final = {"bot": "name", "owner": "owner", "since": "id"}
"""By which field of the store a column is sorted."""


def show() -> None:
    """Draw the page."""
    name = st.query_params.get("bot")
    if name is None:
        _show_all()
    else:
        _show_one(name)


def _show_all() -> None:
    st.title("Bots")
    links.link("submit", "Submit a bot", icon=":material/upload:")
    with listing.filters(_LISTING):
        ruleset = listing.choose_ruleset() or None
    sort = listing.sorting(data.BY_NAME, order.BOTS)
    page = data.bot_page(listing.page_token(_LISTING, ruleset, sort), ruleset, sort)
    if not page.items:
        listing.nothing(
            "No bot plays here yet",
            "Submit one with pentarch bot submit, or start the reference bots with pentarch up.",
        )
        return
    rows = [
        {
            "bot": line.name,
            "owner": line.owner,
            "active version": line.active or "none",
            "runs": line.kind or "",
            "rulesets": ", ".join(labels.title(id) for id in line.rulesets),
            "since": line.create,
        }
        for line in page.items
    ]
    to = [links.address("bots", bot=line.name) for line in page.items]
    listing.table(rows, "bots-table", to=to, sort=(sort, SORTED))
    listing.page_buttons(_LISTING, page.next_token)


def _show_one(name: str) -> None:
    links.turn("bots", "All bots", icon=":material/arrow_back:")
    try:
        bot = data.bot(name)
    except NotFound as error:
        st.warning(labels.sentence(str(error), "Choose one from the list of all bots."))
        return
    st.title(labels.text_only(bot.line.name))
    st.caption(labels.text_only(f"by {bot.line.owner}"))
    links.link("compare", "Compare it with another", icon=":material/balance:", a=bot.line.name)
    ratings, failures = st.columns([3, 2])
    with ratings:
        st.header("Ratings")
        if bot.ratings:
            listing.table(
                [
                    {
                        "version": line.ref,
                        "ruleset": labels.title(line.scope),
                        "Elo": line.fit,
                        "95 % interval": labels.interval(line.low, line.high),
                        "live Elo": line.elo,
                        "matches": line.matches,
                    }
                    for line in bot.ratings
                ],
                "bot-ratings",
                columns={
                    "Elo": st.column_config.NumberColumn(format="%.0f"),
                    "live Elo": st.column_config.NumberColumn(format="%.0f"),
                },
            )
        else:
            listing.nothing("Not rated yet", "It has not played a rated match.")
    with failures:
        st.header("Failures")
        if bot.verdicts:
            listing.table(
                [
                    {"verdict": verdict, "matches": count, "share": 100 * count / bot.seats}
                    for verdict, count in sorted(bot.verdicts.items(), key=lambda item: -item[1])
                ],
                "bot-failures",
                columns={"share": st.column_config.NumberColumn(format="%.1f %%")},
            )
            st.caption(f"of its latest {bot.seats} seats")
        elif bot.seats:
            st.markdown(f"None in its latest {bot.seats} seats.")
        else:
            st.caption("It has not played yet.")
    _show_challenge(bot.line)
    profile.show(name)
    _show_versions(name)
    _show_wins(name)
    _show_matches(name)


def _show_challenge(line: BotLine) -> None:
    """Ask for private matches of one's own bot against this one."""
    account = identity.account()
    if account is None or not account.may("author", "play") or not line.active:
        return
    with st.expander("Challenge it", icon=":material/swords:"), st.form("challenge", border=False):
        cells = listing.cells(3)
        own = next(cells).text_input("Your bot", max_chars=60, key="challenge-bot")
        ruleset = next(cells).selectbox(
            "Ruleset", line.rulesets, format_func=labels.title, key="challenge-ruleset"
        )
        count = next(cells).number_input("Matches", 1, 16, 2, key="challenge-matches")
        is_sent = st.form_submit_button("Challenge", type="primary", key="challenge-send")
        if not is_sent or ruleset is None:
            return
        try:
            made = service.challenge(identity.token(), ruleset, own, line.name, count)
        except Refused as error:
            st.error(labels.sentence(f"It was not taken: {error}"))
            return
    st.success(f"Queued: {', '.join(f'match {id}' for id in made)}. No rating moves.")


def _show_versions(name: str) -> None:
    st.header("Versions")
    page = data.version_page(name, listing.page_token(_VERSIONS, name))
    listing.table(
        [
            {
                "version": line.ref,
                "state": line.state,
                "runs": line.kind,
                "rulesets": ", ".join(labels.title(id) for id in line.rulesets),
                "kilobytes": line.size / 1024 if line.size else None,
                "since": line.create,
            }
            for line in page.items
        ],
        "bot-versions-table",
        columns={"kilobytes": st.column_config.NumberColumn(format="%.1f")},
    )
    listing.page_buttons(_VERSIONS, page.next_token)


def _show_wins(name: str) -> None:
    wins = data.best_wins(name)
    if not wins:
        return
    st.header("Best wins")
    listing.table(
        [
            {
                "match": win.match_id,
                "ruleset": labels.title(win.ruleset),
                "version": win.version,
                "ahead of": win.opponent,
                "its Elo": win.elo,
            }
            for win in wins
        ],
        "bot-wins",
        to=[links.address("replay", match=win.match_id) for win in wins],
        columns={"its Elo": st.column_config.NumberColumn(format="%.0f")},
    )
    st.caption(f"Over the best rated, of its latest {data.RECENT} seats.")


def _show_matches(name: str) -> None:
    st.header("Matches")
    page = data.match_page(listing.page_token(_MATCHES, name), bot=name)
    if not page.items:
        listing.nothing("No match yet", "Its matches appear here as soon as they are queued.")
        return
    listing.match_table(page.items, "bot-matches-table")
    listing.page_buttons(_MATCHES, page.next_token)
